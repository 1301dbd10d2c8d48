import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { Evidences } from "../../src/reports/evidence/Evidence.ts"
import { finderOf } from "../../src/reports/evidence/Names.ts"
import { Companies } from "../../src/storage/companies/Companies.ts"
import { Competitors } from "../../src/storage/companies/Competitors.ts"
import { Signals } from "../../src/storage/signals/Signals.ts"
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
