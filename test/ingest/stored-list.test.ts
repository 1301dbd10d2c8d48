import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer, Logger, Option } from "effect"
import { TestClock } from "effect/testing"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { Ingest } from "../../ingest/Ingest.ts"
import { filled } from "../../ingest/list/Filling.ts"
import { ListDesk } from "../../ingest/list/ListDesk.ts"
import * as Scheduler from "../../ingest/schedule/Scheduler.ts"
import { Accounts } from "../../src/storage/accounts/Accounts.ts"
import { AuditTrail } from "../../src/storage/accounts/AuditTrail.ts"
import * as Database from "../../src/storage/database/Database.ts"
import { SourceList } from "../../src/storage/sources/SourceList.ts"
import { Sources } from "../../src/storage/sources/Sources.ts"
import * as Storage from "../../src/storage/Storage.ts"
import { localAccount } from "../../src/domain/Account.ts"
import { SlotQueue } from "../../src/queue/SlotQueue.ts"
import { temporaryDirectory } from "../operator/Operators.ts"
import { newMigratedPostgres } from "../support/Databases.ts"
import { FakeWeb } from "../support/FakeWeb.ts"
import { storedIngest } from "../support/IngestWorld.ts"

const rss = `<rss version="2.0"><channel><title>T</title><item><guid>1</guid><title>A story</title>
  <link>https://news.example/1</link></item></channel></rss>`

const web = FakeWeb.layer({ "a.example": () => ({ body: rss }), "b.example": () => ({ body: rss }) })
const stored = Layer.mergeAll(Storage.layerMemory, SlotQueue.layerMemory, web)

const nobody = { account: null, by: "command_line", address: null, user_agent: null } as const
const feed = (host: string, more: object = {}) => ({
  service: "feeds",
  entry: { url: `https://${host}/feed`, ...more },
  tags: []
})
const bytes = (text: string) => new TextEncoder().encode(text)

const names = Effect.map(
  Effect.flatMap(Ingest, ({ sources }) => sources),
  (sources) => sources.map(({ name }) => name as string)
)
const inStore = Effect.map(
  Effect.flatMap(Sources, ({ list }) => list),
  (sources) => sources.map(({ name, state }) => [name as string, state])
)

/** A process with its own ingestion over the shared stores. */
const processOf = (file?: string) => Layer.build(storedIngest(file))
const deskOf = Effect.map(processOf(), (services) => Context.get(services, ListDesk))

describe("the stored list", () => {
  it.effect("is filled from the file once; later on the file is only looked at for changes", () =>
    Effect.gen(function* () {
      const path = join(yield* temporaryDirectory(), "sources.json")
      const warnings: Array<string> = []
      const log = Logger.layer([
        Logger.make(({ logLevel, message }) => {
          if (logLevel === "Warn") warnings.push(String(message))
        })
      ])
      const start = filled(path, true).pipe(Effect.provide([NodeFileSystem.layer, log]))
      const list = yield* SourceList
      assert.strictEqual((yield* Effect.flip(start))._tag, "SourcesFileInvalid")
      const text = JSON.stringify({
        feeds: [{ url: "https://a.example/feed" }],
        gdelt: true,
        hacker_news: false,
        schedule: { gdelt: "2 hours" },
        paused: ["feed:a.example"],
        tags: { gdelt: ["world"] }
      })
      writeFileSync(path, text)
      yield* start
      const first = yield* list.read
      assert.deepStrictEqual(
        first.entries.map(({ name }) => name),
        ["feed:a.example", "gdelt"]
      )
      assert.deepStrictEqual(first.choices, [
        { name: "feed:a.example", paused: true, every: null, tags: [] },
        { name: "gdelt", paused: false, every: "2 hours", tags: ["world"] }
      ])
      yield* start
      assert.deepStrictEqual(warnings, [])
      writeFileSync(path, '{"feeds": [{"url": "https://b.example/feed"}]}')
      yield* start
      assert.match(warnings.join(), /sources\.json has changed .* `sonde sources import`/)
      assert.deepStrictEqual(yield* list.read, first)
      const desk = Context.get(yield* processOf(path), ListDesk)
      assert.strictEqual(yield* desk.changedFile, path)
      assert.deepStrictEqual((yield* desk.importList(null, false, nobody)).added, ["feed:b.example"])
      assert.isNull(yield* desk.changedFile)
      yield* start
      assert.strictEqual(warnings.length, 1)
    }).pipe(Effect.scoped, Effect.provide(stored))
  )

  it.effect("is the same for all processes: each follows what another one does", () =>
    Effect.gen(function* () {
      const one = yield* processOf()
      const desk = yield* deskOf
      yield* Layer.build(Layer.provide(Scheduler.layer(), Layer.succeedContext(one)))
      yield* desk.add(feed("a.example"), nobody)
      yield* desk.add(feed("b.example", { every: "6 hours" }), nobody)
      yield* TestClock.adjust(0)
      assert.deepStrictEqual(yield* inStore, [
        ["feed:a.example", "empty"],
        ["feed:b.example", "empty"]
      ])
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(yield* inStore, [
        ["feed:a.example", "ok"],
        ["feed:b.example", "ok"]
      ])
      const requests = Effect.map(FakeWeb, (web) => web.requests.length)
      yield* desk.change("feed:a.example", { paused: true }, nobody)
      yield* TestClock.adjust(0)
      assert.deepStrictEqual((yield* inStore)[0], ["feed:a.example", "not_configured"])
      yield* TestClock.adjust("3 hours")
      assert.strictEqual(yield* requests, 2)
      yield* desk.change("feed:a.example", { paused: false }, nobody)
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(yield* requests, 3)
      yield* desk.remove("feed:a.example", nobody)
      yield* TestClock.adjust(0)
      assert.deepStrictEqual(yield* inStore, [["feed:b.example", "ok"]])
      assert.deepStrictEqual(yield* Effect.provide(names, one), ["feed:b.example"])
    }).pipe(Effect.scoped, Effect.provide(stored))
  )

  it.live("is followed by other processes on a Postgres server within a second", () =>
    Effect.gen(function* () {
      const url = yield* newMigratedPostgres
      const database = Database.layer({ databaseUrl: Option.some(url), dataDir: "", maxConnections: 2 })
      const process = Layer.build(
        Layer.fresh(
          storedIngest().pipe(Layer.provideMerge(Storage.layer.pipe(Layer.provide(database))), Layer.provide(web))
        )
      )
      const one = yield* process
      const other = yield* process
      const changed = yield* Effect.provide(
        Effect.flatMap(Ingest, ({ nextList }) => nextList),
        one
      )
      yield* Effect.provide(
        Effect.flatMap(ListDesk, ({ add }) => add(feed("a.example"), nobody)),
        other
      )
      yield* Effect.timeout(changed, "5 seconds")
      assert.deepStrictEqual(yield* Effect.provide(names, one), ["feed:a.example"])
    }).pipe(Effect.scoped)
  )

  it.effect("leaves out what cannot be used any more, and reads the rest", () =>
    Effect.gen(function* () {
      const list = yield* SourceList
      yield* list.change(() =>
        Effect.succeed([
          {
            put: [
              { name: "feed:old", service: "feeds", entry: { url: "gopher://old.example" } },
              { name: "geocities", service: "geocities", entry: true },
              { name: "feed:kept-name", service: "feeds", entry: { url: "https://a.example/feed" } }
            ],
            choose: [{ name: "feed:kept-name", paused: false, every: "sometimes", tags: [] }]
          },
          undefined
        ] as const)
      )
      assert.deepStrictEqual(yield* Effect.provide(names, yield* processOf()), ["feed:kept-name"])
    }).pipe(Effect.scoped, Effect.provide(stored))
  )
})

describe("what operators do to the list", () => {
  it.effect("makes sources, changes them, and is in the audit trail", () =>
    Effect.gen(function* () {
      const { id } = yield* Effect.flatMap(Accounts, ({ ensure }) => ensure(localAccount))
      const origin = { account: id, by: "dashboard", address: "192.0.2.1", user_agent: "Test" } as const
      const desk = yield* deskOf
      const made = yield* desk.add(
        { service: "google_trends", entry: { countries: ["US", "GB"] }, tags: ["search"] },
        origin
      )
      assert.deepStrictEqual(
        made.map(({ name, paused, service, tags }) => [name as string, service, paused, tags]),
        [
          ["google-trends:us", "google_trends", false, ["search"]],
          ["google-trends:gb", "google_trends", false, ["search"]]
        ]
      )
      yield* desk.add(feed("a.example", { title: "A" }), origin)
      const changed = yield* desk.change(
        "feed:a.example",
        { paused: true, every: "30 6 * * *", tags: ["rivals"] },
        origin
      )
      assert.deepInclude<object>(changed, {
        name: "feed:a.example",
        title: "A",
        paused: true,
        tags: ["rivals"],
        cron: "30 6 * * *"
      })
      assert.include(changed.missing!, "paused")
      yield* desk.change("feed:a.example", { paused: true }, origin)
      assert.isNull((yield* desk.change("feed:a.example", { paused: false, every: null }, origin)).cron)
      yield* desk.remove("google_trends", origin)
      yield* desk.importList(bytes("https://b.example/feed"), false, origin)
      yield* desk.importList(bytes("https://b.example/feed"), false, origin)
      const next = { feeds: [{ url: "https://a.example/feed" }], gdelt: true, paused: ["gdelt"] }
      yield* desk.importList(bytes(JSON.stringify(next)), true, origin)
      const { events } = yield* Effect.flatMap(AuditTrail, ({ list }) => list(id, { skip: 0, limit: 20 }))
      assert.deepStrictEqual(
        events.toReversed().map(({ action, detail, source }) => [action, source, detail]),
        [
          ["source_added", "google_trends", "search"],
          ["source_added", "feed:a.example", null],
          ["source_paused", "feed:a.example", null],
          ["source_retimed", "feed:a.example", "30 6 * * *"],
          ["source_tagged", "feed:a.example", "rivals"],
          ["source_resumed", "feed:a.example", null],
          ["source_retimed", "feed:a.example", "usual times"],
          ["source_removed", "google_trends", null],
          ["source_added", "feed:b.example", null],
          ["sources_imported", null, "1 added, 0 changed, 0 removed"],
          ["source_added", "gdelt", null],
          ["source_changed", "feed:a.example", null],
          ["source_removed", "feed:b.example", null],
          ["source_tagged", "feed:a.example", "no tags"],
          ["source_paused", "gdelt", null],
          ["sources_imported", null, "1 added, 1 changed, 1 removed"]
        ]
      )
      assert.deepInclude(events[0], { by: "dashboard", address: "192.0.2.1", user_agent: "Test", key: null })
    }).pipe(Effect.scoped, Effect.provide(stored))
  )

  it.effect("is refused with what the rules of the file find, or where it is there already", () =>
    Effect.gen(function* () {
      const desk = yield* deskOf
      const faults = (service: string, entry: unknown) =>
        Effect.map(Effect.flip(desk.add({ service, entry, tags: [] } as never, nobody)), (refused) =>
          refused._tag === "Invalid" ? refused.details!.map(({ location }) => location.join(".")) : refused.code
        )
      assert.deepStrictEqual(yield* faults("feeds", { url: "ftp://a.example", every: "1 minute", nmae: "x" }), [
        "body.entry.nmae",
        "body.entry.url",
        "body.entry.every"
      ])
      assert.deepStrictEqual(yield* faults("feeds", []), ["body.entry"])
      assert.deepStrictEqual(yield* faults("geocities", {}), ["body.service"])
      assert.deepStrictEqual(yield* faults("schedule", { a: "1 hour" }), ["body.service"])
      assert.deepStrictEqual(yield* faults("google_trends", { countries: ["Narnia"] }), ["body.entry.countries.0"])
      assert.deepStrictEqual(yield* faults("feeds", { url: "http://10.0.0.1/zzz" }), ["body.entry.url"])
      assert.deepStrictEqual(yield* faults("gdelt", { base: "http://[::1]:8080" }), ["body.entry.base"])
      yield* desk.add({ ...feed("a.example"), entry: { url: "a.example/feed" } }, nobody)
      assert.strictEqual(yield* faults("feeds", { url: "https://A.example/feed#top" }), "already_exists")
      assert.strictEqual(
        yield* faults("feeds", { url: "https://c.example/", name: "feed:a.example" }),
        "already_exists"
      )
      // Another feed of the host that would have the same name gets one of its own.
      const [other] = yield* desk.add({ ...feed("a.example"), entry: { url: "https://a.example/rss.xml" } }, nobody)
      assert.match(other!.name, /^feed:a\.example\.[0-9a-f]{8}$/)
      yield* desk.add({ service: "google_trends", entry: { countries: ["US", "GB"] }, tags: [] }, nobody)
      assert.strictEqual(yield* faults("google_trends", { countries: ["FR"] }), "already_exists")
      const failed = <A, E extends { readonly code: string }>(effect: Effect.Effect<A, E>) =>
        Effect.map(Effect.flip(effect), ({ code }) => code)
      assert.strictEqual(yield* failed(desk.remove("google-trends:us", nobody)), "source_not_alone")
      assert.strictEqual(yield* failed(desk.remove("feed:nobody", nobody)), "source_not_found")
      assert.strictEqual(yield* failed(desk.change("feed:nobody", { paused: true }, nobody)), "source_not_found")
      assert.strictEqual(
        yield* failed(desk.change("feed:a.example", { every: "1 minute" }, nobody)),
        "validation_error"
      )
      assert.deepStrictEqual(yield* Effect.provide(names, yield* processOf()), [
        "feed:a.example",
        other!.name,
        "google-trends:us",
        "google-trends:gb"
      ])
    }).pipe(Effect.scoped, Effect.provide(stored))
  )
})

describe("an import", () => {
  it.effect("brings a list in, and what is exported comes back as it was", () =>
    Effect.gen(function* () {
      const desk = yield* deskOf
      const list = {
        feeds: [{ url: "https://a.example/feed", title: "A", every: "1 hour" }, { url: "https://b.example/feed" }],
        gdelt: true,
        google_trends: { countries: ["US"] },
        schedule: { gdelt: "2 hours" },
        paused: ["feed:b.example"],
        tags: { "feed:a.example": ["rivals"] }
      }
      const first = yield* desk.importList(bytes(JSON.stringify(list)), false, nobody)
      assert.deepStrictEqual(first.added, ["feed:a.example", "feed:b.example", "gdelt", "google_trends"])
      const json = yield* desk.exportList("json")
      assert.deepStrictEqual(JSON.parse(json), list)
      const again = yield* desk.importList(bytes(json), false, nobody)
      assert.deepStrictEqual(again, { added: [], changed: [], removed: [], known: 4, left_out: [] })
      const next = {
        feeds: [{ url: "https://a.example/feed", title: "New" }, { url: "https://c.example/feed" }],
        gdelt: {}
      }
      const changed = yield* desk.importList(bytes(JSON.stringify(next)), false, nobody)
      assert.deepInclude(changed, { added: ["feed:c.example"], changed: ["feed:a.example"], removed: [], known: 1 })
      assert.deepStrictEqual(JSON.parse(yield* desk.exportList("json")).tags, list.tags)
      const replaced = yield* desk.importList(bytes(JSON.stringify(next)), true, nobody)
      assert.deepInclude(replaced, { added: [], changed: [], removed: ["feed:b.example", "google_trends"], known: 3 })
      assert.deepStrictEqual(JSON.parse(yield* desk.exportList("json")), { ...next, gdelt: true })
    }).pipe(Effect.scoped, Effect.provide(stored))
  )

  it.effect("of OPML adds feeds, in the encoding that the document names", () =>
    Effect.gen(function* () {
      const desk = yield* deskOf
      const opml = `<?xml version="1.0" encoding="ISO-8859-1"?><opml version="2.0"><body>
        <outline text="Börse &amp; Geld" xmlUrl="https://b.example/"/>
        <outline text="again" xmlUrl="https://b.example/"/>
        <outline text="no" xmlUrl="ftp://c.example/feed"/>
        <outline text="inside" xmlUrl="http://192.168.0.1/feed"/>
      </body></opml>`
      const done = yield* desk.importList(new Uint8Array(Buffer.from(opml, "latin1")), false, nobody)
      assert.deepInclude(done, { added: ["feed:b.example"], known: 1 })
      assert.deepStrictEqual(
        done.left_out.map(({ line }) => line),
        [4, 5]
      )
      assert.include(yield* desk.exportList("opml"), 'text="Börse &amp; Geld"')
      const back = yield* desk.importList(bytes(yield* desk.exportList("opml")), true, nobody)
      assert.deepStrictEqual([back.added, back.removed, back.known], [[], [], 1])
    }).pipe(Effect.scoped, Effect.provide(stored))
  )

  it.effect("of a document with faults changes nothing, and says where they are", () =>
    Effect.gen(function* () {
      const desk = yield* deskOf
      const fault = (document: Uint8Array) =>
        Effect.map(Effect.flip(desk.importList(document, true, nobody)), ({ message }) => message)
      yield* desk.add(feed("a.example"), nobody)
      assert.match(
        yield* fault(bytes("<opml><body><outline xmlUrl='https://b.example/?a&b'/></body></opml>")),
        /line 1, column \d+/
      )
      assert.match(yield* fault(bytes('{"feeds": [{"url": "https://b.example/"}, {"url": 7}]}')), /feeds\[1\]\.url/)
      assert.match(yield* fault(bytes("what?")), /line 1/)
      assert.match(yield* fault(bytes("http://127.0.0.1/a")), /not of the public internet/)
      assert.match(yield* fault(new Uint8Array(10_000_001).fill(32)), /larger than 10 MB/)
      assert.deepStrictEqual(yield* Effect.provide(names, yield* processOf()), ["feed:a.example"])
    }).pipe(Effect.scoped, Effect.provide(stored))
  )
})
