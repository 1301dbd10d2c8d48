import { type Story, story } from "../Story.ts"

/** News of the market for oat milk and other plant-based drinks. */
export const oatMilk: ReadonlyArray<Story> = [
  story(
    "shelf",
    4,
    "Oat milk overtakes almond in the chiller",
    "For the first time, grocers sold more oat milk than almond milk over a full quarter. Till data from 14,200 shops put oat at 43% of plant-based drinks by value in the {quarter-1} and almond at 38%. Sales of oat milk grew 12% to $486 million.",
    "Barista cartons made up more than half of the growth."
  ),
  story(
    "meridian",
    19,
    "Meadowpour swings to a profit as oat milk prices hold",
    "Meadowpour Foods Inc. reported net income of $11 million for the {quarter-1}, after a loss of $24 million a year ago, on oat milk revenue that rose 16% to $203 million. The maker of plant-based drinks closed one of its four plants in {month-7} and has renegotiated its contracts for oats.",
    "Chief among the remaining worries is coffee: chains account for 37% of sales, and the largest contract ends in {month+6}."
  ),
  story(
    "northgate",
    29,
    "Meadowpour recalls 310,000 cartons of oat milk over undeclared nuts",
    "Meadowpour Foods is recalling 310,000 one-litre cartons of its barista oat milk because they may contain traces of hazelnut that the label does not mention. Three allergic reactions have been reported.",
    "The cartons carry best-before dates up to {day+58}. The company stopped one filling line and put the cost of the recall at $4 million."
  ),
  story(
    "shelf",
    47,
    "Own-label oat milk takes a third of the market",
    "Supermarkets' own labels reached 33% of oat milk sold by volume, seven points more than two years ago, and the gap in price is the reason: $1.89 a litre on average, against $2.94 for brands.",
    "Haverlund AB answers with smaller cartons at $1.99. Castlegate Markets has meanwhile moved its own plant-based drinks to eye level."
  ),
  story(
    "rheinmarkt",
    61,
    "Milch darf nicht Milch heißen: court upholds ban on “oat milk” label",
    "Oat drinks may not be sold as “Hafermilch”, a German appeals court ruled, nor may a carton say “oat milk” in English. Haverlund AB must relabel 26 products in Germany by {month+3} and pay a fine of €240,000.",
    "The dairy association that brought the lawsuit wants the ruling applied to all plant-based drinks. Haverlund will appeal; in a poll that it paid for, 94% of shoppers knew what was in the carton."
  ),
  story(
    "shelf",
    82,
    "Plant-based drinks shrink overall, and only oat milk still grows",
    "Volumes of plant-based drinks fell 3% in the past twelve months: soy lost 11%, almond 9% and rice 17%. Oat milk was the exception with a gain of 5%, a third of the pace of {year-2}.",
    "Category managers are cutting the space. Castlegate Markets lists 38 products today, after 61 at the peak."
  ),
  story(
    "northgate",
    106,
    "Larkfold Dairies to buy oat milk maker Grainling for $275 million",
    "Larkfold Dairies agreed to acquire Grainling Co., a maker of organic oat milk, for $275 million, or 2.6 times annual sales. The dairy group said the deal would add to earnings in the second year and save $18 million in distribution costs.",
    "Closing is expected by {month+4}, subject to approval by competition authorities."
  ),
  story(
    "meridian",
    135,
    "Oat prices climb 27% after a wet harvest",
    "Milling oats trade at $412 a tonne, 27% more than in {month-6}, after rain spoiled about a fifth of the harvest in the north. Raw grain is roughly 9% of what a litre of oat milk costs to make.",
    "Haverlund has hedged its needs until {month+8}. Smaller producers have not, and two told the Ledger that they will raise prices by 6% to 8%."
  ),
  story(
    "shelf",
    163,
    "No surcharge: coffee chain makes oat milk the default",
    "Order a latte at one of 740 Bellwarren Coffee shops and it now comes with oat milk unless you ask for dairy. The chain dropped its surcharge of 65 cents in {month-3}; the share of drinks with oat rose from 28% to 61%.",
    "Sales of plant-based drinks rose 18% and milk waste fell 19%. Complaints doubled in the first two weeks and have since returned to their usual level."
  ),
  story(
    "harbour",
    190,
    "Enzymes by design make oat milk foam like dairy",
    "Foam that collapses is what baristas hold against cheap oat milk and other plant-based drinks. Grainling used a protein model to design an enzyme which keeps oat proteins in solution; in blind tests, 58 of 80 baristas could not tell it from dairy.",
    "The enzyme adds 1.4 cents per litre. Food regulators still have to clear it, a matter of 14 months on average."
  ),
  story(
    "rheinmarkt",
    221,
    "Haverlund halves its loss, aber das China-Geschäft schrumpft",
    "The Swedish oat milk group Haverlund AB halved its operating loss to €21 million in the {quarter-1}. Revenue in Europe grew 8%, while sales in China fell 26% after a coffee chain changed supplier.",
    "Break-even is promised for {year+1}, a year later than the founders had announced at the listing. Analysts in Zürich remain sceptical and advise to sell."
  ),
  story(
    "shelf",
    248,
    "School canteens pour oat milk, and half of it ends up in the sink",
    "A pilot in 112 schools offered free oat milk at lunch. Pupils took 1.3 cartons a week and left 46% undrunk, against 31% for cow's milk, a weighing of waste showed.",
    "Vanilla did better, at 22%, though it breaks the sugar limit that applies from {month+5}."
  ),
  story(
    "northgate",
    276,
    "Tax authorities rule oat milk is a soft drink, VAT rises to 20%",
    "Oat milk will be taxed as a soft drink from {month+2}, at 20% instead of 5%, tax authorities ruled. Producers fear that plant-based drinks will cost 22 cents a litre more and that volumes will decline by up to 9%.",
    "Meadowpour and Haverlund said that they would challenge the ruling together."
  ),
  story(
    "shelf",
    328,
    "Powdered oat milk saves a lorry in ten",
    "Why ship water? Sachets of powdered oat milk, mixed at home, weigh a tenth of a carton. Pennyfold put them into 410 shops; 8% of oat milk buyers tried one and a third of those came back.",
    "Taste is the hurdle: testers gave 6.1 points out of ten, after 7.4 for fresh. A new recipe is expected in {month+3}."
  ),
  story(
    "rheinmarkt",
    393,
    "Bauern in Österreich setzen auf Hafer: oat acreage up 40%",
    "Farmers in Upper Austria sowed 40% more oats this year, 31,000 hectares, because oat milk makers pay a premium of €38 a tonne for regional grain. Haverlund's mill near Linz takes three quarters of it under contracts that run until {year+3}.",
    "Yields disappointed at 3.6 tonnes per hectare, and storage is short: 12 silos are under construction."
  ),
  story(
    "shelf",
    470,
    "One in four households buys oat milk, and loyalty is thin",
    "Panel data from 30,000 homes: 25% bought oat milk at least once in the past year, up from 21%. The average buyer of plant-based drinks switches between 3.2 brands, more than for any other drink in the chiller, and seven in ten purchases happen on promotion.",
    "Households with children under six are the most faithful customers."
  ),
  story(
    "meridian",
    560,
    "Oat milk sales to slow to 4% a year until {year+4}, bank says",
    "After a decade of double-digit growth, oat milk is entering middle age. A bank's consumer team expects sales to grow 4% a year to $7.9 billion by {year+4}; its forecast two years ago was 11%.",
    "Consolidation should follow. Of 64 producers of plant-based drinks with a factory of their own, the team expects 30 to survive."
  ),
  story(
    "shelf",
    640,
    "Precision-fermented milk arrives, and oat milk brands shrug",
    "The first drink with whey proteins brewed by microbes reached 90 shops at $3.79 a litre. Makers of oat milk see little risk for now: at that price, a buyer at Castlegate noted, it competes with cream.",
    "Larkfold Dairies, which makes the drink under licence, plans capacity of 20 million litres by {month+12}."
  )
]
