import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { type ReportType } from "../../src/domain/Report.ts"
import { areContrary } from "../../src/reports/evidence/Contrary.ts"
import type { Signal } from "../../src/domain/Signal.ts"
import { ofSignal, oncePerStory } from "../../src/reports/evidence/News.ts"
import { fold } from "../../src/reports/evidence/Ranking.ts"
import { atOnce } from "../../src/storage/database/Batch.ts"
import { difference, figuresIn } from "../../src/reports/evidence/Figures.ts"
import { Signals } from "../../src/storage/signals/Signals.ts"
import { TestClock } from "effect/testing"
import * as World from "./ReportWorld.ts"

describe("headlines that cannot both be so", () => {
  for (const [one, other] of [
    ["Saltwerk sues Kestrel Auto over anode patent", "Kestrel Auto sues Saltwerk over anode patent"],
    ["Saltwerk sued by Kestrel Auto over patent", "Kestrel Auto sued by Saltwerk over patent"],
    ["Kestrel Auto in talks to buy Auroral Motors", "Auroral Motors denies sale to Kestrel Auto"]
  ] as const)
    it(`“${one}” and “${other}”`, () => assert.isTrue(areContrary(one, other)))

  for (const [one, other] of [
    ["Saltwerk sues Kestrel Auto over patent", "Kestrel Auto sued by Saltwerk over patent"],
    ["Porto wins Kestrel Auto battery plant", "Kestrel Auto picks Porto for battery plant"],
    ["Saltwerk joins Kestrel Auto in battery venture", "Kestrel Auto joins Saltwerk in battery venture"],
    ["Court denies Saltwerk appeal against Kestrel Auto", "Saltwerk loses appeal against Kestrel Auto"]
  ] as const)
    it(`but not “${one}” and “${other}”`, () => assert.isFalse(areContrary(one, other)))
})

describe("amounts of one thing", () => {
  const differ = (one: string, other: string) => difference(one, other)?.map(({ text }) => text)

  it("differ where the words around them are the same", () => {
    assert.deepStrictEqual(
      differ(
        "Kestrel Auto will invest €420 million in a battery plant in Porto, the company said.",
        "Kestrel Auto will invest €350 million in a battery plant in Porto, two people said."
      ),
      ["€420 million", "€350 million"]
    )
    assert.deepStrictEqual(
      differ(
        "Average prices of sodium-ion battery cells fell 21% in a year to $52 per kWh in October 2026.",
        "Sodium-ion battery cells cost $61 per kWh on average in October 2026, a survey found; LFP cells cost $49."
      ),
      ["$52", "$61"]
    )
  })

  it("do not where they are of something else, or of another time", () => {
    const revenue = "Saltwerk AG reported revenue of €118 million for the third quarter of 2026, up from €88 million."
    const loss = "Saltwerk AG lost €9 million in the third quarter of 2026, after €15 million a year earlier."
    const before = "Saltwerk AG reported revenue of €88 million for the third quarter of 2025."
    for (const other of [loss, before]) assert.isUndefined(differ(revenue, other))
  })
})

it("what a figure counts ends with its noun", () =>
  assert.deepStrictEqual(
    figuresIn("A survey of 40 older homes found that 14 homes heating bills rose").map(({ text }) => text),
    ["40 older homes", "14 homes"]
  ))

it("figures of a sentence are read once, however many it is compared with", () => {
  const sentence = "A survey of 58 older homes found savings of $1,400 a year."
  assert.strictEqual(figuresIn(sentence), figuresIn(`${sentence}`))
  const [figure] = figuresIn(`${"Then 5,000 of 7,000 came, ".repeat(400)} at a price of $52 per kWh`).slice(-1)
  assert.includeMembers([...figure!.around.stems], ["cam", "pric", "kwh"])
})

describe("the tellings of one story", () => {
  const invests = (amount: string) =>
    `Kestrel Auto will invest €${amount} million in a plant in Porto, it said on Monday.`
  const chosen = (...snippets: ReadonlyArray<string>) => {
    const told = snippets.map((snippet, n) => {
      const signal = {
        id: n,
        story_id: 1,
        title: "Kestrel Auto plans a plant in Porto",
        snippet,
        url: `https://${n}.example/`,
        source: `Publisher ${n}`,
        published_at: "2026-03-01",
        published_at_estimated: false,
        language: "en",
        also_in: []
      } as unknown as Signal
      // The first is worth most.
      return { signal, piece: ofSignal({ signal, score: 1 - n / 20, reasons: [] }, [], null, World.today) }
    })
    const chosen = atOnce(oncePerStory(told))
    // Nothing of it is taken for a copy, though the headlines are alike.
    assert.lengthOf(atOnce(fold(chosen)), chosen.length)
    return chosen.map(({ publisher }) => publisher)
  }
  const plain = "The mayor of Porto welcomed the plan on Monday."

  it("are led by the best, where two others contradict each other, who stand behind it", () => {
    const others = Array.from({ length: 9 }, () => plain)
    assert.deepStrictEqual(chosen(plain, ...others, invests("350"), invests("420")), [
      "Publisher 0",
      "Publisher 10",
      "Publisher 11"
    ])
    assert.deepStrictEqual(chosen(plain, ...others), ["Publisher 0"])
  })

  it("are led by the one that fewest contradict, where the best is contradicted", () => {
    assert.deepStrictEqual(chosen(invests("350"), invests("420"), invests("420")), ["Publisher 1", "Publisher 0"])
  })
})

describe("sources of one story that contradict each other", () => {
  const invest = (plan: string, amount: string, source: string) =>
    World.signal(`Kestrel Auto ${plan} electric vehicles plant in Porto`, {
      source,
      url: `https://${source}.example/`,
      snippet: `Kestrel Auto will invest €${amount} million in an electric vehicles plant in Porto, it said.`
    })
  const sue = (one: string, other: string, source: string) =>
    World.signal(`${one} sues ${other} over electric vehicles patent`, { source, url: `https://${source}.example/` })

  for (const report_type of [
    "comprehensive_analysis",
    "decision_brief",
    "trend_report",
    "competitor_analysis"
  ] satisfies ReadonlyArray<ReportType>)
    it.effect(`are both in a ${report_type}, which shows both sides`, () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(World.today.getTime())
        yield* World.storeSignals([
          invest("plans", "350", "A"),
          invest("to build", "420", "B"),
          invest("announces", "420", "C"),
          sue("Saltwerk", "Auroral Motors", "D"),
          sue("Auroral Motors", "Saltwerk", "E")
        ])
        yield* (yield* Signals).tellStories(100)
        const { result } = yield* World.write({ ...World.electric, report_type })
        const { quality, sources } = World.parts(result.sections)
        const said = quality.conflicts.map(({ sides }: any) => sides.map(({ sentence }: any) => sentence).sort())
        assert.sameDeepMembers(said, [
          ["350", "420"].map(
            (amount) => `“Kestrel Auto will invest €${amount} million in an electric vehicles plant in Porto, it said.”`
          ),
          [
            "“Auroral Motors sues Saltwerk over electric vehicles patent”",
            "“Saltwerk sues Auroral Motors over electric vehicles patent”"
          ]
        ])
        for (const { sources: own } of quality.conflicts)
          for (const n of own) assert.isTrue(sources.some((source) => source.n === n))
      }).pipe(Effect.provide(World.layer))
    )
})
