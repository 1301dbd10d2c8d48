import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { AccountName } from "../../src/domain/Account.ts"
import type { ReportId, ReportItem, ReportRequest } from "../../src/domain/Report.ts"
import { Evidences } from "../../src/reports/evidence/Evidence.ts"
import * as ExtractiveWriter from "../../src/reports/writers/extractive/ExtractiveWriter.ts"
import { ReportDesk } from "../../src/reports/ReportDesk.ts"
import { ReportQueue } from "../../src/queue/ReportQueue.ts"
import * as ReportWorkers from "../../src/reports/ReportWorkers.ts"
import { Accounts } from "../../src/storage/accounts/Accounts.ts"
import { Reports } from "../../src/storage/reports/Reports.ts"
import * as Storage from "../../src/storage/Storage.ts"
import { Transaction } from "../../src/storage/database/Transaction.ts"
import { forEachDatabase } from "../support/Databases.ts"

const tea: ReportRequest = { niche: "tea", report_type: "decision_brief", context: null }

const account = Effect.map(
  Effect.flatMap(Accounts, (accounts) => accounts.ensure(AccountName.make("queue"))),
  ({ id }) => id
)

/** The desk of one replica. */
const replica = (exclusive = false) =>
  ReportDesk.layer({ perHour: 0, pollInterval: "20 millis" }).pipe(
    Layer.provideMerge(ReportQueue.layer({ exclusive, pollInterval: "20 millis" }))
  )

const workers = ReportWorkers.layer({ workers: 2 }).pipe(
  Layer.provide(Evidences.layer),
  Layer.provide(ExtractiveWriter.layer)
)

const order = Effect.gen(function* () {
  const desk = yield* ReportDesk
  return yield* desk.request(yield* account, tea)
})

const wait = (report: ReportItem) =>
  Effect.gen(function* () {
    return (yield* (yield* ReportDesk).await(yield* account, report, "10 seconds")).status
  })

const stateOf = (id: ReportId) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* sql<{ state: string }>`select state from report_queue where id = ${`report:${id}`}`
    return rows.map(({ state }) => state)
  })

/** A report that a process had in hand when it died, so many seconds after it last renewed its lease. */
const crashed = (seconds: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const report = yield* order
    yield* (yield* Reports).begin(report.id)
    yield* sql`
      update report_queue set attempts = 1, acquired_by = gen_random_uuid(),
        acquired_at = now() - make_interval(secs => ${seconds}) where id = ${`report:${report.id}`}`
    return report
  })

forEachDatabase((name, database) => {
  layer(Storage.layer.pipe(Layer.provideMerge(database)), { excludeTestServices: true })(
    `the report queue on ${name}`,
    (it) => {
      it.effect("hands over what is ordered, and is told when it is done", () =>
        Effect.gen(function* () {
          const report = yield* order
          assert.deepStrictEqual(yield* stateOf(report.id), ["pending"])
          yield* Effect.provide(
            Effect.gen(function* () {
              assert.strictEqual(yield* wait(report), "completed")
            }),
            workers
          )
          assert.deepStrictEqual(yield* stateOf(report.id), ["completed"])
        }).pipe(Effect.provide(replica()))
      )

      it.effect("stores the report and its place in the queue together, or neither", () =>
        Effect.gen(function* () {
          const { run } = yield* Transaction
          const report = yield* Effect.flip(run(Effect.flatMap(order, Effect.fail)))
          assert.property(report, "id")
          assert.deepStrictEqual(yield* stateOf((report as ReportItem).id), [])
          const found = yield* Effect.exit((yield* Reports).get(yield* account, (report as ReportItem).id))
          assert.strictEqual(found._tag, "Failure")
        }).pipe(Effect.provide(replica()))
      )

      it.effect("takes a dead process's report up when its lease has run out", () =>
        Effect.gen(function* () {
          const report = yield* crashed(16)
          assert.strictEqual(yield* Effect.provide(wait(report), workers), "completed")
        }).pipe(Effect.provide(replica()))
      )

      it.effect("leaves a living process's report to it", () =>
        Effect.gen(function* () {
          const [living, next] = [yield* crashed(5), yield* order]
          yield* Effect.provide(wait(next), workers)
          assert.strictEqual((yield* (yield* Reports).get(yield* account, living.id)).status, "processing")
          yield* (yield* Reports).remove(yield* account, living.id)
        }).pipe(Effect.provide(replica()))
      )

      it.effect("takes every report up at once where no other process can be alive", () =>
        Effect.gen(function* () {
          const report = yield* Effect.provide(crashed(0), replica())
          const status = yield* Effect.provide(wait(report), workers.pipe(Layer.provideMerge(replica(true))))
          assert.strictEqual(status, "completed")
        })
      )

      it.effect("opens again what was settled although the report is not final", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const settled = yield* Effect.forEach(["completed", "failed"], (state) =>
            Effect.gen(function* () {
              const report = yield* order
              yield* (yield* Reports).begin(report.id)
              yield* sql`update report_queue set state = ${state} where id = ${`report:${report.id}`}`
              return report
            })
          )
          const statuses = yield* Effect.provide(Effect.forEach(settled, wait), workers)
          assert.deepStrictEqual(statuses, ["completed", "completed"])
        }).pipe(Effect.provide(replica()))
      )

      it.effect("is shared by replicas, each report written once", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const reports = yield* Effect.forEach(Array.from({ length: 20 }), () => order)
          const another = workers.pipe(Layer.provide(replica()), Layer.fresh)
          const statuses = yield* Effect.forEach(reports, wait).pipe(Effect.provide(workers), Effect.provide(another))
          assert.isTrue(statuses.every((status) => status === "completed"))
          const [row] = yield* sql<{ most: number }>`select max(attempts)::int as most from reports
          where id in ${sql.in(reports.map(({ id }) => id))}`
          assert.strictEqual(row!.most, 1)
        }).pipe(Effect.provide(replica()))
      )
    }
  )

  layer(Storage.layer.pipe(Layer.provideMerge(database)), { excludeTestServices: true })(`a new ${name}`, (it) => {
    it.effect("gets its queue although replicas start together", () =>
      Effect.gen(function* () {
        const start = Layer.build(Layer.fresh(ReportQueue.layer({ exclusive: false })))
        const built = yield* Effect.all([start, start, start, start], { concurrency: "unbounded" })
        assert.strictEqual(built.length, 4)
      }).pipe(Effect.scoped)
    )
  })
})
