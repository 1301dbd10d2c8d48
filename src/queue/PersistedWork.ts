import { Context, Duration, Effect, Layer, Schedule, type Schema } from "effect"
import { PersistedQueue } from "effect/persistence"
import { SqlClient } from "effect/sql"
import { maxId } from "../domain/Id.ts"

/** One kind of work in a table. */
export interface WorkKind<A> {
  readonly name: string
  readonly schema: Schema.Codec<A, unknown>
  /** What makes two pieces of work the same: offering the same piece twice is offering it once. */
  readonly idOf: (work: A) => string
}

/** Where one kind of work waits for whoever does it, in this process or another. */
export interface WorkQueue<A> {
  /** Adds work, in the caller's transaction where there is one; work that waits, is under way or done is left alone. */
  readonly offer: (work: A) => Effect.Effect<void>
  /** The same for work whose owner knows that it is not done: where the queue has it as settled, it is opened again. */
  readonly insist: (work: ReadonlyArray<A>) => Effect.Effect<void>
  /**
   * Waits for a piece of work, does it, and returns it. When `handle` fails, the answer is null, and the work comes
   * again after 1 second, then 2, 4, … 30; when it is interrupted, at once, to whoever takes next.
   */
  readonly take: <E>(handle: (work: A) => Effect.Effect<void, E>) => Effect.Effect<A | null>
}

export interface WorkTable {
  /** The library makes it, and one beside it for its own migrations. */
  readonly table: string
  /**
   * How often a worker renews its lease on the work in its hands. A run may be longer: it lives from renewal to
   * renewal.
   */
  readonly lockRefreshInterval: Duration.Input
  /** How long a lease lasts if nobody renews it; afterwards the next process may take the work. */
  readonly lockExpiration: Duration.Input
  /** How soon work is seen that another process has offered. */
  readonly pollInterval: Duration.Input
  /** How long settled work is kept, for whoever looks into a fault and so that it is not offered twice. */
  readonly keep: Duration.Input
  /**
   * No other process uses the database: each lease that a start finds belongs to a process that died, and ends at once.
   */
  readonly exclusive: boolean
}

/** Opens settled work again, so that offering it is offering new work. */
interface Reopening {
  readonly reopen: (queue: string, ids: ReadonlyArray<string>) => Effect.Effect<unknown>
  /** What the queue knows a piece of work by. */
  readonly storedId: (queue: string, id: string) => string
  readonly settled: (queue: string, id: string) => void
}

const make = Effect.fnUntraced(function* ({ reopen, settled, storedId }: Reopening) {
  const factory = yield* PersistedQueue.makeFactory
  return PersistedWork.of({
    queue: Effect.fnUntraced(function* <A>({ idOf, name, schema }: WorkKind<A>) {
      const queue = yield* factory.make({
        name,
        schema,
        maxAttempts: maxId,
        retrySchedule: Schedule.min([Schedule.exponential("1 second"), Schedule.spaced("30 seconds")])
      })
      const offer = (work: A) =>
        Effect.suspend(() => Effect.orDie(Effect.asVoid(queue.offer(work, { id: storedId(name, idOf(work)) }))))
      return {
        offer,
        insist: Effect.fnUntraced(function* (work) {
          if (work.length === 0) return
          yield* reopen(name, work.map(idOf))
          yield* Effect.forEach(work, offer, { discard: true })
        }),
        take: (handle) =>
          Effect.catchCause(
            queue
              .take((work) => Effect.as(handle(work), work))
              .pipe(Effect.tap((work) => Effect.sync(() => settled(name, idOf(work))))),
            (cause) => Effect.as(Effect.logWarning(`Work on ${name} was not done and will be tried again`, cause), null)
          )
      } satisfies WorkQueue<A>
    })
  })
})

/** The library's queue in memory never forgets an id, so work that is opened again gets another one. */
const reopeningInMemory = (): Reopening => {
  const times = new Map<string, number>()
  const done = new Set<string>()
  const keyOf = (queue: string, id: string) => `${queue} ${id}`
  return {
    reopen: (queue, ids) =>
      Effect.sync(() => {
        for (const key of ids.map((id) => keyOf(queue, id)))
          if (done.delete(key)) times.set(key, (times.get(key) ?? 0) + 1)
      }),
    storedId: (queue, id) => {
      const time = times.get(keyOf(queue, id))
      return time === undefined ? id : `${id} ${time}`
    },
    settled: (queue, id) => void done.add(keyOf(queue, id))
  }
}

/**
 * Work that outlives the process: it is kept in a table until it is done, and handed to one of any number of processes,
 * and to another when that one dies. Delivery is at least once: whoever does the work makes sure that doing it again
 * changes nothing. No work is ever given up; whoever wants that counts attempts with the work.
 */
export class PersistedWork extends Context.Service<
  PersistedWork,
  {
    readonly queue: <A>(kind: WorkKind<A>) => Effect.Effect<WorkQueue<A>>
  }
>()("sonde/queue/PersistedWork") {
  /** In a table of the database. */
  static readonly layer = ({ exclusive, keep, table, ...leases }: WorkTable) =>
    Layer.effect(
      PersistedWork,
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        if (exclusive)
          yield* sql`update ${sql(table)} set acquired_at = null, acquired_by = null where state = 'pending'`
        // Work that is marked as settled but not done: restored from a backup, or edited by hand. Also work that waits
        // or is leased in the future, written by a clock that was wrong: no retry is later than half a minute.
        const reopen: Reopening["reopen"] = (queue, ids) =>
          sql`
          update ${sql(table)}
          set state = 'pending', attempts = 0, visible_at = now(), acquired_at = null, acquired_by = null
          where queue_name = ${queue} and id in ${sql.in(ids)} and (
            state <> 'pending' or visible_at > now() + interval '5 minutes' or acquired_at > now() + interval '5 minutes')`.pipe(
            Effect.orDie
          )
        return yield* make({ reopen, storedId: (_, id) => id, settled: () => {} })
      }).pipe(Effect.orDie)
    ).pipe(
      Layer.provide(PersistedQueue.layerCleanup({ timeToLive: keep, failedTimeToLive: keep })),
      Layer.provide(
        Layer.effect(
          PersistedQueue.PersistedQueueStore,
          // Replicas that start together can collide while the table is made; the next try finds it there.
          PersistedQueue.makeStoreSql({ tableName: table, ...leases }).pipe(
            Effect.sandbox,
            Effect.retry({ times: 5, schedule: Schedule.spaced("200 millis") }),
            Effect.orDie
          )
        )
      )
    )

  /** In this process, like the other memory layers: what waits ends with it. */
  static readonly layerMemory = Layer.effect(
    PersistedWork,
    Effect.suspend(() => make(reopeningInMemory()))
  ).pipe(Layer.provide(PersistedQueue.layerStoreMemory))
}
