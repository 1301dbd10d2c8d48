import { Context, Duration, Effect, Layer } from "effect"
import { Settings } from "../config/Settings.ts"
import type { Unauthorized, Unavailable } from "../domain/Failure.ts"
import { Accounts } from "../storage/accounts/Accounts.ts"
import { Sessions } from "../storage/accounts/Sessions.ts"
import type { Credential } from "./AccessRules.ts"
import { isWellFormedKey } from "./KeyFormat.ts"
import { KnownKeys } from "./KnownKeys.ts"
import { hashSecret } from "./Secret.ts"
import { Tokens } from "./Tokens.ts"

/** Looks up what a request came with. The rules decide what it may do; only an invalid token fails here. */
export class Credentials extends Context.Service<
  Credentials,
  {
    readonly apiKey: (key: string) => Effect.Effect<Credential>
    readonly token: (token: string) => Effect.Effect<Credential, Unauthorized | Unavailable>
    /** By what the browser holds of a session. */
    readonly session: (secret: string) => Effect.Effect<Credential>
    /** The same without its counting as used. */
    readonly openSession: (secret: string) => Effect.Effect<Credential>
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
        apiKey: (text) =>
          Effect.map(isWellFormedKey(text) ? keys.find(text) : Effect.succeed(null), (stored) => ({
            by: "key",
            stored
          })),
        token: Effect.fnUntraced(function* (text) {
          const { account, scopes } = yield* tokens.verify(text)
          const { id } = yield* accounts.ensure(account)
          return { by: "token", account: id, scopes }
        }),
        session: (secret) => Effect.map(sessions.use(hashSecret(secret), idle), (open) => ({ by: "session", open })),
        openSession: (secret) =>
          Effect.map(sessions.peek(hashSecret(secret), idle), (open) => ({ by: "session", open }))
      }
    })
  )
}
