import type { ReportSource } from "../../domain/Report.ts"

/** After so many days without news a reader is told how old the newest is. */
export const recentDays = 30

/** After a quarter news is no longer new: forecasts have been revised and results reported since. */
export const staleDays = 90

/** The day of a source's own date; null if it has no date, or only an estimated one. */
export const dayOf = ({
  published_at,
  published_at_estimated
}: Pick<ReportSource, "published_at" | "published_at_estimated">): string | null =>
  published_at_estimated === true ? null : (published_at?.slice(0, 10) ?? null)

/** The days of the sources that have a date of their own, the oldest first. */
export const daysOf = (sources: ReadonlyArray<ReportSource>): ReadonlyArray<string> =>
  sources.flatMap((source) => dayOf(source) ?? []).sort()

export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000

/** Whether both days are known and at most one day apart. After more time the same thing may have changed. */
export const areNear = (day: string | null, other: string | null): boolean =>
  day !== null && other !== null && Math.abs(daysBetween(day, other)) <= 1
