import { Context, Duration, Effect, Layer, PubSub, Schedule } from "effect"
import { PersistedQueue } from "effect/persistence"
import { SqlClient } from "effect/sql"
import { maxId } from "../domain/Id.ts"
import { ReportId } from "../domain/Report.ts"

/** The queue's table; the library makes it, and one beside it for its own migrations. */
const table = "report_queue"
const name = "reports"

/**
 * A worker renews its lease every 5 seconds and loses it after 15: two renewals may come late, and a report of a process
 * that died is taken up within 16 seconds.
 */
const leases = { lockRefreshInterval: "5 seconds", lockExpiration: "15 seconds" } as const

/** Settled elements have no further use; they are kept a day for whoever looks into a fault. */
const kept = { timeToLive: Duration.days(1), failedTimeToLive: Duration.days(1) }

/** One element per report, so that offering a report twice is offering it once. */
const elementId = (id: ReportId): string => `report:${id}`

const make = Effect.fnUntraced(function* (reopen: (elements: ReadonlyArray<string>) => Effect.Effect<unknown>) {
  const factory = yield* PersistedQueue.makeFactory
  const queue = yield* factory.make({
    name,
    schema: ReportId,
    maxAttempts: maxId,
    retrySchedule: Schedule.min([Schedule.exponential("1 second"), Schedule.spaced("30 seconds")])
  })
  const ended = yield* PubSub.unbounded<ReportId>()
  const offer = (id: ReportId) => Effect.orDie(Effect.asVoid(queue.offer(id, { id: elementId(id) })))

  const service: ReportQueue["Service"] = {
    offer,
    work: (handle) =>
      queue
        .take((id) => Effect.as(handle(id), id))
        .pipe(
          Effect.flatMap((id) => PubSub.publish(ended, id)),
          Effect.catchCause((cause) => Effect.logWarning("A report was not finished and will be tried again", cause)),
          Effect.forever
        ),
    mend: Effect.fnUntraced(function* (ids: ReadonlyArray<ReportId>) {
      if (ids.length === 0) return
      yield* Effect.forEach(ids, offer, { discard: true })
      yield* reopen(ids.map(elementId))
    }),
    ended
  }
  return service
})

/**
 * The work to be done: ids of reports, kept in the database. An id stays in the queue until its report is final; how often
 * a report is tried is counted with the report, so the queue itself never gives one up.
 */
export class ReportQueue extends Context.Service<
  ReportQueue,
  {
    /** Adds a report, in the caller's transaction where there is one. Adding it again changes nothing. */
    readonly offer: (id: ReportId) => Effect.Effect<void>
    /**
     * Takes one id after the other and never ends. When `handle` fails, the id comes again after 1 second, then 2, 4, … 30;
     * when it is interrupted, at once, to whoever takes next.
     */
    readonly work: <E>(handle: (id: ReportId) => Effect.Effect<void, E>) => Effect.Effect<never>
    /** Puts reports that are not final back where they are missing; those that wait or are being written are left alone. */
    readonly mend: (ids: ReadonlyArray<ReportId>) => Effect.Effect<void>
    /** Reports that this process has finished, as it happens. */
    readonly ended: PubSub.PubSub<ReportId>
  }
>()("sonde/reports/ReportQueue") {
  /**
   * In the database. `exclusive`: no other process uses it (the embedded one), so every lease that a start finds belongs
   * to a process that died, and is ended at once rather than waited for.
   */
  static readonly layer = (options: { readonly exclusive: boolean; readonly pollInterval?: Duration.Input }) =>
    Layer.effect(
      ReportQueue,
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        // Replicas that start together can collide while the table is made; the next try finds it there.
        const store = yield* PersistedQueue.makeStoreSql({
          tableName: table,
          pollInterval: options.pollInterval ?? "1 second",
          ...leases
        }).pipe(Effect.sandbox, Effect.retry({ times: 5, schedule: Schedule.spaced("200 millis") }), Effect.orDie)
        if (options.exclusive) {
          yield* Effect.orDie(sql`
            update ${sql(table)} set acquired_at = null, acquired_by = null
            where queue_name = ${name} and state = 'pending'`)
        }
        yield* store.cleanup(kept).pipe(
          Effect.catchCause((cause) => Effect.logWarning("The report queue could not be tidied", cause)),
          Effect.repeat(Schedule.spaced("1 hour")),
          Effect.forkScoped
        )
        // What was settled although its report is not final: restored from a backup, or edited by hand.
        const reopen = (elements: ReadonlyArray<string>) =>
          Effect.orDie(sql`
            update ${sql(table)}
            set state = 'pending', attempts = 0, visible_at = now(), acquired_at = null, acquired_by = null
            where queue_name = ${name} and state <> 'pending' and id in ${sql.in(elements)}`)
        return yield* Effect.provideService(make(reopen), PersistedQueue.PersistedQueueStore, store)
      })
    )

  /** In this process, like the other memory layers: what is queued ends with it. */
  static readonly layerMemory = Layer.effect(
    ReportQueue,
    make(() => Effect.void)
  ).pipe(Layer.provide(PersistedQueue.layerStoreMemory))
}
