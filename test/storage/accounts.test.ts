import { expect } from "@effect/vitest"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { AccountName } from "../../src/domain/Account.ts"
import { Accounts } from "../../src/storage/Accounts.ts"
import { contract } from "../support/Contract.ts"
import { race } from "./NewAccount.ts"

contract("Accounts", Accounts.layer, (it) => {
  const newName = Effect.sync(() => AccountName.make(randomUUID()))

  it.effect("creates an account the first time and finds it from then on", () =>
    Effect.gen(function* () {
      const accounts = yield* Accounts
      const name = yield* newName
      expect(yield* accounts.find(name)).toBeNull()
      const first = yield* accounts.ensure(name)
      expect(first).toEqual({ id: first.id, name, created: true })
      expect(yield* accounts.ensure(name)).toEqual({ id: first.id, name, created: false })
      expect(yield* accounts.find(name)).toEqual({ id: first.id, name })
      expect(yield* accounts.name(first.id)).toBe(name)
    })
  )

  it.effect("tells names apart by every character", () =>
    Effect.gen(function* () {
      const accounts = yield* Accounts
      const name = yield* newName
      const one = yield* accounts.ensure(AccountName.make(`${name} Ä'"\\%_`))
      const other = yield* accounts.ensure(AccountName.make(`${name} ä'"\\%_`))
      expect(other.created).toBe(true)
      expect(other.id).not.toBe(one.id)
    })
  )

  it.effect("creates one account when many requests bring the same new name at once", () =>
    Effect.gen(function* () {
      const accounts = yield* Accounts
      const name = yield* newName
      const all = yield* race(Array.from({ length: 20 }, () => accounts.ensure(name)))
      expect(all.filter(({ created }) => created)).toHaveLength(1)
      expect(new Set(all.map(({ id }) => id)).size).toBe(1)
    })
  )

  it.effect("uses up no id when the account is known", () =>
    Effect.gen(function* () {
      const accounts = yield* Accounts
      const name = yield* newName
      const { id } = yield* accounts.ensure(name)
      for (let n = 0; n < 5; n++) yield* accounts.ensure(name)
      const next = yield* accounts.ensure(yield* newName)
      expect(next.id).toBe(id + 1)
    })
  )
})
