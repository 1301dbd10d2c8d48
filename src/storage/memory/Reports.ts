import { DateTime, Effect, Layer } from "effect"
import type { AccountId } from "../../domain/Account.ts"
import { missing } from "../../domain/Missing.ts"
import { itemOf, maxAttempts, type Report, ReportId } from "../../domain/Report.ts"
import { toTimestamp } from "../../domain/Timestamp.ts"
import { makeIds } from "./Ids.ts"
import { latestOf } from "./Interests.ts"
import { toJson } from "../database/Json.ts"
import { attemptsUsedUp } from "../Refusals.ts"
import { type NewReport, Reports } from "../reports/Reports.ts"

interface Row {
  readonly account: AccountId
  readonly created_at: Date
  readonly context: string | null
  readonly since: NewReport["since"]
  readonly research: NewReport["research"]
  attempts: number
  written: number
  report: Report
}

const isLookedUp = ({ report: { step } }: Row): boolean => step === "searching" || step === "reading"

const isUnfinished = ({ report: { status } }: Row): boolean => status === "queued" || status === "processing"

/** The reports in a map: each method is one synchronous step, so nothing can come between looking and writing. */
const make = (): Reports["Service"] => {
  const rows = new Map<ReportId, Row>()
  const nextId = makeIds(ReportId)
  // When each account made a report, removed ones included.
  const made: Array<Pick<Row, "account" | "created_at">> = []

  const newestFirst = (account: AccountId) => [...rows.values()].filter((row) => row.account === account).toReversed()

  const owned = (account: AccountId, id: ReportId) => {
    const row = rows.get(id)
    return row?.account === account ? Effect.succeed(row) : Effect.fail(missing("report_not_found"))
  }

  const insert = (account: AccountId, { context, research, since, ...request }: NewReport, created_at: Date): Row => {
    made.push({ account, created_at })
    const row: Row = {
      account,
      created_at,
      context,
      since,
      research,
      attempts: 0,
      written: 0,
      report: {
        id: nextId(),
        niche: request.niche,
        report_type: request.report_type,
        title: request.title,
        status: "queued",
        confidence: null,
        created_at: toTimestamp(created_at),
        executive_summary: "",
        sections: {},
        completed_at: null,
        step: null,
        research: null,
        error: null
      }
    }
    rows.set(row.report.id, row)
    return row
  }

  /** Changes the report if it is in one of the states that it may be changed from. */
  const change = (id: ReportId, from: ReadonlyArray<Report["status"]>, to: Partial<Report>): boolean => {
    const row = rows.get(id)
    if (row === undefined || !from.includes(row.report.status)) return false
    row.report = { ...row.report, step: null, ...to }
    return true
  }

  const list: Reports["Service"]["list"] = (account, { skip, limit }) =>
    Effect.sync(() => {
      const all = newestFirst(account)
      return { reports: all.slice(skip, skip + limit).map(({ report }) => itemOf(report)), total: all.length }
    })

  return {
    list,
    listJson: (account, page) => Effect.map(list(account, page), toJson),
    get: (account, id) => Effect.map(owned(account, id), ({ report }) => report),
    getJson: (account, id) => Effect.map(owned(account, id), ({ report }) => toJson(report)),

    completedBefore: (account, id, limit) =>
      Effect.sync(() => {
        const all = newestFirst(account)
        const at = all.findIndex(({ report }) => report.id === id)
        const earlier = at === -1 ? [] : all.slice(at + 1)
        return earlier
          .filter(({ report }) => report.status === "completed")
          .slice(0, limit)
          .map(({ report }) => itemOf(report))
      }),

    create: (account, request) => Effect.map(DateTime.nowAsDate, (now) => itemOf(insert(account, request, now).report)),

    countSince: (account, since) =>
      Effect.sync(() => {
        const counted = made.filter((row) => row.account === account && row.created_at >= since)
        return { count: counted.length, oldest: counted[0]?.created_at ?? null }
      }),

    begin: (id, lookUp = false) =>
      Effect.sync(() => {
        const row = rows.get(id)
        if (row === undefined || !isUnfinished(row)) return null
        const { begun, written: most } = maxAttempts
        if (row.attempts >= begun || row.written >= most) {
          const error = row.written >= most ? attemptsUsedUp.written : attemptsUsedUp.begun
          row.report = { ...row.report, status: "failed", step: null, error }
          return null
        }
        const looks = lookUp && row.research !== false
        row.attempts++
        if (!looks) row.written++
        row.report = {
          ...row.report,
          status: "processing",
          step: looks ? "searching" : "gathering",
          research: null
        }
        const { account, context, created_at, attempts, report, research, since } = row
        const { niche, report_type } = report
        const request = {
          niche,
          report_type,
          context,
          ...(since !== undefined && { since }),
          ...(research === false && { research })
        }
        const written = row.written + Number(looks)
        return { id, account_id: account, created_at, attempts, written, request }
      }),

    advance: (id, step, research) =>
      Effect.sync(() => {
        const row = rows.get(id)
        const lookedUp = row !== undefined && isLookedUp(row)
        if (!change(id, ["processing"], { step, ...(research !== undefined && { research }) })) return
        if (lookedUp && !isLookedUp(row)) row.written++
      }),

    release: (id, attempt) =>
      Effect.sync(() => {
        const row = rows.get(id)
        const lookedUp = row !== undefined && isLookedUp(row)
        if (row?.attempts !== attempt || !change(id, ["processing"], { status: "queued" })) return false
        row.attempts--
        if (!lookedUp) row.written--
        return true
      }),

    complete: (id, result) =>
      Effect.map(DateTime.nowAsDate, (now) =>
        change(id, ["processing"], { ...result, status: "completed", completed_at: toTimestamp(now) })
      ),

    fail: (id, error) => Effect.sync(() => change(id, ["queued", "processing"], { status: "failed", error })),

    remove: Effect.fnUntraced(function* (account, id) {
      const row = yield* owned(account, id)
      if (!change(id, ["queued", "processing"], { status: "cancelled" })) rows.delete(id)
      return itemOf(row.report)
    }),

    unfinished: Effect.sync(() => [...rows.values()].filter(isUnfinished).map(({ report }) => report.id)),

    backlog: Effect.sync(() => {
      const waiting = [...rows.values()].filter(isUnfinished)
      const count = (status: "queued" | "processing") => waiting.filter(({ report }) => report.status === status).length
      return {
        queued: count("queued"),
        processing: count("processing"),
        oldest:
          waiting.map(({ created_at }) => created_at).sort((one, other) => one.getTime() - other.getTime())[0] ?? null
      }
    }),

    interests: (since, limit) =>
      Effect.sync(() =>
        latestOf(
          "niche",
          [...rows.values()]
            .filter(({ created_at, research }) => created_at >= since && research !== false)
            .map(({ account, created_at, report }) => ({ account, text: report.niche, since: created_at })),
          limit
        )
      )
  }
}

export const layer = Layer.sync(Reports, make)
