import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { CountryCode } from "../../src/domain/TrendingKeyword.ts"
import { Evidences, limits } from "../../src/reports/evidence/Evidence.ts"
import { Companies } from "../../src/storage/companies/Companies.ts"
import { Competitors } from "../../src/storage/companies/Competitors.ts"
import { Searches } from "../../src/storage/sources/Searches.ts"
import { Signals } from "../../src/storage/signals/Signals.ts"
import { SocialTrends } from "../../src/storage/social/SocialTrends.ts"
import { TrackedKeywords } from "../../src/storage/keywords/TrackedKeywords.ts"
import { TrendingKeywords } from "../../src/storage/keywords/TrendingKeywords.ts"
import { SourceName } from "../../src/domain/Source.ts"
import { toCalendarDate } from "../../src/domain/Timestamp.ts"
import { gapsOf } from "../../src/reports/evidence/Gaps.ts"
import * as World from "./ReportWorld.ts"

const gather = (niche: string, more: { readonly context?: string; readonly before?: Date } = {}) =>
  Effect.flatMap(Evidences, (evidences) =>
    evidences.gather(
      World.account,
      { niche, report_type: "comprehensive_analysis", context: more.context ?? null },
      more.before ?? World.today
    )
  )

const titles = (evidence: { readonly pieces: ReadonlyArray<{ readonly title: string }> }) =>
  evidence.pieces.map(({ title }) => title)

const on = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.provide(Effect.andThen(TestClock.setTime(World.today.getTime()), effect), World.layer)

describe("evidence", () => {
  it.effect("concerns the niche with all its words, not with one of them", () =>
    Effect.gen(function* () {
      yield* World.storeMarket
      const evidence = yield* gather("electric vehicles")
      for (const stranger of [
        "guitars",
        "hedge",
        "Military",
        "utilities",
        "harbour bridge",
        "Coffee",
        "Bakery",
        "cat",
        "champions"
      ]) {
        assert.isFalse(
          titles(evidence).some((title) => title.includes(stranger)),
          stranger
        )
      }
      assert.deepStrictEqual([...new Set(evidence.pieces.map(({ kind }) => kind))].sort(), [
        "company",
        "competitor",
        "signal",
        "social_trend",
        "tracked_keyword",
        "trending_keyword"
      ])
      assert.deepStrictEqual(evidence.gaps, ["Competitors on your list that no evidence names: Quiet Bakery."])
    }).pipe(Effect.provide(World.layer))
  )

  it.effect("has one piece of each story, however many publishers tell it in their own words", () =>
    Effect.gen(function* () {
      yield* World.storeSignals([
        World.signal("Voltrex recalls electric cars over battery fires", {
          source: "Paper",
          snippet: "Voltrex recalls its electric cars in Norway because batteries caught fire."
        }),
        World.signal("Battery fires: Voltrex calls back its electric cars in Norway", { source: "Wire" }),
        World.signal("Drivers in Norway told to park Voltrex electric cars outside", { source: "Herald" }),
        World.signal("Electric vehicles outsell diesel in Spain", { source: "Paper" })
      ])
      assert.lengthOf(titles(yield* gather("electric cars")), 4)
      yield* (yield* Signals).tellStories(100)
      const told = titles(yield* gather("electric cars"))
      assert.lengthOf(told, 2)
      assert.include(told, "Electric vehicles outsell diesel in Spain")
    }).pipe(on)
  )

  it.effect("keeps what another publisher tells besides of the same story", () =>
    Effect.gen(function* () {
      yield* World.storeSignals([
        World.signal("Voltrex in talks to buy Pedalo, maker of electric bikes, for $640 million", {
          source: "Paper",
          snippet: "Voltrex offers $640 million for Pedalo and its electric bikes, people who know of the talks say."
        }),
        World.signal("“We are not for sale”: Pedalo rejects the report of a takeover", {
          source: "Wire",
          snippet: "Pedalo, the maker of electric bikes, is not in talks with Voltrex about $640 million, it says."
        })
      ])
      yield* (yield* Signals).tellStories(100)
      const { pieces } = yield* gather("electric bikes")
      assert.strictEqual(new Set(pieces.map(({ story }) => story)).size, 1)
      assert.sameMembers(
        pieces.map(({ publisher }) => publisher),
        ["Paper", "Wire"]
      )
    }).pipe(on)
  )

  it.effect("is numbered from 1, bounded for each kind, and quotes the stored words", () =>
    Effect.gen(function* () {
      yield* World.storeSignals(
        Array.from({ length: 100 }, (_, n) =>
          World.signal(`Tea house ${"abcdefghij"[n % 10]}${n} opens near river ${n * 7}`, {
            source: `Paper ${n}`,
            snippet: `Story ${n}.`
          })
        )
      )
      const { pieces } = yield* gather("tea")
      assert.strictEqual(pieces.length, limits.signal)
      assert.deepStrictEqual(
        pieces.map(({ n }) => n),
        pieces.map((_, index) => index + 1)
      )
      for (const { title, quote } of pieces) assert.isTrue(quote.startsWith(`${title}\nStory `))
    }).pipe(on)
  )

  it.effect("uses nothing published after the report", () =>
    Effect.gen(function* () {
      yield* World.storeSignals([
        World.signal("Tea harvest begins", { published_at: new Date("2026-03-09T00:00:00Z") }),
        World.signal("Tea festival announced", { published_at: new Date("2026-03-11T08:00:00Z") })
      ])
      yield* (yield* Companies).upsert([
        {
          key: "import:1",
          name: "Tea House",
          tickers: [],
          industry: "Tea",
          revenue: 5,
          market_cap: null,
          revenue_period_end: "2026-12-31" as never,
          source_url: null
        }
      ])
      assert.deepStrictEqual(titles(yield* gather("tea")), ["Tea harvest begins"])
    }).pipe(on)
  )

  it.effect("uses nothing first seen after the report, whatever date it bears", () =>
    Effect.gen(function* () {
      yield* World.storeSignals([World.signal("Tea harvest begins")])
      assert.deepStrictEqual(titles(yield* gather("tea", { before: new Date("2026-03-10T11:59:59Z") })), [])
    }).pipe(on)
  )

  it.effect("has fifty copies of a story once", () =>
    Effect.gen(function* () {
      yield* World.storeSignals([
        ...Array.from({ length: 50 }, (_, n) =>
          World.signal(`Tea prices climb 12% to a record in Kenya - Paper ${n}`, { source: `Paper ${n}` })
        ),
        World.signal("Kenyan tea farmers found a union", { source: "Other Paper" })
      ])
      assert.strictEqual((yield* gather("tea")).pieces.length, 2)
    }).pipe(on)
  )

  it.effect("keeps sources that contradict each other", () =>
    Effect.gen(function* () {
      yield* World.storeSignals([
        World.signal("Tea prices climb 12% in Kenya", { source: "One" }),
        World.signal("Tea prices climb 2% in Kenya", { source: "Two" })
      ])
      assert.strictEqual((yield* gather("tea")).pieces.length, 2)
    }).pipe(on)
  )

  it.effect("mixes publishers, and puts fresh news before old", () =>
    Effect.gen(function* () {
      const day = (n: number) => new Date(Date.UTC(2026, 2, n))
      yield* World.storeSignals([
        World.signal("Tea tasting in Ceylon draws crowds", { source: "Loud", published_at: day(9) }),
        World.signal("Tea museum reopens its doors", { source: "Loud", published_at: day(9) }),
        World.signal("Tea leaves studied by botanists", { source: "Quiet", published_at: day(8) }),
        World.signal("Tea trade fair ends", { source: "Late", published_at: new Date("2025-03-01T00:00:00Z") })
      ])
      const sources = (yield* gather("tea")).pieces.map(({ publisher }) => publisher)
      assert.deepStrictEqual(sources, ["Loud", "Quiet", "Loud", "Late"])
    }).pipe(on)
  )

  it.effect("takes initials for the niche where the stored texts do, and only there", () =>
    Effect.gen(function* () {
      yield* World.storeSignals([
        World.signal("EVs as home storage"),
        World.signal("Electric vehicles (EVs) spread"),
        World.signal("AI writes poems"),
        World.signal("Agricultural irrigation saves water")
      ])
      assert.sameMembers(titles(yield* gather("electric vehicles")), [
        "EVs as home storage",
        "Electric vehicles (EVs) spread"
      ])
      assert.deepStrictEqual(titles(yield* gather("agricultural irrigation")), ["Agricultural irrigation saves water"])
    }).pipe(on)
  )

  it.effect("is about the niche by the names that sources gave it when they were asked", () =>
    Effect.gen(function* () {
      yield* World.storeSignals([World.signal("Sales of widget grinders fall"), World.signal("Sales of hats fall")])
      const niche = "Quux milling"
      assert.deepStrictEqual(titles(yield* gather(niche)), [])
      const answered = { found: 2, names: ["widget grinder"] }
      yield* (yield* Searches).done(SourceName.make("wikipedia"), "quux milling", answered)
      assert.deepStrictEqual(titles(yield* gather(niche)), ["Sales of widget grinders fall"])
    }).pipe(on)
  )

  it.effect("does not find a short niche inside longer words", () =>
    Effect.gen(function* () {
      yield* World.storeSignals([World.signal("He said that rain remains"), World.signal("AI writes poems")])
      assert.deepStrictEqual(titles(yield* gather("AI")), ["AI writes poems"])
    }).pipe(on)
  )

  it.effect("has of tracked keywords only those of which something is known, and says that there are none", () =>
    Effect.gen(function* () {
      const tracked = yield* TrackedKeywords
      const target_url = "https://us.example/tea"
      yield* tracked.create(World.account, { keyword: "tea shop", target_url, search_volume: null })
      assert.deepStrictEqual((yield* gather("tea")).pieces, [])
      assert.match(
        (yield* gather("tea")).gaps.join("\n"),
        /; figures for tracked keywords of yours that match the niche; .*: none found\.$/
      )
      yield* tracked.create(World.account, { keyword: "green tea", target_url, search_volume: 90 })
      const { id } = yield* tracked.create(World.account, { keyword: "black tea", target_url, search_volume: null })
      yield* tracked.record(World.account, id, [{ date: toCalendarDate(World.today), position: null, url: null }])
      assert.sameMembers(titles(yield* gather("tea")), ["green tea", "black tea"])
    }).pipe(on)
  )

  it.effect("has of keywords and social topics only those whose words match", () =>
    Effect.gen(function* () {
      yield* (yield* TrendingKeywords).upsert([
        { keyword: "green tea", country: CountryCode.make("US"), volume: 1_000 },
        { keyword: "steam engine", country: CountryCode.make("US"), volume: 9_000 }
      ])
      yield* (yield* SocialTrends).replace(SourceName.make("reddit:all"), "reddit", [
        {
          title: "Which tea do you drink?",
          score: 5,
          score_kind: "points",
          subreddit: "tea",
          site: null,
          url: null,
          rank: 1
        },
        { title: "My team lost", score: 50, score_kind: "points", subreddit: "sport", site: null, url: null, rank: 2 }
      ])
      assert.sameMembers(titles(yield* gather("tea")), ["green tea", "Which tea do you drink?"])
    }).pipe(on)
  )

  it.effect("has a company by its industry, or when the news names it; everyday words name nobody", () =>
    Effect.gen(function* () {
      const company = (name: string, industry: string) => ({
        key: `import:${name}`,
        name,
        tickers: [],
        industry,
        revenue: 1,
        market_cap: null,
        revenue_period_end: null,
        source_url: null
      })
      yield* (yield* Companies).upsert([
        company("Leafy Holdings Ltd", "Tea"),
        company("Coca-Cola Co", "Beverages"),
        company("Target Corp", "Retail"),
        company("Acme Inc.", "Tools")
      ])
      yield* World.storeSignals([
        World.signal("Rivals Target Tea Drinkers", {
          snippet: "In tea, Coca-Cola wants to grow, and so does its rival."
        })
      ])
      const competitors = yield* Competitors
      for (const name of ["Leafy", "Kettle & Co"])
        yield* competitors.create(World.account, { name, domain: `${name.slice(0, 5).toLowerCase()}.example` })
      const { gaps, pieces } = yield* gather("tea")
      assert.sameMembers(
        pieces.filter(({ kind }) => kind === "company").map(({ title }) => title),
        ["Leafy Holdings Ltd", "Coca-Cola Co"]
      )
      // Nobody writes about Leafy, but its figures are evidence.
      assert.include(gaps, "Competitors on your list that no evidence names: Kettle & Co.")
    }).pipe(on)
  )

  it.effect("has a competitor when the request or the news names it, archived and paused ones never", () =>
    Effect.gen(function* () {
      const competitors = yield* Competitors
      const make = (name: string, domain: string) => competitors.create(World.account, { name, domain })
      yield* make("Leafy", "leafy.example")
      yield* make("Kettle & Co", "kettle.example")
      const paused = yield* make("Cup", "cup.example")
      yield* competitors.update(World.account, paused.id, { status: "paused" })
      yield* World.storeSignals([World.signal("Leafy and Cup sell more tea")])
      const evidence = yield* gather("tea", { context: "We compete with Kettle & Co." })
      const found = evidence.pieces.filter(({ kind }) => kind === "competitor").map(({ title }) => title)
      assert.sameMembers(found, ["Leafy", "Kettle & Co"])
    }).pipe(on)
  )

  it.effect(
    "has no news of another market for a competitor's name alone, though its publisher writes about the niche",
    () =>
      Effect.gen(function* () {
        const competitors = yield* Competitors
        for (const name of ["Larkfold", "Voltmarsh"])
          yield* competitors.create(World.account, { name, domain: `${name.toLowerCase()}.example` })
        yield* World.storeSignals([
          ...["opens 12 sites", "reports record use", "cuts prices"].flatMap((what, n) =>
            ["Voltmarsh", "Kerbwell"].map((who) =>
              World.signal(`${who}'s electric vehicle charging network ${what} in month ${n}`, {
                source: "Trade Weekly"
              })
            )
          ),
          ...["Tulip prices fall", "Ferry line orders ships", "Opera house reopens", "Bakers hire apprentices"].map(
            (title) => World.signal(title, { source: "Trade Weekly" })
          ),
          World.signal("Larkfold swings to a profit as milk prices hold", { source: "Trade Weekly" })
        ])
        const found = titles(yield* gather("electric vehicle charging"))
        assert.isTrue(
          found.some((title) => title.includes("electric vehicle charging")),
          found.join("\n")
        )
        assert.isFalse(
          found.some((title) => title.includes("Larkfold swings")),
          found.join("\n")
        )
      }).pipe(on)
  )

  it.effect("is empty where nothing is stored, and says what was looked for", () =>
    Effect.gen(function* () {
      const { pieces, gaps } = yield* gather("tea")
      assert.deepStrictEqual(pieces, [])
      assert.deepStrictEqual(gaps, [
        "News about the niche; trending searches that match the niche; social topics that match the niche; " +
          "your competitors in the evidence; figures for tracked keywords of yours that match the niche; " +
          "companies of the niche: none found."
      ])
    }).pipe(on)
  )
})

it("names the first of many competitors that no evidence names, and counts the others", () => {
  const unnamed = ["Ashby", "Kestrel", "Pelham", "Varta", "Alto"].map((name) => ({ name }))
  assert.include(
    gapsOf([], unnamed),
    "Competitors on your list that no evidence names: Ashby, Kestrel, Pelham and 2 more."
  )
})
