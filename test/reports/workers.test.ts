import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Ref } from "effect"
import { TestClock } from "effect/testing"
import type { ReportId, ReportRequest } from "../../src/domain/Report.ts"
import { SourceName } from "../../src/domain/Source.ts"
import { Research } from "../../src/ports/Research.ts"
import { Evidences } from "../../src/reports/evidence/Evidence.ts"
import * as ExtractiveWriter from "../../src/reports/writers/extractive/ExtractiveWriter.ts"
import { ReportDesk } from "../../src/reports/ReportDesk.ts"
import { ReportQueue } from "../../src/queue/ReportQueue.ts"
import * as ReportWorkers from "../../src/reports/ReportWorkers.ts"
import { type Draft, ReportWriter, WriterFailed } from "../../src/reports/writers/Writer.ts"
import { Reports } from "../../src/storage/reports/Reports.ts"
import { Signals } from "../../src/storage/signals/Signals.ts"
import * as Storage from "../../src/storage/Storage.ts"
import { account, parts, signal, storeSignals, today } from "./ReportWorld.ts"

const tea: ReportRequest = { niche: "tea", report_type: "trend_report", context: null }

const desk = (perHour = 0) =>
  ReportDesk.layer({ perHour }).pipe(
    Layer.provideMerge(ReportQueue.layerMemory),
    Layer.provideMerge(Storage.layerMemory)
  )

const empty: Draft = { executive_summary: [], sections: [], writer: "test", tokens: { input: 0, output: 0 } }

/** A writer that does something else on each call. */
const writer = (...calls: ReadonlyArray<Effect.Effect<Draft, WriterFailed>>) =>
  Layer.effect(
    ReportWriter,
    Effect.map(Ref.make(0), (count) => ({
      name: "test",
      write: () =>
        Effect.flatMap(
          Ref.getAndUpdate(count, (n) => n + 1),
          (n) => calls[n] ?? Effect.succeed(empty)
        )
    }))
  )

const workers = (written: Layer.Layer<ReportWriter> = ExtractiveWriter.layer, count = 2) =>
  ReportWorkers.layer({ workers: count, attemptTimeout: "3 minutes" }).pipe(
    Layer.provide(Evidences.layer),
    Layer.provide(written)
  )

/** The clock is set before anything starts that keeps time. */
const within =
  <A, E>(layer: Layer.Layer<A, E>) =>
  <B, E2, R>(effect: Effect.Effect<B, E2, R>) =>
    Effect.andThen(TestClock.setTime(today.getTime()), Effect.provide(effect, layer))

const order = (request: ReportRequest = tea) => Effect.flatMap(ReportDesk, (desk) => desk.request(account, request))

/** Waits until the report is final, for as long as it takes by the test's clock. */
const finished = (id: ReportId) =>
  Effect.gen(function* () {
    const reports = yield* Reports
    for (let second = 0; second < 600; second++) {
      const report = yield* reports.get(account, id)
      if (report.status !== "queued" && report.status !== "processing") return report
      yield* TestClock.adjust("1 second")
    }
    return yield* reports.get(account, id)
  })

describe("report workers", () => {
  it.effect("write what is ordered", () =>
    Effect.gen(function* () {
      yield* storeSignals([signal("Tea sales rise")])
      const { id, status, title } = yield* order()
      assert.strictEqual(status, "queued")
      assert.strictEqual(title, "Trend report: tea")
      const report = yield* finished(id)
      assert.strictEqual(report.status, "completed")
      assert.strictEqual(parts(report.sections).quality.support, 1)
      assert.strictEqual(parts(report.sections).sources.length, 1)
    }).pipe(within(workers().pipe(Layer.provideMerge(desk()))))
  )

  it.effect("try again after a failure and after a defect", () =>
    Effect.gen(function* () {
      const { id } = yield* order()
      const report = yield* finished(id)
      assert.strictEqual(report.status, "completed")
      assert.isNull(report.error)
    }).pipe(
      within(
        workers(writer(Effect.fail(new WriterFailed({ reason: "busy" })), Effect.die(new Error("a bug")))).pipe(
          Layer.provideMerge(desk())
        )
      )
    )
  )

  it.effect("give up after three attempts, with the writer's reason", () =>
    Effect.gen(function* () {
      const { id } = yield* order()
      const report = yield* finished(id)
      assert.strictEqual(report.status, "failed")
      assert.strictEqual(report.error, "The model is out")
      assert.deepStrictEqual(report.sections, {})
    }).pipe(
      within(
        workers(
          writer(
            ...Array<Effect.Effect<Draft, WriterFailed>>(9).fill(
              Effect.fail(new WriterFailed({ reason: "The model is out" }))
            )
          )
        ).pipe(Layer.provideMerge(desk()))
      )
    )
  )

  it.effect("say of a bug only that it was one, and live on", () =>
    Effect.gen(function* () {
      const first = yield* order()
      assert.strictEqual((yield* finished(first.id)).error, "An internal error kept the report from being written")
      const second = yield* order()
      assert.strictEqual((yield* finished(second.id)).status, "completed")
    }).pipe(
      within(
        workers(writer(...Array<Effect.Effect<Draft>>(3).fill(Effect.die(new Error("secret")))), 1).pipe(
          Layer.provideMerge(desk())
        )
      )
    )
  )

  it.effect("end an attempt that takes too long", () =>
    Effect.gen(function* () {
      const { id } = yield* order()
      const report = yield* finished(id)
      assert.strictEqual(report.status, "failed")
      assert.strictEqual(report.error, "Writing the report took too long")
    }).pipe(
      within(workers(writer(...Array<Effect.Effect<Draft>>(3).fill(Effect.never))).pipe(Layer.provideMerge(desk())))
    )
  )

  it.effect("leave a report alone that is cancelled before or while it is written", () =>
    Effect.gen(function* () {
      const reports = yield* Reports
      const written = yield* order()
      const waiting = yield* order()
      yield* TestClock.adjust("1 second")
      assert.strictEqual((yield* reports.get(account, written.id)).status, "processing")
      yield* reports.remove(account, written.id)
      yield* reports.remove(account, waiting.id)
      yield* TestClock.adjust("10 minutes")
      for (const { id } of [written, waiting]) {
        const report = yield* reports.get(account, id)
        assert.strictEqual(report.status, "cancelled")
        assert.deepStrictEqual(report.sections, {})
      }
    }).pipe(
      within(workers(writer(Effect.delay(Effect.succeed(empty), "30 seconds")), 1).pipe(Layer.provideMerge(desk())))
    )
  )

  it.effect("write several at a time, and no more than they are", () =>
    Effect.gen(function* () {
      const reports = yield* Reports
      const ids = yield* Effect.forEach([1, 2, 3], () => Effect.map(order(), ({ id }) => id))
      yield* TestClock.adjust("1 second")
      const statuses = yield* Effect.forEach(ids, (id) => Effect.map(reports.get(account, id), ({ status }) => status))
      assert.deepStrictEqual(statuses, ["processing", "processing", "queued"])
    }).pipe(
      within(
        workers(writer(...Array<Effect.Effect<Draft>>(3).fill(Effect.delay(Effect.succeed(empty), "30 seconds")))).pipe(
          Layer.provideMerge(desk())
        )
      )
    )
  )

  it.effect("take up at their start what a crash has left, queued or begun", () =>
    Effect.gen(function* () {
      const reports = yield* Reports
      const create = Effect.map(reports.create(account, { ...tea, title: "t" }), ({ id }) => id)
      const queued = yield* create
      const begun = yield* create
      yield* reports.begin(begun)
      yield* Effect.gen(function* () {
        for (const id of [queued, begun]) assert.strictEqual((yield* finished(id)).status, "completed")
      }).pipe(Effect.provide(workers().pipe(Layer.provide(ReportQueue.layerMemory))))
    }).pipe(within(desk()))
  )

  it.effect("fail a report whose attempts all ended in a crash", () =>
    Effect.gen(function* () {
      const reports = yield* Reports
      const report = yield* reports.create(account, { ...tea, title: "t" })
      for (let attempt = 0; attempt < 3; attempt++) yield* reports.begin(report.id)
      yield* Effect.gen(function* () {
        const { status, error } = yield* finished(report.id)
        assert.strictEqual(status, "failed")
        assert.match(error!, /begun 3 times/)
      }).pipe(Effect.provide(workers().pipe(Layer.provide(ReportQueue.layerMemory))))
    }).pipe(within(desk()))
  )

  it.effect("see within a minute to a report that the queue has lost", () =>
    Effect.gen(function* () {
      const reports = yield* Reports
      yield* TestClock.adjust("1 second")
      const report = yield* reports.create(account, { ...tea, title: "t" })
      yield* TestClock.adjust("58 seconds")
      assert.strictEqual((yield* reports.get(account, report.id)).status, "queued")
      yield* TestClock.adjust("2 seconds")
      assert.strictEqual((yield* finished(report.id)).status, "completed")
    }).pipe(within(workers().pipe(Layer.provideMerge(desk()))))
  )

  it.effect("hand back what they were writing when they are stopped", () =>
    Effect.gen(function* () {
      const slow = workers(writer(Effect.never))
      const stopped = yield* Effect.gen(function* () {
        const { id } = yield* order()
        yield* TestClock.adjust("1 second")
        return id
      }).pipe(Effect.provide(slow))
      assert.strictEqual((yield* (yield* Reports).get(account, stopped)).status, "queued")
      yield* Effect.gen(function* () {
        assert.strictEqual((yield* finished(stopped)).status, "completed")
      }).pipe(Effect.provide(workers()))
    }).pipe(within(desk()))
  )

  it.effect("count no attempt that was only stopped, however often", () =>
    Effect.gen(function* () {
      const { id } = yield* order()
      for (let stop = 0; stop < 5; stop++) {
        yield* Effect.provide(TestClock.adjust("1 second"), workers(writer(Effect.never)))
      }
      yield* Effect.gen(function* () {
        assert.strictEqual((yield* finished(id)).status, "completed")
      }).pipe(Effect.provide(workers()))
    }).pipe(within(desk()))
  )

  it.effect("say what they are doing", () =>
    Effect.gen(function* () {
      const reports = yield* Reports
      const { id } = yield* order()
      assert.isNull((yield* reports.get(account, id)).step)
      yield* TestClock.adjust("1 second")
      assert.strictEqual((yield* reports.get(account, id)).step, "writing")
      assert.isNull((yield* finished(id)).step)
    }).pipe(within(workers(writer(Effect.delay(Effect.succeed(empty), "10 seconds"))).pipe(Layer.provideMerge(desk()))))
  )

  describe("with research", () => {
    const searches = [{ source: "GDELT", state: "late" as const, found: 0, reason: null }]
    const pages = { of: 2, done: 1, read: 1, unread: [{ host: "slow.example", why: "there was no time" }] }
    /** Research that brings news after ten seconds. */
    const looking = Layer.effect(
      Research,
      Effect.map(Signals, (signals) => ({
        seconds: 20,
        lookUp: Effect.fnUntraced(function* (niche, told) {
          yield* told("searching", { searches, pages: { of: 0, done: 0, read: 0, unread: [] } })
          yield* Effect.sleep("10 seconds")
          const { published_at: _, ...news } = signal(`Sales of ${niche} rise`)
          yield* signals.upsert(SourceName.make("gdelt"), [{ ...news, published_at: null }])
          yield* told("reading", { searches, pages })
          yield* Effect.sleep("5 seconds")
          return { searches, pages }
        })
      }))
    )
    const researching = workers().pipe(Layer.provide(looking), Layer.provideMerge(desk()))

    it.effect("say what it is doing, use what it has found, and say what it could not reach", () =>
      Effect.gen(function* () {
        const reports = yield* Reports
        const { id } = yield* order()
        yield* TestClock.adjust("1 second")
        assert.deepInclude(yield* reports.get(account, id), { step: "searching" })
        yield* TestClock.adjust("10 seconds")
        assert.deepInclude(yield* reports.get(account, id), { step: "reading", research: { searches, pages } })
        const report = yield* finished(id)
        const { gaps, sources } = parts(report.sections)
        assert.deepStrictEqual(
          sources.map(({ title }) => title),
          ["Sales of tea rise"]
        )
        assert.includeMembers(
          [...gaps],
          [
            "GDELT gave no answer within the time for searches.",
            "Pages behind the news: 1 of 2 could not be read: slow.example (there was no time)."
          ]
        )
      }).pipe(within(researching))
    )

    it.effect("do without it where the request says so", () =>
      Effect.gen(function* () {
        const { id } = yield* order({ ...tea, research: false })
        yield* TestClock.adjust("1 second")
        const report = yield* finished(id)
        assert.strictEqual(report.status, "completed")
        assert.isNull(report.research)
        assert.deepStrictEqual(parts(report.sections).sources, [])
      }).pipe(within(researching))
    )
  })

  it.effect("stop writing what is cancelled, and turn to the next at once", () => {
    let stopped = 0
    const hanging = Effect.never.pipe(Effect.onInterrupt(() => Effect.sync(() => void stopped++)))
    return Effect.gen(function* () {
      const reports = yield* Reports
      const [first, next] = [yield* order(), yield* order()]
      yield* TestClock.adjust("1 second")
      yield* reports.remove(account, first.id)
      yield* TestClock.adjust("2 seconds")
      assert.strictEqual(stopped, 1)
      assert.strictEqual((yield* reports.get(account, next.id)).status, "completed")
      assert.strictEqual((yield* reports.get(account, first.id)).status, "cancelled")
    }).pipe(within(workers(writer(hanging), 1).pipe(Layer.provideMerge(desk()))))
  })
})

describe("waiting for a report", () => {
  const slow = workers(writer(Effect.delay(Effect.succeed(empty), "10 seconds"))).pipe(Layer.provideMerge(desk()))

  it.effect("ends when it is finished", () =>
    Effect.gen(function* () {
      const report = yield* order()
      const waiting = yield* Effect.forkChild((yield* ReportDesk).await(account, report, "1 minute"))
      yield* TestClock.adjust("11 seconds")
      assert.strictEqual((yield* Fiber.join(waiting)).status, "completed")
    }).pipe(within(slow))
  )

  it.effect("ends at the deadline, with the report as it is then", () =>
    Effect.gen(function* () {
      const report = yield* order()
      const waiting = yield* Effect.forkChild((yield* ReportDesk).await(account, report, "5 seconds"))
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual((yield* Fiber.join(waiting)).status, "processing")
    }).pipe(within(slow))
  )

  it.effect("sees what another replica has finished, or somebody cancelled", () =>
    Effect.gen(function* () {
      const reports = yield* Reports
      const [one, other] = [yield* order(), yield* order()]
      const desk = yield* ReportDesk
      const waiting = yield* Effect.forkChild(
        Effect.all([desk.await(account, one, "1 minute"), desk.await(account, other, "1 minute")], { concurrency: 2 })
      )
      yield* TestClock.adjust("3 seconds")
      yield* reports.begin(one.id)
      yield* reports.complete(one.id, { executive_summary: "", sections: {}, confidence: 0 })
      yield* reports.remove(account, other.id)
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(
        (yield* Fiber.join(waiting)).map(({ status }) => status),
        ["completed", "cancelled"]
      )
    }).pipe(within(desk()))
  )

  it.effect("returns a report that was deleted meanwhile as it was last seen", () =>
    Effect.gen(function* () {
      const reports = yield* Reports
      const report = yield* order()
      const waiting = yield* Effect.forkChild((yield* ReportDesk).await(account, report, "1 minute"))
      yield* TestClock.adjust("100 millis")
      yield* reports.remove(account, report.id)
      yield* reports.remove(account, report.id)
      yield* TestClock.adjust("1 second")
      assert.strictEqual((yield* Fiber.join(waiting)).id, report.id)
    }).pipe(within(desk()))
  )
})

describe("the quota", () => {
  it.effect("refuses what is above it, until the oldest of the hour no longer counts", () =>
    Effect.gen(function* () {
      yield* order()
      yield* TestClock.adjust("10 minutes")
      yield* order()
      const refused = yield* Effect.flip(order())
      assert.strictEqual(refused._tag, "RateLimited")
      assert.propertyVal(refused, "retryAfter", 3_000)
      yield* TestClock.adjust("50 minutes")
      assert.strictEqual((yield* Effect.flip(order()))._tag, "RateLimited")
      yield* TestClock.adjust("1 second")
      yield* order()
    }).pipe(within(desk(2)))
  )

  it.effect("leaves nothing of a refused request behind", () =>
    Effect.gen(function* () {
      yield* order()
      for (let n = 0; n < 2; n++) yield* Effect.flip(order())
      const { total } = yield* (yield* Reports).list(account, { skip: 0, limit: 10 })
      assert.strictEqual(total, 1)
      yield* TestClock.adjust("61 minutes")
      yield* order()
    }).pipe(within(desk(1)))
  )
})
