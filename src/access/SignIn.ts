import { Context, DateTime, Duration, Effect, Layer } from "effect"
import { Settings } from "../config/Settings.ts"
import type { AccountId, AccountName } from "../domain/Account.ts"
import type { SignInKind } from "../domain/Session.ts"
import { toTimestamp, type Timestamp } from "../domain/Timestamp.ts"
import { Accounts } from "../storage/accounts/Accounts.ts"
import { AuditTrail } from "../storage/accounts/AuditTrail.ts"
import { LoginLinks } from "../storage/accounts/LoginLinks.ts"
import { type Session, Sessions } from "../storage/accounts/Sessions.ts"
import { Transaction } from "../storage/database/Transaction.ts"
import { AuditContext } from "./AuditContext.ts"
import { hashSecret, newSecret } from "./Secret.ts"

/** A one-time link is used right after it was asked for; an older one must not open anything. */
const linkLifetime = Duration.minutes(10)

/** A session at the only moment when what the browser is to hold is known. */
export interface IssuedSession {
  readonly secret: string
  readonly lifetime: Duration.Duration
}

/** A one-time link's code at the only moment when it is known. */
export interface IssuedLink {
  readonly code: string
  readonly expires_at: Timestamp
}

/**
 * How people sign in and out. A new session always has a new secret, and ends the session that the browser had before:
 * nobody can make a victim use a session that they know.
 */
export class SignIn extends Context.Service<
  SignIn,
  {
    readonly issueLink: (account: AccountId) => Effect.Effect<IssuedLink>
    /**
     * Null when the link is used, has expired or never was. `before`: the secret of the session that the browser has.
     */
    readonly byLink: (code: string, before: string | null) => Effect.Effect<IssuedSession | null>
    readonly byProvider: (account: AccountName, before: string | null) => Effect.Effect<IssuedSession>
    /** Ends the session; null when there was none. */
    readonly signOut: (secret: string) => Effect.Effect<Session | null>
  }
>()("sonde/access/SignIn") {
  static readonly layer = Layer.effect(
    SignIn,
    Effect.gen(function* () {
      const accounts = yield* Accounts
      const links = yield* LoginLinks
      const sessions = yield* Sessions
      const trail = yield* AuditTrail
      const transaction = yield* Transaction
      const lifetime = Duration.hours((yield* Settings).SESSION_HOURS)

      const remember = Effect.fnUntraced(function* (account: AccountId, action: "signed_in" | "signed_out") {
        yield* trail.record(account, { action, ...(yield* AuditContext), key: null })
      })

      const begin = Effect.fnUntraced(function* (account: AccountId, kind: SignInKind, before: string | null) {
        const secret = newSecret()
        const now = yield* DateTime.nowAsDate
        if (before !== null) yield* sessions.remove(hashSecret(before))
        yield* sessions.create({
          hash: hashSecret(secret),
          account_id: account,
          kind,
          expires_at: new Date(now.getTime() + Duration.toMillis(lifetime))
        })
        yield* remember(account, "signed_in")
        return { secret, lifetime }
      })

      return {
        issueLink: Effect.fnUntraced(function* (account) {
          const code = newSecret()
          const now = yield* DateTime.nowAsDate
          const expires_at = new Date(now.getTime() + Duration.toMillis(linkLifetime))
          yield* links.create({ account_id: account, hash: hashSecret(code), expires_at })
          return { code, expires_at: toTimestamp(expires_at) }
        }),
        byLink: (code, before) =>
          transaction.run(
            Effect.flatMap(links.redeem(hashSecret(code)), (account) =>
              account === null ? Effect.succeed(null) : begin(account, "link", before)
            )
          ),
        byProvider: Effect.fnUntraced(
          function* (account, before) {
            const { id } = yield* accounts.ensure(account)
            return yield* begin(id, "identity_provider", before)
          },
          (effect) => transaction.run(effect)
        ),
        signOut: Effect.fnUntraced(
          function* (secret) {
            const session = yield* sessions.remove(hashSecret(secret))
            if (session !== null) yield* remember(session.account_id, "signed_out")
            return session
          },
          (effect) => transaction.run(effect)
        )
      }
    })
  )
}
