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

  it("uses the threshold that was chosen on the other half", () =>
    assert.strictEqual(covered, chosenThreshold(halves.chosen)))

  for (const [kind, { found, of, wrong }] of Object.entries(planted)) {
    it(`finds 95 of 100: ${kind}`, () => assert.isAtLeast(found / of, 0.95, wrong.join("\n")))
  }

  for (const [kind, { found, of, wrong }] of Object.entries(controls)) {
    it(`finds nothing wrong with 95 of 100 true ones: ${kind}`, () =>
      assert.isAtMost(found / of, 0.05, wrong.join("\n")))
  }
})
