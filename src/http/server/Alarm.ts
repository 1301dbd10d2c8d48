import { Clock, Duration, Effect, Fiber, type Scope } from "effect"
import { Line } from "../../domain/Line.ts"

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
    const waiting = new Line<Wait>()
    let watched = false

    const watch = Effect.gen(function* () {
      for (;;) {
        const [first] = waiting
        if (first === undefined) break
        const left = first.until - clock.currentTimeMillisUnsafe()
        if (left > 0) yield* Effect.sleep(left)
        else first.ring()
      }
      watched = false
    })

    return {
      set: (ring) => {
        const end = waiting.add({
          until: clock.currentTimeMillisUnsafe() + Duration.toMillis(duration),
          ring: () => {
            end()
            ring()
          }
        })
        if (!watched) {
          watched = true
          Fiber.runIn(run(watch), scope)
        }
        return end
      }
    }
  })
