import { Context, DateTime, Effect, Layer, Redacted, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import { randomUUID } from "node:crypto"
import { AccountId } from "../../domain/Account.ts"
import { Attempt, Delivery, mostAttempts, mostInDigest, Target } from "../../domain/Endpoint.ts"
import { EndpointId } from "../../domain/EndpointId.ts"
import type { NotFound } from "../../domain/Failure.ts"
import { missing } from "../../domain/Missing.ts"
import { Digest, nextDigest, quietUntil } from "../../domain/Schedule.ts"
import { WatchConditions, type WatchId } from "../../domain/Watch.ts"
import { type EventContent, EventId, WatchEvent } from "../../domain/WatchEvent.ts"
import { chunks, recordset } from "../database/Batch.ts"
import { timestamp } from "../database/Columns.ts"
import { orDefect } from "../database/Defect.ts"
import { inTransaction } from "../database/Transaction.ts"
import { eventContent } from "./EventContent.ts"
import { digestOf, signing } from "./Endpoints.ts"

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

/** An event that a process is sending, with those that go in the same digest. */
export interface Taken {
  readonly lease: string
  readonly account: AccountId
  readonly endpoint: EndpointId
  readonly target: Target
  /** What signs it, the newest first. */
  readonly secrets: ReadonlyArray<Redacted.Redacted>
  readonly event: WatchEvent
  /** The further events of a digest, in their order. */
  readonly others: ReadonlyArray<WatchEvent>
  /** How often it was tried before, and since when. */
  readonly attempts: number
  readonly since: Date | null
  /** Since when every attempt to reach the endpoint has failed, whatever the event. */
  readonly failingSince: Date | null
}

/**
 * What becomes of an event after an attempt: tried again at a time, given up for those behind it, or not tried before
 * the account takes the endpoint up again.
 */
export type Verdict = "delivered" | "given_up" | { readonly retryAt: Date } | { readonly disabled: string }

/** How many of the endpoints that are taken at a time may be of a kind that others must not wait for. */
export interface TakeLimits {
  /** Whose last attempt was slow, and who was never tried while the account has others in hand. */
  readonly slow?: number
  readonly mail?: number
}

/** An attempt that takes as long makes its endpoint a slow one, until an attempt is faster. */
export const slowMillis = 1_000

/** Who holds a lease has died if it is older than this: an attempt takes twenty seconds at most. */
export const leaseMillis = 30_000

/** Frees what is in hand, on a database whose processes have all ended. */
export const endLeases = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`update endpoints set lease = null, leased_until = null where lease is not null`
)

/** A lease that ends later than this was written by a clock that was wrong. */
export const longestLeaseMillis = 300_000

/** Until when nothing is sent of a watch; null when it is not quiet. */
export const quietNow = ({ quiet_hours }: WatchConditions, now: Date): Date | null =>
  quiet_hours === null ? null : quietUntil(quiet_hours, now)

/**
 * Events on their way to endpoints, each at least once. Why they are no `PersistedWork`:
 * docs/decisions/0017-deliveries-wait-with-their-endpoint.md.
 */
export class Deliveries extends Context.Service<
  Deliveries,
  {
    /**
     * Puts events on their way to the endpoints of their watches, in the transaction that stores them. All have
     * happened at the same time. A digest takes them along at its next hour.
     */
    readonly queue: (events: ReadonlyArray<QueuedEvent>) => Effect.Effect<void>
    /**
     * Takes events that are due, one (or one digest) for each of so many endpoints, and none of an endpoint while
     * somebody has another of its events in hand. Of an endpoint's events that may be sent the first one is taken, or
     * none while it waits for its next attempt. Accounts have their turns: the endpoint comes first whose account has
     * the fewest in hand, and of those the one that has waited longest. What has waited into the quiet hours of its
     * watch waits for their end, apart from digests and what is sent again by hand.
     */
    readonly take: (endpoints: number, among?: TakeLimits) => Effect.Effect<ReadonlyArray<Taken>>
    /** Says how an attempt went, and gives the endpoint back. Nothing changes where the lease has gone to another. */
    readonly settle: (taken: Taken, attempt: Attempt, verdict: Verdict) => Effect.Effect<void>
    /** What was sent to an endpoint and what waits for it, the newest first. */
    readonly list: (
      account: AccountId,
      endpoint: EndpointId,
      query: { readonly skip: number; readonly limit: number }
    ) => Effect.Effect<ReadonlyArray<Delivery>, NotFound>
    /** Sends events once more, at once, all or none: `delivery_not_found` where one never was for the endpoint. */
    readonly redeliver: (
      account: AccountId,
      endpoint: EndpointId,
      events: ReadonlyArray<EventId>
    ) => Effect.Effect<ReadonlyArray<Delivery>, NotFound>
    /** Gives up what of these events waits, so that those behind it go on; all or none, as above. */
    readonly skip: (
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

      const receiversOf = SqlSchema.findAll({
        Request: Schema.Array(Schema.Int),
        Result: Schema.Struct({ id: EndpointId, digest: Schema.NullOr(Digest) }),
        execute: (watches) => sql`
          select e.id, e.target -> 'digest' as digest from endpoints e
          where e.confirmed and e.id in (select unnest(endpoints) from watches where id = any(${watches}::integer[]))
          order by e.id for no key update of e`
      })

      const queue = Effect.fnUntraced(function* (events: ReadonlyArray<QueuedEvent>) {
        const sent = events.flatMap(({ account, id, send_at, watch }) =>
          send_at === null ? [] : [{ account, id, send_at, watch }]
        )
        if (sent.length === 0) return
        const receivers = yield* receiversOf([...new Set(sent.map(({ watch }) => watch))])
        if (receivers.length === 0) return
        const digests = receivers.flatMap(({ digest, id }) =>
          digest === null ? [] : [{ id, due: nextDigest(digest, events[0]!.at) }]
        )
        for (const chunk of chunks(sent))
          yield* sql`
            with queued as (
              insert into deliveries (endpoint_id, account_id, n, due_at, next_at)
              select e.id, x.account, x.id, coalesce(g.due, x.send_at), coalesce(g.due, x.send_at)
              from json_to_recordset(${recordset(chunk)}::json)
                as x(account integer, id integer, watch integer, send_at timestamptz)
              join watches w on w.id = x.watch
              join endpoints e on e.account_id = x.account and e.id = any(w.endpoints) and e.confirmed
              left join json_to_recordset(${recordset(digests)}::json) as g(id integer, due timestamptz) on g.id = e.id
              on conflict do nothing returning endpoint_id, due_at
            )
            update endpoints e set next_at = q.due
            from (select endpoint_id, min(due_at) as due from queued group by endpoint_id) q
            where e.id = q.endpoint_id and (e.next_at is null or e.next_at > q.due)`
      })

      const waits = (now: Date) => sql`d.delivered_at is null and d.given_up_at is null and d.due_at <= ${now}`

      const lease = Effect.fnUntraced(function* (
        endpoints: number,
        { mail = endpoints, slow = endpoints }: TakeLimits,
        token: string,
        now: Date
      ) {
        const until = new Date(now.getTime() + leaseMillis)
        const wrong = new Date(now.getTime() + longestLeaseMillis)
        const isDue = sql`e.status = 'active' and e.confirmed and e.next_at <= ${now}
          and (e.leased_until is null or e.leased_until <= ${now} or e.leased_until > ${wrong})`
        // What is due is asked again where it is locked: another process may have sent it in between.
        return yield* sql`
          with held as (
            select account_id, count(*) as endpoints from endpoints
            where leased_until > ${now} and leased_until <= ${wrong} group by account_id
          ),
          due as (
            select e.id, e.taken_at, e.slow, e.target ->> 'kind' = 'mail' as is_mail, coalesce(h.endpoints, 0)
              + row_number() over (partition by e.account_id order by e.taken_at nulls first, e.id) as turn
            from endpoints e left join held h on h.account_id = e.account_id where ${isDue}
          ),
          sendable as (
            select id, taken_at, turn, coalesce(slow, turn > 1) as is_slow from (
              select *, row_number() over (partition by is_mail order by turn, taken_at nulls first, id) as place from due
            ) d where not is_mail or place <= ${mail}
          ),
          placed as (
            select id, taken_at, turn from (
              select *, row_number() over (partition by is_slow order by turn, taken_at nulls first, id) as place
              from sendable
            ) s where not is_slow or place <= ${slow}
          ),
          free as (
            select e.id from placed p join endpoints e on e.id = p.id where ${isDue}
            order by p.turn, p.taken_at nulls first limit ${endpoints}
            for no key update of e skip locked
          )
          update endpoints e set lease = ${token}, leased_until = ${until}, taken_at = ${now}
          from free where e.id = free.id returning e.id`
      })

      /**
       * Notes when these endpoints have something to do next. Whoever calls this has locked them: what was put on its
       * way before is seen then, and what comes later says so itself.
       */
      const noteNext = (endpoints: ReadonlyArray<EndpointId>, now: Date) => sql`
        update endpoints e set next_at = least(
          (select d.next_at from deliveries d where d.endpoint_id = e.id and ${waits(now)} order by d.n limit 1),
          (
            select min(d.due_at) from deliveries d
            where d.endpoint_id = e.id and d.delivered_at is null and d.given_up_at is null and d.due_at > ${now}
          )
        )
        where id = any(${endpoints}::integer[])`

      /** Gives back endpoints for which there is nothing to do, or not before the quiet hours of a watch end. */
      const giveBack = Effect.fnUntraced(function* (
        token: string,
        held: ReadonlyArray<EndpointId>,
        quiet: ReadonlyArray<{ readonly endpoint: EndpointId; readonly watch: WatchId; readonly until: Date }>,
        now: Date
      ) {
        const idle = yield* sql<{ id: EndpointId }>`
          select id from endpoints where lease = ${token} and id <> all(${held}::integer[]) order by id
          for no key update`
        const ids = idle.map(({ id }) => id)
        if (quiet.length > 0)
          yield* sql`
            update deliveries d set due_at = x.until, next_at = greatest(d.next_at, x.until)
            from json_to_recordset(${recordset(quiet)}::json) as x(endpoint integer, watch integer, until timestamptz),
              watch_events v
            where d.endpoint_id = x.endpoint and x.endpoint = any(${ids}::integer[]) and ${waits(now)} and not d.by_hand
              and v.account_id = d.account_id and v.n = d.n and v.watch_id = x.watch`
        yield* noteNext(ids, now)
        yield* sql`update endpoints set lease = null, leased_until = null where id = any(${ids}::integer[])`
      }, inTransaction(sql))

      // Checked again: in between another process may have sent the event and given the endpoint back.
      const selectTaken = SqlSchema.findAll({
        Request: Schema.Struct({ token: Schema.String, now: Schema.Date }),
        Result: Schema.Struct({
          account: AccountId,
          endpoint: EndpointId,
          target: Target,
          secrets: Schema.Array(Schema.String),
          attempts: Schema.Int,
          since: Schema.NullOr(Schema.Date),
          failingSince: Schema.NullOr(Schema.Date),
          id: EventId,
          watch: WatchEvent.fields.watch,
          conditions: WatchConditions,
          byHand: Schema.Boolean,
          content: eventContent,
          at: WatchEvent.fields.at,
          send_at: WatchEvent.fields.send_at
        }),
        execute: ({ now, token }) => sql`
          select e.account_id as account, e.id as endpoint, e.target, ${signing(sql, now)} as secrets,
                 head.tries as attempts, head.first_at as since, e.failing_since as "failingSince",
                 v.n as id, json_build_object('id', w.id, 'name', w.name) as watch, w.conditions, d.by_hand as "byHand",
                 v.content, ${timestamp("v.at")} as at, ${timestamp("v.send_at")} as send_at
          from endpoints e cross join lateral (
            select * from deliveries d where d.endpoint_id = e.id and ${waits(now)} order by d.n limit 1
          ) head
          cross join lateral (
            select * from deliveries d
            where d.endpoint_id = e.id and ${waits(now)} and d.n >= head.n and d.due_at = head.due_at
            order by d.n limit case when e.target -> 'digest' is null then 1 else ${mostInDigest}::integer end
          ) d
          join watch_events v on v.account_id = d.account_id and v.n = d.n
          join watches w on w.id = v.watch_id
          where e.lease = ${token} and head.next_at <= ${now}
          order by e.id, v.n`
      })

      const take = Effect.fnUntraced(function* (endpoints: number, among: TakeLimits = {}) {
        const now = yield* DateTime.nowAsDate
        const token = randomUUID()
        const leased = yield* lease(endpoints, among, token, now)
        if (leased.length === 0) return []
        const rows = yield* selectTaken({ token, now })
        const quiet = rows.flatMap(({ byHand, conditions, endpoint, target, watch }) => {
          const until = byHand || digestOf(target) !== null ? null : quietNow(conditions, now)
          return until === null ? [] : [{ endpoint, watch: watch.id, until }]
        })
        const silent = new Set(quiet.map(({ endpoint }) => endpoint))
        const held = Map.groupBy(
          rows.filter(({ endpoint }) => !silent.has(endpoint)),
          ({ endpoint }) => endpoint
        )
        if (held.size < leased.length) yield* giveBack(token, [...held.keys()], quiet, now)
        return [...held.values()].map(([first, ...others]): Taken => {
          const { account, attempts, endpoint, failingSince, secrets, since, target } = first!
          const eventOf = ({ at, content, id, send_at, watch }: (typeof rows)[number]) =>
            ({ id, watch, at, send_at, ...content }) satisfies WatchEvent
          return {
            lease: token,
            account,
            endpoint,
            target,
            secrets: secrets.map((secret) => Redacted.make(secret)),
            attempts,
            since,
            failingSince,
            event: eventOf(first!),
            others: others.map(eventOf)
          }
        })
      })

      const settle = Effect.fnUntraced(function* (
        { endpoint, event, lease, others }: Taken,
        attempt: Attempt,
        verdict: Verdict
      ) {
        const now = yield* DateTime.nowAsDate
        const notice = typeof verdict === "object" && "disabled" in verdict ? verdict.disabled : null
        const delivered = verdict === "delivered"
        const held = yield* sql`
          update endpoints set lease = null, leased_until = null, slow = ${attempt.took_ms >= slowMillis},
            failing_since = case when ${delivered} then null else coalesce(failing_since, ${now}) end,
            notice = case when status = 'active' then ${notice}::text else notice end,
            status = case when status = 'active' and ${notice}::text is not null then 'disabled' else status end
          where id = ${endpoint} and lease = ${lease} returning id`
        if (held.length === 0) return
        const next = typeof verdict === "object" && "retryAt" in verdict ? verdict.retryAt : now
        const events = [event, ...others].map(({ id }) => id)
        yield* sql`
          update deliveries set attempts = attempts + 1, tries = tries + 1, first_at = coalesce(first_at, ${now}),
            earlier_attempts = case when last_attempt is null then earlier_attempts else
              case when jsonb_array_length(earlier_attempts) < ${mostAttempts - 1}::integer then earlier_attempts
                else earlier_attempts - 0 end || last_attempt::jsonb end,
            last_attempt = ${recordset([attempt])}::json -> 0, next_at = ${next},
            delivered_at = ${delivered ? now : null}, by_hand = by_hand and not ${delivered},
            given_up_at = case
              when ${delivered} then null when ${verdict === "given_up"} then ${now}::timestamptz else given_up_at end
          where endpoint_id = ${endpoint} and n = any(${events}::integer[])`
        yield* noteNext([endpoint], now)
      }, inTransaction(sql))

      const columns = sql`
        d.n as event, v.content ->> 'title' as title, d.attempts, d.last_attempt,
        case when d.last_attempt is null then '[]' else d.earlier_attempts || d.last_attempt::jsonb end as log,
        ${timestamp("d.delivered_at")} as delivered_at, ${timestamp("d.given_up_at")} as given_up_at,
        case when d.delivered_at is null and d.given_up_at is null then ${timestamp("d.next_at")} end as next_attempt_at`

      const select = SqlSchema.findAll({
        Request: Schema.Struct({ endpoint: EndpointId, skip: Schema.Int, limit: Schema.Int }),
        Result: Delivery,
        execute: ({ endpoint, limit, skip }) => sql`
          select ${columns} from deliveries d
          join watch_events v on v.account_id = d.account_id and v.n = d.n
          where d.endpoint_id = ${endpoint} order by d.n desc limit ${limit} offset ${skip}`
      })

      const selectThese = SqlSchema.findAll({
        Request: Schema.Struct({ endpoint: EndpointId, events: Schema.Array(EventId) }),
        Result: Delivery,
        execute: ({ endpoint, events }) => sql`
          select ${columns} from deliveries d
          join watch_events v on v.account_id = d.account_id and v.n = d.n
          where d.endpoint_id = ${endpoint} and d.n = any(${events}::integer[]) order by d.n`
      })

      const isThere = Effect.fnUntraced(function* (account: AccountId, endpoint: EndpointId) {
        const found = yield* sql`select from endpoints where id = ${endpoint} and account_id = ${account}`
        if (found.length === 0) return yield* missing("endpoint_not_found")
      })

      /**
       * Changes deliveries of an endpoint by hand; it is then looked at at once. The endpoint is locked first, as ever.
       */
      const byHand = (change: (now: Date) => Fragment) =>
        Effect.fnUntraced(function* (account: AccountId, endpoint: EndpointId, events: ReadonlyArray<EventId>) {
          const now = yield* DateTime.nowAsDate
          const found = yield* sql`
            update endpoints set next_at = least(next_at, ${now})
            where id = ${endpoint} and account_id = ${account} returning id`
          if (found.length === 0) return yield* missing("endpoint_not_found")
          const known = yield* selectThese({ endpoint, events })
          if (known.length < events.length) return yield* missing("delivery_not_found")
          yield* sql`update deliveries set ${change(now)} where endpoint_id = ${endpoint} and n = any(${events}::integer[])`
          return yield* selectThese({ endpoint, events })
        }, inTransaction(sql))

      const redeliver = byHand(
        (now) => sql`
          by_hand = true, delivered_at = null, given_up_at = null, tries = 0, first_at = null, due_at = least(due_at, ${now}),
          next_at = ${now}`
      )

      const skip = byHand(
        (now) => sql`given_up_at = case when delivered_at is null then coalesce(given_up_at, ${now}) end`
      )

      return {
        queue: (events) => orDefect(queue(events)),
        take: (endpoints, among) => orDefect(take(endpoints, among)),
        settle: (taken, attempt, verdict) => orDefect(settle(taken, attempt, verdict)),
        list: (account, endpoint, query) =>
          orDefect(Effect.andThen(isThere(account, endpoint), select({ endpoint, ...query }))),
        redeliver: (account, endpoint, events) => orDefect(redeliver(account, endpoint, events)),
        skip: (account, endpoint, events) => orDefect(skip(account, endpoint, events))
      }
    })
  )
}
