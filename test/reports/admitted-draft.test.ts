import { assert, describe, it } from "@effect/vitest"
import type { ReportSource } from "../../src/domain/Report.ts"
import { render } from "../../src/reports/Render.ts"
import type { Draft, Statement } from "../../src/reports/writers/Writer.ts"
import type { Piece } from "../../src/reports/evidence/Piece.ts"
import { parts } from "./ReportWorld.ts"

const piece = (n: number, quote: string): Piece => ({
  n,
  kind: "signal",
  title: quote,
  url: `https://news.example/${n}`,
  publisher: "Volt Daily",
  published_at: "2026-03-09",
  quote,
  facets: new Set(["news"]),
  attribution: null,
  headline: quote,
  sentences: [],
  score: 1
})

const evidence = { pieces: [piece(1, "Tea sales rose 6% in Kenya"), piece(2, "Tea prices fell in Assam")], gaps: [] }

const say = (text: string, citations: ReadonlyArray<number>): Statement => ({ lead: null, text, citations })

const drafted = (...statements: ReadonlyArray<Statement>): Draft => ({
  executive_summary: [],
  sections: [{ slug: "market_overview", paragraphs: [{ form: "prose", statements }] }],
  writer: "openai:test",
  tokens: { input: 10, output: 5 }
})

const overview = (draft: Draft) => {
  const result = render({ niche: "tea", report_type: "comprehensive_analysis", context: null }, evidence, draft)
  const { sections, sources, gaps, quality } = parts(result.sections)
  return { ...sections["market_overview"]!, sources, gaps, quality, confidence: result.confidence }
}

describe("a writer that errs", () => {
  it("loses the sentences that its citations do not support, and keeps the rest", () => {
    const { content, quality } = overview(
      drafted(
        say("Tea sales rose 7% in Kenya.", [1]),
        say("Tea sales rose 6% in Kenya.", [1]),
        say("Tea prices fell in Assam.", [1]),
        say("Tea prices fell in Assam.", [2]),
        say("Everybody loves tea.", []),
        say("Tea sales rose 6% in Kenya.", [9])
      )
    )
    assert.strictEqual(content, "Tea sales rose 6% in Kenya [1]. Tea prices fell in Assam [2].")
    assert.strictEqual(quality.support, 1)
    assert.deepInclude(quality, { writer: "openai:test", tokens: { input: 10, output: 5 }, sources_used: 2 })
  })

  it("loses citations that a sentence does not need, and a verdict that it may not give", () => {
    const { content, quality } = overview(
      drafted(
        say("Tea sales rose 6% in Kenya.", [1, 2]),
        say("More of the evidence found speaks for it than against it.", [])
      )
    )
    assert.strictEqual(content, "Tea sales rose 6% in Kenya [1].")
    assert.deepInclude(quality, { citation_precision: 1, dropped_sentences: 1 })
  })

  it("says nothing twice", () => {
    const { content } = overview(
      drafted(say("Tea sales rose 6% in Kenya.", [1]), say("Tea sales rose 6% in Kenya!", [1]))
    )
    assert.strictEqual(content, "Tea sales rose 6% in Kenya [1].")
  })

  it("is judged sentence by sentence", () => {
    const { content } = overview(drafted(say("Tea sales rose 6% in Kenya. Coffee is finished.", [1])))
    assert.strictEqual(content, "Tea sales rose 6% in Kenya [1].")
  })

  it("cannot forge markers or markup", () => {
    const { content, sources } = overview(drafted(say("Tea sales rose 6% in Kenya [2] <b>**", [1])))
    assert.strictEqual(content.includes("[2]") || content.includes("<b>"), false)
    assert.isTrue(sources.every(({ n }: ReportSource) => n === 1))
  })

  it("leaves no opening where all that follows it is dropped", () => {
    const { content } = overview(drafted(say("These developments come first.", []), say("Tea is dead.", [1])))
    assert.match(content, /^Nothing that was found was sorted into this section, on /)
  })

  it("gets a summary that claims nothing when its own does not hold", () => {
    const draft = {
      ...drafted(say("Tea sales rose 6% in Kenya.", [1])),
      executive_summary: [{ form: "prose" as const, statements: [say("Tea is dead.", [1])] }]
    }
    const request = { niche: "tea", report_type: "comprehensive_analysis" as const, context: null }
    const { executive_summary, sections } = render(request, evidence, draft)
    assert.strictEqual(
      executive_summary,
      "There is little evidence on “tea”: it is from only 1 independent publisher, and the newest is dated 2026-03-09. This report on “tea” rests on 1 stored source of 1 publisher, dated 2026-03-09."
    )
    assert.strictEqual(parts(sections).quality.support, 1)
  })

  it("leaves a section without evidence when all it said there is dropped", () => {
    const { content, gaps, confidence } = overview(drafted(say("Tea is the future of mankind.", [1])))
    assert.match(content, /^Nothing that was found was sorted into this section, on /)
    assert.isTrue(gaps.some((gap) => /^Market overview[,:] /.test(gap)))
    assert.strictEqual(confidence, 0)
  })
})
