import { assert, describe, it } from "@effect/vitest"
import { Effect, Result, Stream } from "effect"
import { TestClock } from "effect/testing"
import { existsSync, readFileSync } from "node:fs"
import { Ingest } from "../../../ingest/Ingest.ts"
import { readStories } from "../../../ingest/signals/hacker-news.ts"
import { AccountId } from "../../../src/domain/Account.ts"
import { Competitors } from "../../../src/storage/companies/Competitors.ts"
import { Signals } from "../../../src/storage/signals/Signals.ts"
import { document } from "../../support/Documents.ts"
import { FakeWeb } from "../../support/FakeWeb.ts"
import { ingestWorld, urlsOf } from "../../support/IngestWorld.ts"

const hit = (n: number, more: object = {}) => ({
  objectID: String(n),
  title: `Story ${n}`,
  url: `https://blog.example/${n}`,
  author: "someone",
  points: 12,
  num_comments: 3,
  created_at: `2026-03-0${n}T10:00:00Z`,
  created_at_i: 1,
  _tags: ["story", `story_${n}`],
  ...more
})

const answer = (value: unknown) => document(typeof value === "string" ? value : JSON.stringify(value))
const found = (...hits: ReadonlyArray<unknown>) => Result.getOrThrow(readStories(answer({ hits, nbHits: 1, page: 0 })))

describe("stories of Hacker News", () => {
  it("become signals; one that asks has its own page there", () => {
    const ask = { title: "Ask HN: Who is hiring?", story_text: "<p>Say <b>where</b> &amp; what.<script>x()</script>" }
    const { url: _, ...withoutUrl } = hit(2, ask)
    assert.deepStrictEqual(found(hit(1, { title: "Chips &amp; more" }), withoutUrl).signals, [
      {
        identity: "https://blog.example/1",
        guid: "1",
        title: "Chips & more",
        snippet: "",
        url: "https://blog.example/1",
        source: "blog.example",
        published_at: new Date("2026-03-01T10:00:00Z"),
        dated: "submitted"
      },
      {
        identity: "https://news.ycombinator.com/item?id=2",
        guid: "2",
        title: "Ask HN: Who is hiring?",
        snippet: "Say where & what.",
        url: "https://news.ycombinator.com/item?id=2",
        source: "Hacker News",
        published_at: new Date("2026-03-02T10:00:00Z"),
        dated: "submitted"
      }
    ])
  })

  it("lose a bad row and nothing else", () => {
    const { signals, skipped } = found(
      null,
      hit(1, { objectID: "../1" }),
      hit(2, { title: null }),
      hit(3, { title: "\u0000" }),
      hit(4, { url: "javascript:alert(1)" }),
      hit(5, { created_at: "today" }),
      hit(6, { url: "https://blog.example/5#top" })
    )
    assert.deepStrictEqual(skipped, ["bad_row", "bad_row", "bad_row", "no_title", "repeated"])
    assert.deepStrictEqual(
      signals.map(({ published_at, url }) => [url, published_at !== null]),
      [
        ["https://news.ycombinator.com/item?id=4", true],
        ["https://blog.example/5", false]
      ]
    )
  })

  it.each(["", "<html>", "{}", '{"hits": 1}', "[]"])("are not in %j", (text) => {
    assert.isTrue(Result.isFailure(readStories(answer(text))))
  })
})

const list = { hacker_news: { base: "https://hn.example" } }

const run = (name: string) =>
  Effect.gen(function* () {
    const ended = (yield* Stream.runCollect((yield* Ingest).run(name))).at(-1)!
    assert(ended._tag === "Finished")
    return ended
  })

describe("Hacker News", () => {
  it.effect("is asked at its own address", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* urlsOf({ hacker_news: true }), [
        "https://hn.algolia.com/api/v1/search?tags=front_page&hitsPerPage=100",
        "https://hn.algolia.com/api/v1/search_by_date"
      ])
    })
  )

  it.effect("is read by its front page and by searches, and a story of both is one signal", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.parse("2026-03-10T12:34:56Z"))
      yield* Effect.flatMap(Competitors, (competitors) =>
        Effect.orDie(competitors.create(AccountId.make(1), { name: "Acme", domain: "acme.example" }))
      )
      assert.deepStrictEqual((yield* run("hacker-news:stories")).result, {
        fetched: 2,
        new: 2,
        changed: 0,
        skipped: {}
      })
      assert.deepStrictEqual((yield* run("hacker-news:searches")).result, {
        fetched: 2,
        new: 1,
        changed: 0,
        skipped: {}
      })
      const signals = yield* Signals
      assert.deepStrictEqual(
        (yield* signals.foundBy({ terms: ["acme"], limit: 10 })).map(({ title }) => title),
        ["Story 3", "Story 2"]
      )
      assert.strictEqual((yield* signals.list({ limit: 10 })).length, 3)
      const [front, search] = (yield* FakeWeb).requests
      assert.strictEqual(front!.url.href, "https://hn.example/api/v1/search?tags=front_page&hitsPerPage=100")
      assert.strictEqual(search!.url.pathname, "/api/v1/search_by_date")
      assert.deepStrictEqual(Object.fromEntries(search!.url.searchParams), {
        query: '"acme"',
        tags: "story",
        hitsPerPage: "50",
        numericFilters: `created_at_i>${Date.parse("2026-02-08T00:00:00Z") / 1000}`
      })
    }).pipe(
      Effect.provide(
        ingestWorld(list, {
          "hn.example": ({ url }) => ({
            body: JSON.stringify({
              hits: url.pathname === "/api/v1/search" ? [hit(1), hit(2)] : [hit(2), hit(3)]
            })
          })
        })
      )
    )
  )

  it.effect("that answers with something else is reported in plain words", () =>
    Effect.gen(function* () {
      assert.strictEqual(
        (yield* run("hacker-news:stories")).error,
        "not an answer of the index of Hacker News: no JSON, or cut off"
      )
    }).pipe(Effect.provide(ingestWorld(list, { "hn.example": () => ({ body: "<html>down</html>" }) })))
  )
})

const file = new URL("../../../../shared/captures/open/hn-algolia/hn-algolia-search.json", import.meta.url)
const present = existsSync(file)

describe.skipIf(!present)(
  `a real answer of Hacker News${present ? "" : " (skipped: no ../shared/captures/open beside the repository)"}`,
  () => {
    it("decodes to the story in it", () => {
      const { fetched, signals, skipped } = Result.getOrThrow(readStories(document(readFileSync(file))))
      assert.deepStrictEqual([fetched, skipped], [1, []])
      const [{ snippet, ...story }] = signals as [(typeof signals)[number]]
      assert.deepStrictEqual(story, {
        identity: "https://www.artifactbin.com/",
        guid: "41147394",
        title: "Show HN: Artifact Bin – Create, Share, and Deploy Artifacts",
        url: "https://www.artifactbin.com/",
        source: "artifactbin.com",
        published_at: new Date("2024-08-03T16:06:34Z"),
        dated: "submitted"
      })
      assert.isTrue(snippet.startsWith("Hey HN! I've built Artifact Bin, a platform to create, share, and deploy"))
      assert.isTrue(snippet.endsWith("Try it out: https://www.artifactbin.com/"))
      assert.notMatch(snippet, /[<>]/)
    })
  }
)
