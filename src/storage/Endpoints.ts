import { Context, DateTime, Effect, Layer, Redacted, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { AccountId } from "../domain/Account.ts"
import { Endpoint, EndpointStatus, maxEndpoints, Target } from "../domain/Endpoint.ts"
import { EndpointId } from "../domain/EndpointId.ts"
import type { Conflict, NotFound } from "../domain/Failure.ts"
import { missing } from "../domain/Missing.ts"
import { inTurn } from "./database/Batch.ts"
import { timestamp } from "./database/Columns.ts"
import { orDefect } from "./database/Defect.ts"
import { inTransaction } from "./database/Transaction.ts"
import { endpointLimitReached } from "./Refusals.ts"

/** What an account gives of an endpoint. */
export interface NewEndpoint extends Pick<Endpoint, "name" | "target"> {}

/** What of it may be changed. */
export interface EndpointChange extends Partial<NewEndpoint> {
  readonly status?: "active" | "paused"
}

/** Where accounts have events of their watches sent. */
export class Endpoints extends Context.Service<
  Endpoints,
  {
    /** Oldest first. */
    readonly list: (account: AccountId) => Effect.Effect<ReadonlyArray<Endpoint>>
    readonly get: (account: AccountId, id: EndpointId) => Effect.Effect<Endpoint, NotFound>
    /** `endpoint_limit_reached` when the account has as many as it may have. */
    readonly create: (
      account: AccountId,
      endpoint: NewEndpoint,
      secret: Redacted.Redacted | null
    ) => Effect.Effect<Endpoint, Conflict>
    /** Changes what is given. What waits for an endpoint that is taken up again is due at once. */
    readonly update: (account: AccountId, id: EndpointId, change: EndpointChange) => Effect.Effect<Endpoint, NotFound>
    /** Gives it another secret; the one before signs as well until then. */
    readonly rotate: (
      account: AccountId,
      id: EndpointId,
      secret: Redacted.Redacted,
      overlapUntil: Date
    ) => Effect.Effect<Endpoint, NotFound>
    /** What signs now, the newest first. */
    readonly secrets: (account: AccountId, id: EndpointId) => Effect.Effect<ReadonlyArray<Redacted.Redacted>, NotFound>
    /** Deletes it with what waits for it; no watch names it any more. */
    readonly remove: (account: AccountId, id: EndpointId) => Effect.Effect<void, NotFound>
  }
>()("sonde/storage/Endpoints") {
  static readonly layer = Layer.effect(
    Endpoints,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const columns = (now: Date) => sql`
        id, name, target, status, notice, ${timestamp("created_at")} as created_at,
        case when previous_until > ${now} then ${timestamp("previous_until")} end as previous_secret_until`

      const select = SqlSchema.findAll({
        Request: Schema.Struct({ account: AccountId, id: Schema.NullOr(EndpointId), now: Schema.Date }),
        Result: Endpoint,
        execute: ({ account, id, now }) => sql`
          select ${columns(now)} from endpoints
          where account_id = ${account} and (${id}::integer is null or id = ${id}) order by seq`
      })

      const insert = SqlSchema.findOne({
        Request: Schema.Struct({
          account: AccountId,
          name: Schema.String,
          target: Schema.fromJsonString(Target),
          secret: Schema.NullOr(Schema.String),
          now: Schema.Date
        }),
        Result: Endpoint,
        execute: ({ account, name, now, secret, target }) => sql`
          insert into endpoints (account_id, name, target, secret, created_at)
          select ${account}, ${name}, ${target}::json, ${secret}, ${now}
          where (select count(*) from endpoints where account_id = ${account}) < ${maxEndpoints}
          returning ${columns(now)}`
      })

      const change = SqlSchema.findOne({
        Request: Schema.Struct({
          account: AccountId,
          id: EndpointId,
          name: Schema.NullOr(Schema.String),
          target: Schema.NullOr(Schema.fromJsonString(Target)),
          status: Schema.NullOr(EndpointStatus),
          now: Schema.Date
        }),
        Result: Endpoint,
        execute: ({ account, id, name, now, status, target }) => sql`
          update endpoints set name = coalesce(${name}, name), target = coalesce(${target}::json, target),
            notice = case when ${status}::text is null then notice end, status = coalesce(${status}, status)
          where id = ${id} and account_id = ${account} returning ${columns(now)}`
      })

      const replaceSecret = SqlSchema.findOne({
        Request: Schema.Struct({
          account: AccountId,
          id: EndpointId,
          secret: Schema.String,
          now: Schema.Date,
          until: Schema.Date
        }),
        Result: Endpoint,
        execute: ({ account, id, now, secret, until }) => sql`
          update endpoints set previous_secret = secret, previous_until = ${until}, secret = ${secret}
          where id = ${id} and account_id = ${account} returning ${columns(now)}`
      })

      const notThere = { NoSuchElementError: () => Effect.fail(missing("endpoint_not_found")) }

      const get = Effect.fnUntraced(function* (account: AccountId, id: EndpointId) {
        const [endpoint] = yield* orDefect(select({ account, id, now: yield* DateTime.nowAsDate }))
        return endpoint ?? (yield* missing("endpoint_not_found"))
      })

      const update = Effect.fnUntraced(function* (
        account: AccountId,
        id: EndpointId,
        { name, status, target }: EndpointChange
      ) {
        const { status: before } = yield* get(account, id)
        const now = yield* DateTime.nowAsDate
        const changed = yield* change({
          account,
          id,
          name: name ?? null,
          target: target ?? null,
          status: status ?? null,
          now
        })
        if (before !== "active" && changed.status === "active")
          yield* sql`
            update deliveries set next_at = due_at, attempts = 0, first_at = null
            where endpoint_id = ${id} and delivered_at is null`
        return changed
      }, inTransaction(sql))

      const remove = Effect.fnUntraced(function* (account: AccountId, id: EndpointId) {
        // Watches first, as whoever deletes a watch with its deliveries: else each could wait for the other.
        yield* sql`
          update watches set endpoints = array_remove(endpoints, ${id})
          where id in (
            select id from watches where account_id = ${account} and ${id} = any(endpoints) order by id for no key update
          )`
        const gone = yield* sql`delete from endpoints where id = ${id} and account_id = ${account} returning id`
        if (gone.length === 0) return yield* missing("endpoint_not_found")
      }, inTransaction(sql))

      return {
        list: (account) => orDefect(Effect.flatMap(DateTime.nowAsDate, (now) => select({ account, id: null, now }))),
        get,
        create: (account, endpoint, secret) =>
          DateTime.nowAsDate.pipe(
            Effect.flatMap((now) =>
              insert({ account, ...endpoint, secret: secret === null ? null : Redacted.value(secret), now })
            ),
            Effect.catchTag("NoSuchElementError", () => Effect.fail(endpointLimitReached())),
            // One at a time, or two could both take the last place.
            inTurn(sql, "endpoints"),
            orDefect
          ),
        update: (account, id, given) => update(account, id, given).pipe(Effect.catchTags(notThere), orDefect),
        rotate: (account, id, secret, until) =>
          DateTime.nowAsDate.pipe(
            Effect.flatMap((now) => replaceSecret({ account, id, secret: Redacted.value(secret), now, until })),
            Effect.catchTags(notThere),
            orDefect
          ),
        secrets: Effect.fnUntraced(function* (account, id) {
          const now = yield* DateTime.nowAsDate
          const [row] = yield* sql<{ secrets: ReadonlyArray<string> }>`
            select ${signing(sql, now)} as secrets from endpoints e where id = ${id} and account_id = ${account}`
          if (row === undefined) return yield* missing("endpoint_not_found")
          return row.secrets.map((secret) => Redacted.make(secret))
        }, orDefect),
        remove: (account, id) => orDefect(remove(account, id))
      }
    })
  )
}

/** The secrets of `endpoints e` that sign now, the newest first. */
export const signing = (sql: SqlClient.SqlClient, now: Date) =>
  sql`array_remove(array[e.secret, case when e.previous_until > ${now} then e.previous_secret end], null)`
