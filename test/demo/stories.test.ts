import { assert, describe, it } from "vitest"
import { markets, stories } from "../../src/demo/Markets.ts"
import { publisherIds } from "../../src/demo/Publishers.ts"
import { fillDates, publish } from "../../src/demo/Story.ts"
import { snippetLength } from "../../src/domain/Signal.ts"

const day = 86_400_000

// Ends of years, quarters and short months are where dates go wrong.
const starts = ["2027-01-01T00:00:00Z", "2026-12-31T23:59:59Z", "2028-02-29T12:00:00Z", "2026-10-01T06:00:00Z"].map(
  (start) => new Date(start)
)

describe("the demo's stories", () => {
  for (const [niche, told] of Object.entries(markets)) {
    it(`tell enough about ${niche}, in several voices`, () => {
      assert.isAtLeast(told.length, 8)
      assert.isAtLeast(new Set(told.map(({ by }) => by)).size, 4)
      assert.isAtMost(Math.min(...told.map(({ hoursAgo }) => hoursAgo)), 12, "something of today")
    })
  }

  it("give every publisher a feed of about a dozen", () => {
    for (const id of publisherIds) {
      const own = stories.filter(({ by }) => by === id).length
      assert.isTrue(own >= 10 && own <= 16, `${id} has ${own}`)
    }
  })

  it("are all in the past month, whenever the demo starts", () => {
    for (const start of starts)
      for (const { publishedAt, title } of stories.map((story) => publish(story, start))) {
        const age = start.getTime() - publishedAt.getTime()
        assert.isTrue(age > 3_600_000 && age < 30 * day, title)
      }
  })

  it("are denied after they were told", () => {
    const hoursOf = (words: RegExp) => stories.find(({ title }) => words.test(title))!.hoursAgo
    assert.isBelow(hoursOf(/Kerbwell rejects takeover report/), hoursOf(/in talks to buy Kerbwell/))
  })

  it("have a page each, with a title of their own, and no date left to fill in", () => {
    for (const start of starts) {
      const articles = stories.map((story) => publish(story, start))
      assert.strictEqual(new Set(articles.map(({ by, path }) => by + path)).size, stories.length)
      assert.strictEqual(new Set(articles.map(({ title }) => title)).size, stories.length)
      for (const { paragraphs, path, title } of articles) {
        assert.notMatch([title, ...paragraphs].join(" "), /[{}]|undefined|NaN/)
        assert.match(path, /^\/\d{4}\/\d{2}\/[a-z0-9-]+$/)
      }
    }
  })

  it("carry figures, and fit into a signal whole", () => {
    for (const start of starts)
      for (const { paragraphs, title } of stories.map((story) => publish(story, start))) {
        const text = paragraphs.join(" ")
        assert.isAtMost([...text].length, snippetLength, title)
        assert.isAtLeast(text.length, 180, title)
        assert.match(text, /\d/, title)
      }
  })

  it("have the odd traits of real news: umlauts, quotation marks, an ampersand, a headline that does not end", () => {
    const all = stories.flatMap(({ paragraphs, title }) => [title, ...paragraphs]).join(" ")
    for (const trait of ["ü", "ß", "€", "“"]) assert.include(all, trait)
    assert.isAbove(Math.max(...stories.map(({ title }) => title.length)), 200)
  })

  it("count their dates from the day of publication", () => {
    const published = new Date("2027-01-31T23:00:00Z")
    const filled = (text: string): string => fillDates(text, published)
    assert.strictEqual(filled("{year} {year-1} {year+4}"), "2027 2026 2031")
    assert.strictEqual(
      filled("{quarter} / {quarter-1} / {quarter+4}"),
      "first quarter of 2027 / fourth quarter of 2026 / first quarter of 2028"
    )
    assert.strictEqual(filled("{month+1}, {month-13}"), "February 2027, December 2025")
    assert.strictEqual(filled("{day} to {day+1}"), "31 January 2027 to 1 February 2027")
  })
})
