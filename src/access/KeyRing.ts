import { Clock, Context, Effect, Layer } from "effect"
import type { AccountId } from "../domain/Account.ts"
import type { ApiKey, ApiKeyId, KeyLabel } from "../domain/ApiKey.ts"
import type { AuditAction } from "../domain/AuditEvent.ts"
import type { Conflict, Forbidden, Invalid, NotFound } from "../domain/Failure.ts"
import { validationError } from "../domain/ValidationError.ts"
import { fromTimestamp } from "../domain/Timestamp.ts"
import { ApiKeys, type NewApiKey } from "../storage/accounts/ApiKeys.ts"
import { AuditTrail } from "../storage/accounts/AuditTrail.ts"
import { Transaction } from "../storage/database/Transaction.ts"
import { missing } from "../domain/Missing.ts"
import { AuditContext } from "./AuditContext.ts"
import { expiryBeyond, type KeyBounds, lifeBeyond, outlives, scopesBeyond } from "./KeyBounds.ts"
import { generateKey, materialOf } from "./KeyFormat.ts"

/** A key at the only moment when its value is known. */
export type IssuedKey = ApiKey & { readonly key: string }

/**
 * Issues and withdraws API keys: what the dashboard and the command line share. What is done is in the account's audit
 * trail.
 */
export class KeyRing extends Context.Service<
  KeyRing,
  {
    readonly list: ApiKeys["Service"]["list"]
    readonly activity: ApiKeys["Service"]["activity"]
    /**
     * An expiry in the past, or beyond the issuer's bounds, is `validation_error`, a scope beyond them
     * `insufficient_scope`.
     */
    readonly create: (
      account: AccountId,
      key: NewApiKey,
      bounds: KeyBounds
    ) => Effect.Effect<IssuedKey, Forbidden | Invalid | Conflict>
    /** A key that could not be created within the bounds is not replaced either. */
    readonly rotate: (
      account: AccountId,
      id: ApiKeyId,
      bounds: KeyBounds
    ) => Effect.Effect<IssuedKey, Forbidden | NotFound | Conflict>
    readonly deactivate: (account: AccountId, id: ApiKeyId) => Effect.Effect<ApiKey, NotFound | Conflict>
    readonly remove: (account: AccountId, id: ApiKeyId) => Effect.Effect<void, NotFound>
  }
>()("sonde/access/KeyRing") {
  static readonly layer = Layer.effect(
    KeyRing,
    Effect.gen(function* () {
      const keys = yield* ApiKeys
      const trail = yield* AuditTrail
      const transaction = yield* Transaction

      /** Does it and remembers it, both or neither. */
      const recorded = <A extends KeyLabel, E>(
        account: AccountId,
        action: AuditAction,
        work: Effect.Effect<A, E>
      ): Effect.Effect<A, E> =>
        transaction.run(
          Effect.tap(work, ({ id, last4, name }) =>
            Effect.flatMap(Effect.service(AuditContext), (context) =>
              trail.record(account, { action, ...context, key: { id, name, last4 } })
            )
          )
        )

      return {
        list: keys.list,
        activity: keys.activity,
        create: Effect.fnUntraced(function* (account, key, bounds) {
          const now = yield* Clock.currentTimeMillis
          const beyond = scopesBeyond(bounds, key.scopes)
          if (beyond !== null) return yield* beyond
          if (key.expires_at !== null && key.expires_at.getTime() <= now) {
            return yield* validationError([{ location: ["body", "expires_at"], message: "must be in the future" }])
          }
          if (outlives(bounds, key.expires_at, now)) return yield* expiryBeyond(bounds)
          const secret = generateKey()
          return {
            ...(yield* recorded(account, "key_created", keys.create(account, key, materialOf(secret)))),
            key: secret
          }
        }),
        rotate: Effect.fnUntraced(function* (account, id, bounds) {
          // The columns read here never change, so this need not be in the transaction.
          const old = (yield* keys.list(account)).find((key) => key.id === id)
          if (old === undefined) return yield* missing("key_not_found")
          const beyond = scopesBeyond(bounds, old.scopes)
          if (beyond !== null) return yield* beyond
          const ends = old.expires_at === null ? null : fromTimestamp(old.expires_at)
          if (outlives(bounds, ends, yield* Clock.currentTimeMillis)) return yield* lifeBeyond(bounds)
          const secret = generateKey()
          return {
            ...(yield* recorded(account, "key_rotated", keys.rotate(account, id, materialOf(secret)))),
            key: secret
          }
        }),
        deactivate: (account, id) => recorded(account, "key_deactivated", keys.deactivate(account, id)),
        remove: (account, id) => Effect.asVoid(recorded(account, "key_deleted", keys.remove(account, id)))
      }
    })
  )
}
