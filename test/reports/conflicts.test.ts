import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { type ReportType } from "../../src/domain/Report.ts"
import { areContrary } from "../../src/reports/evidence/Contrary.ts"
import type { NewSignal } from "../../src/domain/Signal.ts"
import { ofSignal } from "../../src/reports/evidence/News.ts"
import { oncePerStory } from "../../src/reports/evidence/Tellings.ts"
import { fold } from "../../src/reports/evidence/Ranking.ts"
import { atOnce } from "../../src/storage/database/Batch.ts"
import { figuresIn } from "../../src/reports/evidence/Figures.ts"
import { comparison } from "../../src/reports/evidence/FigureComparison.ts"
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
    ["Court denies Saltwerk appeal against Kestrel Auto", "Saltwerk loses appeal against Kestrel Auto"],
    // Portuguese "no" is "in the".
    [
      "A Ashby amplia a fábrica no Brasil com a Kestrel e contrata",
      "A Ashby amplia a fábrica brasileira com a Kestrel e contrata"
    ]
  ] as const)
    it(`but not “${one}” and “${other}”`, () => assert.isFalse(areContrary(one, other)))
})

it("what a figure counts ends with its noun", () =>
  assert.deepStrictEqual(
    figuresIn("A survey of 40 older homes found that 14 homes heating bills rose").map(({ text }) => text),
    ["40 older homes", "14 homes"]
  ))

describe("what a figure counts is its noun, and not a verb", () => {
  for (const [sentence, ...figures] of [
    ["Der Gewinn steigt um 12 % im dritten Quartal, wie das Unternehmen sagt.", "12 %"],
    ["Der Konzern streicht 1.100 Stellen im Werk Göttingen.", "1.100 Stellen"],
    ["Rund 30.000 Kunden wechselten den Anbieter.", "30.000 Kunden"],
    ["Der Konzern hat 12 neue Werke eröffnet und baut 40 Mio. Euro Schulden ab.", "12 neue Werke", "40 Mio. Euro"],
    ["Der Preis sinkt von 58 auf 49 Cent je Kilowattstunde.", "58", "49 Cent"],
    ["La empresa vendió 3.200 coches más en España que en el año pasado.", "3.200 coches"],
    ["About 38,000 electric vehicle charging stations are at risk.", "38,000 electric vehicle charging stations"],
    ["In blind tests, 58 of 80 baristas could not tell it from dairy.", "58", "80 baristas"]
  ] as const)
    it(`in “${sentence}”`, () =>
      assert.deepStrictEqual(
        figuresIn(sentence).map(({ text }) => text),
        figures
      ))
})

describe("a number in a name, a rank, an age or a time is not a figure", () => {
  for (const [sentence, ...figures] of [
    ["COVID-19 cases rose in 4 states.", "4 states"],
    ["The Mi Mix 3 is sold at $500.", "$500"],
    ["Tesla sold the Model 3 at home, and Model 3 sales rose 5%.", "5%"],
    ["He went to Chaikhona #1, and to No. 7 as well. Number 5 is closed."],
    ["A model with 3-bit weights runs at home."],
    ["Hij gaat met rugnummer 7 spelen bij de club."],
    ["People 65 or older get it free, as do those aged 18 to 24; 40 came.", "40"],
    ["It is open 24/7, but on Sunday at 12:30 it closes."],
    // A place is not the name of what is counted there.
    ["In Germany 12 plants were closed.", "12 plants"],
    ["Storm Kills 3 in Texas", "3"],
    ["Glacier Mining Cuts 12 Jobs from Its Plant", "12 Jobs"],
    ["Varta has 3,200 employees and needs 15-20 more.", "3,200 employees", "15", "20"],
    ["The storm—12 people died—was a bad one.", "12 people died"],
    ["A number of 12 shops was closed.", "12 shops"]
  ] as const)
    it(`in “${sentence}”`, () =>
      assert.deepStrictEqual(
        figuresIn(sentence).map(({ text }) => text),
        figures
      ))
})

it("a fraction is one figure", () =>
  assert.deepStrictEqual(
    figuresIn("It reaches 1/2 of the population and 3/4 of all shops.").map(({ text, value }) => [text, value]),
    [
      ["1/2", 0.5],
      ["3/4", 0.75]
    ]
  ))

it("figures of a sentence are read once, however many it is compared with", () => {
  const sentence = "A survey of 58 older homes found savings of $1,400 a year."
  assert.strictEqual(figuresIn(sentence), figuresIn(`${sentence}`))
})

describe("the tellings of one story", () => {
  const invests = (amount: string) =>
    `Kestrel Auto will invest €${amount} million in a plant in Porto, it said on Monday.`
  const chosen = (...snippets: ReadonlyArray<string>) => {
    const told = snippets.map((snippet, n) => {
      const signal = World.stored({ id: n, story_id: 1, title: "Kestrel Auto plans a plant in Porto", snippet })
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

const telling = (text: string, published_at = "2026-03-01", headline = "A year in figures") => ({
  kind: "signal" as const,
  title: headline,
  headline,
  published_at,
  published_at_estimated: false,
  sentences: [headline, text].map((text) => ({ text, verbatim: true }))
})

describe("figures that news states of the same thing", () => {
  const sales = "Varta's sales were 212 million euros in 2025."

  for (const [one, other, day] of [
    [sales, "Varta's sales were 240 million euros in 2025."],
    [sales, "Varta, the battery maker, reported sales of €240 million for the full year 2025.", "2026-02-02"],
    [sales, "In 2025 Varta AG made revenue of 240 million euros."],
    [sales, "Battery maker Varta turned over 240 million euros in 2025."],
    [sales, "Sales at Varta came to about 240 million euros last year."],
    [sales, "Der Umsatz von Varta lag 2025 bei 240 Millionen Euro."],
    [sales, "Varta Holdings had sales of 240 million euros in 2025."],
    [sales, "Varta, Inc. had sales of 240 million euros in 2025."],
    [sales, "Varta SE & Co. KGaA had sales of 240 million euros in 2025."],
    ["Varta had 3,200 employees at the end of 2025.", "Varta employed 4,100 people at the end of 2025."],
    ["Varta's market share was 12% in 2025.", "Varta's market share was 18% in 2025."],
    ["Varta's sales grew 5% in 2025.", "Varta's sales fell 5% in 2025."],
    ["Varta sold 3,000 batteries in 2025.", "Varta sold 4,500 batteries in 2025."],
    ["Varta sold exactly 3,000 batteries in 2025.", "Varta sold 4,500 batteries in 2025."],
    [sales, "Varta's sales were 219 million euros in 2025."],
    [sales, "Varta shares fell after the carmaker had sales of 240 million euros in 2025."],
    [sales, "Varta had sales of 240 million euros in 2025 because of strong demand."],
    ["Varta's sales in May 2025 were 12 million euros.", "Varta's May 2025 sales came to 15 million euros."],
    ["Varta owned 12 plants at the end of 2025.", "At the end of 2025 Varta owned 17 plants."],
    ["Heat pump sales in Germany were 193,000 in 2025.", "Heat pump sales in Germany came to 250,000 in 2025."],
    [
      "Varta's sales rose to 212 million euros in 2025, from 180 million euros in 2024.",
      "Varta's sales rose 33% to 240 million euros in 2025."
    ],
    [
      "The market for home batteries was worth €4 billion in 2025.",
      "The market for home batteries was worth €6 billion in 2025."
    ]
  ] as const)
    it(`differ in “${one}” and “${other}”`, () => {
      assert.isNotEmpty(comparison(telling(one), telling(other, day)).differ)
      assert.isNotEmpty(comparison(telling(other, day), telling(one)).differ)
    })

  for (const other of [
    "Varta's sales were about 210 million euros in 2025.",
    "Varta's sales were about 200 million euros in 2025.",
    "Varta's sales were 0.21 billion euros in 2025.",
    "Varta's sales were 213 million euros in 2025.",
    "Varta's sales were 240 million euros in 2025, not the 212 million euros that it told first.",
    "Varta's sales were 212 million euros in 2025, up from 180 million euros in 2024."
  ])
    it(`agree with “${other}”`, () =>
      assert.deepStrictEqual(comparison(telling(sales), telling(other)), { areCompared: true, differ: [] }))

  for (const [one, other, day] of [
    [sales, "Varta expected sales of 240 million euros in 2025.", "2025-03-01"],
    [sales, "Varta's sales in 2025 will be 240 million euros.", "2025-11-01"],
    [sales, "Varta's sales were 240 million dollars in 2025."],
    [sales, "Varta's sales were 240 million euros in 2024."],
    [sales, "Varta's sales were 60 million euros in the fourth quarter of 2025."],
    [
      "Varta's sales were 55 million euros in the third quarter of 2025.",
      "Varta's sales were 70 million euros in the fourth quarter of 2025."
    ],
    [
      "Varta's sales were 55 million euros in the year to March 2025.",
      "Varta's sales were 5 million euros in March 2025."
    ],
    ["Varta's sales were 55 million euros.", "Varta's sales were 212 million euros."],
    [
      "Varta's sales will be 230 million euros in 2026.",
      "Varta's sales will be 250 million euros in 2026.",
      "2026-01-02"
    ],
    [sales, "Varta's consumer battery sales were 140 million euros in 2025."],
    [sales, "In its consumer division, Varta's sales were 140 million euros in 2025."],
    [sales, "Varta's sales in Germany were 140 million euros in 2025."],
    [sales, "Varta's sales were 140 million euros in 2025, excluding the consumer unit."],
    [sales, "Duracell's sales were 240 million euros in 2025."],
    [sales, "Varta and Duracell had sales of 900 million euros in 2025."],
    ["Duracell's sales were 700 million euros in 2025.", "Varta and Duracell had sales of 900 million euros in 2025."],
    [sales, "Varta bought Powercell, which had sales of 40 million euros in 2025."],
    [sales, "Varta had sales of 240 million euros in 2025, analysts estimate."],
    ["Varta's sales grew 5% in 2025.", "Like for like, Varta's sales grew 9% in 2025."],
    ["Varta's sales grew 5%.", "Varta's sales grew 9%."],
    [sales, "Varta's profit was 20 million euros in 2025."],
    ["Varta's operating profit was 20 million euros in 2025.", "Varta's net profit was 9 million euros in 2025."],
    [sales, "Varta's sales rose 28 million euros in 2025."],
    [sales, "Varta's sales were more than 240 million euros in 2025."],
    ["Sales were 212 million euros in 2025.", "Sales were 340 million euros in 2025."],
    ["Brent rose to $82 a barrel on Monday.", "Brent rose to $87 a barrel on Tuesday.", "2026-03-03"]
  ] as const)
    it(`are not compared in “${one}” and “${other}”`, () =>
      assert.isFalse(comparison(telling(one), telling(other, day)).areCompared))
})

describe("figures that differ", () => {
  for (const [one, other, figures] of [
    [
      "Ashby's dividend rose 12% to $12 a share in 2025.",
      "Ashby's dividend rose 12% to $15 a share in 2025.",
      ["$12", "$15"]
    ],
    [
      "Varta sold 40 plants and employed 40 people in 2025.",
      "Varta employed 60 people in 2025.",
      ["40 people", "60 people"]
    ],
    [
      "A Queijos Alvor exportou 900 toneladas em 2025, contra 600 toneladas em 2024.",
      "A Queijos Alvor exportou 700 toneladas em 2025.",
      ["900 toneladas", "700 toneladas"]
    ]
  ] as const)
    it(`are shown as “${one}” and “${other}” write them`, () =>
      assert.deepStrictEqual(
        comparison(telling(one), telling(other)).differ.map((both) => both.map(({ text }) => text)),
        [[...figures]]
      ))
})

describe("figures in two tellings of one event", () => {
  const plant = "Kestrel Auto will invest €420 million in a battery plant in Porto, the company said."
  const jobs = "Ashby will cut 1,200 jobs in Wales by 2027."
  const bought = "Pelham paid $50 million for a harbour in Split."

  for (const [one, other] of [
    [plant, "Kestrel Auto will invest €350 million in a battery plant in Porto, two people said."],
    [
      "Average prices of sodium-ion battery cells fell 21% in a year to $52 per kWh in October 2026.",
      "Sodium-ion battery cells cost $61 per kWh on average in October 2026, a survey found; LFP cells cost $49."
    ],
    [jobs, "Ashby plans to cut 1,600 jobs in Wales."],
    [
      "The city of Turin granted Ashby a loan of €5 million.",
      "Ashby received a loan of €7 million from the city of Turin."
    ],
    ["Ashby to cut 1,200 jobs in Wales", "Ashby is to cut 1,600 jobs in Wales."],
    ["Pelham will pay owners a dividend of $3 a share.", "Pelham proposes a dividend of $4 a share for 2025."],
    ["Ashby lost $9 million in 2025.", "Ashby, which had a loss of $12 million in 2025, sells its harbour."],
    ["Ashby, which has 5,100 employees in Wales, sells its harbour.", "Ashby employs 6,200 people in Wales."],
    ["Ashby streicht 900 Stellen in Wales.", "Ashby streicht 1.200 Stellen in Wales."],
    ["Rents in Wales rose 6% in 2025.", "In 2025 rents in Wales rose 9%."],
    [
      "In a survey by Alto, 62% of buyers want cheaper shoes.",
      "A survey by Alto finds that 48% of buyers want cheaper shoes."
    ],
    ["Ashby's net profit was $9 million in 2025.", "Ashby had a net profit of $12 million in 2025."]
  ] as const)
    it(`differ in “${one}” and “${other}”`, () => {
      assert.isNotEmpty(comparison(telling(one), telling(other), true).differ)
      assert.isNotEmpty(comparison(telling(other), telling(one), true).differ)
    })

  for (const [one, other] of [
    [plant, "Kestrel Auto will invest €300 million in a battery plant in Lyon."],
    [plant, "Kestrel Auto will invest €350 million in a paint shop of its battery plant in Porto."],
    [plant, "The battery plant in Porto, in which Kestrel Auto will invest, costs $480 million."],
    [jobs, "Ashby will cut 900 office jobs in Wales by 2027."],
    [jobs, "Ashby will cut 1,600 jobs by 2027."],
    [jobs, "Ashby has cut 1,600 jobs in Wales."],
    [jobs, "Ashby will cut 1,600 jobs in Wales by 2030."],
    [jobs, "Ashby will cut 1,600 jobs in Wales by 2027, up from the 1,200 that it announced."],
    ["Ashby's mine has proven reserves of 3 tonnes of gold.", "Ashby's mine has likely reserves of 4 tonnes of gold."],
    [
      "The first Ashby plant in Wales makes 9,000 cars a year.",
      "The second Ashby plant in Wales makes 12,000 cars a year."
    ],
    [jobs, "Ashby will now cut 1,600 jobs in Wales by 2027."],
    [jobs, "Ashby was to cut 1,600 jobs in Wales by 2027."],
    [jobs, "Ashby will cut 1,600 jobs in Wales and Kent by 2027."],
    ["Pelham bought a 6% stake in Ashby.", "Pelham has a 9% stake in Ashby."],
    ["Ashby's old plant in Wales makes 9,000 cars a year.", "Ashby's plant in Wales makes 12,000 cars a year."],
    ["Ashby's loss was $9 million in 2025.", "Ashby's loss was $4 million in 2025 before one-off items."],
    [bought, "Pelham got $40 million for a harbour in Split."],
    ["Pelham offers $40 a share for Ashby in Wales.", "Pelham raised its offer for Ashby in Wales to $44 a share."],
    ["Analysts expected Ashby to earn $3.10 a share in 2025.", "Ashby earned $2.70 a share in 2025."],
    [
      "Ashby group sales were $2.1 billion in the fourth quarter of 2025.",
      "Ashby sensor sales were $1.6 billion in the fourth quarter of 2025."
    ],
    ["Ashby's net debt was $2 billion at the end of 2025.", "Ashby's gross debt was $3 billion at the end of 2025."],
    ["Ashby shares rose 4% on Friday.", "Ashby shares rose 9% this year."],
    ["Research takes 12% of revenue at Ashby.", "Asia brings 30% of revenue at Ashby."],
    ["Ashby made 12,000 cars in its German plants in 2025.", "Ashby made 30,000 cars in its plants in 2025."],
    ["Ashby streicht 1200 Stellen.", "Ashby streicht 1.200 Stellen."],
    ["Pelham sells the Ashby-3 truck in Wales.", "Pelham sells the Ashby-4 truck in Wales."]
  ] as const)
    it(`do not in “${one}” and “${other}”`, () => {
      assert.isEmpty(comparison(telling(one), telling(other), true).differ)
      assert.isEmpty(comparison(telling(other), telling(one), true).differ)
    })
})

describe("sources of different stories that contradict each other", () => {
  const others = [
    "Bus fleets order more batteries in Oslo",
    "Recycling plant for batteries opens in Gdansk",
    "Lithium prices for batteries fall in Chile",
    "Home batteries get a grant in Austria",
    "Rail operator tests batteries on Danish trains"
  ].map((title, at) => World.news(`Other ${at}`, title, "The city council agreed to it on Monday, officials said."))
  const first = World.news("A", "Varta batteries year ends well", "Varta's sales were 212 million euros in 2025.")
  const second = (amount: number) =>
    World.news(
      "B",
      "Hearing aid batteries lift Varta",
      `Varta's sales were ${amount} million euros in 2025. Hearing aids need ever more batteries, it said.`,
      5
    )
  const report = (report_type: ReportType, ...news: ReadonlyArray<NewSignal>) =>
    Effect.gen(function* () {
      yield* TestClock.setTime(World.today.getTime())
      yield* World.storeSignals([...others, ...news])
      yield* (yield* Signals).tellStories(100)
      const { result } = yield* World.write({ niche: "batteries", report_type, context: null })
      return { confidence: result.confidence, ...World.parts(result.sections) }
    }).pipe(Effect.provide(World.layer))

  for (const report_type of [
    "comprehensive_analysis",
    "decision_brief",
    "trend_report",
    "competitor_analysis"
  ] as const)
    it.effect(`are both in a ${report_type}, which is less sure with them`, () =>
      Effect.gen(function* () {
        const alone = yield* report(report_type, first)
        const agreeing = yield* report(report_type, first, second(212))
        const { confidence, exhibits, quality } = yield* report(report_type, first, second(240))
        assert.strictEqual(agreeing.quality.agreement, 1)
        assert.isBelow(quality.agreement, 1)
        assert.isAtMost(confidence, alone.confidence)
        const [conflict, ...more] = quality.conflicts
        assert.isEmpty(more)
        assert.sameMembers(
          conflict.sides.map(({ sentence }: any) => sentence),
          ["212", "240"].map((amount) => `“Varta's sales were ${amount} million euros in 2025.”`)
        )
        const rows = exhibits.find(({ id }) => id === "figures")?.rows ?? []
        assert.sameDeepMembers(
          rows.map(({ cells }) => [cells[2], cells[4]]),
          [
            ["A", "B: 240 million euros ≠ 212 million euros"],
            ["B", "A: 212 million euros ≠ 240 million euros"]
          ]
        )
      })
    )

  it.effect("are told once in the report's text, with who says what", () =>
    Effect.gen(function* () {
      const { sections } = yield* report("comprehensive_analysis", first, second(240))
      const told = Object.values(sections).flatMap(({ content }) => content.match(/Sources differ: [^[]*/g) ?? [])
      assert.lengthOf(told, 1)
      assert.include(told[0]!, "says “Varta's sales were ")
      for (const part of ["A", "212 million euros", "B", "240 million euros"]) assert.include(told[0]!, part)
    })
  )

  it.effect("do not vanish behind a third telling of the story that has no figure", () =>
    Effect.gen(function* () {
      const told = (source: string, title: string, text: string) => World.news(source, title, text)
      const { quality } = yield* report(
        "comprehensive_analysis",
        told("A", "Varta batteries sales reported for 2025", "Varta's sales were 212 million euros in 2025."),
        told("B", "Varta reports batteries sales for 2025", "Varta's sales were 240 million euros in 2025."),
        told(
          "C",
          "Varta reports batteries sales for 2025, shares rise",
          "Shares of the batteries company rose on Monday after the report. Analysts liked what they saw, they said."
        )
      )
      assert.lengthOf(quality.conflicts?.[0]?.sides ?? [], 2)
    })
  )
})
