import { DateTime, Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { AccountId } from "../../domain/Account.ts"
import {
  maxAttempts,
  ReportId,
  type ReportRequest,
  type ReportResearch,
  type ReportResult,
  ReportStatus,
  type ReportStep,
  ReportType
} from "../../domain/Report.ts"
import { CalendarDate } from "../../domain/Timestamp.ts"
import { orDefect } from "../database/Defect.ts"
import { rowsAs } from "../database/Rows.ts"
import { attemptsUsedUp } from "../Refusals.ts"

/** A report handed out to be written. */
export interface Work {
  readonly id: ReportId
  readonly account_id: AccountId
  readonly request: ReportRequest
  readonly created_at: Date
  /** Counting this one. */
  readonly attempts: number
  /** How often it will have been written with this attempt. */
  readonly written: number
}

/** Reports that are not final. */
const ReportBacklog = Schema.Struct({
  queued: Schema.Int,
  processing: Schema.Int,
  oldest: Schema.NullOr(Schema.Date)
})
type ReportBacklog = typeof ReportBacklog.Type

/** A report's way from `queued` to its final state. */
export interface ReportWork {
  /**
   * Takes a report up: `processing`, one attempt more. Null when it is final or gone; `failed` when its attempts are
   * used up. Where `lookUp` is set and the report wants it, it is looked up before it is written: `searching`.
   */
  readonly begin: (id: ReportId, lookUp?: boolean) => Effect.Effect<Work | null>
  /**
   * Says what is being done to a report that is `processing` (`begin` says `searching` or `gathering`), and what was
   * looked up for it where that is given. The attempt counts as one at writing once it is no longer looked up.
   */
  readonly advance: (id: ReportId, step: ReportStep, research?: ReportResearch) => Effect.Effect<void>
  /**
   * Gives an attempt back that was stopped before it came to anything: `queued` again, and not counted. False when that
   * attempt is no longer the last, or the report no longer `processing`.
   */
  readonly release: (id: ReportId, attempt: number) => Effect.Effect<boolean>
  /** False when the report is not `processing`: cancelled, or finished by somebody else. */
  readonly complete: (id: ReportId, result: ReportResult) => Effect.Effect<boolean>
  /** False when the report is final already. */
  readonly fail: (id: ReportId, error: string) => Effect.Effect<boolean>
  /** Ids of all reports that are `queued` or `processing`, oldest first: what a start has to see to. */
  readonly unfinished: Effect.Effect<ReadonlyArray<ReportId>>
  /** How many reports of all accounts wait or are being written, and since when the oldest of them is there. */
  readonly backlog: Effect.Effect<ReportBacklog>
}

/** The work on the reports of a SQL database. */
export const makeReportWork = (sql: SqlClient.SqlClient): ReportWork => {
  const TakenUp = Schema.Struct({
    id: ReportId,
    account_id: AccountId,
    niche: Schema.String,
    report_type: ReportType,
    context: Schema.NullOr(Schema.String),
    since: Schema.NullOr(CalendarDate),
    research_wanted: Schema.Boolean,
    status: ReportStatus,
    created_at: Schema.Date,
    attempts: Schema.Int,
    written: Schema.Int
  })
  const isLookedUp = sql`step in ('searching', 'reading')`
  const begin = Effect.fnUntraced(function* (id: ReportId, lookUp = false) {
    const looks = sql`(${lookUp}::boolean and research_wanted)`
    const taken = yield* rowsAs(TakenUp).first(sql`
      update reports set
        status = case when attempts < ${maxAttempts.begun} and writing_attempts < ${maxAttempts.written} then 'processing' else 'failed' end,
        error = case
          when writing_attempts >= ${maxAttempts.written} then ${attemptsUsedUp.written}
          when attempts >= ${maxAttempts.begun} then ${attemptsUsedUp.begun}
        end,
        step = case when ${looks} then 'searching' else 'gathering' end,
        research = null,
        attempts = attempts + 1,
        writing_attempts = writing_attempts + (not ${looks})::int
      where id = ${id} and status in ('queued', 'processing')
      returning id, account_id, niche, report_type, context, since::text as since, research_wanted, status, created_at,
        attempts, writing_attempts + (${isLookedUp})::int as written`)
    if (taken === null || taken.status !== "processing") return null
    const { account_id, created_at, attempts, niche, report_type, context, research_wanted, since, written } = taken
    const request = {
      niche,
      report_type,
      context,
      ...(since !== null && { since }),
      ...(!research_wanted && { research: false })
    }
    return { id, account_id, created_at, attempts, written, request }
  }, orDefect)

  const advance: ReportWork["advance"] = (id, step, research) =>
    orDefect(
      Effect.asVoid(sql`
        update reports set step = ${step},
          writing_attempts = writing_attempts + (${isLookedUp} and ${step}::text not in ('searching', 'reading'))::int,
          research = coalesce(${research === undefined ? null : JSON.stringify(research)}::json, research)
        where id = ${id} and status = 'processing'`)
    )

  const release = Effect.fnUntraced(function* (id: ReportId, attempt: number) {
    const changed = yield* sql`
      update reports set status = 'queued', attempts = attempts - 1,
        writing_attempts = writing_attempts - (not ${isLookedUp})::int
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

  const Unfinished = Schema.Struct({ id: ReportId })
  const unfinished = () =>
    rowsAs(Unfinished).all(sql`select id from reports where status in ('queued', 'processing') order by seq`)

  const backlog = () =>
    rowsAs(ReportBacklog).one(sql`
      select count(*) filter (where status = 'queued')::int as queued,
             count(*) filter (where status = 'processing')::int as processing, min(created_at) as oldest
      from reports where status in ('queued', 'processing')`)

  return {
    begin,
    advance,
    release,
    complete,
    fail,
    unfinished: orDefect(Effect.map(unfinished(), (rows) => rows.map(({ id }) => id))),
    backlog: orDefect(Effect.suspend(backlog))
  }
}
