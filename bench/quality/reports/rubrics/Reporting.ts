import { fact, type Rubric } from "./Fact.ts"

/*
 * DON'T READ THIS FILE IF YOU IMPROVE A WRITER, and don't show it to a model that does. It holds what reports on the two
 * markets of the reporting half must state. `npm run bench -- rubrics` prints how much of it they state and never what
 * they miss. Improve by Tuning.ts.
 */

const onDeviceAiChips: Rubric = {
  niche: "on-device AI chips",
  half: "reporting",
  facts: [
    fact(
      "t9",
      "event",
      "cpt",
      "story:Tessellon's new AI chip",
      "Tessellon unveiled the T9, which runs a model of 9 billion parameters on a phone.",
      "t9|tessellon; 9 billion"
    ),
    fact(
      "t9-speed",
      "figure",
      "cdpt",
      "story:Tessellon's new AI chip",
      "The T9 answers at 31 tokens per second.",
      "31 tokens"
    ),
    fact(
      "t9-predecessor",
      "change",
      "t",
      "story:Tessellon's new AI chip",
      "The T9's predecessor managed 12 tokens per second at 5.1 watts.",
      "12 tokens",
      "5.1 watt"
    ),
    fact(
      "t9-phone",
      "outlook",
      "p",
      "story:Tessellon's new AI chip",
      "Sunhaven will ship the T9 first, in a phone due in February 2027.",
      "sunhaven; ship|phone|first; february 2027|2027-02|t9|first"
    ),
    fact(
      "record-orders",
      "for",
      "cdpt",
      "story:Tessellon shares surge",
      "Tessellon reported record orders of $2.9 billion, up 63%.",
      "2.9 billion",
      "order; 63%",
      "tessellon; record; order; 14%"
    ),
    fact(
      "tessellon-quarter",
      "change",
      "cpt",
      "story:Tessellon shares surge",
      "Tessellon's quarterly revenue rose 38% to $1.72 billion.",
      "1.72 billion",
      "tessellon|revenue; 38%"
    ),
    fact(
      "tessellon-margin",
      "against",
      "dp",
      "story:Tessellon shares surge",
      "Tessellon's gross margin slipped to 51.2%, from 53.0%, because of memory prices.",
      "51.2%",
      "margin; memory; slip|fell|lower|declin"
    ),
    fact(
      "t9-throttles",
      "against",
      "cdpt",
      "story:We measured it",
      "In a test the T9 throttled after six minutes.",
      "throttl; 6 minutes",
      "6 minutes; 17|43",
      "t9|chip|rate|tessellon; 6 minutes; drop|fell|slow"
    ),
    fact(
      "t9-conflict",
      "conflict",
      "cdp",
      "story:We measured it",
      "The test contradicts what Tessellon advertises: of 31 tokens per second 17 are left when the phone is hot.",
      "31; 17; token|rate|second|advertis",
      "dropped to 17|fell to 17|17 tokens|rate drop"
    ),
    fact(
      "export-rules",
      "against",
      "cdpt",
      "story:Export rules threaten",
      "Draft export rules would require licences for chips above 60 trillion operations per second.",
      "export; licen|rule|regulat|draft; 60 trillion|60|fifth|licen"
    ),
    fact(
      "export-exposure",
      "player",
      "dp",
      "story:Export rules threaten",
      "Tessellon makes 21% of its sales in the markets concerned, Nimbrel 34%.",
      "21%; 34%",
      "nimbrel; 34%",
      "tessellon; 21%"
    ),
    fact(
      "export-loss",
      "conflict",
      "d",
      "story:Export rules threaten",
      "The industry warns of $4.6 billion a year in lost revenue, which officials call inflated.",
      "4.6 billion"
    ),
    fact(
      "export-comments",
      "outlook",
      "d",
      "story:Export rules threaten",
      "Comments on the draft are open until 29 December 2026.",
      "comment; open|until|december|2026-12"
    ),
    fact(
      "dresden",
      "event",
      "cp",
      "story:Dresden fab gets",
      "Marrowgate expands its fab in Dresden with €1.9 billion from the state.",
      "dresden|marrowgate; 1.9 billion"
    ),
    fact(
      "pebblecore",
      "event",
      "cdp",
      "story:Pebblecore raises",
      "Pebblecore raised $120 million for chips in hearing aids.",
      "pebblecore; 120 million"
    ),
    fact(
      "nimbrel-sues",
      "event",
      "cdp",
      "story:Nimbrel sues",
      "Nimbrel sues Tessellon over four memory patents.",
      "nimbrel; tessellon; sue|suing|suit|lawsuit|patent"
    ),
    fact(
      "nimbrel-damages",
      "figure",
      "p",
      "story:Nimbrel sues",
      "Nimbrel seeks $750 million in damages and a sales ban.",
      "750 million"
    ),
    fact(
      "nimbrel-hearing",
      "outlook",
      "dp",
      "story:Nimbrel sues",
      "A hearing on the injunction is set for 20 December 2026.",
      "hearing; injunction|20 december|2026-12-20|december 20"
    ),
    fact(
      "energy",
      "for",
      "cdt",
      "story:Answers on the phone",
      "An answer on the phone needs a ninth of the energy of one from a data centre.",
      "ninth|0.034; energy|watt-hour|watt hour|phone|wh"
    ),
    fact(
      "two-chips",
      "event",
      "t",
      "story:Why your next laptop",
      "Laptop makers begin to ship machines with two AI chips.",
      "laptop; 2 ai|2 chip|second chip|second ai|2 accelerator|pair"
    ),
    fact(
      "two-chips-software",
      "against",
      "dt",
      "story:Why your next laptop",
      "Of 50 popular applications only six know about the second chip.",
      "50; 6; app|second chip|software"
    ),
    fact(
      "orders-cut",
      "against",
      "cdpt",
      "story:Phone makers cut",
      "Phone makers cut their orders for AI chips by 15% to 20%.",
      "15%; 20%; order|cut",
      "phone makers|sunhaven; cut; order"
    ),
    fact(
      "orders-conflict",
      "conflict",
      "cdp",
      "story:Phone makers cut",
      "The cuts contradict Tessellon's record demand, whose order book counts reservations that can be cancelled.",
      "tessellon|record; contradict|conflict|at odds|disagree|sits badly; cut|order|demand",
      "reservation; cancel"
    ),
    fact(
      "upgrade-reason",
      "against",
      "dt",
      "story:Phone makers cut",
      "Only 9% of buyers name AI as a reason to upgrade, and phones are kept for 44 months.",
      "9%; upgrade|buyer|reason",
      "44 months"
    ),
    fact(
      "sunhaven-own",
      "event",
      "cp",
      "story:Sunhaven to spend",
      "Sunhaven will spend $1.1 billion on an AI chip of its own.",
      "sunhaven; 1.1 billion"
    ),
    fact(
      "sunhaven-dependence",
      "player",
      "p",
      "story:Sunhaven to spend",
      "Sunhaven buys components worth $640 million a year from Tessellon.",
      "640 million"
    ),
    fact(
      "memory-cost",
      "against",
      "cdt",
      "story:Memory is what makes",
      "Eight gigabytes of fast memory add $41 to a phone, more than the AI chip.",
      "41; memory|phone|gigabyte"
    ),
    fact(
      "memory-prices",
      "change",
      "cdt",
      "story:Memory is what makes",
      "Contract prices of memory rose 22% in the third quarter of 2026.",
      "22%; memory|price|contract"
    ),
    fact(
      "machines",
      "for",
      "cdt",
      "story:Maschinenbauer entdecken",
      "On-device chips cut unplanned stoppages of milling machines by 31%, and output rose by 6%.",
      "31%; stop|machine",
      "6%; output; stoppage|machine|chip"
    ),
    fact(
      "delay",
      "event",
      "cdpt",
      "story:Marrowgate delays",
      "Marrowgate delays its 2-nanometre line by two quarters.",
      "marrowgate|2-nanometre|2nm|2 nm; delay|late|postpon; 2 quarters|2-nanometre|2 nanometre|2nm|2 nm"
    ),
    fact(
      "scribe",
      "for",
      "d",
      "story:Doctors get",
      "A tablet that writes clinic letters on the device saved physicians 47 minutes a day.",
      "47 minutes"
    ),
    fact(
      "forecast",
      "outlook",
      "cdt",
      "story:On-device AI chips to be",
      "The median of eleven forecasts puts the market at $58 billion by 2030.",
      "58 billion"
    ),
    fact(
      "forecast-from",
      "figure",
      "t",
      "story:On-device AI chips to be",
      "Sales of on-device AI chips were $23 billion last year.",
      "23 billion"
    ),
    fact(
      "forecast-range",
      "conflict",
      "cdt",
      "story:On-device AI chips to be",
      "The forecasts range from $39 billion to $94 billion.",
      "39 billion; 94 billion"
    ),
    fact(
      "cars",
      "outlook",
      "t",
      "story:On-device AI chips to be",
      "Cars are the fastest-growing use in all of the forecasts.",
      "car; fastest|fast-growing|fastest-growing"
    ),
    fact(
      "tessellon-revenue-year",
      "player",
      "cp",
      "company:TSLNQX",
      "Tessellon had revenue of $6.14 billion in 2025.",
      "tessellon; 6.14 billion|6.1 billion"
    ),
    fact(
      "tessellon-value",
      "player",
      "p",
      "company:TSLNQX",
      "Tessellon is worth $48.2 billion on the stock market.",
      "tessellon; 48.2 billion|48 billion"
    ),
    fact(
      "nimbrel-revenue-year",
      "player",
      "p",
      "company:NMBRX",
      "Nimbrel had revenue of $1.94 billion in 2025.",
      "nimbrel; 1.94 billion|1.9 billion"
    ),
    fact(
      "marrowgate-revenue-year",
      "player",
      "p",
      "company:MRWGX",
      "Marrowgate had revenue of $11.36 billion in 2025.",
      "marrowgate; 11.36 billion|11.4 billion|11 billion"
    ),
    fact(
      "tessellon-voice",
      "coverage",
      "cp",
      "all",
      "Tessellon is named in more of the news than any other company: in eight stories of 17.",
      "tessellon; 8 stories|8 of|8 news|8 article|8 items|8 piece|8 mention",
      "tessellon; most named|most often|most mention|most cover|more often|more stories|more news|more coverage|leads"
    ),
    fact(
      "publishers",
      "coverage",
      "cdt",
      "all",
      "News of the market comes from five publishers.",
      "5 publishers|5 news publishers|5 independent publishers|5 different publishers|5 outlets"
    ),
    fact(
      "search-best-phone",
      "change",
      "ct",
      "search:US/best phone with ai chip",
      "US searches for “best phone with ai chip” fell to about 10,000, from 20,000.",
      "best phone with ai chip; 10,000; fall|fell|drop|down|declin|half|halv|-50%|20,000"
    ),
    fact(
      "search-on-device",
      "change",
      "ct",
      "search:US/on-device ai",
      "US searches for “on-device ai” rose to about 5,000, from 2,000.",
      "on-device ai; 5,000; ris|rose|up|increas|150%|2,000"
    ),
    fact(
      "discussion-heat",
      "coverage",
      "t",
      "post:T9 teardown",
      "A teardown asks where the heat of the T9 goes.",
      "teardown"
    ),
    fact(
      "discussion-comparison",
      "coverage",
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
    fact(
      "overtakes",
      "event",
      "cdpt",
      "story:Oat milk overtakes almond",
      "Oat milk overtook almond milk in the chiller, with 43% of plant-based drinks by value against 38%.",
      "oat; almond; overt|more oat|43%|ahead|first time|passed|38%"
    ),
    fact(
      "quarter-sales",
      "change",
      "cdt",
      "story:Oat milk overtakes almond",
      "Sales of oat milk grew 12% to $486 million in the third quarter of 2026.",
      "486 million",
      "oat; sales|grew|growth; 12%"
    ),
    fact(
      "barista",
      "for",
      "t",
      "story:Oat milk overtakes almond",
      "Barista cartons made up more than half of the growth.",
      "barista; half; growth|grew"
    ),
    fact(
      "meadowpour-profit",
      "event",
      "cp",
      "story:Meadowpour swings",
      "Meadowpour made a profit of $11 million, after a loss of $24 million a year ago.",
      "meadowpour; profit|net income|11 million; profit|income|loss|swing"
    ),
    fact(
      "meadowpour-revenue",
      "change",
      "p",
      "story:Meadowpour swings",
      "Meadowpour's oat milk revenue rose 16% to $203 million.",
      "203 million",
      "meadowpour; 16%"
    ),
    fact(
      "meadowpour-chains",
      "against",
      "dp",
      "story:Meadowpour swings",
      "Coffee chains account for 37% of Meadowpour's sales.",
      "37%; coffee|chain|sales"
    ),
    fact(
      "meadowpour-contract",
      "outlook",
      "p",
      "story:Meadowpour swings",
      "Meadowpour's largest contract ends in May 2027.",
      "largest contract|biggest contract; end|expir|may 2027|2027-05"
    ),
    fact(
      "recall",
      "event",
      "cdpt",
      "story:Meadowpour recalls",
      "Meadowpour recalls 310,000 cartons over undeclared nuts.",
      "310,000",
      "meadowpour; recall; nut|hazelnut|carton"
    ),
    fact(
      "recall-reactions",
      "against",
      "d",
      "story:Meadowpour recalls",
      "Three allergic reactions have been reported.",
      "3 allergic|allergic reaction"
    ),
    fact(
      "own-label",
      "change",
      "cdpt",
      "story:Own-label oat milk",
      "Own labels reached a third of oat milk by volume, seven points more than two years ago.",
      "own label|own-label|private label; third|33%"
    ),
    fact(
      "own-label-price",
      "figure",
      "cdp",
      "story:Own-label oat milk",
      "Own-label oat milk costs $1.89 a litre, brands $2.94.",
      "1.89; 2.94"
    ),
    fact(
      "label-ban",
      "against",
      "cdp",
      "story:Milch darf nicht",
      "A German court upheld the ban on the label “oat milk”.",
      "court|ruling|ruled|ban; label|sold as|called|hafermilch|heissen; german|court|ban|hafermilch"
    ),
    fact(
      "label-haverlund",
      "event",
      "p",
      "story:Milch darf nicht",
      "Haverlund must relabel 26 products in Germany.",
      "26 products|relabel|re-label"
    ),
    fact(
      "category-shrinks",
      "against",
      "cdt",
      "story:Plant-based drinks shrink",
      "Volumes of plant-based drinks fell 3% in twelve months, while oat milk gained 5%.",
      "plant-based|category|volume; 3%; fell|fall|shr|drop|declin|down",
      "oat; 5%; gain|grow|grew|exception|rose",
      "plant-based; shrink; oat; grow"
    ),
    fact(
      "measures-conflict",
      "conflict",
      "ct",
      "all",
      "Growth depends on the measure: 12% by value in the quarter, 5% by volume in twelve months.",
      "12%; 5%; volume|value|growth|gain|measure"
    ),
    fact(
      "shelf-space",
      "against",
      "d",
      "story:Plant-based drinks shrink",
      "Castlegate lists 38 plant-based products, after 61 at the peak.",
      "38; 61"
    ),
    fact(
      "grainling-deal",
      "event",
      "cdp",
      "story:Larkfold Dairies to buy",
      "Larkfold Dairies agreed to buy Grainling for $275 million.",
      "grainling; 275 million"
    ),
    fact(
      "grainling-multiple",
      "figure",
      "p",
      "story:Larkfold Dairies to buy",
      "Larkfold pays 2.6 times annual sales for Grainling.",
      "2.6 times|2.6x|2.6; sales|revenue"
    ),
    fact(
      "grainling-closing",
      "outlook",
      "dp",
      "story:Larkfold Dairies to buy",
      "The purchase of Grainling should close by March 2027, subject to competition authorities.",
      "clos|complet; march 2027|2027-03|competition authorit|approval"
    ),
    fact(
      "oat-prices",
      "against",
      "cdt",
      "story:Oat prices climb",
      "Oat prices climbed 27% to $412 a tonne after a wet harvest.",
      "27%; oat|price|tonne|harvest"
    ),
    fact(
      "haverlund-hedged",
      "player",
      "p",
      "story:Oat prices climb",
      "Haverlund has hedged its oats until July 2027; smaller producers have not.",
      "hedged|hedge|hedging"
    ),
    fact(
      "default",
      "for",
      "cdt",
      "story:No surcharge",
      "Bellwarren Coffee made oat milk the default in its 740 shops.",
      "bellwarren|coffee chain|740; default|unless|surcharge"
    ),
    fact(
      "default-share",
      "for",
      "dt",
      "story:No surcharge",
      "The share of Bellwarren's drinks with oat rose from 28% to 61%.",
      "28%; 61%"
    ),
    fact(
      "enzyme",
      "event",
      "t",
      "story:Enzymes by design",
      "Grainling designed an enzyme that makes oat milk foam like dairy.",
      "enzyme; foam|dairy|grainling|barista"
    ),
    fact(
      "haverlund-loss",
      "event",
      "cp",
      "story:Haverlund halves",
      "Haverlund halved its operating loss to €21 million.",
      "haverlund; halv|21 million; loss"
    ),
    fact(
      "haverlund-china",
      "against",
      "p",
      "story:Haverlund halves",
      "Haverlund's sales in China fell 26%.",
      "china; 26%"
    ),
    fact(
      "haverlund-break-even",
      "outlook",
      "p",
      "story:Haverlund halves",
      "Haverlund promises to break even in 2027, a year later than announced.",
      "break-even|break even|breaks even; 2027|later|haverlund"
    ),
    fact(
      "vat",
      "against",
      "cdpt",
      "story:Tax authorities rule",
      "Oat milk will be taxed as a soft drink, at 20% VAT instead of 5%.",
      "20%; vat|tax",
      "soft drink; tax|vat"
    ),
    fact(
      "vat-effect",
      "outlook",
      "dt",
      "story:Tax authorities rule",
      "Producers fear that volumes will decline by up to 9% because of the tax.",
      "9%; volume|declin",
      "22 cents"
    ),
    fact(
      "vat-challenge",
      "outlook",
      "dp",
      "story:Tax authorities rule",
      "Meadowpour and Haverlund will challenge the tax ruling together.",
      "meadowpour; haverlund; challenge|contest|fight|appeal"
    ),
    fact(
      "households",
      "change",
      "cdt",
      "story:One in four households",
      "One household in four bought oat milk in the past year, up from 21%.",
      "household|home; 25%|1 in 4|4 households|quarter"
    ),
    fact(
      "loyalty",
      "against",
      "dt",
      "story:One in four households",
      "Loyalty is thin: buyers switch between 3.2 brands, and seven in ten purchases happen on promotion.",
      "3.2 brand",
      "7 in 10; promotion",
      "70%; promotion",
      "loyalty; thin|low|weak"
    ),
    fact(
      "forecast",
      "outlook",
      "cdt",
      "story:Oat milk sales to slow",
      "A bank expects oat milk sales to grow only 4% a year until 2030.",
      "4%; grow|slow|year|sales; bank|2030|forecast|expect|slow"
    ),
    fact(
      "forecast-size",
      "outlook",
      "ct",
      "story:Oat milk sales to slow",
      "Oat milk sales are expected to reach $7.9 billion by 2030.",
      "7.9 billion"
    ),
    fact(
      "forecast-before",
      "conflict",
      "dt",
      "story:Oat milk sales to slow",
      "The same bank forecast 11% a year two years ago.",
      "11%; forecast|2 years ago|earlier|previous|bank; 4%|forecast|2 years ago"
    ),
    fact(
      "consolidation",
      "outlook",
      "cp",
      "story:Oat milk sales to slow",
      "Of 64 producers with a factory of their own, 30 are expected to survive.",
      "64; 30; producer|surviv|consolidat"
    ),
    fact(
      "fermented",
      "event",
      "ct",
      "story:Precision-fermented milk",
      "Precision-fermented milk is sold in 90 shops at $3.79 a litre.",
      "3.79",
      "ferment; arriv|90 shops|microbe|whey"
    ),
    fact(
      "haverlund-revenue-year",
      "player",
      "cp",
      "company:HVRLX",
      "Haverlund had revenue of $842 million in 2025.",
      "haverlund; 842 million"
    ),
    fact(
      "meadowpour-revenue-year",
      "player",
      "cp",
      "company:MDWPX",
      "Meadowpour had revenue of $781 million in 2025.",
      "meadowpour; 781 million"
    ),
    fact(
      "meadowpour-value",
      "player",
      "p",
      "company:MDWPX",
      "Meadowpour is worth $1.92 billion on the stock market, more than Haverlund.",
      "meadowpour; 1.92 billion|1.9 billion"
    ),
    fact(
      "haverlund-voice",
      "coverage",
      "cp",
      "all",
      "Haverlund is named in more of the news than any other company: in six stories of 18.",
      "haverlund; 6 stories|6 of|6 news|6 article|6 items|6 piece|6 mention",
      "haverlund; most named|most often|most mention|most cover|more often|more stories|more news|more coverage|leads"
    ),
    fact(
      "publishers",
      "coverage",
      "cdt",
      "all",
      "News of the market comes from five publishers.",
      "5 publishers|5 news publishers|5 independent publishers|5 different publishers|5 outlets"
    ),
    fact(
      "shelf-most",
      "coverage",
      "d",
      "all",
      "Shelf & Basket has most of the news, eight stories of 18.",
      "shelf basket; 8 stories|8 of|8 news|8 article|8 items|8 piece",
      "shelf basket; most of|most stories|most news|more than any|leads"
    ),
    fact(
      "search-recall",
      "change",
      "cdt",
      "search:US/oat milk recall",
      "US searches for “oat milk recall” rose to about 200,000, from 20,000.",
      "oat milk recall; 200,000; ris|rose|up|increas|900%|20,000|tenfold|10 times"
    ),
    fact(
      "search-tax",
      "change",
      "ct",
      "search:GB/oat milk tax",
      "“Oat milk tax” is new among British searches, with about 5,000.",
      "oat milk tax; new|5,000"
    ),
    fact(
      "search-meadowpour",
      "player",
      "p",
      "search:US/meadowpour",
      "“Meadowpour” is new among US searches, with about 10,000.",
      "meadowpour; 10,000; search",
      "meadowpour; search; new"
    ),
    fact(
      "search-almond",
      "figure",
      "t",
      "search:US/oat milk vs almond milk",
      "“Oat milk vs almond milk” is searched about 2,000 times in the US.",
      "oat milk vs almond milk; 2,000"
    ),
    fact(
      "discussion-recall",
      "coverage",
      "t",
      "post:PSA: check the lot number",
      "Drinkers warn each other to check the lot number of barista oat milk.",
      "lot number"
    ),
    fact(
      "discussion-blind-test",
      "coverage",
      "t",
      "post:Blind test of nine",
      "The cheapest of nine oat milks won a blind test that is discussed.",
      "blind test; cheapest|9|nine"
    )
  ]
}

export const reporting: ReadonlyArray<Rubric> = [onDeviceAiChips, oatMilk]
