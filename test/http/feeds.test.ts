import { assert, describe, it } from "@effect/vitest"
import { extractFromJson, extractFromXml, type FeedData } from "@extractus/feed-extractor"
import { Effect, Layer, Logger, References } from "effect"
import { TestClock } from "effect/testing"
import { parseAtomFeed, parseJsonFeed, parseRssFeed } from "feedsmith"
import { parseFeed } from "htmlparser2"
import { World } from "../../harness/World.ts"
import { readDocument } from "../../ingest/feed/Document.ts"
import { WatchId } from "../../src/domain/Watch.ts"
import { WatchEvents } from "../../src/storage/watches/WatchEvents.ts"
import { start } from "../support/Contract.ts"

const base = "/api/v1/public"

const logged: Array<string> = []
const collect = Logger.make(({ message }) => void logged.push(String(message)))

const world = <A, E>(name: string, self: Effect.Effect<A, E, World | WatchEvents>) =>
  it.effect(name, () =>
    Effect.andThen(
      TestClock.setTime(start.getTime()),
      self.pipe(
        Effect.provide(World.layer.pipe(Layer.provideMerge(Logger.layer([collect])))),
        Effect.provideService(References.MinimumLogLevel, "All")
      ) as Effect.Effect<A, E>
    )
  )

const title = `Tea & <b>"milk"</b> ]]> — 茶 😀`
const text = "Half of it & more: 5 > 3"

/** A watch with two events and a feed. */
const make = Effect.gen(function* () {
  const { account, key, send } = yield* World
  const { key: value } = yield* key()
  const call = (method: string, path: string, body?: unknown) =>
    send(base + path, { method, key: value, ...(body !== undefined && { body }) })
  const body = { name: `Tea & "Co"`, subject: { kind: "search", q: "tea" } }
  const id = WatchId.make((yield* call("POST", "/watches", body)).json.data.id)
  const owner = yield* account()
  const events = yield* WatchEvents
  const record = Effect.fnUntraced(function* (key: string, title: string, url: string | null) {
    const why = { terms: [], highlights: [], change: null }
    const content = { kind: "search" as const, title, text, source: "Post & Co", story_id: null, why }
    const link = { kind: "report" as const, id: 7, url }
    yield* events.record([
      { account: owner, watch: id, key, cooldownMillis: 0, send_at: start, content: { ...content, link } }
    ])
  })
  yield* record("one", "First", null)
  yield* TestClock.adjust("1 hour")
  yield* record("two", title, "https://example.com/?a=1&b=2")
  const makeFeed = Effect.map(call("POST", `/watches/${id}/feed`), (made) => {
    assert.strictEqual(made.status, 201, made.text)
    const { atom, json, rss } = made.json.data as Record<string, string>
    return { atom: pathOf(atom!), json: pathOf(json!), rss: pathOf(rss!) }
  })
  return { call, feed: yield* makeFeed, id, makeFeed, record, send }
})

const itemOf = (title: string | undefined, link: string | undefined, at: string | Date | undefined) => ({
  title,
  link,
  at: at === undefined ? at : new Date(at).toISOString()
})

const byFeedExtractor = ({ entries, title }: FeedData) => ({
  name: title,
  items: entries?.map(({ link, published, title }) => itemOf(title, link, published))
})

const byHtmlparser2 = (body: string) => {
  const { items, title } = parseFeed(body)!
  return { name: title, items: items.map(({ link, pubDate, title }) => itemOf(title, link, pubDate)) }
}

/** What others' readers make of a feed. Our own reads XML with rss-parser. */
const others: Record<string, Record<string, (body: string) => unknown>> = {
  rss: {
    feedsmith: (body) => {
      const { items, title } = parseRssFeed(body)
      return { name: title, items: items?.map(({ link, pubDate, title }) => itemOf(title, link, pubDate)) }
    },
    "feed-extractor": (body) => byFeedExtractor(extractFromXml(body)),
    htmlparser2: byHtmlparser2
  },
  atom: {
    feedsmith: (body) => {
      const { entries, title } = parseAtomFeed(body)
      const items = entries?.map(({ links, published, title }) => itemOf(title?.value, links?.[0]?.href, published))
      return { name: title?.value, items }
    },
    "feed-extractor": (body) => byFeedExtractor(extractFromXml(body)),
    htmlparser2: byHtmlparser2
  },
  json: {
    feedsmith: (body) => {
      const { items, title } = parseJsonFeed(body)
      return { name: title, items: items?.map(({ date_published, title, url }) => itemOf(title, url, date_published)) }
    },
    "feed-extractor": (body) => byFeedExtractor(extractFromJson(body))
  }
}

const pathOf = (url: string) => new URL(url).pathname

describe("the feed of a watch", () => {
  world(
    "says the same as RSS, Atom and JSON Feed, to our own reader and to others",
    Effect.gen(function* () {
      const { feed, send } = yield* make
      for (const [format, path] of Object.entries(feed)) {
        const { bytes, headers, status, text: body } = yield* send(path)
        assert.strictEqual(status, 200, body)
        const contentType = headers.get("content-type")!
        assert.match(contentType, new RegExp(`^application/(?:${format}\\+xml; charset=utf-8|feed\\+json)$`))
        assert.strictEqual(headers.get("x-robots-tag"), "noindex")
        const read = yield* Effect.promise(() => readDocument({ bytes, contentType, url: `http://sonde.test${path}` }))
        assert.deepStrictEqual([read.format, read.title], [format, `Tea & "Co"`])
        // JSON Feed says that a title is text: in XML our reader takes what looks like HTML for that.
        const known = format === "json" ? title : `Tea & "milk" ]]> — 茶 😀`
        assert.deepStrictEqual(
          read.items.map(({ author, link, publishedAt, summary, title }) => ({
            author,
            link,
            title,
            summary,
            at: publishedAt!.toISOString()
          })),
          [
            { title: known, link: "https://example.com/?a=1&b=2", at: "2026-03-10T13:00:00.000Z" },
            { title: "First", link: "http://sonde.test/dashboard/reports/7", at: "2026-03-10T12:00:00.000Z" }
          ].map((item) => ({ ...item, author: "Post & Co", summary: text }))
        )
        if (format === "json") assert.strictEqual(JSON.parse(body).version, "https://jsonfeed.org/version/1.1")
        for (const [reader, readBy] of Object.entries(others[format]!))
          assert.deepStrictEqual<unknown>(
            readBy(body),
            {
              name: `Tea & "Co"`,
              items: [
                { title, link: "https://example.com/?a=1&b=2", at: "2026-03-10T13:00:00.000Z" },
                { title: "First", link: "http://sonde.test/dashboard/reports/7", at: "2026-03-10T12:00:00.000Z" }
              ]
            },
            `${format} by ${reader}`
          )
        if (format !== "json") assert.notInclude(body, "<b>")
      }
    })
  )

  world(
    "is 304 until there is a new event",
    Effect.gen(function* () {
      const { feed, record, send } = yield* make
      for (const path of Object.values(feed)) {
        const { headers } = yield* send(path)
        assert.strictEqual(headers.get("cache-control"), "private, no-cache")
        const again = { headers: { "if-none-match": headers.get("etag")! } }
        yield* TestClock.adjust("1 hour")
        const known = yield* send(path, again)
        assert.deepStrictEqual([known.status, known.text], [304, ""])
        yield* record(path, "Third", null)
        assert.include((yield* send(path, again)).text, "Third")
      }
    })
  )

  world(
    "has an address that is replaced, ended, and nobody else's to make; nothing logs it",
    Effect.gen(function* () {
      const { call, feed, id, makeFeed, send } = yield* make
      const status = (path: string) => Effect.map(send(path), ({ status }) => status)
      const other = yield* (yield* World).key({ account: "other" })
      for (const method of ["POST", "DELETE"])
        assert.strictEqual((yield* send(`${base}/watches/${id}/feed`, { method, key: other.key })).status, 404)
      assert.strictEqual(yield* status(feed.rss), 200)
      const next = yield* makeFeed
      assert.deepStrictEqual([yield* status(feed.rss), yield* status(next.rss)], [404, 200])
      assert.strictEqual((yield* call("DELETE", `/watches/${id}/feed`)).status, 204)
      assert.deepStrictEqual([yield* status(next.rss), yield* status(next.json)], [404, 404])
      const last = yield* makeFeed
      yield* call("DELETE", `/watches/${id}`)
      assert.strictEqual(yield* status(last.atom), 404)
      const strange = ["/feeds/x", "/feeds/.rss", `/feeds/${"x".repeat(9_000)}.rss`, last.rss.replace(".rss", ".txt")]
      for (const path of strange) assert.strictEqual(yield* status(path), 404, path)
      const secrets = [feed, next, last].map(({ rss }) => rss.slice("/feeds/".length, -".rss".length))
      assert.include(logged.join("\n"), "GET /feeds/:file: 404")
      for (const secret of secrets) assert.notInclude(logged.join("\n"), secret)
    })
  )

  world(
    "is refused to a network that asks too often, whether it knows a secret or guesses",
    Effect.gen(function* () {
      const { feed, send } = yield* make
      for (let n = 0; n < 300; n++) assert.strictEqual((yield* send(`/feeds/${n}.rss`)).status, 404)
      for (const path of ["/feeds/x.rss", feed.rss]) {
        const { headers, status } = yield* send(path)
        assert.strictEqual(status, 429)
        assert.isAbove(Number(headers.get("retry-after")), 0)
      }
      yield* TestClock.adjust("1 minute")
      assert.strictEqual((yield* send(feed.rss)).status, 200)
    })
  )
})
