import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { CurrentLedger, makeCalls, makeLedger } from "../../src/reports/model/Calls.ts"
import { Chats } from "../../src/reports/model/Chat.ts"
import type { Tokens } from "../../src/reports/model/Tokens.ts"

const question = { step: "section", fence: "", system: "Write.", user: ["About tea."], schema: null } as const

/** Calls that may answer with 1,000 tokens, and take so many. */
const callsTaking = (tokens: Tokens, first: Effect.Effect<void> = Effect.void) => {
  let asked = 0
  return makeCalls({ apiKey: null, baseUrl: "", model: "fake", maxOutputTokens: 1_000 }, null).pipe(
    Effect.provideService(Chats, () =>
      Effect.succeed(() =>
        Effect.suspend(() => {
          const before = asked++ === 0 ? first : Effect.yieldNow
          return Effect.as(before, { text: "Tea.", unusable: null, tokens })
        })
      )
    ),
    Effect.map((call) => ({ call, asked: () => asked }))
  )
}

/** So many calls at the same time for one report that may take `ceiling` tokens. */
const together = Effect.fnUntraced(function* (count: number, ceiling: number, tokens: Tokens) {
  const ledger = makeLedger(ceiling, Infinity, false, 100)
  const { call } = yield* callsTaking(tokens)
  const [failures, answers] = yield* Effect.all(
    Array.from({ length: count }, () => Effect.result(call(question))),
    { concurrency: "unbounded" }
  ).pipe(
    Effect.provideService(CurrentLedger, ledger),
    Effect.map((all) => [all.filter(({ _tag }) => _tag === "Failure"), all.filter(({ _tag }) => _tag === "Success")])
  )
  const { input, output } = ledger.tokens()
  return { failures: failures!.length, answers: answers!.length, taken: 100 + input + output }
})

describe("the tokens of a report", () => {
  it.effect("are not exceeded by answers, however many calls are in hand", () =>
    Effect.gen(function* () {
      const { answers, failures, taken } = yield* together(10, 4_500, { input: 10, output: 1_000 })
      assert.isAtMost(taken, 4_500)
      assert.deepStrictEqual({ answers, failures }, { answers: 4, failures: 6 })
    })
  )

  it.effect("that calls in hand may take and don't are left to others", () =>
    Effect.gen(function* () {
      const { answers, failures } = yield* together(10, 2_500, { input: 10, output: 20 })
      assert.deepStrictEqual({ answers, failures }, { answers: 10, failures: 0 })
    })
  )

  it.effect("are given back by a call that is broken off", () =>
    Effect.gen(function* () {
      const { asked, call } = yield* callsTaking({ input: 10, output: 20 }, Effect.never)
      const counted = Effect.provideService(CurrentLedger, makeLedger(1_100, Infinity, false))
      const hanging = yield* Effect.forkChild(call(question).pipe(counted))
      while (asked() === 0) yield* Effect.yieldNow
      const waiting = yield* Effect.forkChild(call(question).pipe(counted))
      yield* Effect.yieldNow
      assert.strictEqual(asked(), 1)
      yield* Fiber.interrupt(hanging)
      assert.strictEqual((yield* Fiber.join(waiting)).text, "Tea.")
    })
  )
})
