import { assert, describe, it } from "@effect/vitest"
import { computed } from "../../src/reports/check/Calculation.ts"
import { faultOf, type News, sourceOf } from "./AlwaysYes.ts"

/*
 * What a judge who says yes to everything, and names words that are there, cannot let through. Each piece of news has
 * sentences that it bears out, so that nothing is gained by refusing all.
 */

const cases: Readonly<Record<string, ReadonlyArray<News>>> = {
  "a short form of a period or a measure": [
    {
      evidence:
        "Arvika Motors earned 41 million euros in the first half of 2026, after 30 million in that of 2025. In the fiscal year 2025 it sold 20,000 vans. Workers will strike for 24 hours over a rule on carbon dioxide.",
      right: [
        "Arvika earned €41m in 1H 2026.",
        "Arvika Motors sold 20,000 vans in FY2025.",
        "Arvika sold 20k vans in FY25.",
        "Over a rule on CO2 workers will strike for 24h."
      ],
      wrong: [
        "Arvika earned €41m in 2H 2026.",
        "Arvika Motors sold 20,000 vans in FY2024.",
        "Over a rule on CO2 workers will strike for 48h."
      ]
    }
  ],
  "a period told in months": [
    {
      evidence: "Tarn will open its mill in the first quarter of 2028. Velda took five months for one.",
      right: ["Tarn's mill will open in the first three months of 2028.", "Tarn's mill opens in Q1 2028."],
      wrong: ["Tarn's mill will open in the first four months of 2027.", "Velda took three months for a mill."]
    },
    {
      evidence: "In the first six months of 2026 Tarn sold 310 looms.",
      right: ["Tarn sold 310 looms in the first half of 2026."],
      wrong: ["Tarn sold 310 looms in the first quarter of 2025."]
    }
  ],
  "a thousand with the mark of another language": [
    {
      evidence: "Tarn verkaufte 24.500 Webstühle. Im Mai waren es 3.100.",
      right: ["Tarn sold 24,500 looms.", "In May Tarn sold 3,100 looms."],
      wrong: ["Tarn sold 24.5 looms.", "Tarn sold 24.5 million looms."]
    },
    {
      evidence: "Los viajeros gastaron 8.300 millones de euros, un 4,5% más.",
      right: ["Travellers spent 8.3 billion euros, 4.5% more."],
      wrong: ["Travellers spent 8.3 million euros, 4.5% more."]
    },
    {
      evidence: "En mayo la empresa ganó 1.625 millones de dólares, según el gobierno de México.",
      right: ["In May the company earned $1.625 million."],
      wrong: ["In May the company earned $1.635 million."]
    },
    {
      evidence: "Tarn entlässt rund 700 Menschen. Rund 700 Stellen sollen bis Ende 2027 entfallen.",
      right: ["Tarn plans to cut about 700 jobs by the end of 2027."],
      wrong: ["Tarn plans to cut about 7,000 jobs by the end of 2027."]
    }
  ],
  "a figure of another class": [
    {
      evidence: "Pellmark has to rename 34 teas in Austria by March 2028.",
      right: ["By March 2028 Pellmark must give 34 teas in Austria another name."],
      wrong: [
        "Pellmark has to rename 2028 teas in Austria by March 34.",
        "Pellmark must rename 2028 teas by March 2028."
      ]
    },
    {
      evidence: "Pellmark has to rename 21 teas in Austria by March 2028.",
      right: ["Pellmark renames 21 teas."],
      wrong: ["Pellmark has to rename teas in Austria by March 21.", "Pellmark renames teas by 21 March."]
    },
    {
      evidence: "In a panel of 40,000 flats, 35% had a kettle. Kettles cost $27 at Pellmark, which runs 1,850 shops.",
      right: ["35% of 40,000 flats in a panel had a kettle.", "Pellmark, with 1,850 shops, sells kettles for $27."],
      wrong: [
        "In a panel of 35 flats, 40,000% had a kettle.",
        "In a panel, 35 flats had a kettle.",
        "Kettles cost $1,850 at Pellmark.",
        "Kettles cost 27% at Pellmark.",
        "Pellmark runs 27 shops.",
        "Kettles cost $35 at Pellmark."
      ]
    },
    {
      evidence: "Of 7,400 lockers in Norvia, 58% stand in shops. The lockers in Sudland are in use for 11 hours a day.",
      right: ["58% of Norvia's 7,400 lockers are in shops."],
      wrong: [
        "Use of lockers in Norvia is at 7,400%.",
        "Lockers in Sudland are in use for 58 hours a day.",
        "There are 58 lockers in shops."
      ]
    }
  ],
  "two figures exchanged": [
    {
      evidence: "A litre of Pellmark's tea costs $3.18 on average; shops' own tea costs $2.05.",
      right: ["Pellmark's tea costs $3.18 a litre, shops' own $2.05."],
      wrong: ["A litre of Pellmark's tea costs $2.05, and shops' own tea $3.18.", "Shops' own tea costs $3.18."]
    },
    {
      evidence: "Voltano called back 52,000 kettles after 17 complaints of smoke.",
      right: ["After 17 complaints, Voltano called back 52,000 kettles."],
      wrong: ["Voltano called back 17 kettles after 52,000 complaints of smoke.", "Voltano called back 17 kettles."]
    }
  ],
  "what follows of today, or of the rest of a year": [
    {
      evidence:
        "Tolls in Norvia go up 25% by 2030, to 6.50 crowns on average. Velda made 2.3 tonnes of tea in the fourth quarter and 8.4 tonnes in 2025.",
      right: ["A toll in Norvia now averages 5.20 crowns.", "In the first nine months of 2025 Velda made 6.1 tonnes."],
      wrong: ["A toll in Norvia now averages 5.90 crowns.", "In the first nine months of 2025 Velda made 6.4 tonnes."]
    }
  ],
  "a year of which the source does not speak": [
    {
      evidence: "Sales of tea are to reach $6.3 billion by 2031, says Velda. Tarn opens a mill in Holm in 2028.",
      right: [
        "Velda expects tea sales of $6.3 billion by 2031.",
        "Tarn's mill in Holm opens in 2028.",
        "In 2026 Velda said that sales would reach $6.3 billion by 2031."
      ],
      wrong: [
        "Velda expects tea sales of $6.3 billion by 2032.",
        "Tea sales of $6.3 billion were reached in 2023.",
        "Tarn's mill in Holm opens in 2034.",
        "Tarn opened a mill in Holm in 2023.",
        "Sales of tea are to reach $6.3 billion by late 2033.",
        "Sales of tea are to reach $6.3 billion by March 2033."
      ]
    },
    {
      evidence:
        "Tarn's margin was 14% in the second quarter of 2026, against 18% a year before. Two years ago Tarn shut a mill.",
      right: [
        "Tarn's margin was 14% in the second quarter of 2026.",
        "Tarn's margin was 18% in the second quarter of 2025.",
        "Tarn's margin fell from 18% in Q2 2025 to 14% in Q2 2026.",
        "In 2024 Tarn shut a mill."
      ],
      wrong: [
        "Tarn's margin was 14% in the second quarter of 2025.",
        "Tarn's margin was 14% in Q2 2025.",
        "Tarn's margin was 18% in the second quarter of 2026.",
        "Tarn shut a mill in 2023."
      ]
    }
  ],
  "a figure in words or in other digits": [
    {
      evidence:
        "Tarn sold 1.5 million cups of tea in 2025 and 4.6 million this year. It was fined once. 83% of buyers liked it.",
      right: ["Tarn's sales of tea tripled.", "Tarn sold 1.5 million cups in 2025.", "Millions of cups were sold."],
      wrong: [
        "Tarn's sales of tea doubled.",
        "Tarn's sales of tea quadrupled.",
        "Sales of tea rose ninefold.",
        "Sales of tea rose nine-fold.",
        "Sales of tea are 10x what they were.",
        "Twice as many cups were sold.",
        "Tarn was fined twice.",
        "Tarn was fined thrice.",
        "Tarn sold billions of cups.",
        "Tens of thousands of buyers liked the tea.",
        "Tarn sold hundreds of cups of tea.",
        "Tarn sold zero cups of tea.",
        "Tarn halved its sales.",
        "٦٤ percent of buyers liked it.",
        "६४% of buyers liked it.",
        "Tarn sold 六十四万 cups of tea.",
        "Tarn sold tea for 六十四亿元.",
        "Tarn sold 6.4e6 cups of tea.",
        "Tarn's sales peak in Q7 2025.",
        "Tarn's sales peaked in Q5."
      ]
    },
    {
      evidence: "Tarn's orders went from 3.0 to 6.1 tonnes. Rents doubled. Losses halved. Tarn opened its second shop.",
      right: [
        "Tarn's orders doubled.",
        "Rents have doubled.",
        "Tarn halved its losses.",
        "Rents are twice as high.",
        "٦.١ tonnes were ordered."
      ],
      wrong: ["Tarn's orders tripled.", "Rents have tripled."]
    }
  ],
  "words that nobody said": [
    {
      evidence: "Tarn's head Ola Berg said the mill would open in spring. “We are in no hurry,” she said.",
      right: [
        "Berg said: “We are in no hurry.”",
        "Berg said that the mill would open in spring.",
        "Berg said: we are in no hurry.",
        "We are in no hurry, Ola Berg said.",
        "We are in no hurry, said Ola Berg, head of Tarn.",
        "We are in no hurry, Ola Berg, head of Tarn, told Leaf Weekly in spring.",
        "Ola Berg's exact words were: we are in no hurry.",
        "In her own words, we are in no hurry.",
        "In other words: the mill would open in spring."
      ],
      wrong: [
        "Berg said 「we will close the mill」.",
        "Berg said 『we will close the mill』.",
        "Berg said ‹we will close the mill›.",
        "Berg said ﹁we will close the mill﹂.",
        "Berg said: we will close the mill, and nobody can do a thing.",
        "Ola Berg told Leaf Weekly: our mill is a ruin.",
        "Berg added, we will close the mill.",
        "Tarn's head wrote: Tea is over.",
        "We love our mill, Ola Berg said.",
        "We’re in a hurry, she said on Monday.",
        "Our mill will open in summer, Tarn's head Ola Berg told Leaf Weekly.",
        "I love tea, said Ola Berg, head of Tarn.",
        "We love our mill, but not tea, the head of Tarn said.",
        "Ola Berg's exact words were: we are proud of our mill.",
        "Ola Berg's own words were that we are proud of our mill.",
        "Her words were: the mill will open in spring and be ours."
      ]
    },
    {
      evidence: "“Wir haben keine Eile”, sagte Tarns Chefin Ola Berg. Die Mühle soll im Frühjahr öffnen.",
      right: ["Ola Berg sagte: wir haben keine Eile.", "Wir haben keine Eile, sagte Ola Berg."],
      wrong: [
        "Unsere Mühle schließt, sagte Ola Berg.",
        "Unserem Tee geht es gut, sagte Ola Berg.",
        "Berg: Meine Mühle schließt.",
        "Ich liebe Tee, sagte Ola Berg."
      ]
    },
    {
      evidence:
        "The EU has opened an inquiry into tea. According to pollsters, most voters drink it. " +
        "Our Next Energy will open a mill in Holm, said its head Ola Berg. “Our German shops are full,” she said.",
      right: [
        "Tea: EU opens an inquiry.",
        "Tea: Meinungsforscher fragen, wer Tee trinkt.",
        "Our Next Energy opens a mill, the company said.",
        "Our Next Energy opens a mill in Holm, said Ola Berg.",
        "Our German shops are full, Ola Berg said."
      ],
      wrong: [
        "Our German shops are empty, Ola Berg said.",
        "Our New York office will close, Ola Berg said.",
        "Our mills in Holm are full, the company said.",
        "We Love Tea, Ola Berg said.",
        "Berg: Our Italian shops are full."
      ]
    }
  ]
}

for (const [what, all] of Object.entries(cases))
  describe(`${what} is refused whatever a judge says`, () => {
    for (const { evidence, right, wrong } of all)
      it(evidence, () => {
        assert.deepStrictEqual(
          right.map((text) => [text, faultOf(text, evidence)]),
          right.map((text) => [text, null])
        )
        assert.deepStrictEqual(
          wrong.filter((text) => faultOf(text, evidence) === null),
          []
        )
      })
  })

describe("a calculation of the judge's", () => {
  const evidence =
    "Velda's tea has 23% of the market, Tarn's 14%. There are 71 mills, and 26 bid for the licence. " +
    "Tarn has 310 workers in Holm and 250 in Varn. Of 90 barges, 37 are out of use. Cocoa rose 8 points to 61%."

  const given: ReadonlyArray<readonly [text: string, calculation: string]> = [
    ["Velda's share is 9 points larger than Tarn's.", "23 - 14 = 9"],
    ["Velda and Tarn together have 37% of the market.", "23 + 14 = 37"],
    ["45 mills did not bid for the licence.", "71 - 26 = 45"],
    ["Tarn has a total of 560 workers in Holm and Varn.", "310 + 250 = 560"],
    ["53 of the barges are in use.", "90 - 37 = 53"],
    ["Cocoa stood at 53% before.", "61 - 8 = 53"]
  ]
  for (const [text, calculation] of given)
    it(`stands for what it is: ${text}`, () => assert.isNull(faultOf(text, evidence, calculation)))

  const wrong: typeof given = [
    ["Tarn reported 37%.", "23 + 14 = 37"],
    ["Velda's share fell to 9%.", "23 - 14 = 9"],
    ["Velda has 37% of the market.", "23 + 14 = 37"],
    ["Only 45 mills will survive.", "71 - 26 = 45"],
    ["Tarn employs 60 workers in Varn.", "310 - 250 = 60"],
    ["Tarn has 336 workers.", "310 + 26 = 336"]
  ]
  for (const [text, calculation] of wrong)
    it(`does not make another figure: ${text}`, () => assert.isNotNull(faultOf(text, evidence, calculation)))
})

describe("a formula of the writer's", () => {
  const sources = [
    sourceOf("Founded in 1983, Tarn made 5.2 tonnes in 2025, 9.1 in 2026. It has 12,600 shops; 38% sell tea.")
  ]
  it("calculates with figures of one unit", () => assert.isNotNull(computed("9.1 / 5.2", "times", sources)))
  for (const formula of ["1983 - 5.2", "12,600 - 38", "12,600 - 2025", "2026 + 38"])
    it(`does not with those of two: ${formula}`, () => assert.isNull(computed(formula, "amount", sources)))
})
