import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { AccountName } from "../../src/domain/Account.ts"
import { Accounts } from "../../src/storage/accounts/Accounts.ts"
import { contract } from "../support/Contract.ts"
import { race } from "./NewAccount.ts"

contract("Accounts", Accounts.layer, (it) => {
  const newName = Effect.sync(() => AccountName.make(randomUUID()))

  it.effect("creates an account the first time and finds it from then on", () =>
    Effect.gen(function* () {
      const accounts = yield* Accounts
      const name = yield* newName
      assert.isNull(yield* accounts.find(name))
      const first = yield* accounts.ensure(name)
      assert.deepStrictEqual(first, { id: first.id, name, created: true })
      assert.deepStrictEqual(yield* accounts.ensure(name), { id: first.id, name, created: false })
      assert.deepStrictEqual(yield* accounts.find(name), { id: first.id, name })
      assert.strictEqual(yield* accounts.name(first.id), name)
    })
  )

  it.effect("tells names apart by every character", () =>
    Effect.gen(function* () {
      const accounts = yield* Accounts
      const name = yield* newName
      const one = yield* accounts.ensure(AccountName.make(`${name} Ä'"\\%_`))
      const other = yield* accounts.ensure(AccountName.make(`${name} ä'"\\%_`))
      assert.strictEqual(other.created, true)
      assert.notStrictEqual(other.id, one.id)
    })
  )

  it.effect("creates one account when many requests bring the same new name at once", () =>
    Effect.gen(function* () {
      const accounts = yield* Accounts
      const name = yield* newName
      const all = yield* race(Array.from({ length: 20 }, () => accounts.ensure(name)))
      assert.lengthOf(
        all.filter(({ created }) => created),
        1
      )
      assert.strictEqual(new Set(all.map(({ id }) => id)).size, 1)
    })
  )

  it.effect("uses up no id when the account is known", () =>
    Effect.gen(function* () {
      const accounts = yield* Accounts
      const name = yield* newName
      const { id } = yield* accounts.ensure(name)
      for (let n = 0; n < 5; n++) yield* accounts.ensure(name)
      const next = yield* accounts.ensure(yield* newName)
      assert.strictEqual(next.id, id + 1)
    })
  )
})
