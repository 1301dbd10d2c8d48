import { Context, DateTime, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Buffer } from "node:buffer"
import { isDeepStrictEqual } from "node:util"
import { AccountId } from "../../domain/Account.ts"
import { EndpointId } from "../../domain/EndpointId.ts"
import type { Conflict, NotFound } from "../../domain/Failure.ts"
import { maxInterestsOfAccount } from "../../domain/Interest.ts"
import { missing } from "../../domain/Missing.ts"
import { now } from "../../domain/Timestamp.ts"
import {
  maxWatches,
  SearchSubject,
  Watch,
  WatchConditions,
  WatchId,
  WatchStatus,
  WatchSubject
} from "../../domain/Watch.ts"
import { chunks, inTurn } from "../database/Batch.ts"
import { timestamp } from "../database/Columns.ts"
import { orDefect } from "../database/Defect.ts"
import { inTransaction } from "../database/Transaction.ts"
import { makeIds } from "../memory/Ids.ts"
import { WatchesVersion } from "../memory/WatchesVersion.ts"
import { watchLimitReached } from "../Refusals.ts"

/** What an account gives of a watch. */
export interface NewWatch extends Pick<Watch, "name" | "subject" | "conditions" | "endpoints"> {}

/** What of it may be changed. */
export interface WatchChange extends Partial<NewWatch> {
  readonly status?: WatchStatus
}

/** A watch with whose it is. */
export interface OwnedWatch {
  readonly account: AccountId
  readonly watch: Watch
}

/** A watch that is not paused. */
export interface ActiveWatch extends OwnedWatch {
  /** What comes in counts from then on: it was made, resumed or given another subject. */
  readonly since: Date
  /** What the stored row is known by, until it is changed. */
  readonly row: string
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
    readonly update: (account: AccountId, id: WatchId, change: WatchChange) => Effect.Effect<Watch, NotFound>
    /** Deletes it with its events. */
    readonly remove: (account: AccountId, id: WatchId) => Effect.Effect<void, NotFound>
    /** Gives the watch's feed another secret, by its SHA-256, or none. */
    readonly setFeed: (account: AccountId, id: WatchId, hash: Uint8Array | null) => Effect.Effect<void, NotFound>
    /** The watch whose feed has this secret; null when there is none. */
    readonly ofFeed: (hash: Uint8Array) => Effect.Effect<OwnedWatch | null>
    /** Those that are not paused, of all accounts, the oldest first. What is `known` already is not read again. */
    readonly active: (known?: ReadonlyArray<ActiveWatch>) => Effect.Effect<ReadonlyArray<ActiveWatch>>
    /**
     * What active watches search the news for, over all accounts: of each the latest
     * {@link maxInterestsOfAccount}, the latest first.
     */
    readonly searches: (limit: number) => Effect.Effect<ReadonlyArray<SearchSubject>>
    /**
     * A number that grows with each change of what the active watches look for, the names of competitors included. Read
     * in a transaction, it counts whatever was stored before.
     */
    readonly version: Effect.Effect<number>
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

      // Each change of a row gives it another xmin: so all can be compared, and only those that changed are read.
      const selectActive = SqlSchema.findAll({
        Request: Schema.Array(WatchId),
        Result: Schema.Struct({
          ...Watch.fields,
          account_id: AccountId,
          since: Schema.Date,
          row: Schema.String
        }),
        execute: (ids) => sql`
          select account_id, active_since as since, xmin::text as row, ${columns} from watches
          where status = 'active' and id = any(${ids}::integer[])`
      })

      const active = Effect.fnUntraced(function* (known: ReadonlyArray<ActiveWatch> = []) {
        const byId = new Map(known.map((one) => [one.watch.id, one]))
        const rows = yield* sql<{ id: WatchId; row: string }>`
          select id, xmin::text as row from watches where status = 'active' order by seq`
        const others = rows.flatMap(({ id, row }) => (byId.get(id)?.row === row ? [] : [id]))
        for (const chunk of chunks(others))
          for (const { account_id, row, since, ...watch } of yield* selectActive(chunk))
            byId.set(watch.id, { account: account_id, watch, since, row })
        return rows.flatMap(({ id }) => byId.get(id) ?? [])
      })

      const searches = SqlSchema.findAll({
        Request: Schema.Int,
        Result: Schema.Struct({ subject: SearchSubject }),
        execute: (limit) => sql`
          select subject from (
            select subject, active_since, seq,
              row_number() over (partition by account_id order by active_since desc, seq desc) as n
            from watches where status = 'active' and subject ->> 'kind' = 'search'
          ) ranked
          where n <= ${maxInterestsOfAccount} order by active_since desc, seq desc limit ${limit}`
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
          insert into watches (account_id, name, subject, conditions, endpoints, created_at, active_since)
          select ${account}, ${name}, ${subject}::json, ${conditions}::json, ${endpoints}::integer[], ${created_at},
                 ${created_at}
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
          status: Schema.NullOr(WatchStatus),
          since: Schema.NullOr(Schema.Date)
        }),
        Result: Watch,
        execute: ({ account, conditions, endpoints, id, name, since, status, subject }) => sql`
          update watches set name = coalesce(${name}, name), subject = coalesce(${subject}::json, subject),
            conditions = coalesce(${conditions}::json, conditions),
            endpoints = coalesce(${endpoints}::integer[], endpoints), status = coalesce(${status}, status),
            active_since = coalesce(${since}, active_since)
          where id = ${id} and account_id = ${account} returning ${columns}`
      })

      const asksAnew = SqlSchema.findOne({
        Request: Schema.Struct({
          account: AccountId,
          id: WatchId,
          status: Schema.NullOr(WatchStatus),
          subject: Schema.NullOr(Schema.fromJsonString(WatchSubject))
        }),
        Result: Schema.Struct({ anew: Schema.Boolean }),
        execute: ({ account, id, status, subject }) => sql`
          select coalesce(
            (status = 'paused' and ${status}::text = 'active') or ${subject}::jsonb <> subject::jsonb, false
          ) as anew
          from watches where id = ${id} and account_id = ${account} for no key update`
      })

      const update = Effect.fnUntraced(function* (account: AccountId, id: WatchId, given: WatchChange) {
        const { conditions = null, endpoints = null, name = null, status = null, subject = null } = given
        const { anew } = yield* asksAnew({ account, id, status, subject })
        // What waits for publishers was found by the question before.
        if (anew) yield* sql`delete from watch_matches where watch_id = ${id}`
        const since = anew ? yield* DateTime.nowAsDate : null
        return yield* change({ account, id, name, subject, conditions, endpoints, status, since })
      }, inTransaction(sql))

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
        update: (account, id, change) =>
          update(account, id, change).pipe(
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
        active: (known) => orDefect(active(known)),
        searches: (limit) => orDefect(Effect.map(searches(limit), (rows) => rows.map(({ subject }) => subject))),
        version: orDefect(
          Effect.map(
            sql<{ version: number }>`select version::float8 as version from watches_version`,
            ([row]) => row?.version ?? 0
          )
        )
      }
    })
  )

  static readonly layerMemory = Layer.effect(
    Watches,
    Effect.map(WatchesVersion, (version): Watches["Service"] => {
      const rows = new Map<WatchId, ActiveWatch>()
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
          const since = yield* DateTime.nowAsDate
          if (of(account).length >= maxWatches) return yield* watchLimitReached()
          const watch: Watch = { id: nextId(), ...given, status: "active", has_feed: false, created_at }
          rows.set(watch.id, { account, watch, since, row: String(version.count()) })
          return watch
        }),
        update: (account, id, change) =>
          Effect.zipWith(get(account, id), DateTime.nowAsDate, (known, now) => {
            const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
            const watch: Watch = { ...known, ...given }
            const anew =
              (known.status === "paused" && watch.status === "active") ||
              !isDeepStrictEqual(known.subject, watch.subject)
            rows.set(id, { account, watch, since: anew ? now : rows.get(id)!.since, row: String(version.count()) })
            return watch
          }),
        remove: (account, id) =>
          Effect.map(get(account, id), () => {
            rows.delete(id)
            version.count()
          }),
        setFeed: (account, id, hash) =>
          Effect.map(get(account, id), (known) => {
            feeds.set(id, hash === null ? null : Buffer.from(hash).toString("hex"))
            rows.set(id, { ...rows.get(id)!, watch: { ...known, has_feed: hash !== null } })
          }),
        ofFeed: (hash) =>
          Effect.sync(() => {
            const wanted = Buffer.from(hash).toString("hex")
            const found = [...feeds].find(([, stored]) => stored === wanted)
            return found === undefined ? null : (rows.get(found[0]) ?? null)
          }),
        active: () => Effect.sync(() => [...rows.values()].filter(({ watch }) => watch.status === "active")),
        searches: (limit) =>
          Effect.sync(() => {
            const counts = new Map<AccountId, number>()
            return [...rows.values()]
              .toReversed()
              .sort((one, other) => other.since.getTime() - one.since.getTime())
              .flatMap(({ account, watch: { status, subject } }) => {
                if (status !== "active" || subject.kind !== "search") return []
                const count = (counts.get(account) ?? 0) + 1
                counts.set(account, count)
                return count <= maxInterestsOfAccount ? [subject] : []
              })
              .slice(0, limit)
          }),
        version: Effect.sync(version.value)
      }
    })
  ).pipe(Layer.provide(WatchesVersion.layer))
}
