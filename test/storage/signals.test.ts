import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import type { NewSignal } from "../../src/domain/Signal.ts"
import { Changes } from "../../src/storage/database/Changes.ts"
import { SourceName } from "../../src/domain/Source.ts"
import { Signals } from "../../src/storage/signals/Signals.ts"
import { inTurn } from "../../src/storage/database/Batch.ts"
import { contract, start } from "../support/Contract.ts"
import * as Database from "../../src/storage/database/Database.ts"
import { migratedPostgres, newMigratedPostgres } from "../support/Databases.ts"
import { assertMatches } from "../support/Matches.ts"

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

const terms = (...texts: ReadonlyArray<string>) => texts.map((text) => ({ text, weight: 1 }))

const listed = Effect.gen(function* () {
  const signals = yield* Signals
  return yield* signals.list({ limit: 100 })
})

contract("Signals", Layer.provide(Signals.layer, Changes.layerAlone), (it) => {
  it.effect("ranks all that match, however many are newer than the best", () =>
    Effect.gen(function* () {
      const signals = yield* Signals
      const titled = (hour: number) => news(`t${hour}`, { title: `Tariffs ${hour}`, published_at: hours(-hour) })
      const many = 1_000
      const rest = Array.from({ length: many }, (_, n) =>
        news(`n${n}`, { snippet: "On tariffs", published_at: hours(-1 - n) })
      )
      yield* signals.upsert(source, [...rest, titled(many + 1), titled(many + 2)])
      const best = [`Tariffs ${many + 1}`, `Tariffs ${many + 2}`, "Title of n0"]
      assert.deepStrictEqual(titles(yield* signals.list({ q: "tariffs", limit: 3 })), best)
      assert.deepStrictEqual(titles(yield* signals.matching({ terms: terms("tariffs"), until: start, limit: 3 })), best)
    })
  )

  it.effect("stores what a source lists, and finds nothing to do the second time", () =>
    Effect.gen(function* () {
      const signals = yield* Signals
      const batch = [news("a"), news("b", { snippet: "Some words" })]
      assert.deepStrictEqual(yield* signals.upsert(source, batch), { new: 2, changed: 0 })
      assert.deepStrictEqual(yield* signals.upsert(source, batch), nothing)
      assert.deepStrictEqual(yield* signals.upsert(source, []), nothing)
      const stored = (yield* listed).find(({ title }) => title === "Title of b")
      assert.isNumber(stored?.id)
      assert.deepStrictEqual<unknown>(stored, {
        id: stored?.id,
        title: "Title of b",
        snippet: "Some words",
        url: "https://one.example/b",
        source: "One",
        published_at: "2026-03-01",
        published_at_estimated: false,
        language: "en",
        also_in: [],
        story_id: null,
        story_signals: 1
      })
    })
  )

  it.effect("updates an item that it knows by its guid, whatever its URL is now", () =>
    Effect.gen(function* () {
      const signals = yield* Signals
      yield* signals.upsert(source, [news("a"), news("b")])
      const moved = news("moved", { guid: "a", title: "Corrected" })
      assert.deepStrictEqual(yield* signals.upsert(source, [moved, news("b")]), { new: 0, changed: 1 })
      assert.deepStrictEqual(yield* signals.upsert(source, [moved, news("b")]), nothing)
      assert.deepStrictEqual(titles(yield* listed).sort(), ["Corrected", "Title of b"])
    })
  )

  it.effect("keeps the guids of different sources apart", () =>
    Effect.gen(function* () {
      const signals = yield* Signals
      yield* signals.upsert(source, [news("a", { guid: "1" })])
      assert.deepStrictEqual(yield* signals.upsert(other, [news("b", { guid: "1" })]), { new: 1, changed: 0 })
    })
  )

  it.effect("knows a story of another source by its identity and leaves it its words", () =>
    Effect.gen(function* () {
      const signals = yield* Signals
      const theirs = news("a", { guid: "42", title: "In other words", source: "Two" })
      yield* signals.upsert(source, [news("a")])
      assert.deepStrictEqual(yield* signals.upsert(other, [theirs]), nothing)
      assert.deepStrictEqual(yield* signals.upsert(source, [news("a")]), nothing)
      // The other source's own name for it is known from then on.
      assert.deepStrictEqual(yield* signals.upsert(other, [{ ...theirs, identity: "elsewhere" }]), nothing)
      assert.deepStrictEqual(titles(yield* listed), ["Title of a"])
    })
  )

  it.effect("stores a story once that a batch has twice, in the words listed first", () =>
    Effect.gen(function* () {
      const signals = yield* Signals
      const batch = [news("a", { guid: "1", title: "First" }), news("a", { guid: "2", title: "Second" }), news("a")]
      assert.deepStrictEqual(yield* signals.upsert(source, batch), { new: 1, changed: 0 })
      assert.deepStrictEqual(yield* signals.upsert(source, batch), nothing)
      assert.deepStrictEqual(titles(yield* listed), ["First"])
      assert.deepStrictEqual(yield* signals.upsert(source, [news("b", { guid: "2", title: "Moved" })]), {
        new: 0,
        changed: 1
      })
      assert.deepStrictEqual(titles(yield* listed), ["Moved"])
    })
  )

  it.effect("keeps stories apart to which a feed gives the same guid", () =>
    Effect.gen(function* () {
      const signals = yield* Signals
      const batch = ["a", "b", "c"].map((identity) => news(identity, { guid: "https://one.example/" }))
      assert.deepStrictEqual(yield* signals.upsert(source, batch), { new: 3, changed: 0 })
      assert.deepStrictEqual(yield* signals.upsert(source, batch), nothing)
      assert.lengthOf(yield* listed, 3)
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
        assert.strictEqual(
          written.reduce((sum, { new: added }) => sum + added, 0),
          300
        )
        assert.strictEqual(
          written.every(({ changed }) => changed === 0),
          true
        )
      }
      assert.lengthOf(yield* signals.list({ limit: 1_000 }), 900)
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
      assert.deepStrictEqual(yield* signals.upsert(source, [...batch, hostile]), { new: 1_201, changed: 0 })
      assert.deepStrictEqual(yield* signals.upsert(source, batch), nothing)
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
      assert.deepStrictEqual(yield* signals.upsert(source, undated.slice(0, 1)), nothing)
      for (const signal of yield* listed) {
        assertMatches(signal, { published_at: "2026-03-10", published_at_estimated: true })
      }
      assert.lengthOf(yield* listed, 4)
    })
  )

  it.effect("believes a date up to a day ahead", () =>
    Effect.gen(function* () {
      const signals = yield* Signals
      yield* signals.upsert(source, [news("a", { published_at: hours(24) })])
      assertMatches(yield* listed, [{ published_at: "2026-03-11", published_at_estimated: false }])
    })
  )

  it.effect("takes a date that comes later, from whichever source, and never gives it up for none", () =>
    Effect.gen(function* () {
      const signals = yield* Signals
      yield* signals.upsert(source, [news("a", { published_at: null })])
      assert.deepStrictEqual(yield* signals.upsert(other, [news("a")]), { new: 0, changed: 1 })
      assertMatches(yield* listed, [{ published_at: "2026-03-01", published_at_estimated: false }])
      assert.deepStrictEqual(yield* signals.upsert(source, [news("a", { published_at: null })]), nothing)
      assert.deepStrictEqual(yield* signals.upsert(other, [news("a", { published_at: hours(-1) })]), nothing)
      assert.deepStrictEqual(yield* signals.upsert(source, [news("a", { published_at: hours(-1) })]), {
        new: 0,
        changed: 1
      })
      assertMatches(yield* listed, [{ published_at: "2026-03-10" }])
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
      assert.deepStrictEqual(titles(yield* signals.list({ limit: 3 })), [
        "Title of new",
        "Title of first",
        "Title of second"
      ])
    })
  )

  it.effect("lists what has no date behind what is dated on the day of its first sight, whenever on that day", () =>
    Effect.gen(function* () {
      const signals = yield* Signals
      const midnight = new Date("2026-03-10T00:00:00Z")
      yield* signals.upsert(source, [news("noon", { title: "Tariffs at noon", published_at: hours(0) })])
      yield* TestClock.adjust("1 hour")
      yield* signals.upsert(source, [
        news("later", { title: "Tariffs 13/08/2018, later", published_at: null }),
        news("sooner", { title: "Tariffs 13/08/2018, sooner", published_at: null }),
        news("midnight", { title: "Tariffs at midnight", published_at: midnight }),
        news("yesterday", { title: "Tariffs yesterday", published_at: hours(-24) })
      ])
      yield* signals.link("tariffs", source, ["later", "noon", "midnight"])
      const order = ["noon", "midnight", "later", "sooner", "yesterday"]
      const guids = (all: ReadonlyArray<{ readonly url: string }>) => all.map(({ url }) => url.split("/").at(-1))
      assert.deepStrictEqual(guids(yield* signals.list({ limit: 10 })), order)
      assert.deepStrictEqual(guids(yield* signals.list({ limit: 3 })), order.slice(0, 3))
      assert.deepStrictEqual(guids(yield* signals.list({ q: "tariffs", sort: "newest", limit: 10 })), order)
      assert.deepStrictEqual(guids(yield* signals.foundBy({ terms: ["tariffs"], limit: 2 })), ["noon", "midnight"])
      const company = { name: "Tariffs", domain: "tariffs.example" }
      assert.deepStrictEqual(guids(yield* signals.mentioning(company, 10)), order)
      assert.deepStrictEqual(guids(yield* signals.mentioning(company, 3)), order.slice(0, 3))
    })
  )

  it.effect("puts what has every word before what has some, the title before the text, and then the newest", () =>
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
      assertMatches(yield* signals.list({ q: "battery factory", limit: 10 }), [
        { url: "https://one.example/newer" },
        { url: "https://one.example/older" },
        { url: "https://one.example/text" },
        { url: "https://one.example/half" }
      ])
      assert.deepStrictEqual(titles(yield* signals.list({ q: "LAUNCHED", limit: 10 })), ["Quarterly numbers"])
      assert.lengthOf(yield* signals.list({ q: "battery factory", limit: 1 }), 1)
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
      assert.deepStrictEqual(yield* found('"solar power"'), ["Solar power plant"])
      assert.deepStrictEqual(yield* found("solar -wind"), ["Solar power plant"])
      assert.deepStrictEqual(yield* found('solar -"power plant"'), ["Power of the solar wind"])
      assert.deepStrictEqual(yield* found("plant or wind"), ["Power of the solar wind", "Solar power plant"])
      assert.deepStrictEqual(yield* found("gazette"), ["Power of the solar wind"])
    })
  )

  it.effect("answers any number of dashes", () =>
    Effect.gen(function* () {
      const signals = yield* Signals
      yield* signals.upsert(source, [news("a", { title: "Heat pumps and solar panels" })])
      const found = (q: string) => Effect.map(signals.list({ q, limit: 10 }), (all) => titles(all).length)
      for (const dashes of [` ${"-".repeat(33)} `, ` ${"- ".repeat(200)}`, ` ${"-<".repeat(100)} `])
        assert.deepStrictEqual([dashes, yield* found(`heat${dashes}pumps`)], [dashes, 1])
      for (const nothing of ["-".repeat(33), "-".repeat(500), "-! ".repeat(99), "-\u00a0-\u2028".repeat(40)])
        assert.strictEqual(yield* found(nothing), 0)
    })
  )

  it.prop(
    "answers whatever operators are searched for",
    [
      Schema.Array(
        Schema.Literals([
          "-",
          "!",
          "&",
          "|",
          "(",
          ")",
          "<",
          ">",
          "<->",
          ":*",
          '"',
          "'",
          "\\",
          " ",
          " or ",
          "-or ",
          "a",
          "-a",
          "\u00a0"
        ])
      ),
      Schema.Literals([1, 33, 100])
    ],
    ([parts, times]) =>
      Effect.gen(function* () {
        const signals = yield* Signals
        yield* signals.upsert(source, [news("a", { title: "A heat pump" })])
        const q = `${parts.join("").repeat(times).slice(0, 490)} heat`
        assert.isAtMost((yield* signals.list({ q, limit: 10 })).length, 1)
      }),
    40
  )

  it.effect("finds nothing for stop words or exclusions alone, and the newest for an empty question", () =>
    Effect.gen(function* () {
      const signals = yield* Signals
      yield* signals.upsert(source, [news("a", { title: "The state of the art" })])
      for (const q of ["the", "of the", '"of the"', "&|!", "-art", '-"the art"'])
        assert.deepStrictEqual(yield* signals.list({ q, limit: 10 }), [])
      for (const q of ["the art", "", " "]) assert.lengthOf(yield* signals.list({ q, limit: 10 }), 1)
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
      const matching = (...words: ReadonlyArray<string>) =>
        signals.matching({ terms: terms(...words), until: start, limit: 10 })
      assert.deepStrictEqual(titles(yield* matching("heat pump", "solar roof")), [
        "Heat pumps and solar roofs sell well",
        "Heat pumps sell well"
      ])
      assert.deepStrictEqual(yield* matching(), [])
      assert.deepStrictEqual(yield* matching("the", ""), [])
      assert.deepStrictEqual(titles(yield* matching("the", "roofs", "'\"&|!():*\\\u0000")), [
        "Heat pumps and solar roofs sell well"
      ])
    })
  )

  it.effect("puts first what matches the term that counts more", () =>
    Effect.gen(function* () {
      const signals = yield* Signals
      yield* signals.upsert(source, [news("one", { title: "Heat pumps" }), news("two", { title: "Solar roofs" })])
      const matching = (heat: number, solar: number) =>
        signals.matching({
          terms: [
            { text: "heat pumps", weight: heat },
            { text: "solar roofs", weight: solar }
          ],
          limit: 10
        })
      assert.deepStrictEqual(titles(yield* matching(1, 0.1)), ["Heat pumps", "Solar roofs"])
      assert.deepStrictEqual(titles(yield* matching(0.1, 1)), ["Solar roofs", "Heat pumps"])
    })
  )

  it.effect("lists and matches what was there at a time, from a day on", () =>
    Effect.gen(function* () {
      const signals = yield* Signals
      yield* signals.upsert(source, [
        news("old", { title: "Old tariffs", published_at: hours(-100) }),
        news("new", { title: "New tariffs", published_at: hours(-2) })
      ])
      yield* TestClock.adjust("2 hours")
      yield* signals.upsert(source, [news("late", { title: "Late tariffs", published_at: hours(-3) })])
      const within = { since: hours(-50), until: hours(1), limit: 10 }
      assert.deepStrictEqual(titles(yield* signals.list({ sources: ["One"], ...within })), ["New tariffs"])
      assert.deepStrictEqual(titles(yield* signals.list({ q: "tariffs", ...within })), ["New tariffs"])
      assert.deepStrictEqual(titles(yield* signals.matching({ terms: terms("tariff"), ...within })), ["New tariffs"])
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
      const matching = (until: Date) => signals.matching({ terms: terms("tariff"), until, limit: 10 })
      assert.deepStrictEqual(titles(yield* matching(hours(0))), ["Tariffs before"])
      assert.deepStrictEqual(yield* matching(hours(-1)), [])
      assert.lengthOf(yield* matching(hours(2)), 3)
    })
  )

  const headline = "Ports reopen after a week of strikes as unions accept the offer"

  /** The same article on a site of its own. */
  const copy = (site: string, more: Partial<NewSignal> = {}): NewSignal =>
    news(`${site}/ports`, { title: headline, url: `https://${site}.example/ports`, source: site, ...more })

  it.effect("shows an article once that several sites carry, and who else did", () =>
    Effect.gen(function* () {
      const signals = yield* Signals
      yield* signals.upsert(source, [copy("one")])
      yield* TestClock.adjust("1 hour")
      const two = copy("two", { title: `UPDATE 1-${headline.toUpperCase()} - Reuters` })
      const three = copy("three", { title: headline.replace("a week of", "week of") })
      assert.deepStrictEqual(yield* signals.upsert(other, [two, three]), nothing)
      assert.deepStrictEqual(yield* signals.upsert(other, [two, three]), nothing)
      const also_in = [
        { source: "three", url: "https://three.example/ports" },
        { source: "two", url: "https://two.example/ports" }
      ]
      assertMatches(yield* listed, [{ title: headline, source: "one", also_in }])
      assertMatches(yield* signals.list({ q: "strikes", limit: 10 }), [{ also_in }])
      assertMatches(yield* signals.matching({ terms: terms("unions"), until: hours(2), limit: 10 }), [{ also_in }])
    })
  )

  it.effect("shows a page once that several sources list, with those sources", () =>
    Effect.gen(function* () {
      const signals = yield* Signals
      yield* signals.upsert(source, [news("a")])
      yield* signals.upsert(other, [news("a", { guid: "1", source: "Two" })])
      yield* signals.upsert(other, [news("a", { guid: "2", source: "Two" })])
      yield* signals.upsert(SourceName.make("feed:three.example"), [news("a")])
      assertMatches(yield* listed, [{ source: "One", also_in: [{ source: "Two", url: "https://one.example/a" }] }])
    })
  )

  it.effect("knows the page of a copy by its address, and its name by the guid, whatever they are titled later", () =>
    Effect.gen(function* () {
      const signals = yield* Signals
      yield* signals.upsert(source, [copy("one")])
      yield* signals.upsert(other, [copy("two")])
      const third = SourceName.make("feed:three.example")
      assert.deepStrictEqual(
        yield* signals.upsert(third, [copy("two", { title: "Strikes end", source: "Three" })]),
        nothing
      )
      assert.deepStrictEqual(yield* signals.upsert(other, [copy("two", { title: "Strikes end" })]), nothing)
      assert.deepStrictEqual(yield* signals.upsert(source, [copy("one", { title: "Strikes are over" })]), {
        new: 0,
        changed: 1
      })
      assertMatches(yield* listed, [{ title: "Strikes are over", also_in: [{}, { source: "two" }] }])
      // The story is found by the words that it has now.
      assert.deepStrictEqual(yield* signals.upsert(third, [copy("four")]), { new: 1, changed: 0 })
    })
  )

  it.effect("keeps apart what differs in a number, the day, or only in its address on one site", () =>
    Effect.gen(function* () {
      const signals = yield* Signals
      const others = [
        copy("two", { title: headline.replace("a week", "2 weeks") }),
        copy("three", { published_at: new Date("2026-03-05T08:00:00Z") }),
        copy("four", { title: "Ports reopen after strikes" }),
        copy("five", { title: "Ports reopen after strikes" }),
        news("again", { title: headline, url: "https://www.one.example/again" })
      ]
      yield* signals.upsert(source, [copy("one")])
      assert.deepStrictEqual(yield* signals.upsert(other, others), { new: 5, changed: 0 })
      assert.strictEqual(
        (yield* listed).every(({ also_in }) => also_in.length === 0),
        true
      )
    })
  )

  it.effect("finds the copies within one listing, and leaves the story the words listed first", () =>
    Effect.gen(function* () {
      const signals = yield* Signals
      const batch = [
        copy("one"),
        copy("two", { snippet: "More" }),
        copy("three"),
        news("a"),
        copy("one", { guid: "1" })
      ]
      assert.deepStrictEqual(yield* signals.upsert(source, batch), { new: 2, changed: 0 })
      assert.deepStrictEqual(yield* signals.upsert(source, batch), nothing)
      assert.deepStrictEqual(yield* signals.upsert(source, batch.toReversed()), nothing)
      assert.deepStrictEqual(yield* signals.upsert(source, batch.slice(1)), nothing)
      assertMatches(yield* signals.list({ q: "ports", limit: 10 }), [
        { source: "one", snippet: "", also_in: [{ source: "three" }, { source: "two" }] }
      ])
    })
  )

  it.effect("names ten of those who carried a story, the first that were seen", () =>
    Effect.gen(function* () {
      const signals = yield* Signals
      for (let n = 0; n < 13; n++) {
        yield* signals.upsert(SourceName.make(`feed:${n}`), [copy(`site-${n}`)])
        yield* TestClock.adjust("1 second")
      }
      const [story, ...more] = yield* listed
      assert.deepStrictEqual(more, [])
      assert.deepStrictEqual(
        story!.also_in.map(({ source }) => source),
        Array.from({ length: 10 }, (_, n) => `site-${n + 1}`)
      )
    })
  )

  it.effect("tells of a copy found by a search, by the story that it tells", () =>
    Effect.gen(function* () {
      const signals = yield* Signals
      yield* signals.upsert(source, [copy("one")])
      yield* signals.upsert(other, [copy("two")])
      yield* signals.link("ports", other, ["two/ports"])
      assertMatches(yield* signals.foundBy({ terms: ["ports"], limit: 10 }), [{ source: "one" }])
    })
  )

  it.effect("makes one story of the copies that many sources bring at the same time", () =>
    Effect.gen(function* () {
      const signals = yield* Signals
      for (const wave of ["one", "two", "three"]) {
        const written = yield* Effect.all(
          Array.from({ length: 8 }, (_, n) =>
            signals.upsert(
              SourceName.make(`feed:${n}`),
              Array.from({ length: 30 }, (_, story) =>
                copy(`${wave}-${n}`, {
                  identity: `${wave} ${n} ${story}`,
                  guid: `${wave} ${story}`,
                  title: `${story} ${wave} ${headline}`,
                  url: `https://${wave}-${n}.example/${story}`
                })
              )
            )
          ),
          { concurrency: "unbounded" }
        )
        assert.strictEqual(
          written.reduce((sum, { new: added }) => sum + added, 0),
          30
        )
      }
      const stories = yield* listed
      assert.lengthOf(stories, 90)
      assert.strictEqual(
        stories.every(({ also_in }) => also_in.length === 7),
        true
      )
    })
  )

  const carrier = Schema.Literals(["one", "two", "three", "four", "five"])
  it.prop(
    "comes to the same stories in whatever order their copies come",
    [Schema.Array(Schema.Struct({ site: carrier, story: Schema.Literals(["1", "2"]) })), Schema.Boolean],
    ([found, together]) =>
      Effect.gen(function* () {
        const signals = yield* Signals
        const items = found.map(({ site, story }) =>
          copy(site, { identity: site + story, guid: site + story, title: `${story} ${headline}` })
        )
        if (together) yield* signals.upsert(source, items)
        else yield* Effect.forEach(items, (item) => signals.upsert(SourceName.make(`feed:${item.source}`), [item]))
        const expected = [...new Set(found.map(({ story }) => story))].map((story) =>
          [...new Set(found.filter((one) => one.story === story).map(({ site }) => site))].sort()
        )
        const carriers = (yield* listed).map(({ also_in, source }) =>
          [source, ...also_in.map(({ source }) => source)].sort()
        )
        assert.deepStrictEqual(carriers.sort(), expected.sort())
      }),
    40
  )

  const item = Schema.Struct({
    identity: Schema.Literals(["a", "b", "c"]),
    guid: Schema.Literals(["1", "2", "3", "4"]),
    title: Schema.Literals(["Red", "Green", headline, `UPDATE 1-${headline}`]),
    site: Schema.Literals(["one", "two", "three"]),
    day: Schema.NullOr(Schema.Literals([1, 2]))
  })
  const batch = (items: ReadonlyArray<typeof item.Type>) =>
    items.map(({ day, site, ...more }) =>
      news("", {
        ...more,
        url: `https://${site}.example/`,
        published_at: day === null ? null : new Date(Date.UTC(2026, 2, day))
      })
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
        assert.deepStrictEqual(yield* signals.upsert(source, batch(one)), nothing)
        assert.deepStrictEqual(yield* signals.upsert(other, batch(two)), nothing)
        assert.deepStrictEqual(yield* listed, before)
        assert.isAtMost(before.length, stories.size)
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
        assert.includeMembers(all, found)
        assert.strictEqual(new Set(found).size, found.length)
      }),
    40
  )
})

/** Another one who writes signals, and is not done. */
const amongWriters = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const begun = yield* Deferred.make<void>()
    const done = yield* Deferred.make<void>()
    const other = inTurn(sql, "signals")(Effect.andThen(Deferred.succeed(begun, undefined), Deferred.await(done)))
    const writer = yield* Effect.forkChild(other)
    yield* Deferred.await(begun)
    const result = yield* work
    yield* Deferred.succeed(done, undefined)
    yield* Fiber.join(writer)
    return result
  })

layer(Layer.provideMerge(Layer.provide(Signals.layer, Changes.layerAlone), migratedPostgres))(
  "Signals on Postgres",
  (it) => {
    it.effect("waits for no other writer where a source lists nothing new", () =>
      Effect.gen(function* () {
        const signals = yield* Signals
        const batch = [news("a"), news("b")]
        yield* signals.upsert(source, batch)
        assert.deepStrictEqual(yield* amongWriters(signals.upsert(source, batch)), nothing)
      })
    )
  }
)

/** All that is stored of signals, without stories. */
const everything = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<Record<string, unknown>>`
    select (select json_agg(s order by id) from signals s) as signals,
           (select json_agg(s order by source_name, guid) from signal_sightings s) as sightings,
           (select json_agg(d order by signal_id) from search_documents d) as documents,
           (select json_agg(s order by signal_id, source_name) from search_sources s) as brought,
           (select json_agg(w order by term, word) from search_words w where documents <> 0) as words,
           (select json_agg(l order by language) from search_languages l where documents <> 0) as languages,
           (select json_agg(json_build_array(documents, title_terms, text_terms)) from search_state) as counts,
           (select count(*)::int from search_uncounted) as uncounted`
  return row!
})

const forgetAll = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`truncate signals, search_words, search_languages, search_uncounted restart identity cascade`
  yield* sql`update search_state set documents = 0, title_terms = 0, text_terms = 0`
})

const writers = 8

/** A connection for each writer and one for who tells stories. */
const pooled = Layer.unwrap(
  Effect.map(newMigratedPostgres, (url) =>
    Database.layer({ databaseUrl: Option.some(url), dataDir: "", maxConnections: writers + 1 })
  )
)

layer(Layer.orDie(pooled), { excludeTestServices: true })("Signals that eight processes write at once", (it) => {
  const processOf = Signals.layer.pipe(Layer.provide(Changes.layerAlone), Layer.fresh)
  const titles = [
    "Acme recalls all of its heat pumps in Europe",
    "UPDATE 1-Acme recalls all of its heat pumps in Europe",
    "Acme recalls some of its heat pumps in Europe"
  ]
  const item = Schema.Struct({
    page: Schema.Literals(["a", "b", "c"]),
    guid: Schema.NullOr(Schema.Literals(["1", "2"])),
    title: Schema.Literals(titles),
    site: Schema.Literals(["one", "two", "three"]),
    day: Schema.NullOr(Schema.Literals([1, 2]))
  })
  const batch = (items: ReadonlyArray<typeof item.Type>) =>
    items.map(({ day, guid, page, site, title }) => {
      const url = `https://${site}.example/${page}`
      const published_at = day === null ? null : new Date(Date.UTC(2026, 2, day))
      return news(url, { guid: guid ?? url, title, snippet: `${title}, says ${site}`, source: site, url, published_at })
    })

  it.effect.prop(
    "are those that one writer stores, and none is there twice or lost",
    [
      Schema.Array(Schema.Array(item).check(Schema.isMaxLength(6))).check(
        Schema.isMinLength(2 * writers),
        Schema.isMaxLength(2 * writers)
      )
    ],
    ([lists]) =>
      Effect.gen(function* () {
        yield* TestClock.setTime(start.getTime())
        yield* forgetAll
        const sql = yield* SqlClient.SqlClient
        const signals = yield* Effect.forEach(Array.from({ length: writers }), () =>
          Effect.map(Layer.build(processOf), (context) => Effect.provide(Signals, context))
        )
        const batches = lists.map((list, n) => ({
          // Two processes have each source.
          source: SourceName.make(`feed:${n % (writers / 2)}`),
          // The first is new in any case: its id tells when the batch had its turn.
          items: [news(`turn ${n}`), ...batch(list)],
          writer: signals[n % writers]!
        }))
        const store = ({ items, source, writer }: (typeof batches)[number]) =>
          Effect.flatMap(writer, ({ upsert }) => upsert(source, items))
        const told = Effect.flatMap(signals[0]!, ({ tellStories }) => tellStories(5))
        yield* Effect.all(
          [
            Effect.forEach(
              Array.from({ length: writers }, (_, n) => [batches[n]!, batches[n + writers]!]),
              (own) => Effect.forEach(own, store, { discard: true }),
              { concurrency: "unbounded", discard: true }
            ),
            // What the planner learns in between changes no result.
            Effect.repeat(Effect.andThen(told, sql`analyze signals, signal_sightings`), { times: 3 })
          ],
          { concurrency: "unbounded", discard: true }
        )
        const together = yield* everything
        while ((yield* told).length > 0);
        const [stories] = yield* sql<{ untold: number }>`
          select count(*)::int as untold from signals s left join signal_stories t on t.signal_id = s.id
          where t.changed is distinct from false`
        assert.strictEqual(stories!.untold, 0)
        const turns = yield* sql<{ n: number }>`
          select substr(title, 15)::int as n from signals where title like 'Title of turn %' order by id`
        assert.lengthOf(turns, batches.length)

        yield* forgetAll
        for (const { n } of turns) yield* store({ ...batches[n]!, writer: signals[0]! })
        assert.deepStrictEqual(together, yield* everything)
      }).pipe(Effect.scoped, Effect.provide(TestClock.layer())),
    { arbitrary: { runs: 8 } }
  )
})
