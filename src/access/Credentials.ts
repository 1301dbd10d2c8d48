import { Clock, Context, Effect, Layer } from "effect"
import type { Identity } from "../api/Security.ts"
import { Unauthorized, type Unavailable } from "../domain/Failure.ts"
import { Accounts } from "../storage/Accounts.ts"
import { isWellFormedKey } from "./KeyFormat.ts"
import { KnownKeys } from "./KnownKeys.ts"
import { Tokens } from "./Tokens.ts"

/** The same words for every key that is not one, so that answers do not tell how close a guess came. */
const invalidKey = new Unauthorized({ code: "invalid_api_key", message: "The API key is not valid." })

/** Says whose credential it is, or why it is refused. */
export class Credentials extends Context.Service<
  Credentials,
  {
    readonly apiKey: (key: string) => Effect.Effect<Identity, Unauthorized>
    readonly token: (token: string) => Effect.Effect<Identity, Unauthorized | Unavailable>
  }
>()("sonde/access/Credentials") {
  static readonly layer = Layer.effect(
    Credentials,
    Effect.gen(function* () {
      const keys = yield* KnownKeys
      const accounts = yield* Accounts
      const tokens = yield* Tokens
      return {
        apiKey: Effect.fnUntraced(function* (text) {
          if (!isWellFormedKey(text)) return yield* invalidKey
          const key = yield* keys.find(text)
          if (key === null) return yield* invalidKey
          if (key.deactivated) {
            return yield* new Unauthorized({ code: "key_deactivated", message: "The API key has been deactivated." })
          }
          if (key.expires_at !== null && key.expires_at.getTime() <= (yield* Clock.currentTimeMillis)) {
            return yield* new Unauthorized({ code: "key_expired", message: "The API key has expired." })
          }
          return { account: key.account_id, scopes: key.scopes, key: key.id }
        }),
        token: Effect.fnUntraced(function* (text) {
          const { scopes, subject } = yield* tokens.verify(text)
          const account = yield* accounts.ensure(subject)
          return { account: account.id, scopes, key: null }
        })
      }
    })
  )
}
