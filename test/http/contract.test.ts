import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { HttpClient, HttpClientResponse } from "effect/http"
import { HttpApi, OpenApi } from "effect/http-api"
import { execFile } from "node:child_process"
import * as FileSystem from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { promisify } from "node:util"
import { Api } from "../../src/api/Api.ts"
import * as Client from "../../src/api/Client.ts"
import { NotFound } from "../../src/domain/Failure.ts"
import { ReportId } from "../../src/domain/Report.ts"
import { World } from "../../harness/World.ts"

type Json = Record<string, any>

const clients = join(import.meta.dirname, "../clients")
const document = OpenApi.fromApi(Api) as Json
const operations = Object.entries<Json>(document["paths"]).flatMap(([path, item]) =>
  Object.entries<Json>(item).map(([method, operation]) => ({ name: `${method} ${path}`, path, operation }))
)

/** Members of what is sent only: these may come to take more than before. */
const isSent = (path: string): boolean => /^\/components\/schemas\/(New\w+|\w+Change)\/properties\/\w+$/.test(path)

/** Where `after` takes away or changes something that `before` promised. */
const broken = (before: unknown, after: unknown, path = ""): Array<string> => {
  // Words for people may be improved.
  if (/\/(description|summary|examples|title)$/.test(path)) return []
  const wider = isSent(path) ? (after as Json)["anyOf"] : undefined
  if (Array.isArray(wider) && !("anyOf" in (before as Json))) {
    const { default: _, ...alone } = before as Json
    return wider.some((form) => broken(alone, form).length === 0) ? [] : [path]
  }
  if (Array.isArray(before)) {
    if (!Array.isArray(after)) return [path]
    // A member that becomes required of a request breaks its callers; in lists of alternatives nothing may vanish.
    const known = new Set(before.map((entry) => JSON.stringify(entry)))
    const grown = path.endsWith("/required") && after.some((entry) => !known.has(JSON.stringify(entry)))
    const gone = before
      .filter((entry) => typeof entry !== "object" && !after.includes(entry))
      .map((entry) => `${path}/${entry}`)
    // Alternatives have no order: each must still be there, wherever.
    const isThere = (entry: unknown) =>
      path.endsWith("/anyOf") && after.some((other) => broken(entry, other, path).length === 0)
    const changed = before.flatMap((entry, i) =>
      typeof entry !== "object" || isThere(entry) ? [] : broken(entry, after[i], `${path}/${i}`)
    )
    return [...(grown && path.includes("requestBody") ? [path] : []), ...gone, ...changed]
  }
  if (typeof before === "object" && before !== null) {
    if (typeof after !== "object" || after === null) return [path]
    return Object.entries(before).flatMap(([key, value]) => broken(value, (after as Json)[key], `${path}/${key}`))
  }
  return before === after ? [] : [path]
}

describe("the OpenAPI document", () => {
  it.effect("is served, and is version 3.1", () =>
    Effect.gen(function* () {
      const { send } = yield* World
      const answer = yield* send("/openapi.json")
      assert.strictEqual(answer.json.openapi, "3.1.0")
      assert.deepStrictEqual(answer.json, JSON.parse(JSON.stringify(document)))
    }).pipe(Effect.provide(World.layer))
  )

  it("describes all ten endpoints of the specification", () => {
    const names = operations.map(({ name }) => name)
    for (const name of [
      "get /reports",
      "post /reports",
      "get /reports/{report_id}",
      "get /competitors",
      "get /seo/keywords",
      "get /seo/trending",
      "get /signals",
      "get /social-trends/{platform}",
      "get /market-data/search",
      "get /status"
    ]) {
      assert.include(names, name.replace(" ", " /api/v1/public"))
    }
  })

  it("has security on everything but /status, a summary, and the errors that each can give", () => {
    for (const { name, operation, path } of operations) {
      const open = path === "/api/v1/public/status"
      assert.strictEqual(operation["security"].length === 0, open, name)
      assert.isString(operation["summary"], name)
      const expected = open ? ["429", "500", "503"] : ["401", "403", "422", "429", "500", "503"]
      assert.includeMembers(Object.keys(operation["responses"]), expected, name)
    }
  })

  it("gives integers as integers, with bounds and defaults", () => {
    const signals = document["paths"]["/api/v1/public/signals"].get.parameters.find((p: Json) => p["name"] === "limit")
    assert.deepStrictEqual(signals.schema, { type: "integer", minimum: 1, maximum: 100, default: 20 })
    assert.isFalse(signals.required)
    for (const { name, operation } of operations) {
      for (const parameter of operation["parameters"]) {
        if (/(^limit|^skip|_id)$/.test(parameter.name)) assert.strictEqual(parameter.schema.type, "integer", name)
        assert.isString(parameter.description, `${name} ${parameter.name}`)
      }
    }
  })

  it("lets every member of a body that may be left out be null as well", () => {
    const optional = Object.entries<Json>(document["components"].schemas).flatMap(([name, { properties, required }]) =>
      /^New\w+$|Change$/.test(name)
        ? Object.entries<Json>(properties)
            .filter(([member]) => !required?.includes(member))
            .map(([member, schema]) => ({ member: `${name}.${member}`, schema }))
        : []
    )
    assert.includeMembers(
      optional.map(({ member }) => member),
      ["NewReport.report_type", "CompetitorChange.status", "NewKey.expires_at"]
    )
    for (const { member, schema } of optional) assert.deepInclude(schema["anyOf"], { type: "null" }, member)
  })

  it("changes by adding only", () => {
    const file = new URL("../../openapi.json", import.meta.url)
    const now = JSON.stringify(document, null, 2) + "\n"
    const before = FileSystem.existsSync(file) ? FileSystem.readFileSync(file, "utf8") : "{}"
    const problems = broken(JSON.parse(before), JSON.parse(now))
    assert.deepStrictEqual(problems, [], "openapi.json in the repository promises what the contract no longer keeps")
    if (process.env["UPDATE_OPENAPI"] === "true") FileSystem.writeFileSync(file, now)
    else assert.strictEqual(before, now, "the contract has grown: run `npm run openapi` and commit openapi.json")
  })

  it("lets what is sent take more than before, not less", () => {
    const schema = (name: string) => ({ components: { schemas: { NewThing: { properties: { name } } } } })
    const text = { type: "string", maxLength: 9 }
    const orNull = { anyOf: [text, { type: "null" }] }
    assert.lengthOf(broken(schema(text as never), schema(orNull as never)), 0)
    assert.lengthOf(broken(schema(orNull as never), schema(text as never)), 1)
    assert.lengthOf(broken(schema(text as never), schema({ anyOf: [{ type: "null" }] } as never)), 1)
  })

  it("would show a change that takes something away", () => {
    const changed = structuredClone(document)
    delete changed["paths"]["/api/v1/public/signals"].get.responses["200"]
    assert.isAbove(broken(document, changed).length, 0)
    assert.lengthOf(broken(document, { ...document, "x-new": 1 }), 0)
  })

  // Two programs that start and compile: seconds, not milliseconds.
  it("passes redocly's linter, and types generated from it compile", { timeout: 120_000 }, async () => {
    const run = promisify(execFile)
    const require = createRequire(join(clients, "package.json"))
    const bin = (name: string, file: string) => join(dirname(require.resolve(`${name}/package.json`)), file)
    const source = join(clients, "generated/openapi.json")
    FileSystem.mkdirSync(dirname(source), { recursive: true })
    FileSystem.writeFileSync(source, JSON.stringify(document))
    const node = (...args: Array<string>) => run(process.execPath, args, { cwd: clients })
    const lint = await node(bin("@redocly/cli", "bin/cli.js"), "lint", "--format=json", source)
    assert.strictEqual(JSON.parse(lint.stdout).totals.errors, 0)
    await node(bin("openapi-typescript", "bin/cli.js"), source, "--output", "generated/sonde.ts")
    await node(bin("typescript", "bin/tsc"), "--project", "tsconfig.json")
  })
})

/** An HttpClient whose requests go straight into the world. */
const worldClient = Layer.effect(
  HttpClient.HttpClient,
  Effect.map(World, ({ send }) =>
    HttpClient.make((request, url) =>
      Effect.gen(function* () {
        const body = request.body._tag === "Uint8Array" ? new TextDecoder().decode(request.body.body) : undefined
        const answer = yield* send(url.pathname + url.search, {
          method: request.method,
          headers: { ...request.headers },
          ...(body !== undefined && { body })
        })
        const { headers, status, text } = answer
        return HttpClientResponse.fromWeb(request, new Response(status === 204 ? null : text, { status, headers }))
      })
    )
  )
)

describe("the client made from the contract", () => {
  it.effect("speaks in the domain's own terms, failures included", () =>
    Effect.gen(function* () {
      const world = yield* World
      const { key } = yield* world.key()
      const client = yield* Client.make({ baseUrl: "http://sonde.test", credential: { apiKey: Redacted.make(key) } })
      const made = yield* client.competitors.create({ payload: { name: "Acme", domain: "acme.example" as never } })
      assert.strictEqual(made.data.status, "active")
      const { data } = yield* client.competitors.list()
      assert.deepStrictEqual(
        data.map(({ domain }) => domain),
        ["acme.example"]
      )
      const error = yield* Effect.flip(client.reports.get({ params: { report_id: ReportId.make(1) } }))
      assert.instanceOf(error, NotFound)
      assert.strictEqual(error.code, "report_not_found")
      const signals = yield* client.signals.list({ query: { limit: 5 } })
      assert.deepStrictEqual(signals.data, [])
    }).pipe(Effect.provide(Layer.provideMerge(worldClient, World.layer)))
  )

  it.effect("wants no more than the contract requires", () =>
    Effect.gen(function* () {
      const world = yield* World
      const { key } = yield* world.key()
      const client = yield* Client.make({ baseUrl: "http://sonde.test", credential: { apiKey: key } })
      const niche = "electric vehicle charging"
      const headers = { prefer: "respond-async" }
      const made = yield* client.reports.create({ headers, payload: { niche } })
      assert.strictEqual(made.body.data.status, "queued")
      const { data } = yield* client.reports.list()
      assert.deepStrictEqual(
        data.reports.map(({ report_type }) => report_type),
        ["comprehensive_analysis"]
      )
      const { data: page } = yield* client.reports.list({ query: { skip: 1 } })
      assert.deepStrictEqual([page.reports.length, page.total], [0, 1])
      const again = yield* client.reports.create({
        headers: { ...headers, "idempotency-key": "1" },
        payload: { niche }
      })
      assert.strictEqual(again.body.data.status, "queued")
    }).pipe(Effect.provide(Layer.provideMerge(worldClient, World.layer)))
  )

  it.effect("names the member that is wrong or missing", () =>
    Effect.gen(function* () {
      const client = yield* Client.make({ baseUrl: "http://sonde.test", credential: { apiKey: "unused" } })
      const wrong = [
        // @ts-expect-error: the payload is required
        [client.reports.create({}), '["payload"]["niche"]'],
        // @ts-expect-error: a niche is required
        [client.reports.create({ payload: { report_type: "trend_report" } }), '["payload"]["niche"]'],
        [
          client.reports.create({ payload: { niche: "x", report_type: "poem" as never } }),
          '["payload"]["report_type"]'
        ],
        [client.reports.create({ headers: { prefer: 1 as never }, payload: { niche: "xy" } }), '["headers"]["prefer"]'],
        // @ts-expect-error: the report is required
        [client.reports.get(), '["params"]["report_id"]'],
        [client.signals.list({ query: { limit: 101 } }), '["limit"]']
      ] as const
      for (const [call, member] of wrong) {
        const error: { readonly _tag: string; readonly message: string } = yield* Effect.flip<unknown, any, never>(call)
        assert.strictEqual(error._tag, "SchemaError")
        assert.include(error.message, member)
      }
    }).pipe(Effect.provide(Layer.provideMerge(worldClient, World.layer)))
  )

  it("covers every endpoint", () => {
    let count = 0
    HttpApi.reflect(Api, { onGroup: () => undefined, onEndpoint: () => void count++ })
    assert.strictEqual(count, operations.length)
  })
})
