import { fact, type Rubric } from "./Fact.ts"

/*
 * What reports on two of the demo's markets must state. Writers may be improved by these; those of the other two
 * markets are in Reporting.ts.
 */

const electricVehicleCharging: Rubric = {
  niche: "electric vehicle charging",
  half: "tuning",
  facts: [
    fact(
      "voltmarsh-growth",
      "change",
      "cdpt",
      "story:Voltmarsh raises its forecast",
      "Voltmarsh's revenue rose 41% in the third quarter of 2026.",
      "voltmarsh; 41%"
    ),
    fact(
      "voltmarsh-quarter",
      "figure",
      "cp",
      "story:Voltmarsh raises its forecast",
      "Voltmarsh's quarterly revenue reached $212 million.",
      "voltmarsh; 212 million"
    ),
    fact(
      "voltmarsh-forecast",
      "outlook",
      "cp",
      "story:Voltmarsh raises its forecast",
      "Voltmarsh now expects revenue of $810 million to $830 million for the full year.",
      "voltmarsh; 810 million; 830 million"
    ),
    fact(
      "voltmarsh-loss",
      "change",
      "p",
      "story:Voltmarsh raises its forecast",
      "Voltmarsh's quarterly net loss narrowed to $18 million.",
      "voltmarsh; loss; 18 million"
    ),
    fact(
      "voltmarsh-utilisation",
      "for",
      "dp",
      "story:Voltmarsh raises its forecast",
      "Voltmarsh says that average utilisation of its bays rose to 19%, from 14% a year ago.",
      "voltmarsh; utili|use|used|uses|usage; 19%; 14%"
    ),
    fact(
      "voltmarsh-bays",
      "outlook",
      "p",
      "story:Voltmarsh raises its forecast",
      "Voltmarsh is to open another 1,400 bays.",
      "voltmarsh; 1,400; bay|bays|charg|point"
    ),
    fact(
      "idle-chargers",
      "against",
      "cdt",
      "story:Public fast chargers stand idle",
      "Average utilisation of public fast chargers fell to 11%.",
      "utili|use|used|idle; fell|down|drop|declin|lower|13%; 11%"
    ),
    fact(
      "utilisation-conflict",
      "conflict",
      "cdpt",
      "story:Public fast chargers stand idle",
      "Voltmarsh's 19% utilisation and Kilowatt Weekly's 11% disagree.",
      "19%; 11%",
      "19%; voltmarsh; sits badly|contradict|conflict|disagree|differ|at odds"
    ),
    fact(
      "amperly-recall",
      "event",
      "cdpt",
      "story:Amperly recalls 48,000",
      "Amperly recalls 48,000 home charging units.",
      "amperly; recall; 48,000"
    ),
    fact(
      "amperly-recall-cost",
      "figure",
      "dp",
      "story:Amperly recalls 48,000",
      "The recall will cost Amperly about $22 million.",
      "amperly; 22 million; recall|amperly|cost"
    ),
    fact(
      "amperly-shares",
      "against",
      "p",
      "story:Amperly recalls 48,000",
      "Amperly's shares fell 12% on the recall.",
      "amperly; share|stock; 12%; fell|drop|fall|down|lost|lose"
    ),
    fact(
      "amperly-order",
      "event",
      "cdpt",
      "story:Amperly wins order",
      "Amperly won an order for 120,000 two-way chargers.",
      "amperly; 120,000; amperly|two-way|bidirectional"
    ),
    fact(
      "amperly-order-worth",
      "figure",
      "p",
      "story:Amperly wins order",
      "Amperly's contract for two-way chargers is worth up to $310 million.",
      "amperly; 310 million"
    ),
    fact(
      "wattmuhle-korbhaus",
      "event",
      "cp",
      "story:Wattmühle rolls 300",
      "Wattmühle will build 300 charging parks at Korbhaus supermarkets.",
      "wattmuhle; 300; korbhaus|supermarket|park"
    ),
    fact(
      "wattmuhle-investment",
      "figure",
      "p",
      "story:Wattmühle rolls 300",
      "Wattmühle invests €180 million in the charging parks.",
      "wattmuhle; 180 million"
    ),
    fact(
      "voltmarsh-dropped-out",
      "event",
      "p",
      "story:Wattmühle rolls 300",
      "Voltmarsh dropped out of the bidding for the Korbhaus sites.",
      "korbhaus|wattmuhle; voltmarsh; dropped out|drop out|withdrew|pulled out|rival bid"
    ),
    fact(
      "shoppers",
      "for",
      "cd",
      "story:Shoppers who plug in",
      "Castlegate customers who use its charging bays stay 23 minutes longer or spend 9% more.",
      "23 minutes",
      "9%; spend|basket|dearer|shopper"
    ),
    fact(
      "thin-margin",
      "against",
      "d",
      "story:Shoppers who plug in",
      "Castlegate earns a margin of only 2% on the electricity it sells.",
      "castlegate|shopper; margin; 2%"
    ),
    fact(
      "truck-subsidy",
      "for",
      "cdt",
      "story:Lawmakers set aside",
      "Lawmakers agreed on $2.4 billion for truck charging along freight corridors.",
      "2.4 billion; truck|lorry|lorries|freight|corridor|high-power"
    ),
    fact(
      "truck-subsidy-slow",
      "outlook",
      "d",
      "story:Lawmakers set aside",
      "Only $190 million of the truck subsidy may be paid out before January 2028.",
      "truck|lorry|lorries|freight|corridor; 190 million"
    ),
    fact(
      "grid-wait",
      "against",
      "cdt",
      "story:Developers now wait",
      "Developers wait 22 months for a grid connection.",
      "22 months; grid|connect|wait"
    ),
    fact(
      "grid-cancelled",
      "against",
      "d",
      "story:Developers now wait",
      "Developers have cancelled 61 charging projects.",
      "61; cancel|project|site"
    ),
    fact(
      "kerbwell-talks",
      "event",
      "cp",
      "story:Voltmarsh in talks",
      "Voltmarsh is reported to be in talks to buy Kerbwell for $640 million.",
      "voltmarsh; kerbwell; 640 million; buy|buys|buying|acqui|take|deal|talk"
    ),
    fact(
      "kerbwell-denial",
      "conflict",
      "cdp",
      "story:“We are not in talks”",
      "Kerbwell denies the report that it is in takeover talks with Voltmarsh.",
      "kerbwell; not in talks|reject|denie|denial|deny|dismiss; takeover|talk|deal|report|account"
    ),
    fact(
      "kerbwell-share-of-points",
      "outlook",
      "p",
      "story:Voltmarsh in talks",
      "Voltmarsh and Kerbwell would together hold 17% of public charging points in Britain.",
      "voltmarsh|kerbwell; 17%; brit|uk|point"
    ),
    fact(
      "kerbwell-plan",
      "outlook",
      "p",
      "story:“We are not in talks”",
      "Kerbwell plans to install 9,000 kerbside points next year.",
      "kerbwell; 9,000; kerb|point"
    ),
    fact(
      "price-germany",
      "change",
      "cdt",
      "story:Schnellladen wird billiger",
      "Rapid charging in Germany fell to 49 cents per kilowatt-hour.",
      "49 cent|€0.49|0.49|49 ct; charg|kilowatt|kwh|laden"
    ),
    fact(
      "security-flaw",
      "against",
      "cd",
      "story:Security flaw",
      "A security flaw lets cars charge on strangers' accounts.",
      "flaw|handshake|security|vulnerab; stranger|account|accounts|billed|fraud"
    ),
    fact(
      "fleets-delay",
      "against",
      "dt",
      "story:Fleets delay",
      "Of fleet managers polled, 27% have postponed orders for electric vehicles.",
      "27%; postpon|delay"
    ),
    fact(
      "registrations",
      "for",
      "cdt",
      "story:Electric cars reach record",
      "Battery-electric cars reached 29% of new registrations.",
      "29%; registration|new car|record"
    ),
    fact(
      "points-growth",
      "change",
      "ct",
      "story:Electric cars reach record",
      "The number of public charging points rose 24% in a year.",
      "24%; point"
    ),
    fact(
      "batteries",
      "for",
      "dt",
      "story:Batteries behind the bay",
      "Batteries beside the bays cut Skarvlade's connection costs by 35%.",
      "35%; batter|skarvlade"
    ),
    fact(
      "cable-theft",
      "against",
      "cdt",
      "story:Cable thefts",
      "Cable thefts cost charging operators $19 million in nine months.",
      "19 million; theft|thie|cable|stolen"
    ),
    fact(
      "grants-ended",
      "against",
      "cd",
      "story:Home-charger grants run dry",
      "The home-charging grants ran out after 71 hours.",
      "grant|programme|home; 71 hours"
    ),
    fact(
      "outlook-points",
      "outlook",
      "cdt",
      "story:Public charge points to double",
      "Grid planners expect 2.4 million public charge points in Europe by 2030.",
      "2.4 million; 2030|point"
    ),
    fact(
      "outlook-cut",
      "conflict",
      "dt",
      "story:Public charge points to double",
      "The planners' outlook two years ago had been higher, 3.1 million points.",
      "point|charg; 3.1 million; point|outlook|previous|project"
    ),
    fact(
      "megawatt",
      "outlook",
      "t",
      "story:Megawatt charging works",
      "Megawatt charging of trucks still fails in rain.",
      "megawatt|connector|session|truck|prototype; rain|moisture|weather"
    ),
    fact(
      "coffee",
      "for",
      "t",
      "story:Coffee, not current",
      "Shops at charging hubs sold 34% more hot drinks.",
      "34%; drink|coffee"
    ),
    fact(
      "voltmarsh-revenue-year",
      "player",
      "cp",
      "company:VLTMX",
      "Voltmarsh had revenue of $744 million in 2025.",
      "voltmarsh; 744 million"
    ),
    fact(
      "wattmuhle-revenue-year",
      "player",
      "p",
      "company:WTMHX",
      "Wattmühle had revenue of $512 million in 2025.",
      "wattmuhle; 512 million"
    ),
    fact(
      "amperly-revenue-year",
      "player",
      "p",
      "company:AMPRX",
      "Amperly had revenue of $455 million in 2025.",
      "amperly; 455 million"
    ),
    fact(
      "voltmarsh-value",
      "player",
      "p",
      "company:VLTMX",
      "Voltmarsh is worth $4.48 billion on the stock market.",
      "voltmarsh; 4.48 billion|4.5 billion"
    ),
    fact(
      "voltmarsh-voice",
      "coverage",
      "cp",
      "all",
      "Voltmarsh is named in more of the news than any other company: in five stories of 20.",
      "voltmarsh; 5 stories|5 of|5 news|5 article|5 items|5 piece|5 mention",
      "voltmarsh; most named|most often|most mention|most cover|more often|more stories|more news|more coverage|leads"
    ),
    fact(
      "publishers",
      "coverage",
      "cdt",
      "all",
      "News of the market comes from six publishers.",
      "6 publishers|6 news publishers|6 independent publishers|6 different publishers|6 outlets"
    ),
    fact(
      "kilowatt-most",
      "coverage",
      "t",
      "all",
      "Kilowatt Weekly has most of the news, five stories of 20.",
      "kilowatt weekly; 5 stories|5 of|5 news|5 article|5 items|5 piece",
      "kilowatt weekly; most of|most stories|most news|more than any|leads"
    ),
    fact(
      "search-near-me",
      "figure",
      "ct",
      "search:US/electric vehicle charging near me",
      "“Electric vehicle charging near me” is searched about 50,000 times in the US.",
      "near me; 50,000"
    ),
    fact(
      "search-recall",
      "change",
      "ct",
      "search:US/amperly charger recall",
      "“Amperly charger recall” is new among US searches.",
      "amperly charger recall; new"
    ),
    fact(
      "search-home-cost",
      "change",
      "dt",
      "search:US/electric vehicle charging cost at home",
      "US searches for the cost of charging at home are rising, to about 10,000.",
      "cost at home|home charging cost|cost of charging at home|charging cost at; 10,000; rise|rising|rose|double|up|increas|100%|5,000"
    ),
    fact(
      "search-tariff",
      "change",
      "t",
      "search:GB/electric vehicle charging tariff",
      "British searches for charging tariffs are rising, to about 5,000.",
      "tariff; 5,000; rise|rising|rose|up|increas|150%|2,000"
    ),
    fact(
      "search-kerbwell",
      "player",
      "p",
      "search:GB/kerbwell shares",
      "“Kerbwell shares” is new among British searches.",
      "kerbwell shares; new"
    ),
    fact(
      "discussion-diesel",
      "coverage",
      "t",
      "post:Electric vehicle charging at my supermarket",
      "The most discussed post complains that charging at a supermarket costs more than diesel.",
      "diesel; supermarket|discuss|reddit|post"
    ),
    fact(
      "discussion-recall",
      "coverage",
      "t",
      "post:Amperly recall: how to read",
      "Drivers discuss how to tell from the date code whether their unit is recalled.",
      "date code"
    )
  ]
}

const heatPumps: Rubric = {
  niche: "heat pumps",
  half: "tuning",
  facts: [
    fact(
      "sales-rise",
      "change",
      "cdpt",
      "story:Heat pump sales rise",
      "Heat pump sales rose for the fourth quarter in a row.",
      "rise|rising|rose|increase|more|grew|growth; fourth|4; in a row|consecutive|straight|running"
    ),
    fact(
      "sales-figure",
      "figure",
      "ct",
      "story:Heat pump sales rise",
      "Installers fitted 412,000 heat pumps in the third quarter of 2026.",
      "412,000"
    ),
    fact(
      "sales-driver",
      "for",
      "dt",
      "story:Heat pump sales rise",
      "Replacing oil boilers drove the growth.",
      "oil boiler; drove|driv|replac|growth"
    ),
    fact(
      "hearthloop-profit",
      "event",
      "cp",
      "story:Hearthloop beats expectations",
      "Hearthloop earned more than analysts had expected.",
      "hearthloop; beat|above|exceed|more than; expect"
    ),
    fact(
      "hearthloop-quarter",
      "figure",
      "p",
      "story:Hearthloop beats expectations",
      "Hearthloop's quarterly revenue was $688 million.",
      "hearthloop; 688 million"
    ),
    fact(
      "hearthloop-orders",
      "for",
      "dp",
      "story:Hearthloop beats expectations",
      "Hearthloop's order book covers 21 weeks of production.",
      "hearthloop; 21 weeks"
    ),
    fact(
      "hearthloop-margin",
      "figure",
      "p",
      "story:Hearthloop beats expectations",
      "Hearthloop's margin widened to 13.7%.",
      "hearthloop; 13.7%"
    ),
    fact(
      "warmefeld-jobs",
      "event",
      "cp",
      "story:Wärmefeld streicht",
      "Wärmefeld cuts 1,100 jobs.",
      "warmefeld; jobs|job|stelle|staff; 1,100|1.100|sixth"
    ),
    fact(
      "warmefeld-plant",
      "outlook",
      "p",
      "story:Wärmefeld streicht",
      "Wärmefeld will close its plant in Göttingen by September 2027.",
      "warmefeld; gottingen; clos|shut"
    ),
    fact(
      "warmefeld-sales",
      "change",
      "cdp",
      "story:Wärmefeld streicht",
      "Wärmefeld's heat pump sales fell 9%.",
      "warmefeld; 9%; sales|warmefeld; fell|fall|drop|declin|down"
    ),
    fact(
      "propane-probe",
      "event",
      "cdpt",
      "story:Safety agency opens probe",
      "A safety agency investigates propane heat pumps after two fires.",
      "propane; probe|investigat; fire"
    ),
    fact(
      "propane-units",
      "figure",
      "d",
      "story:Safety agency opens probe",
      "About 64,000 units of the series under investigation are in use.",
      "propane|isbrook|probe|investigat; 64,000"
    ),
    fact(
      "propane-isbrook",
      "conflict",
      "p",
      "story:Safety agency opens probe",
      "Isbrook says that leak sensors had been disconnected during installation.",
      "isbrook; sensor; disconnect"
    ),
    fact(
      "propane-findings",
      "outlook",
      "d",
      "story:Safety agency opens probe",
      "First findings on the fires are expected within 60 days.",
      "propane|fire|fires; 60 days; finding|agency|expect|probe|investigat"
    ),
    fact(
      "factor-study",
      "for",
      "cdt",
      "story:Field study",
      "A field study puts the seasonal factor of heat pumps in old houses at 3.4 on average.",
      "3.4; factor|study|seasonal|performance|average"
    ),
    fact(
      "factor-consumer",
      "against",
      "cdt",
      "story:Heat pumps in old houses disappoint",
      "A consumer association measured a seasonal factor of just 2.6 in older homes.",
      "2.6; factor|consumer|seasonal|performance|association"
    ),
    fact(
      "factor-conflict",
      "conflict",
      "cdt",
      "all",
      "The two measurements in old houses disagree: 3.4 against 2.6.",
      "3.4; 2.6"
    ),
    fact(
      "factor-sample",
      "conflict",
      "d",
      "story:Heat pumps in old houses disappoint",
      "Manufacturers dispute the association's sample: each home had been referred because of a complaint.",
      "association|consumer; dispute|contest|critici|reject; sample|complaint"
    ),
    fact(
      "bills-rose",
      "against",
      "d",
      "story:Heat pumps in old houses disappoint",
      "In 14 homes with heat pumps heating bills rose, by $310 a year on average.",
      "heat pump|houses|consumer|association; 310; bill|year|home",
      "heat pump|houses|consumer|association; 14 homes; bill"
    ),
    fact(
      "grant",
      "for",
      "cdt",
      "story:Government to pay",
      "The government will pay up to $9,000 for replacing a gas boiler with a heat pump.",
      "9,000; gas boiler|grant|household|government|replac|subsid"
    ),
    fact(
      "grant-programme",
      "figure",
      "cd",
      "story:Government to pay",
      "The grant programme has $3.1 billion.",
      "grant|heat pump|boiler; 3.1 billion"
    ),
    fact(
      "grant-freeze",
      "against",
      "d",
      "story:Government to pay",
      "Installers fear a buying freeze until the higher grant starts.",
      "freeze|hold off|wait; install|grant|buy|buys|buying"
    ),
    fact(
      "diy-chain",
      "event",
      "cpt",
      "story:DIY chain sells",
      "Pennyfold Home, a DIY chain, sells heat pumps.",
      "diy|pennyfold; sell|sold|order; heat pump|unit"
    ),
    fact(
      "diy-chain-sold",
      "figure",
      "p",
      "story:DIY chain sells",
      "Pennyfold sold 2,300 heat pumps in ten weeks, twice its target.",
      "pennyfold|diy; 2,300"
    ),
    fact(
      "fitters",
      "against",
      "cdt",
      "story:Short 58,000 fitters",
      "The industry lacks 58,000 qualified installers.",
      "58,000"
    ),
    fact(
      "training",
      "event",
      "p",
      "story:Short 58,000 fitters",
      "Hearthloop and Cindermoor opened joint training centres for fitters.",
      "hearthloop; cindermoor; train"
    ),
    fact(
      "river-pump",
      "event",
      "ct",
      "story:Fernwärme statt Einzelgerät",
      "Köln's river heat pump heats 50,000 homes.",
      "50,000; koln|cologne|river|rhine|district",
      "150 mw|150 megawatt"
    ),
    fact(
      "cindermoor-warning",
      "event",
      "cdp",
      "story:Cindermoor issues second",
      "Cindermoor issued its second profit warning in six months.",
      "cindermoor; profit warning|second time|cut its forecast|warning"
    ),
    fact(
      "cindermoor-forecast",
      "figure",
      "p",
      "story:Cindermoor issues second",
      "Cindermoor now expects operating profit of $14 million to $17 million, down from $26 million.",
      "cindermoor; 14 million; 17 million"
    ),
    fact(
      "cindermoor-stock",
      "against",
      "p",
      "story:Cindermoor issues second",
      "Cindermoor's stock fell 23%.",
      "cindermoor; 23%; stock|share|cindermoor"
    ),
    fact(
      "virtual-plant",
      "event",
      "t",
      "story:A thermostat that bids",
      "Software runs 41,000 heat pumps as one virtual power plant.",
      "41,000"
    ),
    fact(
      "asian-share",
      "change",
      "cdpt",
      "story:Asian makers take 28%",
      "Asian makers took 28% of Europe's heat pump market.",
      "28%; asia"
    ),
    fact("prices-fall", "change", "cdt", "story:Asian makers take 28%", "Heat pump prices fell 13%.", "13%; price"),
    fact(
      "anti-dumping",
      "outlook",
      "p",
      "story:Asian makers take 28%",
      "Wärmefeld and two rivals asked Brussels for anti-dumping tariffs.",
      "dumping; brussels|warmefeld"
    ),
    fact(
      "refrigerants",
      "against",
      "cdt",
      "story:New refrigerant rules",
      "New refrigerant rules would ban about half of all models.",
      "refrigerant; 52%|half"
    ),
    fact(
      "isbrook-factory",
      "event",
      "cp",
      "story:Isbrook bets",
      "Isbrook builds a $400 million factory for compressors.",
      "isbrook|compressor; 400 million"
    ),
    fact(
      "isbrook-share",
      "player",
      "p",
      "story:Isbrook bets",
      "Isbrook holds 34% of the market for compressors in residential heat pumps.",
      "isbrook; 34%; isbrook|compressor"
    ),
    fact(
      "overcapacity",
      "against",
      "d",
      "story:Isbrook bets",
      "Overcapacity in compressors is a risk, since Asian competitors expand as well.",
      "isbrook|compressor|asia; overcapacity"
    ),
    fact(
      "forecast",
      "outlook",
      "cdt",
      "story:Bank forecasts",
      "A bank forecasts European sales of 3.1 million heat pumps a year by 2030.",
      "3.1 million; 2030|annual|a year|per year|sales"
    ),
    fact(
      "forecast-condition",
      "outlook",
      "dt",
      "story:Bank forecasts",
      "The forecast holds only if electricity costs less than 2.5 times gas.",
      "forecast|sales|heat pump|3.1 million; 2.5; gas|electricity"
    ),
    fact(
      "landlords",
      "against",
      "ct",
      "story:Landlords shun",
      "Only 4% of rented flats with a boiler of their own have switched to a heat pump.",
      "4%; rent|rented|flat|landlord"
    ),
    fact(
      "hearthloop-revenue-year",
      "player",
      "cp",
      "company:HRTLX",
      "Hearthloop had revenue of $2.61 billion in 2025.",
      "hearthloop; 2.61 billion|2.6 billion"
    ),
    fact(
      "isbrook-revenue-year",
      "player",
      "p",
      "company:ISBKX",
      "Isbrook had revenue of $1.78 billion in 2025.",
      "isbrook; 1.78 billion|1.8 billion"
    ),
    fact(
      "warmefeld-value",
      "player",
      "p",
      "company:WRMFX",
      "Wärmefeld is worth $870 million on the stock market.",
      "warmefeld; 870 million"
    ),
    fact(
      "cindermoor-value",
      "player",
      "p",
      "company:CNDMX",
      "Cindermoor is worth $210 million on the stock market.",
      "cindermoor; 210 million"
    ),
    fact(
      "publishers",
      "coverage",
      "cdt",
      "all",
      "News of the market comes from six publishers.",
      "6 publishers|6 news publishers|6 independent publishers|6 different publishers|6 outlets"
    ),
    fact(
      "voice",
      "coverage",
      "p",
      "all",
      "Hearthloop is named in two of 17 stories.",
      "hearthloop; 2 stories|2 of|2 news|2 article|2 items|2 piece|2 mention"
    ),
    fact(
      "search-grant",
      "change",
      "cdt",
      "search:GB/heat pump grant",
      "British searches for “heat pump grant” are rising, to about 100,000.",
      "heat pump grant; 100,000; rise|rising|rose|up|increas|400%|20,000|fivefold|5 times"
    ),
    fact(
      "search-rebate",
      "change",
      "ct",
      "search:US/heat pump rebate",
      "US searches for “heat pump rebate” are rising, to about 20,000.",
      "rebate; 20,000; rise|rising|rose|up|increas|100%|10,000|double"
    ),
    fact(
      "search-running-cost",
      "figure",
      "t",
      "search:GB/heat pump running cost",
      "“Heat pump running cost” is searched about 10,000 times in Britain.",
      "running cost; 10,000"
    ),
    fact(
      "search-propane",
      "change",
      "t",
      "search:GB/propane heat pump safety",
      "“Propane heat pump safety” is new among British searches.",
      "propane heat pump safety; new"
    ),
    fact(
      "discussion-old-house",
      "coverage",
      "t",
      "post:One year with a heat pump",
      "Owners discuss a year with a heat pump in a house of 1931.",
      "1931"
    ),
    fact(
      "discussion-quote",
      "coverage",
      "t",
      "post:Quote check: $23k",
      "Buyers ask whether $23,000 for a 9 kW heat pump is too much.",
      "23,000; kw|quote"
    )
  ]
}

export const tuning: ReadonlyArray<Rubric> = [electricVehicleCharging, heatPumps]
