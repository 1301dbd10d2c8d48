import { DateTime, Duration, Effect, Layer, Random } from "effect"
import { fromTimestamp } from "../src/domain/Timestamp.ts"
import { Sources } from "../src/storage/Sources.ts"
import { Ingest } from "./Ingest.ts"
import type { Source } from "./Source.ts"

export interface SchedulerOptions {
  /** Sources that are due when the service starts begin spread over this time, not all at once. */
  readonly spread?: Duration.Input | undefined
}

/** A stored check has whole seconds, the fraction cut: a second later it is due beyond doubt. */
const rounding = 1_000

/** A source that another process is running is looked at again after this time at the earliest. */
const shortestWait = Duration.toMillis("30 seconds")

/** Pause after a fault of ours, the database being away for one. */
const pause = Duration.minutes(1)

/**
 * Keeps every source fresh: one fiber for each sleeps until the stored next check, runs it, and sleeps again, until the layer's scope
 * closes. Sources know nothing of each other, so that none can stop another.
 */
export const layer = (options: SchedulerOptions = {}) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const ingest = yield* Ingest
      const stored = yield* Sources
      const spread = Duration.toMillis(options.spread ?? "1 minute")

      const dueOf = Effect.fnUntraced(function* ({ name }: Source) {
        const health = (yield* stored.list).find((health) => health.name === name)
        const next = health?.next_check_at ?? null
        return next === null ? 0 : fromTimestamp(next).getTime() + rounding
      })

      const sleepUntil = (instant: number) =>
        Effect.flatMap(DateTime.now, (now) => Effect.sleep(Math.max(0, instant - now.epochMilliseconds)))

      const follow = Effect.fnUntraced(function* (source: Source) {
        const now = (yield* DateTime.now).epochMilliseconds
        const stored = yield* dueOf(source)
        yield* sleepUntil(stored > now ? stored : now + (yield* Random.next) * spread)
        while (true) {
          const event = yield* ingest.attempt(source, { force: false })
          if (event._tag === "Finished") yield* sleepUntil(event.next_check_at.getTime())
          else yield* sleepUntil(Math.max(yield* dueOf(source), (yield* DateTime.now).epochMilliseconds + shortestWait))
        }
      })

      for (const source of ingest.sources)
        if (source.missing === null)
          yield* follow(source).pipe(
            Effect.catchCause((cause) =>
              Effect.logError(`Source ${source.name} starts over`, cause).pipe(Effect.andThen(Effect.sleep(pause)))
            ),
            Effect.forever,
            Effect.forkScoped
          )
    })
  )
