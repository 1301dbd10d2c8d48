import { assert, describe, it } from "@effect/vitest"
import { failureOf } from "../../src/operator/CommandFailure.ts"

describe("a failure that a command ends with", () => {
  for (const [what, error, message] of [
    ["an error", new Error("The lock is held"), "The lock is held"],
    ["what an error is after it crossed a socket", { message: "The lock is held", stack: "" }, "The lock is held"],
    ["any other object", { held: true }, '{"held":true}'],
    ["a text", "held", "held"]
  ] as const) {
    it(`is told in words: ${what}`, () => assert.deepStrictEqual(failureOf(error), { code: "internal_error", message }))
  }
})
