import { Schema } from "effect"
import { Id } from "./Id.ts"
import { Scope } from "./Scope.ts"
import { line } from "../text/Text.ts"
import { CalendarDate, Timestamp } from "./Timestamp.ts"

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

/** What distinguishes a key from the account's others, even after it is deleted. */
export const KeyLabel = Schema.Struct({ id: ApiKeyId, name: Schema.String, last4: Schema.String })
export type KeyLabel = typeof KeyLabel.Type

/** Days that {@link KeyActivity} covers: today, in UTC, and those before it. */
export const activityDays = 30

/** How much a key was used over the last 30 UTC days: each day, oldest first, and each endpoint, most used first. */
export const KeyActivity = Schema.Struct({
  days: Schema.Array(Schema.Struct({ date: CalendarDate, calls: Schema.Int })),
  endpoints: Schema.Array(Schema.Struct({ endpoint: Schema.String, calls: Schema.Int }))
}).annotate({ identifier: "KeyActivity" })
export type KeyActivity = typeof KeyActivity.Type
