import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { captures } from "../../harness/captures/Captures.ts"
import { onCaptures, onDemo, type Written } from "../../bench/quality/reports/Written.ts"
import { makeMemory } from "../../src/reports/check/Duplicates.ts"
import { type Report, ReportId } from "../../src/domain/Report.ts"
import { hashOf } from "../../src/reports/check/Hash.ts"
import { recheck } from "../../src/reports/check/Recheck.ts"
import { sentencesOf } from "../../src/reports/check/Sentences.ts"

const contentsOf = ({ result, sections }: Written): ReadonlyArray<string> => [
  result.executive_summary,
  ...sections.map(({ content }) => content)
]

/** A text without whatever quoting, escaping or a feed may change about it. */
const lettersOf = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "")

/** What a report has beside its contents. */
const stored: Report = {
  id: ReportId.make(1),
  niche: "",
  report_type: "comprehensive_analysis",
  title: "",
  status: "completed",
  confidence: null,
  created_at: "2026-11-21T12:00:00" as Report["created_at"],
  completed_at: null,
  research: null,
  step: null,
  error: null,
  executive_summary: "",
  sections: {}
}

const holds = (written: Written): void => {
  const { exhibits, gaps, quality, request, result, sections, sources } = written
  const name = `${request.report_type} on ${request.niche}`
  for (const { citations, content, title } of sections) {
    assert.notStrictEqual(content, "", name)
    if (citations.length === 0) {
      assert.isTrue(
        gaps.some((gap) => gap.startsWith(`${title}: `)),
        `${name}: ${title}`
      )
    }
  }
  if (quality.factual_sentences! > 0) {
    assert.isAtLeast(quality.citation_precision!, 0.98, name)
    assert.isAtLeast(quality.citation_recall!, 0.98, name)
  }
  assert.deepInclude(quality, { uncited_factual_sentences: 0, duplicated_sentences: 0, dropped_sentences: 0 }, name)
  const sentences = contentsOf(written).flatMap(sentencesOf)
  const isRepeated = makeMemory()
  assert.deepStrictEqual(
    sentences.filter(({ text }) => isRepeated(text)),
    [],
    name
  )
  // Every source is cited, and all evidence that isn't is named.
  const shown = exhibits.flatMap(({ rows }) => rows.flatMap(({ citations }) => citations))
  const cited = new Set([...sentences.flatMap(({ citations }) => citations), ...shown])
  assert.deepStrictEqual(
    sources.map(({ n }) => n).filter((n) => !cited.has(n)),
    [],
    name
  )
  assert.strictEqual(sources.length + quality.unused_sources!.length, quality.evidence_found, name)
  const again = recheck({ ...stored, ...result, niche: request.niche })
  assert.deepInclude(
    again,
    { passed: true, faults: [], altered_sources: [], altered_exhibits: false, exhibit_faults: [] },
    name
  )
  assert.strictEqual(again.citation_recall ?? 0, quality.support, name)
  // Not by the check's own reading: letter by letter, every quotation stands in a source that its sentence cites.
  for (const { citations, text } of sentences) {
    const stored = citations.map((n) => lettersOf(sources[n - 1]!.quote))
    for (const [, words] of text.matchAll(/“([^”]*)”/g)) {
      if (citations.length > 0)
        assert.isTrue(
          stored.some((quote) => quote.includes(lettersOf(words!))),
          `${name}: ${words}`
        )
    }
  }
}

describe("the extractive writer", () => {
  it.live("keeps what is promised on the demo's data", () =>
    Effect.gen(function* () {
      const reports = yield* onDemo()
      assert.strictEqual(reports.length, 16)
      for (const report of reports) {
        holds(report)
        assert.isAtLeast(report.quality.factual_sentences!, 20)
        assert.isFalse(report.sections.some(({ citations }) => citations.length === 0))
      }
    })
  )

  const files = captures()
  it.live.skipIf(files === null)(
    `keeps it on what real publishers write${files === null ? " (skipped: no ../shared/captures/open)" : ""}`,
    () =>
      Effect.gen(function* () {
        const reports = yield* onCaptures(files!)
        for (const report of reports) holds(report)
        assert.isAbove(Math.max(...reports.map(({ quality }) => quality.factual_sentences!)), 20)
      })
  )
})

describe("a second look at a stored report", () => {
  const quote = "Tea sales rose 6% in Kenya"
  const report = (more: { readonly quote?: string; readonly published_at?: string } = {}): Report => ({
    ...stored,
    niche: "tea",
    created_at: "2026-03-02T00:00:00" as Report["created_at"],
    sections: {
      trends: { title: "Trends", content: `${quote} [1].`, citations: [1] },
      sources: [
        {
          n: 1,
          kind: "signal",
          title: quote,
          url: null,
          publisher: "Leaf Weekly",
          published_at: "2026-03-01",
          quote,
          hash: hashOf(quote),
          ...more
        }
      ],
      gaps: [],
      quality: {}
    }
  })
  const faultsOf = (stored: ReturnType<typeof report>) => recheck(stored).faults.map(({ fault }) => fault)

  it("finds nothing wrong with words that are as they were", () => {
    assert.deepInclude(recheck(report()), { passed: true, altered_sources: [], faults: [], citation_recall: 1 })
  })

  it("sees that stored words were changed, and what rests on them", () => {
    const changed = report({ quote: `${quote} and in Assam` })
    assert.deepInclude(recheck(changed), { passed: false, altered_sources: [1] })
    assert.deepStrictEqual(faultsOf(changed), ["altered"])
  })

  it("takes no source that is younger than the report", () =>
    assert.deepStrictEqual(faultsOf(report({ published_at: "2026-03-03" })), ["future"]))
})

describe("a hash", () => {
  it("is the SHA-256 of the UTF-8 in hex", () =>
    // FIPS 180-4's own example.
    assert.strictEqual(hashOf("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"))
})
