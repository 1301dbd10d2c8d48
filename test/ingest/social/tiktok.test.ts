import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Ingest } from "../../../ingest/Ingest.ts"
import { FakeWeb } from "../../support/FakeWeb.ts"
import { ingestWorld, urlsOf } from "../../support/IngestWorld.ts"
import { listed, run } from "./Platforms.ts"

const list = { tiktok: { countries: ["US"], base: "https://tiktok.example", terms_accepted: true } }

const hashtags = JSON.stringify({
  code: 0,
  msg: "OK",
  data: {
    list: [
      {
        hashtag_id: "1",
        hashtag_name: "summer",
        publish_cnt: 2_886_791,
        video_views: 19_583_705_445,
        rank: 1,
        is_promoted: false
      },
      {
        hashtag_id: "2",
        hashtag_name: "buythis",
        publish_cnt: 1,
        video_views: 99_000_000_000,
        rank: 2,
        is_promoted: true
      },
      { hashtag_id: "3", hashtag_name: "été", publish_cnt: 5, video_views: "unknown", rank: 3 }
    ]
  }
})

describe("TikTok", () => {
  it.effect("is asked at its own address", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* urlsOf({ tiktok: { countries: ["US"] } }), [
        "https://ads.tiktok.com/creative_radar_api/v1/popular_trend/hashtag/list?page=1&limit=50&period=7&country_code=US&sort_by=popular"
      ])
    })
  )

  it.effect("lists hashtags with their views, without those that somebody pays for", () =>
    Effect.gen(function* () {
      const ended = yield* run("tiktok:us")
      assert.deepStrictEqual(ended.result, { fetched: 3, new: 2, changed: 0, skipped: { promoted: 1 } })
      assert.deepStrictEqual(yield* listed("tiktok"), [
        {
          title: "#summer",
          score: 19_583_705_445,
          platform: "tiktok",
          score_kind: "views",
          url: "https://www.tiktok.com/tag/summer",
          rank: 1
        },
        {
          title: "#été",
          score: 99,
          platform: "tiktok",
          score_kind: "rank",
          url: "https://www.tiktok.com/tag/%C3%A9t%C3%A9",
          rank: 2
        }
      ])
    }).pipe(Effect.provide(ingestWorld(list, { "tiktok.example": () => ({ body: hashtags }) })))
  )

  it.effect("is read in its newer form too, by posts where that has no views", () =>
    Effect.gen(function* () {
      const ended = yield* run("tiktok:us")
      assert.deepStrictEqual(ended.result, { fetched: 3, new: 2, changed: 0, skipped: { bad_row: 1 } })
      assert.deepStrictEqual(
        (yield* listed("tiktok")).map(({ score, score_kind, title }) => [title, score, score_kind]),
        [
          ["#summer", 19_583_705_445, "views"],
          ["#winter", 5_210, "posts"]
        ]
      )
    }).pipe(
      Effect.provide(
        ingestWorld(list, {
          "tiktok.example": () => ({
            body: JSON.stringify({
              BaseResp: { StatusCode: 0, StatusMessage: "" },
              items: [
                { hashtagID: "1", hashtagName: "summer", publishCnt: "2886791", vv: "19583705445", rankIndex: "1" },
                { hashtagID: "2", hashtagName: "winter", publishCnt: "5210", rankIndex: "2" },
                { hashtagID: "3" }
              ]
            })
          })
        })
      )
    )
  )

  it.effect("is off until the operator has agreed to its terms, and says so", () =>
    Effect.gen(function* () {
      const ingest = yield* Ingest
      const sources = yield* ingest.sources
      const { status } = ingest
      assert.match(sources[0]!.missing!, /terms.*"terms_accepted": true/)
      assert.strictEqual((yield* status)[0]!.state, "not_configured")
      yield* Effect.exit(run("tiktok:us"))
      assert.deepStrictEqual((yield* FakeWeb).requests, [])
    }).pipe(Effect.provide(ingestWorld({ tiktok: { countries: ["US"] } }, {})))
  )

  it.effect.each([
    ['{"code":40101,"msg":"no permission"}', "blocked", "TikTok answered with code 40101 in place of hashtags"],
    ['{"code":50000,"msg":"busy","data":null}', "error", "TikTok answered with code 50000 in place of hashtags"],
    ['{"BaseResp":{"StatusCode":40101}}', "blocked", "TikTok answered with code 40101 in place of hashtags"],
    ["{}", "error", "not the JSON that was expected: code is missing"]
  ] as const)("tells a refusal with status 200 from a list: %s", ([body, state, error]) =>
    Effect.gen(function* () {
      const ended = yield* run("tiktok:us")
      assert.deepStrictEqual([ended.state, ended.error], [state, error])
    }).pipe(Effect.provide(ingestWorld(list, { "tiktok.example": () => ({ body }) })))
  )
})
