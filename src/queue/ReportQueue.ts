import { Context, type Duration, Effect, Layer, PubSub } from "effect"
import { ReportId } from "../domain/Report.ts"
import { PersistedWork } from "./PersistedWork.ts"

const make = Effect.gen(function* () {
  const work = yield* PersistedWork
  const queue = yield* work.queue({ name: "reports", schema: ReportId, idOf: (id) => `report:${id}` })
  const ended = yield* PubSub.unbounded<ReportId>()
  return ReportQueue.of({
    offer: queue.offer,
    mend: queue.insist,
    work: (handle) =>
      queue.take(handle).pipe(
        Effect.flatMap((id) => (id === null ? Effect.void : PubSub.publish(ended, id))),
        Effect.forever
      ),
    ended
  })
})

/**
 * The work to be done: ids of reports. An id stays in the queue until its report is final; how often a report is tried
 * is counted with the report.
 */
export class ReportQueue extends Context.Service<
  ReportQueue,
  {
    /** Adds a report, in the caller's transaction where there is one. Adding it again changes nothing. */
    readonly offer: (id: ReportId) => Effect.Effect<void>
    /** Takes one id after the other and never ends. */
    readonly work: <E>(handle: (id: ReportId) => Effect.Effect<void, E>) => Effect.Effect<never>
    /**
     * Puts reports that are not final back where they are missing; those that wait or are being written are left alone.
     */
    readonly mend: (ids: ReadonlyArray<ReportId>) => Effect.Effect<void>
    /** Reports that this process has finished, as it happens. */
    readonly ended: PubSub.PubSub<ReportId>
  }
>()("sonde/queue/ReportQueue") {
  /** In the database. A report of a process that died is taken up within 16 seconds, as two renewals may come late. */
  static readonly layer = (options: { readonly exclusive: boolean; readonly pollInterval?: Duration.Input }) =>
    Layer.effect(ReportQueue, make).pipe(
      Layer.provide(
        PersistedWork.layer({
          table: "report_queue",
          lockRefreshInterval: "5 seconds",
          lockExpiration: "15 seconds",
          pollInterval: "1 second",
          keep: "1 day",
          ...options
        })
      )
    )

  /** In this process, like the other memory layers: what is queued ends with it. */
  static readonly layerMemory = Layer.effect(ReportQueue, make).pipe(Layer.provide(PersistedWork.layerMemory))
}
