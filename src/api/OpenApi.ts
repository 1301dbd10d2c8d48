import { examples } from "./Examples.ts"
import { integerKey } from "./Query.ts"

/*
 * What the generated OpenAPI document cannot know by itself: parameters that are integers once decoded, the answers
 * that every path can give, the headers that go with them, and that keys do not manage keys.
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

/**
 * An integer parameter becomes the integer that it is after decoding; the description of its schema becomes the
 * parameter's.
 */
const describeParameter = (parameter: Json): void => {
  const { allOf = [], ...own } = parameter.schema
  const { [integerKey]: integer, description, ...text } = Object.assign(own, ...allOf)
  parameter.description = description
  parameter.schema = integer ?? text
  if (integer !== undefined && "default" in integer) parameter.required = false
}

const describeOperation = (path: string, operation: Json): void => {
  for (const parameter of operation.parameters) describeParameter(parameter)
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

const describeSchemas = (schemas: Json): void => {
  for (const [name, schema] of Object.entries<Json>(schemas)) {
    if (name in examples) schema.examples = [examples[name]]
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
      if (method === "get" && !("text/event-stream" in operation.responses["200"].content)) {
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
