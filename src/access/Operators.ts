import { Context, Effect, Layer } from "effect"
import { Settings } from "../config/Settings.ts"
import { type AccountId, localAccount } from "../domain/Account.ts"
import type { SignInKind } from "../domain/Session.ts"
import { Accounts } from "../storage/accounts/Accounts.ts"

/**
 * Who runs the service: whoever signed in to `local` by a one-time link, for only somebody at its command line can make
 * one, and who signed in to an account that the settings name. A token never does, whoever's it is: no scope stands for
 * it.
 */
export class Operators extends Context.Service<
  Operators,
  {
    /** Whether a session of this account, begun this way, is an operator's; null for what is no session. */
    readonly includes: (account: AccountId, session: SignInKind | null) => Effect.Effect<boolean>
  }
>()("sonde/access/Operators") {
  static readonly layer = Layer.effect(
    Operators,
    Effect.gen(function* () {
      const accounts = yield* Accounts
      const { OPERATORS } = yield* Settings
      return {
        includes: (account, session) =>
          session === null
            ? Effect.succeed(false)
            : Effect.map(
                accounts.name(account),
                (name) => OPERATORS.includes(name) || (session === "link" && name === localAccount)
              )
      }
    })
  )
}
