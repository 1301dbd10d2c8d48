import { Clock, Context, Effect, Layer } from "effect"
import { createHmac } from "node:crypto"
import type { AccountId } from "../domain/Account.ts"
import { RateLimited } from "../domain/Failure.ts"
import { dayMillis } from "../domain/Timestamp.ts"
import { RateLimits } from "../storage/accounts/RateLimits.ts"
import { rateLimited as countRefusal } from "../telemetry/Metrics.ts"
import { networkOf } from "./ClientNetwork.ts"
import { type Allowance, makeTokenBuckets } from "./TokenBuckets.ts"

export type { Allowance } from "./TokenBuckets.ts"

/** Failed credentials per client network and minute: more than anyone mistypes, too few to guess by. */
const failuresPerMinute = 30

/** One-time links that a client network tries per minute, and wrong links of mails. */
const linksPerMinute = 30

/** Feeds that a client network asks for per minute: a service that reads feeds for many people does so from one. */
const feedsPerMinute = 300

/** Addresses of mail that an account has asked to confirm, in a day: those who know nothing of it are left in peace. */
const confirmationsPerDay = 20

/** /status calls per minute from everyone together: monitors are few, and the answer costs two queries. */
const statusPerMinute = 600

/**
 * Calls of an account's pages per minute, whatever programs may do: one page makes six at most, and nobody opens a
 * hundred.
 */
const pageRequestsPerMinute = 600

/**
 * Client networks share this many buckets, so that callers cannot make rows without end. Two networks meet in one by
 * chance only.
 */
const networkBuckets = 65_536

/** The answer to whoever is over a limit. */
export const rateLimited = (seconds: number) =>
  new RateLimited({
    code: "rate_limited",
    message: `Too many requests: try again in ${seconds} s.`,
    retryAfter: seconds
  })

/**
 * Counts requests against the limits, which all processes on the database share: in a minute of the clock no more than
 * the limit is let through, by all of them together. While the database cannot be asked, each process holds the limit
 * by itself.
 */
export class Limits extends Context.Service<
  Limits,
  {
    /** One request of an account; null when the limit is switched off. */
    readonly request: (account: AccountId) => Effect.Effect<Allowance | null>
    /** One request of an account's own pages. */
    readonly pageRequest: (account: AccountId) => Effect.Effect<Allowance>
    /**
     * The same at once, for a caller that cannot wait; `now` is the clock's, in milliseconds. An allowance that is not
     * `exceeded` means that the request has been counted and may be answered; null that there is no limit. An
     * `exceeded` one, and undefined (it takes a look at the database to know), mean that nothing has been counted: let
     * `request` decide.
     */
    readonly requestNow: (account: AccountId, now: number) => Allowance | null | undefined
    /** One failed credential from an address: fails once there were too many. */
    readonly failedCredential: (address: string) => Effect.Effect<void, RateLimited>
    /**
     * One try to open a one-time link from an address. Failed credentials don't count here: they keep nobody from
     * signing in.
     */
    readonly triedLink: (address: string) => Effect.Effect<void, RateLimited>
    /** One call of a feed from an address. */
    readonly feed: (address: string) => Effect.Effect<void, RateLimited>
    /** One wrong link of a mail from an address: those who have a right one are never kept from it. */
    readonly wrongMailLink: (address: string) => Effect.Effect<void, RateLimited>
    /** One mail of an account that asks somebody to confirm an address: fails once there were too many in a day. */
    readonly confirmation: (account: AccountId) => Effect.Effect<void, RateLimited>
    /** One call of an endpoint that is open to everyone. */
    readonly open: Effect.Effect<void, RateLimited>
  }
>()("sonde/access/Limits") {
  /** `perMinute` 0 switches the accounts' limit off. */
  static readonly layer = ({ perMinute }: { readonly perMinute: number }) =>
    Layer.effect(
      Limits,
      Effect.gen(function* () {
        const store = yield* RateLimits
        const leases = makeTokenBuckets(store)

        const take = (name: string, bucket: string, limit: number) =>
          Effect.flatMap(Clock.Clock, (clock) =>
            leases
              .take(bucket, limit, () => clock.currentTimeMillisUnsafe())
              .pipe(Effect.tap(({ exceeded }) => Effect.sync(() => exceeded && countRefusal({ limit: name }))))
          )

        const takeOrFail = (name: string, bucket: string, limit: number) =>
          Effect.flatMap(take(name, bucket, limit), ({ exceeded, reset }) =>
            exceeded ? Effect.fail(rateLimited(reset)) : Effect.void
          )

        const bucketOf = (account: AccountId) => `account:${account}`

        const networkBucket = (address: string): number =>
          createHmac("sha256", store.secret).update(networkOf(address)).digest().readUInt32BE() % networkBuckets

        return {
          request: (account) =>
            perMinute === 0 ? Effect.succeed(null) : take("account", bucketOf(account), perMinute),
          requestNow: (account, now) => (perMinute === 0 ? null : leases.takeNow(bucketOf(account), perMinute, now)),
          pageRequest: (account) => take("visits", `visit:${account}`, pageRequestsPerMinute),
          failedCredential: (address) =>
            takeOrFail("failed_credentials", `failed:${networkBucket(address)}`, failuresPerMinute),
          triedLink: (address) => takeOrFail("sign_in_links", `link:${networkBucket(address)}`, linksPerMinute),
          feed: (address) => takeOrFail("feeds", `feed:${networkBucket(address)}`, feedsPerMinute),
          wrongMailLink: (address) => takeOrFail("mail_links", `mail:${networkBucket(address)}`, linksPerMinute),
          confirmation: Effect.fnUntraced(function* (account) {
            const now = yield* Clock.currentTimeMillis
            // Until the end of the day: windows of the past are deleted.
            const window = new Date((Math.floor(now / dayMillis) + 1) * dayMillis)
            const bucket = `confirmation:${account}`
            const limit = confirmationsPerDay
            const { granted } = yield* store.take({ bucket, window, limit, share: limit, least: 1 })
            if (granted > 0) return
            countRefusal({ limit: "confirmations" })
            return yield* Effect.fail(rateLimited(Math.ceil((window.getTime() - now) / 1_000)))
          }),
          open: takeOrFail("status", "status", statusPerMinute)
        }
      })
    )
}
