import { assert, describe, it } from "@effect/vitest"
import { compare, mean } from "../../bench/quality/articles/Measure.ts"

describe("what the reading of articles is measured by", () => {
  it("counts runs of four words, each as often as it stands there", () => {
    assert.deepStrictEqual(compare("a b c d e", "A b c d e"), { precision: 0.5, recall: 0.5 })
    assert.deepStrictEqual(compare("a b c d", "a, b; c. d!"), { precision: 1, recall: 1 })
    assert.deepStrictEqual(compare("a b c d e", "a b c d"), { precision: 1, recall: 0.5 })
    assert.deepStrictEqual(compare("a b c d", "a b c d a b c d"), { precision: 0.2, recall: 1 })
    assert.deepStrictEqual(compare("a b", "a b"), { precision: 1, recall: 1 })
  })

  it("gives nothing for a text that was not found, and says nothing of how right that was", () => {
    assert.deepStrictEqual(compare("a b c d", ""), { precision: null, recall: 0 })
    assert.deepStrictEqual(compare("a b c d", "w x y z"), { precision: 0, recall: 0 })
    assert.deepStrictEqual(compare("", "a b c d"), { precision: 0, recall: null })
  })

  it("takes every page for one, however long it is", () => {
    assert.deepStrictEqual(
      mean([
        { precision: 1, recall: 1 },
        { precision: 0.5, recall: 0 },
        { precision: null, recall: null }
      ]),
      { precision: 0.75, recall: 0.5, f1: 0.6 }
    )
  })
})
