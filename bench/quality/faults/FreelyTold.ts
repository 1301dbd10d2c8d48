/**
 * The same stories told freely, by somebody who did not write the check and after it was written: other verbs, other
 * order, passive for active, a sum done in passing. The sentence, then how the titles of the stories that it cites
 * begin.
 */
export const freelyTold: ReadonlyArray<readonly [text: string, ...titles: ReadonlyArray<string>]> = [
  [
    "Public rapid charge points were in use only 11% of the time in the third quarter, two points less than a year before.",
    "Public fast chargers"
  ],
  [
    "Kilowatt Weekly counted an average utilisation of 11%, while Voltmarsh Networks reported 19%.",
    "Public fast chargers"
  ],
  [
    "With an investment of €180 million, Wattmühle plans 300 charging parks at Korbhaus supermarkets.",
    "Wattmühle rolls"
  ],
  ["Voltmarsh, expected to bid as well, dropped out in September 2026.", "Wattmühle rolls"],
  ["High-power charging for electric lorries will get $2.4 billion over five years.", "Lawmakers set aside"],
  ["No more than $190 million of that money can be paid before 2028.", "Lawmakers set aside"],
  [
    "A takeover of Kerbwell by Voltmarsh Networks, worth about $640 million, could be announced before 8 December.",
    "Voltmarsh in talks"
  ],
  ["Voltmarsh and Kerbwell combined would own 17% of Britain's public charging points.", "Voltmarsh in talks"],
  [
    "German drivers paid 49 cents per kilowatt-hour for rapid charging in October 2026, nine fewer than a year earlier.",
    "Schnellladen wird"
  ],
  ["More than a quarter of fleet managers (27%) have postponed their orders for electric vehicles.", "Fleets delay"],
  ["Rewiring a depot for 50 vans typically costs $1.3 million.", "Fleets delay"],
  ["Skarvlade built 22 hubs where the grid had only 80 kW to spare, using batteries of 400 kWh.", "Batteries behind"],
  ["Skarvlade's connection costs were 35% lower than at its conventional sites.", "Batteries behind"],
  ["Stores at charging hubs sell 34% more hot drinks than petrol-only sites.", "Coffee, not current"],
  ["Six utilities ordered 120,000 bidirectional chargers from Amperly for up to $310 million.", "Amperly wins"],
  ["Owners who lend their car battery for 60 hours get $420 a year.", "Amperly wins"],
  ["An electric truck was charged from 20% to 80% within 28 minutes.", "Megawatt charging"],
  ["Hearthloop made $94 million in the third quarter, beating the expected $81 million.", "Hearthloop beats"],
  ["Cheaper copper and compressors lifted Hearthloop's margin to 13.7%.", "Hearthloop beats"],
  ["Two house fires in October 2026 led a safety agency to investigate propane heat pumps.", "Safety agency"],
  ["According to Isbrook, the leak sensors had been disconnected in both houses.", "Safety agency"],
  [
    "In 40 older homes, heat pumps reached a seasonal performance factor of only 2.6.",
    "Heat pumps in old houses disappoint"
  ],
  [
    "Makers of the pumps say the sample was not representative, as all homes came from complaints.",
    "Heat pumps in old houses disappoint"
  ],
  ["Pennyfold customers pay a fixed $11,900 for a 7 kW heat pump including installation.", "DIY chain"],
  ["Missed appointments have led to 140 complaints.", "DIY chain"],
  ["Köln's river heat pump delivers 150 MW and heats 50,000 homes.", "Fernwärme statt"],
  ["The pump's heat costs €71 per megawatt-hour, 14% below the gas plant it replaces.", "Fernwärme statt"],
  ["A virtual power plant of 41,000 heat pumps earns households about $130 a year each.", "A thermostat"],
  ["Just over half of the heat pump models, 52% of 1,460, would no longer be allowed from 2028.", "New refrigerant"],
  ["A bank expects Europeans to buy 3.1 million heat pumps a year by 2030, up from 1.64 million.", "Bank forecasts"],
  [
    "Tessellon's T9 manages 31 tokens per second at 3.8 watts; the chip before it managed 12 at 5.1 watts.",
    "Tessellon's new"
  ],
  ["Sunhaven's phone with the T9 is expected in February 2027.", "Tessellon's new"],
  ["After six minutes the T9's rate fell from 31 to 17 tokens per second.", "We measured it"],
  ["The state contributes €1.9 billion to Marrowgate's €3.6 billion expansion in Dresden.", "Dresden fab"],
  ["The subsidy for the Dresden fab still needs approval from Brussels.", "Dresden fab"],
  ["Nimbrel accuses Tessellon of infringing four patents and wants $750 million.", "Nimbrel sues"],
  ["A court will hear the injunction on 20 December 2026.", "Nimbrel sues"],
  ["Laptops with two AI chips ran 4.5 hours longer per charge in tests.", "Why your next laptop"],
  [
    "Sunhaven wants to depend less on Tessellon and will invest $1.1 billion in a chip of its own.",
    "Sunhaven to spend"
  ],
  [
    "Milling machines fitted with AI chips stood still 31% less often and produced 6% more.",
    "Maschinenbauer entdecken"
  ],
  ["Physicians saved 47 minutes a day in a trial at 61 practices.", "Doctors get"],
  ["Over 4,000 developers want chip makers to publish instruction sets.", "Open model"],
  [
    "Meadowpour earned $11 million in the third quarter of 2026, having lost $24 million a year before.",
    "Meadowpour swings"
  ],
  ["Coffee chains make up 37% of Meadowpour's sales.", "Meadowpour swings"],
  ["A third of all oat milk (33%) is now sold under supermarkets' own labels.", "Own-label oat milk"],
  ["Own-label oat milk costs $1.89 a litre, brands $2.94.", "Own-label oat milk"],
  ["While soy, almond and rice drinks declined, oat milk grew by 5%.", "Plant-based drinks shrink"],
  ["Castlegate Markets cut its range from 61 plant-based products to 38.", "Plant-based drinks shrink"],
  ["At $412 a tonne, milling oats are 27% dearer than in May 2026.", "Oat prices climb"],
  ["Two smaller producers plan price increases of 6% to 8%.", "Oat prices climb"],
  ["In blind tests most baristas, 58 of 80, could not distinguish the oat foam from dairy.", "Enzymes by design"],
  ["Pupils left 46% of their oat milk, compared with 31% of cow's milk.", "School canteens"],
  ["Testers rated powdered oat milk 6.1 out of ten and fresh oat milk 7.4.", "Powdered oat milk"],
  ["A quarter of households (25%) bought oat milk in the past year, after 21% before.", "One in four"],
  ["Larkfold Dairies aims at a capacity of 20 million litres by October 2027.", "Precision-fermented"],
  ["Kestrel Auto made its two electric vehicles 8% cheaper.", "Kestrel Auto cuts"],
  ["Auroral Motors has raised $1.2 billion for a plant in Valencia.", "Auroral Motors raises"],
  ["Public charging points doubled to 122,000 within a year.", "Charging network for"],
  ["Used electric vehicles lose 24% of their value in a year, petrol cars 15%.", "Used electric vehicles"],
  ["The tariff on imported electric vehicles would go up from 10% to 25%.", "Tariffs on imported"]
]
