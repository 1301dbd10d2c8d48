import { fact, type Rubric } from "./Fact.ts"

/*
 * What reports on two of the demo's markets must state. Writers may be improved by these; those of the other two
 * markets are in Reporting.ts.
 */

const electricVehicleCharging: Rubric = {
  niche: "electric vehicle charging",
  half: "tuning",
  facts: [
    fact.change(
      "voltmarsh-growth",
      "cdpt",
      "story:Voltmarsh raises its forecast",
      "Voltmarsh's revenue rose 41% in the third quarter of 2026.",
      "voltmarsh; 41%"
    ),
    fact.figure(
      "voltmarsh-quarter",
      "cp",
      "story:Voltmarsh raises its forecast",
      "Voltmarsh's quarterly revenue reached $212 million.",
      "voltmarsh; 212 million"
    ),
    fact.outlook(
      "voltmarsh-forecast",
      "cp",
      "story:Voltmarsh raises its forecast",
      "Voltmarsh now expects revenue of $810 million to $830 million for the full year.",
      "voltmarsh; 810 million; 830 million"
    ),
    fact.change(
      "voltmarsh-loss",
      "p",
      "story:Voltmarsh raises its forecast",
      "Voltmarsh's quarterly net loss narrowed to $18 million.",
      "voltmarsh; loss; 18 million"
    ),
    fact.for(
      "voltmarsh-utilisation",
      "dp",
      "story:Voltmarsh raises its forecast",
      "Voltmarsh says that average utilisation of its bays rose to 19%, from 14% a year ago.",
      "voltmarsh; utili|use|used|uses|usage; 19%; 14%"
    ),
    fact.outlook(
      "voltmarsh-bays",
      "p",
      "story:Voltmarsh raises its forecast",
      "Voltmarsh is to open another 1,400 bays.",
      "voltmarsh; 1,400; bay|bays|charg|point"
    ),
    fact.against(
      "idle-chargers",
      "cdt",
      "story:Public fast chargers stand idle",
      "Average utilisation of public fast chargers fell to 11%.",
      "utili|use|used|idle; fell|down|drop|declin|lower|13%; 11%"
    ),
    fact.conflict(
      "utilisation-conflict",
      "cdpt",
      "story:Public fast chargers stand idle",
      "Voltmarsh's 19% utilisation and Kilowatt Weekly's 11% disagree.",
      "19%; 11%",
      "19%; voltmarsh; sits badly|contradict|conflict|disagree|differ|at odds"
    ),
    fact.event(
      "amperly-recall",
      "cdpt",
      "story:Amperly recalls 48,000",
      "Amperly recalls 48,000 home charging units.",
      "amperly; recall; 48,000"
    ),
    fact.figure(
      "amperly-recall-cost",
      "dp",
      "story:Amperly recalls 48,000",
      "The recall will cost Amperly about $22 million.",
      "amperly; 22 million; recall|amperly|cost"
    ),
    fact.against(
      "amperly-shares",
      "p",
      "story:Amperly recalls 48,000",
      "Amperly's shares fell 12% on the recall.",
      "amperly; share|stock; 12%; fell|drop|fall|down|lost|lose"
    ),
    fact.event(
      "amperly-order",
      "cdpt",
      "story:Amperly wins order",
      "Amperly won an order for 120,000 two-way chargers.",
      "amperly; 120,000; amperly|two-way|bidirectional"
    ),
    fact.figure(
      "amperly-order-worth",
      "p",
      "story:Amperly wins order",
      "Amperly's contract for two-way chargers is worth up to $310 million.",
      "amperly; 310 million"
    ),
    fact.event(
      "wattmuhle-korbhaus",
      "cp",
      "story:Wattmühle rolls 300",
      "Wattmühle will build 300 charging parks at Korbhaus supermarkets.",
      "wattmuhle; 300; korbhaus|supermarket|park"
    ),
    fact.figure(
      "wattmuhle-investment",
      "p",
      "story:Wattmühle rolls 300",
      "Wattmühle invests €180 million in the charging parks.",
      "wattmuhle; 180 million"
    ),
    fact.event(
      "voltmarsh-dropped-out",
      "p",
      "story:Wattmühle rolls 300",
      "Voltmarsh dropped out of the bidding for the Korbhaus sites.",
      "korbhaus|wattmuhle; voltmarsh; dropped out|drop out|withdrew|pulled out|rival bid"
    ),
    fact.for(
      "shoppers",
      "cd",
      "story:Shoppers who plug in",
      "Castlegate customers who use its charging bays stay 23 minutes longer or spend 9% more.",
      "23 minutes",
      "9%; spend|basket|dearer|shopper"
    ),
    fact.against(
      "thin-margin",
      "d",
      "story:Shoppers who plug in",
      "Castlegate earns a margin of only 2% on the electricity it sells.",
      "castlegate|shopper; margin; 2%"
    ),
    fact.for(
      "truck-subsidy",
      "cdt",
      "story:Lawmakers set aside",
      "Lawmakers agreed on $2.4 billion for truck charging along freight corridors.",
      "2.4 billion; truck|lorry|lorries|freight|corridor|high-power"
    ),
    fact.outlook(
      "truck-subsidy-slow",
      "d",
      "story:Lawmakers set aside",
      "Only $190 million of the truck subsidy may be paid out before January 2028.",
      "truck|lorry|lorries|freight|corridor; 190 million"
    ),
    fact.against(
      "grid-wait",
      "cdt",
      "story:Developers now wait",
      "Developers wait 22 months for a grid connection.",
      "22 months; grid|connect|wait"
    ),
    fact.against(
      "grid-cancelled",
      "d",
      "story:Developers now wait",
      "Developers have cancelled 61 charging projects.",
      "61; cancel|project|site"
    ),
    fact.event(
      "kerbwell-talks",
      "cp",
      "story:Voltmarsh in talks",
      "Voltmarsh is reported to be in talks to buy Kerbwell for $640 million.",
      "voltmarsh; kerbwell; 640 million; buy|buys|buying|acqui|take|deal|talk"
    ),
    fact.conflict(
      "kerbwell-denial",
      "cdp",
      "story:“We are not in talks”",
      "Kerbwell denies the report that it is in takeover talks with Voltmarsh.",
      "kerbwell; not in talks|reject|denie|denial|deny|dismiss; takeover|talk|deal|report|account"
    ),
    fact.outlook(
      "kerbwell-share-of-points",
      "p",
      "story:Voltmarsh in talks",
      "Voltmarsh and Kerbwell would together hold 17% of public charging points in Britain.",
      "voltmarsh|kerbwell; 17%; brit|uk|point"
    ),
    fact.outlook(
      "kerbwell-plan",
      "p",
      "story:“We are not in talks”",
      "Kerbwell plans to install 9,000 kerbside points next year.",
      "kerbwell; 9,000; kerb|point"
    ),
    fact.change(
      "price-germany",
      "cdt",
      "story:Schnellladen wird billiger",
      "Rapid charging in Germany fell to 49 cents per kilowatt-hour.",
      "49 cent|€0.49|0.49|49 ct; charg|kilowatt|kwh|laden"
    ),
    fact.against(
      "security-flaw",
      "cd",
      "story:Security flaw",
      "A security flaw lets cars charge on strangers' accounts.",
      "flaw|handshake|security|vulnerab; stranger|account|accounts|billed|fraud"
    ),
    fact.against(
      "fleets-delay",
      "dt",
      "story:Fleets delay",
      "Of fleet managers polled, 27% have postponed orders for electric vehicles.",
      "27%; postpon|delay"
    ),
    fact.for(
      "registrations",
      "cdt",
      "story:Electric cars reach record",
      "Battery-electric cars reached 29% of new registrations.",
      "29%; registration|new car|record"
    ),
    fact.change(
      "points-growth",
      "ct",
      "story:Electric cars reach record",
      "The number of public charging points rose 24% in a year.",
      "24%; point"
    ),
    fact.for(
      "batteries",
      "dt",
      "story:Batteries behind the bay",
      "Batteries beside the bays cut Skarvlade's connection costs by 35%.",
      "35%; batter|skarvlade"
    ),
    fact.against(
      "cable-theft",
      "cdt",
      "story:Cable thefts",
      "Cable thefts cost charging operators $19 million in nine months.",
      "19 million; theft|thie|cable|stolen"
    ),
    fact.against(
      "grants-ended",
      "cd",
      "story:Home-charger grants run dry",
      "The home-charging grants ran out after 71 hours.",
      "grant|programme|home; 71 hours"
    ),
    fact.outlook(
      "outlook-points",
      "cdt",
      "story:Public charge points to double",
      "Grid planners expect 2.4 million public charge points in Europe by 2030.",
      "2.4 million; 2030|point"
    ),
    fact.conflict(
      "outlook-cut",
      "dt",
      "story:Public charge points to double",
      "The planners' outlook two years ago had been higher, 3.1 million points.",
      "point|charg; 3.1 million; point|outlook|previous|project"
    ),
    fact.outlook(
      "megawatt",
      "t",
      "story:Megawatt charging works",
      "Megawatt charging of trucks still fails in rain.",
      "megawatt|connector|session|truck|prototype; rain|moisture|weather"
    ),
    fact.for(
      "coffee",
      "t",
      "story:Coffee, not current",
      "Shops at charging hubs sold 34% more hot drinks.",
      "34%; drink|coffee"
    ),
    fact.player(
      "voltmarsh-revenue-year",
      "cp",
      "company:VLTMX",
      "Voltmarsh had revenue of $744 million in 2025.",
      "voltmarsh; 744 million"
    ),
    fact.player(
      "wattmuhle-revenue-year",
      "p",
      "company:WTMHX",
      "Wattmühle had revenue of $512 million in 2025.",
      "wattmuhle; 512 million"
    ),
    fact.player(
      "amperly-revenue-year",
      "p",
      "company:AMPRX",
      "Amperly had revenue of $455 million in 2025.",
      "amperly; 455 million"
    ),
    fact.player(
      "voltmarsh-value",
      "p",
      "company:VLTMX",
      "Voltmarsh is worth $4.48 billion on the stock market.",
      "voltmarsh; 4.48 billion|4.5 billion"
    ),
    fact.coverage(
      "voltmarsh-voice",
      "cp",
      "all",
      "Voltmarsh is named in more of the news than any other company: in five stories of 20.",
      "voltmarsh; 5 stories|5 of|5 news|5 article|5 items|5 piece|5 mention",
      "voltmarsh; most named|most often|most mention|most cover|more often|more stories|more news|more coverage|leads"
    ),
    fact.coverage(
      "publishers",
      "cdt",
      "all",
      "News of the market comes from six publishers.",
      "6 publishers|6 news publishers|6 independent publishers|6 different publishers|6 outlets"
    ),
    fact.coverage(
      "kilowatt-most",
      "t",
      "all",
      "Kilowatt Weekly has most of the news, five stories of 20.",
      "kilowatt weekly; 5 stories|5 of|5 news|5 article|5 items|5 piece",
      "kilowatt weekly; most of|most stories|most news|more than any|leads"
    ),
    fact.figure(
      "search-near-me",
      "ct",
      "search:US/electric vehicle charging near me",
      "“Electric vehicle charging near me” is searched about 50,000 times in the US.",
      "near me; 50,000"
    ),
    fact.change(
      "search-recall",
      "ct",
      "search:US/amperly charger recall",
      "“Amperly charger recall” is new among US searches.",
      "amperly charger recall; new"
    ),
    fact.change(
      "search-home-cost",
      "dt",
      "search:US/electric vehicle charging cost at home",
      "US searches for the cost of charging at home are rising, to about 10,000.",
      "cost at home|home charging cost|cost of charging at home|charging cost at; 10,000; rise|rising|rose|double|up|increas|100%|5,000"
    ),
    fact.change(
      "search-tariff",
      "t",
      "search:GB/electric vehicle charging tariff",
      "British searches for charging tariffs are rising, to about 5,000.",
      "tariff; 5,000; rise|rising|rose|up|increas|150%|2,000"
    ),
    fact.player(
      "search-kerbwell",
      "p",
      "search:GB/kerbwell shares",
      "“Kerbwell shares” is new among British searches.",
      "kerbwell shares; new"
    ),
    fact.coverage(
      "discussion-diesel",
      "t",
      "post:Electric vehicle charging at my supermarket",
      "The most discussed post complains that charging at a supermarket costs more than diesel.",
      "diesel; supermarket|discuss|reddit|post"
    ),
    fact.coverage(
      "discussion-recall",
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
    fact.change(
      "sales-rise",
      "cdpt",
      "story:Heat pump sales rise",
      "Heat pump sales rose for the fourth quarter in a row.",
      "rise|rising|rose|increase|more|grew|growth; fourth|4; in a row|consecutive|straight|running"
    ),
    fact.figure(
      "sales-figure",
      "ct",
      "story:Heat pump sales rise",
      "Installers fitted 412,000 heat pumps in the third quarter of 2026.",
      "412,000"
    ),
    fact.for(
      "sales-driver",
      "dt",
      "story:Heat pump sales rise",
      "Replacing oil boilers drove the growth.",
      "oil boiler; drove|driv|replac|growth"
    ),
    fact.event(
      "hearthloop-profit",
      "cp",
      "story:Hearthloop beats expectations",
      "Hearthloop earned more than analysts had expected.",
      "hearthloop; beat|above|exceed|more than; expect"
    ),
    fact.figure(
      "hearthloop-quarter",
      "p",
      "story:Hearthloop beats expectations",
      "Hearthloop's quarterly revenue was $688 million.",
      "hearthloop; 688 million"
    ),
    fact.for(
      "hearthloop-orders",
      "dp",
      "story:Hearthloop beats expectations",
      "Hearthloop's order book covers 21 weeks of production.",
      "hearthloop; 21 weeks"
    ),
    fact.figure(
      "hearthloop-margin",
      "p",
      "story:Hearthloop beats expectations",
      "Hearthloop's margin widened to 13.7%.",
      "hearthloop; 13.7%"
    ),
    fact.event(
      "warmefeld-jobs",
      "cp",
      "story:Wärmefeld streicht",
      "Wärmefeld cuts 1,100 jobs.",
      "warmefeld; jobs|job|stelle|staff; 1,100|1.100|sixth"
    ),
    fact.outlook(
      "warmefeld-plant",
      "p",
      "story:Wärmefeld streicht",
      "Wärmefeld will close its plant in Göttingen by September 2027.",
      "warmefeld; gottingen; clos|shut"
    ),
    fact.change(
      "warmefeld-sales",
      "cdp",
      "story:Wärmefeld streicht",
      "Wärmefeld's heat pump sales fell 9%.",
      "warmefeld; 9%; sales|warmefeld; fell|fall|drop|declin|down"
    ),
    fact.event(
      "propane-probe",
      "cdpt",
      "story:Safety agency opens probe",
      "A safety agency investigates propane heat pumps after two fires.",
      "propane; probe|investigat; fire"
    ),
    fact.figure(
      "propane-units",
      "d",
      "story:Safety agency opens probe",
      "About 64,000 units of the series under investigation are in use.",
      "propane|isbrook|probe|investigat; 64,000"
    ),
    fact.conflict(
      "propane-isbrook",
      "p",
      "story:Safety agency opens probe",
      "Isbrook says that leak sensors had been disconnected during installation.",
      "isbrook; sensor; disconnect"
    ),
    fact.outlook(
      "propane-findings",
      "d",
      "story:Safety agency opens probe",
      "First findings on the fires are expected within 60 days.",
      "propane|fire|fires; 60 days; finding|agency|expect|probe|investigat"
    ),
    fact.for(
      "factor-study",
      "cdt",
      "story:Field study",
      "A field study puts the seasonal factor of heat pumps in old houses at 3.4 on average.",
      "3.4; factor|study|seasonal|performance|average"
    ),
    fact.against(
      "factor-consumer",
      "cdt",
      "story:Heat pumps in old houses disappoint",
      "A consumer association measured a seasonal factor of just 2.6 in older homes.",
      "2.6; factor|consumer|seasonal|performance|association"
    ),
    fact.conflict(
      "factor-conflict",
      "cdt",
      "all",
      "The two measurements in old houses disagree: 3.4 against 2.6.",
      "3.4; 2.6"
    ),
    fact.conflict(
      "factor-sample",
      "d",
      "story:Heat pumps in old houses disappoint",
      "Manufacturers dispute the association's sample: each home had been referred because of a complaint.",
      "association|consumer; dispute|contest|critici|reject; sample|complaint"
    ),
    fact.against(
      "bills-rose",
      "d",
      "story:Heat pumps in old houses disappoint",
      "In 14 homes with heat pumps heating bills rose, by $310 a year on average.",
      "heat pump|houses|consumer|association; 310; bill|year|home",
      "heat pump|houses|consumer|association; 14 homes; bill"
    ),
    fact.for(
      "grant",
      "cdt",
      "story:Government to pay",
      "The government will pay up to $9,000 for replacing a gas boiler with a heat pump.",
      "9,000; gas boiler|grant|household|government|replac|subsid"
    ),
    fact.figure(
      "grant-programme",
      "cd",
      "story:Government to pay",
      "The grant programme has $3.1 billion.",
      "grant|heat pump|boiler; 3.1 billion"
    ),
    fact.against(
      "grant-freeze",
      "d",
      "story:Government to pay",
      "Installers fear a buying freeze until the higher grant starts.",
      "freeze|hold off|wait; install|grant|buy|buys|buying"
    ),
    fact.event(
      "diy-chain",
      "cpt",
      "story:DIY chain sells",
      "Pennyfold Home, a DIY chain, sells heat pumps.",
      "diy|pennyfold; sell|sold|order; heat pump|unit"
    ),
    fact.figure(
      "diy-chain-sold",
      "p",
      "story:DIY chain sells",
      "Pennyfold sold 2,300 heat pumps in ten weeks, twice its target.",
      "pennyfold|diy; 2,300"
    ),
    fact.against(
      "fitters",
      "cdt",
      "story:Short 58,000 fitters",
      "The industry lacks 58,000 qualified installers.",
      "58,000"
    ),
    fact.event(
      "training",
      "p",
      "story:Short 58,000 fitters",
      "Hearthloop and Cindermoor opened joint training centres for fitters.",
      "hearthloop; cindermoor; train"
    ),
    fact.event(
      "river-pump",
      "ct",
      "story:Fernwärme statt Einzelgerät",
      "Köln's river heat pump heats 50,000 homes.",
      "50,000; koln|cologne|river|rhine|district",
      "150 mw|150 megawatt"
    ),
    fact.event(
      "cindermoor-warning",
      "cdp",
      "story:Cindermoor issues second",
      "Cindermoor issued its second profit warning in six months.",
      "cindermoor; profit warning|second time|cut its forecast|warning"
    ),
    fact.figure(
      "cindermoor-forecast",
      "p",
      "story:Cindermoor issues second",
      "Cindermoor now expects operating profit of $14 million to $17 million, down from $26 million.",
      "cindermoor; 14 million; 17 million"
    ),
    fact.against(
      "cindermoor-stock",
      "p",
      "story:Cindermoor issues second",
      "Cindermoor's stock fell 23%.",
      "cindermoor; 23%; stock|share|cindermoor"
    ),
    fact.event(
      "virtual-plant",
      "t",
      "story:A thermostat that bids",
      "Software runs 41,000 heat pumps as one virtual power plant.",
      "41,000"
    ),
    fact.change(
      "asian-share",
      "cdpt",
      "story:Asian makers take 28%",
      "Asian makers took 28% of Europe's heat pump market.",
      "28%; asia"
    ),
    fact.change("prices-fall", "cdt", "story:Asian makers take 28%", "Heat pump prices fell 13%.", "13%; price"),
    fact.outlook(
      "anti-dumping",
      "p",
      "story:Asian makers take 28%",
      "Wärmefeld and two rivals asked Brussels for anti-dumping tariffs.",
      "dumping; brussels|warmefeld"
    ),
    fact.against(
      "refrigerants",
      "cdt",
      "story:New refrigerant rules",
      "New refrigerant rules would ban about half of all models.",
      "refrigerant; 52%|half"
    ),
    fact.event(
      "isbrook-factory",
      "cp",
      "story:Isbrook bets",
      "Isbrook builds a $400 million factory for compressors.",
      "isbrook|compressor; 400 million"
    ),
    fact.player(
      "isbrook-share",
      "p",
      "story:Isbrook bets",
      "Isbrook holds 34% of the market for compressors in residential heat pumps.",
      "isbrook; 34%; isbrook|compressor"
    ),
    fact.against(
      "overcapacity",
      "d",
      "story:Isbrook bets",
      "Overcapacity in compressors is a risk, since Asian competitors expand as well.",
      "isbrook|compressor|asia; overcapacity"
    ),
    fact.outlook(
      "forecast",
      "cdt",
      "story:Bank forecasts",
      "A bank forecasts European sales of 3.1 million heat pumps a year by 2030.",
      "3.1 million; 2030|annual|a year|per year|sales"
    ),
    fact.outlook(
      "forecast-condition",
      "dt",
      "story:Bank forecasts",
      "The forecast holds only if electricity costs less than 2.5 times gas.",
      "forecast|sales|heat pump|3.1 million; 2.5; gas|electricity"
    ),
    fact.against(
      "landlords",
      "ct",
      "story:Landlords shun",
      "Only 4% of rented flats with a boiler of their own have switched to a heat pump.",
      "4%; rent|rented|flat|landlord"
    ),
    fact.player(
      "hearthloop-revenue-year",
      "cp",
      "company:HRTLX",
      "Hearthloop had revenue of $2.61 billion in 2025.",
      "hearthloop; 2.61 billion|2.6 billion"
    ),
    fact.player(
      "isbrook-revenue-year",
      "p",
      "company:ISBKX",
      "Isbrook had revenue of $1.78 billion in 2025.",
      "isbrook; 1.78 billion|1.8 billion"
    ),
    fact.player(
      "warmefeld-value",
      "p",
      "company:WRMFX",
      "Wärmefeld is worth $870 million on the stock market.",
      "warmefeld; 870 million"
    ),
    fact.player(
      "cindermoor-value",
      "p",
      "company:CNDMX",
      "Cindermoor is worth $210 million on the stock market.",
      "cindermoor; 210 million"
    ),
    fact.coverage(
      "publishers",
      "cdt",
      "all",
      "News of the market comes from six publishers.",
      "6 publishers|6 news publishers|6 independent publishers|6 different publishers|6 outlets"
    ),
    fact.coverage(
      "voice",
      "p",
      "all",
      "Hearthloop is named in two of 17 stories.",
      "hearthloop; 2 stories|2 of|2 news|2 article|2 items|2 piece|2 mention"
    ),
    fact.change(
      "search-grant",
      "cdt",
      "search:GB/heat pump grant",
      "British searches for “heat pump grant” are rising, to about 100,000.",
      "heat pump grant; 100,000; rise|rising|rose|up|increas|400%|20,000|fivefold|5 times"
    ),
    fact.change(
      "search-rebate",
      "ct",
      "search:US/heat pump rebate",
      "US searches for “heat pump rebate” are rising, to about 20,000.",
      "rebate; 20,000; rise|rising|rose|up|increas|100%|10,000|double"
    ),
    fact.figure(
      "search-running-cost",
      "t",
      "search:GB/heat pump running cost",
      "“Heat pump running cost” is searched about 10,000 times in Britain.",
      "running cost; 10,000"
    ),
    fact.change(
      "search-propane",
      "t",
      "search:GB/propane heat pump safety",
      "“Propane heat pump safety” is new among British searches.",
      "propane heat pump safety; new"
    ),
    fact.coverage(
      "discussion-old-house",
      "t",
      "post:One year with a heat pump",
      "Owners discuss a year with a heat pump in a house of 1931.",
      "1931"
    ),
    fact.coverage(
      "discussion-quote",
      "t",
      "post:Quote check: $23k",
      "Buyers ask whether $23,000 for a 9 kW heat pump is too much.",
      "23,000; kw|quote"
    )
  ]
}

export const tuning: ReadonlyArray<Rubric> = [electricVehicleCharging, heatPumps]
