import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { inspect } from "node:util"
import { Ingest } from "../../../ingest/Ingest.ts"
import { type FakeAnswer, type FakeRequest, FakeWeb } from "../../support/FakeWeb.ts"
import { ingestWorld } from "../../support/IngestWorld.ts"
import { listed, run } from "./Platforms.ts"

const list = {
  reddit: {
    subreddits: ["stocks", "technology"],
    base: "https://reddit.example",
    oauth_base: "https://oauth.reddit.example"
  }
}

const credentials = { reddit: { id: "my-app", secret: Redacted.make("s3cret") }, xBearer: null }

const post = (more: object) => ({
  kind: "t3",
  data: {
    title: "A title",
    subreddit: "stocks",
    score: 10,
    permalink: "/r/stocks/comments/1/a_title/",
    url: "https://www.reddit.com/r/stocks/comments/1/a_title/",
    stickied: false,
    ...more
  }
})

const posts = (...children: ReadonlyArray<unknown>): FakeAnswer => ({
  body: JSON.stringify({ kind: "Listing", data: { after: null, dist: children.length, children } })
})

/** Reddit that gives tokens of its own count and takes only the newest. */
const reddit = (answer: FakeAnswer) => {
  let tokens = 0
  let valid = 0
  return {
    expire: () => (valid = 0),
    hosts: {
      "reddit.example": ({ body, headers, method, url }: FakeRequest): FakeAnswer => {
        const basic = `Basic ${btoa("my-app:s3cret")}`
        if (method !== "POST" || url.pathname !== "/api/v1/access_token" || body !== "grant_type=client_credentials")
          return { status: 400 }
        if (headers["authorization"] !== basic) return { status: 401 }
        valid = ++tokens
        return {
          body: JSON.stringify({
            access_token: `t0ken-${tokens}`,
            token_type: "bearer",
            expires_in: 86_400,
            scope: "*"
          })
        }
      },
      "oauth.reddit.example": ({ headers }: FakeRequest): FakeAnswer =>
        headers["authorization"] === `Bearer t0ken-${valid}`
          ? answer
          : { status: 401, body: '{"message":"Unauthorized"}' }
    }
  }
}

const asked = Effect.map(FakeWeb, ({ requests }) => requests.map(({ method, url }) => `${method} ${url.href}`))

const token = "POST https://reddit.example/api/v1/access_token"
const hot = "GET https://oauth.reddit.example/r/stocks+technology/hot?limit=100&raw_json=1"

describe("reddit with an app's credentials", () => {
  const listing = posts(
    post({ title: "Rules", stickied: true }),
    post({
      title: "Rates & chips",
      score: 1234,
      url: "https://news.example/rates",
      permalink: "/r/stocks/comments/2/x/"
    }),
    post({
      title: "A picture",
      score: 0,
      subreddit: "technology",
      url: "https://i.redd.it/a.png",
      permalink: "/r/technology/comments/3/a/"
    }),
    post({ title: "Bad link", score: -4, url: "javascript:alert(1)", permalink: "/r/stocks/comments/4/b/" }),
    { kind: "t5", data: { display_name: "energy", title: "Energy", subscribers: 5, url: "/r/energy/" } },
    { kind: "t3", data: { title: ["not", "text"] } },
    { kind: "more" }
  )

  it.effect("lists posts with their points, in reddit's order, without those that are held on top", () =>
    Effect.gen(function* () {
      const ended = yield* run("reddit")
      assert.deepStrictEqual(
        [ended.state, ended.result],
        ["ok", { fetched: 7, new: 4, changed: 0, skipped: { stickied: 1, bad_row: 2 } }]
      )
      assert.deepStrictEqual(yield* listed("reddit"), [
        {
          title: "Rates & chips",
          score: 1234,
          platform: "reddit",
          subreddit: "stocks",
          score_kind: "points",
          url: "https://news.example/rates",
          rank: 1
        },
        {
          title: "A picture",
          score: 0,
          platform: "reddit",
          subreddit: "technology",
          score_kind: "points",
          url: "https://www.reddit.com/r/technology/comments/3/a/",
          rank: 2
        },
        {
          title: "Bad link",
          score: 98,
          platform: "reddit",
          subreddit: "stocks",
          score_kind: "rank",
          url: "https://www.reddit.com/r/stocks/comments/4/b/",
          rank: 3
        },
        {
          title: "Energy",
          score: 97,
          platform: "reddit",
          subreddit: "energy",
          score_kind: "rank",
          url: "https://www.reddit.com/r/energy/",
          rank: 4
        }
      ])
      assert.deepStrictEqual(yield* asked, [token, hot])
    }).pipe(Effect.provide(ingestWorld(list, reddit(listing).hosts, { credentials })))
  )

  it.effect("keeps its token between runs, and gets another before that one ends", () =>
    Effect.gen(function* () {
      yield* run("reddit")
      yield* TestClock.adjust("23 hours")
      yield* run("reddit")
      assert.deepStrictEqual(yield* asked, [token, hot, hot])
      yield* TestClock.adjust("59 minutes")
      yield* run("reddit")
      assert.deepStrictEqual((yield* asked).slice(3), [token, hot])
    }).pipe(Effect.provide(ingestWorld(list, reddit(posts(post({}))).hosts, { credentials })))
  )

  it.effect("gets another token once when reddit has forgotten the one it has", () => {
    const site = reddit(posts(post({})))
    return Effect.gen(function* () {
      yield* run("reddit")
      site.expire()
      assert.strictEqual((yield* run("reddit")).state, "ok")
      assert.deepStrictEqual(yield* asked, [token, hot, hot, token, hot])
    }).pipe(Effect.provide(ingestWorld(list, site.hosts, { credentials })))
  })

  it.effect("does not ask a third time when a new token is refused as well", () =>
    Effect.gen(function* () {
      const web = yield* FakeWeb
      web.hosts["oauth.reddit.example"] = () => ({ status: 401 })
      const ended = yield* run("reddit")
      assert.deepStrictEqual([ended.state, ended.error], ["blocked", "the server answered 401"])
      assert.deepStrictEqual(yield* asked, [token, hot, token, hot])
    }).pipe(Effect.provide(ingestWorld(list, reddit(posts()).hosts, { credentials })))
  )

  it.effect.each([
    { status: 401 },
    { status: 400 },
    { status: 200, body: '{"error": "unauthorized_client"}' },
    { status: 200, body: '{"access_token": "two\\r\\nlines"}' }
  ] as ReadonlyArray<FakeAnswer>)("says which settings were refused, and not what they hold: %j", (refusal) =>
    Effect.gen(function* () {
      const web = yield* FakeWeb
      web.hosts["reddit.example"] = () => refusal
      const ended = yield* run("reddit")
      assert.deepStrictEqual(
        [ended.state, ended.error],
        ["blocked", "reddit refused REDDIT_CLIENT_ID and REDDIT_CLIENT_SECRET"]
      )
      assert.deepStrictEqual(yield* asked, [token])
    }).pipe(Effect.provide(ingestWorld(list, reddit(posts()).hosts, { credentials })))
  )

  it.effect("keeps what it had while reddit refuses", () =>
    Effect.gen(function* () {
      yield* run("reddit")
      const web = yield* FakeWeb
      web.hosts["oauth.reddit.example"] = () => ({ status: 403, body: "<html>blocked</html>" })
      const ended = yield* run("reddit")
      assert.deepStrictEqual([ended.state, ended.error], ["blocked", "the server answered 403"])
      assert.strictEqual((yield* listed("reddit")).length, 1)
    }).pipe(Effect.provide(ingestWorld(list, reddit(posts(post({}))).hosts, { credentials })))
  )

  it.effect("takes an empty listing for what it is", () =>
    Effect.gen(function* () {
      const ended = yield* run("reddit")
      assert.deepStrictEqual([ended.state, ended.error], ["empty", null])
      assert.deepStrictEqual(yield* listed("reddit"), [])
    }).pipe(Effect.provide(ingestWorld(list, reddit(posts()).hosts, { credentials })))
  )

  it.effect("shows its secret to nobody: not in the list, not in events, not on another host", () =>
    Effect.gen(function* () {
      const web = yield* FakeWeb
      web.hosts["oauth.reddit.example"] = () => ({ status: 302, headers: { location: "https://elsewhere.example/" } })
      web.hosts["elsewhere.example"] = () => ({ status: 500, body: "t0ken-1" })
      const ended = yield* run("reddit")
      const { sources, status } = yield* Ingest
      const shown = `${inspect(sources, { depth: 9 })} ${JSON.stringify(yield* status)} ${JSON.stringify(ended)}`
      assert.notMatch(shown, /s3cret|t0ken/)
      const elsewhere = web.requests.filter(({ url }) => url.host === "elsewhere.example")
      assert.deepStrictEqual(
        elsewhere.map(({ headers }) => headers["authorization"]),
        [undefined]
      )
    }).pipe(Effect.provide(ingestWorld(list, reddit(posts()).hosts, { credentials })))
  )

  it.effect("sends the app's secret to no other address, whatever reddit redirects to", () =>
    Effect.gen(function* () {
      const web = yield* FakeWeb
      web.hosts["reddit.example"] = () => ({ status: 307, headers: { location: "https://elsewhere.example/" } })
      const ended = yield* run("reddit")
      assert.strictEqual(ended.state, "error")
      assert.deepStrictEqual(yield* asked, [token])
    }).pipe(Effect.provide(ingestWorld(list, reddit(posts()).hosts, { credentials })))
  )
})
