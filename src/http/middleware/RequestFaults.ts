import { Context, Effect, Option, Result, Schema, type SchemaAST, SchemaIssue } from "effect"
import { HttpRouter, HttpServerRequest } from "effect/http"
import { HttpApi, type HttpApiEndpoint } from "effect/http-api"
import type { Fault } from "../../domain/Failure.ts"
import { validationError } from "../../domain/ValidationError.ts"

/*
 * What is wrong with a request, all of it at once. The endpoint's own decoders stop at the first part that is wrong;
 * this runs after them, when it is known that there is something to list.
 */

/** Where a part of the request stands in `details[].location`, by the name that the decoders give it. */
const locations = { Params: "path", Query: "query", Headers: "header", Payload: "body" } as const
type Slot = keyof typeof locations

export const isRequestSlot = (kind: string): kind is Slot => kind in locations

/** The names that an object may have where it must have no others. */
const known = (ast: SchemaAST.AST): string =>
  ast._tag === "Objects" ? ast.propertySignatures.map(({ name }) => String(name)).join(", ") : "none"

const format = SchemaIssue.makeFormatterStandardSchemaV1({
  leafHook: (issue) => {
    if (issue._tag === "MissingKey") return "is required"
    if (issue._tag === "UnexpectedKey") return `is not known here; known fields: ${known(issue.ast)}`
    return SchemaIssue.defaultLeafHook(issue)
  },
  checkHook: (issue) => {
    const message = SchemaIssue.defaultCheckHook(issue)
    if (message !== undefined) return message
    const expected = issue.filter.annotations?.expected
    return typeof expected === "string" ? `must be ${expected}`.replace("be a value with", "have") : undefined
  }
})

/** Marks what is of the right type and fails a check; any other message is of another type. */
const checked = "checked"
const formatChecked = SchemaIssue.makeFormatterStandardSchemaV1({ checkHook: () => checked })

/** What the schemas call by its type alone. */
const types: Readonly<Record<string, string>> = { string: "a string", number: "a number", boolean: "a boolean" }

/**
 * What the schemas say of themselves, as a sentence about the client's value. Values are never echoed: they may be
 * huge, or secret. A shape is called an object, for its name is ours.
 */
const phrase = (message: string): string => {
  const expected = /^Expected ([\s\S]*?)(?:, got [\s\S]*)?$/.exec(message)?.[1]
  if (expected === undefined) return message
  const alternatives = expected.split(" | ")
  const literals = alternatives.map((literal) => /^"(.*)"$/.exec(literal)?.[1])
  if (literals.every((literal) => literal !== undefined)) return `must be one of ${literals.join(", ")}`
  if (/^[A-Z]/.test(expected)) return "must be an object"
  return `must be ${alternatives.map((type) => types[type] ?? type).join(" or ")}`
}

/** Whether it stands more than once in the query. */
const isListed = (query: unknown, name: string | number): boolean =>
  Array.isArray((query as Readonly<Record<string, unknown>> | undefined)?.[name])

/** What a schema found wrong with one part of a request. */
export const faultsOf = (slot: Slot, issue: SchemaIssue.Issue, value?: unknown): ReadonlyArray<Fault> => {
  const isOfType = formatChecked(issue).issues.map(({ message }) => message === checked)
  return format(issue).issues.map(({ message, path = [] }, n) => {
    const keys = path.map((segment) => {
      const key = typeof segment === "object" ? segment.key : segment
      return typeof key === "number" ? key : String(key).slice(0, 100)
    })
    // A list, where the schema takes none.
    const isRepeated = slot === "Query" && keys.length === 1 && !isOfType[n]! && isListed(value, keys[0]!)
    return { location: [locations[slot], ...keys], message: isRepeated ? "must be given once" : phrase(message) }
  })
}

/** What is wrong with one part of a request by its schema, whatever it was read from. */
export const faultsIn = (
  slot: Slot,
  schema: Schema.Constraint | undefined,
  value: unknown,
  options: SchemaAST.ParseOptions = {}
): ReadonlyArray<Fault> => {
  if (schema === undefined) return []
  const decode = Schema.decodeUnknownResult(schema as Schema.Codec<unknown, unknown>, { ...options, errors: "all" })
  const decoded = decode(value)
  return Result.isSuccess(decoded) ? [] : faultsOf(slot, decoded.failure.issue, value)
}

/** The value of a JSON text; undefined if the text is not JSON. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Every fault of the current request by the endpoint's schemas. */
export const allFaults = Effect.fnUntraced(function* (endpoint: HttpApiEndpoint.Top) {
  const request = yield* HttpServerRequest.HttpServerRequest
  const { params } = yield* HttpRouter.RouteContext
  const query = yield* HttpServerRequest.ParsedSearchParams
  const ofPayload = Option.getOrUndefined(Context.getOption(endpoint.annotations, HttpApi.PayloadParseOptions))
  const payload = endpoint.payload.get("application/json")?.schemas[0]
  const body = payload === undefined ? undefined : parseJson(yield* Effect.orDie(request.text))
  return validationError([
    ...faultsIn("Params", endpoint.params, params),
    ...faultsIn("Headers", endpoint.headers, request.headers),
    ...faultsIn("Query", endpoint.query && Schema.toCodecArrayFromSingle(endpoint.query), query),
    ...faultsIn("Payload", payload, body, ofPayload)
  ])
})
