import { assert, describe, it } from "@effect/vitest"
import type { ReportSource } from "../../src/domain/Report.ts"
import { exactFaultOf } from "../../src/reports/check/Support.ts"

const sourceOf = ([title, ...quote]: ReadonlyArray<string>): ReportSource => ({
  n: 1,
  kind: "signal",
  title: title!,
  url: null,
  publisher: "Leaf Weekly",
  published_at: "2026-03-12",
  quote: quote.join(" ")
})

const faultOf = (claim: string, evidence: ReadonlyArray<string>) => exactFaultOf(claim, [sourceOf(evidence)])

type Case = readonly [evidence: ReadonlyArray<string>, right: string, wrong: string]

const cases: Readonly<Record<string, ReadonlyArray<Case>>> = {
  "exchanged between two things": [
    [
      ["Who grows tea", "Tarn grew 42% of the tea, Velda 17%."],
      "Velda grew 17% of the tea and Tarn 42%.",
      "Velda grew 42% of the tea and Tarn 17%."
    ],
    [
      ["Bakeries", "Krust shut 31 bakeries in the year to June and opened 12."],
      "Krust opened 12 bakeries in the year to June and shut 31.",
      "Krust opened 31 bakeries in the year to June and shut 12."
    ],
    [
      [
        "Two mills",
        "Tarn's mill in Varn made 9.4 million metres of cloth, whereas the one in Holm slipped to 5.1 million."
      ],
      "The Holm mill made 5.1 million metres of cloth.",
      "The Holm mill made 9.4 million metres of cloth and the one in Varn 5.1 million."
    ],
    [
      ["晨光茶业", "晨光茶业一季度营收12.6亿元。云岭茶业一季度营收9.8亿元。"],
      "云岭茶业一季度营收为9.8亿元。",
      "晨光茶业一季度营收为9.8亿元,云岭茶业为12.6亿元。"
    ]
  ],
  "of another time": [
    [
      ["Margins at Tarn", "The margin was 11.2%, compared with 13.4% in the first quarter."],
      "Tarn's margin was 11.2%, after 13.4% in the first quarter.",
      "Tarn's margin was 13.4%, compared with 11.2% in the first quarter."
    ],
    [
      ["Rents", "For the full year, Tarn sees rents of 410 euros, having guided to 380 euros in April."],
      "In April, Tarn guided to rents of 380 euros.",
      "In April, Tarn guided to rents of 410 euros."
    ],
    [
      ["Loyer", "Au premier trimestre, le loyer a reculé de 4,5 %; au deuxième trimestre, la baisse était de 2 %."],
      "Le loyer a baissé de 4,5 % au premier trimestre.",
      "Le loyer a baissé de 4,5 % au deuxième trimestre."
    ],
    [
      ["Tulips", "Tulips fell to 23 cents from 28."],
      "Tulips went from 28 cents to 23.",
      "Tulips rose to 28 cents from 23."
    ]
  ],
  "of another thing, whose own figure the evidence has": [
    [
      ["Harbour", "The harbour is to raise €40 million from lenders.", "The site could be worth €90 million."],
      "The harbour is to raise €40 million from lenders.",
      "The harbour is to raise €90 million from lenders."
    ]
  ],
  "in the opposite direction": [
    [
      ["Exports", "Exports to Norvia rose 9%, those to Sudland fell 4%."],
      "Exports to Sudland dropped 4%.",
      "Exports to Sudland climbed 4%."
    ],
    [
      ["Fund", "The fund returned 3 percentage points less than its benchmark."],
      "The fund's return was 3 percentage points lower than its benchmark's.",
      "The fund returned 3 percentage points more than its benchmark."
    ]
  ],
  "on the other side of a limit": [
    [
      ["Service", "More than half of the revenue comes from service."],
      "Service brings in more than half of revenue.",
      "Service brings in less than half of revenue."
    ]
  ],
  "by another span of time": [
    [
      ["Exchange", "Turnover averaged 118 million euros a day."],
      "Turnover was 118 million euros a day.",
      "Turnover was 118 million euros a month."
    ]
  ]
}

describe("a figure that stands in the evidence", () => {
  for (const [what, some] of Object.entries(cases))
    for (const [evidence, right, wrong] of some) {
      it(`is refused ${what}: ${wrong}`, () => assert.strictEqual(faultOf(wrong, evidence), "figure"))
      it(`is let through where it belongs: ${right}`, () => assert.isNull(faultOf(right, evidence)))
    }

  it("is let through where the claim tells too freely to be compared", () => {
    for (const [claim, evidence] of [
      ["Of soy drinks 11% less was sold.", ["Drinks", "Volumes fell 3%: soy lost 11%, almond 9%."]],
      [
        "Last season opened 35 cents lower than this one.",
        ["Milk", "The price is $9.20, 35 cents more than last season's."]
      ],
      [
        "Orders cover 21 weeks, up from 16.",
        ["Orders", "The order book covers 21 weeks of work, against 16 a year ago."]
      ]
    ] as const)
      assert.isNull(faultOf(claim, evidence), claim)
  })

  it("is compared in a moment, however many there are", () => {
    const quote = "Tarn sold 12,345 tonnes to Velda for 67 million euros, 8% more than in 2025. ".repeat(2_000)
    const start = performance.now()
    faultOf("Tarn sold 12,345 tonnes to Norvia for 67 million euros, 8% less than in 2025.", ["Trade", quote])
    assert.isBelow(performance.now() - start, 20_000)
  })
})

describe("a figure that two others give", () => {
  const evidence = [
    "Tarn cuts 900 jobs",
    "Tarn cuts 900 jobs, 520 of them in Varn and the rest in Holm.",
    "Revenue rose to $742 million from $699 million.",
    "A doorstep delivery costs 3.90 euros, a locker delivery 1.45 euros."
  ]
  for (const right of [
    "In Holm 380 jobs go.",
    "Revenue went up by about 6%.",
    "Revenue rose by $43 million.",
    "A locker saves 2.45 euros."
  ])
    it(`is let through: ${right}`, () => assert.isNull(faultOf(right, evidence)))
  for (const wrong of [
    "In Holm 390 jobs go.",
    "Revenue went up by about 9%.",
    "Revenue rose by $53 million.",
    // Nothing says that it is a difference.
    "Revenue was $43 million."
  ])
    it(`is refused: ${wrong}`, () => assert.strictEqual(faultOf(wrong, evidence), "number"))
})

describe("a figure or a time that the evidence tells in another way", () => {
  const evidence = [
    "Tarn",
    "Tarn verkaufte im ersten Halbjahr 2,4 Mio. Tonnen. Der Umsatz ging von 310 auf 281 Millionen Euro zurück.",
    "Seit April gehören Tarn 54 Prozent von Holm, vier Prozentpunkte mehr als ein Jahr zuvor.",
    "Der Vertrag läuft ab Januar 2028 zwanzig Jahre."
  ]
  for (const right of [
    "Tarn sold 2.4 million tonnes in the first half of 2026.",
    "Revenue shrank by 29 million euros.",
    "In April 2025, Tarn had owned 50% of Holm.",
    "Others own 46% of Holm.",
    "The contract runs until the end of 2047."
  ])
    it(`is let through: ${right}`, () => assert.isNull(faultOf(right, evidence)))
  for (const wrong of [
    "Tarn sold 2.4 billion tonnes in the first half of 2026.",
    "Revenue shrank by 24 million euros.",
    "Since June, Tarn has owned 54% of Holm.",
    "Tarn owns 54% of Holm, four percent more than a year before.",
    "The contract runs until the end of 2045."
  ])
    it(`is refused: ${wrong}`, () => assert.isNotNull(faultOf(wrong, evidence)))
})
