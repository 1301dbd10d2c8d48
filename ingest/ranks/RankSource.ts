import { Context, type Effect, Layer, Schema } from "effect"
import type { FetchFailed, FetchReason } from "../fetch/FetchFailed.ts"
import { fromFetch, SourceFailed } from "../Source.ts"

/** Where a host was found in the results for a keyword, counted from 1; the page of it that stood there. */
export interface Found {
  readonly position: number
  readonly url: string | null
}

/**
 * How many results are looked at: three pages of ten. Few people look further, and each page is a request that may cost
 * money.
 */
export const depth = 30

/** A look-up without an answer: the position stays unknown. */
export class RankFailed extends Schema.TaggedError<RankFailed>()("RankFailed", {
  /** The failure as the run's, should it be the only outcome. */
  failure: SourceFailed,
  /** Other look-ups would fail now as well: the key, the quota or the service is at fault, not the keyword. */
  final: Schema.Boolean
}) {}

/** A service that knows search results. */
export interface Ranks {
  readonly title: string
  /** Where it is, as operators see it: without any key. */
  readonly url: string
  /** What has to be set before it can be asked; null when nothing is missing. */
  readonly missing: string | null
  /**
   * Where the host, `www.` aside, first stands in the results for the keyword; null when it is not among the first
   * thirty.
   */
  readonly look: (keyword: string, host: string) => Effect.Effect<Found | null, RankFailed>
}

/** Where search positions come from; null if this process does not look them up. */
export class RankSource extends Context.Reference<Ranks | null>("sonde/ingest/RankSource", {
  defaultValue: () => null
}) {
  /** No service is configured: the source is listed, and says what it needs. */
  static readonly layerNone = Layer.succeed(RankSource, {
    title: "Search positions of tracked keywords",
    url: "",
    missing:
      "RANK_SOURCE is none: nobody is asked for search positions, and current_position stays null unless positions are imported",
    look: () => new RankFailed({ failure: unanswered("no rank source is set"), final: true })
  })
}

/** The service answered, but not with results. */
export const unanswered = (message: string): SourceFailed =>
  new SourceFailed({ state: "error", message, restSeconds: null })

/** What says that the service was not reached, or does not want to be asked. */
const beyondKeyword: ReadonlySet<FetchReason> = new Set(["rate_limited", "host_down", "refused_address", "dns", "tls"])

/** A failed request, in the service's own words for a status where it has some. */
export const rankFailed = (failed: FetchFailed, words: Readonly<Record<number, string>>): RankFailed => {
  const own = failed.status === null ? undefined : words[failed.status]
  const { message, restSeconds, state } = fromFetch(failed)
  const said = own === undefined ? message : `${message}: ${own}`
  const blocked = own !== undefined || state !== "error"
  return new RankFailed({
    failure: new SourceFailed({ state: blocked ? "blocked" : "error", message: said, restSeconds }),
    final: blocked || beyondKeyword.has(failed.reason)
  })
}
