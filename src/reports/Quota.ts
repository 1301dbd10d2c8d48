import { DateTime, Effect } from "effect"
import type { Allowance } from "../access/Limits.ts"
import type { AccountId } from "../domain/Account.ts"
import { RateLimited } from "../domain/Failure.ts"
import type { Reports } from "../storage/reports/Reports.ts"

const hour = 3_600_000

/** Reports that were asked for after this moment count. */
export const hourBefore = (now: Date): Date => new Date(now.getTime() - hour)

/**
 * What is left of an account's reports for this hour; `reset` counts to when the oldest of the last hour no longer
 * does. A limit of 0 means no limit, and null. Inside a transaction the account's requests take turns.
 */
export const allowanceOf = Effect.fnUntraced(function* (
  reports: Reports["Service"],
  account: AccountId,
  limit: number
): Effect.fn.Return<Allowance | null> {
  if (limit === 0) return null
  const now = yield* DateTime.nowAsDate
  const { count, oldest } = yield* reports.countSince(account, hourBefore(now))
  return {
    limit,
    remaining: Math.max(0, limit - count),
    reset: oldest === null ? 0 : Math.max(1, Math.ceil((oldest.getTime() + hour - now.getTime()) / 1000)),
    exceeded: count >= limit
  }
})

/** Why an account may order no report at present. */
export const exhausted = ({ limit, reset }: Allowance) =>
  new RateLimited({
    code: "rate_limited",
    message: `The account may make ${limit} ${limit === 1 ? "report" : "reports"} per hour`,
    retryAfter: reset
  })
