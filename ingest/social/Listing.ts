import { Result, type Schema } from "effect"
import { storyOf } from "../../src/domain/SocialFeed.ts"
import type { NewSocialTrend, ScoreKind } from "../../src/domain/SocialTrend.ts"
import { resolveUrl } from "../feed/Url.ts"
import { line } from "../feed/Text.ts"
import { takeRows } from "../parse/Rows.ts"
import { tally } from "../Source.ts"

/** A topic as a row of an answer has it: hostile until {@link listing} has looked at it. */
export interface Topic {
  readonly title: string
  /** What `score_kind` counts; anything but a whole number from 0 on counts as unknown. */
  readonly score: unknown
  readonly score_kind: ScoreKind
  /** Where the topic leads to; anything but an http(s) URL counts as unknown. */
  readonly url: string
  readonly subreddit?: string | undefined
  readonly site?: string | undefined
}

/** What an answer lists: topics in its order, and why some rows became none. */
export interface Listing {
  readonly rows: number
  readonly topics: ReadonlyArray<NewSocialTrend>
  /** Rows left out, by reason. */
  readonly skipped: Readonly<Record<string, number>>
}

/** Code points of a topic's title: reddit allows 300, the others less. */
const longestTitle = 300

/** A count as sources write it, a number or its digits; null for what is no whole number from 0 to 2^53. */
export const countOf = (given: unknown): number | null => {
  const count = typeof given === "string" && /^\d{1,16}$/.test(given) ? Number(given) : given
  return typeof count === "number" && Number.isSafeInteger(count) && count >= 0 ? count : null
}

/** The page of a site that a path names; no URL where the path leads to another site. */
export const pageOn = (site: string, path: string): string => {
  const page = URL.parse(path, site)
  return page !== null && page.origin === site ? page.href : ""
}

/** The topic at its rank, with what cannot be used of it left out. */
export const ranked = (rank: number, { score, score_kind, site, subreddit, title, url }: Topic): NewSocialTrend => {
  const count = countOf(score)
  return {
    title: line(title, longestTitle),
    score: count,
    score_kind: count === null ? "rank" : score_kind,
    subreddit: subreddit ?? null,
    site: site ?? null,
    url: resolveUrl(url, url),
    rank
  }
}

/** The rows of an answer as topics, ranked in the given order; `toTopic` may give a reason to leave one out. */
export const listing = <Row>(
  rows: ReadonlyArray<unknown>,
  schema: Schema.Decoder<Row>,
  toTopic: (row: Row) => Topic | string
): Result.Result<Listing, string> => {
  const topics = new Map<string, NewSocialTrend>()
  const skipped = takeRows(rows, schema, (row) => {
    const topic = toTopic(row)
    if (typeof topic === "string") return topic
    const trend = ranked(topics.size + 1, topic)
    if (trend.title === "") return "bad_row"
    if (topics.has(storyOf(trend))) return "repeated"
    topics.set(storyOf(trend), trend)
    return null
  })
  return Result.map(skipped, (skipped) => ({
    rows: rows.length,
    topics: [...topics.values()],
    skipped: tally(skipped)
  }))
}
