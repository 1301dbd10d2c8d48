import { Clock, Context, Duration, Effect, Layer } from "effect"
import type { Identity } from "../api/Security.ts"
import { Settings } from "../config/Settings.ts"
import { Unauthorized, type Unavailable } from "../domain/Failure.ts"
import { allScopes } from "../domain/Scope.ts"
import { Accounts } from "../storage/Accounts.ts"
import { Sessions } from "../storage/Sessions.ts"
import { isWellFormedKey } from "./KeyFormat.ts"
import { KnownKeys } from "./KnownKeys.ts"
import { hashSecret } from "./Secret.ts"
import { Tokens } from "./Tokens.ts"

/** The same words for every key that is not one, so that answers do not tell how close a guess came. */
const invalidKey = new Unauthorized({ code: "invalid_api_key", message: "The API key is not valid." })

/** The same for sessions: past their end, signed out, or never begun. */
const sessionEnded = new Unauthorized({ code: "session_ended", message: "The session has ended: sign in again." })

/** Says whose credential it is, or why it is refused. */
export class Credentials extends Context.Service<
  Credentials,
  {
    readonly apiKey: (key: string) => Effect.Effect<Identity, Unauthorized>
    readonly token: (token: string) => Effect.Effect<Identity, Unauthorized | Unavailable>
    /** What the browser holds of a session. */
    readonly session: (secret: string) => Effect.Effect<Identity, Unauthorized>
  }
>()("sonde/access/Credentials") {
  static readonly layer = Layer.effect(
    Credentials,
    Effect.gen(function* () {
      const keys = yield* KnownKeys
      const accounts = yield* Accounts
      const sessions = yield* Sessions
      const tokens = yield* Tokens
      const idle = Duration.minutes((yield* Settings).SESSION_IDLE_MINUTES)
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
          return { account: key.account_id, scopes: key.scopes, key: key.id, session: null }
        }),
        token: Effect.fnUntraced(function* (text) {
          const { account, scopes } = yield* tokens.verify(text)
          const { id } = yield* accounts.ensure(account)
          return { account: id, scopes, key: null, session: null }
        }),
        session: Effect.fnUntraced(function* (secret) {
          const session = yield* sessions.use(hashSecret(secret), idle)
          if (session === null) return yield* sessionEnded
          return { account: session.account_id, scopes: allScopes, key: null, session: session.kind }
        })
      }
    })
  )
}
