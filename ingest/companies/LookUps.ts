import { Clock, DateTime, Duration, Effect, Result, Semaphore } from "effect"
import type { CompanyFacts } from "../../src/domain/Company.ts"
import { Companies, type DueCompany } from "../../src/storage/companies/Companies.ts"
import { progressed } from "../fetch/RunContext.ts"
import type { SourceFailed } from "../Source.ts"
import type { SecData } from "./SecData.ts"

/** Industries hardly ever change. */
const freshFor = Duration.days(30)

/** At a request a second these take about as long as a run may. */
const mostCompanies = 250

/** Leaves a run that waits for another one's look-ups, and then makes its own, within the nine minutes that it has. */
const longest = Duration.minutes(4)

/** Looked-up companies are stored in groups of this size: at most one group is lost when the process dies. */
const storedTogether = 20

/** After so many failures in a row the service is at fault, not the companies. */
const mostFailures = 5

/** What a run of look-ups did. `failure` is what it ended with before its time. */
export interface LookedUp {
  readonly asked: number
  readonly changed: number
  readonly unreadable: number
  readonly failure: SourceFailed | null
}

/**
 * Asks for the details of companies one by one, the never-asked first, until none is due, or until the run has had its
 * share; the next one goes on from there. One run at a time.
 */
export const lookUps = Effect.fnUntraced(function* (data: SecData) {
  const companies = yield* Companies
  const permit = Semaphore.makeUnsafe(1)

  /** The industry, and the revenue of those that report one and are in none of the frames. */
  const details = Effect.fnUntraced(function* ({
    key,
    revenue
  }: DueCompany): Effect.fn.Return<CompanyFacts, SourceFailed> {
    const submission = yield* data.submission(key)
    const reported = revenue === null && submission?.reportsYearly === true ? yield* data.revenue(key) : null
    return {
      key,
      industry: submission?.industry ?? null,
      revenue: reported?.revenue ?? null,
      revenue_period_end: reported?.revenue_period_end ?? null,
      market_cap: null
    }
  })

  const run = Effect.gen(function* () {
    const before = DateTime.toDateUtc(DateTime.subtractDuration(yield* DateTime.now, freshFor))
    const due = yield* companies.dueForLookUp({ keys: "cik:", before, limit: mostCompanies })
    const end = (yield* Clock.currentTimeMillis) + Duration.toMillis(longest)
    const done = { asked: 0, changed: 0, unreadable: 0, failure: null as SourceFailed | null }
    let found: Array<CompanyFacts> = []
    let asked: Array<string> = []
    let failed: Array<string> = []

    const store = Effect.gen(function* () {
      done.changed += (yield* companies.enrich(found)).changed
      yield* companies.lookedUp(asked)
      found = []
      asked = []
    })

    for (const company of due) {
      if ((yield* Clock.currentTimeMillis) >= end) break
      yield* progressed(done.asked, due.length)
      const result = yield* Effect.result(details(company))
      done.asked++
      if (Result.isSuccess(result)) {
        found.push(result.success)
        // Companies that failed before this success are at fault themselves: they count as looked up and wait like the
        // others.
        asked.push(...failed, company.key)
        failed = []
      } else {
        failed.push(company.key)
        done.unreadable++
        const refused = result.failure.state !== "error" || result.failure.restSeconds !== null
        if (refused || failed.length === mostFailures) {
          done.failure = result.failure
          break
        }
      }
      if (asked.length >= storedTogether) yield* store
    }
    yield* store
    return done satisfies LookedUp
  })

  return permit.withPermit(run)
})
