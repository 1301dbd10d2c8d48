import { Clock, Context, Duration, Effect, Layer, PubSub } from "effect"
import type { AccountId } from "../domain/Account.ts"
import type { Invalid, RateLimited } from "../domain/Failure.ts"
import { isFinal, type Report, type ReportItem, type ReportRequest } from "../domain/Report.ts"
import type { Idempotency } from "../storage/IdempotencyKeys.ts"
import { type Created, Reports } from "../storage/Reports.ts"
import { Transaction } from "../storage/Transaction.ts"
import { titleOf } from "./Outline.ts"
import { exhausted } from "./Quota.ts"
import { ReportQueue } from "./ReportQueue.ts"

const itemOf = ({ id, niche, report_type, title, status, confidence, created_at }: Report): ReportItem => ({
  id,
  niche,
  report_type,
  title,
  status,
  confidence,
  created_at
})

/** Where reports are ordered, and waited for. */
export class ReportDesk extends Context.Service<
  ReportDesk,
  {
    /**
     * Stores the request and queues it, both or neither. A request that repeats an earlier one's idempotency key gets that
     * one's report and doesn't count; past the quota every other is refused.
     */
    readonly request: (
      account: AccountId,
      request: ReportRequest,
      idempotency: Idempotency | null
    ) => Effect.Effect<Created, Invalid | RateLimited>
    /**
     * Waits until the report is final, at most so long, and returns it as it then is. A caller that goes away doesn't stop
     * the work; a report that is deleted meanwhile is returned as last seen.
     */
    readonly await: (account: AccountId, report: ReportItem, timeout: Duration.Input) => Effect.Effect<ReportItem>
  }
>()("sonde/reports/ReportDesk") {
  /** `perHour`: new reports of an account per hour, 0 for no limit. `pollInterval`: how soon another replica's work is seen. */
  static readonly layer = (options: { readonly perHour: number; readonly pollInterval?: Duration.Input }) =>
    Layer.effect(
      ReportDesk,
      Effect.gen(function* () {
        const reports = yield* Reports
        const queue = yield* ReportQueue
        const transaction = yield* Transaction
        const pollMillis = Duration.toMillis(Duration.fromInputUnsafe(options.pollInterval ?? "1 second"))

        /** Past the quota a request can still be a repeated one. If it isn't, nothing of it stays: rolled back, and in memory removed. */
        const refuse = Effect.fnUntraced(function* (account: AccountId, created: Created, refusal: RateLimited) {
          yield* Effect.ignore(reports.remove(account, created.report.id))
          yield* Effect.ignore(reports.remove(account, created.report.id))
          return yield* refusal
        })

        const request = Effect.fnUntraced(
          function* (account: AccountId, request: ReportRequest, idempotency: Idempotency | null) {
            const refusal = yield* exhausted(reports, account, options.perHour)
            if (refusal !== null && idempotency === null) return yield* refusal
            const created = yield* reports.create(account, { ...request, title: titleOf(request) }, idempotency)
            if (created.repeated) return created
            if (refusal !== null) return yield* refuse(account, created, refusal)
            yield* queue.offer(created.report.id)
            return created
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

        return { request, await: wait }
      })
    )
}
