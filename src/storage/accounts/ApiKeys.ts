import { Context, DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { AccountId } from "../../domain/Account.ts"
import { ApiKey, ApiKeyId, KeyLabel, maxActiveKeys } from "../../domain/ApiKey.ts"
import type { Conflict, NotFound } from "../../domain/Failure.ts"
import { missing } from "../../domain/Missing.ts"
import { Scope } from "../../domain/Scope.ts"
import { lockAccount } from "./Accounts.ts"
import { type ApiKeyUsage, makeApiKeyUsage } from "./ApiKeyUsage.ts"
import { timestamp } from "../database/Columns.ts"
import { orDefect } from "../database/Defect.ts"
import { rowsAs } from "../database/Rows.ts"
import { keyLimitReached, keyNotActive } from "../Refusals.ts"
import { inTransaction } from "../database/Transaction.ts"

/** A key's secret as access/KeyFormat.ts makes it: storage sees its hash and what is shown of it. */
export interface KeyMaterial {
  /** SHA-256 of the whole key. */
  readonly hash: Uint8Array
  readonly prefix: string
  readonly last4: string
}

export interface NewApiKey {
  readonly name: string
  readonly scopes: ReadonlyArray<Scope>
  readonly expires_at: Date | null
}

/** What authentication needs of a key. */
export const KeyLookup = Schema.Struct({
  id: ApiKeyId,
  account_id: AccountId,
  scopes: Schema.Array(Scope),
  expires_at: Schema.NullOr(Schema.Date),
  deactivated: Schema.Boolean
})
export type KeyLookup = typeof KeyLookup.Type

/**
 * API keys of accounts. An account's row is locked while its keys are counted, so that racing creates stay within the
 * limit.
 */
export class ApiKeys extends Context.Service<
  ApiKeys,
  {
    /**
     * Newest first, deactivated and expired ones included, with usage; `last_24h` is this UTC hour and the 23 before
     * it.
     */
    readonly list: (account: AccountId) => Effect.Effect<ReadonlyArray<ApiKey>>
    /** How many of the account's keys are active. */
    readonly countActive: (account: AccountId) => Effect.Effect<number>
    /** `key_limit_reached` when the account has five active keys. */
    readonly create: (account: AccountId, key: NewApiKey, material: KeyMaterial) => Effect.Effect<ApiKey, Conflict>
    /** `key_not_active` when it is expired or deactivated, `key_not_found` when the account has no such key. */
    readonly deactivate: (account: AccountId, id: ApiKeyId) => Effect.Effect<ApiKey, NotFound | Conflict>
    /** Deletes the key with its usage for good, and says what it was called. */
    readonly remove: (account: AccountId, id: ApiKeyId) => Effect.Effect<KeyLabel, NotFound>
    /**
     * At once: the new key inherits name, scopes and expiry, the old one is deactivated. Fails as `deactivate` does.
     */
    readonly rotate: (
      account: AccountId,
      id: ApiKeyId,
      material: KeyMaterial
    ) => Effect.Effect<ApiKey, NotFound | Conflict>
    readonly findByHash: (hash: Uint8Array) => Effect.Effect<KeyLookup | null>
  } & ApiKeyUsage
>()("sonde/storage/ApiKeys") {
  static readonly layer = Layer.effect(
    ApiKeys,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const transaction = inTransaction(sql)

      const active = (now: Date) => sql`deactivated_at is null and (expires_at is null or expires_at > ${now})`

      // The counts are json numbers, since a sum of them may pass the largest integer column.
      const select = (account: AccountId, id: ApiKeyId | null, now: Date) =>
        rowsAs(ApiKey).all(sql`
          select k.id, k.name, k.prefix, k.last4, k.scopes,
            case
              when k.deactivated_at is not null then 'deactivated'
              when k.expires_at <= ${now} then 'expired'
              else 'active'
            end as status,
            ${timestamp("k.expires_at")} as expires_at,
            ${timestamp("k.created_at")} as created_at,
            ${timestamp("k.last_used_at")} as last_used_at,
            json_build_object(
              'total', coalesce(sum(u.total), 0),
              'last_24h', coalesce(sum(u.recent), 0),
              'by_endpoint', coalesce(
                json_object_agg(u.endpoint, u.total order by u.endpoint) filter (where u.endpoint is not null),
                '{}'
              )
            ) as usage
          from api_keys k
          left join lateral (
            select endpoint, sum(count) as total, sum(count) filter (where hour > ${now} - interval '24 hours') as recent
            from api_key_usage where key_id = k.id group by endpoint
          ) u on true
          where k.account_id = ${account} and (${id}::integer is null or k.id = ${id})
          group by k.id
          order by k.created_at desc, k.seq desc`)

      const Count = Schema.Struct({ count: Schema.Int })
      const countActive = (account: AccountId, now: Date) =>
        rowsAs(Count).one(
          sql`select count(*)::int as count from api_keys where account_id = ${account} and ${active(now)}`
        )

      const Inserted = Schema.Struct({ id: ApiKeyId })
      const insert = (account: AccountId, key: NewApiKey, { hash, last4, prefix }: KeyMaterial, now: Date) =>
        rowsAs(Inserted).one(sql`
          insert into api_keys (account_id, name, hash, prefix, last4, scopes, expires_at, created_at)
          values (${account}, ${key.name}, ${hash}, ${prefix}, ${last4}, ${key.scopes}, ${key.expires_at}, ${now})
          returning id`)

      // Of two deletes at the same moment the second waits for the first, and then finds nothing.
      const Deactivated = Schema.Struct({
        name: Schema.String,
        scopes: Schema.Array(Scope),
        expires_at: Schema.NullOr(Schema.Date)
      })
      const list = Effect.fnUntraced(function* (account: AccountId) {
        return yield* select(account, null, yield* DateTime.nowAsDate)
      }, Effect.orDie)

      const show = (account: AccountId, id: ApiKeyId, now: Date) =>
        Effect.flatMap(select(account, id, now), ([key]) => Effect.fromNullishOr(key))

      const create = Effect.fnUntraced(
        function* (account: AccountId, key: NewApiKey, material: KeyMaterial) {
          yield* lockAccount(sql, account)
          const now = yield* DateTime.nowAsDate
          const { count } = yield* countActive(account, now)
          if (count >= maxActiveKeys) return yield* keyLimitReached()
          const { id } = yield* insert(account, key, material, now)
          return yield* show(account, id, now)
        },
        transaction,
        orDefect
      )

      const switchOff = Effect.fnUntraced(function* (account: AccountId, id: ApiKeyId, now: Date) {
        const old = yield* rowsAs(Deactivated).first(sql`
          update api_keys set deactivated_at = ${now}
          where id = ${id} and account_id = ${account} and ${active(now)}
          returning name, scopes, expires_at`)
        if (old !== null) return old
        const known = yield* sql`select 1 from api_keys where id = ${id} and account_id = ${account}`
        return yield* known.length === 0 ? missing("key_not_found") : keyNotActive()
      })

      const deactivate = Effect.fnUntraced(
        function* (account: AccountId, id: ApiKeyId) {
          const now = yield* DateTime.nowAsDate
          yield* switchOff(account, id, now)
          return yield* show(account, id, now)
        },
        transaction,
        orDefect
      )

      // One key goes and one comes: the number of active keys stays, so there is nothing to count.
      const rotate = Effect.fnUntraced(
        function* (account: AccountId, id: ApiKeyId, material: KeyMaterial) {
          const now = yield* DateTime.nowAsDate
          const old = yield* switchOff(account, id, now)
          const next = yield* insert(account, old, material, now)
          return yield* show(account, next.id, now)
        },
        transaction,
        orDefect
      )

      const remove = Effect.fnUntraced(function* (account: AccountId, id: ApiKeyId) {
        const gone = yield* rowsAs(KeyLabel).first(
          sql`delete from api_keys where id = ${id} and account_id = ${account} returning id, name, last4`
        )
        return gone ?? (yield* missing("key_not_found"))
      }, orDefect)

      const byHash = (hash: Uint8Array) =>
        rowsAs(KeyLookup).first(sql`
          select id, account_id, scopes, expires_at, deactivated_at is not null as deactivated
          from api_keys where hash = ${hash}`)

      return {
        list,
        countActive: Effect.fnUntraced(function* (account) {
          return (yield* countActive(account, yield* DateTime.nowAsDate)).count
        }, orDefect),
        create,
        deactivate,
        remove,
        rotate,
        findByHash: (hash) => orDefect(byHash(hash)),
        ...makeApiKeyUsage(sql)
      }
    })
  )
}
