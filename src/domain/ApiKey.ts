import { Schema } from "effect"
import { Id } from "./Id.ts"
import { Scope } from "./Scope.ts"
import { line } from "./Text.ts"
import { Timestamp } from "./Timestamp.ts"

export const ApiKeyId = Id.pipe(Schema.brand("ApiKeyId"))
export type ApiKeyId = typeof ApiKeyId.Type

/** How many active keys an account may hold; expired and deactivated ones do not count. */
export const maxActiveKeys = 5

/** `active` works; `expired` is past `expires_at`; `deactivated` was switched off or rotated away. Both are final. */
export const ApiKeyStatus = Schema.Literals(["active", "expired", "deactivated"])
export type ApiKeyStatus = typeof ApiKeyStatus.Type

export const KeyName = line(1, 100)

/** How much a key was used. `by_endpoint` counts by method and route template, `GET /api/v1/public/signals`. */
export const KeyUsage = Schema.Struct({
  total: Schema.Int,
  last_24h: Schema.Int,
  by_endpoint: Schema.Record(Schema.String, Schema.Int)
})
export type KeyUsage = typeof KeyUsage.Type

/** A key as it can be shown again: never its value, only what is needed to recognise it. */
export const ApiKey = Schema.Struct({
  id: ApiKeyId,
  name: Schema.String,
  prefix: Schema.String,
  last4: Schema.String,
  scopes: Schema.Array(Scope),
  status: ApiKeyStatus,
  expires_at: Schema.NullOr(Timestamp),
  created_at: Timestamp,
  last_used_at: Schema.NullOr(Timestamp),
  usage: KeyUsage
})
export type ApiKey = typeof ApiKey.Type
