import { assert, describe, it } from "@effect/vitest"
import type { ReportSource } from "../../src/domain/Report.ts"
import { contentOf } from "../../src/reports/check/FigureWords.ts"
import { exactFaultOf } from "../../src/reports/check/Support.ts"
import { contentStems } from "../../src/text/Words.ts"
import { faultOf as judgedFault } from "./AlwaysYes.ts"

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
      ["Wages", "Wage growth slowed to 3.4% in May from 4.1% in April."],
      "In April wages had grown by 4.1%.",
      "Wage growth was 4.1% in May."
    ],
    [
      ["Tarn", "Der Gewinn nach Steuern sank 2025 auf 21 Millionen Euro nach 34 Millionen Euro im Jahr 2024."],
      "Tarn earned 34 million euros after tax in 2024.",
      "Tarn earned 34 million euros after tax in 2025."
    ],
    [
      ["Maréchal", "Maréchal's sales rose to 31 million euros in 2025. Its first mill was founded in 1987."],
      "Maréchal had sales of 31 million euros in 2025.",
      "Maréchal's sales reached 31 million euros in 1987."
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
  "of another that the evidence sets beside it": [
    [
      ["Metals", "On Friday tin slipped to 31 dollars a kilo, while lead gained 2% to 40 dollars."],
      "Tin traded at 31 dollars a kilo on Friday.",
      "Lead traded at 31 dollars a kilo on Friday."
    ],
    [
      ["Coal", "Last year coal slipped to 20% of power, while gas gained to 30%."],
      "The switch to gas cut the share of coal to 20% of power.",
      "Gas provided 20% of power."
    ],
    [
      ["Looms", "Velda wove on 410 looms, while Tarn had 310 the previous time."],
      "Velda wove on 410 looms.",
      "Tarn wove on 410 looms."
    ],
    [
      ["Looms", "Tarn sold 410 looms in May, overtaking Velda, which sold 385."],
      "Velda was overtaken by Tarn, which sold 410 looms in May.",
      "Velda sold 410 looms in May."
    ],
    [
      ["Railcards", "The railcard of Tarn costs 90 euros, undercutting Velda, whose card is priced at 120 euros."],
      "Tarn undercuts Velda with a railcard for 90 euros.",
      "Velda charges 90 euros for its card."
    ],
    [
      ["Webstühle", "Im Mai verkaufte der Hersteller Tarn 41.000 Webstühle, der Konkurrent Velda 38.500."],
      "Tarn sold 41,000 looms in May.",
      "Velda sold 41,000 looms in May."
    ],
    [
      ["Harbour", "The port took in 88 million euros from cranes. Net profit fell to 21 million euros."],
      "The harbour's cranes brought 88 million euros.",
      "Net profit was 88 million euros in 2026."
    ]
  ],
  "of what the evidence has another share for": [
    [
      ["Mills", "One in three mills in the north has asked for relief. Wool costs 12 euros and flax 6 euros."],
      "A third of northern mills have asked for relief.",
      "Half of northern mills have asked for relief."
    ],
    [
      ["Mills", "One in five mills in the north has asked for relief. Wool costs 12 euros and flax 3 euros."],
      "A fifth of northern mills have asked for relief.",
      "A quarter of the mills in the north have asked for relief."
    ]
  ],
  "in the opposite direction": [
    [
      ["Alquileres", "El alquiler medio por persona subió a 1.240 euros en mayo."],
      "The average rent rose to 1,240 euros in May.",
      "The average rent fell to 1,240 euros in May."
    ],
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
      ["Tarn", "Tarn aims for at least 4,500 members by June."],
      "Tarn wants to have at least 4,500 members by June.",
      "Tarn wants to have exactly 4,500 members by June."
    ],
    [
      ["Tarn", "Tarn will bis Juni mindestens 4.500 Mitglieder haben."],
      "Tarn wants to have at least 4,500 members by June.",
      "Tarn wants to have precisely 4,500 members by June."
    ],
    [
      ["Service", "More than half of the revenue comes from service."],
      "Service brings in more than half of revenue.",
      "Service brings in less than half of revenue."
    ]
  ],
  "by another span of time": [
    [
      ["Tea", "Velda's analysts expect peak annual sales of 7 billion euros."],
      "Velda expects peak sales of 7 billion euros a year.",
      "Velda expects peak sales of 7 billion euros a month."
    ],
    [
      ["Exchange", "Turnover averaged 118 million euros a day."],
      "Turnover was 118 million euros a day.",
      "Turnover was 118 million euros a month."
    ],
    [
      ["Ferry", "The new ferry carries 3,200 people an hour and halves the journey."],
      "The ferry can carry 3,200 people an hour.",
      "The ferry can carry 3,200 people a day."
    ]
  ],
  "as by how much something changes, where it comes to that": [
    [
      ["Norvia", "The ministry cut its growth forecast for 2026 to 1.2% from 1.7%. Rents rose to 12% of wages."],
      "The ministry expects the economy to grow by 1.2% in 2026.",
      "Rents rose by 12%."
    ],
    [
      ["Lorries", "In all 1.31 million lorries were sold, 4.2% fewer than a year before."],
      "Sales of lorries declined 4.2% to 1.31 million.",
      "Sales of lorries grew 4.2% to 1.31 million."
    ],
    [
      ["Mill", "The order book shrank by 900 million dollars to 5.2 billion."],
      "Orders shrank to 5.2 billion dollars, by 900 million.",
      "The order book shrank by 5.2 billion dollars."
    ],
    [
      ["Mill", "Rents slipped 2% to 41.50 pounds because of higher costs."],
      "Rents fell to 41.50 pounds, a decline of 2%.",
      "Rents fell by 41.50 pounds."
    ]
  ],
  "as another end of a range": [
    [
      ["Mill", "Tarn expects to spend between 35 and 40 million pounds on two mills."],
      "Tarn expects to spend at least 35 million pounds on two mills.",
      "Tarn expects to spend up to 35 million pounds on two mills."
    ],
    [
      ["Tarn", "Tarn asks for $19 to $21 a share, after $17 to $19 in May."],
      "Tarn asks for $19 to $21 a share.",
      "Tarn asks for $17 to $21 a share."
    ]
  ],
  "as a whole, where it is said of a part": [
    [
      ["Strike", "Tarn cancelled 212 of 1,380 sailings because of a strike."],
      "Tarn had planned 1,380 sailings.",
      "Tarn cancelled 1,380 sailings because of a strike."
    ],
    [
      ["Jobs at Tarn", "Some 2,300 of its 9,800 staff work in Varn."],
      "In Varn, Tarn has 2,300 people.",
      "Tarn employs about 2,300 people."
    ],
    [
      ["Shops", "Tarn wants to open 45 shops by 2028, of which 15 this year."],
      "Tarn wants to open 45 shops by 2028.",
      "Tarn wants to open 45 shops this year."
    ]
  ],
  "on the day of something else": [
    [
      ["Ferries", "Tarn will sail to Velda from 2 May. The Norvia route ends on 28 March."],
      "The Norvia route ends on 28 March.",
      "The Norvia route ends on 2 May."
    ]
  ],
  "as compared with something else": [
    [
      ["Port", "The port moved 6% more than a year earlier but 3% less than in the fourth quarter."],
      "The port moved 3% less than in the fourth quarter.",
      "The port moved 6% more than in the fourth quarter."
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
        "Velda has 74 people and is worth $900 million.",
        ["Velda", "Velda, a start-up of 74 people, raised $120 million at a valuation of $900 million."]
      ],
      [
        "Orders cover 21 weeks, up from 16.",
        ["Orders", "The order book covers 21 weeks of work, against 16 a year ago."]
      ]
    ] as const)
      assert.isNull(faultOf(claim, evidence), claim)
  })

  it("is compared by words that say what it measures, and not when", () => {
    const words = contentStems("annual sales a year, month and week, daily prices of the previous time")
    assert.deepStrictEqual(contentOf(words), contentStems("sales prices"))
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
    "Revenue rose to $742 million from $699 million. Exports trebled to 2.1 million tonnes.",
    "Flour is 22% of costs, up from 18%. A fine of 8.5 million euros is 3% of profit.",
    "A doorstep delivery costs 3.90 euros, a locker delivery 1.45 euros."
  ]
  for (const right of [
    "In Holm 380 jobs go.",
    "Revenue went up by about 6%.",
    "Revenue rose by $43 million.",
    "A locker saves 2.45 euros.",
    "Exports had been 700,000 tonnes.",
    "The share of flour in costs rose by four percentage points.",
    "The profit is about 280 million euros."
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

describe("a share that a judge adds up", () => {
  it("is let through, though the evidence has another for a part of it", () => {
    const quote = "Sun made 21% of the power in Norvia and wind made 17% of the power in Norvia."
    const [sum, wrong] = ["38% of the power in Norvia.", "48% of the power in Norvia."].map((what) =>
      judgedFault(`Sun and wind made ${what}`, quote, "21 % + 17 % = 38 %")
    )
    assert.deepStrictEqual([sum, wrong], [null, "number"])
  })
})
