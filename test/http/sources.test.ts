import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Stream } from "effect"
import { TestClock } from "effect/testing"
import { twoSources } from "../../harness/TwoSources.ts"
import { type Answer, type Call, World } from "../../harness/World.ts"
import type { IngestActions } from "../../src/ports/IngestControl.ts"
import * as Storage from "../../src/storage/Storage.ts"
import type { FakeHost } from "../support/FakeWeb.ts"
import { listWorld, listWorldOf } from "../support/ListWorld.ts"

const send = (path: string, call?: Call) =>
  Effect.flatMap(World, (world) => world.send(`/api/v1/dashboard${path}`, call))

/** Lets so many seconds pass one by one: what was sent is on its way by the first. */
const pass = (seconds: number) => Effect.repeat(TestClock.adjust("1 second"), { times: seconds - 1 })

describe("the sources", () => {
  it.effect("are told with their health and without their addresses", () =>
    Effect.gen(function* () {
      const world = yield* World
      const { json, text } = yield* send("/sources", { session: yield* world.session("user-1") })
      assert.deepInclude(json.data[0], {
        name: "feed:bad.example",
        title: "Title of feed:bad.example",
        state: "error",
        failures: 2,
        next_check_at: "2030-01-01T00:00:00"
      })
      assert.notInclude(text, "https://bad.example")
    }).pipe(Effect.provide(World.layer))
  )

  it.effect("are run by operators, who hear how it went", () =>
    Effect.gen(function* () {
      const world = yield* World
      const session = yield* world.session()
      const run = (name: string) => send(`/sources/${name}/run`, { method: "POST", session })
      assert.deepStrictEqual((yield* run("feed:good.example")).json.data, {
        name: "feed:good.example",
        outcome: "finished",
        state: "ok",
        new: 3,
        changed: 1,
        message: null
      })
      assert.deepInclude((yield* run("feed:bad.example")).json.data, {
        state: "error",
        new: null,
        message: "the server answered 404"
      })
      assert.strictEqual((yield* run("feed:nobody.example")).json.error.code, "source_not_found")
      assert.strictEqual((yield* run("Not%20a%20name")).json.error.code, "validation_error")
      assert.strictEqual((yield* run("all")).json.error.code, "source_not_found")
    }).pipe(Effect.provide(World.layer))
  )

  it.effect("that take long go on without who asked, and once for all who ask", () => {
    let runs = 0
    const ingest: IngestActions = {
      ...twoSources,
      run: (name) => {
        runs += 1
        return Stream.concat(Stream.drain(Stream.fromEffect(Effect.sleep("8 seconds"))), twoSources.run(name))
      }
    }
    return Effect.gen(function* () {
      const world = yield* World
      const session = yield* world.session()
      const ask = Effect.forkChild(send("/sources/feed:good.example/run", { method: "POST", session }))
      const waiting = [yield* ask, yield* ask]
      yield* pass(5)
      for (const fiber of waiting) {
        assert.deepInclude((yield* Fiber.join(fiber)).json.data, { outcome: "running", state: null })
      }
      const late = yield* ask
      yield* pass(4)
      assert.deepInclude((yield* Fiber.join(late)).json.data, { outcome: "finished", new: 3 })
      assert.strictEqual(runs, 1)
    }).pipe(Effect.provide(World.over(Storage.layerMemory, {}, { ingest })))
  })
})

describe("the list of sources", () => {
  const entry = { url: "https://a.example/feed", title: "A", every: "2 hours" }
  const ask = (method: string, path: string, body?: unknown) =>
    Effect.gen(function* () {
      const session = yield* (yield* World).session()
      return yield* send(`/sources${path}`, { method, session, ...(body !== undefined && { body }) })
    })
  const codeOf = ({ json, status }: Answer) => [status, json?.error?.code]

  it.effect("is changed by operators, and what they did is in the audit trail", () =>
    Effect.gen(function* () {
      const added = yield* ask("POST", "", { entry, tags: ["rivals"] })
      assert.strictEqual(added.status, 201)
      assert.deepInclude(added.json.data[0], {
        name: "feed:a.example",
        title: "A",
        service: "feeds",
        tags: ["rivals"],
        paused: false,
        interval_seconds: 7_200,
        listed: true
      })
      assert.notInclude(added.text, entry.url)
      const patch = (body: object) => ask("PATCH", "/feed:a.example", body)
      assert.deepInclude((yield* patch({ paused: true, every: "30 6 * * 1-5" })).json.data, {
        paused: true,
        cron: "30 6 * * 1-5",
        tags: ["rivals"]
      })
      assert.deepInclude((yield* patch({ every: null, tags: [] })).json.data, { paused: true, cron: null, tags: [] })
      assert.deepInclude((yield* ask("GET", "")).json.data[0], { name: "feed:a.example", paused: true })
      const removed = yield* ask("DELETE", "/feed:a.example")
      assert.deepStrictEqual([removed.status, removed.text], [204, ""])
      assert.deepStrictEqual((yield* ask("GET", "")).json.data, [])
      const trail = yield* send("/audit", { session: yield* (yield* World).session() })
      assert.includeMembers(
        trail.json.data.events.map(({ action, source }: any) => `${action} ${source}`),
        ["source_added feed:a.example", "source_paused feed:a.example", "source_removed feed:a.example"]
      )
    }).pipe(Effect.provide(listWorld))
  )

  it.effect("refuses what the rules of its file refuse, what is there already, and what is not there", () =>
    Effect.gen(function* () {
      const faulty = yield* ask("POST", "", { entry: { url: "ftp://a.example", every: "1 minute" }, tags: ["A B"] })
      assert.deepStrictEqual(codeOf(faulty), [422, "validation_error"])
      assert.deepStrictEqual(faulty.json.error.details[0].location, ["body", "tags", 0])
      const entryFaults = yield* ask("POST", "", { entry: { url: "ftp://a.example", every: "1 minute" } })
      assert.deepStrictEqual(
        entryFaults.json.error.details.map(({ location }: any) => location),
        [
          ["body", "entry", "url"],
          ["body", "entry", "every"]
        ]
      )
      assert.deepStrictEqual(codeOf(yield* ask("POST", "", { service: "geocities", entry: {} })), [
        422,
        "validation_error"
      ])
      yield* ask("POST", "", { entry })
      // A request that is repeated adds nothing, and is told so.
      assert.deepStrictEqual(codeOf(yield* ask("POST", "", { entry })), [409, "already_exists"])
      yield* ask("POST", "", { service: "google_trends", entry: { countries: ["US", "GB"] } })
      assert.deepStrictEqual(codeOf(yield* ask("DELETE", "/google-trends:us")), [409, "source_not_alone"])
      assert.strictEqual((yield* ask("DELETE", "/google_trends")).status, 204)
      for (const method of ["PATCH", "DELETE"]) {
        const answer = yield* ask(method, "/feed:nobody.example", method === "PATCH" ? { paused: true } : undefined)
        assert.deepStrictEqual(codeOf(answer), [404, "source_not_found"])
      }
      const times = yield* ask("PATCH", "/feed:a.example", { every: "now and then" })
      assert.deepStrictEqual(times.json.error.details[0].location, ["body", "every"])
    }).pipe(Effect.provide(listWorld))
  )

  it.effect("comes and goes as JSON and as OPML, all of it or nothing", () =>
    Effect.gen(function* () {
      const list = { feeds: [entry], gdelt: true, paused: ["gdelt"] }
      const imported = yield* ask("POST", "/import", { document: JSON.stringify(list) })
      assert.deepStrictEqual(imported.json.data.added, ["feed:a.example", "gdelt"])
      const exported = yield* ask("GET", "/export")
      assert.deepStrictEqual(JSON.parse(exported.json.data.document), list)
      const opml = (yield* ask("GET", "/export?format=opml")).json.data.document
      assert.include(opml, 'xmlUrl="https://a.example/feed"')
      const again = yield* ask("POST", "/import", { document: opml.replace("a.example", "b.example"), replace: true })
      assert.deepInclude(again.json.data, { added: ["feed:b.example"], removed: ["feed:a.example"] })
      const broken = yield* ask("POST", "/import", { document: '{"feeds": [7], "geocities": true}', replace: true })
      assert.deepStrictEqual(codeOf(broken), [422, "validation_error"])
      assert.deepStrictEqual(broken.json.error.details.length, 2)
      const { json } = yield* ask("GET", "")
      assert.deepStrictEqual(
        json.data.map(({ name }: any) => name),
        ["feed:b.example", "gdelt"]
      )
    }).pipe(Effect.provide(listWorld))
  )
})

describe("the feeds of a site", () => {
  const rss = (title: string, ...items: ReadonlyArray<string>) =>
    `<rss version="2.0"><channel><title>${title}</title>${items
      .map(
        (item, n) =>
          `<item><title>${item}</title><link>https://s.example/${n}</link><pubDate>Tue, ${10 + n} Mar 2026 09:00:00 GMT</pubDate></item>`
      )
      .join("")}</channel></rss>`
  const page = `<!doctype html><html><head><base href="/news/">
    <link rel="stylesheet" href="x.css"><link rel="alternate" hreflang="de" href="/de">
    <link rel="Alternate nofollow" type="application/rss+xml; charset=utf-8" href="rss.xml">
    <link rel="alternate" type="application/rss+xml" href="same.xml">
    <link rel="alternate" type="application/rss+xml" href="torn.xml">
    <link rel="alternate" type="application/atom+xml" href="http://127.0.0.1:9/private">
    <link rel="alternate" type="application/json" href="/wp-json/1"></head><body>x</body></html>`
  const hosts: Record<string, FakeHost> = {
    "s.example": ({ url }) =>
      url.pathname === "/"
        ? { body: page }
        : url.pathname === "/news/torn.xml"
          ? { body: rss("Torn", "One").slice(0, rss("Torn", "One").indexOf("</item>")) }
          : url.pathname === "/news/rss.xml" || url.pathname === "/news/same.xml"
            ? { body: rss("The S", "First", "Second", "3", "4", "5", "6") }
            : { body: "{}" },
    "bare.example": ({ url }) =>
      url.pathname === "/"
        ? { body: "<p>nothing" }
        : /^\/(?:feed|rss)$/.test(url.pathname)
          ? { body: rss("Bare", "One") }
          : { status: 404 }
  }
  const discover = (url: string) =>
    Effect.gen(function* () {
      const session = yield* (yield* World).session()
      return yield* send("/sources/discover", { method: "POST", session, body: { url } })
    })

  it.effect("are those that its page names, with their newest items, and nothing is saved", () =>
    Effect.gen(function* () {
      const { json } = yield* discover("https://s.example/")
      assert.deepStrictEqual(json.data, [
        {
          url: "https://s.example/news/rss.xml",
          title: "The S",
          items: ["6", "5", "4", "3", "Second"].map((title, n) => ({
            title,
            url: `https://s.example/${5 - n}`,
            published_at: `2026-03-${15 - n}T09:00:00`
          })),
          source: null
        }
      ])
      const session = yield* (yield* World).session()
      assert.deepStrictEqual((yield* send("/sources", { session })).json.data, [])
    }).pipe(Effect.provide(listWorldOf(hosts)))
  )

  it.effect("are looked for in usual places where a page names none, or are what stands at the address itself", () =>
    Effect.gen(function* () {
      const urls = (url: string) => Effect.map(discover(url), ({ json }) => json.data.map((feed: any) => feed.url))
      assert.deepStrictEqual(yield* urls("https://bare.example/"), ["https://bare.example/feed"])
      assert.deepStrictEqual(yield* urls("bare.example/rss"), ["https://bare.example/rss"])
      const session = yield* (yield* World).session()
      const body = { entry: { url: "https://bare.example/rss" } }
      yield* send("/sources", { method: "POST", session, body })
      assert.strictEqual((yield* discover("bare.example/rss")).json.data[0].source, "feed:bare.example")
      const nowhere = yield* discover("https://nowhere.example/")
      assert.strictEqual(nowhere.status, 422)
      assert.deepStrictEqual(nowhere.json.error.details[0].location, ["body", "url"])
    }).pipe(Effect.provide(listWorldOf(hosts)))
  )
})
