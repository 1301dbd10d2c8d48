import { DateTime, Effect, Schema, Struct } from "effect"
import { Platform, type SourceStatus } from "../../domain/SocialTrend.ts"
import { followed, offline, type RunState, SourceHealth, type SourceState, stateOf } from "../../domain/Source.ts"
import { type Timestamp, toTimestamp } from "../../domain/Timestamp.ts"

/** A source as it is stored; its state is how its last run ended. */
export const StoredSource = Schema.Struct({
  ...Struct.omit(SourceHealth.fields, ["offline_since"]),
  platform: Schema.NullOr(Platform),
  configured: Schema.Boolean,
  state: Schema.Literals(["ok", "empty", "blocked", "not_configured", "error"]),
  last_success_at: Schema.NullOr(Schema.Date),
  next_check_at: Schema.NullOr(Schema.Date),
  moved_sightings: Schema.Int,
  reached_at: Schema.NullOr(Schema.Date),
  unreached_host: Schema.NullOr(Schema.String),
  unreached_since: Schema.NullOr(Schema.Date),
  gone: Schema.Boolean
})
export type StoredSource = typeof StoredSource.Type

/** Whether a run that ended so reached its source. */
export const succeeded = (state: RunState): boolean => state === "ok" || state === "empty"

/** What is told of the sources at a given moment. */
export interface SourceReadings {
  /** By name. */
  readonly list: Effect.Effect<ReadonlyArray<SourceHealth>>
  /**
   * Freshness of one platform: newest success of its sources, and the state of the best of them. `feed` has them all.
   */
  readonly platform: (
    platform: Platform
  ) => Effect.Effect<{ readonly updated_at: Timestamp | null; readonly status: SourceStatus }>
  /** How many sources are fresh, stale, failed, not configured. A source that was never read is not counted. */
  readonly summary: Effect.Effect<{
    readonly fresh: number
    readonly stale: number
    readonly failed: number
    readonly not_configured: number
    /** Since when the machine of the service seems offline, where it does. */
    readonly offline_since?: Timestamp
  }>
}

export const readings = (stored: Effect.Effect<ReadonlyArray<StoredSource>>): SourceReadings => {
  const sources = Effect.zipWith(stored, DateTime.nowAsDate, (stored, now) =>
    stored.map((source) => {
      const { configured, state, last_success_at, next_check_at } = source
      const lastRun = { now, configured, lastRun: state, lastSuccess: last_success_at, nextCheck: next_check_at }
      return Object.assign({}, source, { state: stateOf(lastRun) })
    })
  )
  return {
    list: Effect.map(sources, (sources) => {
      const silent = new Set(offline(everRead(sources)))
      return sources.map((known) => {
        const { moved_sightings, moved_to, last_success_at, next_check_at: at, unreached_since, ...source } = known
        return {
          ...Struct.pick(source, ["name", "kind", "state"]),
          last_success_at: last_success_at === null ? null : toTimestamp(last_success_at),
          // Its slot stays where it was until it is configured again.
          next_check_at: at === null || !source.configured || source.gone ? null : toTimestamp(at),
          ...Struct.pick(source, ["failures", "items", "idle", "last_error"]),
          moved_to: moved_to === null ? null : followed({ to: moved_to, sightings: moved_sightings }),
          offline_since: unreached_since !== null && silent.has(known) ? toTimestamp(unreached_since) : null
        }
      })
    }),
    platform: (platform) =>
      Effect.map(sources, (sources) => {
        const own = sources.filter((source) =>
          platform === "feed" ? source.platform !== null : source.platform === platform
        )
        const successes = own.flatMap(({ last_success_at }) => last_success_at?.getTime() ?? [])
        const states = new Set<SourceStatus>(own.map(({ state }) => (state === "blocked" ? "error" : state)))
        return {
          updated_at: successes.length === 0 ? null : toTimestamp(new Date(Math.max(...successes))),
          status: bestFirst.find((status) => states.has(status)) ?? "not_configured"
        }
      }),
    summary: Effect.map(sources, (sources) => {
      // A source with nothing to look for is neither healthy nor failing.
      const checked = sources.filter(
        ({ state, ...source }) => state === "not_configured" || (source.idle === null && !neverChecked(source))
      )
      const silence = offline(everRead(sources))
        .flatMap(({ unreached_since }) => unreached_since ?? [])
        .toSorted((one, other) => one.getTime() - other.getTime())[0]
      const count = (...states: ReadonlyArray<SourceState>) =>
        checked.filter(({ state }) => states.includes(state)).length
      return {
        fresh: count("ok", "empty"),
        stale: count("stale"),
        failed: count("error", "blocked"),
        not_configured: count("not_configured"),
        ...(silence !== undefined && { offline_since: toTimestamp(silence) })
      }
    })
  }
}

/** Every run that ends is a success or leaves its error; a source with neither has not been read yet. */
const neverChecked = ({ last_error, last_success_at }: Pick<StoredSource, "last_error" | "last_success_at">): boolean =>
  last_success_at === null && last_error === null

/** Those whose last run says something of the network. */
const everRead = (sources: ReadonlyArray<StoredSource & { readonly state: SourceState }>) =>
  sources.filter(
    ({ configured, gone, reached_at, unreached_since }) =>
      configured && !gone && (reached_at ?? unreached_since) !== null
  )

/** A platform is as well as its best source. */
const bestFirst: ReadonlyArray<SourceStatus> = ["ok", "stale", "empty", "error"]
