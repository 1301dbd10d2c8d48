import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { noCredentials } from "../../../ingest/Credentials.ts"
import { Ingest } from "../../../ingest/Ingest.ts"
import { FakeWeb } from "../../support/FakeWeb.ts"
import { ingestWorld, urlsOf } from "../../support/IngestWorld.ts"
import { listed, run } from "./Platforms.ts"

const list = { x: { woeids: [1, 44418, 1], base: "https://x.example/" } }
const credentials = { ...noCredentials, xBearer: Redacted.make("t0ken") }

const trends = JSON.stringify({
  data: [
    { trend_name: "#SolarEclipse", tweet_count: 232_408 },
    { trend_name: "Rail & Strike" },
    { trend_name: "" },
    { name: "another form" }
  ]
})

describe("X", () => {
  it.effect("is asked at its own address", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* urlsOf({ x: { woeids: [1] } }), [
        "https://api.x.com/2/trends/by/woeid/1?max_trends=50&trend.fields=trend_name,tweet_count"
      ])
    })
  )

  it.effect("lists the trends of each place with their posts", () =>
    Effect.gen(function* () {
      const ended = yield* run("x:44418")
      assert.deepStrictEqual(ended.result, { fetched: 4, new: 2, changed: 0, skipped: { bad_row: 2 } })
      assert.deepStrictEqual(yield* listed("x"), [
        {
          title: "#SolarEclipse",
          score: 232_408,
          platform: "x",
          score_kind: "posts",
          url: "https://x.com/search?q=%23SolarEclipse",
          rank: 1
        },
        {
          title: "Rail & Strike",
          score: 99,
          platform: "x",
          score_kind: "rank",
          url: "https://x.com/search?q=Rail%20%26%20Strike",
          rank: 2
        }
      ])
      const { requests } = yield* FakeWeb
      assert.deepStrictEqual(
        requests.map(({ headers, url }) => [url.href, headers["authorization"]]),
        [
          [
            "https://x.example/2/trends/by/woeid/44418?max_trends=50&trend.fields=trend_name,tweet_count",
            "Bearer t0ken"
          ]
        ]
      )
    }).pipe(Effect.provide(ingestWorld(list, { "x.example": () => ({ body: trends }) }, { credentials })))
  )

  it.effect("is listed without a token too, asks for it by name, and asks X for nothing", () =>
    Effect.gen(function* () {
      const ingest = yield* Ingest
      const sources = yield* ingest.sources
      const { status } = ingest
      assert.deepStrictEqual(
        sources.map(({ missing, name }) => [name as string, missing]),
        [
          ["x:1", "X_BEARER_TOKEN is not set: X answers only those who have a token"],
          ["x:44418", "X_BEARER_TOKEN is not set: X answers only those who have a token"]
        ]
      )
      assert.deepStrictEqual(
        (yield* status).map(({ state }) => state),
        ["not_configured", "not_configured"]
      )
      yield* Effect.exit(run("x:1"))
      assert.deepStrictEqual((yield* FakeWeb).requests, [])
    }).pipe(Effect.provide(ingestWorld(list, {})))
  )

  it.effect.each([
    [{ status: 403, body: '{"title":"Forbidden"}' }, "blocked", "the server answered 403"],
    [{ status: 401, body: "{}" }, "blocked", "the server answered 401"],
    [{ body: '{"errors":[{"detail":"t0ken is bad"}]}' }, "error", "X reports errors in place of trends"],
    [{ body: "<html>" }, "error", "not the JSON that was expected: no JSON, or cut off"]
  ] as const)("keeps what it had when X answers %j", ([refusal, state, error]) =>
    Effect.gen(function* () {
      yield* run("x:1")
      const web = yield* FakeWeb
      web.hosts["x.example"] = () => refusal
      const ended = yield* run("x:1")
      assert.deepStrictEqual([ended.state, ended.error], [state, error])
      assert.strictEqual((yield* listed("x")).length, 2)
    }).pipe(Effect.provide(ingestWorld(list, { "x.example": () => ({ body: trends }) }, { credentials })))
  )
})
