import { type Cause, Effect, Semaphore } from "effect"
import type { RateLimits } from "../storage/accounts/RateLimits.ts"
import { limitStoreFailed } from "../telemetry/Metrics.ts"

/** How much of a limit is left; written to `RateLimit-Policy` and `RateLimit`. */
export interface Allowance {
  readonly limit: number
  /** As far as this process knows: others may have taken of it since. */
  readonly remaining: number
  /** Seconds until the limit is whole again, at least 1. */
  readonly reset: number
  /** Over the limit: the request was not counted and is to be refused. */
  readonly exceeded: boolean
}

/** The window of every limit, in milliseconds: a minute of the clock. */
const windowMillis = 60_000

/**
 * One part in so many of what is left is taken at a time, and at least one part in `leastShare` of the limit: 15
 * requests of 120 at first, 4 at the end, so that an account that uses all of its limit asks 18 times. What a process
 * has taken and not spent is lost for the minute: of a limit that N processes share, at least (1 - (N - 1)/8) gets
 * through, and all but a few requests where they are spread evenly.
 */
const share = 8
const leastShare = 32

/** The store may take no longer than a request should; then this process holds the limit alone. */
const databaseTimeout = "1 second"

/** What this process holds of one limit in the present window. */
interface Lease {
  readonly window: number
  /** Taken and not spent. */
  tokens: number
  spent: number
  /** Left in the store when it was last asked. */
  left: number
  /** There is nothing more to be had: known without asking. */
  over: boolean
  /** One fiber at a time asks the store; those that waited use what it got. */
  readonly turn: Semaphore.Semaphore
}

/**
 * Takes parts of shared limits and spends them request by request. Synchronous as long as there is something to spend.
 */
export const makeTokenBuckets = (store: RateLimits["Service"]) => {
  let window = -1
  // All windows end together, so what is held of the last one goes at once; there are no more leases than active
  // callers.
  let leases = new Map<string, Lease>()
  let warned = -1

  const leaseOf = (bucket: string, now: number): Lease => {
    const current = Math.floor(now / windowMillis)
    if (current !== window) {
      window = current
      leases = new Map()
    }
    const known = leases.get(bucket)
    if (known !== undefined) return known
    const lease: Lease = { window, tokens: 0, spent: 0, left: 0, over: false, turn: Semaphore.makeUnsafe(1) }
    leases.set(bucket, lease)
    return lease
  }

  /** Spends one; undefined when the store has to be asked first. */
  const takeNow = (bucket: string, limit: number, now: number): Allowance | undefined => {
    const lease = leaseOf(bucket, now)
    const exceeded = lease.tokens === 0
    if (exceeded && !lease.over) return undefined
    if (!exceeded) {
      lease.tokens--
      lease.spent++
    }
    const reset = Math.ceil(((window + 1) * windowMillis - now) / 1_000)
    return { limit, remaining: lease.tokens + lease.left, reset, exceeded }
  }

  /** The whole limit, less what was spent here: more than the limit if other processes do the same, but bounded. */
  const holdAlone = (lease: Lease, limit: number) =>
    Effect.fnUntraced(function* (cause: Cause.Cause<unknown>) {
      lease.tokens = Math.max(0, limit - lease.spent)
      lease.left = 0
      lease.over = true
      limitStoreFailed({})
      if (warned === window) return
      warned = window
      yield* Effect.logWarning("Limits cannot be shared at the moment; this process holds them by itself", cause)
    })

  const refill = (lease: Lease, bucket: string, limit: number) =>
    Effect.suspend(() => {
      if (lease.tokens > 0 || lease.over || lease.window !== window) return Effect.void
      const least = Math.ceil(limit / leastShare)
      return store.take({ bucket, window: new Date(window * windowMillis), limit, share, least }).pipe(
        Effect.timeout(databaseTimeout),
        Effect.map(({ granted, left }) => {
          lease.tokens = granted
          lease.left = left
          lease.over = left === 0
        }),
        Effect.catchCause(holdAlone(lease, limit))
      )
    }).pipe(lease.turn.withPermit)

  /** Spends one, after asking the store where that is needed. */
  const take = Effect.fnUntraced(function* (bucket: string, limit: number, clock: () => number) {
    for (;;) {
      const allowance = takeNow(bucket, limit, clock())
      if (allowance !== undefined) return allowance
      yield* refill(leaseOf(bucket, clock()), bucket, limit)
    }
  })

  return { take, takeNow }
}
