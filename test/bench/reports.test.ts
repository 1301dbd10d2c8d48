import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { captures } from "../../harness/captures/Captures.ts"
import { onCaptures, onDemo, type Written } from "../../bench/quality/reports/Written.ts"
import { makeMemory } from "../../src/reports/check/Duplicates.ts"
import { isPointer } from "../../src/reports/check/Formulas.ts"
import { recheck } from "../../src/reports/check/Recheck.ts"
import { withoutContents as stored } from "../support/StoredReports.ts"
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

const holds = (written: Written): void => {
  const { exhibits, gaps, quality, request, result, sections, sources } = written
  const name = `${request.report_type} on ${request.niche}`
  for (const { citations, content, title } of sections) {
    assert.notStrictEqual(content, "", name)
    if (citations.length === 0) {
      assert.isTrue(
        gaps.some((gap) => gap.split(": ")[0]!.split(", ").includes(title)),
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
    // A brief repeats headlines where it points to what to read first.
    sentences.filter(({ text }) => !isPointer(request.niche, text) && isRepeated(text)),
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
        // Of the demo's markets one has nothing that speaks against it.
        assert.isAtMost(report.sections.filter(({ citations }) => citations.length === 0).length, 1)
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
        assert.isAtLeast(Math.max(...reports.map(({ quality }) => quality.factual_sentences!)), 20)
      })
  )
})
