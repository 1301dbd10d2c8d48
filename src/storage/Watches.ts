import { Context, DateTime, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Buffer } from "node:buffer"
import { AccountId } from "../domain/Account.ts"
import { EndpointId } from "../domain/EndpointId.ts"
import type { Conflict, NotFound } from "../domain/Failure.ts"
import { missing } from "../domain/Missing.ts"
import { now } from "../domain/Timestamp.ts"
import { maxWatches, Watch, WatchConditions, WatchId, WatchStatus, WatchSubject } from "../domain/Watch.ts"
import { inTurn } from "./database/Batch.ts"
import { timestamp } from "./database/Columns.ts"
import { orDefect } from "./database/Defect.ts"
import { inTransaction } from "./database/Transaction.ts"
import { makeIds } from "./memory/Ids.ts"
import { watchLimitReached } from "./Refusals.ts"

/** What an account gives of a watch. */
export interface NewWatch extends Pick<Watch, "name" | "subject" | "conditions" | "endpoints"> {}

/** A watch with whose it is. */
export interface OwnedWatch {
  readonly account: AccountId
  readonly watch: Watch
}

/** Saved questions of accounts. */
export class Watches extends Context.Service<
  Watches,
  {
    /** Oldest first. */
    readonly list: (account: AccountId) => Effect.Effect<ReadonlyArray<Watch>>
    readonly get: (account: AccountId, id: WatchId) => Effect.Effect<Watch, NotFound>
    /** `watch_limit_reached` when the account has as many as it may have. */
    readonly create: (account: AccountId, watch: NewWatch) => Effect.Effect<Watch, Conflict>
    /** Changes what is given. */
    readonly update: (
      account: AccountId,
      id: WatchId,
      change: Partial<NewWatch> & { readonly status?: WatchStatus }
    ) => Effect.Effect<Watch, NotFound>
    /** Deletes it with its events. */
    readonly remove: (account: AccountId, id: WatchId) => Effect.Effect<void, NotFound>
    /** Gives the watch's feed another secret, by its SHA-256, or none. */
    readonly setFeed: (account: AccountId, id: WatchId, hash: Uint8Array | null) => Effect.Effect<void, NotFound>
    /** The watch whose feed has this secret; null when there is none. */
    readonly ofFeed: (hash: Uint8Array) => Effect.Effect<OwnedWatch | null>
    /** Those that are not paused, of all accounts. */
    readonly active: Effect.Effect<ReadonlyArray<OwnedWatch>>
  }
>()("sonde/storage/Watches") {
  static readonly layer = Layer.effect(
    Watches,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const columns = sql`id, name, subject, conditions, endpoints, status, feed_hash is not null as has_feed,
        ${timestamp("created_at")} as created_at`

      const select = SqlSchema.findAll({
        Request: Schema.Struct({ account: AccountId, id: Schema.NullOr(WatchId) }),
        Result: Watch,
        execute: ({ account, id }) => sql`
          select ${columns} from watches
          where account_id = ${account} and (${id}::integer is null or id = ${id}) order by seq`
      })

      const selectActive = SqlSchema.findAll({
        Request: Schema.Void,
        Result: Schema.Struct({ ...Watch.fields, account_id: AccountId }),
        execute: () => sql`select account_id, ${columns} from watches where status = 'active' order by seq`
      })

      const selectOfFeed = SqlSchema.findOneOption({
        Request: Schema.Uint8Array,
        Result: Schema.Struct({ ...Watch.fields, account_id: AccountId }),
        execute: (hash) => sql`select account_id, ${columns} from watches where feed_hash = ${hash}`
      })

      const insert = SqlSchema.findOne({
        Request: Schema.Struct({
          account: AccountId,
          name: Schema.String,
          subject: Schema.fromJsonString(WatchSubject),
          conditions: Schema.fromJsonString(WatchConditions),
          endpoints: Schema.Array(EndpointId),
          created_at: Schema.Date
        }),
        Result: Watch,
        execute: ({ account, conditions, created_at, endpoints, name, subject }) => sql`
          insert into watches (account_id, name, subject, conditions, endpoints, created_at)
          select ${account}, ${name}, ${subject}::json, ${conditions}::json, ${endpoints}::integer[], ${created_at}
          where (select count(*) from watches where account_id = ${account}) < ${maxWatches}
          returning ${columns}`
      })

      const change = SqlSchema.findOne({
        Request: Schema.Struct({
          account: AccountId,
          id: WatchId,
          name: Schema.NullOr(Schema.String),
          subject: Schema.NullOr(Schema.fromJsonString(WatchSubject)),
          conditions: Schema.NullOr(Schema.fromJsonString(WatchConditions)),
          endpoints: Schema.NullOr(Schema.Array(EndpointId)),
          status: Schema.NullOr(WatchStatus)
        }),
        Result: Watch,
        execute: ({ account, conditions, endpoints, id, name, status, subject }) => sql`
          update watches set name = coalesce(${name}, name), subject = coalesce(${subject}::json, subject),
            conditions = coalesce(${conditions}::json, conditions),
            endpoints = coalesce(${endpoints}::integer[], endpoints), status = coalesce(${status}, status)
          where id = ${id} and account_id = ${account} returning ${columns}`
      })

      return {
        list: (account) => orDefect(select({ account, id: null })),
        get: (account, id) =>
          orDefect(select({ account, id })).pipe(
            Effect.flatMap(([watch]) =>
              watch === undefined ? Effect.fail(missing("watch_not_found")) : Effect.succeed(watch)
            )
          ),
        create: (account, watch) =>
          DateTime.nowAsDate.pipe(
            Effect.flatMap((created_at) => insert({ account, ...watch, created_at })),
            Effect.catchTag("NoSuchElementError", () => Effect.fail(watchLimitReached())),
            // One at a time, or two could both take the last place.
            inTurn(sql, "watches"),
            orDefect
          ),
        update: (account, id, { conditions = null, endpoints = null, name = null, status = null, subject = null }) =>
          change({ account, id, name, subject, conditions, endpoints, status }).pipe(
            Effect.catchTag("NoSuchElementError", () => Effect.fail(missing("watch_not_found"))),
            orDefect
          ),
        remove: Effect.fnUntraced(
          function* (account, id) {
            const own = yield* sql`select from watches where id = ${id} and account_id = ${account} for update`
            if (own.length === 0) return yield* missing("watch_not_found")
            // Its deliveries go with it. Watches, endpoints, deliveries: everybody locks them in this order.
            yield* sql`select from endpoints where account_id = ${account} order by id for no key update`
            yield* sql`delete from watches where id = ${id}`
          },
          inTransaction(sql),
          orDefect
        ),
        setFeed: Effect.fnUntraced(function* (account, id, hash) {
          const changed = yield* orDefect(
            sql`update watches set feed_hash = ${hash} where id = ${id} and account_id = ${account} returning id`
          )
          if (changed.length === 0) return yield* missing("watch_not_found")
        }),
        ofFeed: (hash) =>
          orDefect(
            Effect.map(
              selectOfFeed(hash),
              Option.match({
                onNone: () => null,
                onSome: ({ account_id, ...watch }) => ({ account: account_id, watch })
              })
            )
          ),
        active: orDefect(
          Effect.map(selectActive(undefined), (rows) =>
            rows.map(({ account_id, ...watch }) => ({ account: account_id, watch }))
          )
        )
      }
    })
  )

  static readonly layerMemory = Layer.sync(Watches, () => {
    const rows = new Map<WatchId, OwnedWatch>()
    const feeds = new Map<WatchId, string | null>()
    const nextId = makeIds(WatchId)
    const of = (account: AccountId) => [...rows.values()].filter((row) => row.account === account)

    const get: Watches["Service"]["get"] = (account, id) => {
      const known = rows.get(id)
      return known?.account === account ? Effect.succeed(known.watch) : Effect.fail(missing("watch_not_found"))
    }

    return {
      list: (account) => Effect.sync(() => of(account).map(({ watch }) => watch)),
      get,
      create: Effect.fnUntraced(function* (account, given) {
        const created_at = yield* now
        if (of(account).length >= maxWatches) return yield* watchLimitReached()
        const watch: Watch = { id: nextId(), ...given, status: "active", has_feed: false, created_at }
        rows.set(watch.id, { account, watch })
        return watch
      }),
      update: (account, id, change) =>
        Effect.map(get(account, id), (known) => {
          const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
          const watch: Watch = { ...known, ...given }
          rows.set(id, { account, watch })
          return watch
        }),
      remove: (account, id) => Effect.map(get(account, id), () => void rows.delete(id)),
      setFeed: (account, id, hash) =>
        Effect.map(get(account, id), (known) => {
          feeds.set(id, hash === null ? null : Buffer.from(hash).toString("hex"))
          rows.set(id, { account, watch: { ...known, has_feed: hash !== null } })
        }),
      ofFeed: (hash) =>
        Effect.sync(() => {
          const wanted = Buffer.from(hash).toString("hex")
          const found = [...feeds].find(([, stored]) => stored === wanted)
          return found === undefined ? null : (rows.get(found[0]) ?? null)
        }),
      active: Effect.sync(() => [...rows.values()].filter(({ watch }) => watch.status === "active"))
    }
  })
}
