import { Effect, Schema } from "effect"
import { type SqlClient, SqlSchema } from "effect/sql"
import { AccountId } from "../domain/Account.ts"
import { ReportId, ReportStatus } from "../domain/Report.ts"

/** What a POST answered: the status code, and the report's status at that moment. */
export const Answer = Schema.Struct({ code: Schema.Int, status: ReportStatus })
export type Answer = typeof Answer.Type

/** An `Idempotency-Key` with the SHA-256 of what was asked for; a key is remembered for 24 hours. */
export interface Idempotency {
  readonly key: string
  readonly fingerprint: Uint8Array
}

/** How long keys are remembered: one made at this moment or before is forgotten. */
export const dayBefore = (now: Date): Date => new Date(now.getTime() - 24 * 3_600_000)

/** The keys as Reports uses them, in its own transactions and with the account's row locked. */
export const makeIdempotencyKeys = (sql: SqlClient.SqlClient) => ({
  forgetOld: (account: AccountId, now: Date) =>
    sql`delete from idempotency_keys where account_id = ${account} and created_at <= ${dayBefore(now)}`,

  forgetReport: (report: ReportId) => sql`delete from idempotency_keys where report_id = ${report}`,

  find: SqlSchema.findOneOption({
    Request: Schema.Struct({ account: AccountId, key: Schema.String, fingerprint: Schema.Uint8Array }),
    Result: Schema.Struct({ report_id: ReportId, same: Schema.Boolean, answer: Schema.NullOr(Answer) }),
    execute: ({ account, key, fingerprint }) => sql`
      select report_id, fingerprint = ${fingerprint} as same, answer
      from idempotency_keys where account_id = ${account} and key = ${key}`
  }),

  insert: (account: AccountId, { key, fingerprint }: Idempotency, report: ReportId, now: Date) => sql`
    insert into idempotency_keys (account_id, key, fingerprint, report_id, created_at)
    values (${account}, ${key}, ${fingerprint}, ${report}, ${now})`,

  answer: (account: AccountId, key: string, answer: Answer) =>
    Effect.asVoid(sql`
      update idempotency_keys set answer = ${JSON.stringify(answer)}::json
      where account_id = ${account} and key = ${key} and answer is null`)
})
