import { Context, DateTime, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { AccountId } from "../domain/Account.ts"
import type { NotFound } from "../domain/Failure.ts"
import { type Interest, maxInterestsOfAccount } from "../domain/Interest.ts"
import {
  maxAttempts,
  Report,
  ReportId,
  ReportItem,
  type ReportRequest,
  type ReportResult,
  ReportStatus,
  type ReportStep,
  ReportType
} from "../domain/Report.ts"
import { dayBefore } from "../domain/Timestamp.ts"
import { lockAccount } from "./Accounts.ts"
import { timestamp } from "./Columns.ts"
import { orDefect } from "./Defect.ts"
import { type Json, objectOf, readJson } from "./Json.ts"
import { attemptsUsedUp, reportNotFound } from "./Refusals.ts"
import { makeMemory } from "./Reports.memory.ts"
import { inTransaction } from "./Transaction.ts"

/** A report handed out to be written. */
export interface ReportWork {
  readonly id: ReportId
  readonly account_id: AccountId
  readonly request: ReportRequest
  readonly created_at: Date
  /** Counting this one. */
  readonly attempts: number
}

export interface NewReport extends ReportRequest {
  readonly title: string
}

/** Reports of accounts. Final states never change: what comes late finds nothing to change and says so. */
export class Reports extends Context.Service<
  Reports,
  {
    /** Newest first, with the number of all the account's reports at the same moment. */
    readonly list: (
      account: AccountId,
      page: { readonly skip: number; readonly limit: number }
    ) => Effect.Effect<{ readonly reports: ReadonlyArray<ReportItem>; readonly total: number }>
    readonly listJson: (
      account: AccountId,
      page: { readonly skip: number; readonly limit: number }
    ) => Effect.Effect<Json<{ readonly reports: ReadonlyArray<ReportItem>; readonly total: number }>>
    readonly get: (account: AccountId, id: ReportId) => Effect.Effect<Report, NotFound>
    readonly getJson: (account: AccountId, id: ReportId) => Effect.Effect<Json<Report>, NotFound>
    /** Stores the request as `queued`. */
    readonly create: (account: AccountId, request: NewReport) => Effect.Effect<ReportItem>
    /**
     * How many reports the account has made since then (at most a day ago), whatever became of them, and when the oldest of
     * them was made. Inside a transaction the account's other counts wait for its end, so that racing requests can't all
     * count before any of them creates.
     */
    readonly countSince: (
      account: AccountId,
      since: Date
    ) => Effect.Effect<{ readonly count: number; readonly oldest: Date | null }>
    /** Takes a report up: `processing`, one attempt more. Null when it is final or gone; `failed` when its attempts are used up. */
    readonly begin: (id: ReportId) => Effect.Effect<ReportWork | null>
    /** Says what is being done to a report that is `processing`; `begin` says `gathering`. */
    readonly advance: (id: ReportId, step: ReportStep) => Effect.Effect<void>
    /**
     * Gives an attempt back that was stopped before it came to anything: `queued` again, and not counted. False when that
     * attempt is no longer the last, or the report no longer `processing`.
     */
    readonly release: (id: ReportId, attempt: number) => Effect.Effect<boolean>
    /** False when the report is not `processing`: cancelled, or finished by somebody else. */
    readonly complete: (id: ReportId, result: ReportResult) => Effect.Effect<boolean>
    /** False when the report is final already. */
    readonly fail: (id: ReportId, error: string) => Effect.Effect<boolean>
    /** Cancels a report that is not final; removes one that is. Returns it as it was left. */
    readonly remove: (account: AccountId, id: ReportId) => Effect.Effect<ReportItem, NotFound>
    /** Ids of all reports that are `queued` or `processing`, oldest first: what a start has to see to. */
    readonly unfinished: Effect.Effect<ReadonlyArray<ReportId>>
    /** Niches of the reports made since then, each once, over all accounts (of each the latest 25), the latest first. */
    readonly interests: (since: Date, limit: number) => Effect.Effect<ReadonlyArray<Interest>>
  }
>()("sonde/storage/Reports") {
  static readonly layer = Layer.effect(
    Reports,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const transaction = inTransaction(sql)

      const item = sql`id, niche, report_type, title, status, confidence, ${timestamp("created_at")} as created_at`
      const Owned = Schema.Struct({ account: AccountId, id: ReportId })

      // The page and the total come from one statement, and so from one moment.
      const page = readJson({
        Request: Schema.Struct({ account: AccountId, skip: Schema.Int, limit: Schema.Int }),
        Value: Schema.Struct({ reports: Schema.Array(ReportItem), total: Schema.Int }),
        execute: ({ account, skip, limit }) =>
          objectOf(
            sql,
            sql`
              select coalesce(json_agg(newest), '[]') as reports,
                (select count(*)::int from reports where account_id = ${account} and not removed) as total
              from (
                select ${item} from reports where account_id = ${account} and not removed
                order by reports.created_at desc, id desc limit ${limit} offset ${skip}
              ) newest`
          )
      })

      const find = readJson({
        Request: Owned,
        Value: Report,
        execute: ({ account, id }) =>
          objectOf(
            sql,
            sql`
              select ${item}, executive_summary, sections, ${timestamp("completed_at")} as completed_at,
                case when status = 'processing' then step end as step, error
              from reports where id = ${id} and account_id = ${account} and not removed`
          )
      })

      const missing = () => Effect.fail(reportNotFound())

      const findItem = SqlSchema.findOne({
        Request: Owned,
        Result: ReportItem,
        execute: ({ account, id }) => sql`
          select ${item} from reports where id = ${id} and account_id = ${account} and not removed for update`
      })

      const insert = SqlSchema.findOne({
        Request: Schema.Struct({
          account: AccountId,
          niche: Schema.String,
          report_type: ReportType,
          context: Schema.NullOr(Schema.String),
          title: Schema.String,
          now: Schema.Date
        }),
        Result: ReportItem,
        execute: ({ account, niche, report_type, context, title, now }) => sql`
          insert into reports (account_id, niche, report_type, context, title, created_at)
          values (${account}, ${niche}, ${report_type}, ${context}, ${title}, ${now})
          returning ${item}`
      })

      const count = SqlSchema.findOne({
        Request: Schema.Struct({ account: AccountId, since: Schema.Date }),
        Result: Schema.Struct({ count: Schema.Int, oldest: Schema.NullOr(Schema.Date) }),
        execute: ({ account, since }) => sql`
          select count(*)::int as count, min(created_at) as oldest
          from reports where account_id = ${account} and created_at >= ${since}`
      })

      const takeUp = SqlSchema.findOneOption({
        Request: ReportId,
        Result: Schema.Struct({
          id: ReportId,
          account_id: AccountId,
          niche: Schema.String,
          report_type: ReportType,
          context: Schema.NullOr(Schema.String),
          status: ReportStatus,
          created_at: Schema.Date,
          attempts: Schema.Int
        }),
        execute: (id) => sql`
          update reports set
            status = case when attempts < ${maxAttempts} then 'processing' else 'failed' end,
            error = case when attempts < ${maxAttempts} then null else ${attemptsUsedUp} end,
            step = 'gathering',
            attempts = least(attempts + 1, ${maxAttempts})
          where id = ${id} and status in ('queued', 'processing')
          returning id, account_id, niche, report_type, context, status, created_at, attempts`
      })

      const begin = Effect.fnUntraced(function* (id: ReportId) {
        const taken = Option.getOrNull(yield* takeUp(id))
        if (taken === null || taken.status !== "processing") return null
        const { account_id, created_at, attempts, niche, report_type, context } = taken
        return { id, account_id, created_at, attempts, request: { niche, report_type, context } }
      }, orDefect)

      const advance = (id: ReportId, step: ReportStep) =>
        orDefect(Effect.asVoid(sql`update reports set step = ${step} where id = ${id} and status = 'processing'`))

      const release = Effect.fnUntraced(function* (id: ReportId, attempt: number) {
        const changed = yield* sql`
          update reports set status = 'queued', attempts = attempts - 1
          where id = ${id} and status = 'processing' and attempts = ${attempt} returning id`
        return changed.length === 1
      }, orDefect)

      const complete = Effect.fnUntraced(function* (id: ReportId, result: ReportResult) {
        const changed = yield* sql`
          update reports set status = 'completed', executive_summary = ${result.executive_summary},
            sections = ${JSON.stringify(result.sections)}::json, confidence = ${result.confidence},
            completed_at = ${yield* DateTime.nowAsDate}
          where id = ${id} and status = 'processing' returning id`
        return changed.length === 1
      }, orDefect)

      const fail = Effect.fnUntraced(function* (id: ReportId, error: string) {
        const changed = yield* sql`
          update reports set status = 'failed', error = ${error}
          where id = ${id} and status in ('queued', 'processing') returning id`
        return changed.length === 1
      }, orDefect)

      const remove = Effect.fnUntraced(
        function* (account: AccountId, id: ReportId) {
          yield* lockAccount(sql, account)
          const now = yield* DateTime.nowAsDate
          const report = yield* findItem({ account, id }).pipe(
            Effect.catchTag("NoSuchElementError", () => Effect.fail(reportNotFound()))
          )
          if (report.status === "queued" || report.status === "processing") {
            yield* sql`update reports set status = 'cancelled' where id = ${id}`
            return { ...report, status: "cancelled" as const }
          }
          yield* sql`
            update reports set removed = true, niche = '', context = null, title = '', executive_summary = '',
              sections = '{}', error = null
            where id = ${id}`
          yield* sql`delete from reports where account_id = ${account} and removed and created_at < ${dayBefore(now)}`
          return report
        },
        transaction,
        orDefect
      )

      const unfinished = SqlSchema.findAll({
        Request: Schema.Void,
        Result: Schema.Struct({ id: ReportId }),
        execute: () => sql`select id from reports where status in ('queued', 'processing') order by id`
      })

      const niches = SqlSchema.findAll({
        Request: Schema.Struct({ since: Schema.Date, limit: Schema.Int }),
        Result: Schema.Struct({ text: Schema.String, since: Schema.Date }),
        execute: ({ since, limit }) => sql`
          select niche as text, max(created_at) as since
          from (
            select niche, created_at,
                   row_number() over (partition by account_id order by created_at desc, id desc) as n
            from reports where created_at >= ${since} and not removed
          ) latest
          where n <= ${maxInterestsOfAccount}
          group by niche order by since desc, niche collate "C" limit ${limit}`
      })

      return {
        list: (account, { skip, limit }) => orDefect(page.value({ account, skip, limit })),
        listJson: (account, { skip, limit }) => orDefect(page.json({ account, skip, limit })),
        get: (account, id) =>
          find.value({ account, id }).pipe(Effect.catchTag("NoSuchElementError", missing), orDefect),
        getJson: (account, id) =>
          find.json({ account, id }).pipe(Effect.catchTag("NoSuchElementError", missing), orDefect),
        create: (account, request) =>
          orDefect(Effect.flatMap(DateTime.nowAsDate, (now) => insert({ account, ...request, now }))),
        countSince: (account, since) => orDefect(Effect.andThen(lockAccount(sql, account), count({ account, since }))),
        begin,
        advance,
        release,
        complete,
        fail,
        remove,
        unfinished: orDefect(Effect.map(unfinished(), (rows) => rows.map(({ id }) => id))),
        interests: (since, limit) =>
          orDefect(
            Effect.map(niches({ since, limit }), (rows) => rows.map((row) => ({ ...row, kind: "niche" as const })))
          )
      }
    })
  )

  static readonly layerMemory = Layer.sync(Reports, makeMemory)
}
