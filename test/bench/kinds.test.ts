import { assert, describe, it } from "@effect/vitest"
import { agreements, labels } from "../../bench/quality/kinds/Measure.ts"
import { captures } from "../../harness/captures/Captures.ts"

describe("kinds of events", () => {
  it("are told as a reader tells them, in four of five judged pieces of news and more", async () => {
    assert.isAtLeast(labels().length, 150)
    const files = captures()
    for (const { agreement, half, judged, kind, precision } of await agreements(files)) {
      assert.isAtLeast(judged, files === null ? 30 : 80, `${half} ${kind}`)
      assert.isAtLeast(agreement, 0.8, `${half} ${kind}`)
      assert.isAtLeast(precision, 0.8, `${half} ${kind}`)
    }
  })
})
