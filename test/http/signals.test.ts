import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { fakeEmbeddings, refuses } from "../../harness/FakeEmbeddings.ts"
import { hostileSearches } from "../../harness/HostileSearches.ts"
import { loopback } from "../../harness/Loopback.ts"
import { World } from "../../harness/World.ts"
import { toCursor } from "../../src/api/Signals.ts"
import type { NewSignal } from "../../src/domain/Signal.ts"
import { SourceName } from "../../src/domain/Source.ts"
import { listDigest } from "../../src/http/ListDigest.ts"
import { parse } from "../../src/search/Query.ts"
import { Articles } from "../../src/storage/signals/Articles.ts"
import { SearchIndex } from "../../src/storage/search/SearchIndex.ts"
import { Signals } from "../../src/storage/signals/Signals.ts"
import * as Storage from "../../src/storage/Storage.ts"
import { embeddedDatabase } from "../support/Databases.ts"
import { tagged } from "../support/News.ts"

const news = (n: number, title: string): NewSignal => ({
  identity: `https://news.example/${n}`,
  guid: `${n}`,
  title,
  snippet: `"Snippet" ${n} <b>`,
  url: `https://news.example/${n}`,
  source: "News",
  published_at: new Date(Date.UTC(2026, 2, n))
})

const feed = SourceName.make("feed:news.example")

/** Set before anything runs that keeps time. */
const world = World.layer.pipe(Layer.provide(Layer.effectDiscard(TestClock.setTime(Date.UTC(2026, 3, 1)))))

const ask = (query = "") =>
  Effect.gen(function* () {
    const { key, send } = yield* World
    return yield* send(`/api/v1/public/signals${query}`, { key: (yield* key({ scopes: ["signals"] })).key })
  })

const titles = (query?: string) =>
  Effect.map(ask(query), ({ json, text }) => {
    assert.isTrue(json.success, text)
    return json.data.map(({ title }: { readonly title: string }) => title)
  })

describe("GET /signals", () => {
  it.effect("lists the newest first, 20 unless told, each with all its members", () =>
    Effect.gen(function* () {
      const signals = yield* Signals
      yield* signals.upsert(
        feed,
        Array.from({ length: 25 }, (_, n) => news(n + 1, `Story number ${n + 1}`))
      )
      const { json } = yield* ask()
      assert.lengthOf(json.data, 20)
      assert.deepStrictEqual(json.data[0], {
        id: json.data[0].id,
        title: "Story number 25",
        snippet: '"Snippet" 25 <b>',
        url: "https://news.example/25",
        source: "News",
        language: "en",
        published_at: "2026-03-25",
        published_at_estimated: false,
        also_in: [],
        story_id: null,
        story_signals: 1
      })
      assert.deepStrictEqual(yield* titles("?limit=2"), ["Story number 25", "Story number 24"])
      assert.lengthOf(yield* titles("?limit=100"), 25)
    }).pipe(Effect.provide(world))
  )

  it.effect("finds what has every term, or the phrase, and nothing that is excluded", () =>
    Effect.gen(function* () {
      const signals = yield* Signals
      yield* signals.upsert(feed, [
        news(1, "Heat pump sales rise"),
        news(2, "Pump prices: the heat is on"),
        news(3, "Oat milk overtakes almond")
      ])
      assert.sameMembers(yield* titles("?q=heat+pump"), ["Heat pump sales rise", "Pump prices: the heat is on"])
      assert.deepStrictEqual(yield* titles("?q=%22heat+pump%22"), ["Heat pump sales rise"])
      assert.deepStrictEqual(yield* titles("?q=heat+-sales"), ["Pump prices: the heat is on"])
      assert.deepStrictEqual(yield* titles("?q=nothing+of+it"), [])
      // As it is pasted.
      assert.deepStrictEqual(yield* titles("?q=%22heat%0Apump%22%09%0D%0A-oat"), ["Heat pump sales rise"])
    }).pipe(Effect.provide(world))
  )

  it.effect("takes the code of a language in either case", () =>
    Effect.gen(function* () {
      yield* (yield* Signals).upsert(feed, [news(3, "Oat milk overtakes almond")])
      for (const [code, found] of [
        ["EN", 1],
        ["En", 1],
        ["DE", 0]
      ] as const)
        assert.lengthOf(yield* titles(`?q=oat&language=${code}`), found, code)
    }).pipe(Effect.provide(world))
  )

  it.effect("refuses limits out of bounds and searches that are too long, and names both", () =>
    Effect.gen(function* () {
      const control = yield* ask("?q=tin%00")
      assert.deepStrictEqual(
        [control.status, control.json.error.message],
        [422, "q must not contain control characters"]
      )
      const { json, status } = yield* ask(`?limit=101&q=${"x".repeat(501)}`)
      assert.deepStrictEqual([status, json.error.code], [422, "validation_error"])
      assert.sameDeepMembers(
        json.error.details.map(({ location }: { readonly location: unknown }) => location),
        [
          ["query", "limit"],
          ["query", "q"]
        ]
      )
    }).pipe(Effect.provide(world))
  )

  it.effect("answers whatever is searched for, or refuses it, and reads no more words than it must", () =>
    Effect.gen(function* () {
      const signals = yield* Signals
      yield* signals.upsert(feed, [news(1, "Tin prices rise")])
      const { key: newKey, send } = yield* World
      const { key } = yield* newKey()
      const encoded = Object.entries(hostileSearches).map(([name, q]) => [name, encodeURIComponent(q.toWellFormed())])
      const raw = [
        ["percent signs", "%".repeat(10_000)],
        ["encoded percent signs", "%25".repeat(10_000)],
        ["half a character", "%ED%A0%80%F0%9F"],
        ["plus signs", "+".repeat(500)]
      ]
      for (const [name, q] of [...encoded, ...raw]) {
        for (const more of ["", "&highlight=true&facets=source,language,day,tag&tag=any", "&sort=newest"]) {
          const { json, status } = yield* send(`/api/v1/public/signals?q=${q}${more}`, { key })
          assert.include([200, 422], status, `${name} ${more}`)
          assert.strictEqual(json.success, status === 200, `${name} ${more}`)
        }
      }
      for (const [name, q] of Object.entries(hostileSearches)) assert.isAtMost(parse(q).units.length, 32, name)
    }).pipe(Effect.provide(world))
  )

  it.effect("refuses a cursor of another list, and takes it whatever else is asked for", () =>
    Effect.gen(function* () {
      const { key, send } = yield* World
      yield* (yield* Signals).upsert(feed, [news(1, "Car costs climb"), news(2, "Car prices rise")])
      const reader = yield* key({ scopes: ["signals"] })
      const askFor = (list: string) => send(`/api/v1/public/signals?${list}`, { key: reader.key })
      const all = "since=2026-03-01&before=2026-04-01&source=News&source=Others&language=en"
      const lists = [
        ["limit=1", "limit=1&q=%20", "limit=2&facets=day&sort=relevance", "limit=1&sort=newest"],
        ["limit=1&q=car", "limit=2&q=car&sort=relevance", "limit=1&highlight=true&q=%20car"],
        ["limit=1&q=car&sort=newest", "limit=2&q=car&sort=newest&facets=source"],
        ["limit=1&q=cars"],
        ["limit=1&q=car&since=2026-03-01"],
        ["limit=1&q=car&before=2026-04-01"],
        ["limit=1&q=car&language=en"],
        ["limit=1&q=car&source=News"],
        [`limit=1&q=car&${all}`, `limit=1&q=car&source=Others&source=News&${all}`]
      ]
      for (const [n, own] of lists.entries()) {
        const { next_cursor } = (yield* askFor(own[0]!)).json
        for (const list of own) assert.lengthOf((yield* askFor(`${list}&cursor=${next_cursor}`)).json.data, 1, list)
        for (const [list] of lists.toSpliced(n, 1)) {
          const { json, status } = yield* askFor(`${list}&cursor=${next_cursor}`)
          assert.strictEqual(status, 422, `${own[0]} ${list}`)
          const message =
            "belongs to another list: q, sort, since, before, source, language and tag must be those of its page"
          assert.deepStrictEqual(json.error.details, [{ location: ["query", "cursor"], message }])
        }
      }
    }).pipe(Effect.provide(world))
  )
})

describe("GET /signals?tag=", () => {
  /** With one key for all that a test asks. */
  const asking = Effect.gen(function* () {
    const { key: newKey, send } = yield* World
    const { key } = yield* newKey({ scopes: ["signals"] })
    const ask = (query: string) => send(`/api/v1/public/signals${query}`, { key })
    const titles = (query: string) =>
      Effect.map(ask(query), ({ json }) => json.data.map(({ title }: { readonly title: string }) => title))
    return { ask, titles }
  })

  it.effect("has what sources with any of the tags bring, as they are tagged now", () =>
    Effect.gen(function* () {
      const { ask, titles } = yield* asking
      const signals = yield* Signals
      const both = news(3, "Copper for both")
      yield* signals.upsert(feed, [news(1, "Copper here"), both])
      yield* signals.upsert(SourceName.make("feed:other.example"), [news(2, "Copper elsewhere"), both])
      yield* tagged(feed, "rivals", "büro")
      yield* tagged("feed:other.example", "europe")
      for (const q of ["", "&q=copper&sort=newest"]) {
        assert.deepStrictEqual(yield* titles(`?tag=rivals${q}`), ["Copper for both", "Copper here"])
        assert.deepStrictEqual(yield* titles(`?tag=b%C3%BCro${q}`), ["Copper for both", "Copper here"])
        assert.deepStrictEqual(yield* titles(`?tag=europe${q}`), ["Copper for both", "Copper elsewhere"])
        assert.lengthOf(yield* titles(`?tag=europe&tag=rivals${q}`), 3)
        assert.deepStrictEqual(yield* titles(`?tag=nobody${q}`), [])
      }
      const { json } = yield* ask("?q=coppr&tag=europe&limit=1&facets=tag")
      assert.deepInclude(json, {
        did_you_mean: "copper",
        total: 2,
        facets: {
          counted: 2,
          tag: [
            { value: "europe", count: 2 },
            { value: "büro", count: 1 },
            { value: "rivals", count: 1 }
          ]
        }
      })
      assert.lengthOf(yield* titles(`?q=coppr&tag=europe&limit=1&cursor=${json.next_cursor}`), 1)
      yield* tagged(feed)
      assert.deepStrictEqual(yield* titles("?tag=rivals"), [])
      yield* tagged(feed, "europe")
      assert.lengthOf(yield* titles("?tag=europe"), 3)
    }).pipe(Effect.provide(world))
  )

  it.effect("refuses what no tag can be", () =>
    Effect.gen(function* () {
      const { ask } = yield* asking
      for (const tag of ["A", "a b", "", "x".repeat(41)]) {
        const { json, status } = yield* ask(`?tag=fine&tag=${encodeURIComponent(tag)}`)
        assert.deepStrictEqual([status, json.error.details[0].location], [422, ["query", "tag", 1]], tag)
      }
    }).pipe(Effect.provide(world))
  )
})

describe("GET /signals/{id}", () => {
  it.effect("tells what is known of the page behind a signal, and quotes 300 characters of it at most", () =>
    Effect.gen(function* () {
      const signals = yield* Signals
      const articles = yield* Articles
      yield* signals.upsert(feed, [news(1, "One plant opens"), news(2, "Two rivals merge")])
      const [two, one] = yield* signals.list({ limit: 2 })
      yield* articles.want([one!.id])
      const article = (id: number) => Effect.map(ask(`/${id}`), ({ json }) => json.data.article)
      assert.isNull(yield* article(two!.id))
      assert.deepInclude(yield* article(one!.id), { state: "queued", quotations: [], fetched_at: null })
      const text = "The plant opened on Tuesday. ".repeat(40)
      yield* articles.settle(one!.url, one!.url, {
        state: "read",
        reason: null,
        text,
        sha256: "ab".repeat(32),
        author: "Ana Reyes",
        language: "en-GB",
        published_at: new Date("2026-03-01T08:00:00Z")
      })
      const { json, text: whole } = yield* ask(`/${one!.id}`)
      const [quotation] = json.data.article.quotations
      assert.isAbove(quotation.length, 250)
      assert.isAtMost(quotation.length, 300)
      assert.isTrue(text.startsWith(quotation.slice(0, -1)))
      assert.notInclude(whole, text.slice(0, 320))
      assert.deepStrictEqual(json.data, {
        ...one,
        article: {
          state: "read",
          reason: null,
          quotations: [quotation],
          author: "Ana Reyes",
          language: "en-GB",
          published_at: "2026-03-01T08:00:00",
          fetched_at: "2026-04-01T00:00:00",
          sha256: "ab".repeat(32)
        }
      })
    }).pipe(Effect.provide(world))
  )
})

describe("GET /signals/{id}/related", () => {
  it.effect("lists those that share its words, as many as asked for, and not the signal itself", () =>
    Effect.gen(function* () {
      const signals = yield* Signals
      const { key, send } = yield* World
      const { key: value } = yield* key({ scopes: ["signals"] })
      yield* signals.upsert(feed, [
        news(1, "Heat pump maker Voltmarsh doubles its output"),
        news(2, "Voltmarsh heat pumps reach Norway"),
        news(3, "Voltmarsh opens a second heat pump plant"),
        news(4, "Lisbon airport gets a second runway")
      ])
      const listed = (yield* ask()).json.data
      const one = listed.at(-1)
      const related = (query: string, id: number = one.id) =>
        send(`/api/v1/public/signals/${id}/related${query}`, { key: value })
      const { json } = yield* related("")
      assert.sameDeepMembers(json.data, [listed[1], listed[2]])
      assert.deepStrictEqual((yield* related("?limit=1")).json.data, [json.data[0]])
      const missing = yield* related("", 999_999)
      assert.deepStrictEqual([missing.status, missing.json.error.code], [404, "signal_not_found"])
      const { key: other } = yield* key({ scopes: ["seo"] })
      assert.strictEqual((yield* send(`/api/v1/public/signals/${one.id}/related`, { key: other })).status, 403)
    }).pipe(Effect.provide(world))
  )
})

describe("GET /signals with a model of meaning", () => {
  it.effect("says whether meaning took part, and has nobody keep an answer that had to do without", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.UTC(2026, 3, 1))
      const server = yield* fakeEmbeddings()
      const environment = {
        EMBEDDINGS_MODEL: "fake",
        EMBEDDINGS_BASE_URL: server.baseUrl,
        OPENAI_API_KEY: "sk-of-another-server"
      }
      yield* Effect.gen(function* () {
        const signals = yield* Signals
        const index = yield* SearchIndex
        const { send } = yield* World
        const searchOf = Effect.map(send("/api/v1/public/status"), ({ json }) => json.data.components.search)
        yield* signals.upsert(feed, [news(1, "Automobile costs climb"), news(2, "Car prices rise")])
        assert.deepStrictEqual((yield* searchOf).meaning, { model: "fake", pending: 2, available: true })
        yield* index.fill
        const found = yield* ask("?q=car&limit=1&facets=language&highlight=true")
        assert.deepInclude(found.json, { meaning: "used", total: 2 })
        assert.strictEqual(found.json.facets.counted, 2)
        assert.isNotNull(found.headers.get("etag"))
        const { json } = yield* ask(`?q=car&limit=1&highlight=true&cursor=${found.json.next_cursor}`)
        assert.deepStrictEqual([json.data[0].title, json.data[0].highlights], ["Automobile costs climb", []])
        assert.notProperty((yield* ask("")).json, "meaning")
        assert.notProperty((yield* ask("?q=car&sort=newest")).json, "meaning")

        server.mode = refuses(500)
        const without = yield* ask("?q=cars")
        assert.deepStrictEqual([without.status, without.json.meaning, without.json.total], [200, "unavailable", 1])
        assert.deepStrictEqual([without.headers.get("cache-control"), without.headers.get("etag")], ["no-store", null])
        assert.deepStrictEqual((yield* searchOf).meaning, { model: "fake", pending: 0, available: false })
        // The key of one server is not for another.
        assert.isTrue(server.requests.every(({ authorization }) => authorization === undefined))
      }).pipe(Effect.provide(World.over(Storage.layerMemory, environment)))
    })
  )

  it.effect("is the same answer within a minute, cursor and all", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.UTC(2026, 3, 1))
      yield* Effect.gen(function* () {
        const signals = yield* Signals
        yield* signals.upsert(feed, [news(1, "Car costs climb"), news(2, "Car prices rise")])
        const first = yield* ask("?q=car&limit=1")
        yield* TestClock.adjust("20 seconds")
        const again = yield* ask("?q=car&limit=1")
        assert.isNotNull(first.json.next_cursor)
        assert.strictEqual(again.json.next_cursor, first.json.next_cursor)
        assert.strictEqual(again.headers.get("etag"), first.headers.get("etag"))
        yield* signals.upsert(feed, [news(1, "Car costs fall by half")])
        const changed = (yield* ask("?q=half")).json
        assert.strictEqual(changed.total, 1)
      }).pipe(Effect.provide(World.over(Storage.layerMemory, {})))
    })
  )

  it.effect("takes a cursor for what it is, whatever it names", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.UTC(2026, 3, 1))
      const server = yield* fakeEmbeddings()
      yield* Effect.gen(function* () {
        const signals = yield* Signals
        yield* signals.upsert(feed, [news(1, "Automobile costs climb"), news(2, "Car prices rise")])
        const position = { asOf: Date.UTC(2026, 3, 1), newest: 2, offset: 0 }
        const list = listDigest({ q: "car" })
        const cursorOf = (near: ReadonlyArray<number>) => toCursor({ list, position: { ...position, near } })
        const { json } = yield* ask(`?q=car&cursor=${cursorOf([7, 2, 2, 2_000_000_000])}`)
        assert.deepStrictEqual(
          json.data.map(({ title }: { readonly title: string }) => title),
          ["Car prices rise", "Automobile costs climb"]
        )
        // As many as the longest cursor of ours names are taken, and no more.
        const longest = Array.from({ length: 32 }, (_, n) => Number.MAX_SAFE_INTEGER - n)
        assert.strictEqual((yield* ask(`?q=car&cursor=${cursorOf(longest)}`)).status, 200)
        for (const cursor of [cursorOf([...longest, 1]), cursorOf([2 ** 53]), cursorOf([]).slice(0, -2)])
          assert.strictEqual((yield* ask(`?q=car&cursor=${cursor}`)).status, 422, cursor)
      }).pipe(
        Effect.provide(
          World.over(Storage.layerMemory, { EMBEDDINGS_MODEL: "fake", EMBEDDINGS_BASE_URL: server.baseUrl })
        )
      )
    })
  )
})

describe("GET /signals with a search cluster", () => {
  it.effect("says that the database has answered in its place, and has nobody keep such an answer", () =>
    Effect.gen(function* () {
      const { origin } = yield* loopback((_, response) => response.writeHead(503).end("{}"))
      yield* Effect.gen(function* () {
        const signals = yield* Signals
        const { send } = yield* World
        yield* signals.upsert(feed, [news(1, "Car prices rise")])
        const found = yield* ask("?q=car&facets=language")
        assert.deepInclude(found.json, { search_cluster: "unavailable", total: 1 })
        assert.deepStrictEqual([found.headers.get("cache-control"), found.headers.get("etag")], ["no-store", null])
        assert.notProperty((yield* ask("")).json, "search_cluster")
        const status = (yield* send("/api/v1/public/status")).json
        assert.deepStrictEqual(status.data.components.search.cluster, {
          available: false,
          behind: 0,
          behind_seconds: 0,
          building: null
        })
      }).pipe(
        Effect.provide(World.over(Layer.provideMerge(Storage.layerEmbedded, embeddedDatabase), { SEARCH_URL: origin }))
      )
    })
  )
})

describe("GET /stories/{id}", () => {
  it.effect("has the signals of one story, in the order in which they were published", () =>
    Effect.gen(function* () {
      const signals = yield* Signals
      const { key, send } = yield* World
      const { key: value } = yield* key({ scopes: ["signals"] })
      yield* signals.upsert(feed, [
        { ...news(2, "Augsburg plant to close as Fujitsu leaves Germany"), source: "Wire" },
        news(1, "Fujitsu closes its plant in Augsburg"),
        news(3, "Lisbon airport gets a second runway")
      ])
      const before = yield* ask()
      assert.isNull(before.json.data[0].story_id)
      yield* signals.tellStories(100)
      // The answer from before is not given again.
      const { json } = yield* ask()
      const [runway, second, first] = json.data
      assert.strictEqual(runway.story_signals, 1)
      assert.notStrictEqual(runway.story_id, first.story_id)
      assert.strictEqual(second.story_id, first.story_id)
      const story = yield* send(`/api/v1/public/stories/${first.story_id}`, { key: value })
      assert.deepStrictEqual(story.json.data, {
        id: first.story_id,
        title: first.title,
        first: { source: "News", url: first.url, published_at: "2026-03-01" },
        last_published_at: "2026-03-02",
        publishers: 2,
        languages: ["en"],
        signals_total: 2,
        signals: [first, second]
      })
      const one = yield* send(`/api/v1/public/signals/${first.id}`, { key: value })
      assert.strictEqual(one.json.data.story_id, first.story_id)
      const foreign = yield* send(`/api/v1/public/stories/${first.story_id}`, {
        key: (yield* key({ scopes: ["seo"] })).key
      })
      assert.strictEqual(foreign.status, 403)
    }).pipe(Effect.provide(world))
  )
})
