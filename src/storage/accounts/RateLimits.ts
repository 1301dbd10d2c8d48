import { Context, DateTime, Effect, Layer, Schedule, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { randomBytes } from "node:crypto"

/** A limit within one window of time, and how much of what is left is wanted. */
interface Claim {
  readonly bucket: string
  readonly window: Date
  /** How much the window has in all. */
  readonly limit: number
  /** One part in so many of what is left is given, rounded up. */
  readonly share: number
  /** But this much, as long as there is as much. */
  readonly least: number
}

/** What a claim was given, and what is left for others and later. */
const Grant = Schema.Struct({ granted: Schema.Int, left: Schema.Int })
type Grant = typeof Grant.Type

/** What a claim is given of what is left. */
const grant = (left: number, share: number, least: number): number =>
  Math.min(left, Math.max(Math.ceil(left / share), least))

/** Windows are kept this long beside the current one: clocks of processes may differ by as much. */
const keptMillis = 600_000

const secretBytes = 32

/**
 * Limits that any number of processes share. Each takes a part of a limit at a time and spends it by itself, so that
 * most requests ask nobody. Since what was taken is counted at once, all of them together never spend more than the
 * limit.
 */
export class RateLimits extends Context.Service<
  RateLimits,
  {
    readonly take: (claim: Claim) => Effect.Effect<Grant>
    /**
     * Random bytes that all processes on this store share: by them callers are put into buckets that nobody can work
     * out.
     */
    readonly secret: Uint8Array
  }
>()("sonde/storage/RateLimits") {
  static readonly layer = Layer.effect(
    RateLimits,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const take = SqlSchema.findOne({
        Request: Schema.Struct({
          bucket: Schema.String,
          window: Schema.Date,
          limit: Schema.Int,
          share: Schema.Int,
          least: Schema.Int
        }),
        Result: Grant,
        execute: ({ bucket, least, limit, share, window }) => {
          const first = grant(limit, share, least)
          const left = sql`greatest(${limit}::int - held.used, 0)`
          const next = sql`least(${left}, greatest(ceil(${left}::float8 / ${share})::int, ${least}))`
          return sql`
            insert into rate_limits as held (bucket, window_start, used, granted)
            values (${bucket}, ${window}, ${first}, ${first})
            on conflict (bucket, window_start) do update set used = held.used + ${next}, granted = ${next}
            returning granted, greatest(${limit}::int - used, 0) as left`
        }
      })

      // The update changes nothing: it has the statement return what another process drew.
      const { value: secret } = yield* SqlSchema.findOne({
        Request: Schema.Uint8Array,
        Result: Schema.Struct({ value: Schema.Uint8Array }),
        execute: (drawn) => sql`
          insert into service_secrets as known (name, value) values ('rate_limits', ${drawn})
          on conflict (name) do update set value = known.value returning value`
      })(randomBytes(secretBytes)).pipe(Effect.orDie)

      yield* Effect.flatMap(
        DateTime.nowAsDate,
        (now) => sql`delete from rate_limits where window_start < ${new Date(now.getTime() - keptMillis)}`
      ).pipe(
        Effect.catchCause((cause) => Effect.logWarning("Windows of limits that are over could not be removed", cause)),
        Effect.repeat(Schedule.spaced("5 minutes")),
        Effect.forkScoped
      )

      return { secret, take: (claim) => Effect.orDie(take(claim)) }
    })
  )

  /** For one process. */
  static readonly layerMemory = Layer.sync(RateLimits, () => {
    const windows = new Map<number, Map<string, number>>()

    const usedIn = (window: number): Map<string, number> => {
      const known = windows.get(window)
      if (known !== undefined) return known
      for (const other of windows.keys()) if (other < window - keptMillis) windows.delete(other)
      const used = new Map<string, number>()
      windows.set(window, used)
      return used
    }

    return {
      secret: randomBytes(secretBytes),
      take: ({ bucket, least, limit, share, window }) =>
        Effect.sync(() => {
          const used = usedIn(window.getTime())
          const left = Math.max(limit - (used.get(bucket) ?? 0), 0)
          const granted = grant(left, share, least)
          used.set(bucket, limit - left + granted)
          return { granted, left: left - granted }
        })
    }
  })
}
