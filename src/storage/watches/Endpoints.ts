import { Context, DateTime, Effect, Layer, Redacted, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { AccountId } from "../../domain/Account.ts"
import { Endpoint, EndpointStatus, isSameReceiver, maxEndpoints, Target } from "../../domain/Endpoint.ts"
import { EndpointId } from "../../domain/EndpointId.ts"
import type { Conflict, NotFound } from "../../domain/Failure.ts"
import { missing } from "../../domain/Missing.ts"
import { nextDigest } from "../../domain/Schedule.ts"
import { inTurn } from "../database/Batch.ts"
import { timestamp } from "../database/Columns.ts"
import { orDefect } from "../database/Defect.ts"
import { inTransaction } from "../database/Transaction.ts"
import { endpointLimitReached } from "../Refusals.ts"

/** What an account gives of an endpoint. */
export interface NewEndpoint extends Pick<Endpoint, "name" | "target"> {}

/** What of it may be changed. */
export interface EndpointChange extends Partial<NewEndpoint> {
  readonly status?: "active" | "paused"
}

/** What the links in the mails of an endpoint are held against. */
export interface MailKey {
  readonly address: string
  readonly secret: Redacted.Redacted
}

/** The digest that gathers what goes to a target; null where each event goes by itself. */
export const digestOf = (target: Target) => (target.kind === "mail" ? (target.digest ?? null) : null)

/** Where accounts have events of their watches sent. */
export class Endpoints extends Context.Service<
  Endpoints,
  {
    /** Oldest first. */
    readonly list: (account: AccountId) => Effect.Effect<ReadonlyArray<Endpoint>>
    readonly get: (account: AccountId, id: EndpointId) => Effect.Effect<Endpoint, NotFound>
    /** `endpoint_limit_reached` when the account has as many as it may have. Mail is not confirmed at first. */
    readonly create: (
      account: AccountId,
      endpoint: NewEndpoint,
      secret: Redacted.Redacted | null
    ) => Effect.Effect<Endpoint, Conflict>
    /**
     * Changes what is given. What waits for an endpoint that is taken up again, or goes to another place, is due at
     * once, as if it had never been tried. Another address of mail has to be confirmed.
     */
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
    /** What the links in an endpoint's mails are made with; null where there is no such endpoint, or it is no mail. */
    readonly mailKey: (id: EndpointId) => Effect.Effect<MailKey | null>
    /** The reader of the address wants the mail, also one who had unsubscribed. */
    readonly confirm: (id: EndpointId, address: string) => Effect.Effect<void>
    /** The reader wants no more of it: it is disabled, what waits is given up, and it has to be confirmed anew. */
    readonly unsubscribe: (id: EndpointId, address: string) => Effect.Effect<void>
    /** Deletes it with what waits for it; no watch names it any more. */
    readonly remove: (account: AccountId, id: EndpointId) => Effect.Effect<void, NotFound>
  }
>()("sonde/storage/Endpoints") {
  static readonly layer = Layer.effect(
    Endpoints,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const columns = (now: Date) => sql`
        id, name, target, status, notice, confirmed, ${timestamp("created_at")} as created_at,
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
          insert into endpoints (account_id, name, target, secret, confirmed, created_at)
          select ${account}, ${name}, t.target, ${secret}, t.target ->> 'kind' <> 'mail', ${now}
          from (select ${target}::json as target) t
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
          confirmed: Schema.Boolean,
          afresh: Schema.Boolean,
          now: Schema.Date
        }),
        Result: Endpoint,
        execute: ({ account, afresh, confirmed, id, name, now, status, target }) => sql`
          update endpoints set name = coalesce(${name}, name), target = coalesce(${target}::json, target),
            notice = case when ${status}::text is null then notice end, status = coalesce(${status}, status),
            confirmed = ${confirmed}, failing_since = case when ${afresh} then null else failing_since end,
            next_at = case when ${target}::json is null and not ${afresh} then next_at else ${now} end
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
        const now = yield* DateTime.nowAsDate
        // First the endpoint, then what waits for it: as everybody locks them.
        yield* sql`select from endpoints where id = ${id} and account_id = ${account} for no key update`
        const before = yield* get(account, id)
        const moved = target !== undefined && !isSameReceiver(before.target, target)
        const afresh = moved || (before.status !== "active" && status === "active")
        const changed = yield* change({
          account,
          id,
          name: name ?? null,
          target: target ?? null,
          status: status ?? null,
          confirmed: before.confirmed && !(moved && target.kind === "mail"),
          afresh,
          now
        })
        const digest = digestOf(changed.target)
        if (JSON.stringify(digest) !== JSON.stringify(digestOf(before.target))) {
          const due = digest === null ? null : nextDigest(digest, now)
          yield* sql`
            update deliveries d set due_at = coalesce(${due}, v.send_at), next_at = coalesce(${due}, v.send_at)
            from watch_events v
            where d.endpoint_id = ${id} and ${waiting(sql)} and v.account_id = d.account_id and v.n = d.n`
        }
        if (afresh)
          yield* sql`
            update deliveries d set next_at = due_at, tries = 0, first_at = null
            where endpoint_id = ${id} and ${waiting(sql)}`
        return changed
      }, inTransaction(sql))

      const remove = Effect.fnUntraced(function* (account: AccountId, id: EndpointId) {
        // Watches, endpoints, deliveries: everybody locks them in this order, or each could wait for the other. In a
        // statement of its own: one that locks and updates would lock older versions of the rows once more.
        const owners = yield* sql<{ id: number }>`
          select id from watches where account_id = ${account} and ${id} = any(endpoints) order by id
          for no key update`
        yield* sql`
          update watches set endpoints = array_remove(endpoints, ${id})
          where id = any(${owners.map((watch) => watch.id)}::integer[])`
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
        mailKey: Effect.fnUntraced(function* (id) {
          const [row] = yield* sql<{ address: string; secret: string }>`
            select target ->> 'address' as address, secret from endpoints
            where id = ${id} and target ->> 'kind' = 'mail'`
          return row === undefined ? null : { address: row.address, secret: Redacted.make(row.secret) }
        }, orDefect),
        confirm: (id, address) =>
          orDefect(
            Effect.asVoid(
              sql`
                update endpoints set confirmed = true,
                  status = case when status = 'disabled' and notice = ${unsubscribed} then 'active' else status end,
                  notice = case when notice = ${unsubscribed} then null else notice end
                where id = ${id} and target ->> 'address' = ${address}`
            )
          ),
        unsubscribe: Effect.fnUntraced(
          function* (id, address) {
            const now = yield* DateTime.nowAsDate
            const gone = yield* sql`
              update endpoints set confirmed = false, status = 'disabled', notice = ${unsubscribed}
              where id = ${id} and target ->> 'address' = ${address} returning id`
            if (gone.length > 0)
              yield* sql`update deliveries d set given_up_at = ${now} where endpoint_id = ${id} and ${waiting(sql)}`
          },
          inTransaction(sql),
          orDefect
        ),
        remove: (account, id) => orDefect(remove(account, id))
      }
    })
  )
}

/** What an endpoint is disabled with whose reader wants no more mail. */
export const unsubscribed = "The reader has unsubscribed."

/** What of `deliveries d` is on its way. */
const waiting = (sql: SqlClient.SqlClient) => sql`d.delivered_at is null and d.given_up_at is null`

/** The secrets of `endpoints e` that sign now, the newest first. */
export const signing = (sql: SqlClient.SqlClient, now: Date) =>
  sql`array_remove(array[e.secret, case when e.previous_until > ${now} then e.previous_secret end], null)`
