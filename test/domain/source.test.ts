import { assert, describe, it } from "@effect/vitest"
import { stateOf } from "../../src/domain/Source.ts"

const at = (minutes: number) => new Date(Date.UTC(2026, 2, 10) + minutes * 60_000)

/** The state `late` minutes after the check that was due `interval` minutes after the last success. */
const after = (interval: number, late: number, more: Partial<Parameters<typeof stateOf>[0]> = {}) =>
  stateOf({
    now: at(interval + late),
    configured: true,
    lastRun: "ok",
    lastSuccess: at(0),
    nextCheck: at(interval),
    ...more
  })

describe("A source's state", () => {
  it("is stale when the next check is overdue by more than its interval", () => {
    assert.strictEqual(after(180, 180), "ok")
    assert.strictEqual(after(180, 180.1), "stale")
    assert.strictEqual(after(180, 180.1, { lastRun: "empty" }), "stale")
  })

  it("is never stale within an hour, however short the interval", () => {
    assert.strictEqual(after(15, 60), "ok")
    assert.strictEqual(after(15, 60.1), "stale")
    assert.strictEqual(after(15, -15), "ok")
  })

  it("is how its last run ended while that was no success, and at the beginning", () => {
    assert.strictEqual(after(15, 9_000, { lastRun: "error" }), "error")
    assert.strictEqual(after(15, 9_000, { lastRun: "blocked" }), "blocked")
    assert.strictEqual(after(15, 9_000, { lastRun: "empty", lastSuccess: null, nextCheck: null }), "empty")
  })

  it("is stale after a success that lies in the future: a clock was wrong, and nobody knows how old it is", () => {
    assert.strictEqual(
      after(30, 0, { lastSuccess: at(30 + 400 * 24 * 60), nextCheck: at(60 + 400 * 24 * 60) }),
      "stale"
    )
    // Clocks of processes differ by some seconds.
    assert.strictEqual(after(30, 0, { lastSuccess: at(31), nextCheck: at(61) }), "ok")
  })

  it("is not configured while credentials are missing, whatever came before", () => {
    assert.strictEqual(after(15, 0, { configured: false }), "not_configured")
    assert.strictEqual(after(15, 9_000, { configured: false, lastRun: "error" }), "not_configured")
  })
})
