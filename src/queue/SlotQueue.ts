import { Context, type Duration, Effect, Layer, Schema } from "effect"
import { PersistedWork } from "./PersistedWork.ts"

/** What is done on schedule: reading sources, and keeping the database tidy. */
export type Line = "ingest" | "housekeeping"

/** One piece of scheduled work: what is due, and the moment at which it is. */
export const Slot = Schema.Struct({ name: Schema.String, at: Schema.DateFromString })
export type Slot = typeof Slot.Type

/** `<name>:<slot>`, so that whoever computes the same slot offers the same work. */
const idOf = ({ at, name }: Slot): string => `${name}:${at.toISOString()}`

export interface SlotQueueOptions {
  readonly exclusive: boolean
  readonly lockRefreshInterval?: Duration.Input
  readonly lockExpiration?: Duration.Input
  readonly pollInterval?: Duration.Input
}

const make = Effect.gen(function* () {
  const work = yield* PersistedWork
  const queueOf = (name: Line) => work.queue({ name, schema: Slot, idOf })
  const queues = { ingest: yield* queueOf("ingest"), housekeeping: yield* queueOf("housekeeping") }
  return SlotQueue.of({
    offer: (line, slot) => queues[line].offer(slot),
    insist: (line, slot) => queues[line].insist([slot]),
    work: (line, handle) => Effect.forever(queues[line].take(handle))
  })
})

/** Scheduled work for any number of processes on one database: each slot is done by one of them. */
export class SlotQueue extends Context.Service<
  SlotQueue,
  {
    /** Adds a slot; one that is waiting, under way or done already is left alone. */
    readonly offer: (line: Line, slot: Slot) => Effect.Effect<void>
    /** The same for a slot that is known not to be done: if the queue says otherwise, the queue is wrong. */
    readonly insist: (line: Line, slot: Slot) => Effect.Effect<void>
    /** Takes one slot after the other and never ends. */
    readonly work: <E>(line: Line, handle: (slot: Slot) => Effect.Effect<void, E>) => Effect.Effect<never>
  }
>()("sonde/queue/SlotQueue") {
  /**
   * In the database. The slot of a process that died is taken up within about 35 seconds, as two renewals may come
   * late.
   */
  static readonly layer = (options: SlotQueueOptions) =>
    Layer.effect(SlotQueue, make).pipe(
      Layer.provide(
        PersistedWork.layer({
          table: "slot_queue",
          lockRefreshInterval: "10 seconds",
          lockExpiration: "30 seconds",
          pollInterval: "5 seconds",
          keep: "7 days",
          ...options
        })
      )
    )

  /** In this process, like the other memory layers: what is queued ends with it. */
  static readonly layerMemory = Layer.effect(SlotQueue, make).pipe(Layer.provide(PersistedWork.layerMemory))
}
