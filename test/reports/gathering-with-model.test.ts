import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import type { Expansion } from "../../src/domain/Expansion.ts"
import type { CallRecord, ReportCall } from "../../src/domain/ReportCall.ts"
import { ModelFailed } from "../../src/outbound/ModelFailed.ts"
import { Evidences, limits, newsJudged } from "../../src/reports/evidence/Evidence.ts"
import { NicheModel, type Shown, type Standing } from "../../src/reports/evidence/model/NicheModel.ts"
import { threshold } from "../../src/reports/evidence/Relevance.ts"
import { render } from "../../src/reports/Render.ts"
import { CurrentLedger } from "../../src/reports/model/Calls.ts"
import * as ExtractiveWriter from "../../src/reports/writers/extractive/ExtractiveWriter.ts"
import { ReportWriter } from "../../src/reports/writers/Writer.ts"
import { whyOf } from "../../src/reports/document/Contents.ts"
import { Embedder } from "../../src/storage/search/Embedder.ts"
import { SearchIndex } from "../../src/storage/search/SearchIndex.ts"
import * as Storage from "../../src/storage/Storage.ts"
import * as World from "./ReportWorld.ts"

const spent = { input: 100, output: 10 }

const spend = (step: ReportCall) =>
  Effect.map(CurrentLedger, (ledger) => ledger!.end(step, 0, { tokens: spent, cost: 0, begun: 0, ended: 0 }))

interface Knows {
  readonly expansion?: Expansion
  /** Null: nothing usable came. */
  readonly standing?: (title: string) => Standing | null
  readonly fails?: boolean
}

/** A model that knows this, and the texts that it was asked about. */
const modelOf = ({ expansion, fails = false, standing }: Knows) => {
  const asked: Array<ReadonlyArray<Shown>> = []
  const away = ModelFailed.final("its server could not be reached")
  const model: NicheModel = {
    name: "openai:fake",
    seconds: 10,
    maxTokens: 0,
    expand: () => (fails ? away : Effect.as(spend("expansion"), expansion ?? { terms: [], exclude: [] })),
    judge: (_niche, texts) => {
      if (fails) return away
      asked.push(texts)
      return Effect.as(
        spend("relevance"),
        texts.map(({ title }) => (standing ?? (() => null))(title))
      )
    }
  }
  return { asked, model }
}

/** What is gathered about a niche from these titles, each in a feed item of its own. */
const gather = (
  niche: string,
  titles: ReadonlyArray<string>,
  model: NicheModel | null,
  embedder: Embedder | null = null
) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(World.today.getTime())
    yield* World.storeSignals(titles.map((title, n) => World.signal(title, { source: `Paper ${n}` })))
    const index = yield* SearchIndex
    while ((yield* index.fill).pending > 0);
    const request = { niche, report_type: "comprehensive_analysis", context: null } as const
    const evidence = yield* (yield* Evidences).gather(World.account, request, World.today)
    const draft = yield* (yield* ReportWriter).write(request, evidence)
    const found = evidence.pieces.map(({ title }) => title)
    return { ...evidence, found, report: World.parts(render(request, evidence, draft).sections) }
  }).pipe(
    Effect.provide(
      Evidences.layer.pipe(
        Layer.provide(Layer.succeed(NicheModel, model)),
        Layer.provideMerge(Layer.merge(Storage.layerMemory, ExtractiveWriter.layer)),
        Layer.provide(Layer.succeed(Embedder, embedder))
      )
    )
  )

const niche = "agricultural irrigation"
const direct = "Agricultural irrigation spreads in Spain"
const coded = "Netafim opens a plant in Chile"
const other = "Agricultural irrigation: the band goes on tour"

const names = (alone: boolean): Expansion => ({ terms: [{ text: "Netafim", kind: "term", alone }], exclude: [] })

describe("gathering evidence with a model", () => {
  it.effect("finds news by its words for the niche", () =>
    Effect.gen(function* () {
      const titles = [direct, coded]
      assert.sameMembers((yield* gather(niche, titles, null)).found, [direct])
      const { model } = modelOf({ expansion: names(true) })
      const { found, pieces } = yield* gather(niche, titles, model)
      assert.sameMembers(found, [direct, coded])
      const piece = pieces.find(({ title }) => title === coded)!
      assert.includeDeepMembers([...piece.reasons!], [{ kind: "terms", of: ["Netafim"] }])
    })
  )

  it.effect("takes a word that doesn't tell by itself only beside something of the niche", () =>
    Effect.gen(function* () {
      const { model } = modelOf({ expansion: names(false) })
      assert.sameMembers((yield* gather(niche, [direct, coded], model)).found, [direct])
    })
  )

  it.effect("keeps out phrases in which the niche's words mean something else", () =>
    Effect.gen(function* () {
      const titles = ["Mercury falls in shallow seas", "Freddie Mercury film breaks records"]
      const { model } = modelOf({ expansion: { terms: [], exclude: ["Freddie Mercury"] } })
      assert.sameMembers((yield* gather("mercury", titles, model)).found, [titles[0]!])
      assert.sameMembers((yield* gather("mercury", titles, null)).found, titles)
    })
  )

  it.effect("leaves out words that are in a large part of all texts", () =>
    Effect.gen(function* () {
      const titles = Array.from({ length: 60 }, (_, n) => `EU report ${n} on rain, wind and markets`)
      const expansion: Expansion = { terms: [{ text: "EU", kind: "name", alone: true }], exclude: [] }
      const { found } = yield* gather(niche, [direct, ...titles], modelOf({ expansion }).model)
      assert.sameMembers(found, [direct])
    })
  )

  it.effect("drops what the model takes for something else, and keeps what words alone would not", () =>
    Effect.gen(function* () {
      const partly = "Irrigation pays for farms in Chile"
      const titles = [direct, other, partly]
      assert.sameMembers((yield* gather(niche, titles, null)).found, [direct, other])
      const { asked, model } = modelOf({ standing: (title) => (title === other ? "neither" : "about") })
      const { found, pieces, report } = yield* gather(niche, titles, model)
      assert.sameMembers(found, [direct, partly])
      assert.sameMembers(
        asked[0]!.map(({ title }) => title),
        titles
      )
      const piece = pieces.find(({ title }) => title === partly)!
      assert.strictEqual(piece.relevance, threshold)
      assert.includeDeepMembers([...piece.reasons!], [{ kind: "model", of: ["openai:fake"] }])
      assert.include(whyOf(piece), "judged on topic by openai:fake")
      assert.isFalse(report.gaps.some((gap) => gap.includes("openai:fake")))
    })
  )

  it.effect("asks about a hundred pieces at most, the best ones", () =>
    Effect.gen(function* () {
      const about = Array.from({ length: 130 }, (_, n) => `Agricultural irrigation helps village ${n} of ${n * 7}`)
      const { asked, model } = modelOf({ standing: () => "about" })
      yield* gather(niche, [...about, "Irrigation pays for farms in Chile"], model)
      assert.deepStrictEqual(
        asked.map(({ length }) => length),
        [75, 25]
      )
      assert.isTrue(asked.flat().every(({ title }) => title.startsWith("Agricultural irrigation")))
    })
  )

  it.effect("asks about news that shares rare words with what is about the niche", () =>
    Effect.gen(function* () {
      const alike = "Netafim wins the Negev prize"
      const about = [
        "Agricultural irrigation by Netafim in the Negev",
        "Negev farms buy from Netafim as agricultural irrigation spreads"
      ]
      const others = Array.from({ length: 40 }, (_, n) => `Council ${n} votes on parking`)
      const { model } = modelOf({ standing: (title) => (title.includes("Netafim") ? "about" : "neither") })
      const { found, pieces } = yield* gather(niche, [...about, alike, ...others], model)
      assert.sameMembers(found, [...about, alike])
      const { reasons = [] } = pieces.find(({ title }) => title === alike)!
      assert.sameMembers([...reasons[0]!.of], ["netafim", "negev"])
      assert.deepStrictEqual(
        reasons.map(({ kind }) => kind),
        ["related", "model"]
      )
    })
  )

  it.effect("asks about news that means the same in other words where there is a model of meaning", () =>
    Effect.gen(function* () {
      const alike = "Tropfschläuche im Olivenhain"
      const titles = [direct, alike, "Council votes on parking"]
      const vectors: Embedder = {
        model: "fake",
        embed: (texts) =>
          Effect.succeed(texts.map((text) => Float32Array.from(/irrigation|Tropf/.test(text) ? [1, 0] : [0, 1])))
      }
      const askedWith = Effect.fnUntraced(function* (embedder: Embedder | null) {
        const { asked, model } = modelOf({ standing: () => "about" })
        const { found } = yield* gather(niche, titles, model, embedder)
        const shown = new Set(asked.flat().map(({ title }) => title))
        assert.sameMembers(found, [...shown])
        return [...shown]
      })
      assert.sameMembers(yield* askedWith(null), [direct])
      assert.sameMembers(yield* askedWith(vectors), [direct, alike])
    })
  )

  it.effect("takes what only bears on the niche among the best of its candidates, whatever its words say", () =>
    Effect.gen(function* () {
      const { model } = modelOf({ expansion: names(false), standing: () => "bears_on" })
      const { found } = yield* gather(niche, [direct, coded], model)
      assert.sameMembers(found, [direct, coded])
    })
  )

  it.effect("leaves out what only bears on the niche and was found by the words of other news", () =>
    Effect.gen(function* () {
      const alike = "Netafim wins the Negev prize"
      const about = [
        "Agricultural irrigation by Netafim in the Negev",
        "Negev farms buy from Netafim as agricultural irrigation spreads"
      ]
      const others = Array.from({ length: 40 }, (_, n) => `Council ${n} votes on parking`)
      const { asked, model } = modelOf({ standing: (title) => (title === alike ? "bears_on" : "about") })
      const { found } = yield* gather(niche, [...about, alike, ...others], model)
      assert.sameMembers(found, about)
      assert.include(
        asked.flat().map(({ title }) => title),
        alike
      )
    })
  )

  it.effect("takes more news where a model has judged it", () =>
    Effect.gen(function* () {
      const titles = Array.from({ length: 60 }, (_, n) => `Agricultural irrigation helps village ${n} of ${n * 7}`)
      const counted = Effect.map(gather(niche, titles, null), ({ found }) => found.length)
      assert.strictEqual(yield* counted, limits.signal)
      const { found } = yield* gather(niche, titles, modelOf({ standing: () => "about" }).model)
      assert.lengthOf(found, newsJudged)
    })
  )

  it.effect("decides by words where the model says nothing usable, and tells so", () =>
    Effect.gen(function* () {
      const titles = [direct, other]
      const { model } = modelOf({ standing: (title) => (title === direct ? null : "neither") })
      const { found, gaps } = yield* gather(niche, titles, model)
      assert.sameMembers(found, [direct])
      assert.isTrue(gaps.some((gap) => gap.includes("did not say of 1 of 2 pieces of news")))
    })
  )

  it.effect("goes on without a model that is away, and tells so", () =>
    Effect.gen(function* () {
      const titles = [direct, other]
      const without = yield* gather(niche, titles, null)
      const { found, gaps, report } = yield* gather(niche, titles, modelOf({ fails: true }).model)
      assert.deepStrictEqual(found, without.found)
      const told = gaps.filter((gap) => gap.includes("its server could not be reached. Words alone decided."))
      assert.lengthOf(told, 2)
      assert.includeMembers([...report.gaps], told)
      assert.deepStrictEqual(report.quality.tokens, { input: 0, output: 0 })
    })
  )

  it.effect("adds what the model cost to the report's tokens, and to its calls", () =>
    Effect.gen(function* () {
      const { asked, model } = modelOf({ standing: () => "about" })
      const { report } = yield* gather(niche, [direct], model)
      const calls = 1 + asked.length
      assert.deepStrictEqual(report.quality.tokens, { input: calls * spent.input, output: calls * spent.output })
      assert.deepStrictEqual(
        report.quality.calls.map(({ calls, step }: CallRecord) => [step, calls]),
        [
          ["expansion", 1],
          ["relevance", asked.length]
        ]
      )
    })
  )
})
