import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { hashOf } from "../../src/reports/check/Hash.ts"
import { Answers } from "../../src/storage/reports/Answers.ts"
import { contract } from "../support/Contract.ts"

const answer = (text: string) => ({ text, unusable: null, tokens: { input: 3, output: 1 } })

contract("Answers", Answers.layer, (it) => {
  it.effect("are found by what was asked, as they were first given", () =>
    Effect.gen(function* () {
      const answers = yield* Answers
      const [tea, none] = ["tea", "none"].map(hashOf) as [string, string]
      yield* answers.add(tea, answer("black"))
      yield* answers.add(tea, answer("green"))
      assert.deepStrictEqual(yield* answers.find(tea), answer("black"))
      assert.isNull(yield* answers.find(none))
    })
  )

  it.effect("are kept whatever characters they have", () =>
    Effect.gen(function* () {
      const answers = yield* Answers
      yield* answers.add(hashOf("odd"), answer("a\u0000b \ud800 ü 茶"))
      assert.match((yield* answers.find(hashOf("odd")))!.text, /^a.?b . ü 茶$/su)
    })
  )
})
