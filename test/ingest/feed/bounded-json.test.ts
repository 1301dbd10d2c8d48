import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { performance } from "node:perf_hooks"
import { boundedJson, type JsonBounds } from "../../../ingest/feed/BoundedJson.ts"
import { UnreadableDocument } from "../../../ingest/feed/UnreadableDocument.ts"

const read = (text: string, bounds: Partial<JsonBounds> = {}) =>
  boundedJson(text, { maxLength: 15_000_000, maxDepth: 100, maxValues: 250_000, ...bounds })

/** Why the text is refused; what it holds where it is not. */
const outcome = (text: string, bounds: Partial<JsonBounds> = {}): unknown => {
  try {
    return { read: read(text, bounds) }
  } catch (error) {
    if (error instanceof UnreadableDocument) return error.reason
    throw error
  }
}

/** How many values there are in one, itself among them, and how deep it goes. */
const measure = (value: unknown): { readonly values: number; readonly depth: number } => {
  if (typeof value !== "object" || value === null) return { values: 1, depth: 0 }
  const inside = Object.values(value).map(measure)
  return {
    values: inside.reduce((sum, each) => sum + each.values, 1),
    depth: 1 + Math.max(0, ...inside.map(({ depth }) => depth))
  }
}

describe("boundedJson", () => {
  it.prop("reads what JSON.parse reads within the bounds, and nothing past them", [Schema.Json], ([value]) => {
    const text = JSON.stringify(value)
    const { depth, values } = measure(value)
    assert.deepStrictEqual(outcome(text), { read: JSON.parse(text) })
    assert.deepStrictEqual(outcome(text, { maxLength: text.length, maxDepth: depth }), { read: JSON.parse(text) })
    assert.strictEqual(outcome(text, { maxLength: text.length - 1 }), "too_large")
    if (depth > 0) assert.strictEqual(outcome(text, { maxDepth: depth - 1 }), "too_deep")
    assert.strictEqual(outcome(text, { maxValues: values - 1 }), "too_large")
  })

  it("counts no bracket, comma or quote inside of a string", () => {
    const text = JSON.stringify({ 'a"[{,\\': ['[[[,,,\\"{{{', "\\", '\\"'] })
    assert.deepStrictEqual(outcome(text, { maxDepth: 2, maxValues: 6 }), { read: JSON.parse(text) })
  })

  it("says what is no JSON", () => {
    for (const text of ["", "[", '{"a":', '"a', '["\\"', "]]]", "[1,]", "nothing"])
      assert.strictEqual(outcome(text), "bad_json")
  })

  it.each([
    ["brackets", "[", "too_deep"],
    ["braces", '{"a":', "too_deep"],
    ["empty lists", "[],", "too_large"],
    ["numbers", "1,", "too_large"],
    ["brackets that nothing opened", "]", "bad_json"],
    ["quotes", '"', "bad_json"],
    ["escaped quotes", '\\"', "bad_json"],
    ["backslashes", "\\", "bad_json"],
    ["white space", " ", "bad_json"]
  ])("refuses 14 MB of %s at once", (_, unit, reason) => {
    for (const before of ["", "[", '["']) {
      const text = before + unit.repeat(14_000_000 / unit.length)
      const begun = performance.now()
      const result = outcome(text)
      assert.isBelow(performance.now() - begun, 2_000)
      // Inside of a string that never ends, nothing is deep.
      assert.include([reason, "bad_json"], result)
    }
  })
})
