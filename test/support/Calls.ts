type Json = Record<string, any>

/** A call of an operation with values that its schemas allow. */
export interface Call {
  /** As generators see it: `reports.list`. */
  readonly id: string
  readonly method: string
  readonly path: string
  readonly params: Readonly<Record<"path" | "query" | "header", Readonly<Record<string, unknown>>>>
  /** Null where the operation takes none. */
  readonly body: unknown
  /** The name of the body's schema; null where there is no body. */
  readonly bodyName: string | null
  /** Statuses with an answer of their own in the document. */
  readonly statuses: ReadonlyArray<number>
}

/** Values of parameters of which the document says in words what they take. */
const values: Readonly<Record<string, unknown>> = {
  all: "false",
  country: "US",
  facets: "source",
  language: "en",
  prefer: "respond-async",
  sort: "newest",
  source: ["acme"]
}

/** Parameters whose values another answer gives. */
const given = new Set(["after", "cursor", "last-event-id"])

/** One call of every operation of an OpenAPI document at this time, with every parameter that it has. */
export const callsOf = (document: Json, now: number): ReadonlyArray<Call> => {
  // A key that a token issues may not be good for long.
  const inAMonth = new Date(now + 30 * 24 * 3_600_000).toISOString().slice(0, 10)

  const named = (schema: Json): Json =>
    schema["$ref"] === undefined ? schema : document["components"].schemas[schema["$ref"].split("/").at(-1)]

  const valueOf = (given: Json): unknown => {
    const schema = named(given)
    if (schema["examples"] !== undefined) return schema["examples"][0]
    if (schema["default"] !== undefined) return schema["default"]
    if (schema["enum"] !== undefined) return schema["enum"][0]
    const union = schema["anyOf"] ?? schema["oneOf"]
    if (union !== undefined) return valueOf(union[0])
    switch (schema["type"]) {
      case "object":
        return Object.fromEntries(
          (schema["required"] ?? []).map((name: string) => [name, valueOf(schema["properties"][name])])
        )
      case "array":
        return [valueOf(schema["items"])]
      case "integer":
        return Math.max(schema["minimum"] ?? 1, 1)
      case "boolean":
        return true
      default:
        return schema["format"] === "date" ? "2026-11-20" : "acme"
    }
  }

  const bodyOf = (body: Json): Json => ("expires_at" in body ? { ...body, expires_at: inAMonth } : body)

  return Object.entries<Json>(document["paths"]).flatMap(([path, item]) =>
    Object.entries<Json>(item).map(([method, { operationId, parameters, requestBody, responses }]) => {
      const body = requestBody?.content["application/json"].schema
      const at = (place: string) =>
        Object.fromEntries(
          parameters
            .filter((one: Json) => one["in"] === place && !given.has(one["name"]))
            .map(({ name, schema }: Json) => [
              name,
              name === "idempotency-key" ? operationId : (values[name] ?? valueOf(schema))
            ])
        )
      return {
        id: operationId,
        method,
        path,
        params: { path: at("path"), query: at("query"), header: at("header") },
        body: body === undefined ? null : bodyOf(valueOf(body) as Json),
        bodyName: body?.["$ref"]?.split("/").at(-1) ?? null,
        statuses: Object.keys(responses)
          .filter((status) => status !== "default")
          .map(Number)
      }
    })
  )
}

/** A program of openapi-fetch that makes these calls; their types are to be checked by its compiler. */
export const programOf = (calls: ReadonlyArray<Call>): string =>
  `import createClient, { type ClientOptions } from "openapi-fetch"
import type { paths } from "./sonde.js"

export const calls = (options: ClientOptions) => {
  const sonde = createClient<paths, "application/json">(options)
  return {
${calls
  .map(({ body, id, method, params, path }) => {
    const given = Object.fromEntries(Object.entries(params).filter(([, values]) => Object.keys(values).length > 0))
    const request = {
      ...(Object.keys(given).length > 0 && { params: given }),
      ...(body !== null && { body }),
      parseAs: "text"
    }
    return `    ${JSON.stringify(id)}: () => sonde.${method.toUpperCase()}(${JSON.stringify(path)}, ${JSON.stringify(request)})`
  })
  .join(",\n")}
  }
}
`
