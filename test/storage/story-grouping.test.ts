import { assert, describe, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { stories as demoStories } from "../../src/demo/Markets.ts"
import { publisherIds, publishers } from "../../src/demo/Publishers.ts"
import { publish } from "../../src/demo/Story.ts"
import { type NewSignal, StoryId } from "../../src/domain/Signal.ts"
import { SourceName } from "../../src/domain/Source.ts"
import { Changes } from "../../src/storage/database/Changes.ts"
import { Signals } from "../../src/storage/signals/Signals.ts"
import { inTurn } from "../../src/storage/database/Batch.ts"
import { contract } from "../support/Contract.ts"
import { forEachDatabase, migratedPostgres } from "../support/Databases.ts"
import { assertMatches } from "../support/Matches.ts"

const feed = SourceName.make("feed:one.example")

const signal = (publisher: string, title: string, more: Partial<NewSignal> = {}): NewSignal => {
  const url = `https://${publisher.toLowerCase().replaceAll(" ", "-")}.example/${encodeURIComponent(title).slice(0, 80)}`
  return {
    identity: url,
    guid: url,
    title,
    snippet: "",
    url,
    source: publisher,
    published_at: new Date("2026-03-09T08:00:00Z"),
    language: "en",
    ...more
  }
}

const at = (hour: number) => new Date(Date.UTC(2026, 2, 9, hour))

/** Tells all that is left, in pieces of that size. */
const tell = Effect.fnUntraced(function* (piece = 100) {
  const signals = yield* Signals
  while ((yield* signals.tellStories(piece)).length > 0);
})

const listed = Effect.gen(function* () {
  return yield* (yield* Signals).list({ limit: 100 })
})

/** The titles of each story, sorted. */
const grouped = Effect.map(listed, (signals) =>
  [...Map.groupBy(signals, ({ story_id }) => story_id).values()]
    .map((story) => story.map(({ title }) => title).sort())
    .sort((one, other) => (one.join() < other.join() ? -1 : 1))
)

const storyOf = Effect.fnUntraced(function* (title: string) {
  const found = (yield* listed).find((one) => one.title === title)
  assert.isNotNull(found?.story_id ?? null, title)
  return found!.story_id!
})

const closing = signal("Harbour Post", "Fujitsu closes its factory in Augsburg", {
  snippet: "Fujitsu leaves Germany: 1500 people in Augsburg lose their work.",
  published_at: at(8)
})
const closingToo = signal("Wire", "Augsburg plant to close as Fujitsu moves production to Japan", {
  snippet: "Fujitsu makes its computers in Japan alone from 2020, and the plant in Augsburg is to close.",
  published_at: at(14)
})
const closingInGerman = signal("Anzeiger", "Fujitsu schließt Werk in Augsburg", {
  snippet: "Betroffen sind in Augsburg 1500 Beschäftigte. Fujitsu baut künftig nur noch in Japan.",
  language: "de",
  published_at: at(30)
})
const otherNews = signal("Wire", "Lisbon airport gets a second runway", {
  snippet: "Parliament has voted for the runway after years of dispute.",
  published_at: at(9)
})

contract("Stories", Layer.provide(Signals.layer, Changes.layerAlone), (it) => {
  it.effect("are told by several publishers, in several languages, and others stay apart", () =>
    Effect.gen(function* () {
      const signals = yield* Signals
      yield* signals.upsert(feed, [closingInGerman, otherNews, closingToo, closing])
      assertMatches(yield* listed, [{ story_id: null, story_signals: 1 }, {}, {}, {}])
      yield* tell()
      assert.deepStrictEqual(yield* grouped, [
        [closingToo.title, closing.title, closingInGerman.title],
        [otherNews.title]
      ])
      const [first] = yield* signals.list({ q: "Lisbon", limit: 1 })
      assert.strictEqual(first!.story_signals, 1)
      const id = yield* storyOf(closing.title)
      assertMatches(yield* signals.list({ q: "Fujitsu", limit: 1 }), [{ story_id: id, story_signals: 3 }])
      assert.strictEqual((yield* signals.tellStories(100)).length, 0)
    })
  )

  it.effect("have a timeline: who was first, how many carried it, in which languages", () =>
    Effect.gen(function* () {
      const signals = yield* Signals
      yield* signals.upsert(feed, [closingInGerman, otherNews, closingToo, closing])
      const copy = {
        ...closing,
        identity: "https://copy.example/1",
        guid: "1",
        url: "https://copy.example/1",
        source: "Copy"
      }
      yield* signals.upsert(SourceName.make("feed:copy.example"), [copy])
      yield* tell()
      const id = yield* storyOf(closing.title)
      const { signals: told, ...story } = yield* signals.story(id)
      assert.deepStrictEqual(
        told.map(({ title }) => title),
        [closing.title, closingToo.title, closingInGerman.title]
      )
      assert.deepStrictEqual({ ...story, first: { ...story.first }, languages: [...story.languages] } as unknown, {
        id,
        title: closing.title,
        first: { source: "Harbour Post", url: closing.url, published_at: "2026-03-09" },
        last_published_at: "2026-03-10",
        publishers: 4,
        languages: ["en", "de"],
        signals_total: 3
      })
      const none = yield* Effect.flip(signals.story(StoryId.make(2_147_483_647)))
      assert.strictEqual(none.code, "story_not_found")
    })
  )

  it.effect("differ by their figures and by whom they are about, also where a third signal is like both", () =>
    Effect.gen(function* () {
      const signals = yield* Signals
      const quarter = (n: number) => signal("Wire", `Acme Robotics reports Q${n} results above forecasts`)
      const share = (n: number) => signal(`Paper ${n}`, `Veltora heat pump sales rise ${n} % in Norway`)
      // Told first.
      const plain = signal("Herald", "Veltora heat pump sales rise in Norway", { published_at: at(6) })
      const form = (firm: string) => signal(`${firm} Times`, `${firm} beats estimates as sales of solar roofs rise`)
      yield* signals.upsert(feed, [quarter(2), quarter(3), plain, share(19), share(91), form("Dolmet"), form("Zendra")])
      yield* tell()
      const stories = yield* grouped
      const apart = (one: string, other: string) =>
        assert.isFalse(
          stories.some((titles) => titles.includes(one) && titles.includes(other)),
          `${one}, ${other}`
        )
      apart(quarter(2).title, quarter(3).title)
      apart(share(19).title, share(91).title)
      apart(form("Dolmet").title, form("Zendra").title)
      assert.isTrue(stories.some((titles) => titles.includes(plain.title) && titles.length === 2))
    })
  )

  it.effect("differ by their figures too where the news is of shares and of who moves them", () =>
    Effect.gen(function* () {
      const signals = yield* Signals
      const opposite = [
        ["Tesla shares fall 3% after CEO Musk posts on X", "Tesla shares jump 9% after CEO Musk posts on X"],
        [
          "Dow drops 400 points as president's tariff threat hits stock market",
          "Dow jumps 900 points as president's tariff pause lifts stock market"
        ],
        [
          "Nordbank president sees share of green loans at 19 % in Norway",
          "Nordbank president sees share of green loans at 91 % in Norway"
        ],
        ["Veltora shares fall 3% after CEO sells stock", "Veltora shares jump 9% after CEO buys stock"]
      ].map((pair) => pair.toSorted())
      yield* signals.upsert(
        feed,
        opposite.flatMap((pair) => pair.map((title, n) => signal(`Paper ${n}`, title)))
      )
      yield* tell()
      assert.deepStrictEqual(
        yield* grouped,
        opposite
          .flat()
          .sort()
          .map((title) => [title])
      )
    })
  )

  it.effect("fold the notices of one company about one matter, and no others", () =>
    Effect.gen(function* () {
      const signals = yield* Signals
      const filing = (company: string, n: number, more: Partial<NewSignal> = {}) =>
        signal("SEC EDGAR", `${company}: Form 4`, {
          identity: `https://sec.example/${company}/${n}`,
          guid: `${company} ${n}`,
          url: `https://sec.example/${company}/${n}`,
          ...more
        })
      const event = (n: number, snippet: string) => filing("BOLT CORP", n, { title: "BOLT CORP: Form 8-K", snippet })
      const roles = ["Director", "CFO", "CEO", "SVP"]
      const sales = roles.map((role, n) =>
        signal("Ticker Daily", `Insider selling: Quantrix ${role} sells ${n + 2},${n}00 shares`)
      )
      yield* signals.upsert(feed, [
        ...Array.from({ length: 19 }, (_, n) => filing("ACME CORP", n)),
        filing("ZENITH CORP", 100),
        event(200, "Item 2.02: Results of Operations and Financial Condition"),
        event(201, "Item 5.02: Departure of Directors or Certain Officers"),
        ...sales
      ])
      yield* tell()
      const sizes = (yield* grouped).map((titles) => `${titles.length} ${titles[0]}`)
      assert.deepStrictEqual(sizes.sort(), [
        "1 BOLT CORP: Form 8-K",
        "1 BOLT CORP: Form 8-K",
        "1 ZENITH CORP: Form 4",
        "19 ACME CORP: Form 4",
        `4 ${sales.map(({ title }) => title).sort()[0]}`
      ])
    })
  )

  it.effect("lose a signal whose title no longer fits, go on under their id, and get it back", () =>
    Effect.gen(function* () {
      const signals = yield* Signals
      yield* signals.upsert(feed, [closing, closingToo, otherNews])
      yield* tell()
      const before = yield* grouped
      const id = yield* storyOf(closing.title)
      const edited = { ...closing, title: "Volleyball cup draw takes place", snippet: "Twelve teams take part." }
      // The lead goes, and with it nothing but the lead.
      assert.deepStrictEqual(yield* signals.upsert(feed, [edited]), { new: 0, changed: 1 })
      yield* tell()
      assert.strictEqual(yield* storyOf(closingToo.title), id)
      assert.notStrictEqual(yield* storyOf(edited.title), id)
      assertMatches(yield* signals.story(id), { first: { source: "Wire" }, signals_total: 1 })
      yield* signals.upsert(feed, [closing])
      yield* tell()
      assert.deepStrictEqual(yield* grouped, before)
      assert.strictEqual(yield* storyOf(closing.title), id)
      // Alone, a signal keeps its story whatever it is titled.
      const alone = yield* storyOf(otherNews.title)
      yield* signals.upsert(feed, [{ ...otherNews, title: "Porto airport gets a new tower" }])
      yield* tell()
      assert.strictEqual(yield* storyOf("Porto airport gets a new tower"), alone)
    })
  )

  it.effect("stay the same while a signal is edited and still fits", () =>
    Effect.gen(function* () {
      const signals = yield* Signals
      yield* signals.upsert(feed, [closing, closingToo])
      yield* tell()
      const id = yield* storyOf(closing.title)
      yield* signals.upsert(feed, [{ ...closing, title: "Fujitsu closes its last factory in Augsburg" }])
      yield* tell()
      assert.strictEqual(yield* storyOf("Fujitsu closes its last factory in Augsburg"), id)
    })
  )

  it.effect("end after two weeks, whichever of their signals came first", () =>
    Effect.gen(function* () {
      const signals = yield* Signals
      const days = Array.from({ length: 9 }, (_, n) => 3 * n)
      const ago = (title: string, day: number) => signal(`Paper ${day}`, title, { published_at: at(8 - 24 * day) })
      // One comes in from the earliest on, the other from the latest on.
      for (const day of days) {
        yield* signals.upsert(feed, [
          ago("Zendra recalls solar pumps", 24 - day),
          ago("Dolmet opens Lisbon plant", day)
        ])
        yield* tell()
      }
      const stories = Map.groupBy(yield* listed, ({ story_id }) => story_id)
      const spans = [...stories.values()].map((story) => {
        const dates = story.map(({ published_at }) => Date.parse(published_at!) / 86_400_000)
        return `${story[0]!.title}, ${Math.max(...dates) - Math.min(...dates)} days`
      })
      assert.deepStrictEqual(spans.sort(), [
        "Dolmet opens Lisbon plant, 12 days",
        "Dolmet opens Lisbon plant, 9 days",
        "Zendra recalls solar pumps, 12 days",
        "Zendra recalls solar pumps, 9 days"
      ])
    })
  )

  it.effect("are apart for what happens on one market and to one company, where little else is stored", () =>
    Effect.gen(function* () {
      const signals = yield* Signals
      const start = new Date("2026-03-09T08:00:00Z")
      const articles = demoStories.map((story) => publish(story, start))
      for (const id of publisherIds) {
        const listed = articles
          .filter(({ by }) => by === id)
          .map(({ paragraphs, publishedAt, title }) =>
            signal(publishers[id].title, title, { snippet: paragraphs[0]!, published_at: publishedAt })
          )
        yield* signals.upsert(SourceName.make(`feed:${id}`), listed)
        yield* tell()
      }
      const stories = Map.groupBy(yield* signals.list({ limit: 200 }), ({ story_id }) => story_id)
      const several = [...stories.values()].filter(({ length }) => length > 1)
      assert.deepStrictEqual(
        several.map((story) => story.map(({ title }) => title).sort()),
        [
          [
            "Voltmarsh in talks to buy Kerbwell for $640 million, people familiar say",
            "“We are not in talks”: Kerbwell rejects takeover report"
          ]
        ]
      )
    })
  )

  it.effect("keep an edited signal, however many newer ones are alike", () =>
    Effect.gen(function* () {
      const signals = yield* Signals
      const first = signal("Herald", "Veltora heat pump sales rise in Norway", { published_at: at(6) })
      const second = signal("Wire", "In Norway, sales of the Veltora heat pump rise", { published_at: at(7) })
      const figures = (n: number) => signal(`Paper ${n}`, `Veltora heat pump sales rise ${n} % in Norway`)
      yield* signals.upsert(feed, [first, second])
      yield* tell()
      for (let n = 0; n < 60; n += 20) {
        yield* signals.upsert(
          feed,
          Array.from({ length: 20 }, (_, m) => figures(n + m + 10))
        )
        yield* tell()
      }
      const id = yield* storyOf(second.title)
      assert.strictEqual(yield* storyOf(first.title), id)
      yield* signals.upsert(feed, [{ ...first, snippet: "Sales of the pump rise." }])
      yield* tell()
      assert.strictEqual(yield* storyOf(first.title), id)
      assert.strictEqual(yield* storyOf(second.title), id)
    })
  )

  it.effect("are told once, whoever tells them at the same time and while signals come in", () =>
    Effect.gen(function* () {
      const signals = yield* Signals
      const firms = ["Aldex", "Borvik", "Cendra", "Dolmet", "Ervona", "Fintar", "Goldra", "Hexum", "Ilvano", "Jorvex"]
      // A form: what tells the stories apart is a name.
      const wave = (n: number) =>
        firms.map((firm) => signal(`Paper ${n}`, `${firm} opens a plant in the north`, { snippet: `Jobs at ${firm}.` }))
      yield* Effect.all(
        Array.from({ length: 6 }, (_, n) => [
          signals.upsert(SourceName.make(`feed:${n}`), wave(n)),
          signals.tellStories(7),
          tell(5)
        ]).flat(),
        { concurrency: "unbounded", discard: true }
      )
      yield* tell()
      assert.deepStrictEqual(
        (yield* grouped).map((titles) => titles.length),
        Array.from({ length: 10 }, () => 6)
      )
      const stories = new Set((yield* listed).map(({ story_id }) => story_id))
      assert.strictEqual(stories.size, 10)
    })
  )

  const titles = ["Acme recalls heat pumps", "Zenith opens Lisbon plant", "Harvest insurers raise premiums"]
  it.prop(
    "of exact copies are the same in whatever order they come, also after one was another for a while",
    [
      Schema.Array(
        Schema.Struct({ publisher: Schema.Literals(["One", "Two", "Three"]), title: Schema.Literals([0, 1, 2]) })
      ),
      Schema.Literals([1, 2, 3, 100]),
      Schema.Literals([0, 1, 2])
    ],
    ([found, piece, edited]) =>
      Effect.gen(function* () {
        const signals = yield* Signals
        const items = found.map(({ publisher, title }) => signal(publisher, titles[title]!))
        yield* signals.upsert(feed, items)
        yield* tell(piece)
        const distinct = [...new Map(found.map((one) => [one.publisher + one.title, one])).values()]
        const expected = titles
          .map((title, n) => distinct.filter((one) => one.title === n).map(() => title))
          .filter(({ length }) => length > 0)
          .sort((one, other) => (one.join() < other.join() ? -1 : 1))
        assert.deepStrictEqual(yield* grouped, expected)
        const [first] = items
        if (first === undefined) return
        yield* TestClock.adjust("1 minute")
        yield* signals.upsert(feed, [{ ...first, title: titles[edited]! }])
        yield* tell(piece)
        yield* signals.upsert(feed, [first])
        yield* tell(piece)
        assert.deepStrictEqual(yield* grouped, expected)
      }),
    12
  )
})

describe("signals that are older than the grouping", () => {
  forEachDatabase((_, database) =>
    layer(Signals.layer.pipe(Layer.provide(Changes.layerAlone), Layer.provideMerge(database)), {
      excludeTestServices: true
    })((it) => {
      it.effect("are told their stories piece by piece, the newest first, from where it was broken off", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const signals = yield* Signals
          yield* signals.upsert(feed, [closing, closingToo, otherNews, closingInGerman])
          yield* tell()
          const before = yield* grouped
          yield* sql`delete from signal_stories`
          const newest = yield* sql<{ id: number }>`select id from signals order by id desc limit 1`
          assert.strictEqual((yield* signals.tellStories(1)).length, 1)
          assert.deepStrictEqual(yield* sql`select signal_id as id from signal_stories`, newest)
          // What comes in meanwhile does not wait for those.
          yield* signals.upsert(feed, [signal("Herald", "Rain in the north")])
          assert.strictEqual((yield* signals.tellStories(1)).length, 1)
          yield* storyOf("Rain in the north")
          yield* tell(1)
          assert.deepStrictEqual(yield* grouped, [...before, ["Rain in the north"]])
          // What an edited signal was found by goes with its old words.
          yield* signals.upsert(feed, [
            { ...otherNews, title: "Porto opens a museum", snippet: "Painters of the north." }
          ])
          yield* tell()
          const keys = yield* sql<{ left: number; own: number }>`
            select (select count(*)::int from signal_story_keys) as left,
              (select sum(json_array_length(print::json -> 'keys'))::int from signal_stories) as own`
          assert.strictEqual(keys[0]!.left, keys[0]!.own)
          // With a signal its place in the story goes, and a story without signals is none.
          const id = yield* storyOf("Rain in the north")
          yield* sql`delete from signals where title = 'Rain in the north'`
          assert.strictEqual((yield* Effect.flip(signals.story(id))).code, "story_not_found")
        })
      )
    })
  )
})

layer(Layer.provideMerge(Layer.provide(Signals.layer, Changes.layerAlone), migratedPostgres), {
  excludeTestServices: true
})("signals that change while their stories are told", (it) => {
  it.effect("are told the stories of the words that they have then", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const signals = yield* Signals
      yield* signals.upsert(feed, [closing, otherNews])
      const isTold = yield* Deferred.make<void>()
      const begun = yield* Deferred.make<void>()
      const edit = Effect.gen(function* () {
        yield* Deferred.succeed(begun, undefined)
        yield* Deferred.await(isTold)
        yield* sql`update signals set title = ${closingToo.title}, snippet = ${closingToo.snippet} where title = ${otherNews.title}`
      })
      const editing = yield* Effect.forkChild(inTurn(sql, "signals")(edit))
      yield* Deferred.await(begun)
      const telling = yield* Effect.forkChild(signals.tellStories(10))
      yield* sql`select from pg_locks where locktype = 'advisory' and not granted`.pipe(
        Effect.repeat({ until: (waiting) => waiting.length > 0 })
      )
      yield* Deferred.succeed(isTold, undefined)
      yield* Fiber.join(editing)
      assert.sameMembers(
        (yield* Fiber.join(telling)).map(({ title }) => title),
        [closing.title, closingToo.title]
      )
      assert.strictEqual(yield* storyOf(closing.title), yield* storyOf(closingToo.title))
    })
  )
})
