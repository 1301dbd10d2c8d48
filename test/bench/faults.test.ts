import { assert, describe, it } from "@effect/vitest"
import { covered } from "../../src/reports/check/Support.ts"
import { chosenThreshold, halves, judge } from "../../bench/quality/faults/Judge.ts"
import { truths } from "../../bench/quality/faults/Truths.ts"

/** The half on which nothing was chosen. */
const { controls, planted } = judge(halves.reported)

describe("the check, on faults planted in true sentences", () => {
  it("is tried on enough of them", () => {
    assert.isAtLeast(truths.filter(({ told }) => told !== "untouched").length, 200)
    for (const [kind, { of }] of Object.entries({ ...planted, ...controls })) assert.isAtLeast(of, 50, kind)
  })

  // The bench tries them all.
  it("uses a threshold that is better on the other half than those next to it", () =>
    assert.strictEqual(covered, chosenThreshold(halves.chosen, [covered - 0.05, covered, covered + 0.05])))

  for (const [kind, { found, of, wrong }] of Object.entries(planted)) {
    it(`finds 95 of 100: ${kind}`, () => assert.isAtLeast(found / of, 0.95, wrong.join("\n")))
  }

  for (const [kind, { found, of, wrong }] of Object.entries(controls)) {
    it(`finds nothing wrong with 95 of 100 true ones: ${kind}`, () =>
      assert.isAtMost(found / of, 0.05, wrong.join("\n")))
  }
})
