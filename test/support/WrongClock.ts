import { Clock, Duration, Effect, Layer } from "effect"

/** A clock that can be set wrong: the time of day moves, and what is measured goes on as before. */
export const makeWrongClock = Effect.map(Clock.Clock, (right) => {
  let ahead = 0
  const millis = () => right.currentTimeMillisUnsafe() + ahead
  const nanos = () => right.currentTimeNanosUnsafe() + BigInt(ahead) * 1_000_000n
  const clock: Clock.Clock = {
    // A test's clock can do more than others.
    ...right,
    currentTimeMillisUnsafe: millis,
    currentTimeMillis: Effect.sync(millis),
    currentTimeNanosUnsafe: nanos,
    currentTimeNanos: Effect.sync(nanos)
  }
  return {
    layer: Layer.succeed(Clock.Clock, clock),
    /** By how much it is wrong from now on. */
    set: (by: Duration.Input) => Effect.sync(() => void (ahead = Duration.toMillis(Duration.fromInputUnsafe(by))))
  }
})
