import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { AccountName } from "../../src/domain/Account.ts"
import { Accounts } from "../../src/storage/accounts/Accounts.ts"

/** The id of an account that no other test has. */
export const newAccount = Effect.gen(function* () {
  const accounts = yield* Accounts
  return (yield* accounts.ensure(AccountName.make(randomUUID()))).id
})

/** Runs the effects all at once. */
export const race = <A, E, R>(effects: ReadonlyArray<Effect.Effect<A, E, R>>) =>
  Effect.all(effects, { concurrency: "unbounded" })
