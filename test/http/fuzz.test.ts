import { assert, describe, it, layer } from "@effect/vitest"
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js"
import { Arbitrary, Effect, Layer, Schema } from "effect"
import { OpenApi } from "effect/http-api"
import { Api } from "../../src/api/Api.ts"
import * as Storage from "../../src/storage/Storage.ts"
import { forEachDatabase } from "../support/Databases.ts"
import * as Issuer from "../../harness/Issuer.ts"
import { type Answer, World } from "../../harness/World.ts"

/*
 * Requests made from our own document: mostly as it asks for, here and there not. Whatever they are, the answer is one
 * that the document names, in the envelope, of its schema, and never a failure of ours.
 */

/** Requests per storage: some hundreds with every run of the tests, and 100,000 in memory with `npm run fuzz`. */
const requests = Number(process.env["REQUESTS"] ?? 600)

/** The same requests each time, unless told: a test that fails must fail again. */
const seed = process.env["SEED"] ?? "sonde"

interface JsonSchema {
  readonly [member: string]: any
}

interface Operation {
  readonly method: string
  readonly path: string
  readonly parameters: ReadonlyArray<{ readonly name: string; readonly in: string; readonly schema: JsonSchema }>
  readonly body: JsonSchema | null
  readonly responses: Record<string, { readonly content?: Record<string, { readonly schema: JsonSchema }> }>
}

const document = OpenApi.fromApi(Api) as unknown as {
  readonly paths: Record<string, Record<string, any>>
  readonly components: { readonly schemas: Record<string, JsonSchema> }
}

const operations: ReadonlyArray<Operation> = Object.entries(document.paths)
  .filter(([path]) => path.startsWith("/api/"))
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody, responses }]) => ({
      method: method.toUpperCase(),
      path,
      parameters,
      body: requestBody?.content["application/json"]?.schema ?? null,
      responses
    }))
  )

const choose = <A>(options: ReadonlyArray<A>): Arbitrary.Arbitrary<A> =>
  Arbitrary.map(
    Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: options.length - 1 }))),
    (index) => options[index]!
  )

/** One of these, each as likely as its weight. */
const weighted = <A>(...options: ReadonlyArray<readonly [weight: number, Arbitrary.Arbitrary<A>]>) =>
  Arbitrary.flatMap(
    choose(options.flatMap(([weight, arbitrary]) => Array.from({ length: weight }, () => arbitrary))),
    (arbitrary) => arbitrary
  )

/** What no schema of ours asks for, or what has hurt others. */
const nonsense: Arbitrary.Arbitrary<unknown> = choose<unknown>([
  null,
  true,
  -1,
  0,
  1.5,
  2 ** 53,
  1e308,
  "",
  " ",
  "\u0000",
  "\ud800",
  "a\u202eb",
  "%00",
  "' OR 1=1 --",
  "\r\nX: y",
  "x".repeat(1_000),
  [],
  {},
  [[]],
  { __proto__: null },
  JSON.parse('{"__proto__": {"a": 1}}'),
  "NaN",
  "1e2",
  "２"
])

const text = Arbitrary.schema(Schema.String)

/** Values of a JSON schema, one in twelve of them nonsense. */
const valueOf = (schema: JsonSchema): Arbitrary.Arbitrary<unknown> =>
  weighted([11, soundValueOf(schema)], [1, nonsense])

const soundValueOf = (schema: JsonSchema): Arbitrary.Arbitrary<unknown> => {
  if (typeof schema["$ref"] === "string")
    return valueOf(document.components.schemas[schema["$ref"].split("/").at(-1)!]!)
  const examples: ReadonlyArray<unknown> = schema["examples"] ?? []
  const shaped = shapedValueOf(schema)
  return examples.length === 0 ? shaped : weighted([1, choose(examples)], [1, shaped])
}

const shapedValueOf = (schema: JsonSchema): Arbitrary.Arbitrary<unknown> => {
  if (schema["enum"] !== undefined) return choose(schema["enum"])
  const union = schema["anyOf"] ?? schema["oneOf"]
  if (union !== undefined) return weighted(...union.map((member: JsonSchema) => [1, valueOf(member)]))
  switch (schema["type"]) {
    case "object":
      return Arbitrary.map(
        Arbitrary.all(
          Object.fromEntries(
            Object.entries<JsonSchema>(schema["properties"] ?? {}).map(([name, member]) => [
              name,
              // A member that is missing, one time in nine.
              weighted<unknown>([8, valueOf(member)], [1, Arbitrary.Constant(undefined)])
            ])
          )
        ),
        (members) => Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
      )
    case "array":
      return Arbitrary.array(valueOf(schema["items"] ?? {}), { maxLength: 5 })
    case "integer":
      return Arbitrary.schema(
        Schema.Int.check(
          Schema.isBetween({ minimum: schema["minimum"] ?? -5, maximum: Math.min(schema["maximum"] ?? 200, 200) })
        )
      )
    case "boolean":
      return choose([true, false])
    case "null":
      return Arbitrary.Constant(null)
    default:
      return weighted<unknown>([3, text], [1, choose(["acme", "acme.example", "https://acme.example/", "2026-01-01"])])
  }
}

const credentials = ["key", "key", "key", "key", "key", "key", "other", "token", "none", "garbage"] as const

const optional = <A>(arbitrary: Arbitrary.Arbitrary<A>) =>
  weighted<A | undefined>([1, arbitrary], [1, Arbitrary.Constant(undefined)])

const requestOf = (operation: Operation) =>
  Arbitrary.all({
    credential: choose(credentials),
    path: Arbitrary.all(operation.parameters.filter((one) => one.in === "path").map(({ schema }) => valueOf(schema))),
    query: Arbitrary.all(
      operation.parameters
        .filter((one) => one.in === "query")
        .map(({ name, schema }) => Arbitrary.map(optional(valueOf(schema)), (value) => ({ name, value })))
    ),
    body: operation.body === null ? Arbitrary.Constant(undefined) : valueOf(operation.body),
    idempotencyKey:
      operation.method === "POST" ? optional(choose(["a", "b", "c d", "", "é"])) : Arbitrary.Constant(undefined),
    accept: choose(["application/json", "*/*", "text/html", "text/markdown", "image/png", ";;"])
  })

type Request = ReturnType<typeof requestOf> extends Arbitrary.Arbitrary<infer A> ? A : never

/** As it stands in a URL; lone surrogates, which have no place there, as U+FFFD. */
const inUrl = (value: unknown): string =>
  encodeURIComponent((typeof value === "string" ? value : JSON.stringify(value)).toWellFormed())

const addressOf = (operation: Operation, { path, query }: Request): string => {
  let next = 0
  const address = operation.path.replace(/\{\w+\}/g, () => inUrl(path[next++]) || "0")
  const pairs = query.flatMap(({ name, value }) => (value === undefined ? [] : [`${name}=${inUrl(value)}`]))
  return pairs.length === 0 ? address : `${address}?${pairs.join("&")}`
}

const ajv = new Ajv2020({ strict: false, validateFormats: false })
const validators = new Map<JsonSchema, ValidateFunction>()

const validatorOf = (schema: JsonSchema): ValidateFunction => {
  const known = validators.get(schema)
  if (known !== undefined) return known
  const made = ajv.compile({ ...schema, components: document.components })
  validators.set(schema, made)
  return made
}

/** What is wrong with an answer; null when nothing is. */
const faultOf = (operation: Operation, answer: Answer): string | null => {
  if (answer.status >= 500) return "a failure of ours"
  if (answer.headers.get("x-request-id") === null) return "no X-Request-Id"
  if (answer.status === 204 || answer.status === 304) return answer.text === "" ? null : "a body where none belongs"
  const documented = operation.responses[String(answer.status)]
  if (documented === undefined) return "a status that is not documented"
  const type = answer.headers.get("content-type")?.split(";")[0] ?? ""
  const schema = documented.content?.[type]?.schema
  if (schema === undefined) return `${type} is not documented`
  if (type !== "application/json") return null
  const valid = validatorOf(schema)
  const { success } = answer.json
  if (!valid(answer.json)) return `not of its schema: ${ajv.errorsText(valid.errors)}`
  return success === answer.status < 400 ? null : "success is not what the status says"
}

const fuzz = (operation: Operation, runs: number) =>
  Effect.gen(function* () {
    const { key, send } = yield* World
    const name = `${operation.method} ${operation.path}`
    const own = yield* key({ account: name })
    const other = yield* key({ account: `other than ${name}`, scopes: ["signals"] })
    const token = yield* Effect.promise(() => Issuer.token({ sub: name, scope: Issuer.everyScope }))
    const headersOf: Record<(typeof credentials)[number], Record<string, string>> = {
      key: operation.path.startsWith("/api/v1/dashboard")
        ? { authorization: `Bearer ${token}` }
        : { "x-api-key": own.key },
      other: { "x-api-key": other.key },
      token: { authorization: `Bearer ${token}` },
      none: {},
      garbage: { "x-api-key": "sonde_live_x" }
    }
    const result = yield* Arbitrary.checkEffect(
      requestOf(operation),
      (request) =>
        Effect.gen(function* () {
          const { accept, body, credential, idempotencyKey } = request
          const answer = yield* send(addressOf(operation, request), {
            method: operation.method,
            headers: {
              accept,
              prefer: "respond-async",
              ...headersOf[credential],
              // A header's value can't hold more than Latin-1; the client refuses the rest itself.
              ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey })
            },
            ...(operation.body !== null && { body: JSON.stringify(body) ?? "" })
          })
          const fault = faultOf(operation, answer)
          if (fault !== null) return yield* Effect.fail(`${fault}: ${answer.status} ${answer.text.slice(0, 500)}`)
          return true
        }),
      { runs, seed: `${seed} ${name}` }
    )
    const failure = Arbitrary.formatCheckFailure(result)
    assert.strictEqual(result._tag, "Passed", failure?.slice(0, 5_000))
  })

const suite = (name: string, world: Layer.Layer<World>, total: number) =>
  layer(world, { timeout: 60_000 })(`any request gets a documented answer on ${name}`, (it) => {
    const runs = Math.ceil(total / operations.length)
    for (const operation of operations) {
      it.effect(`${operation.method} ${operation.path}`, () => fuzz(operation, runs), 60_000 + runs * 20)
    }
  })

describe("requests made from the OpenAPI document", () => {
  it("are made for every operation", () => assert.isAbove(operations.length, 20))

  suite("memory", World.layer, requests)

  forEachDatabase((name, database) =>
    suite(name, World.over(Storage.layer.pipe(Layer.provide(database))), Math.min(requests, 10_000))
  )
})
