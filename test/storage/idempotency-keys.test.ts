import { assert } from "@effect/vitest"
import { Effect, Layer, Result } from "effect"
import { TestClock } from "effect/testing"
import type { AccountId } from "../../src/domain/Account.ts"
import { Accounts } from "../../src/storage/accounts/Accounts.ts"
import {
  type Answer,
  type Claim,
  IdempotencyKeys,
  type KeyedRequest,
  lease
} from "../../src/storage/accounts/IdempotencyKeys.ts"
import { contract, start } from "../support/Contract.ts"
import { newAccount, race } from "./NewAccount.ts"
import { assertMatches } from "../support/Matches.ts"

const store = Layer.mergeAll(IdempotencyKeys.layer, Accounts.layer)

const answer: Answer = {
  status: 201,
  headers: { location: "/reports/1", "content-type": "application/json" },
  body: JSON.stringify({ text: "Käse \u0000 'n' \"Wein\" 🧀" })
}

const asked = (account: AccountId, more: Partial<KeyedRequest> = {}): KeyedRequest => ({
  account,
  route: "POST /reports",
  key: "k",
  fingerprint: new Uint8Array([1, 2, 3]),
  ...more
})

/** A claim that must be new. */
const claimed = Effect.fnUntraced(function* (request: KeyedRequest) {
  const result = yield* (yield* IdempotencyKeys).claim(request)
  assert.strictEqual(result._tag, "New")
  return (result as { readonly claim: Claim }).claim
})

const refusal = (request: KeyedRequest) =>
  Effect.flatMap(IdempotencyKeys, (keys) => Effect.map(Effect.flip(keys.claim(request)), ({ code }) => code))

contract("IdempotencyKeys", store, (it) => {
  it.effect("lets one of twenty racing requests through, and gives the others its answer", () =>
    Effect.gen(function* () {
      const keys = yield* IdempotencyKeys
      const account = yield* newAccount
      for (const key of ["k1", "k2", "k3"]) {
        const request = asked(account, { key })
        const all = yield* race(Array.from({ length: 20 }, () => Effect.result(keys.claim(request))))
        const [winner, ...others] = all.filter(Result.isSuccess).map(({ success }) => success)
        assert.deepStrictEqual(others, [])
        const refused = all.filter(Result.isFailure).map(({ failure }) => failure.code)
        assert.deepStrictEqual(new Set(refused), new Set(["idempotency_in_progress"]))
        yield* keys.answer((winner as { readonly claim: Claim }).claim, answer, true)
        assert.deepStrictEqual(yield* keys.claim(request), { _tag: "Answered", answer })
      }
    })
  )

  it.effect("refuses a key that was used for something else, answered or not", () =>
    Effect.gen(function* () {
      const keys = yield* IdempotencyKeys
      const account = yield* newAccount
      const other = asked(account, { fingerprint: new Uint8Array([9]) })
      const claim = yield* claimed(asked(account))
      assert.strictEqual(yield* refusal(other), "idempotency_key_reused")
      yield* keys.answer(claim, answer, true)
      assert.strictEqual(yield* refusal(other), "idempotency_key_reused")
    })
  )

  it.effect("keeps keys apart by their text, by route and by account", () =>
    Effect.gen(function* () {
      const [one, other] = [yield* newAccount, yield* newAccount]
      for (const request of [
        asked(one),
        asked(one, { key: "K" }),
        asked(one, { route: "POST /competitors" }),
        asked(other)
      ]) {
        yield* claimed(request)
      }
    })
  )

  it.effect("frees a key that a process took in the future and did not live to answer", () =>
    Effect.gen(function* () {
      const keys = yield* IdempotencyKeys
      const account = yield* newAccount
      yield* TestClock.setTime(start.getTime() + 400 * 24 * 3_600_000)
      const lost = yield* claimed(asked(account))
      yield* TestClock.setTime(start.getTime())
      yield* claimed(asked(account))
      // Should it live after all, nothing of what it does may stay.
      assert.strictEqual((yield* Effect.flip(keys.answer(lost, answer, true))).code, "idempotency_in_progress")
    })
  )

  it.effect("forgets an answer after 24 hours", () =>
    Effect.gen(function* () {
      const keys = yield* IdempotencyKeys
      const account = yield* newAccount
      yield* keys.answer(yield* claimed(asked(account)), answer, true)
      yield* TestClock.adjust(24 * 3_600_000 - 1)
      assert.strictEqual((yield* keys.claim(asked(account)))._tag, "Answered")
      yield* TestClock.adjust(1)
      yield* claimed(asked(account, { fingerprint: new Uint8Array([9]) }))
      assert.strictEqual(
        yield* refusal(asked(account, { fingerprint: new Uint8Array([9]) })),
        "idempotency_in_progress"
      )
    })
  )

  it.effect("frees the key of a request whose process died, and takes no answer from it any more", () =>
    Effect.gen(function* () {
      const keys = yield* IdempotencyKeys
      const account = yield* newAccount
      const dead = yield* claimed(asked(account))
      yield* TestClock.adjust(10_000)
      yield* keys.renew(dead)
      yield* TestClock.adjust(14_999)
      assert.strictEqual(yield* refusal(asked(account)), "idempotency_in_progress")
      yield* TestClock.adjust(1)
      const next = yield* claimed(asked(account))
      assert.strictEqual((yield* Effect.flip(keys.answer(dead, answer, true))).code, "idempotency_in_progress")
      yield* keys.renew(dead)
      yield* keys.release(dead)
      assert.strictEqual(yield* refusal(asked(account)), "idempotency_in_progress")
      yield* keys.answer(next, answer, true)
      assert.strictEqual((yield* keys.claim(asked(account)))._tag, "Answered")
    })
  )

  it.effect("lets an answer that is not the last stand once its process is dead", () =>
    Effect.gen(function* () {
      const keys = yield* IdempotencyKeys
      const account = yield* newAccount
      const claim = yield* claimed(asked(account))
      yield* keys.answer(claim, { ...answer, status: 202 }, false)
      assert.strictEqual(yield* refusal(asked(account)), "idempotency_in_progress")
      yield* TestClock.adjust(lease)
      assertMatches(yield* keys.claim(asked(account)), { _tag: "Answered", answer: { status: 202 } })
      // It was slow, not dead: nobody else has done it meanwhile.
      yield* keys.answer(claim, answer, true)
      assert.deepStrictEqual(yield* keys.claim(asked(account)), { _tag: "Answered", answer })
    })
  )

  it.effect("is free again when it is given up without an answer, and otherwise answered", () =>
    Effect.gen(function* () {
      const keys = yield* IdempotencyKeys
      const account = yield* newAccount
      yield* keys.release(yield* claimed(asked(account)))
      const claim = yield* claimed(asked(account, { fingerprint: new Uint8Array([9]) }))
      yield* keys.answer(claim, answer, false)
      yield* keys.release(claim)
      yield* keys.renew(claim)
      assert.strictEqual((yield* keys.claim(asked(account, { fingerprint: new Uint8Array([9]) })))._tag, "Answered")
    })
  )
})
