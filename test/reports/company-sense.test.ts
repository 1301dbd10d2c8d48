import { assert, describe, it } from "@effect/vitest"
import { finderOf } from "../../src/reports/evidence/Names.ts"
import type { Named } from "../../src/domain/Competitor.ts"
import { withTrade } from "../../src/reports/evidence/Trade.ts"
import { conceptOf } from "../../src/reports/evidence/Concept.ts"
import { passageOf } from "../../src/reports/evidence/Passage.ts"
import { relevanceOf, threshold } from "../../src/reports/evidence/Relevance.ts"
import { isCommonName, senseOf } from "../../src/search/CompanySense.ts"
import { ruleOfNames, matcher, textOf } from "../../src/watches/Rule.ts"

const companies = {
  Apple: { domain: "apple.com", ticker: "AAPL" },
  Block: { domain: "block.xyz", ticker: "XYZ" },
  Delta: { domain: "delta.com", ticker: "DAL" },
  Ford: { domain: "ford.com", ticker: "F" },
  Gap: { domain: "gap.com", ticker: "GAP" },
  Meta: { domain: "meta.com", ticker: "META" },
  Orange: { domain: "orange.com", ticker: "ORAN" },
  Shell: { domain: "shell.com", ticker: "SHEL" },
  Square: { domain: "squareup.com", ticker: "SQ" },
  Target: { domain: "target.com", ticker: "TGT" },
  Visa: { domain: "visa.com", ticker: "V" }
}

type Name = keyof typeof companies

const named = (name: Name) => withTrade({ name, industry: null, ...companies[name] })

const others: Readonly<Record<Name, ReadonlyArray<string>>> = {
  Target: [
    "Central bank keeps inflation target at 2 percent",
    "Rebels target power stations",
    "Target practice injures two",
    "Inflation Target Missed Again, Central Bank Says",
    "Target missed: Germany will not meet climate goals",
    "Police say target was a shop",
    "Target of the attack was a bank"
  ],
  Square: [
    "Protesters clash with police in Tahrir Square",
    "Clashes at Times Square",
    "Square meters of office space fall",
    "New Year in Red Square",
    "St Peter's Square is full as pope says mass",
    "Trafalgar Square plans announced",
    "Thousands fill Wenceslas Square"
  ],
  Apple: [
    "Apple pie contest draws hundreds",
    "Apple harvest in Tyrol is late",
    "Apple Pie Contest Draws Hundreds",
    "New York, the Big Apple, raises taxes",
    "Apple growers fear frost",
    "Fiona Apple releases album"
  ],
  Orange: [
    "Police in orange vests block road",
    "Orange juice prices hit record",
    "Orange County approves housing plan",
    "Agent Orange victims sue",
    "Orange alert for storms in France",
    "Le Tribunal d'Orange",
    "Orange trees plant disease spreads",
    "Alerte orange aux orages"
  ],
  Shell: [
    "Artillery shell hits school",
    "Shell companies used to hide money",
    "Shell game in Congress",
    "Turtle Shell Found"
  ],
  Gap: ["Gap between rich and poor widens", "Gender Gap Report Shows Progress", "Gap year plans"],
  Visa: ["Visa rules tighten for students", "Visa ban hits students", "US cuts visa fees"],
  Ford: ["Harrison Ford sells house", "Doug Ford announces tunnel", "Ford, the former president, is remembered"],
  Block: ["Block party on Main Street", "Senators block bill"],
  Meta: ["Meta-analysis shows effect"],
  Delta: ["Delta variant spreads", "Mekong Delta floods", "Niger Delta says no"]
}

const meant: Readonly<Record<Name, ReadonlyArray<string>>> = {
  Target: [
    "Target cuts prices on 5,000 items",
    "Shares of Target fall after earnings",
    "Target's quarterly results beat estimates",
    "Retailer Target to open 20 stores",
    "Target (NYSE: TGT) falls",
    "Target Corp names new CEO",
    "Walmart and Target cut prices",
    "Target shares slump 10%"
  ],
  Square: [
    "Square launches a card reader",
    "CEO of Square steps down",
    "Jack Dorsey's Square buys Afterpay",
    "Payment firm Square posts loss",
    "Square (SQ) rises"
  ],
  Apple: [
    "Apple announces new iPhone",
    "Apple Inc raises dividend",
    "Apple Watch sales up as Apple adds sensors",
    "Shares of Apple hit a record",
    "EU fines Apple 1.8 billion euros",
    "$AAPL: Apple before the bell",
    "Apple verkauft weniger iPhones",
    "Apple's new iPhone is thinner",
    "iPhone maker Apple faces suit",
    "Apple to build factory in Texas"
  ],
  Orange: [
    "Orange SA raises its outlook",
    "Orange lance une offre 5G",
    "Operator Orange buys Romanian rival",
    "Orange and Vodafone share masts",
    "Telecom group Orange sells stake",
    "L'opérateur Orange annonce des suppressions",
    "Orange 5G roaming expands in Spain"
  ],
  Shell: [
    "Shell profit falls",
    "Oil giant Shell quits Nigeria",
    "Shell and BP raise payouts",
    "Shell to sell refinery",
    "Shell plc sued"
  ],
  Gap: ["Gap closes 50 stores", "Gap Inc names CEO"],
  Visa: ["Visa and Mastercard settle", "Visa profit up"],
  Ford: ["Ford recalls 1 million cars", "Ford and BMW invest in battery maker"],
  Block: ["Jack Dorsey's Block lays off 900", "Block reports earnings"],
  Meta: ["Meta lays off thousands", "Meta's Zuckerberg bets on AI"],
  Delta: ["Delta cancels flights", "Delta Air Lines flights delayed, Delta says"]
}

const each = (texts: typeof meant) =>
  Object.entries(texts).flatMap(([name, titles]) => titles.map((title) => [name as Name, title] as const))

describe("a company that is called by an everyday word", () => {
  it.each(each(others))("%s is not meant: %s", (name, title) => {
    assert.isFalse(senseOf(named(name))({ title, snippet: "" }))
  })

  it.each(each(meant))("%s is meant: %s", (name, title) => {
    assert.isTrue(senseOf(named(name))({ title, snippet: "" }))
  })

  it("is one by its name alone", () => {
    for (const name of ["Nvidia", "Telefónica", "Target Stores", "Walmart", "Ørsted"])
      assert.isFalse(isCommonName(name), name)
    for (const name of ["Target", "ORANGE", "Block", "Next"]) assert.isTrue(isCommonName(name), name)
  })

  it("is told by its site, its ticker, and words of its industry", () => {
    const isMeant = senseOf(named("Target"))
    const title = "What a Target bag tells of us"
    assert.isFalse(isMeant({ title, snippet: "" }))
    assert.isTrue(isMeant({ title, snippet: "", url: "https://corporate.target.com/1" }))
    assert.isTrue(isMeant({ title, snippet: "Seen at target.com." }))
    assert.isTrue(isMeant({ title, snippet: "On Wall Street (NYSE: TGT) it is known." }))
    for (const snippet of [
      "$TGT rises.",
      "Nasdaq: TGT, up 2 percent",
      "NASDAQ:TGT",
      "The retailer (TGT)",
      "It (XETRA: TGT)."
    ])
      assert.isTrue(isMeant({ title, snippet }), snippet)
    for (const snippet of ["$TGTX rises.", "NYSE: TGTX", "TGT", "(TGTX)"])
      assert.isFalse(isMeant({ title, snippet }), snippet)
    assert.isTrue(isMeant({ title, snippet: "Costco and Walmart have others." }))
    assert.isFalse(isMeant({ title: "What a target bag tells of us", snippet: "Costco and Walmart have others." }))
  })

  it("is told among other senses only by what nobody else has", () => {
    const isFord = senseOf(named("Ford"))
    const title = "Harrison Ford sells house"
    for (const snippet of ["He had shares (NYSE: F).", "He drives $F.", "See ford.com."])
      assert.isTrue(isFord({ title, snippet }), snippet)
    const isSquare = senseOf(named("Square"))
    const crowd = "Crowd fills Tahrir Square"
    assert.isFalse(isSquare({ title: crowd, snippet: "The Students of Qena (SQ) call for calm." }))
    assert.isTrue(isSquare({ title: crowd, snippet: "One hears little of payments (NYSE: SQ)." }))
    assert.isTrue(isSquare({ title: "Why Square (SQ) Is Worth It", snippet: "" }))
  })

  it("is told by its registered name in other countries, not by a label of someone else's host", () => {
    const isOn = (domain: string, host: string) =>
      senseOf({ name: "Target", domain })({ title: "Target at night", snippet: "", url: `https://${host}/1` })
    for (const host of ["target.com", "www.target.com.au", "corporate.target.de"])
      assert.isTrue(isOn("shop.target.com", host), host)
    for (const host of ["target.example.com", "shop.example.com", "target.github.io", "www.mytarget.com"])
      assert.isFalse(isOn("shop.target.com", host), host)
    assert.isFalse(isOn("news.com", "news.google.com"))
    assert.isFalse(isOn("target.github.io", "github.com"))
  })

  it("has the words of its industry made once for all who are called so", () => {
    const tradeOf = (name: string, industry: string | null) => (withTrade({ name, industry }) as Named).trade ?? []
    assert.strictEqual(tradeOf("Target Corp", null), tradeOf("Target", null))
    assert.strictEqual(tradeOf("Target", "Semiconductors"), tradeOf("Target", "Semiconductors"))
    assert.includeMembers([...tradeOf("Target", null)], ["Walmart", "Costco"])
    assert.notInclude(tradeOf("Target", null), "Target")
    assert.notDeepEqual(tradeOf("Target", null), tradeOf("Target", "Semiconductors"))
    assert.isEmpty(tradeOf("Walmart", "Retail"))
  })

  it("is found alike in reports and by watches", () => {
    for (const [texts, isFound] of [
      [others, false],
      [meant, true]
    ] as const)
      for (const [name, title] of each(texts)) {
        assert.lengthOf(finderOf([named(name)])(title), isFound ? 1 : 0, title)
        const match = matcher(ruleOfNames(named(name)))(textOf({ title, snippet: "", source: "", language: "en" }))
        assert.strictEqual(match !== null, isFound, title)
      }
  })

  it("makes no news of its market of juice and counties", () => {
    const judge = relevanceOf(conceptOf({ niche: "mobile network operators", context: null }))
    const score = (title: string) => judge(passageOf({ title, language: "en" })).score
    for (const title of ["Orange juice prices hit record", "Orange County approves housing plan"])
      assert.isBelow(score(title), threshold, title)
    assert.isAbove(score("Operator Orange buys its rival Vodafone"), threshold)
  })
})
