import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import type { ReportResult } from "../../src/domain/Report.ts"
import { CountryCode } from "../../src/domain/TrendingKeyword.ts"
import { Evidences, tokenBudget } from "../../src/reports/evidence/Evidence.ts"
import { hashOf } from "../../src/reports/check/Hash.ts"
import { tokensOf } from "../../src/reports/evidence/Ranking.ts"
import { render } from "../../src/reports/Render.ts"
import { conceptOf } from "../../src/reports/evidence/Concept.ts"
import { passageOf } from "../../src/reports/evidence/Passage.ts"
import { relevanceOf, threshold } from "../../src/reports/evidence/Relevance.ts"
import { TrendingKeywords } from "../../src/storage/keywords/TrendingKeywords.ts"
import * as World from "./ReportWorld.ts"

const on = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.provide(Effect.andThen(TestClock.setTime(World.today.getTime()), effect), World.layer)

const tea = { niche: "tea", report_type: "comprehensive_analysis" as const, context: null }

const textOf = ({ executive_summary, sections }: ReportResult) =>
  [executive_summary, ...Object.values(World.parts(sections).sections).map(({ content }) => content)].join("\n")

describe("a report on difficult evidence", () => {
  it.effect("tells fifty copies of one story once", () =>
    Effect.gen(function* () {
      yield* World.storeSignals(
        Array.from({ length: 50 }, (_, n) =>
          World.signal(`Tea prices climb 12% to a record in Kenya - Paper ${n}`, { source: `Paper ${n}` })
        )
      )
      const { result } = yield* World.write(tea)
      const { quality, sources } = World.parts(result.sections)
      assert.strictEqual(sources.length, 1)
      assert.strictEqual(textOf(result).split("climb 12%").length, 2)
      assert.deepInclude(quality, { evidence_found: 1, clusters_covered: 1, duplicated_sentences: 0 })
    }).pipe(on)
  )

  it.effect("lets sources that contradict each other both speak", () =>
    Effect.gen(function* () {
      yield* World.storeSignals([
        World.signal("Tea sales rose 6% in Kenya", { source: "One" }),
        World.signal("Tea sales fell 6% in Kenya", { source: "Two" })
      ])
      const { result } = yield* World.write({ ...tea, report_type: "decision_brief" })
      const { quality } = World.parts(result.sections)
      assert.include(textOf(result), "rose 6%")
      assert.include(textOf(result), "fell 6%")
      assert.deepInclude(quality, { citation_recall: 1, publishers: 2 })
    }).pipe(on)
  )

  it.effect("cites nothing from after the report, whoever writes it", () =>
    Effect.gen(function* () {
      yield* World.storeSignals([
        World.signal("Tea sales rose 6% in Kenya"),
        World.signal("Tea festival announced", { published_at: new Date("2026-03-11T08:00:00Z") })
      ])
      const { draft, evidence, result } = yield* World.write(tea)
      assert.notInclude(textOf(result), "festival")
      // Even if a piece of tomorrow had slipped in, no sentence could rest on it.
      const pieces = evidence.pieces.map((piece) => ({ ...piece, published_at: "2026-03-11" }))
      const { quality, sources } = World.parts(render(tea, { ...evidence, pieces }, draft).sections)
      assert.deepStrictEqual(sources, [])
      assert.strictEqual(quality.factual_sentences, 0)
      assert.isAtLeast(quality.dropped_sentences, 1)
    }).pipe(on)
  )

  it.effect("shows HTML in titles as text, and still finds its words in the source", () =>
    Effect.gen(function* () {
      yield* World.storeSignals([
        World.signal("<b>Tea</b> sales &amp; prices rose 6% in <i>Kenya</i>", { source: "<script>x</script>" })
      ])
      const { result } = yield* World.write(tea)
      assert.notMatch(textOf(result), /<|&(?!amp;|lt;|gt;)/)
      assert.deepInclude(World.parts(result.sections).quality, { citation_recall: 1, dropped_sentences: 0 })
    }).pipe(on)
  )

  it.effect("keeps the hash of every quote", () =>
    Effect.gen(function* () {
      yield* World.storeMarket
      const { sources } = World.parts((yield* World.write(World.electric)).result.sections)
      assert.isAbove(sources.length, 20)
      for (const { hash, quote } of sources) assert.strictEqual(hash, hashOf(quote))
    }).pipe(Effect.provide(World.layer))
  )

  it.effect("rests on no more evidence than the budget of tokens", () =>
    Effect.gen(function* () {
      const long = "茶".repeat(590)
      yield* World.storeSignals(
        Array.from({ length: 30 }, (_, n) =>
          World.signal(`Tea house ${"abcdefghij"[n % 10]}${n} opens near river ${n * 7}`, {
            source: `Paper ${n}`,
            snippet: long
          })
        )
      )
      const { pieces } = yield* (yield* Evidences).gather(World.account, tea, World.today)
      const spent = pieces.reduce((sum, { quote }) => sum + tokensOf(quote), 0)
      assert.isAtMost(spent, tokenBudget)
      assert.isAbove(spent, tokenBudget - 600)
    }).pipe(on)
  )

  it.effect("puts the busier of two searches that match alike first", () =>
    Effect.gen(function* () {
      const country = CountryCode.make("US")
      yield* (yield* TrendingKeywords).upsert([
        { keyword: "black tea", country, volume: 200 },
        { keyword: "green tea", country, volume: 50_000 },
        { keyword: "herbal tea", country, volume: 2_000 }
      ])
      const { pieces } = yield* (yield* Evidences).gather(World.account, tea, World.today)
      assert.deepStrictEqual(
        pieces.map(({ title }) => title),
        ["green tea", "herbal tea", "black tea"]
      )
    }).pipe(on)
  )
})

describe("words", () => {
  for (const [niche, text, found] of [
    ["electric vehicle charging", "Electric vehicle chargers spread", true],
    ["chargers", "Charging gets cheaper", true],
    ["charging", "A charger in every street", true],
    ["water", "100 watts", false],
    ["numbers", "Numb fingers", false]
  ] as const) {
    it(`of ${niche} are ${found ? "" : "not "}in: ${text}`, () =>
      assert.strictEqual(
        relevanceOf(conceptOf({ niche, context: null }))(passageOf({ title: text, language: "en" })).score >= threshold,
        found
      ))
  }
})
