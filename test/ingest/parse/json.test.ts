import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { readJson } from "../../../ingest/parse/Json.ts"
import { mostRows, takeRows } from "../../../ingest/parse/Rows.ts"
import { document } from "../../support/Documents.ts"

const Form = Schema.Struct({ a: Schema.Int })

describe("an answer in JSON", () => {
  it.each(['{"a":1}', ')]}\',\n{"a":1}', ')]}\'\n{"a":1}', '\ufeff{"a":1}', 'for(;;);{"a":1}'])(
    "is read from its first bracket: %j",
    (text) => {
      assert.deepStrictEqual(Result.getOrThrow(readJson(document(text), Form)), { a: 1 })
    }
  )

  it.each([
    ["", "no JSON, or cut off"],
    ["<html>blocked</html>", "no JSON, or cut off"],
    ["{", "no JSON, or cut off"],
    ['{"a":"hunter2"}', "a: expected number"],
    ["[]", "expected object"],
    ["null", "expected object"]
  ])("that is another one is refused without repeating it: %j", (text, fault) => {
    const refused = readJson(document(text), Form)
    assert(Result.isFailure(refused))
    assert.strictEqual(refused.failure, `not the JSON that was expected: ${fault}`)
  })

  it.each([
    ["[".repeat(1_000), /nested more than 50 deep/],
    [`[${"[],".repeat(200_000)}[]]`, /more than 100000 values/],
    [`[${" ".repeat(4_000_001)}]`, /longer than 4000000 characters/]
  ])("is measured before it is parsed: %#", (text, reason) => {
    const refused = readJson(document(text), Schema.Unknown)
    assert(Result.isFailure(refused))
    assert.match(refused.failure, reason)
  })
})

describe("the rows of an answer", () => {
  const rows = (given: ReadonlyArray<unknown>) => {
    const taken: Array<number> = []
    const left = takeRows(given, Form, ({ a }) => (taken.push(a) > 0 ? null : null))
    return { left, taken }
  }

  it("are read each by itself, and no more than a thousand of them", () => {
    const { left, taken } = rows([{ a: 1 }, { a: "x" }, ...Array.from({ length: 1_200 }, (_, a) => ({ a }))])
    const reasons = Result.getOrThrow(left)
    assert.strictEqual(taken.length, mostRows - 1)
    assert.strictEqual(reasons.filter((reason) => reason === "bad_row").length, 1)
    assert.strictEqual(reasons.filter((reason) => reason === "over_limit").length, 202)
  })

  it("of which not one can be read are refused with what is wrong with the first", () => {
    const { left } = rows([{ b: 1 }, null])
    assert(Result.isFailure(left))
    assert.match(left.failure, /none of its 2 rows can be read; the first: a is missing$/)
    assert.deepStrictEqual(Result.getOrThrow(rows([]).left), [])
  })
})
