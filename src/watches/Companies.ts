import { DateTime, Effect } from "effect"
import type { Company } from "../domain/Company.ts"
import { toCalendarDate } from "../domain/Timestamp.ts"
import { Companies } from "../storage/companies/Companies.ts"
import { WatchEvents } from "../storage/watches/WatchEvents.ts"
import { ActiveWatches } from "./ActiveWatches.ts"
import { contentOf, occurrence } from "./Occurrences.ts"

/** The companies whose figures are watched, as they are now. */
export const watchedCompanies = Effect.gen(function* () {
  const { of } = yield* (yield* ActiveWatches).read
  const watched = of("company").filter(({ watch }) => watch.subject.changes?.includes("revenue") ?? true)
  const ids = [...new Set(watched.map(({ watch }) => watch.subject.company_id))]
  const companies = ids.length === 0 ? [] : yield* (yield* Companies).ofIds(ids)
  return { watched, companies: new Map(companies.map((company) => [company.id, company])) }
})

const told = ({ currency, revenue, revenue_period_end }: Company): string =>
  `${revenue?.toLocaleString("en-US") ?? "unknown"} ${currency}${revenue_period_end === null ? "" : ` (period to ${revenue_period_end})`}`

/** Records what has become of the revenue of watched companies since they were `before`. */
export const recordFigures = Effect.fnUntraced(function* (before: Effect.Success<typeof watchedCompanies>) {
  if (before.watched.length === 0) return
  const { companies, watched } = yield* watchedCompanies
  const now = yield* DateTime.nowAsDate
  const found = watched.flatMap((owned) => {
    const [was, is] = [before, { companies }].map(({ companies }) => companies.get(owned.watch.subject.company_id))
    if (was === undefined || is === undefined || is.revenue === null || was.revenue === is.revenue) return []
    const restated = was.revenue !== null && was.revenue_period_end === is.revenue_period_end
    const content = contentOf("company", {
      title: `${is.name}: revenue ${restated ? "restated, now" : "now"} ${told(is)}${was.revenue === null ? "" : `, before ${told(was)}`}`,
      change: { what: "revenue", before: was.revenue, after: is.revenue },
      link: { kind: "company", id: is.id, url: is.source_url }
    })
    // Who stores the same at the same time sees the same change. On another day it is one of its own.
    const change = `${is.revenue_period_end}:${was.revenue}:${is.revenue}:${toCalendarDate(now)}`
    return [occurrence(owned, now, { key: `revenue:${is.id}:${change}`, content })]
  })
  yield* (yield* WatchEvents).record(found)
})
