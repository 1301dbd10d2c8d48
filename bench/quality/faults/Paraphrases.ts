/**
 * What the demo's stories say in words of our own: the sentence, then how the titles of the stories that it cites
 * begin.
 */
export const paraphrases: ReadonlyArray<readonly [text: string, ...titles: ReadonlyArray<string>]> = [
  ["Revenue at Voltmarsh Networks climbed by 41 percent to $212m in Q3 2026.", "Voltmarsh raises"],
  ["Voltmarsh cut its net loss from $37 million to $18 million within a year.", "Voltmarsh raises"],
  ["For the full year, Voltmarsh Networks expects revenue of $810-830 million.", "Voltmarsh raises"],
  ["Average utilisation of Voltmarsh's 9,300 bays rose from 14 to 19 percent.", "Voltmarsh raises"],
  [
    "Meter readings put the average utilisation of public rapid charge points at 11%, after 13% a year before.",
    "Public fast chargers"
  ],
  [
    "Sites for electric vehicle charging were opened faster than drivers bought cars, Kilowatt Weekly says.",
    "Public fast chargers"
  ],
  [
    "Amperly is recalling 48,000 wall-mounted charging units after 31 reports of overheating cables.",
    "Amperly recalls"
  ],
  ["The recall costs Amperly about $22m, and its shares fell 12%.", "Amperly recalls"],
  ["According to Amperly, nobody was hurt.", "Amperly recalls"],
  [
    "Wattmühle is to invest €180m over four years in 300 charging parks beside Korbhaus supermarkets.",
    "Wattmühle rolls"
  ],
  ["Korbhaus gets 6 percent of charging revenue under a lease of 15 years.", "Wattmühle rolls"],
  ["At Castlegate Markets, customers who use the charging bays stay 23 minutes longer.", "Shoppers who plug in"],
  ["Castlegate will add 520 charging bays by the end of 2027.", "Shoppers who plug in"],
  ["After energy and rent, electricity earns Castlegate a margin of 2 percent.", "Shoppers who plug in"],
  ["A committee agreed to spend $2.4bn over five years on charging for electric lorries.", "Lawmakers set aside"],
  [
    "Sites for electric lorries must offer at least 1 MW per bay and stand at most 60 miles apart.",
    "Lawmakers set aside"
  ],
  ["Only $190m of the subsidy may be paid out before January 2028.", "Lawmakers set aside"],
  ["The median wait to connect a charging hub has grown from 15 months to 22 months.", "Developers now wait"],
  ["Four developers have cancelled 61 projects.", "Developers now wait"],
  ["A 2.5 MVA transformer unit now takes 88 weeks to deliver, up from 30 weeks in 2023.", "Developers now wait"],
  ["Voltmarsh Networks is in talks to acquire Kerbwell for about $640m in cash and shares.", "Voltmarsh in talks"],
  ["Kerbwell runs 27,000 lamp-post chargers.", "Voltmarsh in talks"],
  ["A deal between Voltmarsh and Kerbwell could be announced before 8 December 2026.", "Voltmarsh in talks"],
  ["Kerbwell says that it is not in talks with Voltmarsh Networks.", "“We are not"],
  ["Shares of Kerbwell rose 18% on the report and fell 6% on the denial.", "“We are not"],
  ["Kerbwell keeps its plan to install 9,000 kerbside points next year.", "“We are not"],
  [
    "Northgate Newswire reports talks about a $640m takeover of Kerbwell, while Kerbwell says it is not in talks with anyone.",
    "Voltmarsh in talks",
    "“We are not"
  ],
  [
    "In Germany, rapid charging fell to 49 cents per kWh in October 2026, from 58 cents a year earlier.",
    "Schnellladen wird"
  ],
  ["Without a contract, rapid charging in Germany costs 67 cents.", "Schnellladen wird"],
  ["About 38,000 charging stations are at risk of fraud, researchers warned.", "Security flaw"],
  ["Charging networks have seen no abuse, they say.", "Security flaw"],
  [
    "Of 410 fleet managers, 27 percent have postponed orders for electric vehicles and 11 percent have cancelled them.",
    "Fleets delay"
  ],
  ["Rewiring a yard for 50 vans costs $1.3m at the median.", "Fleets delay"],
  ["Parcel companies with their own substations say that each electric van saves $4,100 a year.", "Fleets delay"],
  [
    "Battery-electric models took a record 29% of new car registrations in October 2026, up from 22%.",
    "Electric cars reach"
  ],
  ["Public charging points in 18 European markets rose 24% to 1,180,000.", "Electric cars reach"],
  [
    "Skarvlade opened 22 charging hubs with a 400 kilowatt-hour battery next to each pair of dispensers.",
    "Batteries behind"
  ],
  ["Connection costs of Skarvlade fell 35 percent against its conventional sites.", "Batteries behind"],
  ["Thieves cut 7,400 cables of charging stations in the first nine months of 2026.", "Cable thefts"],
  ["Stolen cables cost charging operators $19m in damage and lost revenue.", "Cable thefts"],
  ["A bay whose cable was stolen is out of service for 12 days on average.", "Cable thefts"],
  ["Shops at charging hubs sold 34 percent more hot drinks than those at petrol-only sites.", "Coffee, not current"],
  ["Rents at hub locations rose by 8 percent in a year.", "Coffee, not current"],
  ["The €200m programme for home charging closed after 71 hours.", "Home-charger grants"],
  ["Some 33,000 households were approved, and 90,000 were not.", "Home-charger grants"],
  ["Six regional utilities picked Amperly to supply 120,000 bidirectional units for up to $310m.", "Amperly wins"],
  ["Amperly starts delivery in March 2027.", "Amperly wins"],
  [
    "Network planners expect 2.4m public charging points in Europe by 2030, twice as many as today.",
    "Public charge points"
  ],
  [
    "In a test, a 1.2 megawatt connector refilled an electric truck from 20% to 80% in 28 minutes.",
    "Megawatt charging"
  ],
  ["Moisture sensors stopped 17 percent of sessions.", "Megawatt charging"],
  [
    "Voltmarsh reports a utilisation of 19%, whereas meter readings from public rapid charge points show 11%.",
    "Voltmarsh raises",
    "Public fast chargers"
  ],
  ["Installers fitted 412,000 heat pumps in Q3 2026, an increase of 18 percent.", "Heat pump sales"],
  ["Air-to-water units made up 71 percent of the heat pumps fitted.", "Heat pump sales"],
  ["Hearthloop earned $94m in Q3 2026, above the $81m that analysts had expected.", "Hearthloop beats"],
  ["Hearthloop will buy back shares for $150m and raised its dividend by 10 percent.", "Hearthloop beats"],
  ["Hearthloop's order book covers 21 weeks of production, after 16 weeks in November 2025.", "Hearthloop beats"],
  ["Wärmefeld cuts 1,100 of 6,700 jobs.", "Wärmefeld streicht"],
  ["Wärmefeld will close its plant in Göttingen by September 2027.", "Wärmefeld streicht"],
  [
    "Sales of heat pumps at Wärmefeld fell 9% in the first nine months, far from the planned growth of 20%.",
    "Wärmefeld streicht"
  ],
  ["A safety agency opened an investigation into propane heat pumps after fires in two houses.", "Safety agency"],
  ["About 64,000 units made by Isbrook Compressors are in use.", "Safety agency"],
  ["Isbrook said that leak sensors had been disconnected in both cases.", "Safety agency"],
  ["A field study of 88 houses puts the seasonal performance factor of heat pumps at 3.4 on average.", "Field study"],
  ["Insulation mattered less than the authors had assumed.", "Field study"],
  [
    "A consumer association found a seasonal performance factor of 2.6 in 40 older homes.",
    "Heat pumps in old houses disappoint"
  ],
  ["Heating bills rose in 14 of the homes, by $310 a year on average.", "Heat pumps in old houses disappoint"],
  [
    "The field study found a seasonal performance factor of 3.4, but a consumer association found just 2.6.",
    "Field study",
    "Heat pumps in old houses disappoint"
  ],
  [
    "Households will receive up to $9,000 for replacing a gas boiler from January 2027, up from $6,500.",
    "Government to pay"
  ],
  ["The programme's $3.1bn is enough for some 380,000 homes.", "Government to pay"],
  ["Pennyfold sold 2,300 heat pumps in ten weeks, twice its target.", "DIY chain"],
  ["Pennyfold Home sells a 7 kilowatt unit with installation for a fixed $11,900.", "DIY chain"],
  ["Makers of heat pumps reckon that 58,000 qualified installers are missing in ten countries.", "Short 58,000"],
  ["Hourly rates of fitters rose 11 percent in a year.", "Short 58,000"],
  ["The heat pump on the Rhine at Köln has an output of 150 megawatts and cost €280m.", "Fernwärme statt"],
  ["Köln's heat pump supplies 50,000 homes through district heating.", "Fernwärme statt"],
  [
    "Cindermoor now expects operating profit of $14-17 million for the year, down from $26 million.",
    "Cindermoor issues"
  ],
  ["Cindermoor's stock fell 23 percent.", "Cindermoor issues"],
  ["Lenders of Cindermoor agreed to relax covenants until July 2027.", "Cindermoor issues"],
  [
    "Software runs 41,000 heat pumps as one virtual power plant and passes about $130 a year to each household.",
    "A thermostat"
  ],
  ["Imports from Asia rose from 19 to 28 percent of heat pumps sold in Europe.", "Asian makers"],
  ["An 8 kW heat pump costs €4,350 on average after prices fell by 13%.", "Asian makers"],
  ["From 2028, 52% of 1,460 heat pump models would be banned.", "New refrigerant"],
  ["Isbrook is building a $400m factory with 650 jobs.", "Isbrook bets"],
  ["Isbrook Compressors holds 34 percent of the market for compressors in residential heat pumps.", "Isbrook bets"],
  ["A lender's research desk forecasts annual sales of 3.1m heat pumps in Europe by 2030.", "Bank forecasts"],
  [
    "Only 4 percent of rented flats have switched to a heat pump, against 15 percent of owner-occupied houses.",
    "Landlords shun"
  ],
  ["Tessellon's T9 answers at 31 tokens per second and draws 3.8 watts.", "Tessellon's new"],
  ["Sunhaven Electronics will ship the T9 first, in a phone due in February 2027.", "Tessellon's new"],
  ["Tessellon reported record orders of $2.9bn for on-device AI chips, an increase of 63%.", "Tessellon shares"],
  ["Tessellon's gross margin fell from 53% to 51.2% because of higher memory prices.", "Tessellon shares"],
  [
    "In a test by Silicon Harbour, the T9 held 31 tokens per second for six minutes, then the rate dropped to 17.",
    "We measured it"
  ],
  ["Nimbrel Devices makes 34% of its sales in the markets concerned by the draft export regulation.", "Export rules"],
  ["Marrowgate will expand its fab in Dresden for €3.6bn, of which the state pays €1.9bn.", "Dresden fab"],
  ["Brussels has yet to approve the subsidy for Marrowgate.", "Dresden fab"],
  ["Pebblecore raised $120m at a valuation of $900m.", "Pebblecore raises"],
  ["Nimbrel seeks $750m in damages from Tessellon, and a sales ban.", "Nimbrel sues"],
  [
    "An answer needs 0.31 watt-hours in a data centre and 0.034 watt-hours on a phone with an AI chip.",
    "Answers on the phone"
  ],
  ["Sunhaven and two rivals have cut orders for AI chips by 15-20% for Q1 2027.", "Phone makers cut"],
  ["Sunhaven plans its own AI chip and will spend $1.1bn over three years.", "Sunhaven to spend"],
  [
    "Phone makers cut their orders for on-device AI chips, while Tessellon reports record orders of $2.9 billion.",
    "Phone makers cut",
    "Tessellon shares"
  ],
  ["Contract prices of memory rose 22 percent in Q3 2026.", "Memory is what"],
  ["Nimbrel claims to need 43 percent less memory for the same answers.", "Memory is what"],
  ["Unplanned stoppages fell by 31 percent on 340 milling machines near Tübingen.", "Maschinenbauer entdecken"],
  [
    "Marrowgate delays volume production on its 2 nm line to Q4 2027 because yields remain below 50%.",
    "Marrowgate delays"
  ],
  ["An AI scribe saved physicians 47 minutes a day across 61 practices.", "Doctors get"],
  ["The median of eleven forecasts puts sales of on-device AI chips at $58bn by 2030.", "On-device AI chips to be"],
  ["Tessellon has not answered the petition of more than 4,000 developers.", "Open model"],
  ["Oat took 43 percent of plant-based drinks by value and almond 38 percent in Q3 2026.", "Oat milk overtakes"],
  ["Sales of oat milk rose by 12 percent to $486m.", "Oat milk overtakes"],
  ["Meadowpour made a net income of $11m after a loss of $24m a year ago.", "Meadowpour swings"],
  ["Coffee chains account for 37 percent of sales at Meadowpour.", "Meadowpour swings"],
  ["Meadowpour is recalling 310,000 cartons of oat milk that may contain traces of hazelnut.", "Meadowpour recalls"],
  ["Three allergic reactions to Meadowpour's oat milk have been reported.", "Meadowpour recalls"],
  [
    "Supermarkets' own labels reached a third of oat milk sold, at $1.89 a litre against $2.94 for brands.",
    "Own-label oat milk"
  ],
  ["A German appeals court ruled that oat drinks may not be sold as “Hafermilch”.", "Milch darf"],
  ["Haverlund must relabel 26 products and pay a fine of €240,000.", "Milch darf"],
  ["Volumes of plant-based drinks fell 3 percent, but oat milk gained 5 percent.", "Plant-based drinks shrink"],
  ["Larkfold Dairies is to acquire Grainling for $275m, 2.6 times annual sales.", "Larkfold Dairies to buy"],
  ["Milling oats trade at $412 a tonne, 27 percent more after a wet harvest.", "Oat prices climb"],
  ["Haverlund halved its operating loss to €21m, while sales in China fell 26%.", "Haverlund halves"],
  ["A bank expects sales of oat milk to grow 4% a year to $7.9bn.", "Oat milk sales to slow"]
]
