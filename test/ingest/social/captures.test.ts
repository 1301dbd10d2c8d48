import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { existsSync, readFileSync } from "node:fs"
import * as HackerNews from "../../../ingest/social/hacker-news.ts"
import type { Listing } from "../../../ingest/social/Listing.ts"
import * as Mastodon from "../../../ingest/social/mastodon.ts"
import { readInterest, readWidgets } from "../../../ingest/social/pytrends-explore.ts"
import { readViews } from "../../../ingest/social/pytrends-wikipedia.ts"
import { readListing } from "../../../ingest/social/RedditListing.ts"
import * as TikTok from "../../../ingest/social/tiktok.ts"
import * as X from "../../../ingest/social/x.ts"
import type { Document } from "../../../ingest/parse/Document.ts"
import { document } from "../../support/Documents.ts"

/** Real answers of the platforms, kept outside of the repository because the texts are other people's. */
const folder = new URL("../../../../shared/captures/open/", import.meta.url)
const present = existsSync(folder)

const read = <A, E>(file: string, reader: (document: Document) => Result.Result<A, E>): A =>
  Result.getOrThrow(reader(document(readFileSync(new URL(file, folder)))))

const rows = ({ topics }: Listing) => topics.map(({ score, score_kind, title, url }) => [title, score, score_kind, url])

describe.skipIf(!present)(
  `real answers of platforms${present ? "" : " (skipped: no ../shared/captures/open beside the repository)"}`,
  () => {
    it("of reddit: posts with points, links to pages outside, stickied posts left out", () => {
      const ask = read("reddit-listing-json/askreddit-hot.json", readListing)
      assert.deepStrictEqual([ask.rows, ask.skipped, ask.topics.length], [12, { stickied: 2 }, 10])
      const [first] = ask.topics
      assert.deepStrictEqual(
        [first!.title.length, first!.score, first!.score_kind, first!.subreddit, first!.rank],
        [43, 2250, "points", "AskReddit", 1]
      )
      assert.match(first!.url!, /^https:\/\/www\.reddit\.com\/r\/AskReddit\/comments\/48dath\/[a-z0-9_]+\/$/)
      const front = read("reddit-listing-json/front-hot.json", readListing)
      assert.deepStrictEqual([front.rows, front.skipped, front.topics.length], [12, {}, 12])
      assert.deepStrictEqual(
        front.topics
          .slice(0, 3)
          .map(({ score, subreddit, title, url }) => [title.length, score, subreddit, new URL(url!).host]),
        [
          [42, 6710, "pics", "i.imgur.com"],
          [98, 6767, "news", "www.independent.co.uk"],
          [254, 6175, "worldnews", "bigstory.ap.org"]
        ]
      )
      const best = read("reddit-listing-json/front-best-2018.json", readListing)
      assert.deepStrictEqual([best.rows, best.topics.length, best.topics[9]!.score], [12, 12, 60407])
      // Reddit's own pictures are shown by their discussion.
      assert.match(best.topics[2]!.url!, /^https:\/\/www\.reddit\.com\/r\/BlackPeopleTwitter\/comments\/8ha7rv\//)
    })

    it("of X: trends with their posts", () => {
      assert.deepStrictEqual(rows(read("x-trends-v2/x-v2-docs.json", X.readTrends)), [
        ["Europe", 232408, "posts", "https://x.com/search?q=Europe"],
        ["Isak", 2956, "posts", "https://x.com/search?q=Isak"],
        ["RNLI", 2484, "posts", "https://x.com/search?q=RNLI"],
        ["Toon", 11447, "posts", "https://x.com/search?q=Toon"],
        ["St James", 5565, "posts", "https://x.com/search?q=St%20James"],
        ["Manning", 10077, "posts", "https://x.com/search?q=Manning"],
        ["Copenhagen", 35272, "posts", "https://x.com/search?q=Copenhagen"],
        ["Coventry", 3662, "posts", "https://x.com/search?q=Coventry"]
      ])
    })

    it("of TikTok: hashtags with their views", () => {
      assert.deepStrictEqual(rows(read("tiktok-creative-center/tiktok-list-tikhub.json", TikTok.readHashtags)), [
        ["#summer", 19583705445, "views", "https://www.tiktok.com/tag/summer"]
      ])
    })

    it("of Mastodon: tags and links with the posts of two days", () => {
      const tags = read("mastodon-trends/tags.json", Mastodon.readTags)
      assert.deepStrictEqual([tags.rows, tags.skipped], [10, {}])
      assert.deepStrictEqual(rows(tags).slice(0, 3), [
        ["#caturday", 855, "posts", "https://mastodon.social/tags/caturday"],
        ["#BakeryTVShowsAndPlays", 528, "posts", "https://mastodon.social/tags/bakerytvshowsandplays"],
        ["#ScreenshotSaturday", 53, "posts", "https://mastodon.social/tags/ScreenshotSaturday"]
      ])
      const links = read("mastodon-trends/links.json", Mastodon.readLinks)
      assert.deepStrictEqual([links.rows, links.skipped], [10, {}])
      assert.deepStrictEqual(
        links.topics.slice(0, 3).map(({ title, url }) => [title.length, new URL(url!).host]),
        [
          [71, "www.nbcnews.com"],
          [94, "www.wired.com"],
          [55, "www.nytimes.com"]
        ]
      )
      assert.deepStrictEqual(
        links.topics.map(({ score }) => score),
        [496, 321, 265, 407, 601, 164, 63, 204, 65, 56]
      )
    })

    it("of Hacker News: a story with its points", () => {
      const { topics } = read("hn-algolia/hn-algolia-search.json", HackerNews.readTopics)
      assert.deepStrictEqual(
        topics.map(({ score, score_kind, title, url }) => [title.length, score, score_kind, url]),
        [[59, 1, "points", "https://www.artifactbin.com/"]]
      )
    })

    it("of Google Trends' explore: the widget's query, and the last day's interest", () => {
      const query = new URLSearchParams(read("pytrends-json/explore-widgets.json", readWidgets))
      assert.strictEqual(query.get("token"), "APP6_UEAAAAAZCFPN9IKzM5ku_LS8B8z2PvYOGa0QQRy")
      assert.strictEqual(JSON.parse(query.get("req")!).resolution, "WEEK")
      assert.deepStrictEqual(
        read("pytrends-json/interest-over-time.json", (fetched) => readInterest(fetched, 3)),
        [50, 1, null]
      )
    })

    it("of Wikimedia: a day's views", () => {
      assert.strictEqual(read("wikipedia-pageviews/wiki-per-article-live.json", readViews), 628)
    })

    it.each([
      "pytrends-json/autocomplete.json",
      "pytrends-json/hottrends-data.json",
      "hn-algolia/hn-item.json",
      "gdelt-doc/gdelt-ratelimit.txt"
    ])("of another kind are refused: %s", (file) => {
      const other = document(readFileSync(new URL(file, folder)))
      for (const reader of [
        readListing,
        X.readTrends,
        TikTok.readHashtags,
        HackerNews.readTopics,
        readWidgets,
        readViews
      ]) {
        const result: Result.Result<unknown, unknown> = reader(other)
        if (reader === X.readTrends && Result.isSuccess(result))
          assert.deepStrictEqual((result.success as Listing).topics, [])
        else assert.isTrue(Result.isFailure(result))
      }
    })
  }
)
