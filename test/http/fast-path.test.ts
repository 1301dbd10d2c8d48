import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, Layer, Schema } from "effect"
import { TestClock } from "effect/testing"
import { unbounded } from "../../src/access/KeyBounds.ts"
import { KeyRing } from "../../src/access/KeyRing.ts"
import { Usage } from "../../src/access/Usage.ts"
import type { AccountId } from "../../src/domain/Account.ts"
import { ApiKeyId } from "../../src/domain/ApiKey.ts"
import { allScopes } from "../../src/domain/Scope.ts"
import { SourceName } from "../../src/domain/Source.ts"
import { Companies } from "../../src/storage/companies/Companies.ts"
import { Signals } from "../../src/storage/signals/Signals.ts"
import { SocialTrends } from "../../src/storage/social/SocialTrends.ts"
import { Sources } from "../../src/storage/sources/Sources.ts"
import * as Storage from "../../src/storage/Storage.ts"
import { TrendingKeywords } from "../../src/storage/keywords/TrendingKeywords.ts"
import { forEachDatabase } from "../support/Databases.ts"
import { type Question, Replica, type Reply } from "../support/Replica.ts"
import { hearing } from "../support/Hearing.ts"
import { World } from "../../harness/World.ts"

const api = "/api/v1/public"
const source = SourceName.make("feed:one")
const hour = 3_600_000

const news = (guid: string, title = `Story ${guid}`) => ({
  identity: `https://one.example/${guid}`,
  guid,
  title,
  snippet: "Zoë ☕ paid 5 €",
  url: `https://one.example/${guid}`,
  source: "One",
  published_at: null
})

const company = (key: string, name: string) => ({
  key,
  name,
  tickers: [key.toUpperCase()],
  industry: "Steel",
  revenue: null,
  market_cap: null,
  revenue_period_end: null,
  source_url: null
})

/** The same request again, but for a cookie that means nothing: with one it is for the application to answer. */
const slowly = ({ headers, ...question }: Question): Question => ({
  ...question,
  headers: { ...headers, cookie: "theme=dark" }
})

/** All that two answers to one request must have in common: everything but the time and the request's own id. */
const same = ({ body, rawHeaders, status }: Reply) => ({
  status,
  body,
  headers: rawHeaders.map((text, n) =>
    ["date", "x-request-id", "ratelimit"].includes((rawHeaders[n - 1] ?? "").toLowerCase()) ? "" : text
  )
})

/** Asks as often as it takes for an answer to be remembered, and once more. */
const askOften = (path: string, question: Question) =>
  Effect.gen(function* () {
    const { ask } = yield* Replica
    const replies: Array<Reply> = []
    for (let n = 0; n < 3; n++) replies.push(yield* ask(path, question))
    return replies
  })

const suite = <E>(
  replica: Layer.Layer<Replica | World | Layer.Success<typeof Storage.layerMemory> | KeyRing | Usage, E>,
  runs: number
) => {
  let accounts = 0
  const ready = Effect.gen(function* () {
    yield* hearing("signals")
    const world = yield* World
    // An account holds five keys.
    const account = `account ${++accounts}`
    return { ...(yield* Replica), ...(yield* world.key({ account })), world, account }
  })

  layer(replica)((it) => {
    it.effect("answers what it has answered before, byte for byte, without the application", () =>
      Effect.gen(function* () {
        const { ask, fast, key } = yield* ready
        yield* (yield* Signals).upsert(source, [news("a")])
        const question = { headers: { "x-api-key": key, "x-request-id": "abc" } }
        // A machine that is busy elsewhere for a second hears of no changes meanwhile, and nothing is taken from memory
        // then.
        const replies = yield* Effect.repeat(askOften(`${api}/signals`, question), {
          until: () => fast.includes("200 /api/v1/public/signals")
        })
        const slow = yield* ask(`${api}/signals`, slowly(question))
        for (const reply of [...replies, slow]) {
          assert.deepStrictEqual(same(reply), same(replies[0]!))
          assert.strictEqual(reply.headers["x-request-id"], "abc")
          assert.strictEqual(reply.headers["content-length"], String(Buffer.byteLength(reply.body)))
        }
        assert.include(slow.body, "Zoë ☕ paid 5 €")
        const ids = yield* askOften(`${api}/signals`, { headers: { "x-api-key": key, "x-request-id": "not plain" } })
        assert.strictEqual(new Set(ids.map(({ headers }) => headers["x-request-id"])).size, ids.length)
      })
    )

    it.effect("shows a new row at once", () =>
      Effect.gen(function* () {
        const { ask, key } = yield* ready
        const signals = yield* Signals
        const question = { headers: { "x-api-key": key } }
        yield* askOften(`${api}/signals`, question)
        for (let n = 0; n < 5; n++) {
          yield* signals.upsert(source, [news(`new-${n}`)])
          for (const { body } of yield* askOften(`${api}/signals`, question)) assert.include(body, `Story new-${n}`)
          yield* signals.upsert(source, [news(`new-${n}`, `Changed ${n}`)])
          assert.include((yield* ask(`${api}/signals`, question)).body, `Changed ${n}`)
        }
      })
    )

    it.effect("refuses a key from the moment at which it is withdrawn, has expired, or lacks the scope", () =>
      Effect.gen(function* () {
        const { account: name, ask, fast, key, world } = yield* ready
        const ring = yield* KeyRing
        const account = yield* world.account(name)
        const status = (key: string) =>
          Effect.map(ask(`${api}/signals`, { headers: { "x-api-key": key } }), ({ status }) => status)
        const withdraw = {
          deactivated: ring.deactivate,
          removed: ring.remove,
          rotated: (account: AccountId, id: ApiKeyId) => ring.rotate(account, id, unbounded)
        }
        for (const [how, by] of Object.entries(withdraw)) {
          const own = yield* world.key({ account: name })
          yield* askOften(`${api}/signals`, { headers: { "x-api-key": own.key } })
          const before = fast.length
          assert.strictEqual(yield* status(own.key), 200)
          assert.strictEqual(fast.length, before + 1, "it was on the fast path")
          yield* by(account, ApiKeyId.make(own.id))
          assert.strictEqual(yield* status(own.key), 401, how)
          assert.strictEqual(yield* status(key), 200, "the others stay")
        }
        const now = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
        const short = yield* world.key({ account: "short", expires_at: new Date(now + 60_000) })
        yield* askOften(`${api}/signals`, { headers: { "x-api-key": short.key } })
        yield* TestClock.adjust("59 seconds")
        assert.strictEqual(yield* status(short.key), 200)
        yield* TestClock.adjust("1 second")
        assert.strictEqual(yield* status(short.key), 401)
        const other = yield* world.key({
          account: "other",
          scopes: allScopes.filter((scope) => scope !== "signals")
        })
        for (const reply of yield* askOften(`${api}/signals`, { headers: { "x-api-key": other.key } })) {
          assert.strictEqual(reply.status, 403)
        }
      })
    )

    it.effect("answers 304 to who has it, also to who never asked for the whole", () =>
      Effect.gen(function* () {
        const { ask, fast, key } = yield* ready
        const path = `${api}/market-data/sectors`
        const headers = { "x-api-key": key }
        const { headers: first } = yield* ask(path, slowly({ headers }))
        for (const tag of [first.etag!, `W/${first.etag}`, `"x", ${first.etag}`, "*"]) {
          const question = { headers: { ...headers, "if-none-match": tag } }
          const replies = yield* askOften(path, question)
          const slow = yield* ask(path, slowly(question))
          assert.strictEqual(slow.status, 304)
          for (const reply of replies) assert.deepStrictEqual(same(reply), same(slow))
        }
        assert.include(fast, "304 /api/v1/public/market-data/sectors")
        const [, , changed] = yield* askOften(path, { headers: { ...headers, "if-none-match": '"x"' } })
        assert.strictEqual(changed!.status, 200)
      })
    )

    it.effect("leaves everything else to the application", () =>
      Effect.gen(function* () {
        const { ask, fast, key } = yield* ready
        const headers = { "x-api-key": key }
        yield* askOften(`${api}/signals?limit=7`, { headers })
        const before = fast.length
        const get = yield* ask(`${api}/signals?limit=7`, slowly({ headers }))
        yield* askOften(`${api}/signals?limit=8`, slowly({ headers }))
        yield* ask(`${api}/signals?limit=8`, { headers })
        const head = yield* ask(`${api}/signals?limit=7`, { method: "HEAD", headers })
        assert.deepStrictEqual(same({ ...head, body: get.body }), same(get))
        assert.strictEqual((yield* ask(`${api}/signals?limit=7`, { method: "POST", headers })).status, 405)
        assert.strictEqual((yield* ask(`${api}/signals?limit=7`)).status, 401)
        assert.strictEqual((yield* ask(`${api}/signals?limit=7`, { headers: { "x-api-key": `${key}0` } })).status, 401)
        assert.strictEqual(
          (yield* ask(`${api}/signals?limit=7`, { headers: { ...headers, accept: "text/html" } })).status,
          406
        )
        assert.strictEqual(
          (yield* ask(`${api}/signals?limit=7`, { headers: { ...headers, "content-length": 2 }, body: "{}" })).status,
          200
        )
        for (const own of ["competitors", "reports", "seo/keywords", "reports/1"]) {
          yield* askOften(`${api}/${own}`, { headers })
        }
        assert.strictEqual(fast.length, before)
      })
    )

    it.effect("says what is new and what is stale by the second", () =>
      Effect.gen(function* () {
        const { ask, key } = yield* ready
        const headers = { "x-api-key": key }
        yield* (yield* TrendingKeywords).upsert([{ keyword: "solar", country: "US", volume: 1_000 }])
        const trend = Effect.map(askOften(`${api}/seo/trending`, { headers }), (replies) =>
          replies.map(({ body }) => (JSON.parse(body) as { data: Array<{ trend: string }> }).data[0]!.trend)
        )
        assert.deepStrictEqual(yield* trend, ["new", "new", "new"])
        yield* TestClock.adjust(24 * hour - 1_000)
        assert.deepStrictEqual(yield* trend, ["new", "new", "new"])
        yield* TestClock.adjust("1 second")
        assert.deepStrictEqual(yield* trend, ["stable", "stable", "stable"])

        const name = SourceName.make("reddit")
        const sources = yield* Sources
        yield* sources.register([
          { name, kind: "social", platform: "reddit", configured: true, first_slot: new Date(0) }
        ])
        const status = Effect.map(
          ask(`${api}/social-trends/reddit`, { headers }),
          ({ body }) => (JSON.parse(body) as { source_status: string }).source_status
        )
        for (let n = 0; n < 3; n++) assert.strictEqual(yield* status, "empty")
        const { run } = (yield* sources.begin(name, new Date(0)))!
        const now = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
        yield* sources.finish(name, run, {
          state: "ok",
          result: null,
          error: null,
          validators: null,
          counts: true,
          gone: false,
          idle: null,
          move: null,
          next_check_at: new Date(now + hour)
        })
        for (let n = 0; n < 3; n++) assert.strictEqual(yield* status, "ok")
        yield* TestClock.adjust(2 * hour)
        assert.strictEqual(yield* status, "ok")
        yield* TestClock.adjust("1 second")
        assert.strictEqual(yield* status, "stale")
      })
    )

    it.effect("counts what it answers as usage", () =>
      Effect.gen(function* () {
        const { account, fast, id, key, world } = yield* ready
        const before = fast.length
        for (let n = 0; n < 4; n++) yield* askOften(`${api}/signals`, { headers: { "x-api-key": key } })
        assert.isAtLeast(fast.length - before, 10)
        yield* (yield* Usage).flush
        const keys = yield* (yield* KeyRing).list(yield* world.account(account))
        assert.deepStrictEqual(keys.find((key) => key.id === id)?.usage.by_endpoint, {
          "GET /api/v1/public/signals": 12
        })
      })
    )

    const step = Schema.Union([
      Schema.Struct({
        do: Schema.Literal("publish"),
        what: Schema.Literals(["a", "b", "c"]),
        title: Schema.Literals(["Red", "Green"])
      }),
      Schema.Struct({
        do: Schema.Literal("trend"),
        what: Schema.Literals(["a", "b"]),
        volume: Schema.Literals([100, 900])
      }),
      Schema.Struct({ do: Schema.Literal("talk"), what: Schema.Literals(["a", "b"]) }),
      Schema.Struct({
        do: Schema.Literal("found"),
        what: Schema.Literals(["a", "b"]),
        title: Schema.Literals(["Red", "Green"])
      }),
      Schema.Struct({ do: Schema.Literal("withdraw"), key: Schema.Literals([0, 1]) }),
      Schema.Struct({ do: Schema.Literal("wait"), seconds: Schema.Literals([1, 60, 86_400]) })
    ])
    const asked = Schema.Struct({
      path: Schema.Literals([
        "/signals",
        "/signals?q=red",
        "/signals?limit=0",
        "/seo/trending",
        "/seo/trending?country=US",
        "/social-trends/reddit",
        "/social-trends/feed",
        "/market-data/search?q=green",
        "/market-data/companies/1",
        "/market-data/sectors",
        "/competitors",
        "/nothing"
      ]),
      key: Schema.Literals([0, 1, 2]),
      method: Schema.Literals(["GET", "GET", "HEAD"]),
      tag: Schema.Literals(["none", "last", "other"]),
      accept: Schema.Literals(["", "*/*", "application/json;q=0.5", "text/html"]),
      coding: Schema.Literals(["", "gzip, deflate, br", "zstd", "gzip, identity;q=0"])
    })

    it.effect.prop(
      "says the same on both paths, whatever is asked and written in whatever order",
      [Schema.Array(Schema.Struct({ step, asked: Schema.Array(asked) }))],
      ([script]) =>
        Effect.gen(function* () {
          const { account: name, ask, key: first, id, world } = yield* ready
          const ring = yield* KeyRing
          const account = yield* world.account(name)
          const keys = [
            { key: first, id },
            yield* world.key({ account: name }),
            yield* world.key({ account: name, scopes: ["signals"] })
          ]
          const tags = new Map<string, string>()
          const perform = Effect.fnUntraced(function* (given: typeof step.Type) {
            switch (given.do) {
              case "publish":
                return yield* (yield* Signals).upsert(source, [news(given.what, given.title)])
              case "trend":
                return yield* (yield* TrendingKeywords).upsert([
                  { keyword: given.what, country: "US", volume: given.volume }
                ])
              case "talk":
                return yield* (yield* SocialTrends).replace(source, "reddit", [
                  { title: given.what, score: 1, score_kind: "points", subreddit: null, site: null, url: null, rank: 1 }
                ])
              case "found":
                return yield* (yield* Companies).upsert([company(given.what, given.title)])
              case "withdraw": {
                const old = keys[given.key]!
                keys[given.key] = yield* ring.rotate(account, ApiKeyId.make(old.id), unbounded)
                assert.strictEqual((yield* ask(`${api}/signals`, { headers: { "x-api-key": old.key } })).status, 401)
                return
              }
              case "wait":
                return yield* TestClock.adjust(given.seconds * 1_000)
            }
          })
          for (const { asked, step } of script) {
            yield* perform(step)
            for (const { accept, coding, key, method, path, tag } of asked) {
              const { key: secret } = keys[key]!
              const known = tag === "last" ? (tags.get(path) ?? '"none"') : '"other"'
              const headers = {
                "x-api-key": secret,
                ...(accept !== "" && { accept }),
                ...(coding !== "" && { "accept-encoding": coding }),
                ...(tag !== "none" && { "if-none-match": known })
              }
              const replies = yield* askOften(api + path, { method, headers })
              const slow = yield* ask(api + path, slowly({ method, headers }))
              if (slow.headers.etag !== undefined) tags.set(path, slow.headers.etag)
              // An error names its request.
              if (slow.status < 400) for (const reply of replies) assert.deepStrictEqual(same(reply), same(slow))
              else for (const reply of replies) assert.strictEqual(reply.status, slow.status)
            }
          }
        }),
      { arbitrary: { runs }, timeout: 60_000 }
    )
  })
}

describe("the fast path", () => {
  describe("in memory", () => suite(Replica.over(Storage.layerMemory), 25))
  forEachDatabase((_, database) => suite(Replica.over(Storage.layer.pipe(Layer.provideMerge(database))), 10))

  it.layer(Replica.over(Storage.layerMemory, { RATE_LIMIT_PER_MINUTE: "40" }))((it) => {
    it.effect("holds the limit, and says what is left of it", () =>
      Effect.gen(function* () {
        const { ask, fast } = yield* Replica
        const { key } = yield* (yield* World).key()
        const headers = { "x-api-key": key }
        const replies: Array<Reply> = []
        for (let n = 0; n < 42; n++) replies.push(yield* ask(`${api}/signals`, { headers }))
        assert.deepStrictEqual(
          replies.map(({ status }) => status),
          [...Array.from({ length: 40 }, () => 200), 429, 429]
        )
        assert.deepStrictEqual(
          replies.map(({ headers }) => Number(/^"account";r=(\d+);t=\d+$/.exec(String(headers["ratelimit"]))?.[1])),
          [...Array.from({ length: 40 }, (_, n) => 39 - n), 0, 0]
        )
        for (const { headers } of replies) assert.strictEqual(headers["ratelimit-policy"], '"account";q=40;w=60')
        yield* TestClock.adjust("1 minute")
        assert.strictEqual((yield* ask(`${api}/signals`, { headers })).status, 200)
        assert.isNotEmpty(fast)
      })
    )
  })
})
