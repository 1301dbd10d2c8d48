import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { JudgeTrial } from "../../src/domain/JudgeTrial.ts"
import type { Verdict } from "../../src/domain/Verdict.ts"
import { hashOf } from "../../src/reports/check/Hash.ts"
import { Verdicts } from "../../src/storage/reports/Verdicts.ts"
import { contract } from "../support/Contract.ts"

const verdict = (fact: string): Verdict => ({
  supported: true,
  facts: [{ fact, verdict: "supported", spans: [{ n: 1, text: `“${fact}”` }], calculation: "3 - 2 = 1" }]
})

contract("Verdicts", Verdicts.layer, (it) => {
  it.effect("are found by the hash of what was asked, and no others", () =>
    Effect.gen(function* () {
      const verdicts = yield* Verdicts
      const [tea, oats, none] = ["tea", "oats", "none"].map(hashOf) as [string, string, string]
      yield* verdicts.add(
        new Map([
          [tea, verdict("tea")],
          [oats, { supported: false, facts: [] }]
        ])
      )
      assert.deepStrictEqual(
        yield* verdicts.find([none, oats, tea, tea]),
        new Map([
          [tea, verdict("tea")],
          [oats, { supported: false, facts: [] }]
        ])
      )
      assert.strictEqual((yield* verdicts.find([])).size, 0)
    })
  )

  it.effect("stand as they were first said, also when two say them at once", () =>
    Effect.gen(function* () {
      const verdicts = yield* Verdicts
      const key = hashOf("race")
      yield* verdicts.add(new Map([[key, verdict("first")]]))
      yield* Effect.all(
        ["second", "third"].map((fact) => verdicts.add(new Map([[key, verdict(fact)]]))),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual((yield* verdicts.find([key])).get(key), verdict("first"))
    })
  )

  it.effect("remember how a judge did when it was last tried", () =>
    Effect.gen(function* () {
      const verdicts = yield* Verdicts
      const trial = (refused: number): JudgeTrial => ({
        judge: "openai:a",
        faults: { of: 2, refused },
        faithful: { of: 2, refused: 0 },
        kinds: [{ label: "fault", kind: "role_swap", of: 2, refused }],
        unanswered: 0
      })
      yield* verdicts.keepTrial("openai:a", trial(1))
      yield* verdicts.keepTrial("openai:a", trial(2))
      assert.deepStrictEqual(yield* verdicts.trial("openai:a"), trial(2))
      assert.isNull(yield* verdicts.trial("openai:b"))
    })
  )

  it.effect("keep what a model has written, whatever characters it has", () =>
    Effect.gen(function* () {
      const verdicts = yield* Verdicts
      const key = hashOf("odd")
      yield* verdicts.add(new Map([[key, verdict("a\u0000b \ud800 ü 茶")]]))
      const [fact] = (yield* verdicts.find([key])).get(key)!.facts
      assert.match(fact!.fact, /^a.?b . ü 茶$/su)
    })
  )
})
