import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Layer, Result } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import type { AccountId } from "../../src/domain/Account.ts"
import { maxAttempts, ReportId, type ReportResult } from "../../src/domain/Report.ts"
import { CalendarDate, now } from "../../src/domain/Timestamp.ts"
import { Accounts } from "../../src/storage/accounts/Accounts.ts"
import { type NewReport, Reports } from "../../src/storage/reports/Reports.ts"
import { attemptsUsedUp } from "../../src/storage/Refusals.ts"
import { Transaction } from "../../src/storage/database/Transaction.ts"
import { contract, start } from "../support/Contract.ts"
import { forEachDatabase } from "../support/Databases.ts"
import { newAccount, race } from "./NewAccount.ts"
import { assertMatches } from "../support/Matches.ts"

const store = Layer.mergeAll(Reports.layer, Accounts.layer, Transaction.layer)

const request: NewReport = {
  niche: 'Käse & "Wein" 🧀',
  report_type: "decision_brief",
  context: "Line one\n\tline two \\ end",
  title: "Decision brief: Käse"
}

// The members are in no order of the alphabet or of length, which is how jsonb would sort them.
const result: ReportResult = {
  executive_summary: "In short: 'yes' [1].",
  confidence: 0.1 + 0.2,
  sections: {
    the_question: { title: "The question", content: 'Is it? [1]\n\n- "quoted" – 🧀', citations: [1] },
    zeta: { title: "Z", content: "", citations: [] },
    a: { title: "A", content: "", citations: [] },
    market_overview: { title: "M", content: "", citations: [] },
    sources: [{ n: 1, kind: "signal", title: "T", url: null, publisher: null, published_at: null, quote: "Q" }],
    gaps: [],
    quality: { writer: "extractive", tokens: { output: 2, input: 1 } }
  }
}

const create = (account: AccountId) => Effect.flatMap(Reports, (reports) => reports.create(account, request))

const createId = (account: AccountId) => Effect.map(create(account), ({ id }) => id)

const completed = Effect.fnUntraced(function* (account: AccountId) {
  const reports = yield* Reports
  const id = yield* createId(account)
  yield* reports.begin(id)
  yield* reports.complete(id, result)
  return id
})

const dayAgo = Effect.map(DateTime.now, (now) => DateTime.toDate(DateTime.subtract(now, { hours: 24 })))

contract("Reports", store, (it) => {
  it.effect("stores a request as a queued report without content", () =>
    Effect.gen(function* () {
      const reports = yield* Reports
      const account = yield* newAccount
      const created = yield* reports.create(account, request)
      const { id } = created
      const item = {
        id,
        niche: request.niche,
        report_type: request.report_type,
        title: request.title,
        status: "queued",
        confidence: null,
        created_at: yield* now
      }
      assert.deepStrictEqual<unknown>(created, item)
      assert.deepStrictEqual<unknown>(yield* reports.list(account, { skip: 0, limit: 20 }), {
        reports: [item],
        total: 1
      })
      assert.deepStrictEqual<unknown>(yield* reports.get(account, id), {
        ...item,
        executive_summary: "",
        sections: {},
        completed_at: null,
        step: null,
        research: null,
        error: null
      })
    })
  )

  it.effect("lists newest first, of the same instant the last created first, with the total of all pages", () =>
    Effect.gen(function* () {
      const reports = yield* Reports
      const account = yield* newAccount
      assert.deepStrictEqual(yield* reports.list(account, { skip: 0, limit: 20 }), { reports: [], total: 0 })
      const first = yield* createId(account)
      const second = yield* createId(account)
      yield* TestClock.adjust(1)
      const third = yield* createId(account)
      const page = (skip: number, limit: number) =>
        Effect.map(reports.list(account, { skip, limit }), ({ reports, total }) => [
          total,
          ...reports.map(({ id }) => id)
        ])
      assert.deepStrictEqual(yield* page(0, 20), [3, third, second, first])
      assert.deepStrictEqual(yield* page(0, 2), [3, third, second])
      assert.deepStrictEqual(yield* page(2, 2), [3, first])
      assert.deepStrictEqual(yield* page(3, 2), [3])
    })
  )

  it.effect("finds the completed reports that were ordered before one, the newest first", () =>
    Effect.gen(function* () {
      const reports = yield* Reports
      const account = yield* newAccount
      const first = yield* completed(account)
      const second = yield* completed(account)
      yield* TestClock.adjust(1)
      const third = yield* completed(account)
      const queued = yield* createId(account)
      yield* reports.fail(yield* createId(account), "no")
      yield* completed(yield* newAccount)
      const last = yield* completed(account)
      const before = (id: ReportId, limit = 10) =>
        Effect.map(reports.completedBefore(account, id, limit), (all) => all.map(({ id }) => id))
      assert.deepStrictEqual(yield* before(last), [third, second, first])
      assert.deepStrictEqual(yield* before(last, 2), [third, second])
      assert.deepStrictEqual(yield* before(queued), [third, second, first])
      assert.deepStrictEqual(yield* before(second), [first])
      assert.deepStrictEqual(yield* before(first), [])
      assertMatches(yield* reports.completedBefore(account, second, 1), [
        { id: first, niche: request.niche, report_type: request.report_type, status: "completed" }
      ])
      yield* reports.remove(account, second)
      assert.deepStrictEqual(yield* before(last), [third, first])
      for (const id of [second, ReportId.make(2_000_000)]) assert.deepStrictEqual(yield* before(id), [])
      assert.deepStrictEqual(yield* reports.completedBefore(yield* newAccount, last, 10), [])
    })
  )

  it.effect("hands out a report with all that its writer needs", () =>
    Effect.gen(function* () {
      const reports = yield* Reports
      const account = yield* newAccount
      yield* TestClock.adjust(123)
      const created_at = yield* DateTime.nowAsDate
      const id = yield* createId(account)
      yield* TestClock.adjust("1 minute")
      const { niche, report_type, context } = request
      const work = { id, account_id: account, created_at, request: { niche, report_type, context } }
      assert.deepStrictEqual(yield* reports.begin(id), { ...work, attempts: 1, written: 1 })
      assertMatches(yield* reports.get(account, id), { status: "processing", completed_at: null })
      assert.deepStrictEqual(yield* reports.begin(id), { ...work, attempts: 2, written: 2 })
      const since = CalendarDate.make("2025-12-31")
      const dated = yield* reports.create(account, { ...request, since })
      assertMatches(yield* reports.begin(dated.id), { request: { niche, report_type, context, since } })
    })
  )

  it.effect("keeps what a writer made of a report, its sections in reading order", () =>
    Effect.gen(function* () {
      const reports = yield* Reports
      const account = yield* newAccount
      const id = yield* createId(account)
      yield* reports.begin(id)
      yield* TestClock.adjust("90 seconds")
      assert.strictEqual(yield* reports.complete(id, result), true)
      const report = yield* reports.get(account, id)
      assertMatches(report, { ...result, status: "completed", completed_at: yield* now, error: null })
      assert.deepStrictEqual(Object.keys(report.sections), Object.keys(result.sections))
      assert.strictEqual(JSON.stringify(report.sections), JSON.stringify(result.sections))
      const { reports: list } = yield* reports.list(account, { skip: 0, limit: 1 })
      assertMatches(list, [{ id, status: "completed", confidence: result.confidence }])
    })
  )

  it.effect("shows what is being done to a report, only while something is", () =>
    Effect.gen(function* () {
      const reports = yield* Reports
      const account = yield* newAccount
      const id = yield* createId(account)
      const step = Effect.map(reports.get(account, id), (report) => report.step)
      yield* reports.advance(id, "writing")
      assert.isNull(yield* step)
      yield* reports.begin(id, true)
      assert.strictEqual(yield* step, "searching")
      const searches = [{ source: "GDELT", state: "answered" as const, found: 7, reason: null }]
      const research = {
        searches,
        pages: { of: 2, done: 1, read: 0, unread: [{ host: "news.example", why: "it is gone" }] }
      }
      yield* reports.advance(id, "searching", { ...research, searches: [] })
      yield* reports.advance(id, "reading", research)
      assertMatches(yield* reports.get(account, id), { step: "reading", research })
      yield* reports.advance(id, "writing")
      assertMatches(yield* reports.get(account, id), { step: "writing", research })
      // Another attempt looks for itself.
      yield* reports.begin(id)
      assertMatches(yield* reports.get(account, id), { step: "gathering", research: null })
      yield* reports.advance(id, "checking")
      assert.strictEqual(yield* step, "checking")
      yield* reports.begin(id)
      assert.strictEqual(yield* step, "gathering")
      yield* reports.complete(id, result)
      yield* reports.advance(id, "writing")
      assert.isNull(yield* step)
    })
  )

  it.effect("takes an attempt back as if it had not been made, the last one only", () =>
    Effect.gen(function* () {
      const reports = yield* Reports
      const account = yield* newAccount
      const id = yield* createId(account)
      for (let stop = 0; stop < 2 * maxAttempts.written; stop++) {
        assertMatches(yield* reports.begin(id), { attempts: 1 })
        assert.strictEqual(yield* reports.release(id, 1), true)
      }
      assertMatches(yield* reports.get(account, id), { status: "queued", step: null })
      assert.strictEqual(yield* reports.release(id, 1), false)
      yield* reports.begin(id)
      yield* reports.begin(id)
      assert.strictEqual(yield* reports.release(id, 1), false)
      yield* reports.complete(id, result)
      assert.strictEqual(yield* reports.release(id, 2), false)
      assertMatches(yield* reports.get(account, id), { status: "completed" })
      assert.strictEqual(yield* reports.release(ReportId.make(2_000_000), 1), false)
    })
  )

  it.effect("fails a report with its reason, queued or begun", () =>
    Effect.gen(function* () {
      const reports = yield* Reports
      const account = yield* newAccount
      const queued = yield* createId(account)
      const begun = yield* createId(account)
      yield* reports.begin(begun)
      for (const id of [queued, begun]) {
        assert.strictEqual(yield* reports.fail(id, "The model is out of reach"), true)
        const report = yield* reports.get(account, id)
        assertMatches(report, { status: "failed", error: "The model is out of reach", completed_at: null })
      }
    })
  )

  it.effect("never changes a final state", () =>
    Effect.gen(function* () {
      const reports = yield* Reports
      const account = yield* newAccount
      const done = yield* completed(account)
      const failed = yield* createId(account)
      yield* reports.fail(failed, "first reason")
      const cancelled = yield* createId(account)
      yield* reports.begin(cancelled)
      yield* reports.remove(account, cancelled)
      for (const [id, status] of [
        [done, "completed"],
        [failed, "failed"],
        [cancelled, "cancelled"]
      ] as const) {
        const before = yield* reports.get(account, id)
        assert.strictEqual(before.status, status)
        yield* TestClock.adjust("1 hour")
        assert.isNull(yield* reports.begin(id))
        assert.strictEqual(yield* reports.complete(id, { ...result, executive_summary: "late" }), false)
        assert.strictEqual(yield* reports.fail(id, "late"), false)
        assert.deepStrictEqual(yield* reports.get(account, id), before)
      }
    })
  )

  it.effect("takes no result for a report that nobody has begun", () =>
    Effect.gen(function* () {
      const reports = yield* Reports
      const account = yield* newAccount
      const id = yield* createId(account)
      assert.strictEqual(yield* reports.complete(id, result), false)
      assertMatches(yield* reports.get(account, id), { status: "queued", sections: {} })
    })
  )

  it.effect("lets one of many that finish a report at once win", () =>
    Effect.gen(function* () {
      const reports = yield* Reports
      const account = yield* newAccount
      const id = yield* createId(account)
      yield* reports.begin(id)
      const won = yield* race(
        Array.from({ length: 10 }, (_, n) => (n % 2 === 0 ? reports.complete(id, result) : reports.fail(id, "no")))
      )
      assert.lengthOf(won.filter(Boolean), 1)
    })
  )

  it.effect("gives a report up as failed when it was begun as often as it may be", () =>
    Effect.gen(function* () {
      const reports = yield* Reports
      const account = yield* newAccount
      const id = yield* createId(account)
      for (let attempts = 1; attempts <= maxAttempts.written; attempts++) {
        assertMatches(yield* reports.begin(id), { attempts })
      }
      assert.isNull(yield* reports.begin(id))
      const report = yield* reports.get(account, id)
      assert.strictEqual(report.status, "failed")
      assert.include(report.error, `${maxAttempts.written} times`)
      assert.isNull(yield* reports.begin(id))
    })
  )

  it.effect("counts attempts at writing apart from those that ended while the report was looked up", () =>
    Effect.gen(function* () {
      const reports = yield* Reports
      const account = yield* newAccount
      const step = (id: ReportId) => Effect.map(reports.get(account, id), ({ step }) => step)
      const id = yield* createId(account)
      for (let attempts = 1; attempts <= 5; attempts++) {
        assertMatches(yield* reports.begin(id, true), { attempts, written: 1 })
        assert.strictEqual(yield* step(id), "searching")
        yield* reports.advance(id, "searching")
        yield* reports.advance(id, "reading")
      }
      for (let written = 1; written <= maxAttempts.written; written++) {
        assertMatches(yield* reports.begin(id, true), { attempts: 5 + written, written })
        yield* reports.advance(id, "gathering")
        yield* reports.advance(id, "writing")
      }
      assert.isNull(yield* reports.begin(id, true))
      assertMatches(yield* reports.get(account, id), { status: "failed", error: attemptsUsedUp.written })

      const lookedUp = yield* createId(account)
      for (let attempts = 1; attempts <= maxAttempts.begun; attempts++)
        assertMatches(yield* reports.begin(lookedUp, true), { attempts, written: 1 })
      assert.isNull(yield* reports.begin(lookedUp, true))
      assertMatches(yield* reports.get(account, lookedUp), { status: "failed", error: attemptsUsedUp.begun })
    })
  )

  it.effect("takes attempts back with what they counted for", () =>
    Effect.gen(function* () {
      const reports = yield* Reports
      const id = yield* createId(yield* newAccount)
      for (const step of ["searching", "reading", "gathering", "writing", "checking"] as const) {
        assertMatches(yield* reports.begin(id, true), { attempts: 1, written: 1 })
        yield* reports.advance(id, step)
        assert.isTrue(yield* reports.release(id, 1))
      }
      assertMatches(yield* reports.begin(id, true), { attempts: 1, written: 1 })
    })
  )

  it.effect("looks nothing up for a report that does not want it", () =>
    Effect.gen(function* () {
      const reports = yield* Reports
      const account = yield* newAccount
      const { id } = yield* reports.create(account, { ...request, research: false })
      yield* reports.begin(id, true)
      assertMatches(yield* reports.get(account, id), { step: "gathering" })
    })
  )

  it.effect("counts every attempt when many begin at once", () =>
    Effect.gen(function* () {
      const reports = yield* Reports
      const id = yield* createId(yield* newAccount)
      const work = yield* race(Array.from({ length: 10 }, () => reports.begin(id)))
      const attempts = work.filter((work) => work !== null).map(({ attempts }) => attempts)
      assert.deepStrictEqual(attempts.sort(), [1, 2, 3])
    })
  )

  it.effect("begins, completes and fails nothing that is not there", () =>
    Effect.gen(function* () {
      const reports = yield* Reports
      const id = ReportId.make(2_147_483_647)
      assert.isNull(yield* reports.begin(id))
      assert.strictEqual(yield* reports.complete(id, result), false)
      assert.strictEqual(yield* reports.fail(id, "no"), false)
    })
  )

  it.effect("cancels an unfinished report, removes a final one", () =>
    Effect.gen(function* () {
      const reports = yield* Reports
      const account = yield* newAccount
      const id = yield* createId(account)
      const other = yield* completed(account)
      assertMatches(yield* reports.remove(account, id), { id, status: "cancelled", niche: request.niche })
      assertMatches(yield* reports.get(account, id), { status: "cancelled", error: null, completed_at: null })
      assertMatches(yield* reports.remove(account, id), { id, status: "cancelled", niche: request.niche })
      assert.strictEqual((yield* Effect.flip(reports.get(account, id))).code, "report_not_found")
      assert.strictEqual((yield* Effect.flip(reports.remove(account, id))).code, "report_not_found")
      const { reports: list, total } = yield* reports.list(account, { skip: 0, limit: 20 })
      assert.deepStrictEqual(
        list.map(({ id }) => id),
        [other]
      )
      assert.strictEqual(total, 1)
      assert.isNull(yield* reports.begin(id))
    })
  )

  it.effect("treats another account's report and an unknown one as missing", () =>
    Effect.gen(function* () {
      const reports = yield* Reports
      const owner = yield* newAccount
      const stranger = yield* newAccount
      const theirs = yield* completed(owner)
      for (const id of [theirs, ReportId.make(2_147_483_647)]) {
        assert.strictEqual((yield* Effect.flip(reports.get(stranger, id))).code, "report_not_found")
        assert.strictEqual((yield* Effect.flip(reports.remove(stranger, id))).code, "report_not_found")
      }
      assert.deepStrictEqual(yield* reports.list(stranger, { skip: 0, limit: 20 }), { reports: [], total: 0 })
      assertMatches(yield* reports.get(owner, theirs), { status: "completed" })
    })
  )

  it.effect("names the unfinished reports of all accounts, oldest first", () =>
    Effect.gen(function* () {
      const reports = yield* Reports
      const account = yield* newAccount
      const queued = yield* createId(account)
      const begun = yield* createId(yield* newAccount)
      yield* reports.begin(begun)
      yield* completed(account)
      yield* reports.remove(account, yield* createId(account))
      yield* reports.fail(yield* createId(account), "no")
      assert.deepStrictEqual(yield* reports.unfinished, [queued, begun])
      assert.deepStrictEqual(yield* reports.backlog, { queued: 1, processing: 1, oldest: start })
      yield* reports.fail(queued, "no")
      yield* reports.fail(begun, "no")
      assert.deepStrictEqual(yield* reports.backlog, { queued: 0, processing: 0, oldest: null })
    })
  )

  it.effect("counts the reports made since an instant, cancelled and removed ones included", () =>
    Effect.gen(function* () {
      const reports = yield* Reports
      const account = yield* newAccount
      const since = yield* DateTime.nowAsDate
      assert.deepStrictEqual(yield* reports.countSince(account, since), { count: 0, oldest: null })
      yield* completed(yield* newAccount)
      const first = yield* completed(account)
      yield* TestClock.adjust(1)
      const later = yield* DateTime.nowAsDate
      const second = yield* createId(account)
      yield* reports.remove(account, first)
      yield* reports.remove(account, second)
      yield* reports.remove(account, second)
      assert.deepStrictEqual(yield* reports.countSince(account, since), { count: 2, oldest: since })
      assert.deepStrictEqual(yield* reports.countSince(account, later), { count: 1, oldest: later })
      yield* TestClock.adjust("24 hours")
      assert.deepStrictEqual(yield* reports.countSince(account, yield* dayAgo), { count: 1, oldest: later })
    })
  )

  it.effect("makes no more than the limit when requests that count first race", () =>
    Effect.gen(function* () {
      const reports = yield* Reports
      const transaction = yield* Transaction
      const since = yield* DateTime.nowAsDate
      const limited = (account: AccountId) =>
        transaction.run(
          Effect.gen(function* () {
            const { count } = yield* reports.countSince(account, since)
            return count < 3 ? yield* create(account) : yield* Effect.fail("limit")
          })
        )
      for (let round = 0; round < 4; round++) {
        const account = yield* newAccount
        const results = yield* race(Array.from({ length: 20 }, () => Effect.result(limited(account))))
        assert.lengthOf(results.filter(Result.isSuccess), 3)
      }
    })
  )
})

forEachDatabase((name, database) => {
  layer(Layer.provideMerge(store, database))(`Removed reports on ${name}`, (it) => {
    it.effect("leaves no text of a removed report behind, and no row of it after a day", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const reports = yield* Reports
        const account = yield* newAccount
        const removed = Effect.tap(completed(account), (id) => reports.remove(account, id))
        const rows = sql`select * from reports where account_id = ${account} order by id`
        const first = yield* removed
        const texts = { niche: "", context: null, title: "", executive_summary: "", sections: {}, error: null }
        assertMatches(yield* rows, [{ id: first, removed: true, ...texts }])
        yield* sql`update reports set created_at = created_at - interval '25 hours' where id = ${first}`
        const second = yield* removed
        assert.deepStrictEqual(
          (yield* rows).map(({ id }) => id),
          [second]
        )
      })
    )
  })
})
