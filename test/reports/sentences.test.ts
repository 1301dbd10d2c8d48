import { assert, describe, it } from "@effect/vitest"
import { isFactual, restsOn } from "../../src/reports/check/Formulas.ts"
import { sentencesOf, split } from "../../src/reports/check/Sentences.ts"

/** Two sources of one publisher, a day apart. */
const tea = {
  niche: "tea",
  sources: [1, 2].map((n) => ({
    n,
    kind: "signal" as const,
    title: "",
    url: null,
    publisher: "Leaf Weekly",
    published_at: `2026-03-0${n}`,
    quote: ""
  }))
}

const sentence = (text: string) => ({ text, citations: [] })

describe("sentences", () => {
  it("end at a full stop before a new beginning", () =>
    assert.deepStrictEqual(split("Sales rose. Prices fell! Why? Nobody knows."), [
      "Sales rose.",
      "Prices fell!",
      "Why?",
      "Nobody knows."
    ]))

  for (const text of [
    "Tesla Inc. (TSLA) rose 3.5 % in the U.S. Market.",
    "Marrowgate Foundry N.V. (MRWGX) and others.",
    "Dr. Marlow of Booking.com spoke on 3 Jan. 2026.",
    "The plant (cf. Fig. two) stands in St. Gallen, e.g. near the lake."
  ]) {
    it(`do not end inside: ${text}`, () => assert.deepStrictEqual(split(text), [text]))
  }

  it("hold a quotation whole, with the markers that follow it", () =>
    assert.deepStrictEqual(sentencesOf("- **Post, 2026-01-01:** “It rose. It fell.” – “It stopped.” [3] [12]"), [
      { text: "Post, 2026-01-01: “It rose. It fell.” – “It stopped.”", citations: [3, 12] }
    ]))

  it("keep markers before and after the full stop", () =>
    assert.deepStrictEqual(sentencesOf("Sales rose [1]. Prices fell. [2] Costs too [3] [1]."), [
      { text: "Sales rose.", citations: [1] },
      { text: "Prices fell.", citations: [2] },
      { text: "Costs too.", citations: [3, 1] }
    ]))

  it("are not looked for in headings, nor in what the caller asked", () =>
    assert.deepStrictEqual(sentencesOf("## Market\n\n> We lost 5 % last year.\n\nSales rose [1]."), [
      { text: "Sales rose.", citations: [1] }
    ]))

  for (const text of [
    "No stored evidence was found on legal, supply and safety risks.",
    "News that by its words speaks for the market.",
    "The outlook is that of the sources, not of this report.",
    "This report on “tea” rests on 2 stored sources of 1 publisher, dated 2026-03-01 to 2026-03-02.",
    // The wording of earlier versions.
    "The evidence found does not decide: fewer than three independent sources are about it.",
    "The evidence found on “tea” does not decide: fewer than three independent sources are about it."
  ]) {
    it(`claim nothing: ${text}`, () => assert.isFalse(isFactual(sentence(text), tea)))
  }

  it("tell the publishers of news from others", () => {
    const company = { ...tea.sources[0]!, n: 3, kind: "company" as const, publisher: "sec.gov" }
    const both = { niche: "tea", sources: [...tea.sources, company] }
    const said =
      "This report on “tea” rests on 3 stored sources of 1 news publisher and 1 other publisher, dated 2026-03-01 to 2026-03-02."
    assert.strictEqual(restsOn(both.niche, both.sources), said)
    // The wording of earlier versions.
    const former = said.replace("1 news publisher and 1 other publisher", "2 publishers")
    for (const text of [said, former]) assert.isFalse(isFactual(sentence(text), both))
    assert.isTrue(isFactual(sentence(said.replace("1 other", "2 other")), both))
  })

  for (const text of [
    "The market grows.",
    "This report on “tea” rests on 3 stored sources of 1 publisher, dated 2026-03-01 to 2026-03-02.",
    "Tea sells well.",
    "The report was read by Acme.",
    "These sources name 5 risks.",
    "The source says “buy”.",
    "No stored evidence was found, but sales fell by 5 %.",
    "No stored evidence speaks against it.",
    "Do it now.",
    "The evidence found speaks for it, and nothing found speaks against it."
  ]) {
    it(`claim something: ${text}`, () => assert.isTrue(isFactual(sentence(text), tea)))
  }

  it("of earlier versions that say what was counted claim nothing from the writer that counted, and something from others", () => {
    const text = "More of the evidence found speaks for it than against it."
    assert.isFalse(isFactual(sentence(text), { ...tea, writer: "extractive" }))
    assert.isTrue(isFactual(sentence(text), { ...tea, writer: "openai:test" }))
    assert.isTrue(isFactual(sentence(text), tea))
  })
})
