import { Cause, DateTime, Duration, Effect, Layer, Schedule } from "effect"
import { isFinal, maxAttempts, type ReportId, type ReportResult } from "../domain/Report.ts"
import { sinceLastReport } from "../domain/ReportDiff.ts"
import { toTimestamp } from "../domain/Timestamp.ts"
import { Research } from "../ports/Research.ts"
import { inSteps } from "../storage/database/Batch.ts"
import { Reports } from "../storage/reports/Reports.ts"
import type { Work } from "../storage/reports/ReportWork.ts"
import { reportEnded } from "../telemetry/Metrics.ts"
import { sinceLast } from "./diff/Comparisons.ts"
import { Evidences } from "./evidence/Evidence.ts"
import { titleOf } from "./Outline.ts"
import { rendering } from "./Render.ts"
import { ReportQueue } from "../queue/ReportQueue.ts"
import { unreached } from "./UnreachedSources.ts"
import { ReportWriter, WriterFailed } from "./writers/Writer.ts"

/** How often the queue is compared with the reports that are not final. */
const mendEvery = "1 minute"

/** How soon work on a report ends that its owner has cancelled. */
const lookEvery = "1 second"

/** What the owner of a failed report reads: the writer's own reason, and for a fault of ours only that it was one. */
const reasonOf = (cause: Cause.Cause<unknown>): string => {
  const error = Cause.squash(cause)
  return error instanceof WriterFailed ? error.reason : "An internal error kept the report from being written"
}

/**
 * Writes queued reports, `workers` at a time, until the scope closes. An attempt that fails, dies or takes longer than
 * `attemptTimeout`, beside its research, is repeated up to the domain's limits; then the report is failed with a
 * reason. What a crash interrupts is taken up again from the queue; what an orderly stop interrupts too, and that
 * attempt doesn't count.
 */
export const layer = (options: { readonly workers: number; readonly attemptTimeout?: Duration.Input }) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const reports = yield* Reports
      const evidences = yield* Evidences
      const writer = yield* ReportWriter
      const queue = yield* ReportQueue
      const research = yield* Research
      const attemptTimeout = Duration.sum(
        Duration.fromInputUnsafe(options.attemptTimeout ?? "3 minutes"),
        Duration.seconds(research?.seconds ?? 0)
      )

      /** What the report may rest on. What was looked up for it came in after it was ordered. */
      const gathered = Effect.fnUntraced(function* ({ account_id, created_at, id, request }: Work) {
        if (research === null || request.research === false)
          return yield* evidences.gather(account_id, request, created_at)
        const looked = yield* research.lookUp(request.niche, (step, soFar) => reports.advance(id, step, soFar))
        yield* reports.advance(id, "gathering", looked)
        const evidence = yield* evidences.gather(account_id, request, yield* DateTime.nowAsDate)
        return { ...evidence, gaps: [...evidence.gaps, ...unreached(looked)] }
      })

      /** The result with what has changed since the account's last report on the niche, behind its other sections. */
      const withComparison = Effect.fnUntraced(function* (work: Work, result: ReportResult) {
        const { account_id, created_at, id, request } = work
        const report = { id, title: titleOf(request), created_at: toTimestamp(created_at), ...request, ...result }
        const since = yield* sinceLast(reports, account_id, report)
        if (since === null) return result
        const members = Object.entries(result.sections)
        const behind = members.findIndex(([name]) => name === "sources")
        return { ...result, sections: Object.fromEntries(members.toSpliced(behind, 0, [sinceLastReport, since])) }
      })

      const write = Effect.fnUntraced(
        function* (work: Work) {
          const { id, request, written } = work
          const evidence = yield* gathered(work)
          yield* reports.advance(id, "writing")
          const draft = yield* writer.write(request, evidence, written)
          yield* reports.advance(id, "checking")
          const rendered = yield* inSteps(rendering(request, evidence, draft))
          // A report is kept even if an earlier one cannot be read.
          const result = yield* withComparison(work, rendered).pipe(
            Effect.catchDefect((defect) =>
              Effect.as(
                Effect.logWarning("The report could not be compared with the one before", { id, defect }),
                rendered
              )
            )
          )
          // False when it was cancelled meanwhile: then there is nothing to store.
          if (yield* reports.complete(id, result)) reportEnded({ outcome: "completed" })
        },
        Effect.timeoutOrElse({
          duration: attemptTimeout,
          orElse: () => Effect.fail(new WriterFailed({ reason: "Writing the report took too long" }))
        })
      )

      /** Ends when the report is cancelled, in whatever process, or is no longer there. */
      const ended = ({ account_id, id }: Work) =>
        reports.get(account_id, id).pipe(
          Effect.map(({ status }) => isFinal(status)),
          Effect.catchTag("NotFound", () => Effect.succeed(true)),
          // Work goes on while the database is away for a moment.
          Effect.catchDefect(() => Effect.succeed(false)),
          Effect.delay(lookEvery),
          Effect.repeat({ until: (final) => final }),
          Effect.asVoid
        )

      const handle = Effect.fnUntraced(function* (id: ReportId) {
        const work = yield* reports.begin(id, research !== null)
        if (work === null) return
        yield* write(work).pipe(
          Effect.raceFirst(ended(work)),
          Effect.onInterrupt(() => reports.release(id, work.attempts)),
          Effect.catchCause((cause) =>
            Cause.hasInterruptsOnly(cause) || (work.attempts < maxAttempts.begun && work.written < maxAttempts.written)
              ? Effect.failCause(cause)
              : Effect.andThen(Effect.logError(`Report ${id} failed`, cause), reports.fail(id, reasonOf(cause))).pipe(
                  Effect.tap((failed) => Effect.sync(() => failed && reportEnded({ outcome: "failed" })))
                )
          )
        )
      })

      const mend = Effect.flatMap(reports.unfinished, queue.mend).pipe(
        Effect.catchCause((cause) => Effect.logWarning("The report queue could not be compared", cause)),
        Effect.repeat(Schedule.spaced(mendEvery))
      )

      yield* Effect.forkScoped(mend)
      for (let worker = 0; worker < options.workers; worker++)
        yield* Effect.forkScoped(
          queue.work((id) => Effect.withSpan(handle(id), "report.write", { attributes: { report: id } }))
        )
    })
  )
