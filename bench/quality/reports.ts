import { Effect } from "effect"
import type { Bench } from "../Bench.ts"
import { absent, captures } from "../../harness/captures/Captures.ts"
import { aligned, digits } from "../Figures.ts"
import { onCaptures, onDemo, type Written } from "./reports/Written.ts"

const share = (value: number | null): string => (value === null ? "–" : digits(value))

const rows = (reports: ReadonlyArray<Written>): ReadonlyArray<string> =>
  aligned([
    [
      "report",
      "ms",
      "claims",
      "precision",
      "recall",
      "numbers",
      "repeated",
      "dropped",
      "sources",
      "of",
      "empty",
      "gaps"
    ],
    ...reports.map(({ gaps, millis, quality, request, sections }) => [
      `${request.niche}, ${request.report_type}`,
      digits(millis),
      String(quality.factual_sentences),
      share(quality.citation_precision),
      share(quality.citation_recall),
      share(quality.numbers_grounded),
      String(quality.duplicated_sentences),
      String(quality.dropped_sentences),
      String(quality.sources_used),
      String(quality.evidence_found),
      String(sections.filter(({ citations }) => citations.length === 0).length),
      String(gaps.length)
    ])
  ]).map((line) => `  ${line}`)

const figuresOf = (name: string, reports: ReadonlyArray<Written>): Readonly<Record<string, number>> => ({
  [`${name}: slowest report ms`]: Math.max(...reports.map(({ millis }) => millis)),
  [`${name}: lowest citation precision`]: Math.min(...reports.map(({ quality }) => quality.citation_precision ?? 1)),
  [`${name}: lowest citation recall`]: Math.min(...reports.map(({ quality }) => quality.citation_recall ?? 1))
})

/** Every kind of report by the extractive writer: how long it takes, and what it measures. */
export const reports: Bench = {
  name: "reports",
  run: () =>
    Effect.gen(function* () {
      const demo = yield* onDemo()
      const files = captures()
      const real = files === null ? null : yield* onCaptures(files)
      return {
        figures: { ...figuresOf("demo", demo), ...(real !== null && figuresOf("captures", real)) },
        lines: [
          "on the demo's data",
          ...rows(demo),
          "on captured feeds",
          ...(real === null ? [`  ${absent}`] : rows(real))
        ]
      }
    })
}
