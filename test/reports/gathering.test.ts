import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { CalendarDate } from "../../src/domain/Timestamp.ts"
import { type Evidence, Evidences } from "../../src/reports/evidence/Evidence.ts"
import { finderOf } from "../../src/reports/evidence/Names.ts"
import { ofSignal } from "../../src/reports/evidence/News.ts"
import { rendering } from "../../src/reports/Render.ts"
import * as Extractive from "../../src/reports/writers/extractive/ExtractiveWriter.ts"
import { ReportWriter } from "../../src/reports/writers/Writer.ts"
import { Companies } from "../../src/storage/companies/Companies.ts"
import { Competitors } from "../../src/storage/companies/Competitors.ts"
import { Signals } from "../../src/storage/signals/Signals.ts"
import { inSteps } from "../../src/storage/database/Batch.ts"
import * as Storage from "../../src/storage/Storage.ts"
import { watchEventLoop } from "../support/EventLoop.ts"
import * as World from "./ReportWorld.ts"

/** What evidence asked of storage. */
interface Asked {
  readonly terms: Array<string>
  readonly companies: Array<string>
}

/** Storage in memory that notes what is asked of it. */
const on = <A, E>(test: (asked: Asked) => Effect.Effect<A, E, Evidences | Competitors | Signals>) =>
  Effect.suspend(() => {
    const asked: Asked = { terms: [], companies: [] }
    const noted = Layer.merge(
      Layer.effect(
        Signals,
        Effect.map(Signals, (signals) => ({
          ...signals,
          matching: (query) => {
            asked.terms.push(...query.terms.map(({ text }) => text))
            return signals.matching(query)
          }
        }))
      ),
      Layer.effect(
        Companies,
        Effect.map(Companies, (companies) => ({
          ...companies,
          search: (query) => {
            asked.companies.push(query.q ?? "")
            return companies.search(query)
          }
        }))
      )
    )
    const world = Evidences.layer.pipe(Layer.provideMerge(noted), Layer.provideMerge(Storage.layerMemory))
    return Effect.andThen(TestClock.setTime(World.today.getTime()), test(asked)).pipe(Effect.provide(world))
  })

const gather = (niche: string) =>
  Effect.flatMap(Evidences, (evidences) =>
    evidences.gather(World.account, { niche, report_type: "comprehensive_analysis", context: null }, World.today)
  )

describe("gathering evidence", () => {
  it.effect("searches for what an abbreviation adds, and for nothing twice", () =>
    on(({ terms }) =>
      Effect.gen(function* () {
        yield* World.storeSignals([
          World.signal("Agricultural irrigation (AGIR) saves water", { snippet: "Agricultural irrigation grows." }),
          World.signal("AGIR spreads in Spain"),
          ...["Third", "Fourth", "Fifth"].map((n) => World.signal(`${n} plan for agricultural irrigation`))
        ])
        const { pieces } = yield* gather("agricultural irrigation")
        assert.include(
          pieces.map(({ title }) => title),
          "AGIR spreads in Spain"
        )
        assert.include(terms, "AGIR")
        assert.include(terms, "agricultural irrigation")
        assert.deepStrictEqual(terms, [...new Set(terms)])
      })
    )
  )

  it.effect("asks for no more companies, however many names competitors have", () =>
    on(({ companies }) =>
      Effect.gen(function* () {
        const competitors = yield* Competitors
        const aliases = (of: number) => Array.from({ length: 20 }, (_, n) => `Leaf${of} House${n}`)
        for (let n = 0; n < 10; n++)
          yield* competitors.create(World.account, {
            name: `Leaf${n}`,
            domain: `leaf${n}.example`,
            aliases: aliases(n)
          })
        const names = Array.from({ length: 10 }, (_, n) => `Leaf${n}`).join(", ")
        yield* World.storeSignals([World.signal(`Tea makers grow: ${names}`)])
        const { pieces } = yield* gather("tea")
        assert.strictEqual(pieces.filter(({ kind }) => kind === "competitor").length, 8)
        for (let n = 0; n < 10; n++) assert.include(companies, `Leaf${n}`)
        assert.isAtMost(companies.length, 80)
      })
    )
  )

  it.effect("lets others have their turn, with long texts and many names", () =>
    on(() =>
      Effect.gen(function* () {
        const competitors = yield* Competitors
        const aliases = (of: number) => Array.from({ length: 20 }, (_, n) => `Kettle ${of} House ${n}`)
        for (let n = 0; n < 30; n++)
          yield* competitors.create(World.account, {
            name: `Kettle ${n}`,
            domain: `k${n}.example`,
            aliases: aliases(n)
          })
        yield* World.storeSignals(
          Array.from({ length: 100 }, (_, n) =>
            World.signal(`Tea house ${n} of Kettle ${n} opens near river ${n * 7}`, {
              source: `Paper ${n}`,
              snippet: `Story ${n}: the Kettle ${n} opens a House ${n}. `.repeat(80)
            })
          )
        )
        yield* gather("coffee")
        const watching = watchEventLoop()
        const { pieces } = yield* gather("tea")
        const longest = watching.stop().cpu
        assert.isAbove(pieces.length, 10)
        assert.isBelow(longest, 150)
      })
    )
  )
})

describe("writing from many pieces with figures", () => {
  const request = { niche: "batteries", report_type: "comprehensive_analysis", context: null } as const
  const asOf = CalendarDate.make("2026-03-09")

  /** This many pieces, each with other content. */
  const evidenceOf = (first: number, most: number): Evidence => ({
    asOf,
    gaps: [],
    market: { stories: [], searches: [], topics: [], companies: [] },
    pieces: Array.from({ length: most }, (_, at) => {
      const n = first + at
      const signal = World.stored({
        id: n,
        story_id: n,
        title: `Varta plans batteries plant ${n} near river ${n * 7}`,
        snippet:
          `Varta's sales of batteries in region ${n} were ${200 + n} million euros in 2025, up from ${180 + n} million. ` +
          `Varta employed ${3_000 + n} people at plant ${n} at the end of 2025 and will hire ${300 + n} more by 2028. ` +
          `The battery maker said that its market share in region ${n} rose to ${10 + (n % 50)}% in 2025, from 9% in 2024. ` +
          `Varta will invest €${300 + n} million in plant ${n}, it said, and may scrap plant ${n + 1} in 2028.`
      })
      return { n: at + 1, ...ofSignal({ signal, score: 1, reasons: [] }, [], null, World.today) }
    })
  })

  const longestTurnOf = Effect.fnUntraced(function* <A>(work: Effect.Effect<A>) {
    const watching = watchEventLoop()
    const made = yield* work
    return { made, longest: watching.stop().cpu }
  })

  it.effect("does not block other work, whichever step reads the figures first", () =>
    Effect.gen(function* () {
      const { write } = yield* ReportWriter
      // A first run prepares what is made once per process.
      const small = evidenceOf(1_000, 5)
      yield* inSteps(rendering(request, small, yield* write(request, small)))
      const evidence = evidenceOf(0, 60)
      const { longest, made: draft } = yield* longestTurnOf(Effect.orDie(write(request, evidence)))
      assert.isBelow(longest, 100)
      const rendered = yield* longestTurnOf(inSteps(rendering(request, evidenceOf(100, 60), draft)))
      assert.isBelow(rendered.longest, 100)
    }).pipe(Effect.provide(Extractive.layer))
  )
})

describe("companies that a text names", () => {
  const square = { name: "Square, Inc.", aliases: ["Block"], exclude: ["Times Square", "Madison Square Garden"] }
  const acme = { name: "Acme & Søn" }
  const find = (text: string) => finderOf([square, acme])(text).map(({ name }) => name)

  it("are found by any name, in the order of the list, each once", () => {
    assert.deepStrictEqual(find("ACME & SØN buys Block, formerly Square"), ["Square, Inc.", "Acme & Søn"])
    assert.deepStrictEqual(find("Acme &\nSøn"), ["Acme & Søn"])
  })

  it("are not found in other words, without their capitals, or where the name means something else", () => {
    for (const text of ["Squares", "Acme and Søn", "Søn & Acme", "a block of houses", "At Times Square", ""])
      assert.deepStrictEqual(find(text), [], text)
    assert.deepStrictEqual(find("Square opens at Times Square"), ["Square, Inc."])
    assert.deepStrictEqual(find("Clashes in Tahrir Square"), [])
  })
})
