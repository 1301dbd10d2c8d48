import { Context, Duration, Effect, Layer } from "effect"
import { RateLimiter } from "effect/persistence"
import { crc32 } from "node:zlib"
import type { AccountId } from "../domain/Account.ts"
import { RateLimited } from "../domain/Failure.ts"

/** How much of a limit is left; written to `RateLimit-Policy` and `RateLimit`. */
export interface Allowance {
  readonly limit: number
  readonly remaining: number
  /** Seconds until the limit is whole again. */
  readonly reset: number
  readonly exceeded: boolean
}

const window = Duration.minutes(1)

/** Failed credentials per client address and minute: more than anyone mistypes, too few to guess by. */
const failuresPerMinute = 30

/** /status calls per minute from everyone together: monitors are few, and the answer costs two queries. */
const statusPerMinute = 600

/**
 * Client addresses share this many buckets: the store keeps every key that it ever saw, so keys must not be chosen by
 * callers. Two addresses meet in one bucket now and then; only failures are counted there.
 */
const addressBuckets = 4_096

/** The answer to whoever is over a limit. */
export const rateLimited = (seconds: number) =>
  new RateLimited({
    code: "rate_limited",
    message: `Too many requests: try again in ${seconds} s.`,
    retryAfter: seconds
  })

/** Counts requests against the limits. */
export class Limits extends Context.Service<
  Limits,
  {
    /** One request of an account; null when the limit is switched off. */
    readonly request: (account: AccountId) => Effect.Effect<Allowance | null>
    /**
     * The same at once, for a caller that cannot wait; `now` is the clock's, in milliseconds. An allowance that is not
     * `exceeded` means that the request has been counted and may be answered; null that there is no limit. An `exceeded` one,
     * and undefined (it takes a look at the database to know), mean that nothing has been counted: let `request` decide.
     */
    readonly requestNow: (account: AccountId, now: number) => Allowance | null | undefined
    /** One failed credential from an address: fails once there were too many. */
    readonly failedCredential: (address: string) => Effect.Effect<void, RateLimited>
    /** One call of an endpoint that is open to everyone. */
    readonly open: Effect.Effect<void, RateLimited>
  }
>()("sonde/access/Limits") {
  /** `perMinute` 0 switches the accounts' limit off. */
  static readonly layer = (options: { readonly perMinute: number }) =>
    Layer.effect(
      Limits,
      Effect.gen(function* () {
        const limiter = yield* RateLimiter.RateLimiter
        const services = yield* Effect.context<never>()

        const take = (key: string, limit: number) =>
          limiter.consume({ key, limit, window, algorithm: "fixed-window" }).pipe(
            Effect.map((result) => ({ ...result, exceeded: false })),
            Effect.catch((error) =>
              error.reason._tag === "RateLimitExceeded"
                ? Effect.succeed({ remaining: 0, resetAfter: error.reason.retryAfter, exceeded: true })
                : Effect.die(error)
            ),
            Effect.map(({ exceeded, remaining, resetAfter }): Allowance => ({
              limit,
              remaining,
              reset: Math.ceil(Duration.toSeconds(resetAfter)),
              exceeded
            }))
          )

        const takeOrFail = (key: string, limit: number) =>
          Effect.flatMap(take(key, limit), (allowance) =>
            allowance.exceeded ? Effect.fail(rateLimited(Math.max(1, allowance.reset))) : Effect.void
          )

        return {
          request: (account) =>
            options.perMinute === 0 ? Effect.succeed(null) : take(`account:${account}`, options.perMinute),
          requestNow: (account) =>
            options.perMinute === 0
              ? null
              : Effect.runSyncWith(services)(take(`account:${account}`, options.perMinute)),
          failedCredential: (address) => takeOrFail(`failed:${crc32(address) % addressBuckets}`, failuresPerMinute),
          open: takeOrFail("open", statusPerMinute)
        }
      })
    ).pipe(Layer.provide(RateLimiter.layer), Layer.provide(RateLimiter.layerStoreMemory))
}
