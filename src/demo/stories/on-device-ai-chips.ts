import { type Story, story } from "../Story.ts"

/** News of the market for chips that run artificial intelligence on the device itself. */
export const onDeviceAiChips: ReadonlyArray<Story> = [
  story(
    "harbour",
    2,
    "Tessellon's new AI chip runs a 9-billion-parameter model on a phone battery",
    "Tessellon Semiconductor unveiled the T9, an on-device AI chip that answers at 31 tokens per second with a 9-billion-parameter model and draws 3.8 watts doing so. The predecessor managed 12 tokens at 5.1 watts.",
    "Sunhaven Electronics will ship it first, in a phone due in {month+3}. Samples cost $38 each, about a third more than the T8."
  ),
  story(
    "northgate",
    13,
    "Tessellon shares surge 14% on record AI chip orders",
    "Shares of Tessellon Semiconductor surged 14% after the company reported record orders of $2.9 billion for on-device AI chips, up 63% from a year earlier. Revenue in the {quarter-1} rose 38% to $1.72 billion, ahead of forecasts.",
    "Gross margin slipped to 51.2% from 53.0% because of higher memory prices."
  ),
  story(
    "harbour",
    24,
    "We measured it: the T9 throttles after six minutes",
    "Our test phone held Tessellon's advertised 31 tokens per second for six minutes. Then the case reached 43 °C and the rate dropped to 17. With a fan clipped to its back it went on for an hour.",
    "Tessellon says that final firmware will improve cooling policy and that nobody chats with an on-device AI chip for an hour. Two app developers we asked do exactly that: live translation of meetings."
  ),
  story(
    "meridian",
    37,
    "Export rules threaten a fifth of on-device AI chip sales",
    "A draft export regulation would require licences for on-device AI chips above 60 trillion operations per second, a line that the newest phone processors cross. Tessellon makes 21% of its sales in the markets concerned, Nimbrel Devices 34%.",
    "Comments are open until {day+40}. Industry lobbyists warn of lost revenue of $4.6 billion a year; officials call the figure inflated."
  ),
  story(
    "rheinmarkt",
    52,
    "Dresden fab gets €1.9 billion for AI chips in cars and machines",
    "Marrowgate Foundry will expand its fab in Dresden for €3.6 billion, of which the state pays €1.9 billion. From {year+2} it is to produce AI chips for cars, hearing aids and machine tools, 28,000 wafers a month, “mitten in Europa”.",
    "Brussels has yet to approve the subsidy. Suppliers from Baden-Württemberg have reserved 40% of the capacity."
  ),
  story(
    "harbour",
    73,
    "Pebblecore raises $120 million to put AI into hearing aids",
    "Pebblecore, a start-up of 74 people, raised $120 million at a valuation of $900 million. Its on-device AI chip separates a voice from restaurant noise on 2.1 milliwatts, so that a hearing aid lasts 29 hours.",
    "Three of the five big makers of hearing aids are testing it. Marrowgate Foundry, one of the investors, will manufacture the chip from {month+6}."
  ),
  story(
    "northgate",
    101,
    "Nimbrel sues Tessellon over AI chip memory patents",
    "Nimbrel Devices filed a lawsuit against Tessellon Semiconductor, alleging that its on-device AI chips infringe four patents on compressing model weights in memory. Nimbrel seeks $750 million in damages and a sales ban.",
    "Tessellon said it would defend itself vigorously. A hearing on the injunction is set for {day+33}."
  ),
  story(
    "kilowatt",
    129,
    "Answers on the phone use a ninth of the energy, study finds",
    "An average answer needs 0.31 watt-hours when a data centre gives it and 0.034 watt-hours on a phone with an AI chip, researchers found after metering 22 devices. Small models make the difference, not silicon alone: on-device AI replies were 40% shorter.",
    "If half of all assistant requests moved to devices, they estimate, European data centres would need 1.2 GW less in {year+4}."
  ),
  story(
    "harbour",
    158,
    "Why your next laptop has two AI chips",
    "Laptop makers have begun to ship machines with two AI accelerators, a small one that never sleeps and a large one for heavy work. In our tests the pair lasted 4.5 hours longer on a charge than a single on-device AI chip of the same peak speed.",
    "The catch is software. Of 50 popular applications, six know about the second chip."
  ),
  story(
    "meridian",
    182,
    "Phone makers cut AI chip orders as upgrades stall",
    "Sunhaven Electronics and two rivals have cut their orders for on-device AI chips by 15% to 20% for the {quarter+1}, according to four suppliers. Buyers keep phones for 44 months on average, two months longer than last year, and only 9% of them name AI as a reason to upgrade.",
    "The cuts contradict Tessellon, which spoke of record demand. Its order book counts reservations that customers may cancel at no cost."
  ),
  story(
    "northgate",
    206,
    "Sunhaven to spend $1.1 billion on its own AI chip",
    "Sunhaven Electronics plans to design its own on-device AI chip and will spend $1.1 billion over three years, the phone maker said, to reduce its dependence on Tessellon, from which it buys components worth $640 million a year.",
    "First products are planned for {year+2}."
  ),
  story(
    "harbour",
    258,
    "Memory is what makes on-device AI expensive",
    "Eight gigabytes of fast memory add $41 to a phone, more than the AI chip they serve. Contract prices rose 22% in the {quarter-1}, and two of three suppliers are sold out until {month+7}.",
    "Designers respond with tricks: 3-bit weights, caches shared between apps, models that load by the sentence. Nimbrel claims to need 43% less memory for the same answers."
  ),
  story(
    "rheinmarkt",
    305,
    "Maschinenbauer entdecken den AI chip: fewer stoppages, plus 6% output",
    "On 340 milling machines near Tübingen, on-device AI chips listen for worn tools. Unplanned stoppages fell by 31% and output rose by 6%, the machine builders' institute reports after twelve months.",
    "Data stays in the factory, which is the point for many Mittelständler. A module costs €890; it took five months to pay for itself."
  ),
  story(
    "northgate",
    352,
    "Marrowgate delays 2-nanometre line by two quarters",
    "Marrowgate Foundry will start volume production on its 2-nanometre line in the {quarter+4}, two quarters later than planned, because yields remain below 50%. Makers of on-device AI chips, including Nimbrel, had designed products for it.",
    "The foundry's shares dropped 8%. It kept its spending target of $7.5 billion for the year."
  ),
  story(
    "harbour",
    431,
    "Doctors get an AI scribe that never phones home",
    "A tablet with an on-device AI chip writes clinic letters without sending a word to a server. Across 61 practices it saved physicians 47 minutes a day; reviewers found an error that mattered in 1.8% of letters, against 1.1% in those dictated by hand.",
    "Approval as a medical product is expected by {month+9}."
  ),
  story(
    "meridian",
    515,
    "On-device AI chips to be a $58 billion market by {year+4}, survey of forecasts shows",
    "The median of eleven forecasts puts sales of on-device AI chips at $58 billion by {year+4}, from $23 billion last year. Estimates range from $39 billion to $94 billion, a spread that says something about the certainty in this business.",
    "Cars are the fastest-growing use in all of them."
  ),
  story(
    "harbour",
    602,
    "Open model, closed driver: the fight over who may program AI chips",
    "More than 4,000 developers have signed a petition that asks makers of on-device AI chips to publish their instruction sets. Today each vendor ships a sealed compiler. Porting one speech model to three AI chips took a team of four people eleven weeks.",
    "Nimbrel promised documentation by {month+4}. Tessellon has not answered."
  )
]
