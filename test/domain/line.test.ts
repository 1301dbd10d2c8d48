import { assert, it } from "@effect/vitest"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { Line } from "../../src/domain/Line.ts"

it("A line has its things in their order, each until it is taken out", () => {
  const line = new Line<string>()
  line.add("first")
  const leave = line.add("second")
  line.add("third")
  leave()
  leave()
  assert.deepStrictEqual([...line], ["first", "third"])
  assert.strictEqual(line.size, 2)
})

it("What has left a line is freed without a look through the whole heap", () => {
  setFlagsFromString("--expose-gc")
  const collect = runInNewContext("gc") as (options?: { readonly type: "minor" }) => void
  const line = new Line<ReadonlyArray<number>>()
  const inside: Array<() => void> = []
  collect()
  const before = process.memoryUsage().heapUsed
  for (let n = 1; n <= 10_000; n++) {
    // 8 kB each, 80 MB together.
    inside.push(line.add(Array.from({ length: 1_000 }, () => n)))
    if (inside.length > 50) inside.shift()!()
    if (n % 150 === 0) collect({ type: "minor" })
  }
  assert.isBelow(process.memoryUsage().heapUsed - before, 8_000_000)
})
