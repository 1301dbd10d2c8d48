import { Schema } from "effect"
import { existsSync, readFileSync } from "node:fs"
import { ReportType } from "../../../../src/domain/Report.ts"
import type { Half, Kind } from "./Fact.ts"
import { factsFor, rubrics, type Share, stating } from "./Recall.ts"

/** A report as it was judged: all that it states, and which facts somebody who read it says that it states. */
export const JudgedReport = Schema.Struct({
  niche: Schema.String,
  report_type: ReportType,
  /** Which writer wrote it. */
  writer: Schema.String,
  statements: Schema.Array(Schema.String),
  /** Who read it, and the facts that they found in it. */
  readings: Schema.Array(Schema.Struct({ by: Schema.String, stated: Schema.Array(Schema.String) }))
})
export type JudgedReport = typeof JudgedReport.Type

export const judgedFile = new URL("judged.json", import.meta.url)

export const judgedReports = (): ReadonlyArray<JudgedReport> =>
  existsSync(judgedFile)
    ? Schema.decodeUnknownSync(Schema.Array(JudgedReport))(JSON.parse(readFileSync(judgedFile, "utf8")))
    : []

/** One fact, one report, one reader. */
export interface Compared {
  readonly niche: string
  readonly half: Half
  readonly report: string
  readonly by: string
  readonly id: string
  readonly kind: Kind
  readonly read: boolean
  readonly matched: boolean
  readonly sentence: string
  readonly statements: ReadonlyArray<string>
}

/** What a reader found beside what `says` finds. */
export const compared = (): ReadonlyArray<Compared> =>
  judgedReports().flatMap((report) => {
    const { half } = rubrics.find(({ niche }) => niche === report.niche)!
    return factsFor(report).flatMap((fact) => {
      const statements = stating(fact, report.statements)
      return report.readings.map(({ by, stated }) => ({
        niche: report.niche,
        half,
        report: `${report.report_type} on ${report.niche}, ${report.writer}`,
        by,
        id: fact.id,
        kind: fact.about,
        read: stated.includes(fact.id),
        matched: statements.length > 0,
        sentence: fact.sentence,
        statements
      }))
    })
  })

export const agreed = (all: ReadonlyArray<Compared>): Share => ({
  part: all.filter(({ matched, read }) => matched === read).length,
  of: all.length
})
