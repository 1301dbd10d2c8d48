import { fact, type Rubric } from "./Fact.ts"

/*
 * DON'T READ THIS FILE IF YOU IMPROVE A WRITER, and don't show it to a model that does. It holds what reports on the
 * two markets of the reporting half must state. `npm run bench -- rubrics` prints how much of it they state and never
 * what they miss. Improve by Tuning.ts.
 */

const onDeviceAiChips: Rubric = {
  niche: "on-device AI chips",
  half: "reporting",
  facts: [
    fact.event(
      "t9",
      "cpt",
      "story:Tessellon's new AI chip",
      "Tessellon unveiled the T9, which runs a model of 9 billion parameters on a phone.",
      "t9|tessellon; 9 billion"
    ),
    fact.figure(
      "t9-speed",
      "cdpt",
      "story:Tessellon's new AI chip",
      "The T9 answers at 31 tokens per second.",
      "t9|tessellon; 31 tokens"
    ),
    fact.change(
      "t9-predecessor",
      "t",
      "story:Tessellon's new AI chip",
      "The T9's predecessor managed 12 tokens per second.",
      "t9|tessellon; 12 tokens"
    ),
    fact.outlook(
      "t9-phone",
      "p",
      "story:Tessellon's new AI chip",
      "Sunhaven will ship the T9 first.",
      "sunhaven; first; t9|ship|due",
      "sunhaven; february 2027|2027-02"
    ),
    fact.for(
      "record-orders",
      "cdpt",
      "story:Tessellon shares surge",
      "Tessellon reported record orders of $2.9 billion.",
      "tessellon; 2.9 billion"
    ),
    fact.change(
      "tessellon-quarter",
      "cpt",
      "story:Tessellon shares surge",
      "Tessellon's quarterly revenue rose 38%.",
      "tessellon; tessellon|revenue; 38%"
    ),
    fact.against(
      "tessellon-margin",
      "dp",
      "story:Tessellon shares surge",
      "Tessellon's gross margin slipped to 51.2%.",
      "tessellon; 51.2%"
    ),
    fact.against(
      "t9-throttles",
      "cdpt",
      "story:We measured it",
      "In a test the T9 throttled after six minutes.",
      "t9|tessellon; throttl; 6 minutes",
      "t9|tessellon; 6 minutes; 17|43",
      "t9|tessellon; t9|chip|rate|tessellon; 6 minutes; drop|fell|slow"
    ),
    fact.conflict(
      "t9-conflict",
      "cdp",
      "story:We measured it",
      "In a test the T9's 31 tokens per second dropped to 17.",
      "t9|tessellon; 31; 17; token|rate|second|advertis",
      "t9|tessellon; dropped to 17|fell to 17|17 tokens|rate drop"
    ),
    fact.against(
      "export-rules",
      "cdpt",
      "story:Export rules threaten",
      "Draft export rules would require licences for on-device AI chips.",
      "export; licen"
    ),
    fact.player(
      "export-exposure",
      "dp",
      "story:Export rules threaten",
      "Nimbrel makes 34% of its sales in the markets that the export rules concern.",
      "nimbrel; 34%"
    ),
    fact.conflict(
      "export-loss",
      "d",
      "story:Export rules threaten",
      "Officials call the $4.6 billion a year that the industry fears to lose by the export rules inflated.",
      "export|regulat; inflat; official|government|4.6 billion"
    ),
    fact.outlook(
      "export-comments",
      "d",
      "story:Export rules threaten",
      "Comments on the draft are open until 29 December 2026.",
      "export|regulat|draft; comment; open|until|december|2026-12"
    ),
    fact.event(
      "dresden",
      "cp",
      "story:Dresden fab gets",
      "Marrowgate expands its fab in Dresden with €1.9 billion from the state.",
      "dresden|marrowgate; 1.9 billion"
    ),
    fact.event(
      "pebblecore",
      "cdp",
      "story:Pebblecore raises",
      "Pebblecore raised $120 million.",
      "pebblecore; 120 million"
    ),
    fact.event(
      "nimbrel-sues",
      "cdp",
      "story:Nimbrel sues",
      "Nimbrel sues Tessellon over memory patents.",
      "nimbrel; tessellon; sue|sues|sued|suing|suit|lawsuit|patent"
    ),
    fact.figure(
      "nimbrel-damages",
      "p",
      "story:Nimbrel sues",
      "Nimbrel seeks $750 million in damages and a sales ban.",
      "nimbrel; 750 million"
    ),
    fact.outlook(
      "nimbrel-hearing",
      "dp",
      "story:Nimbrel sues",
      "A hearing on Nimbrel's injunction is set for 20 December 2026.",
      "nimbrel|tessellon; hearing; injunction|20 december|2026-12-20|december 20"
    ),
    fact.for(
      "energy",
      "cdt",
      "story:Answers on the phone",
      "An answer on the phone needs a ninth of the energy of one from a data centre.",
      "ninth|0.034; energy|watt-hour|watt hour|phone|wh"
    ),
    fact.event(
      "two-chips",
      "t",
      "story:Why your next laptop",
      "Laptop makers begin to ship machines with two AI chips.",
      "laptop; 2 ai|2 chip|2 accelerator"
    ),
    fact.against(
      "two-chips-software",
      "dt",
      "story:Why your next laptop",
      "Of 50 popular applications only six know about a laptop's second AI chip.",
      "laptop|ai; 50; 6; app|apps|applica|second chip|software"
    ),
    fact.against(
      "orders-cut",
      "cdpt",
      "story:Phone makers cut",
      "Phone makers cut their orders for AI chips.",
      "phone makers|sunhaven; cut|cuts|cutting; order"
    ),
    fact.conflict(
      "orders-conflict",
      "cdp",
      "story:Phone makers cut",
      "The order cuts contradict Tessellon's record demand.",
      "tessellon|record; contradict|conflict|at odds|disagree|sits badly; cut|cuts|cutting|order|demand"
    ),
    fact.against(
      "upgrade-reason",
      "dt",
      "story:Phone makers cut",
      "Only 9% of buyers name AI as a reason to upgrade.",
      "9%; upgrade|buyer|reason"
    ),
    fact.event(
      "sunhaven-own",
      "cp",
      "story:Sunhaven to spend",
      "Sunhaven will spend $1.1 billion on an AI chip of its own.",
      "sunhaven; 1.1 billion"
    ),
    fact.player(
      "sunhaven-dependence",
      "p",
      "story:Sunhaven to spend",
      "Sunhaven buys components worth $640 million a year from Tessellon.",
      "640 million; sunhaven"
    ),
    fact.against(
      "memory-cost",
      "cdt",
      "story:Memory is what makes",
      "Eight gigabytes of fast memory add $41 to a phone, more than the AI chip.",
      "41; memory|phone|gigabyte"
    ),
    fact.change(
      "memory-prices",
      "cdt",
      "story:Memory is what makes",
      "Contract prices of memory rose 22% in the third quarter of 2026.",
      "memory; 22%; memory|price|contract"
    ),
    fact.for(
      "machines",
      "cdt",
      "story:Maschinenbauer entdecken",
      "On-device chips cut unplanned stoppages of milling machines by 31%.",
      "chip; 31%; stop|machine"
    ),
    fact.event(
      "delay",
      "cdpt",
      "story:Marrowgate delays",
      "Marrowgate delays its 2-nanometre line by two quarters.",
      "marrowgate|2-nanometre|2nm|2 nm; delay|late|postpon; 2 quarters|2-nanometre|2 nanometre|2nm|2 nm"
    ),
    fact.for(
      "scribe",
      "d",
      "story:Doctors get",
      "A tablet that writes clinic letters on the device saved physicians 47 minutes a day.",
      "tablet|scribe|on-device|chip; 47 minutes"
    ),
    fact.outlook(
      "forecast",
      "cdt",
      "story:On-device AI chips to be",
      "The median of eleven forecasts puts the market at $58 billion by 2030.",
      "58 billion"
    ),
    fact.figure(
      "forecast-from",
      "t",
      "story:On-device AI chips to be",
      "Sales of on-device AI chips were $23 billion last year.",
      "chip; 23 billion"
    ),
    fact.conflict(
      "forecast-range",
      "cdt",
      "story:On-device AI chips to be",
      "The forecasts range from $39 billion to $94 billion.",
      "forecast|estimate|sales|chip; 39 billion; 94 billion"
    ),
    fact.outlook(
      "cars",
      "t",
      "story:On-device AI chips to be",
      "Cars are the fastest-growing use in all of the forecasts.",
      "car|cars; fastest|fast-growing"
    ),
    fact.player(
      "tessellon-revenue-year",
      "cp",
      "company:TSLNQX",
      "Tessellon had revenue of $6.14 billion in 2025.",
      "tessellon; 6.14 billion|6.1 billion"
    ),
    fact.player(
      "tessellon-value",
      "p",
      "company:TSLNQX",
      "Tessellon is worth $48.2 billion on the stock market.",
      "tessellon; 48.2 billion|48 billion"
    ),
    fact.player(
      "nimbrel-revenue-year",
      "p",
      "company:NMBRX",
      "Nimbrel had revenue of $1.94 billion in 2025.",
      "nimbrel; 1.94 billion|1.9 billion"
    ),
    fact.player(
      "marrowgate-revenue-year",
      "p",
      "company:MRWGX",
      "Marrowgate had revenue of $11.36 billion in 2025.",
      "marrowgate; 11.36 billion|11.4 billion|11 billion"
    ),
    fact.coverage(
      "tessellon-voice",
      "cp",
      "all",
      "Tessellon is named in more of the news than any other company: in eight stories of 17.",
      "tessellon; 8 stories|8 of|8 news|8 article|8 items|8 piece|8 mention",
      "tessellon; most named|most often|most mention|most cover|more often|more stories|more news|more coverage|leads"
    ),
    fact.coverage(
      "publishers",
      "cdt",
      "all",
      "News of the market comes from five publishers.",
      "5 publishers|5 news publishers|5 independent publishers|5 different publishers|5 outlets"
    ),
    fact.change(
      "search-best-phone",
      "ct",
      "search:US/best phone with ai chip",
      "US searches for “best phone with ai chip” are falling, to about 10,000.",
      "best phone with ai chip; 10,000; fall|fell|drop|down|declin|half|halv|-50%|20,000"
    ),
    fact.change(
      "search-on-device",
      "ct",
      "search:US/on-device ai",
      "US searches for “on-device ai” are rising, to about 5,000.",
      "on-device ai; 5,000; rise|rising|rose|up|increas|150%|2,000"
    ),
    fact.coverage(
      "discussion-heat",
      "t",
      "post:T9 teardown",
      "A teardown asks where the heat of the T9 goes.",
      "teardown"
    ),
    fact.coverage(
      "discussion-comparison",
      "t",
      "post:Running a 7B model",
      "Users compare AI chips that run a 7B model fully on the device.",
      "7b|7 billion; model; compar|spreadsheet|on-device"
    )
  ]
}

const oatMilk: Rubric = {
  niche: "oat milk",
  half: "reporting",
  facts: [
    fact.event(
      "overtakes",
      "cdpt",
      "story:Oat milk overtakes almond",
      "Oat milk overtook almond milk.",
      "oat; almond; overt|more oat|ahead|passed|43%"
    ),
    fact.change(
      "quarter-sales",
      "cdt",
      "story:Oat milk overtakes almond",
      "Sales of oat milk grew 12%.",
      "oat; sales|grew|growth; 12%"
    ),
    fact.for(
      "barista",
      "t",
      "story:Oat milk overtakes almond",
      "Barista cartons made up more than half of the growth.",
      "barista; half; growth|grew"
    ),
    fact.event(
      "meadowpour-profit",
      "cp",
      "story:Meadowpour swings",
      "Meadowpour swung to a profit.",
      "meadowpour; profit|net income"
    ),
    fact.change(
      "meadowpour-revenue",
      "p",
      "story:Meadowpour swings",
      "Meadowpour's oat milk revenue rose 16%.",
      "meadowpour; 16%"
    ),
    fact.against(
      "meadowpour-chains",
      "dp",
      "story:Meadowpour swings",
      "Coffee chains account for 37% of Meadowpour's sales.",
      "meadowpour; 37%; coffee|chain|sales"
    ),
    fact.outlook(
      "meadowpour-contract",
      "p",
      "story:Meadowpour swings",
      "Meadowpour's largest contract ends in May 2027.",
      "meadowpour; largest contract|biggest contract; end|ends|ended|ending|expir|may 2027|2027-05"
    ),
    fact.event(
      "recall",
      "cdpt",
      "story:Meadowpour recalls",
      "Meadowpour recalls 310,000 cartons.",
      "meadowpour; 310,000"
    ),
    fact.against(
      "recall-reactions",
      "d",
      "story:Meadowpour recalls",
      "Three allergic reactions to Meadowpour's cartons have been reported.",
      "meadowpour|recall|carton|hazelnut; 3 allergic|allergic reaction"
    ),
    fact.change(
      "own-label",
      "cdpt",
      "story:Own-label oat milk",
      "Own labels reached a third of oat milk by volume.",
      "own label|own-label|private label; third|33%"
    ),
    fact.figure(
      "own-label-price",
      "cdp",
      "story:Own-label oat milk",
      "Own-label oat milk costs $1.89 a litre, brands $2.94.",
      "own label|own-label|label|brand; 1.89; 2.94"
    ),
    fact.against(
      "label-ban",
      "cdp",
      "story:Milch darf nicht",
      "A German court upheld the ban on the label “oat milk”.",
      "court; hafermilch|label|oat milk",
      "ban|banned; label; oat milk"
    ),
    fact.event(
      "label-haverlund",
      "p",
      "story:Milch darf nicht",
      "Haverlund must relabel its products in Germany.",
      "haverlund; 26 products|relabel|re-label"
    ),
    fact.against(
      "category-shrinks",
      "cdt",
      "story:Plant-based drinks shrink",
      "Volumes of plant-based drinks fell 3%.",
      "plant-based|category|volume; 3%; fell|fall|shrank|shrink|drop|declin|down"
    ),
    fact.conflict(
      "measures-conflict",
      "ct",
      "all",
      "Growth depends on the measure: 12% by value in the quarter, 5% by volume in twelve months.",
      "12%; 5%; volume|value|growth|gain|measure"
    ),
    fact.against(
      "shelf-space",
      "d",
      "story:Plant-based drinks shrink",
      "Castlegate lists 38 plant-based products, after 61 at the peak.",
      "castlegate; 38; 61"
    ),
    fact.event(
      "grainling-deal",
      "cdp",
      "story:Larkfold Dairies to buy",
      "Larkfold Dairies agreed to buy Grainling for $275 million.",
      "grainling; 275 million"
    ),
    fact.figure(
      "grainling-multiple",
      "p",
      "story:Larkfold Dairies to buy",
      "Larkfold pays 2.6 times annual sales for Grainling.",
      "grainling|larkfold; 2.6 times|2.6x|2.6; sales|revenue"
    ),
    fact.outlook(
      "grainling-closing",
      "dp",
      "story:Larkfold Dairies to buy",
      "The purchase of Grainling should close by March 2027.",
      "grainling|larkfold; clos|complet; march 2027|2027-03"
    ),
    fact.against(
      "oat-prices",
      "cdt",
      "story:Oat prices climb",
      "Oat prices climbed 27%.",
      "27%; oat|price|tonne|harvest"
    ),
    fact.player(
      "haverlund-hedged",
      "p",
      "story:Oat prices climb",
      "Haverlund has hedged its oats.",
      "haverlund; hedged|hedge|hedging"
    ),
    fact.for(
      "default",
      "cdt",
      "story:No surcharge",
      "A coffee chain, Bellwarren, made oat milk the default.",
      "bellwarren|coffee chain; default|unless"
    ),
    fact.for(
      "default-share",
      "dt",
      "story:No surcharge",
      "The share of Bellwarren's drinks with oat rose from 28% to 61%.",
      "bellwarren|coffee chain; 28%; 61%"
    ),
    fact.event(
      "enzyme",
      "t",
      "story:Enzymes by design",
      "Grainling designed an enzyme that makes oat milk foam like dairy.",
      "enzyme; foam|dairy"
    ),
    fact.event(
      "haverlund-loss",
      "cp",
      "story:Haverlund halves",
      "Haverlund halved its operating loss.",
      "haverlund; halv; loss"
    ),
    fact.against(
      "haverlund-china",
      "p",
      "story:Haverlund halves",
      "Haverlund's sales in China fell 26%.",
      "haverlund; china; 26%"
    ),
    fact.outlook(
      "haverlund-break-even",
      "p",
      "story:Haverlund halves",
      "Haverlund promises to break even in 2027.",
      "haverlund; break-even|break even|breaks even; 2027"
    ),
    fact.against(
      "vat",
      "cdpt",
      "story:Tax authorities rule",
      "Oat milk will be taxed at 20%.",
      "20%; vat|tax|taxed|taxes"
    ),
    fact.outlook(
      "vat-effect",
      "dt",
      "story:Tax authorities rule",
      "Producers fear that volumes will decline by up to 9% because of the tax.",
      "tax|taxed|vat; up to 9%",
      "9%; volume; tax|taxed|vat"
    ),
    fact.outlook(
      "vat-challenge",
      "dp",
      "story:Tax authorities rule",
      "Meadowpour and Haverlund will challenge the tax ruling together.",
      "meadowpour; haverlund; challenge|contest|fight|appeal"
    ),
    fact.change(
      "households",
      "cdt",
      "story:One in four households",
      "One household in four bought oat milk in the past year.",
      "household|home; 25%|1 in 4|household in 4|quarter of"
    ),
    fact.against(
      "loyalty",
      "dt",
      "story:One in four households",
      "The loyalty of buyers is thin.",
      "3.2 brand",
      "7 in 10; promotion",
      "70%; promotion",
      "loyalty; thin|low|weak"
    ),
    fact.outlook(
      "forecast",
      "cdt",
      "story:Oat milk sales to slow",
      "A bank expects oat milk sales to grow only 4% a year until 2030.",
      "oat; 4%; grow|slow|year|sales; bank|2030|forecast|expect|slow"
    ),
    fact.outlook(
      "forecast-size",
      "ct",
      "story:Oat milk sales to slow",
      "Oat milk sales are expected to reach $7.9 billion by 2030.",
      "oat; 7.9 billion"
    ),
    fact.conflict(
      "forecast-before",
      "dt",
      "story:Oat milk sales to slow",
      "The same bank forecast 11% a year for oat milk two years ago.",
      "oat; 11%; forecast|2 years ago|earlier|previous|bank; 4%|forecast|2 years ago"
    ),
    fact.outlook(
      "consolidation",
      "cp",
      "story:Oat milk sales to slow",
      "Of 64 producers with a factory of their own, 30 are expected to survive.",
      "64; 30; producer|surviv|consolidat"
    ),
    fact.event(
      "fermented",
      "ct",
      "story:Precision-fermented milk",
      "Precision-fermented milk reaches the shops.",
      "ferment; arriv|shop|shops|reach|sold"
    ),
    fact.player(
      "haverlund-revenue-year",
      "cp",
      "company:HVRLX",
      "Haverlund had revenue of $842 million in 2025.",
      "haverlund; 842 million"
    ),
    fact.player(
      "meadowpour-revenue-year",
      "cp",
      "company:MDWPX",
      "Meadowpour had revenue of $781 million in 2025.",
      "meadowpour; 781 million"
    ),
    fact.player(
      "meadowpour-value",
      "p",
      "company:MDWPX",
      "Meadowpour is worth $1.92 billion on the stock market.",
      "meadowpour; 1.92 billion|1.9 billion"
    ),
    fact.coverage(
      "haverlund-voice",
      "cp",
      "all",
      "Haverlund is named in more of the news than any other company: in six stories of 18.",
      "haverlund; 6 stories|6 of|6 news|6 article|6 items|6 piece|6 mention",
      "haverlund; most named|most often|most mention|most cover|more often|more stories|more news|more coverage|leads"
    ),
    fact.coverage(
      "publishers",
      "cdt",
      "all",
      "News of the market comes from five publishers.",
      "5 publishers|5 news publishers|5 independent publishers|5 different publishers|5 outlets"
    ),
    fact.coverage(
      "shelf-most",
      "d",
      "all",
      "Shelf & Basket has most of the news, eight stories of 18.",
      "shelf basket; 8 stories|8 of|8 news|8 article|8 items|8 piece",
      "shelf basket; most of|most stories|most news|more than any|leads"
    ),
    fact.change(
      "search-recall",
      "cdt",
      "search:US/oat milk recall",
      "US searches for “oat milk recall” are rising, to about 200,000.",
      "oat milk recall; 200,000; rise|rising|rose|up|increas|900%|20,000|tenfold|10 times"
    ),
    fact.change(
      "search-tax",
      "ct",
      "search:GB/oat milk tax",
      "“Oat milk tax” is new among British searches.",
      "oat milk tax; new"
    ),
    fact.player(
      "search-meadowpour",
      "p",
      "search:US/meadowpour",
      "“Meadowpour” is new among US searches.",
      "meadowpour; search; new"
    ),
    fact.figure(
      "search-almond",
      "t",
      "search:US/oat milk vs almond milk",
      "“Oat milk vs almond milk” is searched about 2,000 times in the US.",
      "oat milk vs almond milk; 2,000"
    ),
    fact.coverage(
      "discussion-recall",
      "t",
      "post:PSA: check the lot number",
      "Drinkers warn each other to check the lot number of barista oat milk.",
      "lot number"
    ),
    fact.coverage(
      "discussion-blind-test",
      "t",
      "post:Blind test of nine",
      "The cheapest of nine oat milks won a blind test that is discussed.",
      "blind test; cheapest|9|nine"
    )
  ]
}

export const reporting: ReadonlyArray<Rubric> = [onDeviceAiChips, oatMilk]
