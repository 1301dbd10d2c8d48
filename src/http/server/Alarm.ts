import { Clock, Duration, Effect, Fiber, type Scope } from "effect"

/** Something that is waited for. */
interface Wait {
  readonly until: number
  readonly ring: () => void
}

/** Rings for each wait that has lasted so long. */
interface Alarm {
  /** Begins a wait; what it returns ends it before it rings. */
  readonly set: (ring: () => void) => () => void
}

/**
 * One timer for many short waits of the same length, few of which run out: they are kept in order, and only the first
 * one has a timer.
 */
export const makeAlarm = (duration: Duration.Duration): Effect.Effect<Alarm, never, Scope.Scope> =>
  Effect.gen(function* () {
    const scope = yield* Effect.scope
    const clock = yield* Clock.Clock
    const run = Effect.runForkWith(yield* Effect.context<never>())
    const waiting = new Set<Wait>()
    let watched = false

    const watch = Effect.gen(function* () {
      for (;;) {
        const [first] = waiting
        if (first === undefined) break
        const left = first.until - clock.currentTimeMillisUnsafe()
        if (left > 0) yield* Effect.sleep(left)
        else if (waiting.delete(first)) first.ring()
      }
      watched = false
    })

    return {
      set: (ring) => {
        const wait = { until: clock.currentTimeMillisUnsafe() + Duration.toMillis(duration), ring }
        waiting.add(wait)
        if (!watched) {
          watched = true
          Fiber.runIn(run(watch), scope)
        }
        return () => void waiting.delete(wait)
      }
    }
  })
