import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { CalendarDate } from "../../src/domain/Timestamp.ts"
import { conceptOf } from "../../src/reports/evidence/Concept.ts"
import { Evidences } from "../../src/reports/evidence/Evidence.ts"
import { passageOf } from "../../src/reports/evidence/Passage.ts"
import { relevanceOf, threshold } from "../../src/reports/evidence/Relevance.ts"
import { Companies } from "../../src/storage/companies/Companies.ts"
import { Competitors } from "../../src/storage/companies/Competitors.ts"
import { Signals } from "../../src/storage/signals/Signals.ts"
import { SourceName } from "../../src/domain/Source.ts"
import * as World from "./ReportWorld.ts"

interface More {
  readonly text?: string
  readonly language?: string
  readonly url?: string
}

const about = (niche: string, title: string, more: More = {}) =>
  relevanceOf(conceptOf({ niche, context: null }))(passageOf({ title, language: "en", ...more }))

const gather = (niche: string, more: { readonly context?: string } = {}) =>
  Effect.flatMap(Evidences, (evidences) =>
    evidences.gather(
      World.account,
      {
        niche,
        report_type: "comprehensive_analysis",
        context: more.context ?? null,
        since: CalendarDate.make("2000-01-01")
      },
      World.today
    )
  )

const newsOf = (niche: string, more: { readonly context?: string } = {}) =>
  Effect.map(gather(niche, more), ({ pieces }) => pieces.filter(({ kind }) => kind === "signal"))

const on = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.provide(Effect.andThen(TestClock.setTime(World.today.getTime()), effect), World.layer)

describe("a text is about a niche", () => {
  for (const [niche, title, language] of [
    // The lexicon's topic of that name: its telling terms, its parts, its names in other languages.
    ["electric vehicles", "BYD opens a gigafactory for wallbox owners", "en"],
    ["automotive industry", "Toyota and Honda raise prices", "en"],
    ["automotive industry", "Neue Elektroautos für die Stadt", "de"],
    ["cybersecurity", "Ransomware gang leaks patient records", "en"],
    ["nuclear power", "Frankreich setzt auf Atomkraft", "de"],
    // A niche that is no topic: its words, and what stands for them.
    ["Moscow restaurants", "Where to eat: ten new restaurants in Moscow", "en"],
    ["electric vehicle charging for fleets", "Fleets want electric vehicle charging", "en"],
    // What other languages call its words, and a name in capitals.
    ["hotel fires", "Пожар в гостинице: погибли три человека", "ru"],
    ["credit cards", "Kreditkarten werden teurer", "de"],
    ["semiconductors", "NVIDIA raises its forecast", "en"],
    ["smartphones", "iPhone sales disappoint", "en"],
    // Several things, each by itself.
    ["cargo bikes and delivery robots", "A delivery robot for every street", "en"],
    ["yoga and pilates", "Pilates classes fill up", "en"],
    ["tourism in Spain and Portugal", "Tourism in Portugal breaks a record", "en"],
    ["hotels and airlines in Spain", "New hotels for Spain", "en"]
  ] as const) {
    it(`${niche}: ${title}`, () => assert.isAtLeast(about(niche, title, { language }).score, threshold))
  }
})

it("a part of a name in a niche counts less than the name", () => {
  const part = about("Facebook data privacy", "Facebook opens a data centre").score
  assert.isBelow(part, about("Facebook data privacy", "Facebook and data privacy").score - 0.1)
})

describe("a text is not about a niche", () => {
  for (const [niche, title, language] of [
    ["Moscow restaurants", "Moscow moves its border troops", "en"],
    ["Moscow restaurants", "Ten new restaurants in Berlin", "en"],
    ["Uber", "Ein Gespräch über Freihandel", "de"],
    ["artificial intelligence", "Artificial insemination of cattle", "en"],
    ["foreign investment in India", "Foreign investment in Brazil", "en"],
    // Other words of the same stem, also in other languages.
    ["universities", "Ballard, from the parallel universe", "en"],
    ["tax policy", "Malas dentro de táxis", "pt"],
    // A topic that has the niche among its terms is about more.
    ["corporate tax evasion", "New president promises to cut taxes", "en"],
    // A word of another language than the text's, and a common word of a part of the niche.
    ["hotel fires", "Пожар в гостинице: погибли три человека", "de"],
    ["automotive industry", "Syrie : un attentat à la voiture piégée fait 19 morts", "fr"],
    // An abbreviation is in many niches.
    ["TV series", "TV-Interview mit dem Minister", "de"],
    // A sense that the lexicon keeps out.
    ["AI agents", "The estate agent and the travel agent", "en"],
    ["cargo bikes and delivery robots", "Robots paint cars", "en"],
    // Some things of a list without their place, a place without the things, and one of two that belong together.
    ["hotels and airlines in Spain", "New hotels for Poland", "en"],
    ["tourism in Spain and Portugal", "Portugal elects a president", "en"],
    ["football matches between India and Pakistan", "Pakistan elects a president", "en"],
    ["research and development", "Development of the old harbour begins", "en"],
    // One of several topics that the niche names.
    ["social media influencers", "Facebook and other social media slow down", "en"]
  ] as const) {
    it(`${niche}: ${title}`, () => assert.isBelow(about(niche, title, { language }).score, threshold))
  }
})

describe("what a niche's words stand for", () => {
  const isAbout = (niche: string, title: string, more: More = {}) => about(niche, title, more).score >= threshold

  it("is found in a country's own news, which seldom names the country", () => {
    const [niche, title] = ["fibre broadband in Germany", "Netzbetreiber bauen Glasfaser aus"]
    assert.isTrue(isAbout(niche, title, { language: "de" }))
    assert.isFalse(isAbout(niche, `${title}: Besuch in Frankreich`, { language: "de" }))
    assert.isFalse(isAbout(niche, "Netwerken leggen glasvezel aan: Glasfaser", { language: "nl" }))
    assert.isTrue(isAbout("restaurants in Austria", "Ein Restaurant am See", { language: "de", url: "https://a.at/1" }))
    assert.isFalse(
      isAbout("restaurants in Austria", "Ein Restaurant am See", { language: "de", url: "https://a.ch/1" })
    )
  })

  it("is found in compounds by their first word", () => {
    assert.isTrue(isAbout("data protection", "Datenschutzbehörde prüft", { language: "de" }))
    assert.isFalse(isAbout("data protection", "Datensatz geprüft", { language: "de" }))
  })

  it("is found by the singular where a language keeps English plurals", () =>
    assert.isTrue(isAbout("startups in Berlin", "Startup aus Berlin", { language: "de" })))

  it("is what narrower topics say about a part of the niche", () =>
    assert.isTrue(isAbout("artificial intelligence in Poland", "Midjourney for Polish schools")))

  it("is not what tells nothing about any niche", () => assert.isTrue(isAbout("affordable hotels", "Hotels for all")))

  it("is not a small word of another language with the same stem", () =>
    assert.strictEqual(about("labour market", "Bicicletas para todos", { language: "pt" }).score, 0))

  it("is not the beginning of a longer word", () =>
    assert.strictEqual(about("classical music", "Operação da polícia", { language: "pt" }).score, 0))

  it("is not what a near topic is about as a whole", () =>
    assert.isFalse(isAbout("gigafactory", "BYD and Nio cut prices")))

  it("counts once what several topics say", () =>
    assert.isFalse(
      isAbout("education", "A walk by the sea", { text: "She met a friend of the university and of the school there." })
    ))

  it("is not said by words that a text has far apart and in passing", () =>
    assert.isFalse(
      isAbout("kelp harvest", "A walk by the sea", { text: "The harvest was good. Then there was kelp." })
    ))
})

describe("evidence", () => {
  it.effect("says how much each piece is about the niche and why it is there", () =>
    Effect.gen(function* () {
      yield* World.storeSignals([World.signal("BYD builds a gigafactory for electric vehicles")])
      const [piece] = yield* newsOf("electric vehicles")
      assert.strictEqual(piece!.relevance, 1)
      const terms = piece!.reasons!.find(({ kind }) => kind === "terms")!.of
      assert.includeMembers([...terms], ["electric vehicles", "BYD"])
      assert.include(piece!.reasons!.find(({ kind }) => kind === "concept")!.of, "electric vehicles")
      const { sources } = World.parts((yield* World.write(World.electric)).result.sections)
      assert.deepStrictEqual(sources[0]!.reasons, piece!.reasons)
    }).pipe(on)
  )

  it.effect("takes an abbreviation for a niche's words where stored texts explain it", () =>
    Effect.gen(function* () {
      yield* World.storeSignals([
        World.signal("Foreign kelp farming (FKF) in Norway grows"),
        World.signal("FKF licences sell out"),
        World.signal("KFK licences sell out")
      ])
      assert.sameMembers(
        (yield* newsOf("foreign kelp farming")).map(({ title }) => title),
        ["Foreign kelp farming (FKF) in Norway grows", "FKF licences sell out"]
      )
    }).pipe(on)
  )

  it.effect("has all of a publisher that writes of little else, and says so", () =>
    Effect.gen(function* () {
      const source = "Bay Weekly"
      yield* World.storeSignals([
        ...Array.from({ length: 9 }, (_, n) => World.signal(`Kelp farming in bay ${n} begins`, { source })),
        World.signal("Meet us in Bergen", { source }),
        ...Array.from({ length: 12 }, (_, n) => World.signal(`Meet us in town ${n}`, { source: "Town Crier" })),
        World.signal("Kelp farming reaches town", { source: "Town Crier" })
      ])
      const news = yield* newsOf("kelp farming")
      const own = news.find(({ title }) => title === "Meet us in Bergen")
      assert.deepStrictEqual(own?.reasons, [{ kind: "publisher", of: [source] }])
      assert.isFalse(news.some(({ title }) => title.startsWith("Meet us in town")))
    }).pipe(on)
  )

  it.effect("has nothing without a word of the niche by a publisher that writes of other things as well", () =>
    Effect.gen(function* () {
      const source = "Bay Weekly"
      yield* World.storeSignals([
        ...Array.from({ length: 9 }, (_, n) => World.signal(`Kelp farming in bay ${n} begins`, { source })),
        ...Array.from({ length: 5 }, (_, n) => World.signal(`A bridge to island ${n} opens`, { source }))
      ])
      const titles = (yield* newsOf("kelp farming")).map(({ title }) => title)
      assert.lengthOf(titles, 9)
      assert.isTrue(titles.every((title) => title.startsWith("Kelp")))
    }).pipe(on)
  )

  it("takes for a context no words with which anybody asks", () => {
    const context =
      "We run a chain of shops. Which scooters should we make our default next year? We worry about theft."
    assert.deepStrictEqual(conceptOf({ niche: "oat milk", context }).context, ["shops", "scooters", "theft"])
  })

  it.effect("takes what a publisher of the niche's place writes for news of that place", () =>
    Effect.gen(function* () {
      const of = (source: string, place: string) =>
        [`Concert in ${place} tonight`, `New tram for ${place}`, "Startup founders raise money"].map((title) =>
          World.signal(`${title}, says ${source}`, { source })
        )
      yield* World.storeSignals([...of("Alpine Post", "Graz"), ...of("Harbour Post", "Greece")])
      assert.deepStrictEqual(
        (yield* newsOf("Austrian startups")).map(({ title }) => title),
        ["Startup founders raise money, says Alpine Post"]
      )
    }).pipe(on)
  )

  it.effect("has what a search for the niche found, where its words are near it", () =>
    Effect.gen(function* () {
      const feed = SourceName.make("search:test")
      const item = World.signal("Farming of the sea: kelp")
      const other = World.signal("Farming news")
      const signals = yield* Signals
      yield* signals.upsert(feed, [item, other])
      assert.lengthOf(yield* newsOf("kelp farming licences of Norway"), 0)
      yield* signals.link("kelp farming licences of norway", feed, [item.guid])
      const [found, ...more] = yield* newsOf("kelp farming licences of Norway")
      assert.strictEqual(found?.title, item.title)
      assert.isTrue(found?.reasons?.some(({ kind }) => kind === "search"))
      assert.lengthOf(more, 0)
    }).pipe(on)
  )

  it.effect("is chosen by the context too, and not by the context alone", () =>
    Effect.gen(function* () {
      yield* World.storeSignals([
        World.signal("Robots for the harvest of grapes in Rioja"),
        World.signal("Grapes of Rioja sell well")
      ])
      const niche = "harvest automation"
      assert.lengthOf(yield* newsOf(niche), 0)
      const context = "We pick grapes in Rioja with robots."
      assert.deepStrictEqual(
        (yield* newsOf(niche, { context })).map(({ title }) => title),
        ["Robots for the harvest of grapes in Rioja"]
      )
    }).pipe(on)
  )

  it.effect("takes a company of the industry for the niche only with a word of it near", () =>
    Effect.gen(function* () {
      yield* (yield* Companies).upsert([
        {
          key: "import:square",
          name: "Square, Inc.",
          tickers: ["SQ"],
          industry: "Digital payments",
          revenue: null,
          market_cap: null,
          revenue_period_end: null,
          source_url: null
        }
      ])
      const exclude = ["writers block"]
      yield* (yield* Competitors).create(World.account, { name: "Block", domain: "block.example", exclude })
      yield* World.storeSignals([
        World.signal("Bull-riding at Madison Square Garden"),
        World.signal("Writers block and how to end it"),
        World.signal("Writers block ends for mobile payments"),
        World.signal("Square adds card payments for cafés")
      ])
      const { pieces } = yield* gather("digital payments")
      // The competitor is not among them: what has its name says something else.
      assert.deepStrictEqual(pieces.map(({ title }) => title).sort(), [
        "Square adds card payments for cafés",
        "Square, Inc.",
        "Writers block ends for mobile payments"
      ])
    }).pipe(on)
  )
})
