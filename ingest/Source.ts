import { type Cron, type Duration, type Effect, Record, Schema } from "effect"
import type { Interest } from "../src/domain/Interest.ts"
import type { DateOf } from "../src/domain/Signal.ts"
import type { Platform } from "../src/domain/SocialTrend.ts"
import type { RunResult, SourceHealth, SourceName, Validators } from "../src/domain/Source.ts"
import type { Fetched } from "./fetch/Fetch.ts"
import type { FetchFailed } from "./fetch/FetchFailed.ts"

/** Something outside that is read on schedule: one document, mapped once, written to one resource or more. */
export interface Source {
  readonly name: SourceName
  readonly kind: SourceHealth["kind"]
  /** The social platform whose freshness this source decides. */
  readonly platform: Platform | null
  readonly title: string
  readonly url: string
  /** What the operator has to set before this source can run, in plain words; null when nothing is missing. */
  readonly missing: string | null
  /** The operator's interval. The source's own wishes can only make it longer. */
  readonly every: Duration.Duration
  /** What the dates of its signals are of; of the publication unless told. */
  readonly dated?: DateOf
  /** The operator's times, where he wants the source to be read at certain ones. */
  readonly cron?: Cron.Cron | undefined
  /** The member of the operator's list that it is of; none for a source that a setting makes. */
  readonly service?: string | undefined
  /** The operator does not want it to be read. */
  readonly paused?: boolean | undefined
  readonly tags?: ReadonlyArray<string> | undefined
  /** How it is asked about one thing, beside its runs; only sources that search have it. */
  readonly search?: Search
  /** Fetches, decodes, maps and stores. Safe to repeat: all writes are upserts. */
  readonly run: (previous: Validators) => Effect.Effect<SuccessfulRun, SourceFailed>
}

/** Searches that are made one by one. */
export interface Search {
  /** The name of the publisher or service, as people know it. */
  readonly site: string
  /**
   * Searches for the thing when the site's turn has come, which `asked` hears, and stores what is found, with the
   * search that found it.
   */
  readonly of: (
    interest: Pick<Interest, "kind" | "text">,
    asked?: Effect.Effect<void>
  ) => Effect.Effect<Searched, FetchFailed | SourceFailed>
}

/** What a search brought. */
export interface Searched {
  readonly fetched: number
  readonly found: number
  readonly new: number
  readonly changed: number
  readonly skipped: ReadonlyArray<string>
}

/** A run that went well. */
export interface SuccessfulRun {
  /** What was read and stored; null when the source said that nothing has changed. */
  readonly result: RunResult | null
  /** To be sent back with the next request. */
  readonly validators: Validators
  /** How long the source asks to be left alone (ttl, max-age, Retry-After), in seconds; null when it does not say. */
  readonly restSeconds: number | null
  /** Why there was nothing to ask for, in plain words. */
  readonly idle?: string
}

/** The run of a source that has nothing to ask for. */
export const idle = (why: string): SuccessfulRun => ({ ...stored(null), idle: why })

/** A run that failed. `message` is what the operator reads: plain words, no URL, no secret. */
export class SourceFailed extends Schema.TaggedError<SourceFailed>()("SourceFailed", {
  /** `blocked`: refused by the other side or by our own rules; `gone`: the same, for good; `error`: all else. */
  state: Schema.Literals(["error", "blocked", "gone"]),
  message: Schema.String,
  /** How long the source asks to be left alone, in seconds. */
  restSeconds: Schema.NullOr(Schema.Int),
  /** The source has its own rule for when to try again what failed: its interval does not grow. */
  paced: Schema.optionalKey(Schema.Boolean)
}) {}

/** Statuses that refuse us: asking again soon does not help. */
const blockingStatuses = new Set([401, 402, 403, 407, 451])

/** A failed request, as the failure of the run. */
export const fromFetch = ({ reason, message, retryAfter, status }: FetchFailed): SourceFailed =>
  new SourceFailed({
    state:
      reason === "gone"
        ? "gone"
        : reason === "refused_address" || (status !== null && blockingStatuses.has(status))
          ? "blocked"
          : "error",
    message,
    restSeconds: retryAfter
  })

/** Why a document could not be had or read, as the failure of the run. */
export const asSourceFailed = (failure: FetchFailed | SourceFailed): SourceFailed =>
  failure._tag === "FetchFailed" ? fromFetch(failure) : failure

/** A document that is not what the source promises. */
export const unreadable = (message: string): SourceFailed =>
  new SourceFailed({ state: "error", message, restSeconds: null })

/** Everything of an answer but its bytes. */
export type Answer = Omit<Fetched, "bytes">

/** The longest of the wishes that were stated. */
const longest = (...wishes: ReadonlyArray<number | null>): number | null => {
  const stated = wishes.filter((wish) => wish !== null)
  return stated.length === 0 ? null : Math.max(...stated)
}

/** Nothing to send back: the next request is for the whole document. */
export const noValidators: Validators = { etag: null, last_modified: null }

/** The run of a document that has not changed. */
export const unchanged = (fetched: Answer): SuccessfulRun => ({
  result: null,
  validators: fetched.validators,
  restSeconds: longest(fetched.cacheSeconds, fetched.retryAfter)
})

/** The run of a document that was read. One without items keeps no validators, so that it is read in full again. */
export const done = (fetched: Answer, result: RunResult, ttlMinutes: number | null = null): SuccessfulRun => ({
  result,
  validators: result.fetched === 0 ? noValidators : fetched.validators,
  restSeconds: longest(fetched.cacheSeconds, fetched.retryAfter, ttlMinutes === null ? null : ttlMinutes * 60)
})

/** The result of a run that read more than one document. */
export const stored = (result: RunResult | null, restSeconds: number | null = null): SuccessfulRun => ({
  result,
  validators: noValidators,
  restSeconds
})

/** Counts of what was left out, without zeros. */
export const counted = (counts: Readonly<Record<string, number>>): Record<string, number> =>
  Record.filter(counts, (count) => count > 0)

/** Counts by reason. */
export const tally = (reasons: Iterable<string>): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const reason of reasons) counts[reason] = (counts[reason] ?? 0) + 1
  return counts
}
