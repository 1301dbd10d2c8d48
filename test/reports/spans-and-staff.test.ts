import { assert, describe, it } from "@effect/vitest"
import { faultOf, type News } from "./AlwaysYes.ts"

/*
 * What a number belongs to, whatever a judge says: the span of time, the people or the thing that the news gives it to.
 */

const cases: Readonly<Record<string, ReadonlyArray<News>>> = {
  "a figure of a span of another length": [
    {
      evidence:
        "Saltwerk AG reported revenue of €118 million for the third quarter of 2026, up from €88 million. In the first nine months it sold 2.1 GWh of cells and lost €9 million.",
      right: [
        "Saltwerk's revenue was €118 million in the third quarter of 2026.",
        "Quarterly revenue at Saltwerk was €118 million, up from €88 million.",
        "In the three months to September, Saltwerk's revenue was €118 million.",
        "In 2026 Saltwerk reported third-quarter revenue of €118 million.",
        "Saltwerk lost €9 million from January to September 2026.",
        "Third-quarter revenue was €118 million; over nine months Saltwerk lost €9 million."
      ],
      wrong: [
        "Saltwerk reported revenue of €118 million in the first nine months of 2026.",
        "Nine-month revenue at Saltwerk was €118 million.",
        "Saltwerk's revenue came to €118 million in 2026.",
        "Saltwerk's annual revenue is €118 million.",
        "Saltwerk lost €9 million in the third quarter."
      ]
    },
    {
      evidence:
        "Saltwerk's sales rose 14% in the first half, and 22% in the second quarter. Profit for the year is to reach €30 million.",
      right: [
        "In the first half sales rose 14%, in the second quarter 22%.",
        "Saltwerk expects a profit of €30m in 2026."
      ],
      wrong: [
        "Saltwerk's sales rose 22% in the first half.",
        "Saltwerk expects a profit of €30 million for the quarter."
      ]
    },
    {
      evidence:
        "Saltwerk said on Tuesday that revenue in the quarter was €118 million, against €88 million in the same quarter of last year.",
      right: ["Saltwerk's quarterly revenue rose to €118 million from €88 million a year earlier."],
      wrong: ["Saltwerk had annual revenue of €118 million."]
    },
    {
      evidence: "Der Umsatz von Saltwerk betrug im dritten Quartal 118 Millionen Euro, nach 88 Millionen Euro.",
      right: ["Saltwerk's revenue was €118 million in the third quarter."],
      wrong: ["Saltwerk had revenue of €118 million in 2026."]
    }
  ],
  "things told as those who work somewhere": [
    {
      evidence: "Voltano has 140 shops in Norvia and employs 2,300 people. A start-up of 74 people raised money.",
      right: [
        "Voltano employs 2,300 people in 140 shops.",
        "With 2,300 employees Voltano runs 140 shops.",
        "The start-up has 74 employees."
      ],
      wrong: ["Voltano has 140 employees.", "Voltano's 140 employees work in Norvia.", "Voltano employs 140 people."]
    },
    {
      evidence: "Residents filed 140 objections against the works of Voltano. The union speaks for 90 technicians.",
      right: ["Residents raised 140 objections to the works.", "The union represents 90 employees."],
      wrong: ["The works of Voltano have 140 employees."]
    }
  ],
  "those who come and go told as those who are there": [
    {
      evidence: "Saltwerk will hire 140 people for its plant in Leipzig. It is to cut 60 jobs in Holm, where 900 work.",
      right: [
        "Saltwerk plans to hire 140 employees for the Leipzig plant.",
        "The plant in Leipzig brings 140 jobs.",
        "In Holm 60 employees of Saltwerk will lose their jobs.",
        "Saltwerk employs 900 people in Holm."
      ],
      wrong: [
        "Saltwerk has 140 employees.",
        "Saltwerk employs 140 people.",
        "Saltwerk, with 140 employees, has a plant in Leipzig.",
        "Saltwerk has a staff of 60 in Holm."
      ]
    }
  ],
  "two prices exchanged within one part of a sentence": [
    {
      evidence: "Sodium-ion cells cost $52 per kWh in October, against $61 for LFP cells.",
      right: [
        "At $52 per kWh sodium-ion cells are cheaper than LFP cells at $61.",
        "LFP cells cost $61 per kWh, and sodium-ion cells $52."
      ],
      wrong: [
        "At $61 per kWh sodium-ion cells are dearer than LFP cells at $52.",
        "Sodium-ion cells at $61 per kWh compare with LFP at $52.",
        "LFP cells cost $52 per kWh, sodium-ion cells $61."
      ]
    },
    {
      evidence:
        "A kilo of green tea costs 14 euros at Pellmark and 19 euros at Velda, while black tea is 9 euros at both.",
      right: [
        "Pellmark charges 14 euros a kilo where Velda charges 19.",
        "Green tea is 14 euros at Pellmark, 19 at Velda."
      ],
      wrong: [
        "At Velda green tea costs 14 euros, at Pellmark 19.",
        "Pellmark charges 19 euros a kilo where Velda charges 14."
      ]
    },
    {
      evidence: "Heat pumps from Arvika are priced at $8,400 on average; those of Borealis at $11,900.",
      right: ["Arvika charges $8,400 to Borealis's $11,900.", "Borealis sells at $11,900 versus $8,400 for Arvika."],
      wrong: ["Arvika charges $11,900 to Borealis's $8,400."]
    }
  ]
}

for (const [what, news] of Object.entries(cases))
  describe(what, () => {
    for (const { evidence, right, wrong } of news) {
      for (const text of right) it(`is not: ${text}`, () => assert.isNull(faultOf(text, evidence)))
      for (const text of wrong) it(`is refused: ${text}`, () => assert.isNotNull(faultOf(text, evidence)))
    }
  })
