import { type Document, documents } from "./Documents.ts"
import { examples } from "./Examples.ts"
import type { List } from "./Lists.ts"
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

const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })

const errorResponse = (description: string, schema: string): Json => ({
  description,
  content: { "application/json": { schema: ref(schema) } }
})

const fault = "An internal error; the service's log has the cause under the request's id."
const otherwise = (): Json => errorResponse("Whatever else goes wrong: `code` tells what.", "ApiError")

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
  operation.responses["406"] ??= errorResponse(
    "`Accept` allows none of the media types that this resource has.",
    "NotAcceptableError"
  )
  operation.responses["500"] ??= errorResponse(fault, "InternalError")
  operation.responses["503"] ??= errorResponse("Out of reach for now.", "UnavailableError")
  operation.responses["default"] = otherwise()
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
  schemas.Report.properties.sections = ref("ReportSections")
  // Reports of earlier versions have sections by other names.
  schemas.ReportSections.additionalProperties = true
  // What an entry may have is for its service to say.
  schemas.NewListEntry.properties.entry.additionalProperties = true
}

/** The other forms of a list. */
const describeList = ({ content }: Json, { columns }: List): void => {
  content["text/csv"] = {
    schema: {
      type: "string",
      description:
        `RFC 4180, in UTF-8, with a line of names: ${columns.map(({ name }) => `\`${name}\``).join(", ")}. ` +
        "Lists and objects in a cell are JSON. What a spreadsheet would take for a formula has an apostrophe in front."
    }
  }
  content["application/x-ndjson"] = { schema: { type: "string", description: "an item of `data` on each line" } }
}

/** Every error as one union, told apart by `code`. */
const describeErrors = (schemas: Json): void => {
  const failures = Object.keys(schemas).filter((name) => name.endsWith("Failure"))
  schemas.Failure = {
    description: "What went wrong; `code` tells which.",
    oneOf: failures.map(ref),
    discriminator: {
      propertyName: "code",
      mapping: Object.fromEntries(
        failures.flatMap((name) => schemas[name].properties.code.enum.map((code: string) => [code, ref(name).$ref]))
      )
    }
  }
  schemas.ApiError = {
    description: "Every answer that is not a success.",
    type: "object",
    required: ["success", "error"],
    properties: { success: { type: "boolean", enum: [false] }, error: ref("Failure") }
  }
}

/**
 * Answers may grow new members, and unknown members of bodies are ignored: no object is closed. A union of one is that
 * one. A default of a union is that of its first member: beside the union, openapi-typescript takes it for a member
 * that must be sent.
 */
const simplify = (node: any): void => {
  if (typeof node !== "object" || node === null) return
  if (node.additionalProperties === false) delete node.additionalProperties
  for (const union of ["anyOf", "oneOf", "allOf"]) {
    if (node[union]?.length !== 1) continue
    const [only] = node[union]
    delete node[union]
    Object.assign(node, { ...only, ...node })
  }
  if (node.anyOf !== undefined && "default" in node) {
    node.anyOf[0].default = node.default
    delete node.default
  }
  for (const value of Object.values(node)) simplify(value)
}

/** What is served beside the contract's own endpoints. */
const describeDocument = ({ description, name, path, summary, type }: Document): Json => {
  const isSecret = path.includes("{secret}")
  return {
    tags: ["Documents"],
    operationId: `documents.${name}`,
    parameters: isSecret
      ? [
          {
            name: "secret",
            in: "path",
            required: true,
            description: "as it stands in the address",
            schema: { type: "string" }
          }
        ]
      : [],
    security: [],
    summary,
    description,
    responses: {
      "200": {
        description: "Success",
        content: { [type]: { schema: { type: type === "application/json" ? "object" : "string" } } },
        headers: { "X-Request-Id": headers["X-Request-Id"] }
      },
      ...(isSecret && { "404": errorResponse("There is no such feed.", "NotFoundError") }),
      ...(isSecret && { "429": errorResponse("The network asks too often.", "RateLimitedError") }),
      "405": errorResponse("Only GET and HEAD are allowed.", "MethodNotAllowedError"),
      "500": errorResponse(fault, "InternalError"),
      default: otherwise()
    }
  }
}

/** Completes the document that `OpenApi.fromApi` makes; `listOf` tells which operations answer with a list. */
export const describe = (document: Json, listOf: (operation: string) => List | null): Json => {
  for (const [path, item] of Object.entries<Json>(document.paths)) {
    for (const [method, operation] of Object.entries<Json>(item)) {
      describeOperation(path, operation)
      const list = listOf(operation.operationId)
      if (list !== null) describeList(operation.responses["200"], list)
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
  document.tags.push({ name: "Documents", description: "What anybody can read, or whoever has the address." })
  for (const one of documents) document.paths[one.path] = { get: describeDocument(one) }
  simplify(document)
  describeSchemas(document.components.schemas)
  describeErrors(document.components.schemas)
  // As the registry of HTTP's schemes writes it, and as generators look for it.
  document.components.securitySchemes.bearer.scheme = "bearer"
  return document
}
