import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Logger, Result, Stream } from "effect"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { Parser } from "../../ingest/parse/Parser.ts"
import { Fetch } from "../../ingest/fetch/Fetch.ts"
import { Ingest } from "../../ingest/Ingest.ts"
import { parse } from "../../ingest/list/SourcesFile.ts"
import type { IngestEvent } from "../../src/domain/Source.ts"
import { Companies } from "../../src/storage/companies/Companies.ts"
import { Signals } from "../../src/storage/signals/Signals.ts"
import { SocialTrends } from "../../src/storage/social/SocialTrends.ts"
import { TrendingKeywords } from "../../src/storage/keywords/TrendingKeywords.ts"
import * as Storage from "../../src/storage/Storage.ts"
import { loopback } from "../../harness/Loopback.ts"

/** Real answers of real publishers, kept outside of the repository because the texts are theirs. */
const folder = new URL("../../../shared/captures/open/", import.meta.url)
const present = existsSync(folder)

const kinds = [
  "atom",
  "google-trends-rss-new",
  "google-trends-rss-old",
  "gzip",
  "jsonfeed",
  "legacy-encoding",
  "malformed",
  "rdf",
  "reddit-atom",
  "rss09x",
  "rss2"
]
/** Documents that test an encoding: neither their items nor they have a link. */
const unlinked = ["euckr", "koi8r", "shiftjis"]
const files = present
  ? kinds.flatMap((kind) => readdirSync(new URL(`${kind}/`, folder)).map((name) => `${kind}/${name}`))
  : []

/** The whole pipeline, real network (loopback) and workers included, over empty stores in memory. */
const pipeline = (list: object) =>
  Ingest.layerOfList(Result.getOrThrow(parse(JSON.stringify(list))), "ops@example.com").pipe(
    Layer.provide([Fetch.layer({ allowHosts: ["127.0.0.1"], gap: 0 }), Parser.layer]),
    Layer.provideMerge(Storage.layerMemory),
    Layer.provideMerge(Logger.layer([]))
  )

const runAll = Effect.gen(function* () {
  const events: ReadonlyArray<IngestEvent> = yield* Stream.runCollect((yield* Ingest).run("all"))
  return events.flatMap((event) => (event._tag === "Finished" ? [event] : []))
})

const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((one, other) => one + other, 0)

/** The captures by path, and two services by the paths that theirs have. */
const served = loopback((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://x")
  const path =
    pathname === "/trending/rss"
      ? searchParams.get("geo") === "US"
        ? "google-trends-rss-new/gt-new-us-2026-a.xml"
        : "google-trends-rss-old/gt-old-pt-a.xml"
      : pathname.startsWith("/r/")
        ? "reddit-atom/rbren-reddit-atom.rss"
        : pathname === "/files/company_tickers.json"
          ? "sec-company-tickers/first-400.json"
          : pathname.slice(1)
  // SEC has no frame of most tags, and no submissions of most companies are captured.
  if (!existsSync(new URL(path, folder))) response.writeHead(404).end()
  else response.end(readFileSync(new URL(path, folder)))
})

describe.skipIf(!present)(
  `real answers${present ? "" : " (skipped: no ../shared/captures/open beside the repository)"}`,
  () => {
    it.live("of feeds are all read, become signals, and add nothing the second time", () =>
      Effect.gen(function* () {
        const { origin } = yield* served
        const list = { feeds: files.map((file) => ({ url: `${origin}/${file}` })) }
        yield* Effect.gen(function* () {
          const runs = yield* runAll
          assert.strictEqual(runs.length, files.length)
          const first = runs.filter(({ error }) => error === null)
          assert.sameDeepMembers(
            runs.flatMap(({ error, name }) => (error === null ? [] : [[name.replace(/.*-kurtmcke-/, ""), error]])),
            unlinked.map((name) => [name, "none of its 1 items can be used; the first: it has no link"])
          )
          const items = sum(first.map(({ result }) => result!.fetched))
          const skipped = sum(first.flatMap(({ result }) => Object.values(result!.skipped)))
          assert.isAbove(items, 1000)
          assert.isAtLeast((items - skipped) / items, 0.98)

          const signals = yield* (yield* Signals).list({ limit: 100_000 })
          assert.strictEqual(signals.length, sum(first.map(({ result }) => result!.new)))
          for (const { published_at, snippet, source, title, url } of signals) {
            assert.notStrictEqual(title, "")
            assert.notStrictEqual(source, "")
            assert.match(url, /^https?:\/\/[^/]/)
            assert.match(published_at, /^\d{4}-\d{2}-\d{2}$/)
            // oxlint-disable-next-line no-control-regex
            assert.notMatch(title + snippet + source, /[\u0000-\u001f\u007f-\u009f]/)
            assert.isAtMost([...snippet].length, 600)
          }

          const second = (yield* runAll).filter(({ error }) => error === null)
          assert.strictEqual(second.length, first.length)
          assert.strictEqual(sum(second.map(({ result }) => result!.new + result!.changed)), 0)
          assert.strictEqual((yield* (yield* Signals).list({ limit: 100_000 })).length, signals.length)
        }).pipe(Effect.provide(pipeline(list)))
      }).pipe(Effect.scoped)
    )

    it.live("of Google Trends, reddit and SEC become keywords, topics and companies", () =>
      Effect.gen(function* () {
        const { origin } = yield* served
        const list = {
          google_trends: { countries: ["US", "PT"], base: origin },
          reddit: { subreddits: ["popular"], base: origin },
          sec_companies: { base: origin }
        }
        yield* Effect.gen(function* () {
          // How many industries are left for their own source depends on which of the two runs first.
          const runs = (yield* runAll).filter(({ name }) => name !== "sec-industries")
          assert.deepStrictEqual(runs.map(({ name, result, state }) => [name, state, result!.fetched]).sort(), [
            ["google-trends:pt", "ok", 3],
            ["google-trends:us", "ok", 3],
            ["reddit", "ok", 24],
            ["sec-companies", "ok", 400]
          ])
          const keywords = yield* (yield* TrendingKeywords).list({})
          assert.sameDeepMembers(
            keywords.map(({ country, volume }) => [country, volume]),
            [
              ["US", 200],
              ["US", 500],
              ["US", 1000],
              ["PT", 500],
              ["PT", 500],
              ["PT", 5000]
            ]
          )
          const posts = yield* (yield* SocialTrends).list("reddit", 100)
          assert.strictEqual(posts.length, 24)
          assert.isTrue(posts.every(({ subreddit, url }) => subreddit !== undefined && url !== null))
          const [nvidia] = yield* (yield* Companies).search({ q: "NVDA", limit: 1 })
          assert.strictEqual(nvidia!.ticker, "NVDA")
        }).pipe(Effect.provide(pipeline(list)))
      }).pipe(Effect.scoped)
    )
  }
)
