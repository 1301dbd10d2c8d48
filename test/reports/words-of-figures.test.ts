import { assert, describe, it } from "@effect/vitest"
import { faultOf, type News } from "./AlwaysYes.ts"

/*
 * Figures that a claim gives in words or computes from the news, which rules refuse whatever a judge says: shares,
 * spans of time, days of the week, averages, "none". The news is published on Monday, 14 September 2026.
 */

const cases: Readonly<Record<string, ReadonlyArray<News>>> = {
  "what a share leaves": [
    {
      evidence:
        "Ground-source units were 71 % of the heat pumps sold in 2026. New housing contributed less than a quarter of orders.",
      right: [
        "Ground-source units made up 71 % of the heat pumps.",
        "The other 29 % were not ground-source.",
        "More than three quarters of orders did not come from new housing.",
        "Nearly three quarters of the heat pumps were ground-source units."
      ],
      wrong: [
        "Ground-source units made up three quarters of the heat pumps.",
        "Three quarters of the heat pumps were ground-source.",
        "Three quarters of orders did not come from new housing."
      ]
    },
    {
      evidence: "Reusable crates carry 64 % of the fruit, the growers say. A third of the growers own a cold store.",
      right: ["Two thirds of the growers own no cold store.", "The remaining 36 % of the fruit is in other boxes."],
      wrong: ["Reusable crates carry two thirds of the bread."]
    }
  ],
  "a share that is the growth of something else": [
    {
      evidence: "Brask Motor is cutting 1,100 of its 6,700 jobs. It plans to grow sales by 20 % until 2029.",
      right: [
        "Brask is cutting 16 % of its jobs.",
        "Brask is cutting about one in six of its 6,700 jobs.",
        "Brask plans to grow sales by 20 %."
      ],
      wrong: [
        "Brask Motor is cutting one in five of its 6,700 jobs.",
        "Brask cut 20 % of its jobs.",
        "Brask is cutting a fifth of its jobs.",
        "Brask Motor cuts 20% of its workforce."
      ]
    },
    {
      evidence:
        "Quillon will close 14 of its 90 branches. It wants a third more online customers by 2029, and costs rose 12 %.",
      right: ["Quillon closes 16 % of its branches.", "Quillon wants 33 % more online customers."],
      wrong: ["Quillon closes a third of its branches.", "Quillon lost 12 % of its branches."]
    },
    {
      evidence: "Sales grew 20 % to 1.2 million pumps, and the share of exports rose by 8 points to 40 %.",
      right: ["40 % of sales were exports.", "Sales were 20 % higher at 1.2 million pumps."],
      wrong: ["20 % of sales were exports."]
    }
  ],
  "halves and doubles of a range": [
    {
      evidence: "Operating profit is now expected at $14–17 million, down from $26 million.",
      right: ["Operating profit is to be $14–17 million, from $26 million."],
      wrong: ["Brask's operating profit has halved.", "Operating profit is to halve."]
    },
    {
      evidence: "The order backlog rose from 60 vessels to between 110 and 130.",
      right: ["The order backlog has about doubled."],
      wrong: ["The order backlog more than doubled.", "The backlog tripled."]
    }
  ],
  "a span of time in words": [
    {
      evidence:
        "Marl Foods signed 31 bakeries in nine days, and its app was downloaded 52,000 times over the past six months.",
      right: [
        "In nine days Marl Foods signed 31 bakeries.",
        "Marl signed 31 bakeries in little more than a week.",
        "Within half a year its app was downloaded 52,000 times.",
        "Its app was downloaded 52,000 times in half a year."
      ],
      wrong: [
        "Marl Foods signed 31 bakeries within a month.",
        "In a single day Marl Foods signed 31 bakeries.",
        "Overnight, Marl Foods signed 31 bakeries.",
        "Marl Foods signed 31 bakeries over a weekend.",
        "Marl Foods signed 31 bakeries in a fortnight.",
        "The app was downloaded 52,000 times in a decade.",
        "Its app was downloaded 52,000 times in a year."
      ]
    },
    {
      evidence:
        "The ferry line carried 1.4 million passengers in 2025 and earned 3 million euros a year from cafés. Since 2016 it has been run by Norvia.",
      right: [
        "The line carried 1.4 million passengers in a year.",
        "Cafés bring 3 million euros annually.",
        "Norvia has run the line for a decade."
      ],
      wrong: ["The line carried 1.4 million passengers in a week.", "Cafés bring 3 million euros a month."]
    },
    {
      evidence: "Norvia built 380,000 homes in three years. From 2023 to 2025 it planted 90,000 trees.",
      right: ["Norvia built 380,000 homes in three years.", "Norvia planted 90,000 trees from 2023 to 2025."],
      wrong: [
        "Norvia builds 380,000 homes a year.",
        "Norvia built 380,000 homes annually.",
        "Each year Norvia builds 380,000 homes.",
        "Norvia plants 90,000 trees a year."
      ]
    }
  ],
  "a Roman numeral": [
    {
      evidence: "Hale sold four times as many Type III cables as planned, in 12 countries.",
      right: ["Hale sold Type III cables in 12 countries.", "Hale's cables are in XII countries."],
      wrong: [
        "Hale sold XII times as many cables.",
        "Hale sold vii times as many cables.",
        "Hale sells in XIV countries."
      ]
    }
  ],
  "a share of counts that have nothing to do with each other": [
    {
      evidence: "Orsk has 9 depots and 10 trains. Of its 240 drivers 216 have passed a test.",
      right: ["Nine in ten drivers have passed a test.", "90 % of the drivers have passed a test."],
      wrong: ["Nine in eleven drivers have passed a test."]
    },
    {
      evidence: "Orsk has 9 depots and 10 trains. Its 60 vans reached 45 villages.",
      right: ["Orsk has nine depots.", "Its 60 vans reached 45 villages."],
      wrong: ["Nine out of ten users of Orsk pay.", "90 % of users pay.", "Three in four patients were reached."]
    }
  ],
  "none, where the news counts some": [
    {
      evidence:
        "Orsk has 900 customers, and 140 have complained. It employs 300 drivers; 240 of them struck for better pay.",
      right: ["140 customers have complained.", "No passenger was hurt.", "No customer has complained to a court."],
      wrong: [
        "No customer has complained.",
        "None of its customers has complained.",
        "Not a single driver struck for better pay.",
        "Nobody struck for better pay."
      ]
    },
    {
      evidence: "Orsk said that 12 suppliers complained about delays, but none of its customers complained.",
      right: ["None of the customers complained.", "No customer complained."],
      wrong: ["No supplier complained about delays."]
    }
  ],
  "another day of the week": [
    {
      evidence:
        "The vote is due on Friday. On Wednesday the board met, and members got letters on 3 September. Fares rose 8 % on Tuesday.",
      right: [
        "The vote is due on Friday.",
        "Members got letters on Thursday.",
        "Leaf Weekly reported on Monday that the vote is due on Friday.",
        "The board met on Wednesday and the vote is on Friday."
      ],
      wrong: [
        "The vote is due on Monday.",
        "The board met on Monday.",
        "Members got letters on Monday.",
        "The board met on Friday.",
        "Fares rose 8 % on Monday."
      ]
    },
    {
      evidence: "The stock of Kelp Co lost 3 % on Wednesday, 2 September, and gained 1 % a day later.",
      right: ["On Wednesday the stock lost 3 %.", "The stock gained 1 % on Thursday."],
      wrong: ["The stock lost 3 % on Friday."]
    },
    {
      evidence: "Ostrava Steel raised prices by 4 %, it said. The new list is valid from October.",
      right: ["On Monday Ostrava Steel raised prices by 4 %."],
      wrong: ["Ostrava Steel raised prices on Thursday."]
    }
  ],
  "an average that is a median": [
    {
      evidence: "Renters pay 940 euros a month at the median; owners pay 700 euros on average.",
      right: [
        "The median rent is 940 euros a month.",
        "Owners pay an average of 700 euros.",
        "Renters pay 940 euros a month."
      ],
      wrong: [
        "Renters pay 940 euros a month on average.",
        "The average rent is 940 euros a month.",
        "Owners pay a median of 700 euros."
      ]
    }
  ],
  "words between backticks": [
    {
      evidence: "The union calls the offer “an insult to every driver” and rejects it.",
      right: [
        "The union calls the offer `an insult to every driver`.",
        "The union calls it ``an insult``.",
        "The union *rejects* the offer, doesn`t it."
      ],
      wrong: [
        "The union calls it `a joke`.",
        "The union calls the offer ``an insult to every nurse``.",
        "It is `a joke' to the union."
      ]
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
