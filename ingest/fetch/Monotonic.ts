import { Clock, type Duration, Effect } from "effect"

/** A clock whose time of day is the time that has passed since some moment. */
const monotonicOf = (clock: Clock.Clock): Clock.Clock => {
  const millis = (): number => Number(clock.monotonicTimeNanosUnsafe() / 1_000_000n)
  return {
    currentTimeMillisUnsafe: millis,
    currentTimeMillis: Effect.sync(millis),
    currentTimeNanosUnsafe: () => clock.monotonicTimeNanosUnsafe(),
    currentTimeNanos: clock.monotonicTimeNanos,
    monotonicTimeNanosUnsafe: () => clock.monotonicTimeNanosUnsafe(),
    monotonicTimeNanos: clock.monotonicTimeNanos,
    sleep: (duration: Duration.Duration) => clock.sleep(duration)
  }
}

/**
 * Runs code that measures time on a monotonic clock: a wrong system clock must not make us avoid a host for a year.
 * `inside` runs on the system clock.
 */
export const onMonotonic = <A, E, R, B, F, S>(
  inside: Effect.Effect<A, E, R>,
  measured: (inside: Effect.Effect<A, E, R>) => Effect.Effect<B, F, S>
): Effect.Effect<B, F, S> =>
  Effect.flatMap(Clock.Clock, (clock) =>
    measured(Effect.provideService(inside, Clock.Clock, clock)).pipe(
      Effect.provideService(Clock.Clock, monotonicOf(clock))
    )
  )
