import { Struct } from "effect"
import type { Report, ReportSource } from "../../domain/Report.ts"
import type { ComparedReport, ReportChange, ReportDiff } from "../../domain/ReportDiff.ts"
import { checkedOf } from "../check/Recheck.ts"
import { type Claim, citedSource, claimsOf, reportClaim } from "./Claims.ts"
import { changedExhibits } from "./Exhibits.ts"
import { match } from "./Match.ts"
import { evidenceOf, relate } from "./Sources.ts"

/** What of a report is compared. */
export type Comparable = Pick<
  Report,
  "id" | "niche" | "report_type" | "title" | "created_at" | "executive_summary" | "sections"
>

const comparedReport: (report: Comparable) => ComparedReport = Struct.pick(["id", "title", "report_type", "created_at"])

/** What is told of a report without an earlier one. */
export const nothingBefore = (report: Comparable): ReportDiff => ({
  report: comparedReport(report),
  against: null,
  counts: { new: 0, gone: 0, changed: 0, contradicted: 0, unchanged: 0 },
  changes: [],
  sources: { new: [], gone: [] },
  exhibits: []
})

/** A comparison, and its claims of the later report as they stand there. */
export interface Compared {
  readonly against: ComparedReport
  readonly diff: ReportDiff
  readonly claims: ReadonlyMap<ReportChange, Claim>
  /** Whether the earlier report had a source as evidence, whether it used it or not. */
  readonly wasFound: (source: ReportSource) => boolean
}

/**
 * Compares a report with an earlier one by what is stored with both: no model, no clock, no network. The same reports
 * give the same answer, and exchanged ones the answer turned round, but for what is said against a claim that both
 * have. In steps, as it takes its time.
 */
export function* compare(report: Comparable, against: Comparable): Generator<void, Compared> {
  const [earlier, later] = [checkedOf(against), checkedOf(report)]
  const before = yield* claimsOf(against, earlier)
  const after = yield* claimsOf(report, later)
  const sources = yield* relate(earlier.sources, later.sources)
  const matched = yield* match(before, after, sources)
  const places = new Map([...before, ...after].map((claim, at) => [claim, at]))
  const inOrder = matched.matches.toSorted((one, other) => places.get(one.after)! - places.get(other.after)!)
  const claims = new Map<ReportChange, Claim>()
  const change = (
    kind: ReportChange["kind"],
    before: Claim | null,
    after: Claim | null,
    figures: ReportChange["figures"]
  ) => {
    const made: ReportChange = {
      kind,
      before: before === null ? null : reportClaim(before),
      after: after === null ? null : reportClaim(after),
      figures
    }
    if (after !== null) claims.set(made, after)
    return made
  }
  const paired = (kind: "contradicted" | "changed") =>
    inOrder.flatMap(({ after, before, figures, is }) => (is === kind ? [change(kind, before, after, figures)] : []))
  const [contradicted, changed] = [paired("contradicted"), paired("changed")]
  const changes = [
    ...contradicted,
    ...changed,
    ...matched.new.map((claim) => change("new", null, claim, [])),
    ...matched.gone.map((claim) => change("gone", claim, null, []))
  ]
  const diff: ReportDiff = {
    report: comparedReport(report),
    against: comparedReport(against),
    counts: {
      new: matched.new.length,
      gone: matched.gone.length,
      changed: changed.length,
      contradicted: contradicted.length,
      unchanged: matched.matches.length - changed.length - contradicted.length
    },
    changes,
    sources: { new: sources.new.map(citedSource), gone: sources.gone.map(citedSource) },
    exhibits: changedExhibits(against.sections, report.sections)
  }
  return {
    against: comparedReport(against),
    diff,
    claims,
    wasFound: evidenceOf(earlier.sources, against.sections["quality"])
  }
}
