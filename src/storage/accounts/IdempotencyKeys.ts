import { Context, DateTime, Duration, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { AccountId } from "../../domain/Account.ts"
import type { Conflict, Invalid } from "../../domain/Failure.ts"
import { clockToleranceMillis, dayBefore } from "../../domain/Timestamp.ts"
import { orDefect } from "../database/Defect.ts"
import { rowsAs } from "../database/Rows.ts"
import { idempotencyInProgress, idempotencyKeyReused } from "../Refusals.ts"

/** What a request was answered. */
export const Answer = Schema.Struct({
  status: Schema.Int,
  headers: Schema.Record(Schema.String, Schema.String),
  body: Schema.String
})
export type Answer = typeof Answer.Type

/** A request that brings an `Idempotency-Key`. */
export interface KeyedRequest {
  readonly account: AccountId
  /** Method and path, with the ids in it: a key says something of one route only. */
  readonly route: string
  readonly key: string
  /** SHA-256 of what is asked for. */
  readonly fingerprint: Uint8Array
}

/** The right to answer a request, which only one has at a time. */
export interface Claim extends Omit<KeyedRequest, "fingerprint"> {
  readonly id: string
}

/** A request is new, or one that has been answered. */
type Claimed = { readonly _tag: "New"; readonly claim: Claim } | { readonly _tag: "Answered"; readonly answer: Answer }

/**
 * How long a claim holds that nobody renews. Whoever answers renews it three times as often, so that two renewals may
 * come late; the key of a process that died is free after this.
 */
export const lease = Duration.seconds(15)

/** Frees the keys of requests that are being answered, on a database whose processes have all ended. */
export const endClaims = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.andThen(
    sql`delete from idempotency_keys where busy_until is not null and answer is null`,
    sql`update idempotency_keys set busy_until = null where busy_until is not null`
  )
)

/** Requests that may be repeated, by their `Idempotency-Key`; each is remembered for 24 hours. */
export class IdempotencyKeys extends Context.Service<
  IdempotencyKeys,
  {
    /**
     * One of many that race gets a new claim, and every later one what it answered. `idempotency_in_progress` until
     * there is an answer; `idempotency_key_reused` when the key was used for something else.
     */
    readonly claim: (request: KeyedRequest) => Effect.Effect<Claimed, Invalid | Conflict>
    /**
     * Writes the answer, in the caller's transaction where there is one. One that is not final yet stands when its
     * process dies. `idempotency_in_progress` when the claim ran out and went to another: then nothing of the request
     * may stay.
     */
    readonly answer: (claim: Claim, answer: Answer, last: boolean) => Effect.Effect<void, Conflict>
    /** Holds the claim for another {@link lease}. */
    readonly renew: (claim: Claim) => Effect.Effect<void>
    /** Gives the claim up: without an answer the key is as if it had not been used. */
    readonly release: (claim: Claim) => Effect.Effect<void>
  }
>()("sonde/storage/IdempotencyKeys") {
  static readonly layer = Layer.effect(
    IdempotencyKeys,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const insert = ({ account, fingerprint, key, route }: KeyedRequest, id: string, now: Date) => sql`
          insert into idempotency_keys as known (account_id, route, key, fingerprint, claim, busy_until, created_at)
          values (${account}, ${route}, ${key}, ${fingerprint}, ${id}, ${end(now)}, ${now})
          on conflict (account_id, route, key) do update set
            fingerprint = excluded.fingerprint, claim = excluded.claim, busy_until = excluded.busy_until,
            answer = null, created_at = excluded.created_at
          where known.created_at <= ${dayBefore(now)}
            or (known.answer is null and (known.busy_until <= ${now} or known.busy_until > ${latestEnd(now)}))
          returning 1`

      const Known = Schema.Struct({ same: Schema.Boolean, busy: Schema.Boolean, answer: Schema.NullOr(Answer) })
      const find = ({ account, fingerprint, key, route }: KeyedRequest, now: Date) =>
        rowsAs(Known).first(sql`
          select fingerprint = ${fingerprint} as same, coalesce(busy_until > ${now} and busy_until <= ${latestEnd(now)}, false) as busy, answer
          from idempotency_keys where account_id = ${account} and route = ${route} and key = ${key}`)

      const claim = Effect.fnUntraced(function* (request: KeyedRequest) {
        const now = yield* DateTime.nowAsDate
        const id = randomUUID()
        const made = yield* insert(request, id, now)
        const { fingerprint: _, ...claimed } = request
        if (made.length > 0) return { _tag: "New" as const, claim: { ...claimed, id } }
        const known = yield* find(request, now)
        if (known?.same === false) return yield* idempotencyKeyReused()
        // If it was given up between the two statements, it counts as held: the next try gets it.
        if (known === null || known.busy || known.answer === null) return yield* idempotencyInProgress()
        return { _tag: "Answered" as const, answer: known.answer }
      }, orDefect)

      const isOf = ({ account, id, key, route }: Claim) =>
        sql`account_id = ${account} and route = ${route} and key = ${key} and claim = ${id}`

      const answer = Effect.fnUntraced(function* (claim: Claim, answer: Answer, last: boolean) {
        const written = yield* sql`
          update idempotency_keys set answer = ${JSON.stringify(answer)}::json,
            busy_until = case when not ${last}::boolean then busy_until end
          where ${isOf(claim)} returning 1`
        if (written.length === 0) return yield* idempotencyInProgress()
      }, orDefect)

      const renew = Effect.fnUntraced(function* (claim: Claim) {
        const until = end(yield* DateTime.nowAsDate)
        yield* sql`update idempotency_keys set busy_until = ${until} where ${isOf(claim)} and busy_until is not null`
      }, orDefect)

      const release = Effect.fnUntraced(function* (claim: Claim) {
        yield* sql`delete from idempotency_keys where ${isOf(claim)} and answer is null`
        yield* sql`update idempotency_keys set busy_until = null where ${isOf(claim)}`
      }, orDefect)

      return { claim, answer, renew, release }
    })
  )
}

/** When a claim that is made or renewed now runs out. */
export const end = (now: Date): Date => new Date(now.getTime() + Duration.toMillis(lease))

/**
 * No claim that is held runs out later than this: one that does was made while a clock was wrong, by a process that has
 * ended.
 */
export const latestEnd = (now: Date): Date => new Date(end(now).getTime() + clockToleranceMillis)
