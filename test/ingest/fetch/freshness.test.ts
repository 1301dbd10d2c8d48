import { assert, describe, it } from "@effect/vitest"
import { Headers } from "effect/http"
import { cacheSeconds, retryAfterSeconds } from "../../../ingest/fetch/Freshness.ts"

const now = Date.parse("2026-03-01T12:00:00Z")

describe("what an answer says about when to come back", () => {
  it.each([
    [{ "cache-control": "public, max-age=600" }, 600],
    [{ "cache-control": 'max-age="600"' }, 600],
    [{ "cache-control": "max-age=600", age: "200" }, 400],
    [{ "cache-control": "max-age=600", age: "900" }, 0],
    [{ "cache-control": "no-cache, max-age=600" }, null],
    [{ "cache-control": "no-store" }, null],
    [{ "cache-control": "s-maxage=600" }, null],
    [{ "cache-control": "max-age=99999999999999999999" }, null],
    [{ expires: "Sun, 01 Mar 2026 12:10:00 GMT" }, 600],
    [{ expires: "Sun, 01 Mar 2026 13:00:00 GMT", date: "Sun, 01 Mar 2026 12:59:00 GMT" }, 60],
    [{ expires: "0" }, null],
    [{ expires: "soon" }, null],
    [{}, null]
  ] as const)("%j keeps for %s seconds", (headers, expected) => {
    assert.strictEqual(cacheSeconds(Headers.fromInput(headers as Record<string, string>), now), expected)
  })

  it.each([
    ["120", 120],
    ["Sun, 01 Mar 2026 12:02:00 GMT", 120],
    ["Sun, 01 Mar 2026 11:00:00 GMT", 0],
    ["-5", null],
    ["later", null]
  ])("Retry-After: %s means %s seconds", (value, expected) => {
    assert.strictEqual(retryAfterSeconds(Headers.fromInput({ "retry-after": value }), now), expected)
  })
})
