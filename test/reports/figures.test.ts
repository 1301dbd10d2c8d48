import { assert, describe, it } from "@effect/vitest"
import type { ReportSource } from "../../src/domain/Report.ts"
import { derivationsOf } from "../../src/reports/check/Calculation.ts"
import { exactFaultOf, ungrounded } from "../../src/reports/check/Support.ts"

/** A Thursday. */
const published = "2026-03-12"

const source = (quote: string, published_at: string | null = published): ReportSource => ({
  n: 1,
  kind: "signal",
  title: "",
  url: null,
  publisher: "Leaf Weekly",
  published_at,
  quote
})

const isIn = (claim: string, quote: string, published_at?: string | null) =>
  ungrounded(claim, [source(quote, published_at)]).length === 0

type Case = readonly [claim: string, evidence: string]

const found = (cases: ReadonlyArray<Case>) => {
  for (const [claim, evidence] of cases)
    it(`finds “${claim}” in “${evidence}”`, () => assert.isTrue(isIn(claim, evidence)))
}
const missed = (cases: ReadonlyArray<Case>) => {
  for (const [claim, evidence] of cases)
    it(`does not find “${claim}” in “${evidence}”`, () => assert.isFalse(isIn(claim, evidence)))
}

describe("figures of other languages", () => {
  const german =
    "Der Umsatz des Herstellers stieg im zweiten Quartal um 2,5 Prozent auf 1,25 Mrd. Euro und der Gewinn lag bei " +
    "84 Mio. Euro. Das Werk liefert ab 1. Mai 2026 rund 1.150 Tonnen, drei Viertel davon nach Indien; fünfundzwanzig " +
    "Stellen sind frei."
  const french =
    "Le groupe a livré 14,1 millions de tonnes de ciment en France au premier semestre et il a vendu 1 250 fours pour " +
    "3,4 milliards d’euros dès le 1er mai. Un tiers des dix-sept usines ferme le 7 juillet, et les prix ont baissé de 8 pour cent."
  const spanish =
    "La empresa vendió doce supermercados por 31,5 millones de euros y perdió 2 mil millones de dólares el 3 de mayo de " +
    "2026. La mitad de los 1.402 empleados, un 12 por ciento menos, pasará a la cadena en septiembre."
  const portuguese =
    "A empresa vai parar a fábrica durante vinte dias em julho e retira do mercado cerca de 35 mil toneladas. O preço da " +
    "pasta caiu 40 dólares, para 1.120 dólares, e o investimento chega a 2,3 bilhões de euros, mais 5 por cento."
  const italian =
    "Nel primo semestre il gruppo ha perso 41 milioni di euro e i ricavi sono saliti del 5 per cento a 1,3 miliardi da 1,2 miliardi. " +
    "Due terzi dei ventidue negozi chiudono il 30 settembre, con 12,5 tonnellate di merce."

  found([
    ["Revenue was 1.25 billion euros, up 2.5 percent in the second quarter.", german],
    ["It earned €84 million.", german],
    ["Three quarters of 1,150 tonnes; 25 posts, from 1 May 2026.", german],
    ["France took 14.1 Mt in the first half, for 3.4 billion euros.", french],
    ["1,250 kilns from 1 May, a third of 17 plants, 8%, on 7 July.", french],
    ["It sold 12 shops for 31.5 million euros and lost $2 billion on 3 May 2026.", spanish],
    ["Half of 1,402 people, 12% fewer.", spanish],
    ["It stops for 20 days; 35,000 tonnes; 1,120 dollars.", portuguese],
    ["It invests €2.3 billion, 5% more.", portuguese],
    ["It lost 41 million euros in the first half of 2026; 5%, two thirds of 22, 12.5 tonnes.", italian],
    ["Sales of 1.3 billion euros, until 30 September 2026.", italian]
  ])
  missed([
    ["Revenue was 1.25 million euros.", german],
    ["Revenue was 125 billion euros.", german],
    ["It earned $84 million.", german],
    ["In the third quarter.", german],
    ["It sold 3.4 million euros of kilns.", french],
    ["It lost $2 million.", spanish],
    ["35 tonnes are missing.", portuguese],
    ["It lost 41 million euros in the second quarter.", italian]
  ])

  it("leaves English as it is", () => {
    assert.isFalse(isIn("He paid 11.", "The once due bill of the elf was paid, and the mil was sold."))
    assert.isFalse(
      isIn("It cost 1.25 euros.", "The price of the house was 1,25 and it was sold to them for 1,250 euros.")
    )
  })
})

describe("dates by the day of publication", () => {
  found([
    ["Work has stopped since 10 March 2026.", "Work stopped on Tuesday."],
    ["It opens on 17 March 2026.", "It will open next Tuesday."],
    ["It opened on 11 March 2026.", "It opened yesterday."],
    ["It opens in September 2026.", "The plant opens in September."],
    ["It opens in January 2027.", "The plant will open in January."],
    ["It opened in December 2025.", "The plant opened in December."],
    ["It opens in January 2027.", "The plant opens in January."],
    ["It opens on 1 April 2026.", "From 1 April it is open."],
    ["It earned more in Q4 2025.", "It earned more in the fourth quarter."],
    ["It earned more in the first half of 2026.", "It earns more in the first half."],
    ["It closed in 2025.", "It closed last year."],
    ["It closed in 2024.", "It closed 2 years ago."],
    ["It opens in April 2026.", "It opens next month."],
    ["It shuts on 31 August 2026.", "It is to shut by the end of August."],
    ["It earned more in H1 2025.", "It earned less in the six months to June than in the same period of 2025."],
    ["It earned more in Q3 2026.", "It earned more in the three months to September."]
  ])
  missed([
    ["It opens in October 2026.", "The plant opens in September."],
    ["It opens in September 2027.", "The plant opens in September."],
    ["It opens in May 2026.", "The plant is to open in May 2027."],
    ["It stopped on 9 March 2026.", "Work stopped on Tuesday."],
    ["It opens on 1 April 2025.", "From 1 April it is open."],
    ["It closed in 2024.", "It closed last year."],
    ["It shuts on 30 August 2026.", "It is to shut by the end of August."],
    ["It earned more in H2 2026.", "It earned less in the six months to June."]
  ])

  it("has none without that day, nor from the day of first sight", () => {
    assert.isFalse(isIn("It opens in September 2026.", "The plant opens in September.", null))
    const seen = { ...source("The plant opens in September."), published_at_estimated: true }
    assert.isNotEmpty(ungrounded("It opens in September 2026.", [seen]))
  })
})

describe("amounts without a currency", () => {
  const quote = "It lost 12 million euros on sales of 96 million. It serves 8 million people."
  found([["Sales were €96 million.", quote]])
  missed([
    ["Sales were $96 million.", quote],
    ["It spent €8 million.", quote],
    ["It lost 13 million.", quote],
    ["Sales were €96 million.", "It lost 12 million euros, or $14 million. It had sales of 96 million."]
  ])
})

describe("rounded figures", () => {
  found([
    ["About 7% left.", "It fell by 6.8%."],
    ["Nearly 8% left.", "It fell by 7.6%."],
    ["More than half left.", "Some 61% left."],
    ["Well over half left.", "Some 61% left."],
    ["Fewer than one in five left.", "It was 18%."],
    ["About 33 percent left.", "A third left."],
    ["More than 1,100 shops are left.", "It has 1,186 shops."],
    ["Some 7,000 cars were sold.", "It sold 6,870 cars."],
    ["Just shy of 7 million cars were sold.", "It sold 6.8 million cars."],
    ["It sold 7 million cars or so.", "It sold 6.8 million cars."],
    ["Upwards of 6.5 million cars were sold.", "It sold 6.8 million cars."],
    ["It rose by half a percentage point.", "It rose by 50 basis points."]
  ])
  missed([
    ["7% left.", "It fell by 6.8%."],
    ["Nearly 8% left.", "It fell by 8.3%."],
    ["More than half left.", "Some 45% left."],
    ["Less than half left.", "Some 61% left."],
    ["More than half left.", "Some 92% left."],
    ["About 7% left.", "It fell by 8%."],
    ["At least 7% left.", "It fell by 7.4%."],
    ["About 6.8 million.", "It was 6.8 billion."],
    ["Nearly 8 million cars were sold.", "It sold 6.8 million cars."],
    ["It was its fifth loss in a row.", "It had its sixth loss in a row, and closes 3 of 8 mills."]
  ])
})

describe("what an amount is counted by", () => {
  found([
    [
      "It costs 4.60 euros a kilogram.",
      "El precio subió un 12 % desde junio, hasta 4,60 euros por kilo en el mercado."
    ],
    ["It sells 9 tonnes a year.", "It sold 9 tonnes in 2025."]
  ])
  missed([
    ["It costs 4.60 euros a litre.", "El precio subió un 12 % desde junio, hasta 4,60 euros por kilo en el mercado."],
    ["Gas is at 55 euros per kilowatt-hour.", "Gas is at 55 euros per megawatt-hour."]
  ])
})

describe("derived figures", () => {
  const sources = [source("Germany registered 2,310 of 6,870 trucks.")]
  it("are known, exactly or rounded to the digits that are written", () => {
    const derived = derivationsOf("2,310 / 6,870 = 33.6%", sources)
    for (const claim of ["33.6% were in Germany.", "34% were in Germany.", "About a third were in Germany."])
      assert.isNull(exactFaultOf(claim, sources, derived))
    for (const claim of ["33.5% were in Germany.", "35% were in Germany.", "34 were in Germany.", "About 40%."])
      assert.strictEqual(exactFaultOf(claim, sources, derived), "number")
  })
  it("are known without a calculation where two figures beside each other give them", () => {
    assert.isNull(exactFaultOf("34% were in Germany.", sources))
    assert.strictEqual(exactFaultOf("36% were in Germany.", sources), "number")
  })
})
