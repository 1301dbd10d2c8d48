import { type Duration, Effect, Option, Result, Schema } from "effect"
import { SourceName } from "../../src/domain/Source.ts"
import type { Fetched } from "../fetch/Fetch.ts"
import type { SourceFailed } from "../Source.ts"
import { jsonSource } from "./JsonSource.ts"
import { countOf, type Listing, listing, readJson } from "./Listing.ts"

/*
 * What an instance of Mastodon calls trending: tags, and links to pages elsewhere. Counts are strings, by UTC day, newest first.
 */

const Rows = Schema.Array(Schema.Unknown)
const Tag = Schema.Struct({ name: Schema.String, url: Schema.String, history: Schema.optional(Schema.Unknown) })
const Link = Schema.Struct({ title: Schema.String, url: Schema.String, history: Schema.optional(Schema.Unknown) })

const decodeHistory = Schema.decodeUnknownOption(Schema.Array(Schema.Struct({ uses: Schema.Unknown })))

/** Posts of today and yesterday: today's alone would fall to nothing at midnight. */
const usesOf = (history: unknown): number | null => {
  const days = Option.getOrElse(decodeHistory(history), () => [])
  const counts = days.slice(0, 2).map(({ uses }) => countOf(uses))
  return counts.length === 0 || counts.includes(null) ? null : counts.reduce<number>((sum, count) => sum + count!, 0)
}

const site = "Mastodon"

/** The tags in the instance's order, each with its page there. */
export const readTags = (fetched: Fetched): Result.Result<Listing, SourceFailed> =>
  Result.flatMap(readJson(fetched, Rows), (rows) =>
    listing(rows, Tag, ({ history, name, url }) => ({
      title: `#${name}`,
      score: usesOf(history),
      score_kind: "posts",
      url,
      site
    }))
  )

/** The pages that are linked to, in the instance's order. */
export const readLinks = (fetched: Fetched): Result.Result<Listing, SourceFailed> =>
  Result.flatMap(readJson(fetched, Rows), (rows) =>
    listing(rows, Link, ({ history, title, url }) => ({
      title,
      score: usesOf(history),
      score_kind: "posts",
      url,
      site
    }))
  )

/** An instance gives at most 20 of each. */
const mostTrends = 20

/** What an instance of Mastodon talks about: one source for its tags, one for its links. */
export const mastodon = (instance: string, every: Duration.Duration) =>
  Effect.forEach(["tags", "links"] as const, (kind) => {
    const { host } = new URL(instance)
    return jsonSource({
      name: SourceName.make(`mastodon:${host.replace(/[^a-z0-9.:-]/g, "").slice(0, 80)}:${kind}`),
      platform: "feed",
      title: `Mastodon, trending ${kind} of ${host}`,
      url: `${instance}/api/v1/trends/${kind}?limit=${mostTrends}`,
      every,
      read: kind === "tags" ? readTags : readLinks
    })
  })
