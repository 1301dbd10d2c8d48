import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Redacted, Stream } from "effect"
import { FetchHttpClient } from "effect/http"
import { HttpApi, OpenApi } from "effect/http-api"
import { TestClock } from "effect/testing"
import { execFile } from "node:child_process"
import * as FileSystem from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { promisify } from "node:util"
import { Api } from "../../src/api/Api.ts"
import * as Client from "../../src/api/Client.ts"
import { statuses } from "../../src/api/Errors.ts"
import { NotFound, Unavailable } from "../../src/domain/Failure.ts"
import { maxId, maxWideId } from "../../src/domain/Id.ts"
import { ReportId } from "../../src/domain/Report.ts"
import { SourceName } from "../../src/domain/Source.ts"
import { Signals } from "../../src/storage/signals/Signals.ts"
import { modelOf } from "../../clients/Model.ts"
import { sinceLastReport } from "../../src/domain/ReportDiff.ts"
import { outlines } from "../../src/reports/Outline.ts"
import { World } from "../../harness/World.ts"
import { worldFetch } from "../../harness/WorldFetch.ts"
import { callsOf, programOf } from "../support/Calls.ts"

type Json = Record<string, any>

const clients = join(import.meta.dirname, "../clients")
const document = OpenApi.fromApi(Api) as Json
const served = Object.entries<Json>(document["paths"]).flatMap(([path, item]) =>
  Object.entries<Json>(item).map(([method, operation]) => ({ name: `${method} ${path}`, path, operation }))
)
const operations = served.filter(({ path }) => path.startsWith("/api/"))

/** Members of what is sent only: these may come to take more than before. */
const isSent = (path: string): boolean => /^\/components\/schemas\/(New\w+|\w+Change)\/properties\/\w+$/.test(path)

/**
 * What is asked for may come to be taken in larger amounts. In answers ids of signals and stories do, by 64 bits in
 * place of 32: who reads them was told (docs/decisions/0021-wide-ids.md).
 */
const isWider = (path: string, before: unknown, after: unknown): boolean =>
  typeof before === "number" &&
  Number(after) > before &&
  (/\/parameters\/\d+\/schema\/(?:maximum|maxLength)$/.test(path) ||
    (/\/(?:(?:Signal|StoryTimeline)\/properties\/id|properties\/story_id\/anyOf\/0)\/maximum$/.test(path) &&
      before === maxId &&
      after === maxWideId))

const isObject = (node: unknown): node is Json => typeof node === "object" && node !== null && !Array.isArray(node)

/** A document in which what can be said in two ways is said in one. */
const normal = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(normal)
  if (!isObject(node)) return node
  // A union of one is that one, and a constant is an enumeration of one.
  const { const: constant, ...rest } = node
  const own = "const" in node && !isObject(constant) ? { type: typeof constant, enum: [constant], ...rest } : node
  const alone = ["anyOf", "oneOf", "allOf"].find((union) => own[union]?.length === 1)
  if (alone !== undefined) return normal({ ...own[alone][0], ...own, [alone]: undefined })
  // A default of a union is that of its first member.
  if (own["anyOf"] !== undefined && "default" in own) {
    const { anyOf, default: value, ...others } = own
    return normal({ ...others, anyOf: [{ ...anyOf[0], default: value }, ...anyOf.slice(1)] })
  }
  return Object.fromEntries(
    Object.entries(own).flatMap(([key, value]) =>
      value === undefined
        ? []
        : // Names of schemes of HTTP have no case.
          [[key, key === "scheme" && typeof value === "string" ? value.toLowerCase() : normal(value)]]
    )
  )
}

/** Where a document takes away or changes something that the one before promised. */
const broken = (before: Json, after: Json): Array<string> => {
  const [one, other] = [normal(before), normal(after)] as [Json, Json]
  /** A schema that was written in place may get a name. */
  const named = (node: unknown): unknown =>
    isObject(node) && typeof node["$ref"] === "string"
      ? other["components"]?.schemas?.[node["$ref"].split("/").at(-1)!]
      : node
  return differences(one, other, named)
}

const differences = (before: unknown, given: unknown, named: (node: unknown) => unknown, path = ""): Array<string> => {
  const after = isObject(before) && "$ref" in before ? given : named(given)
  // Words for people may be improved.
  if (/\/(description|summary|examples|title)$/.test(path)) return []
  const wider = isSent(path) ? (after as Json)["anyOf"] : undefined
  if (Array.isArray(wider) && !("anyOf" in (before as Json))) {
    const { default: _, ...alone } = before as Json
    return wider.some((form) => differences(alone, form, named).length === 0) ? [] : [path]
  }
  if (Array.isArray(before)) {
    if (!Array.isArray(after)) return [path]
    // A member that becomes required of a request breaks its callers; in lists of alternatives nothing may vanish.
    const known = new Set(before.map((entry) => JSON.stringify(entry)))
    const grown = path.endsWith("/required") && after.some((entry) => !known.has(JSON.stringify(entry)))
    const gone = before
      .filter((entry) => typeof entry !== "object" && !after.includes(entry))
      .map((entry) => `${path}/${entry}`)
    // Alternatives and tags have no order: each must still be there, wherever.
    const isThere = (entry: unknown) =>
      (path.endsWith("/anyOf") || path === "/tags") &&
      after.some((other) => differences(entry, other, named, path).length === 0)
    const changed = before.flatMap((entry, i) =>
      typeof entry !== "object" || isThere(entry) ? [] : differences(entry, after[i], named, `${path}/${i}`)
    )
    return [...(grown && path.includes("requestBody") ? [path] : []), ...gone, ...changed]
  }
  if (typeof before === "object" && before !== null) {
    if (typeof after !== "object" || after === null) return [path]
    return Object.entries(before).flatMap(([key, value]) =>
      differences(value, (after as Json)[key], named, `${path}/${key}`)
    )
  }
  return before === after || isWider(path, before, after) ? [] : [path]
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
    assert.deepStrictEqual(
      problems,
      [],
      "openapi.json promises what the contract no longer has. The API only grows: put back what stood at these places"
    )
    if (process.env["UPDATE_OPENAPI"] === "true") FileSystem.writeFileSync(file, now)
    else assert.strictEqual(before, now, "the contract has grown: run `npm run openapi` and commit what it writes")
  })

  it("lets what is sent take more than before, not less", () => {
    const schema = (name: string) => ({ components: { schemas: { NewThing: { properties: { name } } } } })
    const text = { type: "string", maxLength: 9 }
    const orNull = { anyOf: [text, { type: "null" }] }
    assert.lengthOf(broken(schema(text as never), schema(orNull as never)), 0)
    assert.lengthOf(broken(schema(orNull as never), schema(text as never)), 1)
    assert.lengthOf(broken(schema(text as never), schema({ anyOf: [{ type: "null" }, {}] } as never)), 1)
  })

  it("lets what is asked for have more room, and ids of signals alone in answers", () => {
    const of = (path: ReadonlyArray<string>, maximum: number): Json =>
      path.reduceRight<Json>((inner, key) => ({ [key]: inner }), { maximum })
    const asked = (maximum: number) => ({ get: { parameters: [{ schema: { maximum } }] } })
    assert.lengthOf(broken(asked(9), asked(10)), 0)
    assert.lengthOf(broken(asked(9), asked(8)), 1)
    for (const [noun, problems] of [
      ["Signal", 0],
      ["Report", 1]
    ] as const) {
      const path = ["components", "schemas", noun, "properties", "id"]
      assert.lengthOf(broken(of(path, maxId), of(path, maxWideId)), problems)
      assert.lengthOf(broken(of(path, maxWideId), of(path, maxId)), 1)
    }
  })

  it("would show a change that takes something away", () => {
    const changed = structuredClone(document)
    delete changed["paths"]["/api/v1/public/signals"].get.responses["200"]
    assert.isAbove(broken(document, changed).length, 0)
    assert.lengthOf(broken(document, { ...document, "x-new": 1 }), 0)
  })

  it("names every section that a report can have", () => {
    const { properties } = document["components"].schemas.ReportSections
    const slugs = Object.values(outlines).flatMap((sections) => sections.map(({ slug }) => slug))
    const beside = ["sources", "gaps", "verdicts", "exhibits", "quality"]
    assert.sameMembers(Object.keys(properties), [...new Set([...slugs, sinceLastReport]), ...beside])
  })

  it("has every error in one union, told apart by code", () => {
    const { schemas } = document["components"]
    const { discriminator, oneOf } = schemas.Failure
    const codes = Object.entries<Json>(schemas).flatMap(([name, { properties }]) =>
      name.endsWith("Failure") && name !== "Failure"
        ? properties.code.enum.map((code: string) => [code, `#/components/schemas/${name}`])
        : []
    )
    assert.deepStrictEqual(Object.entries(discriminator.mapping), codes)
    assert.strictEqual(new Set(codes.map(([code]) => code)).size, codes.length, "a code is of one kind")
    assert.sameMembers(
      oneOf.map(({ $ref }: Json) => $ref),
      [...new Set(codes.map(([, name]) => name))]
    )
    const classes = Object.keys(statuses).map((tag) => `#/components/schemas/${tag}Failure`)
    assert.includeMembers(Object.values<string>(discriminator.mapping), classes)
  })

  it("has no union of one, no closed object and no scheme in capitals", () => {
    const found: Array<string> = []
    const visit = (node: unknown, path: string): void => {
      if (typeof node !== "object" || node === null) return
      for (const union of ["anyOf", "oneOf", "allOf"]) if ((node as Json)[union]?.length === 1) found.push(path)
      if ((node as Json)["additionalProperties"] === false) found.push(path)
      for (const [key, value] of Object.entries(node)) visit(value, `${path}/${key}`)
    }
    visit(document, "#")
    assert.deepStrictEqual(found, [])
    assert.strictEqual(document["components"].securitySchemes.bearer.scheme, "bearer")
  })

  it.effect("lists the media types that are served", () =>
    Effect.gen(function* () {
      const world = yield* World
      const { key } = yield* world.key()
      const post = (path: string, body: unknown) =>
        world.send(path, { method: "POST", key, body, headers: { prefer: "respond-async" } })
      const watch = yield* post("/api/v1/public/watches", { name: "x", subject: { kind: "search", q: "battery" } })
      const feed = yield* post(`/api/v1/public/watches/${watch.json.data.id}/feed`, undefined)
      const [, secret] = /feeds\/(.+)\.rss/.exec(feed.text)!
      const report = yield* post("/api/v1/public/reports", { niche: "electric vehicle charging" })
      const competitor = yield* post("/api/v1/public/competitors", { name: "Acme", domain: "acme.example" })
      const endpoint = yield* post("/api/v1/public/endpoints", {
        name: "Hook",
        target: { kind: "webhook", url: "https://hooks.example/x" }
      })
      const signals = yield* Signals
      const url = "https://news.example/1"
      const news = { identity: url, guid: "1", title: "Tea", snippet: "", url, source: "News", published_at: null }
      yield* signals.upsert(SourceName.make("feed:one"), [news])
      const ids: Json = {
        "{secret}": secret,
        "{report_id}": report.json.data.id,
        "{competitor_id}": competitor.json.data.id,
        "{endpoint_id}": endpoint.json.data.id,
        "{signal_id}": (yield* signals.list({ limit: 1 }))[0]!.id,
        "{platform}": "feed"
      }
      const session = yield* world.session()
      const many = served.flatMap(({ name, operation, path }) => {
        const types = Object.keys(operation.responses["200"]?.content ?? {})
        return name.startsWith("get ") &&
          (types.length > 1 || types[0] !== "application/json" || !path.includes("/api/"))
          ? types.map((type) => ({ path, type }))
          : []
      })
      assert.includeMembers(
        many.map(({ type }) => type),
        ["text/markdown", "text/html", "application/rss+xml", "application/feed+json", "text/event-stream"]
      )
      for (const { path, type } of many) {
        const address = path.replace(/\{\w+\}/g, (name) => ids[name])
        const query = path.endsWith("/market-data/search") ? "?q=acme" : ""
        const caller = path.startsWith("/api/v1/dashboard") ? { session } : { key }
        const { headers, status } = yield* world.send(address + query, { ...caller, headers: { accept: type } })
        assert.deepStrictEqual([status, headers.get("content-type")?.split(";")[0]], [200, type], path)
      }
    }).pipe(Effect.provide(World.layer))
  )

  const modules = createRequire(join(clients, "package.json"))
  const run = (name: string, file: string, ...args: Array<string>) =>
    promisify(execFile)(process.execPath, [join(dirname(modules.resolve(`${name}/package.json`)), file), ...args], {
      cwd: clients
    })
  const generated = (file: string, text: string) => {
    FileSystem.mkdirSync(join(clients, "generated"), { recursive: true })
    FileSystem.writeFileSync(join(clients, "generated", file), text)
  }

  // Programs that start and compile: seconds, not milliseconds.
  it("passes redocly's linter without a warning", { timeout: 120_000 }, async () => {
    generated("openapi.json", JSON.stringify(document))
    const { stdout } = await run("@redocly/cli", "bin/cli.js", "lint", "--format=json", "generated/openapi.json")
    const { problems, totals } = JSON.parse(stdout)
    assert.deepStrictEqual([totals.errors, totals.warnings, totals.ignored], [0, 0, 0], JSON.stringify(problems))
  })

  const now = Date.parse("2026-11-22T12:00:00Z")

  it.effect(
    "has types generated from it that compile and make every call",
    () =>
      Effect.gen(function* () {
        const { session } = yield* World
        const headers = { cookie: `sonde_session=${yield* session()}`, "sec-fetch-site": "same-origin" }
        generated("openapi.json", JSON.stringify(document))
        const calls = callsOf(document, now)
        generated("calls.ts", programOf(calls))
        yield* Effect.promise(() =>
          run("openapi-typescript", "bin/cli.js", "generated/openapi.json", "--output", "generated/sonde.ts")
        )
        yield* Effect.promise(() => run("typescript", "bin/tsc", "--project", "tsconfig.json"))
        const program = yield* Effect.promise(() => import(/* @vite-ignore */ join(clients, "generated/calls.ts")))
        const made: Record<string, () => Promise<{ readonly error?: unknown; readonly response: Response }>> =
          program.calls({
            baseUrl: "http://sonde.test",
            headers,
            fetch: yield* worldFetch
          })
        for (const { id, statuses } of calls) {
          const { error, response } = yield* Effect.promise(() => made[id]!())
          assert.include(statuses, response.status, id)
          // Ids are made up, so there may be nothing, or nothing to do.
          assert.isTrue(
            response.ok || [404, 409].includes(response.status),
            `${id}: ${response.status} ${JSON.stringify(error)}`
          )
        }
      }).pipe(
        Effect.provide(World.layer),
        // The examples of the document are of this time. Set later, the clock would tick through all the years.
        (calls) => Effect.andThen(TestClock.setTime(now), calls)
      ),
    120_000
  )
})

/** An HttpClient whose requests go straight into the world. */
const worldClient = FetchHttpClient.layer.pipe(Layer.provide(Layer.effect(FetchHttpClient.Fetch, worldFetch)))

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

  it.effect("sends again what failed for a passing reason, with the same key, when it is time", () =>
    Effect.gen(function* () {
      const world = yield* World
      const { key } = yield* world.key()
      const fetch = yield* worldFetch
      const sent: Array<Request> = []
      const busy: typeof globalThis.fetch = async (input, init) => {
        sent.push(new Request(input, init))
        const body = { success: false, error: { code: "unavailable", message: "Busy.", request_id: "r-1" } }
        const isFirst = sent.length % 2 === 1
        return isFirst ? Response.json(body, { status: 503, headers: { "retry-after": "3" } }) : fetch(input, init)
      }
      const client = yield* Client.make({ baseUrl: "http://sonde.test", credential: { apiKey: key } }).pipe(
        Effect.provide(FetchHttpClient.layer.pipe(Layer.provide(Layer.succeed(FetchHttpClient.Fetch, busy))))
      )
      const payload = { name: "Acme", domain: "acme.example" as never }
      const made = yield* Effect.forkChild(client.competitors.create({ payload }))
      while (sent.length < 1) yield* Effect.promise(() => new Promise(setImmediate))
      yield* TestClock.adjust("2 seconds")
      assert.lengthOf(sent, 1)
      yield* TestClock.adjust("1 seconds")
      assert.strictEqual((yield* Fiber.join(made)).data.name, "Acme")
      const [one, other] = sent.map(({ headers }) => headers.get("idempotency-key"))
      assert.isString(one)
      assert.strictEqual(one, other)
      // It has no key, so it may have been done already.
      const update = client.competitors.update({ params: { competitor_id: 1 as never }, payload: { status: "paused" } })
      assert.instanceOf(yield* Effect.flip(update), Unavailable)
      assert.lengthOf(sent, 3)
    }).pipe(Effect.provide(World.layer))
  )

  it.effect("reads lists page by page", () =>
    Effect.gen(function* () {
      const world = yield* World
      const { key } = yield* world.key()
      const client = yield* Client.make({ baseUrl: "http://sonde.test", credential: { apiKey: key } })
      for (const niche of ["one niche", "two niches"]) {
        yield* client.reports.create({ headers: { prefer: "respond-async" }, payload: { niche } })
      }
      const lists = Client.all(client)
      const reports = yield* Stream.runCollect(lists.reports())
      assert.deepStrictEqual(reports.map(({ niche }) => niche).toSorted(), ["one niche", "two niches"])
      const signals = yield* Signals
      const many = Array.from({ length: 5 }, (_, n) => ({
        identity: `https://news.example/${n}`,
        guid: String(n),
        title: `Charging ${n}`,
        snippet: "",
        url: `https://news.example/${n}`,
        source: "Example News",
        published_at: new Date(0)
      }))
      yield* signals.upsert(SourceName.make("feed:test"), many)
      assert.lengthOf(yield* Stream.runCollect(lists.signals({ limit: 2 })), 5)
      assert.deepStrictEqual(yield* Stream.runCollect(lists.events()), [])
      const paged = modelOf(document).operations.filter(({ paging }) => paging !== null)
      assert.lengthOf(Object.keys(lists), paged.length, "a list in pages has a stream")
    }).pipe(Effect.provide(Layer.provideMerge(worldClient, World.layer)))
  )

  it("covers every endpoint", () => {
    let count = 0
    HttpApi.reflect(Api, { onGroup: () => undefined, onEndpoint: () => void count++ })
    assert.strictEqual(count, operations.length)
  })
})
