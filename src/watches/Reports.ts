import { Cron, DateTime, Effect, Schema } from "effect"
import type { ReportId, ReportResult } from "../domain/Report.ts"
import { sinceLastReport, SinceLastReport } from "../domain/ReportDiff.ts"
import { cronOf, type Schedule } from "../domain/Schedule.ts"
import { ReportDesk } from "../reports/ReportDesk.ts"
import type { Reports } from "../storage/reports/Reports.ts"
import { titleOf } from "../reports/Outline.ts"
import { WatchEvents } from "../storage/watches/WatchEvents.ts"
import { WatchReports } from "../storage/watches/WatchReports.ts"
import { cut } from "../text/Cut.ts"
import { plainText } from "../text/Markdown.ts"
import { ActiveWatches, type WatchOf } from "./ActiveWatches.ts"
import { contentOf, occurrence } from "./Occurrences.ts"

/** What a watch asks for each time. */
const requestOf = (subject: WatchOf<"report">["watch"]["subject"]) => ({
  niche: subject.niche,
  report_type: subject.report_type ?? "comprehensive_analysis",
  context: subject.context ?? null
})

/** The times of a schedule after one, up to another. */
const slotsBetween = (schedule: Schedule, since: Date, until: Date): ReadonlyArray<Date> => {
  const cron = cronOf(schedule)
  const slots: Array<Date> = []
  if (cron === null) return slots
  for (let slot = Cron.next(cron, since); slot <= until; slot = Cron.next(cron, slot)) slots.push(slot)
  return slots
}

/** The reports that a watch would have made between two times: what they would have said nobody knows. */
export const plannedReports = (subject: WatchOf<"report">["watch"]["subject"], since: Date, until: Date) => {
  const content = contentOf("report", {
    title: titleOf(requestOf(subject)),
    link: { kind: "report", id: subject.niche, url: null }
  })
  return slotsBetween(subject.schedule, since, until).map((at) => ({ at, content }))
}

/** The last time at which a report was due since the watch goes by this schedule; null where there was none. */
const dueSlot = ({ since, watch }: WatchOf<"report">, now: Date): Date | null => {
  const cron = cronOf(watch.subject.schedule)
  if (cron === null) return null
  const slot = Cron.match(cron, now) ? new Date(Math.floor(now.getTime() / 60_000) * 60_000) : Cron.prev(cron, now)
  return slot > since ? slot : null
}

/**
 * Orders the reports that are due, each once, however many processes look and however often. Of several times that were
 * missed the last one counts. Where the account may order none at present, the next look tries again.
 */
export const orderDueReports = Effect.gen(function* () {
  const { of } = yield* (yield* ActiveWatches).read
  const desk = yield* ReportDesk
  const made = yield* WatchReports
  const now = yield* DateTime.nowAsDate
  for (const { account, since, watch } of of("report")) {
    const slot = dueSlot({ account, since, watch }, now)
    if (slot === null) continue
    const order = Effect.map(desk.request(account, requestOf(watch.subject)), ({ id }) => id)
    yield* made.order(watch.id, slot, order).pipe(
      Effect.catchTag("RateLimited", ({ message }) =>
        Effect.logDebug(`The report of watch ${watch.id} is ordered later: ${message}`)
      ),
      Effect.catchCause((cause) => Effect.logWarning(`The report of watch ${watch.id} could not be ordered`, cause))
    )
  }
})

/** So much is told of what is new. */
const longestText = 1_500

/** More of a text than can be told is not parsed. */
const mostParsed = 10_000

/** What is told stands without the list of sources that `[7]` points into, and where nobody reads Markdown. */
const told = (markdown: string): string =>
  cut(plainText(markdown.slice(0, mostParsed)).replace(/\s?\[\d{1,3}\]/g, ""), longestText)

const isComparison = Schema.is(SinceLastReport)

/** Whether a comparison has found that a report says something else than the one before. */
const hasNews = ({ counts: { changed, contradicted, gone, new: added } }: SinceLastReport): boolean =>
  added + gone + changed + contradicted > 0

/**
 * Records that a report which a watch has made is there, with what is new in it. One in which nothing is new is no
 * event; one without an earlier report to compare it with is.
 */
export const recordReport = (
  id: ReportId,
  { confidence, executive_summary, sections }: ReportResult,
  { get }: Pick<Reports["Service"], "get">
) =>
  Effect.gen(function* () {
    const watch = yield* (yield* WatchReports).watchOf(id)
    const { of } = yield* (yield* ActiveWatches).read
    const owned = of("report").find((one) => one.watch.id === watch)
    if (owned === undefined) return
    const since: unknown = sections[sinceLastReport]
    const compared = isComparison(since) ? since : null
    if (compared !== null && !hasNews(compared)) return
    const before =
      compared === null
        ? null
        : yield* Effect.option(get(owned.account, compared.against.id)).pipe(
            Effect.map((found) => (found._tag === "Some" ? found.value.confidence : null))
          )
    const content = contentOf("report", {
      title: titleOf(requestOf(owned.watch.subject)),
      text: told(compared?.content ?? executive_summary),
      change: { what: "confidence", before, after: confidence },
      link: { kind: "report", id, url: null }
    })
    const now = yield* DateTime.nowAsDate
    yield* (yield* WatchEvents).record([occurrence(owned, now, { key: `report:${id}`, content })])
  })
