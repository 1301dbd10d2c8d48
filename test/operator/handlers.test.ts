import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit, Layer, Stream } from "effect"
import { isWellFormedKey } from "../../src/access/KeyFormat.ts"
import { SignIn } from "../../src/access/SignIn.ts"
import { AccountName, localAccount } from "../../src/domain/Account.ts"
import { ApiKeyId } from "../../src/domain/ApiKey.ts"
import type { Expiry } from "../../src/domain/Timestamp.ts"
import { layerOfServices } from "../../src/operator/LocalOperator.ts"
import { Operator } from "../../src/operator/Operator.ts"
import { Accounts } from "../../src/storage/accounts/Accounts.ts"
import { newKey, services, servicesWithoutSources } from "./Operators.ts"

const inMemory = Effect.provide(Layer.provideMerge(layerOfServices, services))

const account = localAccount

describe("an operator", () => {
  it.effect("creates a key of an account that did not exist, and lists it without its value", () =>
    Effect.gen(function* () {
      const operator = yield* Operator
      const { key, ...created } = yield* operator.createKey({
        ...newKey({ name: "ci" }),
        expires_at: "2031-01-01" as Expiry
      })
      assert.isTrue(isWellFormedKey(key))
      assert.strictEqual(created.expires_at, "2031-01-01T00:00:00")
      assert.deepStrictEqual(yield* operator.listKeys({ account }), [created])
    }).pipe(inMemory)
  )

  it.effect("keeps each account's keys apart", () =>
    Effect.gen(function* () {
      const operator = yield* Operator
      const { id } = yield* operator.createKey(newKey({ account: "user-1" }))
      assert.deepStrictEqual(yield* operator.listKeys({ account }), [])
      yield* operator.createKey(newKey())
      for (const act of [operator.rotateKey, operator.deactivateKey, operator.deleteKey]) {
        const failure = yield* Effect.flip(act({ account, id }) as Effect.Effect<unknown, { readonly code?: string }>)
        assert.strictEqual(failure.code, "key_not_found")
      }
      assert.lengthOf(yield* operator.listKeys({ account: AccountName.make("user-1") }), 1)
    }).pipe(inMemory)
  )

  it.effect("makes no account under a name that nobody could sign in to", () =>
    Effect.gen(function* () {
      const operator = yield* Operator
      const accounts = yield* Accounts
      for (const name of [" local", "boss ", "bo\u202ess", "bo\u0301ss"]) {
        const failure = yield* Effect.flip(operator.createKey(newKey({ account: name })))
        assert.strictEqual(failure._tag === "RpcClientError" ? failure._tag : failure.code, "validation_error", name)
        assert.isNull(yield* accounts.find(AccountName.make(name)))
      }
    }).pipe(inMemory)
  )

  it.effect("makes no account by looking for one", () =>
    Effect.gen(function* () {
      const operator = yield* Operator
      const accounts = yield* Accounts
      yield* operator.listKeys({ account })
      yield* Effect.flip(operator.deleteKey({ account, id: ApiKeyId.make(1) }))
      assert.isNull(yield* accounts.find(account))
    }).pipe(inMemory)
  )

  it.effect("rotates, deactivates and deletes", () =>
    Effect.gen(function* () {
      const operator = yield* Operator
      const first = yield* operator.createKey(newKey())
      const second = yield* operator.rotateKey({ account, id: first.id })
      assert.notStrictEqual(second.key, first.key)
      const off = yield* operator.deactivateKey({ account, id: second.id })
      assert.strictEqual(off.status, "deactivated")
      const again = yield* Effect.flip(operator.deactivateKey({ account, id: second.id }))
      assert.strictEqual(again._tag === "RpcClientError" ? again._tag : again.code, "key_not_active")
      yield* operator.deleteKey({ account, id: second.id })
      assert.deepStrictEqual(
        (yield* operator.listKeys({ account })).map(({ id, status }) => [id, status]),
        [[first.id, "deactivated"]]
      )
    }).pipe(inMemory)
  )

  it.effect("gets a one-time link to an account that there is, and makes none by asking", () =>
    Effect.gen(function* () {
      const operator = yield* Operator
      const signIn = yield* SignIn
      const missing = yield* Effect.flip(operator.createLoginLink({ account }))
      assert.include(missing.message, "There is no account named local")
      yield* operator.createKey(newKey())
      const link = yield* operator.createLoginLink({ account })
      assert.match(link.url, /^http:\/\/sonde\.test\/dashboard\/sign-in#[\w-]{43}$/)
      assert.strictEqual(link.expires_at, "1970-01-01T00:10:00")
      assert.isNotNull(yield* signIn.byLink(new URL(link.url).hash.slice(1), null))
    }).pipe(inMemory)
  )

  it.effect("sees the sources and follows a run as it goes on", () =>
    Effect.gen(function* () {
      const operator = yield* Operator
      assert.deepStrictEqual(
        (yield* operator.listSources()).map(({ name, interval_seconds }) => [name as string, interval_seconds]),
        [
          ["feed:good.example", 1_800],
          ["feed:bad.example", 1_800]
        ]
      )
      const events = yield* Stream.runCollect(operator.runSources({ name: "all" }))
      assert.deepStrictEqual(
        events.map(({ event }) => event),
        ["started", "progressed", "finished", "started", "progressed", "finished"]
      )
      const finished = events.find((event) => event.event === "finished")
      assert.strictEqual(finished?.next_check_at, "2030-01-01T00:30:00")
      assert.strictEqual(finished?.result?.new, 3)
      const unknown = yield* Effect.flip(Stream.runCollect(operator.runSources({ name: "nobody" })))
      assert.strictEqual(unknown.message, "there is no source named nobody")
    }).pipe(inMemory)
  )

  it.effect("reaches the keys when the list of sources cannot be read", () =>
    Effect.gen(function* () {
      const operator = yield* Operator
      yield* operator.createKey(newKey())
      const exit = yield* Effect.exit(operator.listSources())
      assert.include(String(Exit.isFailure(exit) && Cause.squash(exit.cause)), "The list of sources cannot be used")
    }).pipe(Effect.provide(Layer.provide(layerOfServices, servicesWithoutSources)))
  )
})
