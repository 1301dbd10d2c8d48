import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { World } from "../../harness/World.ts"
import { SourceName } from "../../src/domain/Source.ts"
import { Signals } from "../../src/storage/signals/Signals.ts"

describe("POST /claims/check", () => {
  it.effect("holds each sentence against all the evidence, and names what the claim rests on", () =>
    Effect.gen(function* () {
      const signals = yield* Signals
      const item = { snippet: "", source: "News", published_at: new Date(0) }
      yield* signals.upsert(SourceName.make("feed:news.example"), [
        {
          ...item,
          identity: "a",
          guid: "a",
          url: "https://news.example/a",
          title: "Heat pump sales rose 12 % in 2026"
        },
        { ...item, identity: "b", guid: "b", url: "https://news.example/b", title: "Oat milk overtakes almond milk" }
      ])
      const ids = new Map((yield* signals.list({ limit: 2 })).map(({ id, title }) => [title[0], `signal:${id}`]))
      const { key, send } = yield* World
      const { key: secret } = yield* key({ scopes: ["reports"] })
      const check = (sentence: string, evidence: ReadonlyArray<string | undefined>) =>
        send("/api/v1/public/claims/check", { method: "POST", key: secret, body: { sentence, evidence } })
      const both = [ids.get("H"), ids.get("O")]
      const good = yield* check("Heat pump sales rose 12 % in 2026.", both)
      assert.deepStrictEqual(good.json.data, {
        verdict: "supported",
        reasons: [],
        rests_on: [ids.get("H")],
        judge: null,
        facts: []
      })
      const half = yield* check("Oat milk overtakes almond milk. Heat pump sales rose 40 % in 2026.", both)
      assert.strictEqual(half.json.data.verdict, "not_supported")
      assert.deepStrictEqual(half.json.data.reasons, [{ code: "number", message: "A number is not in the evidence." }])
      // These have all words of the evidence but mean the opposite, which rules cannot decide.
      for (const sentence of ["Almond milk overtakes oat milk.", "In 2026 sales of heat pumps rose 12 %."]) {
        const { reasons, rests_on, verdict } = (yield* check(sentence, both)).json.data
        assert.deepStrictEqual([verdict, reasons[0].code, rests_on], ["undecided", "unjudged", []], sentence)
      }
      assert.strictEqual((yield* check("Anything.", ["signal:999"])).json.error.code, "signal_not_found")
      assert.strictEqual((yield* check("Anything.", ["report:1#1"])).json.error.code, "report_not_found")
      const none = (yield* check("Anything.", [])).json.error.details
      assert.deepStrictEqual(none, [{ location: ["body", "evidence"], message: "must have a length between 1 and 10" }])
      const bad = yield* check("ab", ["signal:0", "signal:99999999999999999"])
      assert.deepStrictEqual(
        bad.json.error.details.map(({ location }: { readonly location: unknown }) => location),
        [
          ["body", "sentence"],
          ["body", "evidence", 0],
          ["body", "evidence", 1]
        ]
      )
    }).pipe(Effect.provide(World.layer))
  )

  it.effect("is undecided about what one piece of evidence says and another denies", () =>
    Effect.gen(function* () {
      const signals = yield* Signals
      const item = { source: "News", published_at: new Date(0) }
      const texts = {
        said: ["Kestrel in talks to buy Ashby for $640 million", "Ashby runs 27,000 chargers in Wales."],
        denied: ["Ashby rejects a report", "Ashby plc says it is not in talks with Kestrel or anyone else."],
        told: ["Kestrel raises its forecast", "Average utilisation of its 9,300 bays climbed to 19%."],
        doubted: ["Utilisation fell to 11%", "The figure sits badly with the 19% that Kestrel reported."],
        other: ["Kestrel opens 40 bays in Porto", ""]
      } as const
      yield* signals.upsert(
        SourceName.make("feed:news.example"),
        Object.entries(texts).map(([guid, [title, snippet]]) => ({
          ...item,
          identity: guid,
          guid,
          url: `https://news.example/${guid}`,
          title,
          snippet
        }))
      )
      const listed = yield* signals.list({ limit: 9 })
      const idOf = (name: keyof typeof texts) => `signal:${listed.find(({ title }) => title === texts[name][0])!.id}`
      const { key, send } = yield* World
      const { key: secret } = yield* key({ scopes: ["reports"] })
      const check = (sentence: string, ...names: ReadonlyArray<keyof typeof texts>) =>
        Effect.map(
          send("/api/v1/public/claims/check", {
            method: "POST",
            key: secret,
            body: { sentence, evidence: names.map(idOf) }
          }),
          ({ json: { data } }) => [data.verdict, data.reasons.map(({ code }: { readonly code: string }) => code)]
        )
      for (const [claim, ...names] of [
        [texts.said[0], "said", "denied"],
        [texts.said[0], "other", "denied", "said"],
        [texts.denied[1], "said", "denied"],
        [texts.told[1], "told", "doubted"]
      ] as const)
        assert.deepStrictEqual(yield* check(claim, ...names), ["undecided", ["disputed"]], claim)
      for (const [claim, ...names] of [
        [texts.said[0], "said", "other"],
        [texts.said[1], "said", "denied"],
        [texts.told[1], "told", "denied"]
      ] as const)
        assert.deepStrictEqual(yield* check(claim, ...names), ["supported", []], claim)
      // Nobody says it.
      assert.deepStrictEqual((yield* check(texts.said[0], "denied", "other"))[0], "not_supported")
    }).pipe(Effect.provide(World.layer))
  )
})
