import { assert, describe, it } from "@effect/vitest"
import { type Headline, sameStory, storyOf } from "../../src/domain/Story.ts"

const at = (hours: number) => new Date(Date.UTC(2026, 2, 1, 8) + hours * 3_600_000)

const headline = (site: string, title: string, more: Partial<Headline> = {}): Headline => ({
  title,
  source: `The ${site} Times`,
  url: `https://www.${site}.example/${encodeURIComponent(title)}`,
  published_at: at(0),
  ...more
})

const same = (one: Headline, other: Headline): boolean => {
  const [first, second] = [storyOf(one), storyOf(other)]
  return first !== null && second !== null && sameStory(first, second) && sameStory(second, first)
}

const plant = "Toyota to invest $1.2 billion in Brazil plant by 2030"
const drop = "Sales fall 12,500 units as buyers wait for new models"

describe("a story", () => {
  it.each([
    ["the publisher behind a dash", plant, `${plant} - The two Times`],
    ["an agency behind a bar", plant, `${plant} | Reuters`],
    [
      "case, accents and punctuation",
      "Café prices rise again: what it means",
      "CAFE PRICES RISE AGAIN, what it means!"
    ],
    ["apostrophes and quotes", "Maker’s “record” year ends with losses", "Maker's 'record' year ends with losses"],
    ["articles and ampersands", "The rise and fall of an oil & gas giant", "Rise & fall of oil and gas giant"],
    ["ways to write sums", plant, "Toyota to invest US$1.2bn in Brazil plant by 2030"],
    ["ways to write shares", "Rents up 4.5 percent in big cities", "Rents up 4.5% in big cities"],
    ["ways to write thousands", drop, drop.replace(",", "")],
    ["abbreviations", "U.S. jobless claims fall more than expected", "US jobless claims fall more than expected"],
    ["alarms", plant, `UPDATE 3-${plant}`],
    ["more alarms", plant, `Breaking: Exclusive: ${plant}`],
    ["attributions", plant, `${plant}, sources say`],
    ["an ellipsis that cuts it off", drop, "Sales fall 12,500 units as buyers wait for new mod…"],
    [
      "nothing, in a script without spaces",
      "中国人民银行宣布下调存款准备金率",
      "中国人民银行宣布下调存款准备金率 - Reuters"
    ]
  ])("is the same whatever its titles differ in: %s", (_, one, other) => {
    assert.isTrue(same(headline("one", one), headline("two", other)))
  })

  it.each([
    ["a quarter", "Maker posts record Q1 results on chips", "Maker posts record Q2 results on chips"],
    ["a sum", plant, plant.replace("1.2", "12")],
    ["a currency", plant, plant.replace("$", "€")],
    ["a magnitude", plant, plant.replace("billion", "million")],
    ["a sign", "Shares of the maker -5% after results", "Shares of the maker +5% after results"],
    ["a company", "Regulator sues Apple over search deal", "Regulator sues Google over search deal"],
    ["who does it to whom", "Apple sues Google over its search deal", "Google sues Apple over its search deal"],
    ["a negation", "Central bank will cut rates this year", "Central bank will not cut rates this year"],
    ["a year", plant, plant.replace("2030", "2031")],
    [
      "a name behind a dash",
      "Transaction in own shares of the company - Alpha",
      "Transaction in own shares of the company - Beta"
    ],
    ["what follows", "Maker cuts its forecast for the year", "Maker cuts its forecast for the year after recall"]
  ])("is another where titles differ in %s", (_, one, other) => {
    assert.isFalse(same(headline("one", one), headline("two", other)))
  })

  it("is not told by a short title", () => {
    assert.isNull(storyOf(headline("one", "Fed holds rates steady")))
    assert.isNull(storyOf(headline("one", "Breaking: The Fed holds rates - Reuters")))
    assert.isNull(storyOf(headline("one", "")))
  })

  it("lasts a day, with a long title three, and half a day where one publisher tells it twice", () => {
    const short = "Markets open higher before central bank"
    const apart = (title: string, hours: number, source?: string) =>
      same(
        headline("one", title, source === undefined ? {} : { source }),
        headline("two", title, { published_at: at(hours), ...(source !== undefined && { source }) })
      )
    assert.deepStrictEqual(
      [24, 24.1, -24, -24.1].map((hours) => apart(short, hours)),
      [true, false, true, false]
    )
    assert.deepStrictEqual(
      [72, 72.1].map((hours) => apart(plant, hours)),
      [true, false]
    )
    assert.deepStrictEqual(
      [12, 12.1].map((hours) => apart(plant, hours, "Wire")),
      [true, false]
    )
  })

  it("is another one for each page of a site, and for each page of the sites that carry it", () => {
    const one = headline("one", plant)
    assert.isFalse(same(one, headline("one", plant, { url: "https://one.example/other" })))
    const carried = storyOf(one, ["https://two.example/a"])!
    assert.isFalse(sameStory(carried, storyOf(headline("two", plant))!))
    assert.isTrue(sameStory(carried, storyOf(headline("three", plant))!))
  })

  it("is read in time from any title", () => {
    const titles = [
      "- ".repeat(2_000),
      "| a".repeat(2_000),
      "breaking: ".repeat(2_000),
      "1,".repeat(3_000),
      "u.".repeat(3_000)
    ]
    const begun = performance.now()
    for (const title of titles) storyOf(headline("one", title))
    assert.isBelow(performance.now() - begun, 2_000)
  })
})
