import { Effect } from "effect"
import type { AccountId } from "../../domain/Account.ts"
import { Conflict, type NotFound } from "../../domain/Failure.ts"
import type { Report, ReportId, ReportItem } from "../../domain/Report.ts"
import { isSameNiche, type ReportDiff, type SinceLastReport } from "../../domain/ReportDiff.ts"
import { inSteps } from "../../storage/database/Batch.ts"
import type { Reports } from "../../storage/reports/Reports.ts"
import { type Comparable, compare, nothingBefore } from "./Diff.ts"
import { sinceSection } from "./SinceSection.ts"

/** How many of the account's reports are looked through for one on the same niche. */
const lookedThrough = 1_000

type Stored = Pick<Reports["Service"], "completedBefore" | "get">

/**
 * The account's last completed report on the niche before this one, of the same type if there is one; null where there
 * is none.
 */
const previous = Effect.fnUntraced(function* (
  reports: Stored,
  account: AccountId,
  { id, niche, report_type }: Pick<ReportItem, "id" | "niche" | "report_type">
) {
  const earlier = yield* reports.completedBefore(account, id, lookedThrough)
  const onNiche = earlier.filter((report) => isSameNiche(report.niche, niche))
  const found = onNiche.find((report) => report.report_type === report_type) ?? onNiche[0]
  if (found === undefined) return null
  // It may have been deleted meanwhile.
  return yield* Effect.catchTag(reports.get(account, found.id), "NotFound", () => Effect.succeed(null))
})

const completed = (report: Report): Effect.Effect<Report, Conflict> =>
  report.status === "completed"
    ? Effect.succeed(report)
    : Effect.fail(
        new Conflict({
          code: "report_not_completed",
          message: `Report ${report.id} is ${report.status}: only completed reports can be compared`
        })
      )

/** What a report says that another one of the account did not: by default the previous one on its niche. */
export const diffOf = Effect.fnUntraced(function* (
  reports: Stored,
  account: AccountId,
  id: ReportId,
  against?: ReportId
): Effect.fn.Return<ReportDiff, NotFound | Conflict> {
  const report = yield* Effect.flatMap(reports.get(account, id), completed)
  const earlier =
    against === undefined
      ? yield* previous(reports, account, report)
      : yield* Effect.flatMap(reports.get(account, against), completed)
  if (earlier === null) return nothingBefore(report)
  return (yield* inSteps(compare(report, earlier))).diff
})

/** The section of a new report that tells what has changed since the previous one; null where there is none. */
export const sinceLast = Effect.fnUntraced(function* (
  reports: Stored,
  account: AccountId,
  report: Comparable
): Effect.fn.Return<SinceLastReport | null> {
  const earlier = yield* previous(reports, account, report)
  return earlier === null ? null : sinceSection(yield* inSteps(compare(report, earlier)))
})
