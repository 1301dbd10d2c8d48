import { assert } from "@effect/vitest"
import { Duration, Effect } from "effect"
import { TestClock } from "effect/testing"
import type { Expansion } from "../../src/domain/Expansion.ts"
import { hashOf } from "../../src/reports/check/Hash.ts"
import { Expansions, type Turn } from "../../src/storage/reports/Expansions.ts"
import { contract } from "../support/Contract.ts"

const timeout = Duration.seconds(20)

const keyOf = (niche: string) => ({ hash: hashOf(niche), niche, model: "openai:fake" })

const expansion = (text: string): Expansion => ({
  terms: [{ text, kind: "name", alone: true }],
  exclude: [`${text} pie`]
})

/** The token of a turn to ask; null where it is not the caller's. */
const tokenOf = (turn: Turn): string | null => (turn !== "wait" && "ask" in turn ? turn.ask : null)

contract("Expansions", Expansions.layer, (it) => {
  it.effect("are asked for by one caller, however many want them at once, and then kept", () =>
    Effect.gen(function* () {
      const expansions = yield* Expansions
      const key = keyOf("tea")
      const turns = yield* Effect.all(
        Array.from({ length: 5 }, () => expansions.turn(key, timeout)),
        { concurrency: "unbounded" }
      )
      const [token, ...others] = turns.flatMap((turn) => tokenOf(turn) ?? [])
      assert.isEmpty(others)
      assert.lengthOf(
        turns.filter((turn) => turn === "wait"),
        4
      )
      assert.isNotNull(tokenOf(yield* expansions.turn(keyOf("oats"), timeout)))
      yield* expansions.keep(key.hash, expansion("茶 \u0000\ud800 oolong"))
      yield* expansions.keep(key.hash, expansion("chai"))
      yield* expansions.release(key.hash, token!)
      yield* TestClock.adjust("80 days")
      const kept = yield* expansions.turn(key, timeout)
      assert.isTrue(kept !== "wait" && "known" in kept)
      assert.match((kept as { readonly known: Expansion }).known.terms[0]!.text, /^茶 .* ?oolong$/su)
    })
  )

  it.effect("are somebody else's to ask for once the turn is given back, or has lasted too long", () =>
    Effect.gen(function* () {
      const expansions = yield* Expansions
      const key = keyOf("tea")
      const first = tokenOf(yield* expansions.turn(key, timeout))!
      yield* expansions.release(key.hash, first)
      const second = tokenOf(yield* expansions.turn(key, timeout))!
      yield* TestClock.adjust("19 seconds")
      assert.strictEqual(yield* expansions.turn(key, timeout), "wait")
      yield* TestClock.adjust("1 second")
      const third = tokenOf(yield* expansions.turn(key, timeout))!
      assert.strictEqual(yield* expansions.turn(key, timeout), "wait")
      assert.lengthOf([...new Set([first, second, third])], 3)
      // Who has lost the turn does not give back that of another.
      yield* expansions.release(key.hash, second)
      assert.strictEqual(yield* expansions.turn(key, timeout), "wait")
      yield* expansions.release(key.hash, third)
      assert.isNotNull(tokenOf(yield* expansions.turn(key, timeout)))
    })
  )
})
