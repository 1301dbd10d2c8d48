import { Context, DateTime, Effect, Layer, Redacted, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { randomUUID } from "node:crypto"
import { AccountId } from "../domain/Account.ts"
import { Attempt, Delivery, Target } from "../domain/Endpoint.ts"
import { EndpointId } from "../domain/EndpointId.ts"
import type { NotFound } from "../domain/Failure.ts"
import { missing } from "../domain/Missing.ts"
import type { WatchId } from "../domain/Watch.ts"
import { type EventContent, EventId, WatchEvent } from "../domain/WatchEvent.ts"
import { chunks, recordset } from "./database/Batch.ts"
import { timestamp } from "./database/Columns.ts"
import { orDefect } from "./database/Defect.ts"
import { inTransaction } from "./database/Transaction.ts"
import { eventContent } from "./EventContent.ts"
import { signing } from "./Endpoints.ts"

/** An event that is being stored. */
export interface QueuedEvent {
  readonly account: AccountId
  readonly id: EventId
  readonly watch: WatchId
  readonly content: EventContent
  readonly at: Date
  /** When it may be sent; null: it is only listed. */
  readonly send_at: Date | null
}

/** An event in the hands of who sends it. */
export interface Taken {
  readonly lease: string
  readonly account: AccountId
  readonly endpoint: EndpointId
  readonly target: Target
  /** What signs it, the newest first. */
  readonly secrets: ReadonlyArray<Redacted.Redacted>
  readonly event: WatchEvent
  /** How often it was tried before, and since when. */
  readonly attempts: number
  readonly since: Date | null
}

/** What becomes of an event after an attempt: tried again at a time, or not before the account takes it up again. */
export type Verdict = "delivered" | { readonly retryAt: Date } | { readonly disabled: string }

/** Who holds a lease has died if it is older than this: an attempt takes ten seconds at most. */
export const leaseMillis = 30_000

/** A lease that ends later than this was written by a clock that was wrong. */
export const longestLeaseMillis = 300_000

/** Events on their way to endpoints, each at least once. */
export class Deliveries extends Context.Service<
  Deliveries,
  {
    /** Puts events on their way to the endpoints of their watches, in the transaction that stores them. */
    readonly queue: (events: ReadonlyArray<QueuedEvent>) => Effect.Effect<void>
    /**
     * Takes events that are due, one for each of so many endpoints, and none of an endpoint while somebody has another
     * of its events in hand. Of an endpoint's events that may be sent the first one is taken, or none while it waits
     * for its next attempt. Endpoints have their turns: the one that has waited longest comes first.
     */
    readonly take: (endpoints: number) => Effect.Effect<ReadonlyArray<Taken>>
    /** Says how an attempt went, and gives the endpoint back. Nothing changes where the lease has gone to another. */
    readonly settle: (taken: Taken, attempt: Attempt, verdict: Verdict) => Effect.Effect<void>
    /** What was sent to an endpoint and what waits for it, the newest first. */
    readonly list: (
      account: AccountId,
      endpoint: EndpointId,
      query: { readonly skip: number; readonly limit: number }
    ) => Effect.Effect<ReadonlyArray<Delivery>, NotFound>
    /**
     * Sends events once more, at once, as if they had never been tried. What never was for the endpoint is passed over.
     */
    readonly redeliver: (
      account: AccountId,
      endpoint: EndpointId,
      events: ReadonlyArray<EventId>
    ) => Effect.Effect<ReadonlyArray<Delivery>, NotFound>
  }
>()("sonde/storage/Deliveries") {
  static readonly layer = Layer.effect(
    Deliveries,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const queue = Effect.fnUntraced(function* (events: ReadonlyArray<QueuedEvent>) {
        const sent = events.flatMap(({ account, id, send_at, watch }) =>
          send_at === null ? [] : [{ account, id, send_at, watch }]
        )
        for (const chunk of chunks(sent))
          yield* sql`
            insert into deliveries (endpoint_id, account_id, n, due_at, next_at)
            select e.id, x.account, x.id, x.send_at, x.send_at
            from json_to_recordset(${recordset(chunk)}::json)
              as x(account integer, id integer, watch integer, send_at timestamptz)
            join watches w on w.id = x.watch
            join endpoints e on e.account_id = x.account and e.id = any(w.endpoints)
            order by e.id, x.id for key share of e
            on conflict do nothing`
      })

      const lease = Effect.fnUntraced(function* (endpoints: number, token: string, now: Date) {
        const until = new Date(now.getTime() + leaseMillis)
        const wrong = new Date(now.getTime() + longestLeaseMillis)
        return yield* sql`
          with free as (
            select e.id from endpoints e cross join lateral (
              select next_at from deliveries d
              where d.endpoint_id = e.id and delivered_at is null and due_at <= ${now} order by n limit 1
            ) first
            where e.status = 'active' and first.next_at <= ${now}
              and (e.leased_until is null or e.leased_until <= ${now} or e.leased_until > ${wrong})
            order by e.taken_at nulls first limit ${endpoints}
            for no key update of e skip locked
          )
          update endpoints e set lease = ${token}, leased_until = ${until}, taken_at = ${now}
          from free where e.id = free.id returning e.id`
      })

      // A second look, for between the two another process may have sent the event and given the endpoint back.
      const selectTaken = SqlSchema.findAll({
        Request: Schema.Struct({ token: Schema.String, now: Schema.Date }),
        Result: Schema.Struct({
          account: AccountId,
          endpoint: EndpointId,
          target: Target,
          secrets: Schema.Array(Schema.String),
          attempts: Schema.Int,
          since: Schema.NullOr(Schema.Date),
          id: EventId,
          watch: WatchEvent.fields.watch,
          content: eventContent,
          at: WatchEvent.fields.at,
          send_at: WatchEvent.fields.send_at
        }),
        execute: ({ now, token }) => sql`
          select e.account_id as account, e.id as endpoint, e.target, ${signing(sql, now)} as secrets,
                 d.attempts, d.first_at as since, v.n as id, json_build_object('id', w.id, 'name', w.name) as watch,
                 v.content, ${timestamp("v.at")} as at, ${timestamp("v.send_at")} as send_at
          from endpoints e cross join lateral (
            select * from deliveries d
            where d.endpoint_id = e.id and delivered_at is null and due_at <= ${now} order by n limit 1
          ) d
          join watch_events v on v.account_id = d.account_id and v.n = d.n
          join watches w on w.id = v.watch_id
          where e.lease = ${token} and d.next_at <= ${now}`
      })

      const take = Effect.fnUntraced(function* (endpoints: number) {
        const now = yield* DateTime.nowAsDate
        const token = randomUUID()
        const leased = yield* lease(endpoints, token, now)
        if (leased.length === 0) return []
        const rows = yield* selectTaken({ token, now })
        const held = rows.map(({ endpoint }) => endpoint)
        if (held.length < leased.length)
          yield* sql`
            update endpoints set lease = null, leased_until = null
            where lease = ${token} and id <> all(${held}::integer[])`
        return rows.map(({ account, attempts, endpoint, secrets, since, target, content, ...event }): Taken => {
          const signed = secrets.map((secret) => Redacted.make(secret))
          return {
            lease: token,
            account,
            endpoint,
            target,
            secrets: signed,
            attempts,
            since,
            event: { ...event, ...content }
          }
        })
      })

      const settle = Effect.fnUntraced(function* (
        { endpoint, event, lease }: Taken,
        attempt: Attempt,
        verdict: Verdict
      ) {
        const now = yield* DateTime.nowAsDate
        const notice = typeof verdict === "object" && "disabled" in verdict ? verdict.disabled : null
        const held = yield* sql`
          update endpoints set lease = null, leased_until = null,
            notice = case when status = 'active' then ${notice}::text else notice end,
            status = case when status = 'active' and ${notice}::text is not null then 'disabled' else status end
          where id = ${endpoint} and lease = ${lease} returning id`
        if (held.length === 0) return
        const next = typeof verdict === "object" && "retryAt" in verdict ? verdict.retryAt : now
        yield* sql`
          update deliveries set attempts = attempts + 1, first_at = coalesce(first_at, ${now}),
            last_attempt = ${recordset([attempt])}::json -> 0, next_at = ${next},
            delivered_at = ${verdict === "delivered" ? now : null}
          where endpoint_id = ${endpoint} and n = ${event.id}`
      }, inTransaction(sql))

      const columns = sql`
        d.n as event, v.content ->> 'title' as title, d.attempts, d.last_attempt,
        ${timestamp("d.delivered_at")} as delivered_at,
        case when d.delivered_at is null then ${timestamp("d.next_at")} end as next_attempt_at`

      const select = SqlSchema.findAll({
        Request: Schema.Struct({ endpoint: EndpointId, skip: Schema.Int, limit: Schema.Int }),
        Result: Delivery,
        execute: ({ endpoint, limit, skip }) => sql`
          select ${columns} from deliveries d
          join watch_events v on v.account_id = d.account_id and v.n = d.n
          where d.endpoint_id = ${endpoint} order by d.n desc limit ${limit} offset ${skip}`
      })

      const again = SqlSchema.findAll({
        Request: Schema.Struct({ endpoint: EndpointId, events: Schema.Array(EventId), now: Schema.Date }),
        Result: Delivery,
        execute: ({ endpoint, events, now }) => sql`
          with again as (
            update deliveries
            set delivered_at = null, attempts = 0, first_at = null, due_at = least(due_at, ${now}), next_at = ${now}
            where endpoint_id = ${endpoint} and n = any(${events}::integer[]) returning *
          )
          select ${columns} from again d
          join watch_events v on v.account_id = d.account_id and v.n = d.n order by d.n`
      })

      const isThere = Effect.fnUntraced(function* (account: AccountId, endpoint: EndpointId) {
        const found = yield* sql`select from endpoints where id = ${endpoint} and account_id = ${account}`
        if (found.length === 0) return yield* missing("endpoint_not_found")
      })

      return {
        queue: (events) => orDefect(queue(events)),
        take: (endpoints) => orDefect(take(endpoints)),
        settle: (taken, attempt, verdict) => orDefect(settle(taken, attempt, verdict)),
        list: (account, endpoint, query) =>
          orDefect(Effect.andThen(isThere(account, endpoint), select({ endpoint, ...query }))),
        redeliver: (account, endpoint, events) =>
          Effect.andThen(isThere(account, endpoint), DateTime.nowAsDate).pipe(
            Effect.flatMap((now) => again({ endpoint, events, now })),
            orDefect
          )
      }
    })
  )
}
