import { Duration, Effect, Exit, Result, Cause, Schedule } from "effect"
import { CircuitBreaker } from "effect/persistence"
import type { FetchFailed, FetchReason } from "./FetchFailed.ts"
import type { HostThrottle } from "./HostThrottle.ts"
import { onMonotonic } from "./Monotonic.ts"
import { CurrentRunContext } from "./RunContext.ts"

/** Failures in a row, of whatever sources, after which a host counts as down. */
const failuresToOpen = 3

/** A host that is down is tried again after a quarter of an hour, then half an hour, and so on up to six hours. */
const openFor = Schedule.min([Schedule.exponential("15 minutes"), Schedule.spaced("6 hours")])

/**
 * Sources of a failing host are asked at least once a day; failures further apart than this do not count as "in a row".
 */
const remembered = Duration.hours(36)

/** Failures that mean that the host is down. Any answer other than a server error means that it is up. */
const downs: ReadonlySet<FetchReason> = new Set(["connection", "dns", "timeout", "tls"])

const classify = (exit: Exit.Exit<unknown, FetchFailed>): CircuitBreaker.Outcome => {
  if (Exit.isSuccess(exit)) return CircuitBreaker.success
  const failure = Result.getOrNull(Cause.findError(exit.cause))
  // Faults of ours say nothing about the host, and rests that it asks for are HostThrottle.ts's.
  if (failure === null || failure.reason === "rate_limited" || failure.reason === "refused_address")
    return CircuitBreaker.ignored
  return downs.has(failure.reason) || (failure.status ?? 0) >= 500 ? CircuitBreaker.failure() : CircuitBreaker.success
}

/**
 * Finds out that a host is down, and has it left alone for a while. Failures are counted in memory, for each host. A
 * run by hand asks the host all the same: its failure is not counted, and its success marks the host as up.
 */
export const make = Effect.fnUntraced(
  function* ({ hold, isUp }: Pick<HostThrottle, "hold" | "isUp">) {
    const breaker = yield* CircuitBreaker.make({
      tripPolicy: CircuitBreaker.consecutive(failuresToOpen),
      openDuration: openFor
    })
    /** How often each host was found to be up by hand: each time it gets a new breaker without a history. */
    const renewals = new Map<string, number>()
    const keyOf = (host: string): string => `${renewals.get(host) ?? 0} ${host}`
    const renew = (host: string): void => void renewals.set(host, (renewals.get(host) ?? 0) + 1)

    const byHand = <A, R>(host: string, request: Effect.Effect<A, FetchFailed, R>): Effect.Effect<A, FetchFailed, R> =>
      Effect.onExit(request, (exit) =>
        Effect.suspend(() => {
          if (classify(exit) !== CircuitBreaker.success) return Effect.void
          renew(host)
          return isUp(host)
        })
      )

    /** All that want to ask it hear of a host that has just been found down. */
    const tell = (host: string) =>
      Effect.flatMap(
        onMonotonic(Effect.void, () => breaker.state(keyOf(host))),
        (state) =>
          state._tag === "Open" ? hold(host, Math.ceil(Duration.toSeconds(state.retryAfter)), "down") : Effect.void
      ).pipe(Effect.ignore)

    const counted = <A, R>(
      host: string,
      request: Effect.Effect<A, FetchFailed, R>
    ): Effect.Effect<A, FetchFailed, R> => {
      const executed = Effect.suspend(() =>
        onMonotonic(request, (request) => breaker.execute(request, { key: keyOf(host), classify }))
      )
      return executed.pipe(
        // A host that was found down is held, and only one that is not is asked: another process has found it up.
        Effect.catchTag("CircuitBreakerError", () =>
          Effect.andThen(
            Effect.sync(() => renew(host)),
            executed
          )
        ),
        Effect.catchTag("CircuitBreakerError", Effect.die),
        Effect.tapError(() => tell(host))
      )
    }

    return <A, R>(host: string, request: Effect.Effect<A, FetchFailed, R>): Effect.Effect<A, FetchFailed, R> =>
      Effect.flatMap(CurrentRunContext, (context) => (context?.byHand === true ? byHand : counted)(host, request))
  },
  Effect.provide(CircuitBreaker.layerStoreMemory({ idleTimeToLive: remembered }))
)
