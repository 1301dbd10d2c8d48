import { assert } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { Ingest } from "../../../ingest/Ingest.ts"
import { type Platform, type SocialTrend } from "../../../src/domain/SocialTrend.ts"
import type { IngestEvent } from "../../../src/domain/Source.ts"
import { SocialTrends } from "../../../src/storage/social/SocialTrends.ts"
import type { FakeRequest } from "../../support/FakeWeb.ts"

type Finished = Extract<IngestEvent, { readonly _tag: "Finished" }>

/** Runs one source and says how that ended. */
export const run = (name: string) =>
  Effect.gen(function* () {
    const events = yield* Stream.runCollect((yield* Ingest).run(name))
    const last = events.at(-1)
    assert(last?._tag === "Finished", `${name} did not run: ${JSON.stringify(last)}`)
    return last satisfies Finished
  })

export const listed = (platform: Platform): Effect.Effect<ReadonlyArray<SocialTrend>, never, SocialTrends> =>
  Effect.flatMap(SocialTrends, (trends) => trends.list(platform, 100))

/** What people see of each topic in the feed: title, score, what the score counts, address, platform. */
export const shown = Effect.map(listed("feed"), (topics) =>
  topics.map(({ score, score_kind, source, title, url }) => [title, score, score_kind, url, source])
)

const uses = (...counts: ReadonlyArray<string>) =>
  counts.map((uses, day) => ({ day: String(day), accounts: "1", uses }))

const tags = [
  { name: "SolarEclipse", url: "https://social.example/tags/SolarEclipse", history: uses("12", "30", "400") },
  { name: "quiet", url: "javascript:alert(1)", history: [] }
]

const links = [
  { url: "https://www.news.example/battery", title: "Batteries are here", type: "link", history: uses("5", "6") },
  { url: "https://news.example/rates", title: "Rates rise", type: "link", history: "unknown" }
]

/** What a Mastodon server answers, about tags and about links. */
export const mastodonAnswer = ({ url }: FakeRequest) => ({
  body: JSON.stringify(url.pathname.endsWith("/tags") ? tags : links)
})

const trends = {
  trends: [
    {
      topic: "rates",
      displayName: "Interest Rates",
      link: "/profile/trending.example/feed/1",
      postCount: 1_741,
      status: "hot"
    },
    { topic: "No Name", link: "//evil.example/", postCount: -1 }
  ]
}

/** What Bluesky answers. */
export const blueskyAnswer = () => ({ body: JSON.stringify(trends) })
