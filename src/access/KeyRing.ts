import { Clock, Context, Effect, Layer } from "effect"
import type { AccountId } from "../domain/Account.ts"
import type { ApiKey, ApiKeyId, KeyLabel } from "../domain/ApiKey.ts"
import type { AuditAction } from "../domain/AuditEvent.ts"
import type { Conflict, Invalid, NotFound } from "../domain/Failure.ts"
import { refusalOf } from "../domain/Refusal.ts"
import { ApiKeys, type NewApiKey } from "../storage/ApiKeys.ts"
import { AuditTrail } from "../storage/AuditTrail.ts"
import { Transaction } from "../storage/database/Transaction.ts"
import { Actor } from "./Actor.ts"
import { generateKey, materialOf } from "./KeyFormat.ts"

/** A key at the only moment when its value is known. */
export type IssuedKey = ApiKey & { readonly key: string }

/** Issues and withdraws API keys: what the dashboard and the command line share. What is done is in the account's audit trail. */
export class KeyRing extends Context.Service<
  KeyRing,
  {
    readonly list: ApiKeys["Service"]["list"]
    readonly activity: ApiKeys["Service"]["activity"]
    /** An expiry in the past is `validation_error`. */
    readonly create: (account: AccountId, key: NewApiKey) => Effect.Effect<IssuedKey, Invalid | Conflict>
    readonly rotate: (account: AccountId, id: ApiKeyId) => Effect.Effect<IssuedKey, NotFound | Conflict>
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
            Effect.flatMap(Effect.service(Actor), (actor) =>
              trail.record(account, { action, ...actor, key: { id, name, last4 } })
            )
          )
        )

      return {
        list: keys.list,
        activity: keys.activity,
        create: Effect.fnUntraced(function* (account, key) {
          if (key.expires_at !== null && key.expires_at.getTime() <= (yield* Clock.currentTimeMillis)) {
            return yield* refusalOf([{ location: ["body", "expires_at"], message: "must be in the future" }])
          }
          const secret = generateKey()
          return {
            ...(yield* recorded(account, "key_created", keys.create(account, key, materialOf(secret)))),
            key: secret
          }
        }),
        rotate: Effect.fnUntraced(function* (account, id) {
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
