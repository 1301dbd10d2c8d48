import { assert, describe, it } from "@effect/vitest"
import { bCubed, mixed } from "../../bench/quality/stories/Measure.ts"

const stories = new Map(Object.entries({ a: "1", b: "1", c: "1", d: "2", e: "3" }))

/** The clusters of which each is a string of signals. */
const clusters = (...signals: ReadonlyArray<string>) =>
  new Map(signals.flatMap((cluster) => [...cluster].map((id) => [id, cluster] as const)))

describe("what stories are measured by", () => {
  it("is 1 where every story is one cluster", () => {
    assert.deepStrictEqual(bCubed(stories, clusters("abc", "d", "e")), { precision: 1, recall: 1, f1: 1 })
  })

  it("takes a signal without a cluster for alone", () => {
    const { precision, recall } = bCubed(stories, new Map())
    assert.strictEqual(precision, 1)
    assert.closeTo(recall, (3 * (1 / 3) + 2) / 5, 1e-9)
  })

  it("loses precision by a wrong merge and recall by a split", () => {
    // a and b together, c with d: precision (1 + 1 + 1/2 + 1/2 + 1) / 5, recall (2/3 + 2/3 + 1/3 + 1 + 1) / 5.
    const { f1, precision, recall } = bCubed(stories, clusters("ab", "cd", "e"))
    assert.closeTo(precision, 0.8, 1e-9)
    assert.closeTo(recall, 11 / 15, 1e-9)
    assert.closeTo(f1, (2 * 0.8 * (11 / 15)) / (0.8 + 11 / 15), 1e-9)
  })

  it("leaves out signals without a label", () => {
    assert.deepStrictEqual(bCubed(stories, clusters("abcx", "dy", "e")), { precision: 1, recall: 1, f1: 1 })
  })

  it("takes the mean over the signals that are asked for, with all the others as neighbours", () => {
    const { precision, recall } = bCubed(stories, clusters("abc", "de"), ["a", "d"])
    assert.deepStrictEqual({ precision, recall }, { precision: 0.75, recall: 1 })
  })

  it("counts the clusters that mix stories", () => {
    assert.strictEqual(mixed(stories, clusters("ab", "cd", "e")), 1)
    assert.strictEqual(mixed(stories, clusters("abx", "c", "dy", "e")), 0)
    assert.strictEqual(mixed(stories, new Map()), 0)
  })
})
