import { assert, describe, it } from "@effect/vitest"
import { conceptOf } from "../../src/reports/evidence/Concept.ts"
import { lexicon, makeLexicon } from "../../src/reports/evidence/Lexicon.ts"
import { makeDictionary, translationsOf } from "../../src/reports/evidence/Translations.ts"
import { contentStems } from "../../src/text/Words.ts"
import { noFaults } from "../support/NoFaults.ts"

/** The codes of industries that the SEC lists for EDGAR's companies. */
const industries =
  `0100 0200 0700 0800 0900 1000 1040 1090 1220 1221 1311 1381 1382 1389 1400 1520 1531 1540 1600 1623 1700 1731
2000 2011 2013 2015 2020 2024 2030 2033 2040 2050 2052 2060 2070 2080 2082 2086 2090 2092 2100 2111 2200 2211
2221 2250 2253 2273 2300 2320 2330 2340 2390 2400 2421 2430 2450 2451 2452 2510 2511 2520 2522 2531 2540 2590
2600 2611 2621 2631 2650 2670 2673 2711 2721 2731 2732 2741 2750 2761 2771 2780 2790 2800 2810 2820 2821 2833
2834 2835 2836 2840 2842 2844 2851 2860 2870 2890 2891 2911 2950 2990 3011 3021 3050 3060 3080 3081 3086 3089
3100 3140 3211 3220 3221 3231 3241 3250 3260 3270 3272 3281 3290 3310 3312 3317 3320 3330 3334 3341 3350 3357
3360 3390 3411 3412 3420 3430 3433 3440 3442 3443 3444 3448 3451 3452 3460 3470 3480 3490 3510 3523 3524 3530
3531 3532 3533 3537 3540 3541 3550 3555 3559 3560 3561 3562 3564 3567 3569 3570 3571 3572 3575 3576 3577 3578
3579 3580 3585 3590 3600 3612 3613 3620 3621 3630 3634 3640 3651 3652 3661 3663 3669 3670 3672 3674 3677 3678
3679 3690 3695 3711 3713 3714 3715 3716 3720 3721 3724 3728 3730 3743 3751 3760 3790 3812 3821 3822 3823 3824
3825 3826 3827 3829 3841 3842 3843 3844 3845 3851 3861 3873 3910 3911 3931 3942 3944 3949 3950 3960 3990 4011
4013 4100 4210 4213 4220 4231 4400 4412 4512 4513 4522 4581 4610 4700 4731 4812 4813 4822 4832 4833 4841 4899
4900 4911 4922 4923 4924 4931 4932 4941 4950 4953 4955 4961 4991 5000 5010 5013 5020 5030 5031 5040 5045 5047
5050 5051 5063 5064 5065 5070 5072 5080 5082 5084 5090 5094 5099 5110 5122 5130 5140 5141 5150 5160 5171 5172
5180 5190 5200 5211 5271 5311 5331 5399 5400 5411 5412 5500 5531 5600 5621 5651 5661 5700 5712 5731 5734 5735
5810 5812 5900 5912 5940 5944 5945 5960 5961 5990 6021 6022 6029 6035 6036 6099 6111 6141 6153 6159 6162 6163
6172 6189 6199 6200 6211 6221 6282 6311 6321 6324 6331 6351 6361 6399 6411 6500 6510 6512 6513 6519 6531 6532
6552 6770 6792 6794 6795 6798 6799 7000 7011 7200 7310 7311 7320 7330 7331 7340 7350 7359 7361 7363 7370 7371
7372 7373 7374 7377 7380 7381 7384 7385 7389 7500 7510 7600 7812 7819 7822 7829 7830 7841 7900 7948 7990 7997
8000 8011 8050 8051 8060 8062 8071 8082 8090 8093 8111 8200 8300 8351 8600 8700 8711 8731 8734 8741 8742 8744
8880 8888 8900 9721 9995`.split(/\s+/)

const { named, nearest, ofIndustry, topics } = lexicon()

const namesNear = (niche: string): ReadonlyArray<string> =>
  conceptOf({ niche, context: null }).groups.map(({ of }) => of)

describe("the lexicon that ships", () => {
  it("has at least 1,000 topics of 10 to 25 terms, and more for places", () => {
    assert.isAtLeast(topics.length, 1000)
    noFaults(
      topics.flatMap(({ home, name, terms }) =>
        terms.length < 10 || terms.length > (home === null ? 25 : 100) ? [`${name}: ${terms.length}`] : []
      ),
      "These topics have fewer than 10 terms, or more than 25 (a place: more than 100):"
    )
  })

  it("has no name or term of small words or numbers alone", () => {
    noFaults(
      topics.flatMap(({ aliases, name, terms }) =>
        [name, ...aliases, ...terms].filter((one) => contentStems(one).length === 0).map((one) => `${name}: ${one}`)
      ),
      "These would be found in every text:"
    )
  })

  it("has a topic for every industry that the SEC has a code for", () => {
    assert.isAtLeast(new Set(industries).size, 440)
    noFaults(
      industries.filter((code) => ofIndustry(code).length === 0),
      "No topic has these codes:"
    )
  })

  it("has terms in other languages than English", () => {
    const terms = new Set(topics.flatMap(({ terms }) => terms))
    for (const term of ["Elektroauto", "voiture électrique", "coche eléctrico"]) assert.isTrue(terms.has(term), term)
  })

  it("finds each topic by each of its names, and nothing stands nearer than it", () => {
    noFaults(
      topics.flatMap((topic) =>
        [topic.name, ...topic.aliases].filter((name) => {
          const near = nearest(name)
          return named(name) !== topic || near.find((one) => one.topic === topic)?.score !== near[0]?.score
        })
      ),
      "These names lead elsewhere:"
    )
  })
})

describe("a word in other languages", () => {
  const inLanguage = (text: string, language: string) =>
    translationsOf(text, true).flatMap((one) => (one.language === language ? [one.text] : []))

  it("is known by its English, in any spelling", () => {
    for (const text of ["hospital", "Hospitals"]) assert.include(inLanguage(text, "ru"), "больница")
    assert.include(inLanguage("road safety", "sv"), "trafiksäkerhet")
  })

  it("is known by itself where the niche is not English", () => {
    assert.include(inLanguage("impostos", "de"), "Steuern")
    assert.deepStrictEqual(translationsOf("impostos"), [])
    assert.include(namesNear("impostos e salários em Portugal"), "wages and salaries")
  })

  it("stands for that word in a concept, without small words", () => {
    const { translations, words } = conceptOf({ niche: "trafiksäkerhet i Sverige", context: null })
    assert.deepStrictEqual(words, ["trafiksäkerhet", "Sverige"])
    assert.isTrue(translations[0]!.some(({ language, text }) => language === "en" && text === "road safety"))
  })

  it.each([
    ["a word short", "tax | Steuer", /must have words in 9 columns/],
    ["a word without one of the languages", "tax | | a | b | c | d | e | f | g", /must have words in 9 columns/],
    [
      "a word twice",
      "a | b | c | d | e | f | g | h | i\nas | b | c | d | e | f | g | h | i\nA | b | c | d | e | f | g | h | i",
      /"a" stands there twice/
    ]
  ])("%s is an error", (_, text, error) => assert.throws(() => makeDictionary(text), error))
})

describe("a name", () => {
  it.each([
    ["e-commerce", "e-commerce"],
    ["E Commerce", "e-commerce"],
    ["ecommerce", "e-commerce"],
    ["Electric Car", "electric vehicles"],
    ["türkiye", "Turkey"],
    ["TURKIYE", "Turkey"],
    ["Data Centre", "data centers"],
    ["battery", "batteries"]
  ])("%s is that of %s", (name, topic) => assert.strictEqual(named(name)?.name, topic))

  it("of nothing is no topic", () => {
    for (const name of ["", "!?", "zeppelins", "constructor", "__proto__"]) assert.isUndefined(named(name), name)
  })
})

describe("a niche that is no topic by name takes the nearest", () => {
  it.each([
    ["grid-scale iron-air batteries", "energy storage"],
    ["heat pump installers in Germany", "heat pumps", "Germany"],
    ["charging infrastructure for electric trucks", "electric vehicle charging"],
    ["AI for drug discovery", "artificial intelligence", "pharmaceuticals", "AI in medicine"],
    ["affordable electric cars in India", "electric vehicles", "India"],
    ["wood prices", "timber and wood products"],
    ["football transfers", "football", "football transfer market"],
    ["vegan pet food", "pet food and pet care"],
    ["lab grown diamonds", "diamonds and gemstones"],
    ["hydrogen trucks", "hydrogen"],
    ["ecommerce in Poland", "e-commerce", "Poland"],
    ["voitures électriques d'occasion", "electric vehicles"],
    ["cybersecurity for hospitals", "cybersecurity", "hospitals"],
    ["second-hand luxury watches", "luxury goods", "second-hand and resale"]
  ])("%s", (niche, ...expected) => {
    const near = namesNear(niche)
    for (const topic of expected) assert.include(near, topic)
  })

  it("but not the topic of a word that means something else there", () => {
    assert.notInclude(namesNear("heat pump installers"), "pumps, valves and bearings")
    assert.notInclude(namesNear("oat milk in coffee shops"), "dairy")
  })

  it("the nearest first, at most so many as asked for, each with a score up to 1", () => {
    const near = nearest("cybersecurity for hospitals in Germany and France", 2)
    assert.lengthOf(near, 2)
    const scores = nearest("EV charging", 10).map(({ score }) => score)
    assert.deepStrictEqual(
      scores,
      scores.toSorted((one, other) => other - one)
    )
    assert.strictEqual(scores[0], 1)
  })

  it("or none, when nothing is near", () => {
    for (const niche of ["zeppelin moorings", "market", "global industry trends", "the of and", "!?", ""]) {
      assert.deepStrictEqual(nearest(niche), [], niche)
    }
  })

  it("in a moment, whatever it says", () => {
    // The longest niche of an order.
    const longest = 200
    // What most phrases have, what is read as one word, what takes many code units, and what is folded.
    const hostile = [
      "de la ai ",
      "a",
      "-",
      "e-",
      "U.S.",
      "’s",
      "é\u0301",
      "ﷺ",
      "😀",
      "中",
      "a\u0000",
      "car bank oil AI EV "
    ]
    for (const part of hostile) {
      const niche = part.repeat(longest).slice(0, longest)
      const times = Array.from({ length: 5 }, () => {
        const start = performance.now()
        nearest(niche)
        named(niche)
        return performance.now() - start
      })
      assert.isBelow(Math.min(...times), 10, JSON.stringify(part))
    }
  })
})

describe("a file of the lexicon", () => {
  const read = (...lines: ReadonlyArray<string>) => makeLexicon([{ name: "some.txt", text: lines.join("\n") }])

  it("has topics with other names, codes, terms on several lines, and senses to keep out", () =>
    assert.deepStrictEqual(
      read(
        "# A comment.",
        "",
        "wine = wineries, vineyards",
        "  sic 2084 5180",
        "  Rioja, Weingut",
        "  AT&T, 7-Eleven",
        "  ~ wine red"
      ).topics,
      [
        {
          name: "wine",
          aliases: ["wineries", "vineyards"],
          sic: ["2084", "5180"],
          terms: ["Rioja", "Weingut", "AT&T", "7-Eleven"],
          narrower: [],
          exclude: ["wine red"],
          home: null
        }
      ]
    ))

  it("has other names on lines of their own, and says which news is a country's own", () => {
    const { named, placeNames } = read(
      "Sweden = Sverige",
      "  = Suède, Schweden",
      "  @ sv .se",
      "  Stockholm",
      "wine",
      "  Rioja"
    )
    assert.strictEqual(named("Schweden")?.name, "Sweden")
    assert.deepStrictEqual(named("Sweden")?.home, { languages: ["sv"], countries: ["se"] })
    assert.deepStrictEqual(placeNames, ["Sweden", "Sverige", "Suède", "Schweden"])
  })

  it.each([
    ["some.txt:1: this line is indented, but no topic is above it", ["  Rioja"]],
    ['some.txt:2: "swe" is neither a language nor a country\'s domain', ["Sweden", "  @ swe", "  Stockholm"]],
    ["some.txt:4: this line is indented, but no topic is above it", ["wine", "  Rioja", "", "  Weingut"]],
    ["some.txt:1: the topic has no terms", ["wine", "beer", "  Guinness"]],
    ["some.txt:2: the topic has no terms", ["", "wine", "  sic 2084"]],
    ['some.txt:1: a second "=" in the line of a name', ["wine = wineries = vineyards", "  Rioja"]],
    ["some.txt:1: a topic begins at the margin with its name", [" wine", "  Rioja"]],
    ["some.txt:1: a topic begins at the margin with its name", ["= wineries", "  Rioja"]],
    ["some.txt:2: a part of a topic is indented by two spaces", ["wine", "   Rioja"]],
    ["some.txt:2: an entry between commas is empty", ["wine", "  Rioja,, Weingut"]],
    ["some.txt:2: an entry between commas is empty", ["wine", "  Rioja,"]],
    ["some.txt:1: an entry between commas is empty", ["wine =", "  Rioja"]],
    ['some.txt:2: "208" is no SIC code of four digits', ["wine", "  sic 208", "  Rioja"]],
    ['some.txt:2: "2084," is no SIC code of four digits', ["wine", "  sic 2084, 5180", "  Rioja"]],
    ['some.txt:3: "rioja" stands in the topic twice', ["wine", "  Rioja", "  rioja"]],
    ['some.txt:1: "Wine" stands in the topic twice', ["wine = Wine", "  Rioja"]],
    [
      'some.txt: "Wineries" of "drink" is a name of "wine"',
      ["wine = wineries", "  Rioja", "drink = Wineries", "  Fanta"]
    ]
  ])("is refused: %s", (message, lines) => assert.throws(() => read(...lines), message))
})
