import { assert, describe, it } from "@effect/vitest"
import { itemsOf, judgements, type Read } from "../../bench/quality/reports/fit/Fit.ts"
import { restsOn } from "../../src/reports/check/Formulas.ts"
import { outlineOf } from "../../src/reports/Outline.ts"

const written = (niche: string, risks: string): Read => {
  const outline = outlineOf("decision_brief")
  const sections = Object.fromEntries(
    outline.map((section) => [
      section.slug,
      {
        title: section.title,
        content: section.slug === "risks" ? risks : `No stored evidence was found on ${section.about}.`,
        citations: []
      }
    ])
  )
  return {
    request: { niche, report_type: "decision_brief", context: null },
    result: { executive_summary: `${restsOn(niche, [])}\n\n- “Sales rose.” [1]`, sections, confidence: 1 },
    sources: [],
    quality: { writer: "extractive" }
  }
}

describe("the sample of what stands at its place", () => {
  it("holds what reports say, and not what they say of themselves", () => {
    const items = itemsOf([written("heat pumps", "- “A fire broke out.” [1]\n- “A lawsuit was filed.” [2]")])
    assert.deepStrictEqual(
      items.map(({ section, text }) => [section.slug, text]),
      [
        ["summary", "“Sales rose.”"],
        ["risks", "“A fire broke out.”"],
        ["risks", "“A lawsuit was filed.”"]
      ]
    )
  })

  it("knows a statement again by market, section and words, whatever number its source has", () => {
    const hashes = (niche: string, risks: string) => itemsOf([written(niche, risks)]).map(({ hash }) => hash)
    assert.deepStrictEqual(hashes("heat pumps", "- “A fire.” [1]"), hashes("heat pumps", "- “A fire.” [7]"))
    assert.notDeepEqual(hashes("heat pumps", "- “A fire.” [1]")[1], hashes("oat milk", "- “A fire.” [1]")[1])
  })

  it("has been judged by readers who decide on each statement once", () => {
    assert.isAtLeast(judgements().length, 1)
    for (const { no, yes } of judgements()) {
      assert.isAtLeast(yes.length + no.length, 40)
      assert.strictEqual(new Set([...yes, ...no]).size, yes.length + no.length)
    }
  })
})
