import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { type ArticleOutcome, openingWords } from "../../src/domain/Article.ts"
import type { NewSignal, SignalId } from "../../src/domain/Signal.ts"
import { SourceName } from "../../src/domain/Source.ts"
import { Articles } from "../../src/storage/signals/Articles.ts"
import { Changes } from "../../src/storage/database/Changes.ts"
import { Signals } from "../../src/storage/signals/Signals.ts"
import { contract } from "../support/Contract.ts"
import { assertMatches } from "../support/Matches.ts"

const feed = SourceName.make("feed:news.example")
const rests = [900, 7_200]

const news = (title: string, more: Partial<NewSignal> = {}): NewSignal => {
  const url = `https://news.example/${encodeURIComponent(title)}`
  return { identity: url, guid: title, title, snippet: "", url, source: "News", published_at: null, ...more }
}

/** Stores the items, and gives their ids in that order. */
const store = Effect.fnUntraced(function* (...items: ReadonlyArray<NewSignal>) {
  const signals = yield* Signals
  yield* signals.upsert(feed, items)
  const stored = yield* signals.list({ limit: 100 })
  return items.map(({ title }) => stored.find((signal) => signal.title === title)!.id)
})

const ended = (more: Partial<ArticleOutcome> = {}): ArticleOutcome => ({
  state: "read",
  reason: null,
  text: "The plant opened on Tuesday.",
  sha256: "ab".repeat(32),
  author: "Ana Reyes",
  language: "en-GB",
  published_at: null,
  ...more
})

const begun = Effect.flatMap(Articles, (articles) =>
  Effect.map(articles.begin(rests), (page) => (page === null ? null : ([page.url, page.attempts] as const)))
)

it("quotations are the opening words, 300 characters at most", () => {
  assert.strictEqual(openingWords(" Two\nlines "), "Two lines")
  const long = openingWords("word ".repeat(200))
  assert.isTrue(long.endsWith("word…"))
  assert.isAtMost(long.length, 300)
  assert.strictEqual([...openingWords("😀".repeat(301))].length, 300)
})

contract("Articles", Layer.provideMerge(Layer.merge(Signals.layer, Articles.layer), Changes.layerAlone), (it) => {
  it.effect("are taken and looked at for some signals alone, where that is asked for", () =>
    Effect.gen(function* () {
      const articles = yield* Articles
      const shared = { url: "https://news.example/live" }
      const [one, two, three, unwanted] = yield* store(
        news("One plant opens"),
        news("Two rivals merge", { ...shared, identity: "live#1" }),
        news("Three banks fail", { ...shared, identity: "live#2" }),
        news("Four mines close")
      )
      yield* articles.want([one!, two!])
      const due = { state: "queued", reason: null, due: true }
      assert.deepStrictEqual<unknown>(yield* articles.states([two!, three!, unwanted!]), [{ url: shared.url, ...due }])
      assert.isNull(yield* articles.begin(rests, [unwanted!]))
      assert.isNull(yield* articles.begin(rests, []))
      assertMatches(yield* articles.begin(rests, [three!, unwanted!]), { url: shared.url, attempts: 1 })
      assert.isNull(yield* articles.begin(rests, [two!, three!]))
      yield* TestClock.adjust("899 seconds")
      assert.isNull(yield* articles.begin(rests, [two!]))
      const url = news("One plant opens").url
      const states = articles.states([one!, two!, three!])
      assert.deepStrictEqual<unknown>(yield* states, [
        { url, ...due },
        { url: shared.url, ...due, due: false }
      ])
      yield* articles.settle(shared.url, shared.url, ended({ state: "paywall", reason: "one has to pay", text: null }))
      yield* articles.begin(rests, [one!])
      yield* articles.postpone(url, { reason: "it did not answer", until: new Date(0), asked: false })
      assert.deepStrictEqual<unknown>(yield* states, [
        { url, state: "queued", reason: "it did not answer", due: true },
        { url: shared.url, state: "paywall", reason: "one has to pay", due: false }
      ])
      // What was in the way of an earlier try says nothing of this one.
      yield* articles.begin(rests, [one!])
      assert.deepStrictEqual<unknown>((yield* states)[0], { url, state: "queued", reason: null, due: false })
    })
  )

  it.effect("are pages of signals, each queued once, however many signals lead to it", () =>
    Effect.gen(function* () {
      const articles = yield* Articles
      const shared = { url: "https://news.example/live" }
      const [one, two, three] = yield* store(
        news("One plant opens"),
        news("Two rivals merge", { ...shared, identity: "live#1" }),
        news("Three banks fail", { ...shared, identity: "live#2" })
      )
      assert.strictEqual(yield* articles.want([one!, two!, three!, 999_999 as SignalId]), 2)
      assert.strictEqual(yield* articles.want([one!, three!]), 0)
      assert.strictEqual(yield* articles.wantNewest(10), 0)
      assert.strictEqual((yield* articles.ofSignal(two!))?.state, "queued")
      assert.deepStrictEqual(yield* articles.ofSignal(two!), yield* articles.ofSignal(three!))
      const [four, five] = yield* store(news("Four towns flood"), news("Five mines close"))
      assert.isNull(yield* articles.ofSignal(four!))
      assert.strictEqual(yield* articles.wantNewest(1), 1)
      assert.strictEqual(yield* articles.wantNewest(10), 1)
      assert.strictEqual((yield* articles.ofSignal(five!))?.state, "queued")
    })
  )

  it.effect("are handed out once within their rest, which grows, whatever becomes of who took them", () =>
    Effect.gen(function* () {
      const articles = yield* Articles
      const [id] = yield* store(news("One plant opens"))
      yield* articles.want([id!])
      const page = yield* articles.begin(rests)
      assert.deepInclude(page, { url: "https://news.example/One%20plant%20opens", signal: id!, source_name: feed })
      assert.isNull(yield* begun)
      yield* TestClock.adjust("899 seconds")
      assert.isNull(yield* begun)
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(yield* begun, [page!.url, 2])
      yield* TestClock.adjust("7199 seconds")
      assert.isNull(yield* begun)
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(yield* begun, [page!.url, 3])
      yield* TestClock.adjust("7200 seconds")
      assert.deepStrictEqual(yield* begun, [page!.url, 4])
    })
  )

  it.effect("that were not to be had come again after their rest, and no sooner than their host wants", () =>
    Effect.gen(function* () {
      const articles = yield* Articles
      const [id] = yield* store(news("One plant opens"))
      yield* articles.want([id!])
      const { queued_at, url } = (yield* articles.begin(rests))!
      const at = (seconds: number) => new Date(queued_at.getTime() + 1_000 * seconds)
      yield* articles.postpone(url, { reason: "the server answered 500", until: at(60), asked: true })
      assert.deepInclude(yield* articles.ofSignal(id!), { state: "queued", reason: "the server answered 500" })
      yield* TestClock.adjust("60 seconds")
      assert.isNull(yield* begun)
      yield* TestClock.adjust("840 seconds")
      assert.deepStrictEqual(yield* begun, [url, 2])
      yield* articles.postpone(url, { reason: "429", until: at(20_000), asked: true })
      yield* TestClock.adjust("19099 seconds")
      assert.isNull(yield* begun)
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(yield* begun, [url, 3])
      yield* articles.postpone(url, { reason: "its host rests", until: at(20_060), asked: false })
      yield* TestClock.adjust("60 seconds")
      assert.deepStrictEqual(yield* begun, [url, 3], "what was not asked for has made no attempt")
    })
  )

  it.effect("that are settled stay as they are, and are told of without their text", () =>
    Effect.gen(function* () {
      const articles = yield* Articles
      const [id] = yield* store(news("One plant opens"))
      yield* articles.want([id!])
      const { url } = (yield* articles.begin(rests))!
      yield* articles.settle(url, url, ended({ published_at: new Date("2026-03-01T08:00:00Z") }))
      const told = yield* articles.ofSignal(id!)
      assert.deepStrictEqual(told, {
        state: "read",
        reason: null,
        quotations: ["The plant opened on Tuesday."],
        author: "Ana Reyes",
        language: "en-GB",
        published_at: "2026-03-01T08:00:00" as never,
        fetched_at: "2026-03-10T12:00:00" as never,
        sha256: "ab".repeat(32)
      })
      yield* articles.postpone(url, { reason: "late", until: new Date(0), asked: false })
      yield* articles.settle(url, url, ended({ text: "A reader comes late.", published_at: null }))
      yield* articles.want([id!])
      yield* TestClock.adjust("30 days")
      assert.isNull(yield* begun)
      assert.deepStrictEqual(yield* articles.ofSignal(id!), told)
    })
  )

  it.effect("give reports the beginnings of their texts, if they were read by then", () =>
    Effect.gen(function* () {
      const articles = yield* Articles
      const items = ["One plant opens", "Two rivals merge", "Three banks fail", "Four towns flood"].map((title) =>
        news(title)
      )
      const ids = yield* store(...items)
      yield* articles.want(ids.slice(0, 3))
      const settle = (n: number, more: Partial<ArticleOutcome>) =>
        articles.settle(items[n]!.url, items[n]!.url, ended(more))
      yield* settle(0, { text: `“The plant”\n${"opened. ".repeat(2_000)}` })
      yield* settle(1, { state: "paywall", text: null })
      const now = new Date("2026-03-10T12:00:00Z")
      const found = yield* articles.textsOf(ids, now)
      assert.deepStrictEqual([...found.keys()], [ids[0]!])
      assert.isTrue(found.get(ids[0]!)!.startsWith("“The plant”\nopened. opened."))
      assert.strictEqual(found.get(ids[0]!)!.length, 12_000)
      assert.strictEqual((yield* articles.textsOf(ids, new Date(now.getTime() - 1))).size, 0)
      assert.strictEqual((yield* articles.textsOf([], now)).size, 0)
    })
  )

  it.effect("correct the date of their signal where that was estimated, and where theirs can be right", () =>
    Effect.gen(function* () {
      const articles = yield* Articles
      const signals = yield* Signals
      const items = [
        news("One plant opens"),
        news("Two rivals merge", { published_at: new Date("2026-03-05T08:00:00Z") }),
        news("Three banks fail"),
        news("Four towns flood", { identity: "https://news.example/live#4" })
      ]
      const [estimated, dated, future, part] = yield* store(...items)
      yield* articles.want([estimated!, dated!, future!, part!])
      const read = (n: number, published_at: string) =>
        articles.settle(items[n]!.url, items[n]!.url, ended({ published_at: new Date(published_at) }))
      yield* read(0, "2017-05-01T08:00:00Z")
      yield* read(1, "2017-05-01T08:00:00Z")
      yield* read(2, "2027-05-01T08:00:00Z")
      yield* read(3, "2017-05-01T08:00:00Z")
      const date = (id: SignalId) =>
        Effect.map(signals.get(id), (signal) => [signal.published_at as string, signal.published_at_estimated])
      assert.deepStrictEqual(yield* date(estimated!), ["2017-05-01", false])
      assert.deepStrictEqual(yield* date(dated!), ["2026-03-05", false])
      assert.deepStrictEqual(yield* date(future!), ["2026-03-10", true])
      assert.deepStrictEqual(yield* date(part!), ["2026-03-10", true], "its page holds other signals too")
      // A source that still gives no date takes nothing back, and search goes by the new date.
      yield* signals.upsert(feed, items)
      assert.deepStrictEqual(yield* date(estimated!), ["2017-05-01", false])
      const old = yield* signals.list({ q: "plant", before: new Date("2018-01-01"), limit: 5 })
      assert.deepStrictEqual(
        old.map(({ id }) => id),
        [estimated!]
      )
    })
  )

  it.effect("correct the date of when their signal was seen or submitted, which its source cannot take back", () =>
    Effect.gen(function* () {
      const articles = yield* Articles
      const signals = yield* Signals
      const published_at = new Date("2026-03-09T08:00:00Z")
      const items = [
        news("One plant opens", { published_at, dated: "seen" }),
        news("Two rivals merge", { published_at, dated: "submitted" }),
        news("Three banks fail", { published_at, dated: "submitted" }),
        news("Four towns flood", { published_at, dated: "seen" }),
        news("Five mines close", { published_at })
      ]
      const ids = yield* store(...items)
      const dates = Effect.forEach(ids, (id) =>
        Effect.map(signals.get(id), (signal) => [signal.published_at as string, signal.published_at_estimated])
      )
      const kept = ["2026-03-09", false]
      assert.deepStrictEqual(yield* dates, [["2026-03-09", true], kept, kept, ["2026-03-09", true], kept])
      yield* articles.want(ids)
      const own = ["2023-05-04", "2023-05-04", "2026-03-07", "2026-03-11", "2023-05-04"]
      for (const [n, date] of own.entries()) {
        const { identity, url } = items[n]!
        const undated = n === 4 ? [] : [feed]
        yield* articles.settle(url, identity, ended({ published_at: new Date(`${date}T06:00:00Z`) }), undated)
      }
      const corrected = ["2023-05-04", false]
      const now = [corrected, corrected, kept, ["2026-03-09", true], kept]
      assert.deepStrictEqual(yield* dates, now)
      yield* signals.upsert(feed, items)
      assert.deepStrictEqual(yield* dates, now)
      assert.deepStrictEqual(
        (yield* signals.list({ since: new Date("2026-01-01"), limit: 10 })).map(({ id }) => id).toSorted(),
        ids.slice(2).toSorted()
      )
    })
  )

  it.effect(
    "let search find their signals by the words with which they begin, behind those that have them in the title",
    () =>
      Effect.gen(function* () {
        const articles = yield* Articles
        const signals = yield* Signals
        const items = [news("One plant opens"), news("Two rivals merge"), news("Electrolysers get cheaper")]
        const ids = yield* store(...items)
        yield* articles.want(ids)
        const text = `Northvale builds electrolysers in Ostrava. ${"And so on it goes. ".repeat(100)}Saxophones are not for sale.`
        yield* articles.settle(items[0]!.url, items[0]!.url, ended({ text }))
        yield* articles.settle(items[1]!.url, items[1]!.url, ended({ state: "paywall", text: null }))
        const found = (q: string) => Effect.map(signals.list({ q, limit: 5 }), (all) => all.map(({ id }) => id))
        assert.deepStrictEqual(yield* found("electrolyser"), [ids[2], ids[0]])
        assert.deepStrictEqual(yield* found("Ostrava"), [ids[0]])
        assert.deepStrictEqual(yield* found('"electrolysers in Ostrava"'), [], "the order of its words is not kept")
        assert.deepStrictEqual(yield* found("saxophones"), [], "nor what stands far behind")
        yield* signals.upsert(feed, [{ ...items[0]!, title: "One plant opens late" }])
        assert.deepStrictEqual(yield* found("Ostrava"), [ids[0]], "an edited title changes nothing of that")
      })
  )

  it.effect("let search find all signals of their page, whichever of them it was read for", () =>
    Effect.gen(function* () {
      const articles = yield* Articles
      const signals = yield* Signals
      const url = "https://news.example/live"
      const live = [1, 2, 3].map((n) => news(`Part ${"abc"[n]} of today`, { url, identity: `live#${n}` }))
      const found = Effect.map(signals.list({ q: "Ostrava", limit: 5 }), (all) => all.map(({ id }) => id).toSorted())
      const ids = yield* store(...live.slice(0, 2), news("Two rivals merge"))
      yield* articles.want([ids[0]!])
      yield* articles.settle(url, url, ended({ text: "Northvale builds electrolysers in Ostrava." }))
      assert.deepStrictEqual(yield* found, ids.slice(0, 2).toSorted())
      const [later] = yield* store(live[2]!)
      assert.deepStrictEqual(yield* found, [...ids.slice(0, 2), later!].toSorted())
    })
  )

  it.effect("are taken by one of several that ask at a time", () =>
    Effect.gen(function* () {
      const articles = yield* Articles
      const ids = yield* store(news("One plant opens"), news("Two rivals merge"), news("Three banks fail"))
      yield* articles.want(ids)
      const taken = yield* Effect.all(
        Array.from({ length: 6 }, () => begun),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(new Set(taken.flatMap((page) => (page === null ? [] : [page[0]]))).size, 3)
      assert.strictEqual(taken.filter((page) => page === null).length, 3)
    })
  )
})
