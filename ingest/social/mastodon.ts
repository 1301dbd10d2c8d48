import { Duration, Effect, Option, Result, Schema } from "effect"
import { SourceName } from "../../src/domain/Source.ts"
import { interval, service } from "../list/Definition.ts"
import { WebAddress } from "../list/Entry.ts"
import type { Document } from "../parse/Document.ts"
import { readJson } from "../parse/Json.ts"
import { type Read, reader } from "../parse/Reader.ts"
import { jsonSource } from "./JsonSource.ts"
import { countOf, type Listing, listing } from "./Listing.ts"

/*
 * What an instance of Mastodon calls trending: tags, and links to pages elsewhere. Counts are strings, by UTC day,
 * newest first.
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
export const readTags = (document: Document): Read<Listing> =>
  Result.flatMap(readJson(document, Rows), (rows) =>
    listing(rows, Tag, ({ history, name, url }) => ({
      title: `#${name}`,
      score: usesOf(history),
      score_kind: "posts",
      url,
      site
    }))
  )

/** The pages that are linked to, in the instance's order. */
export const readLinks = (document: Document): Read<Listing> =>
  Result.flatMap(readJson(document, Rows), (rows) =>
    listing(rows, Link, ({ history, title, url }) => ({
      title,
      score: usesOf(history),
      score_kind: "posts",
      url,
      site
    }))
  )

const tags = reader(import.meta.url, readTags)
const links = reader(import.meta.url, readLinks)

/** An instance gives at most 20 of each. */
const mostTrends = 20

/** What an instance of Mastodon talks about: one source for its tags, one for its links. */
const ofInstance = (instance: string, every: Duration.Duration) =>
  Effect.forEach(["tags", "links"] as const, (kind) => {
    const { host } = new URL(instance)
    return jsonSource({
      name: SourceName.make(`mastodon:${host.replace(/[^a-z0-9.:-]/g, "").slice(0, 80)}:${kind}`),
      platform: "feed",
      title: `Mastodon, trending ${kind} of ${host}`,
      url: `${instance}/api/v1/trends/${kind}?limit=${mostTrends}`,
      every,
      list: kind === "tags" ? tags : links
    })
  })

export const mastodon = service(
  {
    instances: Schema.Array(WebAddress),
    // Trends of the day change by the minute; their order matters by the half hour.
    every: interval(Duration.minutes(30))
  },
  ({ every, instances }) =>
    Effect.map(
      Effect.forEach(new Set(instances.map((address) => new URL(address).origin)), (instance) =>
        ofInstance(instance, every)
      ),
      (sources) => sources.flat()
    )
)
