import { type Story, story } from "../Story.ts"

/** News of the market for electric vehicle charging. */
export const electricVehicleCharging: ReadonlyArray<Story> = [
  story(
    "meridian",
    5,
    "Voltmarsh raises its forecast as electric vehicle charging revenue jumps 41%",
    "Voltmarsh Networks, the largest listed operator of rapid chargers, said revenue rose 41% to $212 million in the {quarter-1}, while its net loss narrowed to $18 million from $37 million a year earlier. The company now expects full-year revenue of $810 million to $830 million.",
    "Average utilisation across its 9,300 charging bays climbed to 19%, it said, from 14% a year ago. Another 1,400 bays are to open by {month+9}, which would make Voltmarsh the first EV charging network with more than 10,000."
  ),
  story(
    "kilowatt",
    11,
    "Public fast chargers stand idle more often: utilisation fell to 11%, meter data show",
    "Meter readings from 6,200 public rapid charge points, collected by this paper, put average utilisation at 11% in the {quarter-1}, down from 13% a year before. Networks for electric vehicle charging opened sites faster than drivers bought cars.",
    "The figure sits badly with the 19% that Voltmarsh Networks reported. The operator counts a bay as used from plug-in to departure; our count stops when the current does."
  ),
  story(
    "northgate",
    21,
    "Amperly recalls 48,000 home charging units after cables overheat",
    "Amperly Corp. is recalling 48,000 wall-mounted units for electric vehicle charging that were sold between {month-20} and {month-8} after 31 reports of overheating cables. Nobody was hurt, the company said.",
    "The recall will cost about $22 million. Shares fell 12% in early trading, their steepest drop in two years. Owners were told to limit EV charging to 16 amperes until an electrician has replaced the cable."
  ),
  story(
    "rheinmarkt",
    31,
    "Wattmühle rolls 300 charging parks onto Korbhaus car parks",
    "Wattmühle SE will build 300 charging parks for electric cars beside Korbhaus supermarkets and invest €180 million over four years. Düsseldorf, Köln and Nürnberg come first; 40 sites should open by {month+7}.",
    "Under the 15-year lease, Korbhaus receives 6% of charging revenue. Analysts had expected a rival bid from Voltmarsh, which dropped out in {month-2}."
  ),
  story(
    "shelf",
    45,
    "Shoppers who plug in stay 23 minutes longer, and spend 9% more",
    "Castlegate Markets looked at 1.1 million loyalty-card visits and found that customers who use its EV charging bays stay 23 minutes longer and fill a basket that is 9% dearer. Before, the grocer had seen electric vehicle charging as a courtesy.",
    "The chain will add 520 bays by the end of {year+1}. Electricity itself earns next to nothing, a spokesperson admitted: after energy and rent the margin is 2%."
  ),
  story(
    "meridian",
    69,
    "Lawmakers set aside $2.4 billion for truck charging along freight corridors",
    "After eleven hours of talks, a cross-party committee agreed to spend $2.4 billion over five years on high-power charging for electric lorries. Sites must offer at least 1 megawatt per bay and stand at most 60 miles apart.",
    "Operators welcomed the subsidy, though the money arrives slowly: only $190 million may be paid out before {month+14}."
  ),
  story(
    "kilowatt",
    77,
    "Developers now wait 22 months for a grid connection, up from 15",
    "The median wait to connect an electric vehicle charging hub has grown to 22 months, from 15 months two years ago, according to filings with 14 network operators. Transformers are the bottleneck. A 2.5 MVA unit that took 30 weeks to deliver in {year-3} now takes 88.",
    "Four developers of EV charging sites told us that they have cancelled projects outright, 61 in all."
  ),
  story(
    "kilowatt",
    98,
    "“We are not in talks”: Kerbwell rejects takeover report",
    "Kerbwell plc says it is not in talks with Voltmarsh Networks or anyone else. The operator dismissed a newswire's account of a $640 million deal and kept its plan to install 9,000 kerbside points for electric vehicle charging next year.",
    "Its shares, which had risen 18% on the report, fell 6% on the denial."
  ),
  story(
    "northgate",
    117,
    "Voltmarsh in talks to buy Kerbwell for $640 million, people familiar say",
    "Voltmarsh Networks is in advanced talks to acquire Kerbwell plc, which runs 27,000 lamp-post chargers, for about $640 million in cash and shares, according to two people familiar with the matter. A deal could be announced before {day+21}.",
    "Together they would hold 17% of public electric vehicle charging points in Britain."
  ),
  story(
    "rheinmarkt",
    143,
    "Schnellladen wird billiger: rapid charging falls to 49 cents a kilowatt-hour",
    "Drivers of electric cars pay less at the motorway. The average price of rapid charging in Germany fell to 49 cents per kilowatt-hour in {month-1}, from 58 cents a year earlier, as wholesale power got cheaper and roaming fees shrank.",
    "Without a contract it still costs 67 cents. Consumer groups call the gap “schwer zu erklären”; Wattmühle speaks of cross-subsidies that it wants to end by {month+4}."
  ),
  story(
    "harbour",
    170,
    "Security flaw let researchers charge cars on strangers' accounts",
    "Researchers warned that 14 models of charge point accept a recorded plug-and-charge handshake a second time, which opens the door to fraud: the session is billed to whoever plugged in before. About 38,000 electric vehicle charging stations are at risk.",
    "Two of the three makers have shipped firmware. The third, still unnamed, missed its deadline of 90 days. EV charging networks say that they have seen no abuse."
  ),
  story(
    "meridian",
    214,
    "Fleets delay electric vans as depot charging costs bite",
    "Of 410 fleet managers polled by the Ledger, 27% have postponed orders for electric vehicles and 11% have cancelled them. Depot EV charging is the reason named most often: rewiring a yard for 50 vans costs $1.3 million at the median, nearly twice the estimate that buyers had been given.",
    "The picture is not uniform. Parcel companies with their own substations are expanding, and say that each van saves $4,100 a year."
  ),
  story(
    "northgate",
    241,
    "Electric cars reach record 29% of new registrations",
    "Battery-electric models took 29% of new car registrations across 18 European markets in {month-1}, a record, up from 22% a year earlier. The number of public charging points rose 24% over the same twelve months to 1.18 million.",
    "Industry groups had forecast 27%."
  ),
  story(
    "kilowatt",
    290,
    "Batteries behind the bay cut connection costs by 35%",
    "By parking a 400 kWh battery next to each pair of dispensers, Skarvlade ASA opened 22 electric vehicle charging hubs in places where the grid could spare only 80 kW. Connection costs fell 35% against its conventional sites, and the median hub was ready in seven months.",
    "The batteries come from scrapped buses. Skarvlade expects to recover the extra outlay of €210,000 per hub within four years; a bank that turned the scheme down reckoned with nine."
  ),
  story(
    "northgate",
    339,
    "Cable thefts cost charging operators $19 million this year",
    "Thieves cut 7,400 cables of EV charging stations in the first nine months of {year}, more than three times as many as in the same period last year, an operators' association warned. Damage and lost revenue came to $19 million.",
    "A stolen cable yields copper worth about $25. Replacing it costs up to $2,300, and the electric vehicle charging bay is out of service for 12 days on average."
  ),
  story(
    "shelf",
    364,
    "Coffee, not current: forecourt shops lift sales 34% at charging hubs",
    "Twenty minutes is a long time to stand beside an electric car. Convenience stores at EV charging hubs sold 34% more hot drinks and 21% more bakery goods last quarter than those at petrol-only sites, according to till data from 880 shops.",
    "Landlords have noticed: rents at hub locations rose 8% in a year."
  ),
  story(
    "rheinmarkt",
    408,
    "Home-charger grants run dry after 71 hours, and Förderstopp leaves 90,000 applicants waiting for a second round that the ministry promises for next year but for which, as budget papers seen by this newspaper show, no money has been earmarked",
    "The €200 million programme for home charging with rooftop solar closed after 71 hours. Some 33,000 households were approved and 90,000 were not. Installers in München and Würzburg report a wave of cancelled orders.",
    "The ministry promises a second round in {year+1}. Budget papers list no funds for it. Makers of electric vehicle charging equipment had built up stock in expectation of demand."
  ),
  story(
    "meridian",
    497,
    "Amperly wins order for 120,000 two-way chargers",
    "A group of six regional utilities picked Amperly Corp. to supply 120,000 bidirectional units, a contract worth up to $310 million, so that parked electric vehicles can feed power back during the evening peak. Delivery starts in {month+5}.",
    "Customers who lend their battery for 60 hours a year will be paid $420. In a trial with 900 households, seven in ten stayed beyond the first year."
  ),
  story(
    "kilowatt",
    583,
    "Public charge points to double to 2.4 million by {year+4}, grid planners say",
    "Europe's network planners expect 2.4 million public points for electric vehicle charging by {year+4}, twice as many as today, and a peak load of 31 GW that would fall to 19 GW if half of the drivers accepted delayed charging.",
    "Their previous outlook, two years old, had projected 3.1 million. Slower sales of small electric cars and larger hubs with fewer, faster bays explain the cut."
  ),
  story(
    "harbour",
    655,
    "Megawatt charging works, until it rains",
    "In a six-week test, prototypes of a 1.2 MW connector refilled an electric truck from 20% to 80% in 28 minutes. Then came the weather. Moisture sensors stopped 17% of sessions, and the liquid-cooled cable, at 4.9 kg per metre, needed a hoist.",
    "Production is planned for the {quarter+3}. Engineers on the project consider the sealing problem solved; hauliers who took part would like to see a second winter."
  )
]
