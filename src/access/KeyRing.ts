import { Clock, Context, Effect, Layer } from "effect"
import type { AccountId } from "../domain/Account.ts"
import type { ApiKey, ApiKeyId } from "../domain/ApiKey.ts"
import type { Conflict, Invalid, NotFound } from "../domain/Failure.ts"
import { refusalOf } from "../domain/Refusal.ts"
import { ApiKeys, type NewApiKey } from "../storage/ApiKeys.ts"
import { generateKey, materialOf } from "./KeyFormat.ts"

/** A key at the only moment when its value is known. */
export type IssuedKey = ApiKey & { readonly key: string }

/** Issues and withdraws API keys: what the dashboard and the command line share. */
export class KeyRing extends Context.Service<
  KeyRing,
  {
    readonly list: (account: AccountId) => Effect.Effect<ReadonlyArray<ApiKey>>
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
      return {
        list: keys.list,
        create: Effect.fnUntraced(function* (account, key) {
          if (key.expires_at !== null && key.expires_at.getTime() <= (yield* Clock.currentTimeMillis)) {
            return yield* refusalOf([{ location: ["body", "expires_at"], message: "must be in the future" }])
          }
          const secret = generateKey()
          return { ...(yield* keys.create(account, key, materialOf(secret))), key: secret }
        }),
        rotate: Effect.fnUntraced(function* (account, id) {
          const secret = generateKey()
          return { ...(yield* keys.rotate(account, id, materialOf(secret))), key: secret }
        }),
        deactivate: keys.deactivate,
        remove: keys.remove
      }
    })
  )
}
