import { Context, Effect, Layer, Schedule } from "effect"
import type { ApiKeyId } from "../domain/ApiKey.ts"
import { ApiKeys } from "../storage/accounts/ApiKeys.ts"
import type { UsageCount } from "../storage/accounts/ApiKeyUsage.ts"

const hourMillis = 3_600_000

/** Counts how keys are used, off the request path: in memory first, written every few seconds and at the end. */
export class Usage extends Context.Service<
  Usage,
  {
    /** Counts one call; `now` is the clock's, in milliseconds. */
    readonly count: (key: ApiKeyId, endpoint: string, now: number) => void
    /** Writes what has been counted. */
    readonly flush: Effect.Effect<void>
  }
>()("sonde/access/Usage") {
  static readonly layer = Layer.effect(
    Usage,
    Effect.gen(function* () {
      const keys = yield* ApiKeys
      let counts = new Map<string, UsageCount & { count: number }>()

      const add = (entry: string, count: UsageCount) => {
        const known = counts.get(entry)
        if (known === undefined) counts.set(entry, { ...count })
        else known.count += count.count
      }

      const flush = Effect.suspend(() => {
        if (counts.size === 0) return Effect.void
        const batch = counts
        counts = new Map()
        return keys.recordUsage([...batch.values()]).pipe(
          Effect.catchCause((cause) => {
            for (const [entry, count] of batch) add(entry, count)
            return Effect.logWarning("usage of keys could not be written; it is tried again", cause)
          })
        )
      })

      yield* Effect.addFinalizer(() => flush)
      yield* flush.pipe(Effect.repeat(Schedule.spaced("2 seconds")), Effect.forkScoped)

      const count = (key: ApiKeyId, endpoint: string, now: number) =>
        add(`${key} ${Math.floor(now / hourMillis)} ${endpoint}`, {
          key_id: key,
          endpoint,
          at: new Date(now),
          count: 1
        })

      return {
        count,
        flush
      }
    })
  )
}
