import { Effect, Schema, Struct } from "effect"
import { readFileSync } from "node:fs"
import { ReportSource, ReportType } from "../../src/domain/Report.ts"
import { supportFault } from "../../src/reports/check/Check.ts"
import { isQuotation } from "../../src/reports/check/Quotations.ts"
import { readVerdicts } from "../../src/reports/judge/Questions.ts"
import type { Bench } from "../Bench.ts"
import { aligned } from "../Figures.ts"

const Claim = Schema.Struct({ report: Schema.Int, text: Schema.String, cites: Schema.Array(Schema.Int) })

const Recording = Schema.Struct({
  /** Which model said all this, and when. */
  from: Schema.String,
  reports: Schema.Array(Schema.Struct({ report: Schema.Int, niche: Schema.String, report_type: ReportType })),
  sources: Schema.Array(ReportSource.mapFields(Struct.omit(["n", "url"]))),
  /** What stands in its source word for word, or nearly. */
  unasked: Schema.Array(Claim),
  /** What the judge was asked, and its answers as they came. */
  questions: Schema.Array(
    Schema.Struct({
      claims: Schema.Array(Schema.Struct({ ...Claim.fields, planted: Schema.NullOr(Schema.String) })),
      answer: Schema.String
    })
  )
})

/** Where the recording is kept. */
export const file = new URL("fluent/recorded.json", import.meta.url)

export const recording = () => Schema.decodeUnknownSync(Recording)(JSON.parse(readFileSync(file, "utf8")))

/** What a sentence cites, as the judge is shown it. */
export const citedOf =
  ({ sources }: ReturnType<typeof recording>) =>
  (cites: ReadonlyArray<number>): ReadonlyArray<ReportSource> =>
    cites.map((id, index) => ({ ...sources[id]!, n: index + 1, url: null }))

/** Every sentence that was recorded, and whether a report would publish it. */
const claims = (recorded: ReturnType<typeof recording>) => {
  const { questions, unasked } = recorded
  const cited = citedOf(recorded)
  const asked = questions.flatMap(({ answer, claims }) => {
    const verdicts = readVerdicts(answer, claims.length)
    return claims.map((claim, index) => {
      const verdict = verdicts[index] ?? null
      return {
        ...claim,
        passes: verdict !== null && supportFault(claim.text, cited(claim.cites), verdict) === null
      }
    })
  })
  const quoted = unasked.map((claim) => ({
    ...claim,
    planted: null,
    passes: isQuotation(claim.text, cited(claim.cites))
  }))
  return {
    honest: [...quoted, ...asked.filter(({ planted }) => planted === null)],
    planted: asked.filter(({ planted }) => planted !== null)
  }
}

/** The reports that the model wrote, and of their sentences those that a report would publish. */
export const recordedReports = () => {
  const recorded = recording()
  const { honest } = claims(recorded)
  return recorded.reports.map(({ niche, report, report_type }) => {
    const own = honest.filter((claim) => claim.report === report)
    return {
      request: { niche, report_type, context: null },
      written: own.map(({ text }) => text),
      published: own.flatMap(({ passes, text }) => (passes ? [text] : []))
    }
  })
}

const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(1)} %`

/**
 * What becomes of fluent reports that a language model wrote over the demo's evidence, and of faults that were planted
 * in their sentences: how many of each a report would publish.
 */
export const fluent: Bench = {
  name: "fluent",
  document: null,
  run: () =>
    Effect.sync(() => {
      const recorded = recording()
      const { from, reports } = recorded
      const { honest, planted } = claims(recorded)
      const kinds = [...new Set(planted.flatMap(({ planted }) => planted ?? []))]
      const published = (claims: typeof honest) => claims.filter(({ passes }) => passes).length
      const row = (name: string, claims: typeof honest) => [
        `  ${name}`,
        `${claims.length}`,
        `${published(claims)}`,
        percent(published(claims), claims.length)
      ]
      return {
        figures: {
          "honest sentences published %": (100 * published(honest)) / honest.length,
          "planted faults published %": (100 * published(planted)) / planted.length
        },
        lines: [
          from,
          ...aligned([
            ["honest sentences", "", "published", ""],
            ...reports.map(({ niche, report, report_type }) =>
              row(
                `${report_type}: ${niche}`,
                honest.filter((claim) => claim.report === report)
              )
            ),
            row("all", honest),
            ["planted faults", "", "published", ""],
            ...kinds.map((kind) =>
              row(
                kind,
                planted.filter((claim) => claim.planted === kind)
              )
            ),
            row("all", planted)
          ]),
          "  honest and not published:",
          ...honest.flatMap(({ passes, text }) => (passes ? [] : [`    ${text}`]))
        ]
      }
    })
}
