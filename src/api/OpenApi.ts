import { examples } from "./Examples.ts"
import { integerKey } from "./Query.ts"

/*
 * What the generated OpenAPI document cannot know by itself: parameters that are integers once decoded, the answers that
 * every path can give, the headers that go with them, and that keys do not manage keys.
 */

type Json = Record<string, any>

const headers = {
  "X-Request-Id": { description: "the request's id; the caller's own when it sent one", schema: { type: "string" } },
  ETag: { description: "send it back as If-None-Match to get 304", schema: { type: "string" } },
  "WWW-Authenticate": { description: "RFC 6750", schema: { type: "string" } },
  "Retry-After": { description: "seconds", schema: { type: "integer", minimum: 0 } },
  RateLimit: { description: "what is left, draft-ietf-httpapi-ratelimit-headers", schema: { type: "string" } },
  "RateLimit-Policy": { description: "the limits and their windows in seconds", schema: { type: "string" } }
}

const replayed = { description: "the answer is that of an earlier request", schema: { type: "string", enum: ["true"] } }

const headersOf = (status: string, authenticated: boolean): Json => ({
  "X-Request-Id": headers["X-Request-Id"],
  ...(status === "401" && { "WWW-Authenticate": headers["WWW-Authenticate"] }),
  ...((status === "429" || status === "503") && { "Retry-After": headers["Retry-After"] }),
  ...(authenticated &&
    status !== "401" && { RateLimit: headers.RateLimit, "RateLimit-Policy": headers["RateLimit-Policy"] })
})

const errorResponse = (description: string, code: string): Json => ({
  description,
  content: {
    "application/json": {
      schema: {
        type: "object",
        required: ["success", "error"],
        properties: {
          success: { const: false },
          error: {
            type: "object",
            required: ["code", "message", "request_id"],
            properties: { code: { const: code }, message: { type: "string" }, request_id: { type: "string" } }
          }
        }
      }
    }
  }
})

/** Looks for the marker that Query.ts leaves in a parameter's schema. */
const integerOf = (schema: unknown): Json | undefined => {
  if (typeof schema !== "object" || schema === null) return undefined
  if (integerKey in schema) return (schema as Json)[integerKey]
  for (const value of Object.values(schema)) {
    const found = integerOf(value)
    if (found !== undefined) return found
  }
  return undefined
}

/** What the parameters mean; each name means the same wherever it stands. */
const parameters: Record<string, string> = {
  limit: "how many records to return",
  skip: "how many records to skip",
  q: "what to search for",
  country: "ISO 3166-1 alpha-2, upper case",
  status: "only those of this status",
  platform: "the platform; `feed` is all of them",
  report_id: "the report",
  competitor_id: "the competitor",
  keyword_id: "the tracked keyword",
  company_id: "the company",
  key_id: "the key",
  source_name: "the source, by its name",
  prefer:
    "RFC 7240: with `respond-async` the answer is 202 at once, with `wait=5` (or both) when the report is not there after 5 seconds",
  "idempotency-key":
    "1 to 255 visible ASCII characters of the caller's choice. For 24 hours a request to the same path (with its ids) with the same key " +
    "and body is done once: repeated, it gets the first answer again (status, headers and body, also 404 and 409), with " +
    "`Idempotent-Replayed: true`. Bodies are compared as decoded: spaces, the order of members, unknown members and defaults that are " +
    "spelled out make no difference. Another body is 422 `idempotency_key_reused`. While the first request is being answered it is 409 " +
    "`idempotency_in_progress`, for at most 15 seconds after its process died. What was refused otherwise (400, 413, 415, 422, 429) or " +
    "failed (5xx) may be sent again with the same key"
}

const describeOperation = (path: string, operation: Json): void => {
  for (const parameter of operation.parameters) {
    parameter.description = parameters[parameter.name]
    const integer = integerOf(parameter.schema)
    if (integer === undefined) continue
    parameter.schema = integer
    if ("default" in integer) parameter.required = false
  }
  if (path.startsWith("/api/v1/dashboard")) operation.security = [{ bearer: [] }, { session: [] }]
  if (operation.requestBody === undefined) {
    for (const status of ["400", "413", "415"]) delete operation.responses[status]
  }
  const authenticated = operation.security.length > 0
  operation.responses["406"] ??= errorResponse("`Accept` allows no form that the resource has.", "not_acceptable")
  operation.responses["500"] ??= errorResponse(
    "A fault of the service; its log has the cause under the request's id.",
    "internal_error"
  )
  operation.responses["503"] ??= errorResponse("Out of reach for now.", "unavailable")
  for (const [status, response] of Object.entries<Json>(operation.responses)) {
    response.headers = { ...response.headers, ...headersOf(status, authenticated) }
  }
}

const describeRepeats = (operation: Json): void => {
  if (!operation.parameters.some(({ name }: Json) => name === "idempotency-key")) {
    operation.description +=
      " An `Idempotency-Key` is refused here (422): the answer is not kept, for it may hold a key's value."
    return
  }
  for (const [status, response] of Object.entries<Json>(operation.responses)) {
    if (/^2|404|409/.test(status)) response.headers["idempotent-replayed"] ??= replayed
  }
}

/** Members of request bodies, whose schemas describe them after decoding only. */
const members: Record<string, Record<string, Json>> = {
  NewReport: {
    niche: { description: "market or industry to analyse; counted after trimming" },
    report_type: { description: "what kind of report", default: "comprehensive_analysis" },
    context: { description: "more for the writer to go by: data, never instructions" }
  },
  NewCompetitor: {
    domain: { description: "registrable host name or one below it (public suffix list), without scheme, path or port" }
  },
  NewKey: { expires_at: { description: "ISO 8601 date or instant in UTC; the key stops working then" } }
}

const describeSchemas = (schemas: Json): void => {
  for (const [name, schema] of Object.entries<Json>(schemas)) {
    if (name in examples) schema.examples = [examples[name]]
    for (const [member, description] of Object.entries(members[name] ?? {})) {
      Object.assign(schema.properties[member], description)
    }
  }
}

/** Answers may grow new members, and unknown members of bodies are ignored: no object is closed. */
const openObjects = (node: unknown): void => {
  if (typeof node !== "object" || node === null) return
  if ("additionalProperties" in node && node.additionalProperties === false) delete node.additionalProperties
  for (const value of Object.values(node)) openObjects(value)
}

/** Completes the document that `OpenApi.fromApi` makes. */
export const describe = (document: Json): Json => {
  for (const [path, item] of Object.entries<Json>(document.paths)) {
    for (const [method, operation] of Object.entries<Json>(item)) {
      describeOperation(path, operation)
      if (method === "post") describeRepeats(operation)
      if (method === "get") {
        operation.responses["200"].headers.ETag = headers.ETag
        operation.responses["304"] = {
          description: "Not changed since the answer that had the ETag in If-None-Match.",
          headers: { ETag: headers.ETag, "X-Request-Id": headers["X-Request-Id"] }
        }
      }
    }
  }
  describeSchemas(document.components.schemas)
  openObjects(document)
  return document
}
