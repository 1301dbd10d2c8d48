import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import cluster from "node:cluster"
import { merged, passOn } from "../../src/telemetry/WorkerMetrics.ts"
import { FakeWorker } from "../support/FakeWorker.ts"

const page = (lists: number, memory: number) =>
  [
    "# HELP lists_total Lists that were read.",
    "# TYPE lists_total counter",
    `lists_total{route="/a b{c}",status="200"} ${lists}`,
    `lists_total{route="/",status="404"} 0`,
    "# HELP memory_bytes Memory of this process.",
    "# TYPE memory_bytes gauge",
    `memory_bytes ${memory}`,
    ""
  ].join("\n")

describe("the metrics of several workers", () => {
  it("stand below one head each, by worker", () => {
    assert.strictEqual(
      merged([
        { worker: 2, text: page(5, 200) },
        { worker: 1, text: page(3, 100) }
      ]),
      [
        "# HELP lists_total Lists that were read.",
        "# TYPE lists_total counter",
        'lists_total{worker="1",route="/a b{c}",status="200"} 3',
        'lists_total{worker="1",route="/",status="404"} 0',
        'lists_total{worker="2",route="/a b{c}",status="200"} 5',
        'lists_total{worker="2",route="/",status="404"} 0',
        "# HELP memory_bytes Memory of this process.",
        "# TYPE memory_bytes gauge",
        'memory_bytes{worker="1"} 100',
        'memory_bytes{worker="2"} 200',
        ""
      ].join("\n")
    )
  })

  it("stand below their own head where a metric has no description", () => {
    const text = "# TYPE reports_total counter\nreports_total 1\n"
    assert.strictEqual(
      merged([{ worker: 1, text: page(1, 1) + text }])
        .split("\n")
        .slice(-4)
        .join("\n"),
      'memory_bytes{worker="1"} 1\n# TYPE reports_total counter\nreports_total{worker="1"} 1\n'
    )
  })

  it("have what only one of them has", () => {
    const text = "# HELP reports_total Reports.\n# TYPE reports_total counter\nreports_total 1\n"
    assert.include(
      merged([
        { worker: 1, text: page(1, 1) },
        { worker: 2, text: page(1, 1) + text }
      ]),
      '\nreports_total{worker="2"} 1\n'
    )
  })
})

describe("the process that keeps the workers", () => {
  it.effect("hands on at once what the living tell, while others have just been killed", () =>
    Effect.gen(function* () {
      const all = [1, 2, 3].map((id) => new FakeWorker(id))
      const [asker, living, killed] = all as [FakeWorker, FakeWorker, FakeWorker]
      const told: Array<unknown> = []
      const errors: Array<unknown> = []
      const pages = [{ worker: 2, text: page(1, 1) }]
      asker.heard = (message) => told.push(message)
      living.heard = ({ id }) => cluster.emit("message", living, { metrics: "tell", id, pages })
      killed.isDead = true
      for (const worker of all) worker.on("error", (error) => errors.push(error))
      yield* Effect.acquireRelease(
        Effect.sync(() => Object.assign(cluster.workers!, { 1: asker, 2: living, 3: killed })),
        (workers) => Effect.sync(() => all.forEach(({ id }) => delete workers[id]))
      )
      yield* passOn
      const ask = (id: string) =>
        Effect.promise(() => {
          cluster.emit("message", asker, { metrics: "ask", id })
          return new Promise((resolve) => setImmediate(resolve))
        })
      yield* ask("1.1")
      assert.deepStrictEqual(told, [{ metrics: "tell", id: "1.1", pages }])
      // Whoever asked may be the next to die.
      asker.isDead = true
      yield* ask("1.2")
      assert.isEmpty(errors)
    }).pipe(Effect.scoped)
  )
})
