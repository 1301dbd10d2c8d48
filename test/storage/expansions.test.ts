import { assert } from "@effect/vitest"
import { Duration, Effect } from "effect"
import { TestClock } from "effect/testing"
import type { Expansion } from "../../src/domain/Expansion.ts"
import { hashOf } from "../../src/reports/check/Hash.ts"
import { Expansions } from "../../src/storage/Expansions.ts"
import { contract } from "../support/Contract.ts"

const patience = Duration.seconds(20)

const keyOf = (niche: string) => ({ hash: hashOf(niche), niche, model: "openai:fake" })

const expansion = (text: string): Expansion => ({
  terms: [{ text, kind: "name", alone: true }],
  exclude: [`${text} pie`]
})

contract("Expansions", Expansions.layer, (it) => {
  it.effect("are asked for by one caller, however many want them at once, and then kept", () =>
    Effect.gen(function* () {
      const expansions = yield* Expansions
      const key = keyOf("tea")
      const turns = yield* Effect.all(
        Array.from({ length: 5 }, () => expansions.turn(key, patience)),
        { concurrency: "unbounded" }
      )
      assert.sameMembers(turns as Array<unknown>, ["ask", "wait", "wait", "wait", "wait"])
      assert.strictEqual(yield* expansions.turn(keyOf("oats"), patience), "ask")
      yield* expansions.keep(key.hash, expansion("茶 \u0000\ud800 oolong"))
      yield* expansions.keep(key.hash, expansion("chai"))
      yield* expansions.release(key.hash)
      yield* TestClock.adjust("80 days")
      const kept = yield* expansions.turn(key, patience)
      assert.isObject(kept)
      assert.match((kept as Expansion).terms[0]!.text, /^茶 .* ?oolong$/su)
    })
  )

  it.effect("are somebody else's to ask for once the turn is given back, or has lasted too long", () =>
    Effect.gen(function* () {
      const expansions = yield* Expansions
      const key = keyOf("tea")
      assert.strictEqual(yield* expansions.turn(key, patience), "ask")
      yield* expansions.release(key.hash)
      assert.strictEqual(yield* expansions.turn(key, patience), "ask")
      yield* TestClock.adjust("19 seconds")
      assert.strictEqual(yield* expansions.turn(key, patience), "wait")
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* expansions.turn(key, patience), "ask")
      assert.strictEqual(yield* expansions.turn(key, patience), "wait")
    })
  )
})
