import { DateTime, Effect } from "effect"
import type { AccountId } from "../domain/Account.ts"
import { RateLimited } from "../domain/Failure.ts"
import { rateLimited as countRefusal } from "../telemetry/Metrics.ts"
import type { Reports } from "../storage/Reports.ts"

const hour = 3_600_000

/**
 * What is left of an account's reports for this hour, or why there is nothing: the failure names the seconds until the oldest
 * of the last hour no longer counts. A limit of 0 means no limit. Inside a transaction the account's requests take turns.
 */
export const exhausted = Effect.fnUntraced(function* (
  reports: Reports["Service"],
  account: AccountId,
  limit: number
): Effect.fn.Return<RateLimited | null> {
  if (limit === 0) return null
  const now = yield* DateTime.nowAsDate
  const { count, oldest } = yield* reports.countSince(account, new Date(now.getTime() - hour))
  if (count < limit) return null
  countRefusal({ limit: "reports" })
  const free = (oldest ?? now).getTime() + hour
  return new RateLimited({
    code: "rate_limited",
    message: `The account may make ${limit} ${limit === 1 ? "report" : "reports"} per hour`,
    retryAfter: Math.max(1, Math.ceil((free - now.getTime()) / 1000))
  })
})
