import { Schema } from "effect"
import { clockToleranceMillis, Timestamp } from "./Timestamp.ts"

/** A source's name as operators type it: `feed:techcrunch.com`, `hacker-news`. */
export const SourceName = Schema.String.check(Schema.isPattern(/^[a-z0-9][a-z0-9._:-]{0,99}$/)).pipe(
  Schema.brand("SourceName")
)
export type SourceName = typeof SourceName.Type

/** A word of the operator's own, by which sources and what they bring are found together. */
export const SourceTag = Schema.String.annotate({ message: "must be a string" }).check(
  Schema.makeFilter<string>(
    (text) =>
      /^[\p{Ll}\p{Lo}\p{N}][\p{Ll}\p{Lo}\p{M}\p{N}_-]{0,39}$/u.test(text) ||
      "must be 1 to 40 lower-case letters, digits, hyphens and underscores, and begin with a letter or a digit",
    { toJsonSchema: () => ({ minLength: 1, maxLength: 40 }) }
  )
)

/** The tags of one source. */
export const SourceTags = Schema.Array(SourceTag).check(
  Schema.isMaxLength(20, { message: "must be at most 20" }),
  Schema.isUnique({ message: "must not name a tag twice" })
)

/**
 * `empty`: reached, but never had an item. `blocked`: refused by the other side or by our own rules. `stale`: overdue.
 */
export const SourceState = Schema.Literals(["ok", "stale", "empty", "blocked", "not_configured", "error"])
export type SourceState = typeof SourceState.Type

/** How a run can end: a source grows stale by itself. */
export type RunState = Exclude<SourceState, "stale">

/** A run may be this late before a source counts as stale: restarts and long runs delay others. */
const leastOverdueMillis = 3_600_000

/**
 * The rule for a source's state, in its one place: how its last run ended, but `not_configured` while credentials are
 * missing, and `stale` after a good run when the next one is overdue by more than an hour and by more than the time
 * that was to pass between the two, or when nobody knows how old it is: a clock that was wrong has put it into the
 * future.
 */
export const stateOf = (source: {
  readonly now: Date
  readonly configured: boolean
  readonly lastRun: RunState
  readonly lastSuccess: Date | null
  readonly nextCheck: Date | null
}): SourceState => {
  const { configured, lastRun, lastSuccess, nextCheck, now } = source
  if (!configured) return "not_configured"
  if ((lastRun !== "ok" && lastRun !== "empty") || lastSuccess === null || nextCheck === null) return lastRun
  if (lastSuccess.getTime() > now.getTime() + clockToleranceMillis) return "stale"
  const overdue = now.getTime() - nextCheck.getTime()
  return overdue > Math.max(leastOverdueMillis, nextCheck.getTime() - lastSuccess.getTime()) ? "stale" : lastRun
}

/** Hosts that nobody answers at, one after the other: so many are not down by chance. */
export const hostsWhenOffline = 3

/** What the last run of a source tells of the network. */
export interface Reach {
  /** When a server last answered, whatever it said. */
  readonly reached_at: Date | null
  /** The host at which nobody answered in the last run, and since when that is so. */
  readonly unreached_host: string | null
  readonly unreached_since: Date | null
}

/**
 * The rule for when this machine seems offline, in its one place: nobody answers for most of the sources that were
 * read, at several hosts, and for no source has anybody answered since. Gives the sources that show it.
 */
export const offline = <A extends Reach>(read: ReadonlyArray<A>): ReadonlyArray<A> => {
  const reached = Math.max(...read.map(({ reached_at }) => reached_at?.getTime() ?? 0))
  const silent = read.filter(({ unreached_since: since }) => since !== null && since.getTime() >= reached)
  const hosts = new Set(silent.map(({ unreached_host }) => unreached_host))
  return hosts.size >= hostsWhenOffline && silent.length * 2 > read.length ? silent : []
}

/** What is remembered of a source between two runs. */
export const SourceHealth = Schema.Struct({
  name: SourceName,
  kind: Schema.Literals(["signals", "keywords", "social", "companies"]),
  state: SourceState,
  last_success_at: Schema.NullOr(Timestamp),
  next_check_at: Schema.NullOr(Timestamp),
  failures: Schema.Int.annotate({ description: "runs failed in a row" }),
  items: Schema.Int.annotate({ description: "items in the last successful run" }),
  idle: Schema.NullOr(Schema.String).annotate({
    description: "why there is nothing to read for it, while that is so; then it is `empty`"
  }),
  last_error: Schema.NullOr(Schema.String),
  moved_to: Schema.NullOr(Schema.String).annotate({ description: "where it is read since it has moved for good" }),
  offline_since: Schema.NullOr(Timestamp).annotate({
    description:
      "since when nobody answers for it, where the machine of the service seems offline: then its errors say nothing of the source"
  })
})
export type SourceHealth = typeof SourceHealth.Type

/** How a run that was asked for went: `running` when it takes longer than its asker waits. */
export const SourceRun = Schema.Struct({
  name: SourceName,
  outcome: Schema.Literals(["finished", "skipped", "running"]),
  state: Schema.NullOr(SourceState),
  new: Schema.NullOr(Schema.Int).annotate({ description: "items that were not known; null unless something was read" }),
  changed: Schema.NullOr(Schema.Int),
  message: Schema.NullOr(Schema.String).annotate({ description: "why it failed or was skipped" })
}).annotate({ identifier: "SourceRun" })
export type SourceRun = typeof SourceRun.Type

/** What HTTP validators a source last gave, sent back byte for byte (RFC 9110, section 8.8). */
export interface Validators {
  readonly etag: string | null
  readonly last_modified: string | null
}

/** Where a source says that it has moved for good (301, 308), and how many runs in a row have seen that. */
export interface Move {
  readonly to: string
  readonly sightings: number
}

/** A single permanent redirect may be a mistake; after so many in a row the new address is used. */
const sightingsToFollow = 3

/** The address that stands in for the source's own; null while it stays where it is. */
export const followed = (move: Move | null): string | null =>
  move !== null && move.sightings >= sightingsToFollow ? move.to : null

/** How a run ended. */
export interface RunResult {
  readonly fetched: number
  readonly new: number
  readonly changed: number
  /** Items left out, by reason. */
  readonly skipped: Readonly<Record<string, number>>
}

/** What a run tells while it goes on. */
export type IngestEvent =
  /** `of`: how many sources are run in all. */
  | { readonly _tag: "Started"; readonly name: SourceName; readonly of: number }
  /** So many of the questions of a run that asks many. */
  | { readonly _tag: "Progressed"; readonly name: SourceName; readonly done: number; readonly of: number }
  | { readonly _tag: "Skipped"; readonly name: SourceName; readonly reason: string }
  | {
      readonly _tag: "Finished"
      readonly name: SourceName
      readonly state: SourceState
      /** Null when nothing has changed, or when the run failed. */
      readonly result: RunResult | null
      readonly error: string | null
      /** Why there was nothing to ask for. */
      readonly idle: string | null
      /** Null where the next check stays when it was. */
      readonly next_check_at: Date | null
      /** How far the source's clock is ahead of ours, in seconds; null when it did not say. */
      readonly skew_seconds: number | null
    }
