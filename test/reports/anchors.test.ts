import { assert, describe, it } from "@effect/vitest"
import { faultOf, type News } from "./AlwaysYes.ts"

/*
 * Of what and when a figure is, held against a judge who says yes to everything. Each piece of news has sentences that
 * it bears out, so that nothing is gained by refusing all.
 */

const cases: Readonly<Record<string, ReadonlyArray<News>>> = {
  "a percentage of another base": [
    {
      evidence: "Output of tea at Tarn fell to 60 tonnes from 100 tonnes.",
      right: [
        "Output of tea at Tarn fell by 40%.",
        "Tarn's output of tea was down by two fifths.",
        "Tarn made only 60% of what it had made before."
      ],
      wrong: [
        "Output of tea at Tarn fell by 67%.",
        "Output of tea at Tarn fell by 60%.",
        "Output of tea at Tarn fell by 150%.",
        "Output of tea at Tarn rose by 67%.",
        "Output of tea at Tarn fell by two thirds."
      ]
    },
    {
      evidence: "Tarn's staff grew from 200 to 250 people. It has 40 shops, of which 10 are in Norvia.",
      right: ["Tarn's staff grew by a quarter.", "25% of Tarn's shops are in Norvia."],
      wrong: ["Tarn's staff grew by 20%.", "Tarn's staff shrank by 20%.", "33% of Tarn's shops are in Norvia."]
    },
    {
      evidence: "Sales fell by 20 million euros to 80 million. Tarn cut 40 of its 160 jobs.",
      right: ["Sales fell by 20%.", "Tarn cut a quarter of its jobs.", "Tarn's staff fell by 25%."],
      wrong: ["Tarn's staff fell by a third."]
    },
    {
      evidence: "公司门店从500家减少到400家。",
      right: ["公司门店减少了20%。", "The company has a fifth fewer shops."],
      wrong: ["公司门店减少了25%。"]
    },
    {
      evidence:
        "Tea costs 48 euros a box at Tarn; coffee is 25% dearer. A third of its revenue, 26 million euros, is tea.",
      right: ["Coffee costs 60 euros a box at Tarn.", "Tarn's revenue is about 78 million euros."],
      wrong: ["Coffee costs 36 euros a box at Tarn."]
    }
  ],
  "a number in words that nothing counts": [
    {
      evidence: "The mill was opened in Holm. In Norvia Tarn has shops, and the plant in Wick was closed.",
      right: ["Tarn opened a mill in Holm."],
      wrong: ["Tarn has two shops in Norvia.", "Three plants in Wick were closed.", "Two mills were opened in Holm."]
    },
    {
      evidence: "Das Werk in Holm wurde eröffnet. In Norvia hat Tarn Läden.",
      right: ["In Norvia hat Tarn Läden."],
      wrong: ["Tarn eröffnete zwei Werke in Holm.", "Tarn hat drei Läden in Norvia."]
    },
    {
      evidence: "Tarn and Velda will merge their mills in Holm and Wick.",
      right: ["The two companies will merge their mills.", "The mills in two towns are to be merged."],
      wrong: ["Tarn and Velda will merge three mills."]
    },
    {
      evidence: "Tarn opened its third mill and sold two ships. Velda is the fourth-largest maker of tea.",
      right: ["Tarn now has a third mill.", "Three makers of tea are larger than Velda.", "Velda ranks fourth."],
      wrong: ["Tarn opened three ships.", "Tarn sold three ships.", "Velda has four mills.", "Velda ranks third."]
    }
  ],
  "a difference the other way": [
    {
      evidence: "Tarn's shares trade 22% below those of Velda. Its tea is 15% dearer than that of Velda.",
      right: [
        "Tarn's shares trade at a discount of 22% to those of Velda.",
        "Tarn's tea costs 15% more than Velda's.",
        "Velda's tea is cheaper than Tarn's, which costs 15% more."
      ],
      wrong: [
        "Tarn's shares trade at a premium of 22% to those of Velda.",
        "Tarn's shares are 22% more expensive than those of Velda.",
        "Tarn's tea is 15% cheaper than that of Velda."
      ]
    },
    {
      evidence: "Output was 4% more than planned. Cups from Velda cost a tenth more than those from Tarn.",
      right: ["Output was 4% ahead of plan."],
      wrong: ["Output was 4% behind plan.", "Cups from Tarn cost a tenth more than those from Velda."]
    }
  ],
  "a multiple of other figures": [
    {
      evidence: "Tarn has 12 shops. Its staff rose to 24 people. The price of tea went from 4 to 5 euros.",
      right: ["Tarn's staff rose to 24."],
      wrong: ["Tarn's shops doubled.", "The price of tea doubled."]
    },
    {
      evidence: "Sales rose from 5 to 10 million euros, costs from 4 to 5 million.",
      right: ["Sales doubled.", "Sales have doubled to 10 million euros."],
      wrong: ["Costs doubled.", "Sales halved."]
    },
    {
      evidence: "The order book doubled within a year, while the staff grew from 610 to 640.",
      right: ["The order book has doubled."],
      wrong: ["The staff has doubled."]
    }
  ],
  "a time of something else": [
    {
      evidence: "Tarn opened its first shop in 2019. Sales of tea rose in 2024.",
      right: ["Sales of tea rose in 2024.", "In 2019 Tarn opened a shop."],
      wrong: ["Sales of tea rose in 2019.", "In 2019, sales rose.", "Tarn opened its first shop in 2024."]
    },
    {
      evidence: "Velda was founded in 1998 and listed in 2011.",
      right: ["Velda was listed in 2011.", "Velda, founded in 1998, makes tea."],
      wrong: ["Velda was listed in 1998.", "Velda was founded in 2011."]
    },
    {
      evidence: "In the second quarter Tarn opened a mill. Velda plans another one.",
      right: ["Tarn opened a mill in the second quarter of 2026.", "Tarn opened a mill in the first half of the year."],
      wrong: [
        "In the first quarter Tarn opened a mill.",
        "Tarn opened a mill in the third quarter.",
        "In the second half of the year Tarn opened a mill.",
        "Tarn opened a mill in Q2 2025.",
        "Velda plans another mill in the fourth quarter."
      ]
    },
    {
      evidence: "Tarn opened a mill. Velda plans another one.",
      right: ["Velda plans another mill."],
      wrong: ["In the third quarter Tarn opened a mill.", "Tarn opened a mill in the first half of the year."]
    },
    {
      evidence: "Sales in the quarter rose.",
      right: ["Sales rose in the third quarter."],
      wrong: ["Sales rose in the first half of 2025."]
    }
  ],
  "a sum or a difference that nobody asked for": [
    {
      evidence:
        "Tarn reported revenue of €118 million in the third quarter of 2026, up from €88 million a year earlier. Its net loss was €9 million.",
      right: [
        "Tarn had revenue of €118 million in the third quarter of 2026.",
        "Tarn's revenue rose by €30 million to €118 million."
      ],
      wrong: [
        "Tarn had revenue of €206 million in the third quarter of 2026.",
        "Tarn made €109 million of profit in the third quarter of 2026.",
        "Tarn had costs of €127 million in the third quarter of 2026."
      ]
    },
    {
      evidence: "Velda is cutting 140 of its 610 jobs.",
      right: ["Velda is cutting 140 jobs.", "Velda will keep 470 jobs.", "Velda has 610 jobs."],
      wrong: ["Velda is cutting 750 jobs.", "Velda is cutting 610 jobs."]
    }
  ],
  "money of another account": [
    {
      evidence: "Tarn had revenue of €118 million. It expects revenue of €430 million to €450 million for 2026.",
      right: ["Tarn's sales were €118 million.", "Tarn's turnover came to €118 million."],
      wrong: [
        "Tarn lost €118 million.",
        "Tarn had costs of €118 million.",
        "Tarn expects a profit of €430 million to €450 million for 2026.",
        "Tarn expects revenue of €430 million to €450 million for the fourth quarter of 2026."
      ]
    },
    {
      evidence: "Der Umsatz von Tarn lag bei 118 Millionen Euro.",
      right: ["Tarn had revenue of 118 million euros."],
      wrong: ["Der Gewinn von Tarn lag bei 118 Millionen Euro."]
    }
  ],
  "a figure of another company": [
    {
      evidence: "Tarn had revenue of €118 million. Velda will invest €420 million in Porto.",
      right: ["Velda will invest €420 million in Porto.", "Tarn had revenue of €118 million."],
      wrong: [
        "Velda had revenue of €118 million.",
        "Velda will invest €420 million a year in Porto.",
        "Velda will invest €420 million annually in Porto."
      ]
    },
    {
      evidence: "Tarn expects black tea to reach 10% of the market by 2030. Velda Partners expects 4%.",
      right: ["Tarn expects black tea to reach 10% of the market by 2030.", "Velda Partners expects 4%."],
      wrong: ["Velda Partners expects black tea to reach 10% of the market by 2030."]
    },
    {
      evidence: "Cups cost $61 per kg in October 2026, plates $49. Prices of tea rose 6%.",
      right: ["Cups cost $61 per kg in October 2026."],
      wrong: ["Cups cost $61 each in October 2026.", "Prices of tea rose sixfold."]
    }
  ],
  "a quotation that turns its meaning": [
    {
      evidence:
        '"We are not for sale," said founder Tom Ashby. "We did not expect this," said Ines Okoro. Mara Feld left.',
      right: [
        'Tom Ashby said: "We are not for sale."',
        'Tom Ashby said that Tarn was not "for sale".',
        "Ashby: We are not for sale.",
        '"We did not expect this," said Ines Okoro.',
        '"We did not expect this," Okoro said.'
      ],
      wrong: [
        'Tom Ashby said: "For sale."',
        "Ashby: We are for sale.",
        '"We did not expect this," said Mara Feld.',
        'Mara Feld said: "We did not expect this."',
        'Tom Ashby: "We did not expect this."'
      ]
    },
    {
      evidence: "„Wir sind nicht zu verkaufen“, sagte Ute Brandt. «Nous ne sommes pas à vendre», a dit Luc Morel.",
      right: ["Ute Brandt sagte: „Wir sind nicht zu verkaufen.“"],
      wrong: ["Ute Brandt sagte: „Zu verkaufen.“", "Luc Morel a dit : « À vendre. »"]
    },
    {
      evidence: '"No, we are for sale," said Tom Ashby.',
      right: ['"We are for sale," said Tom Ashby.'],
      wrong: ['"We are not for sale," said Tom Ashby.']
    },
    {
      evidence:
        '"Our order books are full," finance chief Ines Okoro told reporters. Chief executive Tom Ashby said he was glad.',
      right: [
        '"Our order books are full," Ines Okoro said.',
        '"Our order books are full," said the finance chief of Tarn, Ines Okoro.',
        'Finance chief Okoro said: "Our order books are full."'
      ],
      wrong: [
        '"Our order books are full," chief executive Tom Ashby said.',
        'Chief executive Tom Ashby said: "Our order books are full."'
      ]
    }
  ],
  "a place in an order": [
    {
      evidence: "It is the third-largest fine of its kind, after two of 1.2 billion and 470 million euros.",
      right: ["It is the third-largest fine of its kind."],
      wrong: ["It is the second-largest fine of its kind.", "It is the second most expensive fine of its kind."]
    },
    {
      evidence: "Norvia bought most lorries, followed by Sudland. Tarn trails only Velda among sellers.",
      right: [
        "Sudland is the second-largest market for lorries.",
        "Among sellers Tarn is the second biggest.",
        "Each lorry was sold in a second."
      ],
      wrong: ["Sudland is the third-largest market for lorries."]
    },
    {
      evidence: "Tarn ist der zweitgrößte Hersteller von Webstühlen und hat 4.500 Beschäftigte.",
      right: ["Tarn is the second-largest maker of looms and has 4,500 employees."],
      wrong: ["Tarn is the third-largest maker of looms."]
    },
    {
      evidence: "Im Oktober eröffnet die Kette die 25. Filiale in Ulm und die sechste in Wien.",
      right: [
        "Im Oktober eröffnet die Kette die 25. Filiale.",
        "In October the chain opens its 25th branch.",
        "The chain opens its sixth branch in Wien."
      ],
      wrong: ["Im Oktober eröffnet die Kette die 35. Filiale.", "In October the chain opens its 26th branch."]
    },
    {
      evidence: "La chaîne ouvre sa 40e boutique à Nîmes et la 125e en Espagne.",
      right: ["La chaîne ouvre sa 40e boutique à Nîmes.", "The chain's 125th shop opens in Spain."],
      wrong: ["The chain opens its 41st shop in Nîmes."]
    },
    {
      evidence: "La cadena abre su 40.ª tienda en Lugo.",
      right: ["The chain opens its 40th shop in Lugo."],
      wrong: ["The chain opens its 45th shop in Lugo.", "The chain has 40 shops in Lugo."]
    },
    {
      evidence: "Tarn is raising its price for the twenty-first time, for three years in a row.",
      right: ["It is the 21st rise.", "It is the third year of a higher price."],
      wrong: ["It is the twenty-second time.", "It is the fourth year of a higher price."]
    }
  ],
  "a figure of somebody whom no source names": [
    {
      evidence:
        "Brightwave Energy's revenue was 41 million euros in the third quarter. The International Tea Union said that the maker's profit was 3 million euros.",
      right: [
        "Brightwave's revenue was 41 million euros in the third quarter.",
        "BrightWave's revenue was 41 million euros in the third quarter.",
        "The company's revenue was 41 million euros in the third quarter.",
        "In the third quarter, revenue of Brightwave was 41 million euros.",
        "According to ITU's sales statistics, profit was 3 million euros.",
        "Norway's sales of 41 million euros were made in the third quarter."
      ],
      wrong: [
        "Kestrel Marine's revenue was 41 million euros in the third quarter.",
        "Kestrel’s revenue was 41 million euros in the third quarter.",
        "In the third quarter, Kestrel Marine's sales came to 41 million euros.",
        "In the third quarter, the revenue of Kestrel Marine was 41 million euros.",
        "In the third quarter, Kestrel Marine's net profit was 3 million euros."
      ]
    },
    {
      evidence: "Der Umsatz von Brightwave betrug im dritten Quartal 41 Millionen Euro.",
      right: [
        "Im dritten Quartal betrug der Umsatz von Brightwave 41 Millionen Euro.",
        "Im dritten Quartal betrug der Umsatz 41 Millionen Euro.",
        "Brightwave's revenue was 41 million euros in the third quarter."
      ],
      wrong: ["Der Umsatz von Kestrel betrug im dritten Quartal 41 Millionen Euro."]
    }
  ],
  "a figure of a time, which is nobody's": [
    {
      evidence:
        "Sales of Brightwave were 41 million euros in January 2026, and 38 million in December 2025. Output fell 9 percent on Tuesday, and talks on Monday cost 2 million euros.",
      right: [
        "January's sales were 41 million euros.",
        "Brightwave said that January's sales were 41 million euros.",
        "Last January's sales were 41 million euros.",
        "Sales of January were 41 million euros.",
        "Brightwave said that Tuesday's drop in output was 9 percent.",
        "Tuesday's fall in output was 9 percent.",
        "The cost of Monday's talks was 2 million euros.",
        "2025's sales were 38 million euros in December."
      ],
      wrong: [
        "Theresa May's sales were 41 million euros in January 2026.",
        "April Motors' sales were 41 million euros in January 2026.",
        "In January 2026, Next's sales were 41 million euros."
      ]
    },
    {
      evidence: "Brightwave said today that sales rose to 41 million euros last year and 12 million euros this winter.",
      right: [
        "Last year's sales were 41 million euros.",
        "According to today's sales figures, it was 41 million euros last year.",
        "This winter's sales were 12 million euros.",
        "Winter's sales were 12 million euros."
      ],
      wrong: ["Kestrel's sales were 12 million euros this winter."]
    },
    {
      evidence:
        "Der Umsatz von Brightwave betrug im Januar 41 Millionen Euro, und am Montag waren es 2 Millionen Euro.",
      right: ["Der Umsatz von Januar betrug 41 Millionen Euro.", "Der Umsatz von Montag betrug 2 Millionen Euro."],
      wrong: ["Der Umsatz von Kestrel betrug im Januar 41 Millionen Euro."]
    }
  ],
  "a number behind a month": [
    {
      evidence: "Die Kette schließt 17 ihrer 212 Filialen bis Ende September. Im Mai stieg der Preis um 8 Prozent.",
      right: [
        "Die Kette schließt bis Ende September 17 ihrer 212 Filialen.",
        "By the end of September 17 of its 212 branches close."
      ],
      wrong: ["Am 17. September schließt die Kette Filialen.", "Branches close on September 17."]
    }
  ]
}

for (const [what, all] of Object.entries(cases))
  describe(`${what} is refused whatever a judge says`, () => {
    for (const { evidence, right, wrong } of all)
      it(evidence, () => {
        for (const text of right) assert.isNull(faultOf(text, evidence), text)
        for (const text of wrong) assert.isNotNull(faultOf(text, evidence), text)
      })
  })

describe("a rise or a fall that a judge calculates", () => {
  const evidence =
    "Output of tea fell to 60 tonnes from 100. In Holm and Wick Tarn has 30 and 50 shops, after 64 in all."

  for (const [text, calculation] of [
    ["Output fell by 40%.", "(100 - 60) / 100 = 40%"],
    ["Tarn has 25% more shops.", "30 + 50 = 80; (80 - 64) / 64 = 25%"]
  ] as const)
    it(`is one of what was before: ${text}`, () => assert.isNull(faultOf(text, evidence, calculation)))

  for (const [text, calculation] of [
    ["Output fell by 67%.", "(100 - 60) / 60 = 67%"],
    ["Output fell by 60%.", "60 / 100 = 60%"],
    ["Tarn has 20% more shops.", "30 + 50 = 80; (80 - 64) / 80 = 20%"]
  ] as const)
    it(`is of nothing else: ${text}`, () => assert.isNotNull(faultOf(text, evidence, calculation)))
})

describe("a quotation in a script with vowel signs", () => {
  const said = "चीनी अधिकारियों के साथ बैठक"

  it("is compared like any other", () => {
    assert.isNull(faultOf(`He wrote: “${said}”.`, `He wrote: “${said}”.`))
    assert.isNotNull(faultOf(`He wrote: “${said} नहीं”.`, `He wrote: “${said}”.`))
  })
})
