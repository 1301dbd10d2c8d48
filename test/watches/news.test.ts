import { assert } from "@effect/vitest"
import { Effect, Layer, Schema } from "effect"
import { TestClock } from "effect/testing"
import type { AccountId } from "../../src/domain/Account.ts"
import type { CompanyId } from "../../src/domain/Company.ts"
import { TimeOfDay, TimeZone } from "../../src/domain/Schedule.ts"
import type { NewSignal } from "../../src/domain/Signal.ts"
import { noConditions, type WatchSubject } from "../../src/domain/Watch.ts"
import { Companies } from "../../src/storage/companies/Companies.ts"
import { Competitors } from "../../src/storage/companies/Competitors.ts"
import { Changes } from "../../src/storage/database/Changes.ts"
import { Signals } from "../../src/storage/signals/Signals.ts"
import * as Storage from "../../src/storage/Storage.ts"
import { WatchEvents } from "../../src/storage/watches/WatchEvents.ts"
import { Watches } from "../../src/storage/watches/Watches.ts"
import { contentOf } from "../../src/watches/Occurrences.ts"
import { ActiveWatches } from "../../src/watches/ActiveWatches.ts"
import { preview } from "../../src/watches/Preview.ts"
import * as Watching from "../../src/watches/Watching.ts"
import { knownCompetitors } from "../../src/reports/evidence/Trade.ts"
import { statementsOf } from "../../harness/Statements.ts"
import { contract, start } from "../support/Contract.ts"
import { clockChanges } from "../support/ClockChanges.ts"
import { hearing } from "../support/Hearing.ts"
import { happenings, holds } from "../support/Delivered.ts"
import { SourceName } from "../../src/domain/Source.ts"
import { feed, news, store, tagged } from "../support/News.ts"
import { newAccount } from "../storage/NewAccount.ts"
import { eventsOf, tell, titlesOf, watch } from "./Watched.ts"

const about = (q: string, more: object = {}): WatchSubject => ({ kind: "search", q, ...more })

/** Gives the company its name, and what is known of it. */
const named = (name: string, known: { readonly tickers?: ReadonlyArray<string>; readonly industry?: string } = {}) =>
  Effect.flatMap(Companies, (companies) =>
    companies.upsert([
      {
        key: "import:acme",
        name,
        tickers: [],
        industry: null,
        revenue: 1,
        market_cap: null,
        revenue_period_end: null,
        source_url: null,
        ...known
      }
    ])
  )

const idOf = (q: string) =>
  Effect.map(
    Effect.flatMap(Companies, (companies) => companies.search({ q, limit: 1 })),
    (found) => (found as never as [{ id: CompanyId }])[0].id
  )

contract("Watches of news", Storage.layer, (it) => {
  const watched = <A, E, R>(name: string, self: () => Effect.Effect<A, E, R>) =>
    it.effect(name, () => Effect.provide(Effect.suspend(self), Watching.layer) as never)

  watched("an event says what has happened, why it is one, and what it is about", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const { id } = yield* watch(account, about("battery plants"))
      yield* store(news("A battery plant opens", { snippet: "Near Graz." }), news("Rain in Graz"))
      yield* tell
      const [event, ...others] = yield* eventsOf(account)
      assert.deepStrictEqual(others, [])
      const [signal] = yield* (yield* Signals).list({ q: "battery", limit: 1 })
      assert.deepStrictEqual(event as unknown, {
        id: 1,
        watch: { id, name: "News" },
        kind: "search",
        title: "A battery plant opens",
        text: "Near Graz.",
        source: "News",
        story_id: signal!.story_id,
        why: {
          terms: ["battery", "plants"],
          highlights: [
            {
              field: "title",
              fragment: "A battery plant opens",
              offsets: [
                [2, 9],
                [10, 15]
              ]
            }
          ],
          change: null
        },
        link: { kind: "signal", id: signal!.id, url: signal!.url },
        at: "2026-03-10T12:00:00",
        send_at: "2026-03-10T12:00:00",
        read: false
      })
    })
  )

  watched("a story has one event, however many carry it and however often it is told", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      yield* watch(account, about("solar"))
      const title = "Solar maker Voltaro buys the factory of Helion in Leipzig"
      const snippet = "Voltaro pays 200 million euros for the Helion factory in Leipzig."
      for (const [n, source] of ["Wire", "Post", "Herald"].entries()) {
        const url = `https://${source.toLowerCase()}.example/solar`
        const words = [title, `${title} for 200 million`, `Helion sells Leipzig factory to solar maker Voltaro`][n]!
        yield* store(news(words, { source, url, identity: url, guid: url, snippet }))
        yield* tell
      }
      assert.strictEqual((yield* eventsOf(account)).length, 1)
      const [first] = yield* (yield* Signals).list({ limit: 1 })
      assert.strictEqual(first!.story_signals, 3)
    })
  )

  watched("only news of its time counts: neither what was there before, nor an archive", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      yield* store(news("Tea was cheap"))
      yield* TestClock.adjust("1 minute")
      yield* watch(account, about("tea"))
      yield* store(news("Tea in an archive", { published_at: new Date("2026-02-01T00:00:00Z") }), news("Tea is dear"))
      yield* tell
      assert.deepStrictEqual(yield* titlesOf(account), ["Tea is dear"])
    })
  )

  watched("all words must be there, or the share that was asked for; phrases always, and nothing excluded", () =>
    Effect.gen(function* () {
      const [all, half, phrase] = [yield* newAccount, yield* newAccount, yield* newAccount]
      yield* watch(all, about("green tea prices -matcha"))
      yield* watch(half, about("green tea prices", { share: 0.5 }))
      yield* watch(phrase, about('"green tea" harvest'))
      yield* store(
        news("Prices of green tea rise"),
        news("In Kyoto green matcha tea has its prices"),
        news("Coffee prices fall"),
        news("The harvest of green tea begins in Assam")
      )
      yield* tell
      assert.deepStrictEqual(yield* titlesOf(all), ["Prices of green tea rise"])
      assert.deepStrictEqual((yield* titlesOf(half)).toSorted(), [
        "In Kyoto green matcha tea has its prices",
        "Prices of green tea rise",
        "The harvest of green tea begins in Assam"
      ])
      assert.deepStrictEqual(yield* titlesOf(phrase), ["The harvest of green tea begins in Assam"])
    })
  )

  watched("a competitor counts by any of its names, and not where they mean something else", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const competitors = yield* Competitors
      const square = { name: "Square", domain: "square.example", aliases: ["Block Inc"], exclude: ["Madison Square"] }
      const { id } = yield* competitors.create(account, square)
      yield* watch(account, { kind: "competitor", competitor_id: id })
      yield* store(
        news("Square raises its fees"),
        news("Bulls at Madison Square Garden"),
        news("Block Inc reports"),
        news("A block of flats, inc. garden")
      )
      yield* tell
      assert.deepStrictEqual((yield* titlesOf(account)).toSorted(), ["Block Inc reports", "Square raises its fees"])
    })
  )

  watched("a competitor's other names count from the next news on, however little else a process has heard of", () =>
    Effect.gen(function* () {
      const deaf = { version: () => 1, changed: () => Effect.void, together: <A>(whole: A) => whole } as never
      yield* Effect.gen(function* () {
        const account = yield* newAccount
        const competitors = yield* Competitors
        const { id } = yield* competitors.create(account, { name: "Acme", domain: "acme.example" })
        yield* watch(account, { kind: "competitor", competitor_id: id })
        const titles: Array<string> = []
        const next = Effect.fnUntraced(function* (...all: ReadonlyArray<string>) {
          yield* store(...all.map((title) => news(title)))
          yield* tell
          titles.push(...(yield* titlesOf(account)).slice(titles.length))
        })
        yield* next("Acme opens a plant", "Zenith was unknown")
        yield* competitors.update(account, id, { aliases: ["Zenith"] })
        yield* next("Zenith has another name")
        yield* competitors.update(account, id, { name: "Nadir", aliases: [] })
        yield* next("Nadir closes the plant", "Acme was its name", "Zenith too")
        yield* competitors.update(account, id, { status: "paused" })
        yield* next("Nadir while nobody looks")
        assert.deepStrictEqual(titles, ["Acme opens a plant", "Zenith has another name", "Nadir closes the plant"])
      }).pipe(Effect.provide(Layer.fresh(Watching.layer).pipe(Layer.provide(Layer.succeed(Changes, deaf)))))
    })
  )

  watched("names of competitors are read at once, whosever they are", () =>
    Effect.gen(function* () {
      const competitors = yield* Competitors
      const add = Effect.fnUntraced(function* (name: string) {
        const account = yield* newAccount
        const { id } = yield* competitors.create(account, { name, domain: "rival.example" })
        yield* watch(account, { kind: "competitor", competitor_id: id })
        return account
      })
      // What the transaction reads that stores news.
      // While changes may be missed, all is read each time.
      const statements = Effect.andThen(
        hearing("companies"),
        Effect.flatMap(ActiveWatches, ({ read }) => Effect.map(statementsOf(read), ({ length }) => length))
      )
      // An everyday word, for which companies are read too.
      const first = yield* add("Anchor")
      const before = yield* statements
      const others = yield* Effect.forEach(["Boreal", "Cobalt", "Dorian", "Everest", "Falcon"], add)
      assert.strictEqual(yield* statements, before)
      assert.isAtMost(yield* statements, 1, "nothing has changed")
      yield* store(news("Anchor opens a plant"), news("Falcon closes one"))
      yield* tell
      assert.deepStrictEqual(yield* titlesOf(first), ["Anchor opens a plant"])
      assert.deepStrictEqual(yield* titlesOf(others.at(-1)!), ["Falcon closes one"])
    })
  )

  watched("a name that is an everyday word must mean the company, in events and in what would have been sent", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const rival = yield* (yield* Competitors).create(account, { name: "Target", domain: "target.example" })
      const subject = { kind: "competitor" as const, competitor_id: rival.id }
      yield* watch(account, subject)
      yield* store(
        news("Central bank keeps inflation target at 2 percent"),
        news("Target practice injures two"),
        news("Shares of Target fall after its results")
      )
      yield* tell
      const meant = ["Shares of Target fall after its results"]
      assert.deepStrictEqual(yield* titlesOf(account), meant)
      const { events } = yield* preview(account, subject, noConditions)
      assert.deepStrictEqual(
        events.map(({ title }) => title),
        meant
      )
    })
  )

  watched("a competitor with an everyday name is told by the ticker and industry of a stored company", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const rival = { name: "Square", domain: "square.example" }
      const { id } = yield* (yield* Competitors).create(account, rival)
      const subject = { kind: "competitor" as const, competitor_id: id }
      yield* watch(account, subject)
      const water = { snippet: "A story of drinking water and wastewater." }
      yield* store(news("Square is one of the names of the day: $SQZ"), news("Neighbours talk of Square", water))
      yield* tell
      assert.deepStrictEqual(yield* titlesOf(account), [])
      // What is stored counts from the next news on.
      yield* named("Square, Inc.", { tickers: ["SQZ"], industry: "Water utilities" })
      const later = ["Traders like Square again ($SQZ)", "Mayor of Graz had hoped that Square stays"] as const
      yield* store(news(later[0]), news(later[1], water), news("Square in Graz closes"))
      yield* tell
      assert.deepStrictEqual((yield* titlesOf(account)).toSorted(), later.toSorted())
      // The list of the competitor and the preview have those of before too.
      const all = ["Square is one of the names of the day: $SQZ", "Neighbours talk of Square", ...later]
      const { events } = yield* preview(account, subject, noConditions)
      assert.sameMembers(
        events.map(({ title }) => title),
        all
      )
      const [competitor] = yield* knownCompetitors([yield* (yield* Competitors).find(account, id)])
      assert.sameMembers(
        (yield* (yield* Signals).mentioning(competitor!, 10)).map(({ title }) => title),
        all
      )
    })
  )

  watched("a company with an everyday name is told by its imported ticker and industry", () =>
    Effect.gen(function* () {
      yield* named("Square, Inc.", { tickers: ["SQZ"], industry: "Water utilities" })
      const account = yield* newAccount
      const subject = { kind: "company" as const, company_id: yield* idOf("Square"), changes: ["news" as const] }
      yield* watch(account, subject)
      const listed = news("Square is one of the names of the day: $SQZ")
      const ofIndustry = news("Neighbours talk of Square", { snippet: "A story of drinking water and wastewater." })
      yield* store(
        listed,
        ofIndustry,
        news("Square is one of the names of the day: $SQZX"),
        news("Square in Graz closes")
      )
      yield* tell
      const meant = [listed.title, ofIndustry.title].toSorted()
      assert.deepStrictEqual((yield* titlesOf(account)).toSorted(), meant)
      const { events } = yield* preview(account, subject, noConditions)
      assert.sameMembers(
        events.map(({ title }) => title),
        meant
      )
    })
  )

  watched("the event waits for as many publishers as were asked for", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      yield* watch(account, about("solar"), { min_publishers: 2 })
      const story = {
        title: "Solar maker Voltaro buys the factory of Helion in Leipzig",
        snippet: "Voltaro pays 200 million euros for the Helion factory in Leipzig."
      }
      const carried = (source: string) => {
        const url = `https://${source.toLowerCase()}.example/solar`
        return news(story.title, { ...story, source, url, identity: url, guid: url })
      }
      yield* store(carried("Wire"))
      yield* tell
      assert.deepStrictEqual(yield* titlesOf(account), [])
      yield* store(carried("Post"))
      yield* tell
      assert.deepStrictEqual(yield* titlesOf(account), [story.title])
      yield* store(carried("Herald"))
      yield* tell
      assert.strictEqual((yield* eventsOf(account)).length, 1)
    })
  )

  watched("what waited for publishers is forgotten once the watch asks something else", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const { id } = yield* watch(account, about("solar"), { min_publishers: 2 })
      const story = {
        title: "Solar maker Voltaro buys the factory of Helion in Leipzig",
        snippet: "Voltaro pays 200 million euros for the Helion factory in Leipzig."
      }
      const carried = (source: string) => {
        const url = `https://${source.toLowerCase()}.example/leipzig`
        return news(story.title, { ...story, source, url, identity: url, guid: url })
      }
      yield* store(carried("Wire"))
      yield* tell
      yield* TestClock.adjust("1 second")
      yield* (yield* Watches).update(account, id, { subject: about("coffee") })
      yield* store(carried("Post"))
      yield* tell
      assert.deepStrictEqual(yield* titlesOf(account), [])
    })
  )

  watched("a signal that leaves a story while it waits leaves no event there: the next one of the story stands", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      yield* watch(account, about("solar"), { min_publishers: 2 })
      const story = {
        title: "Solar maker Voltaro buys the factory of Helion in Leipzig",
        snippet: "Voltaro pays 200 million euros for the Helion factory in Leipzig."
      }
      const carried = (source: string, page: string, words: Partial<typeof story> = {}) => {
        const url = `https://${source.toLowerCase()}.example/${page}`
        return news(story.title, { ...story, ...words, source, url, identity: url, guid: url })
      }
      for (const page of ["first", "second"]) {
        yield* store(carried("Wire", page))
        yield* tell
      }
      const other = { title: "Solar eclipse draws crowds to Reykjavik", snippet: "Thousands came to watch the sky." }
      yield* store(carried("Wire", "first", other))
      yield* tell
      yield* store(carried("Post", "third"))
      yield* tell
      const [event, ...others] = yield* eventsOf(account)
      assert.deepStrictEqual(others, [])
      assert.strictEqual(event!.link.url, "https://wire.example/second")
    })
  )

  it.effect("a process that has not heard of a watch yet finds it all the same", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const deaf = { version: () => 1, changed: () => Effect.void, together: <A>(whole: A) => whole } as never
      const other = Layer.fresh(Watching.layer).pipe(Layer.provide(Layer.succeed(Changes, deaf)))
      yield* Effect.gen(function* () {
        yield* store(news("Tea of yesterday"))
        yield* tell
        yield* watch(account, about("tea"))
        yield* store(news("Tea is dear"))
        yield* tell
        assert.deepStrictEqual(yield* titlesOf(account), ["Tea is dear"])
      }).pipe(Effect.provide(other))
    })
  )

  watched("tags narrow it to what sources bring that have one of them, first or later", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      yield* named("Acme Corp")
      const competitors = yield* Competitors
      const { id } = yield* competitors.create(account, { name: "Acme", domain: "acme.example" })
      const company_id = yield* idOf("Acme")
      const tags = ["rivals", "europe"]
      const subjects: ReadonlyArray<WatchSubject> = [
        { kind: "search", q: "plant", tags },
        { kind: "competitor", competitor_id: id, tags },
        { kind: "company", company_id, changes: ["filing", "news"], tags }
      ]
      const ids = yield* Effect.forEach(subjects, (subject) => watch(account, subject))
      const other = SourceName.make("feed:other.example")
      yield* tagged(feed, "asia")
      yield* tagged(other, "other", "europe")
      const signals = yield* Signals
      const late = news("Acme Corp opens a plant")
      const filing = (number: string) => news(`Acme Corp: plant, Form ${number}`, { filers: ["import:acme"] })
      yield* store(late, news("Acme Corp closes a plant"), filing("8-K"))
      yield* signals.upsert(other, [news("Acme Corp sells a plant"), filing("10-K")])
      yield* tell
      const told = ["Acme Corp sells a plant", "Acme Corp: plant, Form 10-K"]
      const titlesOfEach = Effect.map(eventsOf(account), (events) =>
        ids.map(({ id }) =>
          events
            .filter(({ watch }) => watch.id === id)
            .map(({ title }) => title)
            .toSorted()
        )
      )
      assert.deepStrictEqual(yield* titlesOfEach, [told, told, told])
      // Another source has it now as well.
      yield* signals.upsert(other, [late])
      yield* tell
      const more = ["Acme Corp opens a plant", ...told]
      assert.deepStrictEqual(yield* titlesOfEach, [more, more, more])
      for (const subject of subjects) {
        const shown = yield* preview(account, subject, noConditions)
        assert.sameMembers(
          shown.events.map(({ title }) => title),
          more,
          subject.kind
        )
      }
      // A source counts by the tags that it has when something comes in.
      yield* tagged(other)
      yield* signals.upsert(other, [news("Acme Corp paints a plant")])
      yield* tell
      assert.deepStrictEqual(yield* titlesOfEach, [more, more, more])
    })
  )

  watched("a filing counts by the company's number, each for itself, and news that names the company does not", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      yield* named("Acme Foods")
      yield* watch(account, { kind: "company", company_id: yield* idOf("Acme") })
      yield* watch(account, { kind: "company", company_id: yield* idOf("Acme"), changes: ["revenue"] })
      const filing = (number: string, more: Partial<NewSignal> = {}) => {
        const url = `https://www.sec.gov/Archives/edgar/data/1/${number}-index.htm`
        const snippet = "Item 8.01: Other Events"
        const filers = ["import:acme"]
        return news("ACME FOODS HOLDING: Form 8-K", { identity: url, guid: number, url, snippet, filers, ...more })
      }
      yield* store(
        news("Acme Foods files a plan for a plant"),
        filing("1"),
        filing("2"),
        filing("3", { filers: ["cik:9", "import:acme"], title: "POWER GRID LLC, ACME FOODS HOLDING: Form 8-K" }),
        filing("4", { filers: ["cik:9"], title: "Acme Foods and others: Form 8-K" }),
        filing("5", { published_at: new Date(start.getTime() - 8 * 86_400_000) })
      )
      yield* tell
      yield* store(filing("1"), filing("2", { snippet: "Item 8.01: Other Events, amended" }))
      yield* tell
      const events = yield* eventsOf(account)
      assert.sameMembers(
        events.map(({ link }) => link.url!.split("/").at(-1)!),
        ["1-index.htm", "2-index.htm", "3-index.htm"]
      )
      assert.deepStrictEqual(new Set(events.map(({ kind }) => kind)), new Set(["company"]))
      const subject = { kind: "company", company_id: yield* idOf("Acme") } as const
      const shown = yield* preview(account, subject, noConditions)
      assert.sameMembers(
        shown.events.map(({ link }) => link.url),
        events.map(({ link }) => link.url)
      )
    })
  )

  watched("a filing that a watch tells is not also told as news", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      yield* named("Acme Corp")
      const company_id = yield* idOf("Acme")
      const both = { kind: "company", company_id, changes: ["filing", "news"] } as const
      const newsAlone = { kind: "company", company_id, changes: ["news"] } as const
      const ids = yield* Effect.forEach([both, newsAlone], (subject) => watch(account, subject))
      const filing = (snippet: string) => news("Acme Corp: Form 8-K", { filers: ["import:acme"], snippet })
      yield* store(filing("Item 8.01"), news("Acme Corp sells its plant"))
      yield* tell
      yield* store(filing("Item 8.01, amended"))
      yield* tell
      const events = yield* eventsOf(account)
      for (const [n, subject] of [both, newsAlone].entries()) {
        const told = events.filter((event) => event.watch.id === ids[n]!.id).map(({ title }) => title)
        assert.deepStrictEqual(told.toSorted(), ["Acme Corp sells its plant", "Acme Corp: Form 8-K"])
        const shown = yield* preview(account, subject, noConditions)
        assert.sameMembers(
          shown.events.map(({ title }) => title),
          told
        )
      }
    })
  )

  it.effect("a story's publishers are known by when they were first seen with it", () =>
    Effect.gen(function* () {
      const signals = yield* Signals
      const snippet = "Auctions in Mombasa paid four dollars a kilo for leaves of the first flush."
      const by = (source: string, title: string) =>
        news(title, {
          source,
          snippet,
          identity: source + title,
          guid: source + title,
          url: `https://${source}.example/`
        })
      const titles = ["Mombasa tea auction pays four dollars", "Four dollars paid at Mombasa tea auction"] as const
      for (const [source, title] of [
        ["a", titles[0]],
        ["b", titles[1]],
        ["a", titles[1]],
        ["c", titles[0]]
      ] as const) {
        yield* store(by(source, title))
        yield* tell
        yield* TestClock.adjust("1 hour")
      }
      const stored = yield* signals.list({ limit: 9 })
      const [story] = new Set(stored.map(({ story_id }) => story_id!))
      const at = (hours: number) => new Date(start.getTime() + hours * 3_600_000)
      assert.deepStrictEqual((yield* signals.carriedAt([story!])).get(story!), [at(0), at(1), at(3)])
      const arrivals = yield* signals.arrivals(stored.map(({ id }) => id))
      assert.deepStrictEqual(arrivals.get(stored.find(({ source }) => source === "b")!.id), {
        published_at: start,
        first_seen_at: at(1)
      })
    })
  )

  watched("a company counts by the name that it has", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      yield* named("Acme Foods, Inc.")
      yield* watch(account, { kind: "company", company_id: yield* idOf("Acme"), changes: ["news"] })
      yield* store(news("Acme Foods opens a plant"))
      yield* tell
      yield* named("Zenith Foods")
      yield* store(news("Zenith Foods closes it"), news("Acme Foods was its name"))
      yield* tell
      assert.deepStrictEqual(yield* titlesOf(account), ["Acme Foods opens a plant", "Zenith Foods closes it"])
    })
  )

  it.effect("a company's new name counts where nothing is heard of changes, and where it was not heard of", () =>
    Effect.gen(function* () {
      let heard: number | undefined = 1
      const changes = { version: () => heard, changed: () => Effect.void, together: <A>(whole: A) => whole } as never
      const other = Layer.fresh(Watching.layer).pipe(Layer.provide(Layer.succeed(Changes, changes)))
      yield* Effect.gen(function* () {
        const account = yield* newAccount
        yield* named("Acme Foods")
        yield* watch(account, { kind: "company", company_id: yield* idOf("Acme"), changes: ["news"] })
        const next = Effect.fnUntraced(function* (title: string) {
          yield* store(news(title))
          yield* tell
        })
        yield* next("Acme Foods opens a plant")
        yield* next("Acme Foods hires")
        heard = undefined
        yield* named("Zenith Foods")
        yield* next("Zenith Foods closes it")
        yield* named("Nadir Foods")
        // As at the beginning of each connection: what happened before it is not known.
        heard = 2
        yield* next("Nadir Foods sells it")
        yield* next("Zenith Foods was its name")
        assert.deepStrictEqual(yield* titlesOf(account), [
          "Acme Foods opens a plant",
          "Acme Foods hires",
          "Zenith Foods closes it",
          "Nadir Foods sells it"
        ])
      }).pipe(Effect.provide(other))
    })
  )

  watched("what came in before a watch was resumed or given other words is none of its news", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const watches = yield* Watches
      const { id } = yield* watch(account, about("tea"))
      yield* watches.update(account, id, { status: "paused" })
      yield* store(news("Tea while paused"))
      yield* TestClock.adjust("1 minute")
      yield* watches.update(account, id, { status: "active" })
      yield* store(news("Tea again"), news("Coffee too early"))
      yield* tell
      yield* store(news("Coffee stored and not told yet"))
      yield* TestClock.adjust("1 minute")
      yield* watches.update(account, id, { subject: about("coffee") })
      yield* store(news("Coffee from now on"))
      yield* watches.update(account, id, { name: "Drinks", subject: about("coffee") })
      yield* tell
      assert.deepStrictEqual(yield* titlesOf(account), ["Tea again", "Coffee from now on"])
    })
  )

  watched("words that can't be stored as they are make one event all the same", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const { id } = yield* watch(account, about("tea"))
      const events = yield* WatchEvents
      const content = contentOf("social", { title: "Tea \ud800", link: { kind: "social", id: "Tea", url: null } })
      const send_at = new Date("2026-03-10T12:00:00Z")
      for (const key of ["topic:\ud800", "topic:\ud801", "topic:\ufffd"])
        yield* events.record([{ account, watch: id, key, content, send_at, cooldownMillis: 0 }])
      assert.strictEqual((yield* eventsOf(account)).length, 1)
    })
  )

  watched("within the cooldown events are listed and not sent; in quiet hours they wait for their end", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const quiet_hours = {
        from: TimeOfDay.make("22:00"),
        to: TimeOfDay.make("07:00"),
        zone: TimeZone.make("Asia/Tokyo")
      }
      yield* watch(account, about("tea"), { cooldown_minutes: 60 })
      const night = yield* newAccount
      yield* watch(night, about("tea"), { quiet_hours })
      // 21:00 in Tokyo.
      yield* store(news("Tea one"))
      yield* tell
      yield* TestClock.adjust("59 minutes")
      yield* store(news("Tea two"))
      yield* tell
      yield* TestClock.adjust("1 minute")
      yield* store(news("Tea three"))
      yield* tell
      const times = (id: AccountId) =>
        Effect.map(eventsOf(id), (events) => events.map(({ send_at }) => send_at?.slice(5) ?? null))
      assert.deepStrictEqual(yield* times(account), ["03-10T12:00:00", null, "03-10T13:00:00"])
      assert.deepStrictEqual(yield* times(night), ["03-10T12:00:00", "03-10T12:59:00", "03-10T22:00:00"])
    })
  )

  watched("an event of a clock that was ahead silences none when the clock is right again", () =>
    Effect.gen(function* () {
      const [account, other] = [yield* newAccount, yield* newAccount]
      yield* watch(account, about("tea"), { cooldown_minutes: 60 })
      yield* watch(other, about("tea"))
      const at = Effect.fnUntraced(function* (minutes: number, title: string) {
        yield* TestClock.setTime(start.getTime() + minutes * 60_000)
        yield* store(news(title, { published_at: null }))
        yield* tell
      })
      yield* at(10, "Tea one")
      yield* at(24 * 60, "Tea of tomorrow")
      yield* at(69, "Tea two")
      yield* at(70, "Tea three")
      // Clocks of processes differ by a little.
      yield* at(68, "Tea four")
      const sentOf = (id: AccountId) =>
        Effect.map(eventsOf(id), (events) => events.map(({ send_at }) => send_at?.slice(5, 16) ?? null))
      assert.deepStrictEqual(yield* sentOf(account), ["03-10T12:10", "03-11T12:00", null, "03-10T13:10", null])
      assert.deepStrictEqual(yield* sentOf(other), [
        "03-10T12:10",
        "03-11T12:00",
        "03-10T13:09",
        "03-10T13:10",
        "03-10T13:08"
      ])
    })
  )

  it.prop(
    "events are made once and arrive, and quiet hours and digests hold, across changes and jumps of the clock",
    { change: Schema.Literals(clockChanges.keys().toArray()), happenings },
    ({ change, happenings }) => Effect.scoped(holds(clockChanges[change]!, happenings)),
    3
  )

  watched("a paused watch has no events, and a deleted one none any more", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const watches = yield* Watches
      const { id } = yield* watch(account, about("tea"))
      yield* watches.update(account, id, { status: "paused" })
      yield* store(news("Tea one"))
      yield* tell
      assert.deepStrictEqual(yield* titlesOf(account), [])
      yield* watches.update(account, id, { status: "active" })
      yield* store(news("Tea two"))
      yield* tell
      assert.deepStrictEqual(yield* titlesOf(account), ["Tea two"])
      yield* watches.remove(account, id)
      assert.deepStrictEqual(yield* titlesOf(account), [])
    })
  )
})
