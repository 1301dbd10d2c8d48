import { Context, Duration, Effect, Layer, Schedule, Schema } from "effect"
import { PersistedQueue } from "effect/persistence"
import { SqlClient } from "effect/sql"
import { maxId } from "../domain/Id.ts"

/** The queue's table; the library makes it, and one beside it for its own migrations. */
const table = "slot_queue"

/** What is done on schedule: reading sources, and keeping the database tidy. */
const lines = ["ingest", "housekeeping"] as const
export type Line = (typeof lines)[number]

/** One piece of scheduled work: what is due, and the moment at which it is. */
export const Slot = Schema.Struct({ name: Schema.String, at: Schema.DateFromString })
export type Slot = typeof Slot.Type

/** `<name>:<slot>`, so that whoever computes the same slot offers the same work. */
const idOf = ({ at, name }: Slot): string => `${name}:${at.toISOString()}`

/**
 * A worker renews its lease every 10 seconds and loses it after 30: two renewals may come late, and the slot of a process
 * that died is taken up within about 35 seconds. A run may be longer than that: it lives from renewal to renewal.
 */
const usual = { lockRefreshInterval: "10 seconds", lockExpiration: "30 seconds", pollInterval: "5 seconds" } as const

/** Settled slots have no further use; they are kept for whoever looks into a fault, and so that a day's slot is not offered twice. */
const kept = { timeToLive: Duration.days(7), failedTimeToLive: Duration.days(7) }

export interface SlotQueueOptions {
  /** No other process uses the database: every lease that a start finds belongs to a process that died, and is ended at once. */
  readonly exclusive: boolean
  readonly lockRefreshInterval?: Duration.Input
  readonly lockExpiration?: Duration.Input
  readonly pollInterval?: Duration.Input
}

const make = Effect.fnUntraced(function* (reopen: (line: Line, id: string) => Effect.Effect<unknown>) {
  const factory = yield* PersistedQueue.makeFactory
  const queueOf = (name: Line) =>
    factory.make({
      name,
      schema: Slot,
      maxAttempts: maxId,
      retrySchedule: Schedule.min([Schedule.exponential("1 second"), Schedule.spaced("30 seconds")])
    })
  const queues = { ingest: yield* queueOf("ingest"), housekeeping: yield* queueOf("housekeeping") }

  const offer = (line: Line, slot: Slot) =>
    Effect.asVoid(queues[line].offer(slot, { id: idOf(slot) })).pipe(Effect.orDie)

  const service: SlotQueue["Service"] = {
    offer,
    insist: (line, slot) => Effect.andThen(offer(line, slot), reopen(line, idOf(slot))),
    work: (line, handle) =>
      queues[line].take(handle).pipe(
        Effect.catchCause((cause) => Effect.logWarning("A slot was not done and will be tried again", cause)),
        Effect.forever
      )
  }
  return service
})

/**
 * Scheduled work for any number of processes on one database: each slot is handed to one of them, and to another when that
 * one dies. Delivery is at least once: whoever handles a slot makes sure that doing it again changes nothing.
 */
export class SlotQueue extends Context.Service<
  SlotQueue,
  {
    /** Adds a slot; one that is waiting, under way or done already is left alone. */
    readonly offer: (line: Line, slot: Slot) => Effect.Effect<void>
    /** The same for a slot of which its owner knows that it is not done: if the queue thinks otherwise, it is mistaken. */
    readonly insist: (line: Line, slot: Slot) => Effect.Effect<void>
    /**
     * Takes one slot after the other and never ends. When `handle` fails, the slot comes again after 1 second, then
     * 2, 4, … 30; when it is interrupted, at once, to whoever takes next.
     */
    readonly work: <E>(line: Line, handle: (slot: Slot) => Effect.Effect<void, E>) => Effect.Effect<never>
  }
>()("sonde/schedule/SlotQueue") {
  /** In the database. */
  static readonly layer = ({ exclusive, ...leases }: SlotQueueOptions) =>
    Layer.effect(
      SlotQueue,
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        // Replicas that start together can collide while the table is made; the next try finds it there.
        const store = yield* PersistedQueue.makeStoreSql({ tableName: table, ...usual, ...leases }).pipe(
          Effect.sandbox,
          Effect.retry({ times: 5, schedule: Schedule.spaced("200 millis") }),
          Effect.orDie
        )
        if (exclusive) {
          yield* Effect.orDie(
            sql`update ${sql(table)} set acquired_at = null, acquired_by = null where state = 'pending'`
          )
        }
        yield* store.cleanup(kept).pipe(
          Effect.catchCause((cause) => Effect.logWarning("The queue of slots could not be tidied", cause)),
          Effect.repeat(Schedule.spaced("1 hour")),
          Effect.forkScoped
        )
        // What is settled although its work is not done: restored from a backup, or edited by hand.
        const reopen = (line: Line, id: string) =>
          Effect.orDie(sql`
            update ${sql(table)}
            set state = 'pending', attempts = 0, visible_at = now(), acquired_at = null, acquired_by = null
            where queue_name = ${line} and id = ${id} and state <> 'pending'`)
        return yield* Effect.provideService(make(reopen), PersistedQueue.PersistedQueueStore, store)
      })
    )

  /** In this process, like the other memory layers: what is queued ends with it. */
  static readonly layerMemory = Layer.effect(
    SlotQueue,
    make(() => Effect.void)
  ).pipe(Layer.provide(PersistedQueue.layerStoreMemory))
}
