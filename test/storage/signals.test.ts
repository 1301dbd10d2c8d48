import { expect } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import type { NewSignal } from "../../src/domain/Signal.ts"
import { SourceName } from "../../src/domain/Source.ts"
import { Signals } from "../../src/storage/Signals.ts"
import { contract, start } from "../support/Contract.ts"

const source = SourceName.make("feed:one.example")
const other = SourceName.make("feed:two.example")

const nothing = { new: 0, changed: 0 }

/** A signal about nothing in particular; name, guid and identity are the same unless said otherwise. */
const news = (identity: string, more: Partial<NewSignal> = {}): NewSignal => ({
  identity,
  guid: identity,
  title: `Title of ${identity}`,
  snippet: "",
  url: `https://one.example/${identity}`,
  source: "One",
  published_at: new Date("2026-03-01T08:00:00Z"),
  ...more
})

const hours = (count: number) => new Date(start.getTime() + count * 3_600_000)

const titles = (signals: ReadonlyArray<{ readonly title: string }>) => signals.map(({ title }) => title)

const listed = Effect.gen(function* () {
  const signals = yield* Signals
  return yield* signals.list({ limit: 100 })
})

contract("Signals", Signals, (it) => {
  it.effect("stores what a source lists, and finds nothing to do the second time", () =>
    Effect.gen(function* () {
      const signals = yield* Signals
      const batch = [news("a"), news("b", { snippet: "Some words" })]
      expect(yield* signals.upsert(source, batch)).toEqual({ new: 2, changed: 0 })
      expect(yield* signals.upsert(source, batch)).toEqual(nothing)
      expect(yield* signals.upsert(source, [])).toEqual(nothing)
      expect(yield* listed).toContainEqual({
        id: expect.any(Number),
        title: "Title of b",
        snippet: "Some words",
        url: "https://one.example/b",
        source: "One",
        published_at: "2026-03-01",
        published_at_estimated: false
      })
    })
  )

  it.effect("updates an item that it knows by its guid, whatever its URL is now", () =>
    Effect.gen(function* () {
      const signals = yield* Signals
      yield* signals.upsert(source, [news("a"), news("b")])
      const moved = news("moved", { guid: "a", title: "Corrected" })
      expect(yield* signals.upsert(source, [moved, news("b")])).toEqual({ new: 0, changed: 1 })
      expect(yield* signals.upsert(source, [moved, news("b")])).toEqual(nothing)
      expect(titles(yield* listed).sort()).toEqual(["Corrected", "Title of b"])
    })
  )

  it.effect("keeps the guids of different sources apart", () =>
    Effect.gen(function* () {
      const signals = yield* Signals
      yield* signals.upsert(source, [news("a", { guid: "1" })])
      expect(yield* signals.upsert(other, [news("b", { guid: "1" })])).toEqual({ new: 1, changed: 0 })
    })
  )

  it.effect("knows a story of another source by its identity and leaves it its words", () =>
    Effect.gen(function* () {
      const signals = yield* Signals
      const theirs = news("a", { guid: "42", title: "In other words", source: "Two" })
      yield* signals.upsert(source, [news("a")])
      expect(yield* signals.upsert(other, [theirs])).toEqual(nothing)
      expect(yield* signals.upsert(source, [news("a")])).toEqual(nothing)
      // The other source's own name for it is known from then on.
      expect(yield* signals.upsert(other, [{ ...theirs, identity: "elsewhere" }])).toEqual(nothing)
      expect(titles(yield* listed)).toEqual(["Title of a"])
    })
  )

  it.effect("stores a story once that a batch has twice, in the words listed first", () =>
    Effect.gen(function* () {
      const signals = yield* Signals
      const batch = [news("a", { guid: "1", title: "First" }), news("a", { guid: "2", title: "Second" }), news("a")]
      expect(yield* signals.upsert(source, batch)).toEqual({ new: 1, changed: 0 })
      expect(yield* signals.upsert(source, batch)).toEqual(nothing)
      expect(titles(yield* listed)).toEqual(["First"])
      expect(yield* signals.upsert(source, [news("b", { guid: "2", title: "Moved" })])).toEqual({ new: 0, changed: 1 })
      expect(titles(yield* listed)).toEqual(["Moved"])
    })
  )

  it.effect("keeps stories apart to which a feed gives the same guid", () =>
    Effect.gen(function* () {
      const signals = yield* Signals
      const batch = ["a", "b", "c"].map((identity) => news(identity, { guid: "https://one.example/" }))
      expect(yield* signals.upsert(source, batch)).toEqual({ new: 3, changed: 0 })
      expect(yield* signals.upsert(source, batch)).toEqual(nothing)
      expect(yield* listed).toHaveLength(3)
    })
  )

  it.effect("takes overlapping batches of many sources at once", () =>
    Effect.gen(function* () {
      const signals = yield* Signals
      // The first wave opens the connections, so that the others really meet.
      for (const wave of ["one", "two", "three"]) {
        const stories = Array.from({ length: 300 }, (_, n) => news(`${wave}-${n}`))
        const written = yield* Effect.all(
          Array.from({ length: 8 }, (_, n) => {
            const shift = (n * 83) % stories.length
            const turned = [...stories.slice(shift), ...stories.slice(0, shift)]
            return signals.upsert(SourceName.make(`feed:${n}`), n % 2 === 0 ? turned : turned.toReversed())
          }),
          { concurrency: "unbounded" }
        )
        expect(written.reduce((sum, { new: added }) => sum + added, 0)).toBe(300)
        expect(written.every(({ changed }) => changed === 0)).toBe(true)
      }
      expect(yield* signals.list({ limit: 1_000 })).toHaveLength(900)
    })
  )

  it.effect("takes batches of more rows than a statement carries, and text that Postgres would refuse", () =>
    Effect.gen(function* () {
      const signals = yield* Signals
      const batch = Array.from({ length: 1_200 }, (_, n) => news(`${n}`))
      const hostile = news("x".repeat(20_000), {
        title: "Null \u0000 and half \ud800 a pair",
        url: "https://one.example/?\u0000"
      })
      expect(yield* signals.upsert(source, [...batch, hostile])).toEqual({ new: 1_201, changed: 0 })
      expect(yield* signals.upsert(source, batch)).toEqual(nothing)
    })
  )

  it.effect("dates a story that has no date by its first sight, on later runs as well", () =>
    Effect.gen(function* () {
      const signals = yield* Signals
      const undated = [
        news("none", { published_at: null }),
        news("far ahead", { published_at: hours(24.01) }),
        news("epoch", { published_at: new Date(0) }),
        news("unreadable", { published_at: new Date(Number.NaN) })
      ]
      yield* signals.upsert(source, undated)
      yield* TestClock.adjust("3 days")
      expect(yield* signals.upsert(source, undated.slice(0, 1))).toEqual(nothing)
      for (const signal of yield* listed) {
        expect(signal).toMatchObject({ published_at: "2026-03-10", published_at_estimated: true })
      }
      expect(yield* listed).toHaveLength(4)
    })
  )

  it.effect("believes a date up to a day ahead", () =>
    Effect.gen(function* () {
      const signals = yield* Signals
      yield* signals.upsert(source, [news("a", { published_at: hours(24) })])
      expect(yield* listed).toMatchObject([{ published_at: "2026-03-11", published_at_estimated: false }])
    })
  )

  it.effect("takes a date that comes later, from whichever source, and never gives it up for none", () =>
    Effect.gen(function* () {
      const signals = yield* Signals
      yield* signals.upsert(source, [news("a", { published_at: null })])
      expect(yield* signals.upsert(other, [news("a")])).toEqual({ new: 0, changed: 1 })
      expect(yield* listed).toMatchObject([{ published_at: "2026-03-01", published_at_estimated: false }])
      expect(yield* signals.upsert(source, [news("a", { published_at: null })])).toEqual(nothing)
      expect(yield* signals.upsert(other, [news("a", { published_at: hours(-1) })])).toEqual(nothing)
      expect(yield* signals.upsert(source, [news("a", { published_at: hours(-1) })])).toEqual({ new: 0, changed: 1 })
      expect(yield* listed).toMatchObject([{ published_at: "2026-03-10" }])
    })
  )

  it.effect("lists the newest first, and of one instant the one that its source lists first", () =>
    Effect.gen(function* () {
      const signals = yield* Signals
      yield* signals.upsert(source, [
        news("old", { published_at: hours(-48) }),
        news("first", { published_at: hours(-1) }),
        news("second", { published_at: hours(-1) }),
        news("new", { published_at: hours(0) })
      ])
      expect(titles(yield* signals.list({ limit: 3 }))).toEqual(["Title of new", "Title of first", "Title of second"])
    })
  )

  it.effect("finds what has every term, the title counting more than the text, then the newest", () =>
    Effect.gen(function* () {
      const signals = yield* Signals
      yield* signals.upsert(source, [
        news("text", {
          title: "Quarterly numbers",
          snippet: "Battery makers launch factories",
          published_at: hours(0)
        }),
        news("older", { title: "Battery factories", published_at: hours(-5) }),
        news("newer", { title: "Battery factories", published_at: hours(-2) }),
        news("half", { title: "Battery prices" })
      ])
      expect(yield* signals.list({ q: "battery factory", limit: 10 })).toMatchObject([
        { url: "https://one.example/newer" },
        { url: "https://one.example/older" },
        { url: "https://one.example/text" }
      ])
      expect(titles(yield* signals.list({ q: "LAUNCHED", limit: 10 }))).toEqual(["Quarterly numbers"])
      expect(yield* signals.list({ q: "battery factory", limit: 1 })).toHaveLength(1)
    })
  )

  it.effect("understands quoted phrases, -term and or, and finds by publisher", () =>
    Effect.gen(function* () {
      const signals = yield* Signals
      yield* signals.upsert(source, [
        news("a", { title: "Solar power plant" }),
        news("b", { title: "Power of the solar wind", source: "Gazette" })
      ])
      const found = Effect.fnUntraced(function* (q: string) {
        return titles(yield* signals.list({ q, limit: 10 })).sort()
      })
      expect(yield* found('"solar power"')).toEqual(["Solar power plant"])
      expect(yield* found("solar -wind")).toEqual(["Solar power plant"])
      expect(yield* found('solar -"power plant"')).toEqual(["Power of the solar wind"])
      expect(yield* found("plant or wind")).toEqual(["Power of the solar wind", "Solar power plant"])
      expect(yield* found("gazette")).toEqual(["Power of the solar wind"])
    })
  )

  it.effect("finds nothing for stop words alone", () =>
    Effect.gen(function* () {
      const signals = yield* Signals
      yield* signals.upsert(source, [news("a", { title: "The state of the art" })])
      for (const q of ["the", "of the", '"of the"', "", " ", "&|!"])
        expect(yield* signals.list({ q, limit: 10 })).toEqual([])
      expect(yield* signals.list({ q: "the art", limit: 10 })).toHaveLength(1)
    })
  )

  it.effect("matches any of several terms and phrases, what has more of them first", () =>
    Effect.gen(function* () {
      const signals = yield* Signals
      yield* signals.upsert(source, [
        news("one", { title: "Heat pumps sell well" }),
        news("two", { title: "Heat pumps and solar roofs sell well" }),
        news("apart", { title: "Pumps and heat" }),
        news("none", { title: "Something else" })
      ])
      const matching = (...terms: ReadonlyArray<string>) => signals.matching({ terms, before: start, limit: 10 })
      expect(titles(yield* matching("heat pump", "solar roof"))).toEqual([
        "Heat pumps and solar roofs sell well",
        "Heat pumps sell well"
      ])
      expect(yield* matching()).toEqual([])
      expect(yield* matching("the", "")).toEqual([])
      expect(titles(yield* matching("the", "roofs", "'\"&|!():*\\\u0000"))).toEqual([
        "Heat pumps and solar roofs sell well"
      ])
    })
  )

  it.effect("matches nothing that was published or first seen later", () =>
    Effect.gen(function* () {
      const signals = yield* Signals
      yield* signals.upsert(source, [
        news("before", { title: "Tariffs before", published_at: hours(-2) }),
        news("after", { title: "Tariffs after", published_at: hours(1) })
      ])
      yield* TestClock.adjust("2 hours")
      yield* signals.upsert(source, [news("late", { title: "Tariffs seen late", published_at: hours(-2) })])
      const matching = (before: Date) => signals.matching({ terms: ["tariff"], before, limit: 10 })
      expect(titles(yield* matching(hours(0)))).toEqual(["Tariffs before"])
      expect(yield* matching(hours(-1))).toEqual([])
      expect(yield* matching(hours(2))).toHaveLength(3)
    })
  )

  const item = Schema.Struct({
    identity: Schema.Literals(["a", "b", "c"]),
    guid: Schema.Literals(["1", "2", "3", "4"]),
    title: Schema.Literals(["Red", "Green"]),
    day: Schema.NullOr(Schema.Literals([1, 2]))
  })
  const batch = (items: ReadonlyArray<typeof item.Type>) =>
    items.map(({ day, ...more }) =>
      news("", { ...more, published_at: day === null ? null : new Date(Date.UTC(2026, 2, day)) })
    )

  it.prop(
    "does nothing the second time, whatever two sources list",
    [Schema.Array(item), Schema.Array(item)],
    ([one, two]) =>
      Effect.gen(function* () {
        const signals = yield* Signals
        const stories = new Set([...one, ...two].map(({ identity }) => identity))
        yield* signals.upsert(source, batch(one))
        yield* signals.upsert(other, batch(two))
        const before = yield* listed
        expect(yield* signals.upsert(source, batch(one))).toEqual(nothing)
        expect(yield* signals.upsert(other, batch(two))).toEqual(nothing)
        expect(yield* listed).toEqual(before)
        expect(before.length).toBeLessThanOrEqual(stories.size)
      }),
    60
  )

  it.prop(
    "answers any query with a part of what it lists",
    [Schema.String, Schema.Literals(["", "solar ", '"solar', "-solar "])],
    ([text, word]) =>
      Effect.gen(function* () {
        const signals = yield* Signals
        yield* signals.upsert(source, [news("a", { title: "Solar power" }), news("b", { title: "Wind" })])
        const all = titles(yield* listed)
        const found = titles(yield* signals.list({ q: word + text, limit: 10 }))
        expect(all).toEqual(expect.arrayContaining(found))
        expect(new Set(found).size).toBe(found.length)
      }),
    40
  )
})
