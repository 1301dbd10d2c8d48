import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import type { AccountId } from "../../src/domain/Account.ts"
import type { ReportId } from "../../src/domain/Report.ts"
import { sinceLastReport } from "../../src/domain/ReportDiff.ts"
import { Schedule } from "../../src/domain/Schedule.ts"
import type { WatchSubject } from "../../src/domain/Watch.ts"
import { ReportQueue } from "../../src/queue/ReportQueue.ts"
import { ReportDesk } from "../../src/reports/ReportDesk.ts"
import { ApiKeys } from "../../src/storage/accounts/ApiKeys.ts"
import { Reports } from "../../src/storage/reports/Reports.ts"
import * as Storage from "../../src/storage/Storage.ts"
import { Watches } from "../../src/storage/watches/Watches.ts"
import { WatchReports } from "../../src/storage/watches/WatchReports.ts"
import { recordExpiringKeys } from "../../src/watches/ExpiringKeys.ts"
import { orderDueReports } from "../../src/watches/Reports.ts"
import * as Scheduled from "../../src/watches/Scheduled.ts"
import * as Watching from "../../src/watches/Watching.ts"
import { generateKey, materialOf } from "../../src/access/KeyFormat.ts"
import { newAccount } from "../storage/NewAccount.ts"
import { contract, start } from "../support/Contract.ts"
import { eventsOf, watch } from "./Watched.ts"

const daily: WatchSubject = { kind: "report", niche: "Tea", schedule: Schedule.make("daily") }

const at = (time: string) => TestClock.setTime(Date.parse(time))

const listed = (account: AccountId) =>
  Effect.flatMap(Reports, (reports) => Effect.map(reports.list(account, { skip: 0, limit: 50 }), ({ total }) => total))

/** The newest report of an account. */
const newest = (account: AccountId) =>
  Effect.flatMap(Reports, (reports) =>
    Effect.map(reports.list(account, { skip: 0, limit: 1 }), ({ reports: [report] }) => report!.id)
  )

const finish = Effect.fnUntraced(function* (id: ReportId, sections = {}) {
  const reports = yield* Reports
  yield* reports.begin(id)
  return yield* reports.complete(id, { executive_summary: "Tea is dear.", sections, confidence: 0.4 })
})

const key = (account: AccountId, name: string, expires_at: Date | null) =>
  Effect.flatMap(ApiKeys, (keys) =>
    keys.create(account, { name, scopes: ["signals"], expires_at }, materialOf(generateKey()))
  )

const desk = (perHour = 0) => ReportDesk.layer({ perHour }).pipe(Layer.provide(ReportQueue.layerMemory))

contract("Watches that time brings", Storage.layer, (it) => {
  const watched = <A, E, R>(name: string, self: () => Effect.Effect<A, E, R>, perHour = 0) =>
    it.effect(
      name,
      () => Effect.provide(Effect.suspend(self), Layer.provideMerge(desk(perHour), Watching.layer)) as never
    )
  const twoProcesses = Effect.all([orderDueReports, orderDueReports], { concurrency: 2 })

  watched("a report is made once for each time of the schedule, and once for several that were missed", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      yield* watch(account, daily)
      yield* twoProcesses
      assert.strictEqual(yield* listed(account), 0, "the last time was before there was the watch")
      yield* at("2026-03-11T05:59:59Z")
      yield* twoProcesses
      assert.strictEqual(yield* listed(account), 0)
      yield* at("2026-03-11T06:00:00Z")
      yield* twoProcesses
      assert.strictEqual(yield* listed(account), 1)
      yield* at("2026-03-12T05:00:00Z")
      yield* twoProcesses
      assert.strictEqual(yield* listed(account), 1)
      yield* at("2026-03-20T09:00:00Z")
      yield* twoProcesses
      yield* twoProcesses
      assert.strictEqual(yield* listed(account), 2)
    })
  )

  watched(
    "a report that may not be ordered yet is ordered later, and a paused watch orders none",
    () =>
      Effect.gen(function* () {
        const account = yield* newAccount
        const watches = yield* Watches
        const first = yield* watch(account, daily)
        yield* watch(account, { ...daily, niche: "Coffee" })
        yield* at("2026-03-11T06:00:00Z")
        yield* orderDueReports
        assert.strictEqual(yield* listed(account), 1, "one an hour")
        yield* at("2026-03-11T06:59:00Z")
        yield* orderDueReports
        assert.strictEqual(yield* listed(account), 1)
        yield* at("2026-03-11T07:00:01Z")
        yield* orderDueReports
        assert.strictEqual(yield* listed(account), 2)
        yield* watches.update(account, first.id, { status: "paused" })
        yield* at("2026-03-12T08:00:00Z")
        yield* orderDueReports
        yield* at("2026-03-12T10:00:00Z")
        yield* orderDueReports
        assert.strictEqual(yield* listed(account), 3)
      }),
    1
  )

  watched(
    "a watch that is resumed or given another schedule waits for the next time of it, and a paused one for none",
    () =>
      Effect.gen(function* () {
        const account = yield* newAccount
        const watches = yield* Watches
        const made = yield* WatchReports
        const { id } = yield* watch(account, { ...daily, schedule: Schedule.make("0 6 * * *") })
        yield* watches.update(account, id, { status: "paused" })
        assert.isFalse(yield* made.order(id, start, Effect.die("nobody orders it")))
        yield* at("2026-03-11T09:30:00Z")
        yield* watches.update(account, id, { status: "active" })
        yield* orderDueReports
        assert.strictEqual(yield* listed(account), 0)
        yield* watches.update(account, id, { subject: { ...daily, schedule: Schedule.make("0 9 * * *") } })
        yield* orderDueReports
        assert.strictEqual(yield* listed(account), 0)
        yield* at("2026-03-12T09:00:00Z")
        yield* orderDueReports
        assert.strictEqual(yield* listed(account), 1)
      })
  )

  watched("an order that breaks off leaves nothing, and the time free", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const made = yield* WatchReports
      const reports = yield* Reports
      const { id } = yield* watch(account, daily)
      const order = Effect.map(
        reports.create(account, { niche: "Tea", report_type: "comprehensive_analysis", context: null, title: "Tea" }),
        ({ id }) => id
      )
      const broken = yield* Effect.exit(made.order(id, start, Effect.die("the process ends here")))
      assert.strictEqual(broken._tag, "Failure")
      assert.isTrue(yield* made.order(id, start, order))
      assert.isFalse(yield* made.order(id, start, order))
      assert.isFalse(yield* made.order(id, new Date(start.getTime() - 1), order), "a time before it")
      assert.strictEqual(yield* listed(account), 1)
      assert.strictEqual(yield* made.watchOf(yield* newest(account)), id)
    })
  )

  watched("a report that is completed is an event, with what is new since the last one, if anything is", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const { id: watchId } = yield* watch(account, daily)
      yield* at("2026-03-11T06:00:00Z")
      yield* orderDueReports
      const first = yield* newest(account)
      assert.isTrue(yield* finish(first))
      assert.isFalse(yield* finish(first))
      yield* at("2026-03-12T06:00:00Z")
      yield* orderDueReports
      const second = yield* newest(account)
      const against = {
        id: first,
        title: "Tea",
        report_type: "comprehensive_analysis",
        created_at: "2026-03-11T06:00:00"
      }
      const counts = { new: 1, gone: 0, changed: 0, contradicted: 0, unchanged: 3 }
      const since = {
        title: "Since the last report",
        content: "**New:**\n\n- prices fell by 5\\. [2]\n- [an auction](https://tea.example) &amp; `rain` [3]",
        citations: [],
        against,
        counts,
        said: []
      }
      yield* finish(second, { [sinceLastReport]: since })
      const kinds = ["none", "gone", "changed", "contradicted"]
      for (const [n, kind] of kinds.entries()) {
        yield* at(`2026-03-${13 + n}T06:00:00Z`)
        yield* orderDueReports
        const other = { ...since, counts: { ...counts, new: 0, ...(kind !== "none" && { [kind]: 1 }) }, content: kind }
        yield* finish(yield* newest(account), { [sinceLastReport]: other })
      }
      const others = yield* (yield* Reports).create(account, {
        niche: "Tea",
        report_type: "comprehensive_analysis",
        context: null,
        title: "By hand"
      })
      yield* finish(others.id)
      const events = yield* eventsOf(account)
      assert.deepStrictEqual(
        events
          .slice(0, 2)
          .map(({ link, text, watch, why }) => [
            watch.id,
            link.kind,
            link.id,
            text,
            why.change?.before,
            why.change?.after
          ]),
        [
          [watchId, "report", first, "Tea is dear.", null, 0.4],
          [watchId, "report", second, "New:\n\n• prices fell by 5.\n• an auction & rain", 0.4, 0.4]
        ]
      )
      assert.deepStrictEqual(
        events.slice(2).map(({ text }) => text),
        ["gone", "changed", "contradicted"]
      )
      for (const { title } of events) assert.include(title, "Tea")
    })
  )

  watched("a key that expires within so many days is an event, once, and again with a new expiry", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const inDays = (days: number) => new Date(start.getTime() + days * 86_400_000)
      const { id } = yield* watch(account, { kind: "key", days: 7 })
      yield* key(account, "soon", inDays(7))
      yield* key(account, "later", inDays(9))
      yield* key(account, "never", null)
      yield* key(yield* newAccount, "of another account", inDays(1))
      yield* Effect.all([recordExpiringKeys, recordExpiringKeys], { concurrency: 2 })
      yield* recordExpiringKeys
      const titles = Effect.map(eventsOf(account), (events) => events.map(({ title }) => title))
      assert.lengthOf(yield* titles, 1)
      assert.match((yield* titles)[0]!, /^The API key “soon” \(….{4}\) expires on 2026-03-17$/)
      yield* TestClock.setTime(inDays(8).getTime())
      yield* recordExpiringKeys
      assert.deepStrictEqual(
        (yield* titles).map((title) => /“(.*)”/.exec(title)![1]),
        ["soon", "later"]
      )
      // Who is told a week before and then asks to be told the day before is told then too.
      yield* (yield* Watches).update(account, id, { subject: { kind: "key", days: 1 } })
      yield* recordExpiringKeys
      assert.lengthOf(yield* titles, 3)
      yield* recordExpiringKeys
      assert.lengthOf(yield* titles, 3)
    })
  )
})

describe("two processes", () => {
  const storage = Layer.provideMerge(desk(), Watching.over(Storage.layerMemory))

  it.effect("make one report a day, also after they were down", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start.getTime())
      yield* Effect.gen(function* () {
        const account = yield* newAccount
        yield* watch(account, daily)
        const processes = Layer.mergeAll(Layer.fresh(Scheduled.layer), Layer.fresh(Scheduled.layer))
        const run = (time: "3 days" | "1 hour") => Effect.provide(TestClock.adjust(time), processes)
        yield* run("3 days")
        assert.strictEqual(yield* listed(account), 3)
        yield* TestClock.adjust("5 days")
        assert.strictEqual(yield* listed(account), 3)
        yield* run("1 hour")
        yield* run("1 hour")
        assert.strictEqual(yield* listed(account), 4)
      }).pipe(Effect.provide(storage))
    })
  )
})
