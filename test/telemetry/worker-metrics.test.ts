import { assert, describe, it } from "@effect/vitest"
import { merged } from "../../src/telemetry/WorkerMetrics.ts"

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
