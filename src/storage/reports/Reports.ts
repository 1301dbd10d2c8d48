import { Context, DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { AccountId } from "../../domain/Account.ts"
import type { NotFound } from "../../domain/Failure.ts"
import { type Interest, maxInterestsOfAccount } from "../../domain/Interest.ts"
import { missing } from "../../domain/Missing.ts"
import { Report, ReportId, ReportItem, type ReportRequest } from "../../domain/Report.ts"
import { dayBefore } from "../../domain/Timestamp.ts"
import { lockAccount } from "../accounts/Accounts.ts"
import { timestamp } from "../database/Columns.ts"
import { orDefect } from "../database/Defect.ts"
import { type Json, objectOf, jsonOf } from "../database/Json.ts"
import { rowsAs } from "../database/Rows.ts"
import { ShortReads } from "../database/ShortReads.ts"
import { makeReportWork, type ReportWork } from "./ReportWork.ts"
import { inTransaction } from "../database/Transaction.ts"

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
    /** Completed reports that the account ordered before this one, the newest first, at most so many. */
    readonly completedBefore: (
      account: AccountId,
      id: ReportId,
      limit: number
    ) => Effect.Effect<ReadonlyArray<ReportItem>>
    /** Stores the request as `queued`. */
    readonly create: (account: AccountId, request: NewReport) => Effect.Effect<ReportItem>
    /**
     * How many reports the account has made since then (at most a day ago), whatever became of them, and when the
     * oldest of them was made. Inside a transaction the account's other counts wait for its end, so that racing
     * requests can't all count before any of them creates.
     */
    readonly countSince: (
      account: AccountId,
      since: Date
    ) => Effect.Effect<{ readonly count: number; readonly oldest: Date | null }>
    /** Cancels a report that is not final; removes one that is. Returns it as it was left. */
    readonly remove: (account: AccountId, id: ReportId) => Effect.Effect<ReportItem, NotFound>
    /**
     * Niches of the reports made since then that may be looked up outside, each once, over all accounts (of each the
     * latest 25), the latest first.
     */
    readonly interests: (since: Date, limit: number) => Effect.Effect<ReadonlyArray<Interest>>
  } & ReportWork
>()("sonde/storage/Reports") {
  static readonly layer = Layer.effect(
    Reports,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const short = yield* ShortReads
      const transaction = inTransaction(sql)

      const item = sql`id, niche, report_type, title, status, confidence, ${timestamp("created_at")} as created_at`

      // The page and the total come from one statement, and so from one moment.
      const listed = jsonOf(Schema.Struct({ reports: Schema.Array(ReportItem), total: Schema.Int }))
      const page = (account: AccountId, skip: number, limit: number) =>
        objectOf(
          sql,
          sql`
            select coalesce(json_agg(newest), '[]') as reports,
              (select count(*)::int from reports where account_id = ${account} and not removed) as total
            from (
              select ${item} from reports where account_id = ${account} and not removed
              order by reports.created_at desc, seq desc limit ${limit} offset ${skip}
            ) newest`
        )

      const report = jsonOf(Report)
      const find = (account: AccountId, id: ReportId) =>
        short(
          objectOf(
            sql,
            sql`
              select ${item}, executive_summary, sections, ${timestamp("completed_at")} as completed_at,
                case when status = 'processing' then step end as step, research, error
              from reports where id = ${id} and account_id = ${account} and not removed`
          )
        )

      const earlier = (account: AccountId, id: ReportId, limit: number) =>
        rowsAs(ReportItem).all(sql`
          select ${item} from reports
          where account_id = ${account} and not removed and status = 'completed' and
            (reports.created_at, seq) < (
              select this.created_at, this.seq from reports this
              where this.id = ${id} and this.account_id = ${account} and not this.removed
            )
          order by reports.created_at desc, seq desc limit ${limit}`)

      const notFound = () => Effect.fail(missing("report_not_found"))

      const findItem = (account: AccountId, id: ReportId) =>
        rowsAs(ReportItem).one(sql`
          select ${item} from reports where id = ${id} and account_id = ${account} and not removed for update`)

      const insert = (account: AccountId, request: NewReport, now: Date) => {
        const { context, niche, report_type, research = true, since = null, title } = request
        return rowsAs(ReportItem).one(sql`
          insert into reports (account_id, niche, report_type, context, since, research_wanted, title, created_at)
          values (${account}, ${niche}, ${report_type}, ${context}, ${since}::date, ${research}, ${title}, ${now})
          returning ${item}`)
      }

      const Count = Schema.Struct({ count: Schema.Int, oldest: Schema.NullOr(Schema.Date) })
      const count = (account: AccountId, since: Date) =>
        rowsAs(Count).one(sql`
          select count(*)::int as count, min(created_at) as oldest
          from reports where account_id = ${account} and created_at >= ${since}`)

      const remove = Effect.fnUntraced(
        function* (account: AccountId, id: ReportId) {
          yield* lockAccount(sql, account)
          const now = yield* DateTime.nowAsDate
          const report = yield* findItem(account, id).pipe(Effect.catchTag("NoSuchElementError", notFound))
          if (report.status === "queued" || report.status === "processing") {
            yield* sql`update reports set status = 'cancelled' where id = ${id}`
            return { ...report, status: "cancelled" as const }
          }
          yield* sql`
            update reports set removed = true, niche = '', context = null, title = '', executive_summary = '',
              sections = '{}', research = null, error = null
            where id = ${id}`
          yield* sql`delete from reports where account_id = ${account} and removed and created_at < ${dayBefore(now)}`
          return report
        },
        transaction,
        orDefect
      )

      const Niche = Schema.Struct({ text: Schema.String, since: Schema.Date })
      const niches = (since: Date, limit: number) =>
        rowsAs(Niche).all(sql`
          select niche as text, max(created_at) as since
          from (
            select niche, created_at,
                   row_number() over (partition by account_id order by created_at desc, seq desc) as n
            from reports where created_at >= ${since} and not removed and research_wanted
          ) latest
          where n <= ${maxInterestsOfAccount}
          group by niche order by since desc, niche collate "C" limit ${limit}`)

      return {
        list: (account, { skip, limit }) => orDefect(listed.value(page(account, skip, limit))),
        listJson: (account, { skip, limit }) => orDefect(listed.json(page(account, skip, limit))),
        get: (account, id) =>
          report.value(find(account, id)).pipe(Effect.catchTag("NoSuchElementError", notFound), orDefect),
        getJson: (account, id) =>
          report.json(find(account, id)).pipe(Effect.catchTag("NoSuchElementError", notFound), orDefect),
        completedBefore: (account, id, limit) => orDefect(earlier(account, id, limit)),
        create: (account, request) =>
          orDefect(Effect.flatMap(DateTime.nowAsDate, (now) => insert(account, request, now))),
        countSince: (account, since) => orDefect(Effect.andThen(lockAccount(sql, account), count(account, since))),
        remove,
        ...makeReportWork(sql),
        interests: (since, limit) =>
          orDefect(Effect.map(niches(since, limit), (rows) => rows.map((row) => ({ ...row, kind: "niche" as const }))))
      }
    })
  )
}
