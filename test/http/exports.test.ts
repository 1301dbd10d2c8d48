import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Layer, Stream } from "effect"
import { HttpApi } from "effect/http-api"
import { TestClock } from "effect/testing"
import { parse } from "csv-parse/sync"
import { World } from "../../harness/World.ts"
import { KeyRing } from "../../src/access/KeyRing.ts"
import { Api } from "../../src/api/Api.ts"
import { listOf } from "../../src/api/Lists.ts"
import { ApiKeyId } from "../../src/domain/ApiKey.ts"
import type { NewSignal } from "../../src/domain/Signal.ts"
import { SourceName } from "../../src/domain/Source.ts"
import { WatchId } from "../../src/domain/Watch.ts"
import { mostPerAccount } from "../../src/http/middleware/Exports.ts"
import { Reports } from "../../src/storage/reports/Reports.ts"
import { Signals } from "../../src/storage/signals/Signals.ts"
import * as Storage from "../../src/storage/Storage.ts"
import { WatchEvents } from "../../src/storage/watches/WatchEvents.ts"
import { unguarded } from "../../src/text/Csv.ts"

const api = "/api/v1/public"
const feed = SourceName.make("feed:news.example")

const news = (n: number, title = `Story number ${n}`): NewSignal => ({
  identity: `https://news.example/${n}`,
  guid: `${n}`,
  title,
  snippet: `"Snippet" ${n}, with a comma`,
  url: `https://news.example/${n}`,
  source: "News",
  published_at: new Date(Date.UTC(2026, 2, 1))
})

/** Set before anything runs that keeps time. */
const inApril = Layer.provide(Layer.effectDiscard(TestClock.setTime(Date.UTC(2026, 3, 1))))
const world = World.layer.pipe(inApril)
const limited = World.over(Storage.layerMemory, { RATE_LIMIT_PER_MINUTE: "100" }).pipe(inApril)

const stored = (count: number) =>
  Effect.flatMap(Signals, (signals) =>
    signals.upsert(
      feed,
      Array.from({ length: count }, (_, n) => news(n + 1))
    )
  )

const asking = Effect.gen(function* () {
  const { key, send } = yield* World
  const { key: secret } = yield* key()
  return (path: string, accept: string, headers: Record<string, string> = {}) =>
    send(`${api}${path}`, { key: secret, headers: { accept, ...headers } })
})

const rowsOf = (text: string) => parse(text, { columns: true, bom: true }) as Array<Record<string, string>>

describe("lists in other forms", () => {
  it("are all the lists of the contract", () => {
    const lists: Array<string> = []
    HttpApi.reflect(Api, {
      onGroup: () => undefined,
      onEndpoint: ({ endpoint }) => {
        const list = listOf(endpoint)
        if (list !== null) lists.push(`${endpoint.path}${list.by === null ? "" : ` by ${list.by}`}`)
      }
    })
    assert.deepStrictEqual(
      lists.toSorted(),
      [
        "/api/v1/dashboard/audit by skip",
        "/api/v1/dashboard/keys",
        "/api/v1/dashboard/sources",
        "/api/v1/dashboard/views",
        "/api/v1/public/competitors",
        "/api/v1/public/competitors/:competitor_id/signals",
        "/api/v1/public/endpoints",
        "/api/v1/public/endpoints/:endpoint_id/deliveries by skip",
        "/api/v1/public/events by before",
        "/api/v1/public/market-data/search",
        "/api/v1/public/market-data/sectors",
        "/api/v1/public/reports by skip",
        "/api/v1/public/seo/keywords",
        "/api/v1/public/seo/trending",
        "/api/v1/public/seo/trending/history",
        "/api/v1/public/signals",
        "/api/v1/public/signals/:signal_id/related",
        "/api/v1/public/social-trends/:platform",
        "/api/v1/public/watches"
      ]
        .map((path) => (path === "/api/v1/public/signals" ? `${path} by cursor` : path))
        .toSorted()
    )
  })

  it.effect("have what the list has as JSON", () =>
    Effect.gen(function* () {
      yield* stored(3)
      const ask = yield* asking
      const { headers, json } = yield* ask("/signals", "application/json")
      assert.include(headers.get("vary"), "Accept,")
      const lines = yield* ask("/signals", "application/x-ndjson")
      assert.strictEqual(lines.headers.get("content-type"), "application/x-ndjson")
      assert.deepStrictEqual(
        lines.text
          .trimEnd()
          .split("\n")
          .map((line) => JSON.parse(line)),
        json.data
      )
      const csv = yield* ask("/signals", "text/csv")
      assert.strictEqual(csv.headers.get("content-type"), "text/csv; charset=utf-8; header=present")
      assert.include(csv.headers.get("vary"), "Accept,")
      assert.isTrue(csv.text.startsWith("id,title,snippet,url,source,published_at,"), csv.text)
      assert.deepStrictEqual(
        rowsOf(csv.text).map(({ also_in, id, snippet, title }) => ({ also_in, id, snippet, title })),
        json.data.map(({ id, snippet, title }: Record<string, unknown>) => ({
          also_in: "[]",
          id: String(id),
          snippet,
          title
        }))
      )
    }).pipe(Effect.provide(world))
  )

  it.effect("have validators of their own", () =>
    Effect.gen(function* () {
      yield* stored(1)
      const ask = yield* asking
      const tags = new Map<string, string>()
      for (const accept of ["application/json", "text/csv", "application/x-ndjson", "text/csv; bom=true"]) {
        const tag = (yield* ask("/signals", accept)).headers.get("etag")!
        assert.isFalse([...tags.values()].includes(tag), accept)
        tags.set(accept, tag)
        const again = yield* ask("/signals", accept, { "if-none-match": tag })
        assert.deepStrictEqual([again.status, again.text], [304, ""])
      }
      const other = yield* ask("/signals", "text/csv", { "if-none-match": tags.get("application/json")! })
      assert.strictEqual(other.status, 200)
    }).pipe(Effect.provide(world))
  )

  it.effect("begin with a byte order mark where that is asked for", () =>
    Effect.gen(function* () {
      yield* stored(1)
      const ask = yield* asking
      const bom = [0xef, 0xbb, 0xbf]
      const start = ({ bytes }: { readonly bytes: Uint8Array }) => [...bytes.subarray(0, 3)]
      const plain = { "accept-encoding": "identity" }
      assert.deepStrictEqual(start(yield* ask("/signals", "text/csv; bom=true", plain)), bom)
      assert.deepStrictEqual(start(yield* ask("/signals?all=true", "text/csv; charset=utf-8; bom=true", plain)), bom)
      assert.notDeepEqual(start(yield* ask("/signals", "text/csv", plain)), bom)
    }).pipe(Effect.provide(world))
  )

  it.effect("leave nothing to a spreadsheet that it would run", () =>
    Effect.gen(function* () {
      const titles = ["=1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", "＝1+1", "'=1", "-5", "it's = fine", `'quoted'`]
      yield* Effect.flatMap(Signals, (signals) =>
        signals.upsert(
          feed,
          titles.map((title, n) => news(n + 1, title))
        )
      )
      const ask = yield* asking
      const { json } = yield* ask("/signals", "application/json")
      const cells = rowsOf((yield* ask("/signals", "text/csv")).text).map(({ title }) => title!)
      for (const cell of cells) assert.isTrue(/^[^=+\-@＝]/.test(cell), cell)
      assert.deepStrictEqual(
        cells.map(unguarded),
        json.data.map(({ title }: { readonly title: string }) => title)
      )
      assert.include(cells, "'-5")
      assert.include(cells, "''=1")
    }).pipe(Effect.provide(world))
  )

  it.effect("refuse as JSON", () =>
    Effect.gen(function* () {
      const { key, send } = yield* World
      const ask = yield* asking
      for (const accept of ["text/csv", "application/x-ndjson"]) {
        const fault = yield* ask("/signals?all=true&cursor=none", accept)
        assert.deepStrictEqual(
          [fault.status, fault.headers.get("content-type"), fault.json.error.details.map((one: any) => one.location)],
          [422, "application/json", [["query", "cursor"]]]
        )
        const { key: other } = yield* key({ scopes: ["seo"] })
        const foreign = yield* send(`${api}/signals?all=true`, { key: other, headers: { accept } })
        assert.deepStrictEqual([foreign.status, foreign.json.error.code], [403, "insufficient_scope"])
      }
      const pages = yield* ask("/signals?all=true", "application/json")
      assert.deepStrictEqual([pages.status, pages.json.error.details[0].location], [422, ["query", "all"]])
    }).pipe(Effect.provide(world))
  )

  it.effect("have objects that are always there as columns of their own", () =>
    Effect.gen(function* () {
      const { key, send } = yield* World
      const { key: secret } = yield* key()
      const made = yield* send(`${api}/watches`, {
        method: "POST",
        key: secret,
        body: { name: "=Plants", subject: { kind: "search", q: "plant" }, conditions: { min_publishers: 2 } }
      })
      assert.strictEqual(made.status, 201, made.text)
      const [row] = rowsOf((yield* send(`${api}/watches`, { key: secret, headers: { accept: "text/csv" } })).text)
      assert.deepStrictEqual(
        [row!["name"], row!["conditions.min_publishers"], JSON.parse(row!["subject"]!)],
        ["'=Plants", "2", { kind: "search", q: "plant" }]
      )
    }).pipe(Effect.provide(world))
  )
})

describe("all=true", () => {
  it.effect("has every page in one answer, counted once", () =>
    Effect.gen(function* () {
      yield* stored(250)
      const ask = yield* asking
      const left = ({ headers }: { readonly headers: Headers }) =>
        Number(/;r=(\d+);/.exec(headers.get("ratelimit")!)![1])
      const before = left(yield* ask("/signals", "application/json"))
      const lines = yield* ask("/signals?all=true", "application/x-ndjson")
      assert.strictEqual(left(lines), before - 1)
      const ids = lines.text
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line).id)
      assert.strictEqual(new Set(ids).size, 250)
      assert.isNull(lines.headers.get("etag"))
      assert.deepStrictEqual(
        rowsOf((yield* ask("/signals?all=true", "text/csv")).text).map(({ id }) => Number(id)),
        ids
      )
      const found = yield* ask("/signals?all=true&q=story&sort=newest", "text/csv")
      assert.lengthOf(rowsOf(found.text), 250)
    }).pipe(Effect.provide(limited))
  )

  it.effect("goes on in lists that are read by skip, and by the ids of events", () =>
    Effect.gen(function* () {
      const reports = yield* Reports
      const { account } = yield* World
      const local = yield* account()
      for (let n = 0; n < 101; n++) {
        yield* reports.create(local, { niche: "n", report_type: "trend_report", context: null, title: `Report ${n}` })
      }
      const ask = yield* asking
      const titles = rowsOf((yield* ask("/reports?all=true&skip=1", "text/csv")).text).map(({ title }) => title)
      assert.deepStrictEqual(
        titles,
        Array.from({ length: 100 }, (_, n) => `Report ${99 - n}`)
      )
      const { key, send } = yield* World
      const made = yield* send(`${api}/watches`, {
        method: "POST",
        key: (yield* key()).key,
        body: { name: "tea", subject: { kind: "search", q: "tea" } }
      })
      const watch = WatchId.make(made.json.data.id)
      const events = yield* WatchEvents
      yield* events.record(
        Array.from({ length: 101 }, (_, n) => ({
          account: local,
          watch,
          key: `${n}`,
          cooldownMillis: 0,
          send_at: new Date(0),
          content: {
            kind: "search",
            title: `Event ${n}`,
            text: null,
            source: null,
            story_id: null,
            why: { terms: [], highlights: [], change: null },
            link: { kind: "watch", id: watch, url: null }
          }
        }))
      )
      const idsOf = (path: string) =>
        Effect.map(ask(path, "application/x-ndjson"), ({ text }) =>
          text
            .trimEnd()
            .split("\n")
            .map((line): number => JSON.parse(line).id)
        )
      const newestFirst = yield* idsOf("/events?all=true")
      assert.lengthOf(newestFirst, 101)
      assert.deepStrictEqual(newestFirst.toReversed(), yield* idsOf("/events?all=true&after=0"))
    }).pipe(Effect.provide(world))
  )

  it.effect("breaks off when its key is withdrawn, and does not look whole", () =>
    Effect.gen(function* () {
      yield* stored(250)
      const { account, key, open } = yield* World
      const keys = yield* KeyRing
      const { id, key: secret } = yield* key()
      const local = yield* account()
      const { body } = yield* open(`${api}/signals?all=true`, { key: secret, headers: { accept: "text/csv" } })
      const read: Array<string> = []
      const exit = yield* Effect.exit(
        Stream.runForEach(body, (part) => {
          read.push(part)
          return read.length === 2 ? Effect.orDie(keys.deactivate(local, ApiKeyId.make(id))) : Effect.void
        })
      )
      assert.isTrue(Exit.isFailure(exit))
      assert.lengthOf(rowsOf(read.join("")), 100)
    }).pipe(Effect.scoped, Effect.provide(world))
  )

  it.effect(`runs ${mostPerAccount} times at once for an account`, () =>
    Effect.gen(function* () {
      yield* stored(1)
      const { key, open, send } = yield* World
      const { key: secret } = yield* key()
      const { key: foreign } = yield* key({ account: "other" })
      const all = (key: string) => send(`${api}/signals?all=true`, { key, headers: { accept: "text/csv" } })
      yield* Effect.gen(function* () {
        for (let n = 0; n < mostPerAccount; n++) {
          yield* open(`${api}/signals?all=true`, { key: secret, headers: { accept: "text/csv" } })
        }
        const { headers, json, status } = yield* all(secret)
        assert.deepStrictEqual([status, json.error.code, headers.get("retry-after")], [429, "rate_limited", "5"])
        assert.strictEqual((yield* all(foreign)).status, 200)
      }).pipe(Effect.scoped)
      assert.strictEqual((yield* all(secret)).status, 200)
    }).pipe(Effect.provide(world))
  )
})
