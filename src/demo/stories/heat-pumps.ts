import { type Story, story } from "../Story.ts"

/** News of the market for heat pumps. */
export const heatPumps: ReadonlyArray<Story> = [
  story(
    "kilowatt",
    3,
    "Heat pump sales rise for the fourth quarter in a row",
    "Installers fitted 412,000 heat pumps in the {quarter-1}, 18% more than a year earlier and the fourth increase in a row, manufacturers' returns show. Air-to-water units made up 71% of them.",
    "Replacement of oil boilers drove the growth. New housing, once the main outlet, contributed less than a quarter."
  ),
  story(
    "meridian",
    16,
    "Hearthloop beats expectations and lifts its dividend by 10%",
    "Hearthloop Inc. earned $94 million in the {quarter-1}, above the $81 million that analysts had expected, on revenue of $688 million. The maker of heat pumps raised its dividend 10% and will buy back $150 million of shares.",
    "Margins widened to 13.7% as copper and compressors got cheaper. The order book covers 21 weeks of production, against 16 weeks in {month-12}."
  ),
  story(
    "rheinmarkt",
    27,
    "Wärmefeld streicht 1.100 Stellen: heat pump maker cuts every sixth job",
    "Wärmefeld AG is cutting 1,100 of its 6,700 jobs and will close its plant in Göttingen by {month+10}. Sales of heat pumps fell 9% in the first nine months, the company said, far from the 20% growth that it had planned for.",
    "The shares lost 7%. Works council representatives speak of “Missmanagement”; the board blames uncertainty about subsidies, which have been rewritten three times since {year-2}."
  ),
  story(
    "northgate",
    40,
    "Safety agency opens probe into propane heat pumps after two fires",
    "A national safety agency opened an investigation into propane-filled heat pumps after fires damaged two houses in {month-1}. About 64,000 units of the same series, made by Isbrook Compressors under contract, are in use.",
    "Isbrook said leak sensors had been disconnected during installation in both cases. The agency expects first findings within 60 days."
  ),
  story(
    "kilowatt",
    66,
    "Field study: heat pumps in old houses reach a seasonal factor of 3.4",
    "Eighty-eight houses built before 1979, two winters, one-minute meter data: the largest field study of its kind puts the seasonal performance factor of air-source heat pumps in unrenovated homes at 3.4 on average. The worst reached 2.3, the best 4.6.",
    "Oversized units and flow temperatures above 55 °C explain most of the spread. Insulation mattered less than the authors had assumed."
  ),
  story(
    "meridian",
    90,
    "Heat pumps in old houses disappoint, consumer body warns",
    "A consumer association that measured 40 older homes found a seasonal performance factor of just 2.6 for heat pumps, too low to beat gas at current tariffs. In 14 homes heating bills rose, by $310 a year on average.",
    "Manufacturers dispute the sample: every home had been referred to the association because of a complaint."
  ),
  story(
    "northgate",
    124,
    "Government to pay up to $9,000 for replacing gas boilers",
    "Households that replace a gas boiler with a heat pump will receive up to $9,000 from {month+2}, up from $6,500, under rules published on {day-1}. Low-income families can add an interest-free loan.",
    "The programme has $3.1 billion for three years, enough for some 380,000 homes. Installers warned of a buying freeze until the higher grant starts."
  ),
  story(
    "shelf",
    150,
    "DIY chain sells heat pumps beside the garden furniture",
    "Since {month-2}, customers of Pennyfold Home have been able to order a heat pump in the aisle: site check, 7 kW unit and installation for a fixed $11,900. The retailer sold 2,300 in ten weeks, twice its target.",
    "Not everyone is thrilled. A trade guild counts 140 complaints about missed appointments, and Pennyfold has hired 85 fitters of its own rather than wait for subcontractors."
  ),
  story(
    "kilowatt",
    176,
    "Short 58,000 fitters, the industry trains plumbers in five days",
    "Heat pump makers reckon that 58,000 qualified installers are missing across ten countries. Hearthloop and Cindermoor opened joint training centres that turn a plumber into a certified fitter within five days, and have passed 3,900 people through them since {month-6}.",
    "Wages show the shortage: hourly rates rose 11% in a year, faster than in any other building trade."
  ),
  story(
    "rheinmarkt",
    199,
    "Fernwärme statt Einzelgerät: Köln's river pump heats 50,000 homes",
    "With 150 MW of output, the heat pump on the Rhine at Köln is the largest on the continent. It draws warmth from river water of as little as 4 °C, cost €280 million and supplies 50,000 homes through district heating.",
    "At full load a megawatt-hour costs €71, 14% less than from the gas plant that it replaces. Mannheim and Düsseldorf plan similar machines by {year+3}."
  ),
  story(
    "northgate",
    233,
    "Cindermoor issues second profit warning in six months",
    "Cindermoor plc cut its forecast for the second time in six months. The British installer of heat pumps now expects operating profit of $14 million to $17 million for the year, down from $26 million, because subsidy payments arrive five months late on average.",
    "The stock fell 23%. Lenders agreed to relax covenants until {month+8}."
  ),
  story(
    "harbour",
    262,
    "A thermostat that bids on the power exchange",
    "Start-up software now runs 41,000 heat pumps as one virtual power plant. It preheats floors when wind is plentiful, sells the flexibility on the intraday market and passes about $130 a year to each household.",
    "Regulators are watching: when all units restarted at 6 a.m. on {day-9}, frequency in one region dipped for eleven minutes."
  ),
  story(
    "rheinmarkt",
    317,
    "Asian makers take 28% of Europe's heat pump market, und die Preise rutschen",
    "Imports from Asia rose to 28% of heat pumps sold in Europe in the {quarter-1}, from 19% a year before. Average prices for an 8 kW unit fell 13% to €4,350, and for the first time a complete installation in Munich costs less than €20,000.",
    "Wärmefeld and two rivals have asked Brussels for anti-dumping tariffs. A decision is expected by {month+5}."
  ),
  story(
    "kilowatt",
    381,
    "New refrigerant rules: half of all models must be redesigned by {year+2}",
    "From {year+2}, heat pumps below 12 kW may only use refrigerants with a warming potential under 150. Of 1,460 models on the market, 52% would be banned, according to a count of the certification database.",
    "Propane is the obvious substitute, yet it needs larger safety distances: in dense cities one in five outdoor sites would be lost."
  ),
  story(
    "meridian",
    456,
    "Isbrook bets $400 million on compressors for heat pumps",
    "Danish component maker Isbrook Compressors is building a $400 million factory with 650 jobs to double its output of propane compressors to 1.8 million a year. Production should start in {month+16}.",
    "The company holds 34% of the market for compressors in residential heat pumps. Two Asian competitors announced expansions of the same size within a month, and overcapacity is the obvious risk."
  ),
  story(
    "northgate",
    530,
    "Bank forecasts 3.1 million heat pumps a year by {year+4}",
    "Annual sales of heat pumps in Europe will reach 3.1 million by {year+4}, a lender's research desk forecast, almost twice last year's 1.64 million. Electricity priced at less than 2.5 times gas is the condition; the ratio stands at 2.9.",
    "At a ratio of 3.3, the desk expects sales to decline."
  ),
  story(
    "meridian",
    611,
    "Landlords shun heat pumps, and tenants keep paying for gas",
    "Only 4% of rented flats with their own boiler have switched to a heat pump, against 15% of owner-occupied houses, a survey of 2,200 landlords found. Three in five said that they could not recover the cost, $17,400 at the median, through rent.",
    "A bill before parliament would let them raise rents by 8% of the outlay each year. Tenants' groups threaten to sue."
  )
]
