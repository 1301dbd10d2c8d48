import { Clock, Context, Duration, Effect, Layer, PubSub } from "effect"
import type { Allowance } from "../access/Limits.ts"
import type { AccountId } from "../domain/Account.ts"
import type { RateLimited } from "../domain/Failure.ts"
import { isFinal, itemOf, type ReportItem, type ReportRequest } from "../domain/Report.ts"
import { Reports } from "../storage/reports/Reports.ts"
import { Transaction } from "../storage/database/Transaction.ts"
import { titleOf } from "./Outline.ts"
import { rateLimited } from "../telemetry/Metrics.ts"
import { allowanceOf, exhausted } from "./Quota.ts"
import { ReportQueue } from "../queue/ReportQueue.ts"

/** Where reports are ordered, and waited for. */
export class ReportDesk extends Context.Service<
  ReportDesk,
  {
    /** Stores the request and queues it, both or neither; past the quota it is refused. */
    readonly request: (account: AccountId, request: ReportRequest) => Effect.Effect<ReportItem, RateLimited>
    /** What is left of the account's quota; null if the account has no quota. */
    readonly allowance: (account: AccountId) => Effect.Effect<Allowance | null>
    /**
     * Waits until the report is final, at most so long, and returns it as it then is. A caller that goes away doesn't
     * stop the work; a report that is deleted meanwhile is returned as last seen.
     */
    readonly await: (account: AccountId, report: ReportItem, timeout: Duration.Input) => Effect.Effect<ReportItem>
  }
>()("sonde/reports/ReportDesk") {
  /**
   * `perHour`: new reports of an account per hour, 0 for no limit. `pollInterval`: how soon another replica's work is
   * seen.
   */
  static readonly layer = (options: { readonly perHour: number; readonly pollInterval?: Duration.Input }) =>
    Layer.effect(
      ReportDesk,
      Effect.gen(function* () {
        const reports = yield* Reports
        const queue = yield* ReportQueue
        const transaction = yield* Transaction
        const pollMillis = Duration.toMillis(Duration.fromInputUnsafe(options.pollInterval ?? "1 second"))

        const allowance = (account: AccountId) => allowanceOf(reports, account, options.perHour)

        const request = Effect.fnUntraced(
          function* (account: AccountId, request: ReportRequest) {
            const left = yield* allowance(account)
            if (left?.exceeded) {
              rateLimited({ limit: "reports" })
              return yield* exhausted(left)
            }
            const report = yield* reports.create(account, { ...request, title: titleOf(request) })
            yield* queue.offer(report.id)
            return report
          },
          (effect) => transaction.run(effect)
        )

        const wait = Effect.fnUntraced(function* (account: AccountId, report: ReportItem, timeout: Duration.Input) {
          const ended = yield* PubSub.subscribe(queue.ended)
          const thisOne = PubSub.take(ended).pipe(Effect.repeat({ until: (id) => id === report.id }))
          const deadline = (yield* Clock.currentTimeMillis) + Duration.toMillis(Duration.fromInputUnsafe(timeout))
          let latest = report
          while (true) {
            const found = yield* Effect.orElseSucceed(Effect.map(reports.get(account, report.id), itemOf), () => null)
            if (found === null) return latest
            latest = found
            const left = deadline - (yield* Clock.currentTimeMillis)
            if (isFinal(latest.status) || left <= 0) return latest
            yield* Effect.raceFirst(thisOne, Effect.sleep(Math.min(left, pollMillis)))
          }
        }, Effect.scoped)

        return { request, allowance, await: wait }
      })
    )
}
