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
})
