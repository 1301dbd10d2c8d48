import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { type Answer, type Call, World } from "../../harness/World.ts"
import type { NewSignal } from "../../src/domain/Signal.ts"
import { SourceName } from "../../src/domain/Source.ts"
import { ApiKeys } from "../../src/storage/accounts/ApiKeys.ts"
import { Companies } from "../../src/storage/companies/Companies.ts"
import { Sources } from "../../src/storage/sources/Sources.ts"
import { WatchEvents } from "../../src/storage/watches/WatchEvents.ts"
import { ActiveWatches } from "../../src/watches/ActiveWatches.ts"
import { recordExpiringKeys } from "../../src/watches/ExpiringKeys.ts"
import { TrendingKeywords } from "../../src/storage/keywords/TrendingKeywords.ts"
import { Signals } from "../../src/storage/signals/Signals.ts"
import { start } from "../support/Contract.ts"
import { news, store } from "../support/News.ts"

const base = "/api/v1/public"

/** Calls with a key of the account. */
const as = Effect.fnUntraced(function* (account: string) {
  const { key, send } = yield* World
  const { key: value } = yield* key({ account })
  const call = (method: string, path: string, more: Call = {}) =>
    send(`${base}${path}`, { method, key: value, ...more })
  return {
    get: (path: string) => call("GET", path),
    post: (path: string, body: unknown) => call("POST", path, { body }),
    patch: (id: number, body: unknown) => call("PATCH", `/watches/${id}`, { body }),
    remove: (id: number) => call("DELETE", `/watches/${id}`)
  }
})

const search = (q: string) => ({ name: q, subject: { kind: "search", q } })

const tell = Effect.gen(function* () {
  const signals = yield* Signals
  while ((yield* signals.tellStories(100)).length > 0);
})

type Used = World | Signals | TrendingKeywords | Sources | Companies | ApiKeys | WatchEvents | ActiveWatches

const world = <A, E>(name: string, self: Effect.Effect<A, E, Used>) =>
  // Set before anything waits, or all the years until then would pass.
  it.effect(name, () =>
    Effect.andThen(TestClock.setTime(start.getTime()), Effect.provide(self, World.layer) as Effect.Effect<A, E>)
  )

describe("watches", () => {
  world(
    "are made, read, changed, paused and deleted",
    Effect.gen(function* () {
      const { get, patch, post, remove } = yield* as("one")
      const made = yield* post("/watches", search("tea"))
      assert.strictEqual(made.status, 201, made.text)
      const { id } = made.json.data
      assert.deepStrictEqual(made.json.data, {
        id,
        ...search("tea"),
        conditions: { min_publishers: 1, cooldown_minutes: 0, quiet_hours: null },
        endpoints: [],
        status: "active",
        has_feed: false,
        created_at: "2026-03-10T12:00:00",
        last_event_at: null,
        events_last_7_days: 0
      })
      assert.deepStrictEqual((yield* get("/watches")).json.data, [made.json.data])
      const conditions = { cooldown_minutes: 5, quiet_hours: { from: "22:00", to: "06:00", zone: "Europe/Vienna" } }
      const changed = yield* patch(id, { status: "paused", conditions })
      const whole = { min_publishers: 1, ...conditions }
      assert.deepStrictEqual(changed.json.data, { ...made.json.data, status: "paused", conditions: whole })
      assert.deepStrictEqual((yield* get(`/watches/${id}`)).json.data, changed.json.data)
      assert.strictEqual((yield* remove(id)).status, 204)
      assert.strictEqual((yield* get(`/watches/${id}`)).status, 404)
    })
  )

  world(
    "are refused with what is wrong with them",
    Effect.gen(function* () {
      const { patch, post } = yield* as("two")
      const wrong: ReadonlyArray<readonly [unknown, ReadonlyArray<string>]> = [
        [{}, ["name", "subject"]],
        [{ name: "x", subject: { kind: "telepathy" } }, ["subject"]],
        [{ name: "x", subject: { kind: "search", q: "" } }, ["subject.q"]],
        [search("-tea"), ["subject.q"]],
        [{ name: "x", subject: { kind: "search", q: "tea", tags: [] } }, ["subject.tags"]],
        [{ name: "x", subject: { kind: "search", q: "tea", tags: ["fine", "Not fine"] } }, ["subject.tags.1"]],
        [{ name: "x", subject: { kind: "search", q: "the", language: "en" } }, ["subject.q"]],
        [search("the of"), ["subject.q"]],
        [search("der die -das"), ["subject.q"]],
        [{ name: "x", subject: { kind: "social", about: "the" } }, ["subject.about"]],
        [{ name: "x", subject: { kind: "trending", about: '-"green tea"' } }, ["subject.about"]],
        [{ name: "x", subject: { kind: "source", source: "feed:nowhere" } }, ["subject.source"]],
        [{ name: "x", subject: { kind: "competitor", competitor_id: 7 } }, ["subject.competitor_id"]],
        [{ name: "x", subject: { kind: "keyword", keyword_id: 7, top: 10 } }, ["subject.keyword_id"]],
        [{ name: "x", subject: { kind: "company", company_id: 7 } }, ["subject.company_id"]],
        [{ name: "x", subject: { kind: "report", niche: "tea", schedule: "* * * * *" } }, ["subject.schedule"]],
        [{ ...search("tea"), conditions: { min_publishers: 0 } }, ["conditions.min_publishers"]],
        [
          { ...search("tea"), conditions: { quiet_hours: { from: "25:00", to: "07:00", zone: "Nowhere" } } },
          ["conditions.quiet_hours.from", "conditions.quiet_hours.zone"]
        ]
      ]
      for (const [body, places] of wrong) {
        const answer = yield* post("/watches", body)
        assert.strictEqual(answer.status, 422, answer.text)
        const found = answer.json.error.details.map(({ location }: any) => location.slice(1).join("."))
        assert.deepStrictEqual(found, places, answer.text)
      }
      const ofEveryText = yield* post("/watches/preview", { subject: search("the of").subject })
      assert.match(ofEveryText.json.error?.message ?? "", /^subject\.q must have words to look for/)
      for (const q of ["war", "the war", "öl", "der Wolf"])
        assert.strictEqual((yield* post("/watches/preview", { subject: search(q).subject })).status, 200, q)
      const [endpoint, id] = ["/endpoints", (yield* post("/watches", search("coffee"))).json.data.id]
      const misspelt: ReadonlyArray<readonly [Answer, string, string]> = [
        [
          yield* post("/watches", { ...search("tea"), conditions: { cooldown: 60 } }),
          "conditions.cooldown",
          "min_publishers, cooldown_minutes, quiet_hours"
        ],
        [yield* post("/watches", { ...search("tea"), quiet_hours: null }), "quiet_hours", "name, subject, conditions"],
        [
          yield* patch(id, { subject: { ...search("tea").subject, lang: "en" } }),
          "subject.lang",
          "kind, q, share, sources, language, tags"
        ],
        [
          yield* post("/watches/preview", {
            subject: search("tea").subject,
            conditions: { quiet_hours: { from: "22:00", to: "06:00", zone: "UTC", timezone: "UTC" } }
          }),
          "conditions.quiet_hours.timezone",
          "from, to, zone"
        ],
        [
          yield* post(endpoint, { name: "x", target: { kind: "json", url: "https://hooks.example", digest: null } }),
          "target.digest",
          "kind, url"
        ]
      ]
      for (const [answer, place, names] of misspelt) {
        assert.strictEqual(answer.status, 422, answer.text)
        const [fault, ...others] = answer.json.error.details
        assert.deepStrictEqual([fault.location.slice(1).join("."), others.length], [place, 0], answer.text)
        assert.include(fault.message, `is not known here; known fields: ${names}`)
      }
      const kinds = "search, competitor, keyword, trending, social, company, report, source, key"
      const message = (answer: Answer) => answer.json.error.details[0].message
      for (const subject of [{ kind: "telepathy" }, {}, "tea"])
        assert.strictEqual(
          message(yield* post("/watches", { name: "x", subject })),
          `must be an object whose kind is one of ${kinds}`
        )
      assert.match(
        message(yield* post("/endpoints", { name: "x", target: { kind: "pigeon" } })),
        /^must be an object whose kind is one of webhook, json, slack, /
      )
    })
  )

  world(
    "tell what happened: the newest first, or what came after an event",
    Effect.gen(function* () {
      const { get, post } = yield* as("three")
      const other = yield* as("four")
      const tea = (yield* post("/watches", search("tea"))).json.data.id
      yield* post("/watches", search("coffee"))
      assert.deepStrictEqual((yield* get("/events")).json, { success: true, data: [], last_id: 0 })
      const titles = ["Tea is dear in Assam", "Coffee is cheap in Brazil", "A tea house burns in Kyoto"]
      for (const title of titles) {
        yield* store(news(title))
        yield* tell
      }
      const listed = (yield* get("/events")).json
      assert.deepStrictEqual(
        listed.data.map(({ title }: any) => title),
        titles.toReversed()
      )
      assert.strictEqual(listed.last_id, 3)
      const first = (yield* get("/events?after=0&limit=1")).json
      assert.deepStrictEqual([first.data[0].title, first.last_id], [titles[0], 1])
      const rest = (yield* get("/events?after=1")).json
      assert.deepStrictEqual([rest.data.length, rest.last_id], [2, 3])
      assert.deepStrictEqual((yield* get("/events?after=3")).json, { success: true, data: [], last_id: 3 })
      const before = (yield* get("/events?before=3&limit=1")).json.data
      assert.deepStrictEqual(
        before.map(({ id, title }: any) => [id, title]),
        [[2, titles[1]]]
      )
      assert.strictEqual((yield* get("/events?before=3&after=1")).status, 422)
      assert.strictEqual((yield* get(`/events?watch=${tea}`)).json.data.length, 2)
      assert.deepStrictEqual((yield* other.get("/events")).json.data, [])
      for (const events of ["/events", "/events/stream"]) {
        const foreign = yield* other.get(`${events}?watch=${tea}`)
        assert.deepStrictEqual([foreign.status, foreign.json.error.code], [404, "watch_not_found"])
      }
      const { id } = listed.data[0].link
      assert.strictEqual((yield* get(`/signals/${id}`)).json.data.title, titles[2])
    })
  )

  world(
    "have their events marked as read by those who may read them",
    Effect.gen(function* () {
      const [{ get, post }, other] = [yield* as("six"), yield* as("seven")]
      yield* post("/watches", search("tea"))
      for (const title of ["Tea is dear in Assam", "A tea house burns in Kyoto", "Tea ships are late in Goa"]) {
        yield* store(news(title))
        yield* tell
      }
      const read = Effect.map(get("/events"), ({ json }) => json.data.map(({ read }: any) => read))
      const listed = (yield* get("/watches")).json.data[0]
      assert.deepInclude(listed, { last_event_at: "2026-03-10T12:00:00", events_last_7_days: 3 })
      assert.strictEqual((yield* other.post("/events/read", { up_to: 3 })).status, 204)
      assert.deepStrictEqual(yield* read, [false, false, false])
      assert.strictEqual((yield* post("/events/read", { ids: [2] })).status, 204)
      assert.deepStrictEqual(yield* read, [false, true, false])
      for (const body of [{}, { ids: [1], up_to: 1 }, { ids: ["1"] }, { up_to: 0 }])
        assert.strictEqual((yield* post("/events/read", body)).status, 422)
      yield* post("/events/read", { up_to: 2 })
      assert.deepStrictEqual(yield* read, [false, true, true])
    })
  )

  world(
    "show beforehand what they then tell, and when it is sent",
    Effect.gen(function* () {
      const { get, post } = yield* as("eight")
      const signals = yield* Signals
      const sources = yield* Sources
      const companies = yield* Companies
      const feed = SourceName.make("feed:one.example")
      yield* sources.register([{ name: feed, kind: "signals", platform: null, configured: true }])
      const acme = { name: "Acme", tickers: [], industry: null, revenue: 1, market_cap: null, source_url: null }
      yield* companies.upsert([{ ...acme, key: "cik:7", revenue_period_end: null }])
      const [found] = yield* companies.search({ q: "Acme", limit: 1 })
      const night = { from: "20:00", to: "06:00", zone: "Europe/Vienna" }
      const asked = [
        [{ kind: "search", q: "tea" }, {}],
        [
          { kind: "search", q: "tea" },
          { cooldown_minutes: 150, quiet_hours: night }
        ],
        [
          { kind: "search", q: "tea" },
          { min_publishers: 2, quiet_hours: night }
        ],
        [{ kind: "company", company_id: found!.id }, { cooldown_minutes: 60 }],
        [{ kind: "company", company_id: found!.id, changes: ["news"] }, {}],
        [{ kind: "source", failures: 2 }, { quiet_hours: night }],
        [{ kind: "source", failures: 1 }, { cooldown_minutes: 240 }],
        [{ kind: "key", days: 5 }, { quiet_hours: night }]
      ].map(([subject, conditions]) => ({ subject, conditions }))
      const ids: Array<number> = []
      for (const [n, body] of asked.entries()) {
        const made = yield* post("/watches", { name: `${n}`, ...body })
        assert.strictEqual(made.status, 201, made.text)
        ids.push(made.json.data.id)
      }
      const run = Effect.fnUntraced(function* (state: "ok" | "error") {
        const begun = yield* sources.begin(feed, null)
        const outcome = { idle: null, counts: true, validators: null, move: null, gone: false, next_check_at: null }
        const result = state === "ok" ? { fetched: 1, new: 0, changed: 0, skipped: {} } : null
        const error = state === "ok" ? null : "it answered 500"
        yield* sources.finish(feed, begun!.run, { ...outcome, state, result, error })
      })
      const snippet = "Auctions in Mombasa paid four dollars a kilo for leaves of the first flush."
      const hours: ReadonlyArray<ReadonlyArray<NewSignal>> = [
        [news("Tea is dear in Assam"), news("Tea of an archive", { published_at: new Date("2026-03-01T00:00:00Z") })],
        [news("Mombasa tea auction pays four dollars", { snippet }), news("Acme sells tea")],
        [news("ACME CORP: Form 8-K", { identity: "f1", guid: "f1", url: "https://sec.example/1", filers: ["cik:7"] })],
        [news("Tea ships are late in Goa"), news("Coffee is cheap")],
        [
          news("Four dollars paid at Mombasa tea auction", { snippet, source: "Post", url: "https://post.example/1" }),
          news("ACME CORP: Form 8-K/A", { identity: "f2", guid: "f2", url: "https://sec.example/2", filers: ["cik:7"] })
        ],
        [news("Acme Corp: Form 8-K by another", { identity: "f3", guid: "f3", filers: ["cik:8"] })],
        [],
        [news("A tea house burns in Kyoto")],
        [news("A tea house burns down in Kyoto")],
        [news("Tea is cheap in Ceylon")]
      ]
      const expires_at = new Date(start.getTime() + 5.25 * 86_400_000)
      const { key } = yield* World
      yield* key({ account: "eight", expires_at })
      for (const [hour, items] of hours.entries()) {
        yield* TestClock.setTime(start.getTime() + hour * 3_600_000)
        yield* signals.upsert(feed, items)
        yield* run(hour % 4 === 0 ? "ok" : "error")
        yield* tell
        yield* recordExpiringKeys
      }
      yield* TestClock.setTime(start.getTime() + 86_400_000)
      const told = ({ at, link, send_at, title, why }: any) => ({ at, link, send_at, title, why })
      for (const [n, body] of asked.entries()) {
        const shown = (yield* post("/watches/preview", body)).json.data
        const { data } = (yield* get(`/events?watch=${ids[n]}`)).json
        assert.deepStrictEqual(shown.events.map(told), data.map(told), JSON.stringify(body))
        assert.deepStrictEqual(
          [shown.total, shown.sent],
          [data.length, data.filter(({ send_at }: any) => send_at !== null).length]
        )
        assert.isNotEmpty(data, JSON.stringify(body))
      }
      const reports = { kind: "report", niche: "Tea", schedule: "30 7 * * *" }
      const planned = (yield* post("/watches/preview", { subject: reports, conditions: { quiet_hours: night } })).json
        .data
      assert.deepInclude(planned.events[0], { at: "2026-03-11T07:30:00", send_at: "2026-03-11T07:30:00" })
      assert.deepStrictEqual([planned.total, planned.sent], [30, 30])
    })
  )

  world(
    "show what they would have told before they are saved",
    Effect.gen(function* () {
      const { get, post } = yield* as("five")
      const snippet = "Voltaro pays 200 million euros for the Helion factory in Leipzig."
      const carried = (source: string, title: string) => {
        const url = `https://${source.toLowerCase()}.example/solar`
        return news(title, { source, url, identity: url, guid: url, snippet })
      }
      yield* store(carried("Wire", "Solar maker Voltaro buys the factory of Helion in Leipzig"))
      yield* store(
        carried("Post", "Helion sells Leipzig factory to solar maker Voltaro"),
        news("Solar parks in Spain"),
        news("Solar power of old", { published_at: new Date("2026-01-01T00:00:00Z") }),
        news("Solar power of an archive", { published_at: new Date("2026-03-02T00:00:00Z") }),
        news("Wind parks in Spain")
      )
      yield* tell
      const preview = (subject: object, conditions = {}) => post("/watches/preview", { subject, conditions })
      const found = (yield* preview({ kind: "search", q: "solar" })).json.data
      assert.strictEqual(found.total, 2)
      assert.deepStrictEqual(found.events.map(({ day, title }: any) => [day, title]).toSorted(), [
        ["2026-03-10", "Solar maker Voltaro buys the factory of Helion in Leipzig"],
        ["2026-03-10", "Solar parks in Spain"]
      ])
      assert.deepStrictEqual(found.events[0].why.terms, ["solar"])
      const large = (yield* preview({ kind: "search", q: "solar" }, { min_publishers: 2 })).json.data
      assert.deepStrictEqual(
        large.events.map(({ title }: any) => title),
        ["Solar maker Voltaro buys the factory of Helion in Leipzig"]
      )
      // As events are: in the language that the title tells.
      yield* (yield* TrendingKeywords).upsert([
        { keyword: "was kosten die neuen Wärmepumpen für das Haus", country: "DE", volume: 900 }
      ])
      const trend = (yield* preview({ kind: "trending", about: "Wärmepumpe" })).json.data
      assert.strictEqual(trend.total, 1)
      const revenue = (yield* preview({ kind: "company", company_id: 1, changes: ["revenue"] })).json
      assert.strictEqual(revenue.error.code, "validation_error")
      assert.deepStrictEqual((yield* get("/watches")).json.data, [])
    })
  )
})
