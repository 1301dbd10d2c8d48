import { DateTime, Duration, Effect, Layer, Schema } from "effect"
import { type Slot, SlotQueue } from "../../src/queue/SlotQueue.ts"
import { SocialTrends } from "../../src/storage/social/SocialTrends.ts"
import { clockToleranceMillis, elapsedMillis } from "../../src/domain/Timestamp.ts"
import { Sources, type SourceSlot } from "../../src/storage/sources/Sources.ts"
import { firstSlot, latestSlot } from "./Cadence.ts"
import { concurrency, Ingest, registered } from "../Ingest.ts"
import type { Source } from "../Source.ts"

export interface SchedulerOptions {
  /** Sources that were never run begin spread over this time, not all at once. */
  readonly spread?: Duration.Input | undefined
  /** How long it sleeps at most: a run may settle a slot that is nearer than the nearest that was seen before. */
  readonly longestSleep?: Duration.Input | undefined
}

/** Pause after a fault of ours, the database being away for one. */
const pause = Duration.seconds(10)

const counted = (count: number): string => (count === 1 ? "one source was" : `${count} sources were`)

const keyOf = ({ name, slot }: SourceSlot): string => `${name} ${slot.getTime()}`

/** A slot of a source that another process has on its list, and this one does not. It is handed on. */
class NotOnThisList extends Schema.TaggedError<NotOnThisList>()("NotOnThisList", { name: Schema.String }) {}

/**
 * Keeps every source fresh, together with whatever other processes there are on the database: the slot of each source
 * that is due is offered to the queue under its name and time, and whoever takes it runs the source and settles its
 * next slot. Slots that passed while nobody was there are one slot. Sources know nothing of each other, so that none
 * can stop another.
 */
export const layer = (options: SchedulerOptions = {}) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const ingest = yield* Ingest
      const stored = yield* Sources
      const queue = yield* SlotQueue
      const socialTrends = yield* SocialTrends
      const spread = Duration.fromInputUnsafe(options.spread ?? "1 minute")
      const longestSleep = Duration.toMillis(options.longestSleep ?? "15 seconds")

      /** The sources as they were last registered, in their list and by name. */
      let list: ReadonlyArray<Source> | null = null
      let sources: ReadonlyMap<string, Source> = new Map()

      const register = Effect.gen(function* () {
        const next = yield* ingest.sources
        if (next === list) return
        const now = yield* DateTime.nowAsDate
        yield* stored.register(
          next.map((source) => ({ ...registered(source), first_slot: firstSlot(source.name, now, spread) }))
        )
        // Topics of a source that lost its credentials are hidden: their age would be unknown.
        yield* socialTrends.retain(next.filter(({ missing }) => missing === null).map(({ name }) => name))
        list = next
        sources = new Map(next.map((source) => [source.name, source]))
      })

      /** Slots that this process has offered and that are still due. */
      let offered = new Set<string>()
      let looked = new Date(0)

      /** When a slot that is too far away was last treated as due. */
      const recalled = new Map<string, number>()

      /** Whether a slot is too far away to be right, for a source that was read longer ago than its interval. */
      const isRecalled = ({ name, slot }: SourceSlot, now: Date, elapsed: number): boolean => {
        const source = sources.get(name)
        if (source === undefined || slot <= latestSlot(name, source, now)) return false
        const last = recalled.get(name)
        // Otherwise another process with a wrong clock would make us read the source over and over.
        return (
          last === undefined || elapsed - last >= Duration.toMillis(source.every) || offered.has(keyOf({ name, slot }))
        )
      }

      const offerDue = Effect.gen(function* () {
        const listChanged = yield* ingest.nextList
        yield* register
        const now = yield* DateTime.nowAsDate
        const elapsed = yield* elapsedMillis
        const slots = yield* stored.slots
        // If the clock is set back, the queue waits that much longer before it tries again.
        if (now.getTime() < looked.getTime() - clockToleranceMillis) offered = new Set()
        looked = now
        const far = slots.filter((slot) => slot.slot > now && isRecalled(slot, now, elapsed))
        const fresh = far.filter((slot) => !offered.has(keyOf(slot)))
        if (fresh.length > 0)
          yield* Effect.logWarning(
            `A clock was wrong: ${counted(fresh.length)} due so late that it cannot be meant, and read now`
          )
        for (const { name } of fresh) recalled.set(name, elapsed)
        const due = [...slots.filter(({ slot }) => slot <= now), ...far]
        for (const slot of due)
          if (!offered.has(keyOf(slot))) yield* queue.insist("ingest", { name: slot.name, at: slot.slot })
        offered = new Set(due.map(keyOf))
        const next = slots.find(({ slot }) => slot > now)?.slot.getTime() ?? Infinity
        yield* Effect.raceFirst(Effect.sleep(Math.min(next - now.getTime(), longestSleep)), listChanged)
      })

      const handle = Effect.fnUntraced(function* ({ at, name }: Slot) {
        const source = sources.get(name)
        if (source !== undefined) return yield* Effect.asVoid(ingest.attempt(source, at))
        const slots = yield* stored.slots
        if (slots.some((other) => other.name === name && other.slot.getTime() === at.getTime()))
          return yield* new NotOnThisList({ name })
      })

      yield* register
      yield* offerDue.pipe(
        Effect.catchCause((cause) =>
          Effect.logError("What is due could not be looked up", cause).pipe(Effect.andThen(Effect.sleep(pause)))
        ),
        Effect.forever,
        Effect.forkScoped
      )
      for (let worker = 0; worker < concurrency; worker++) yield* Effect.forkScoped(queue.work("ingest", handle))
    })
  )
