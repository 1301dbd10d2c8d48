import { assert, describe, it } from "@effect/vitest"
import { asEntry, makeScrub, scrubDeep } from "../../src/telemetry/Scrub.ts"

const key = `sonde_live_${"0123456789abcdef".repeat(3)}`
const jwt = `eyJhbGciOiJub25lIn0.${"eyJzdWIiOiJhIn0"}.c2lnbmF0dXJl`
const scrub = makeScrub([
  "hunter2-and-more",
  'quo"te\\d',
  "postgres://u:p%40ss-word@db.example/sonde?sslkey=inner-secret",
  "ab"
])

describe("what is written", () => {
  it.each([
    ["a key", `no such key ${key}!`, key.slice(11)],
    ["a token", `bad token ${jwt} given`, "c2lnbmF0dXJl"],
    ["an unsigned token", `eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.`, "eyJzdWIi"],
    ["an Authorization header", "authorization: Bearer abc.def-ghi", "abc.def"],
    ["the same in JSON", '{"authorization":"Basic dXNlcjpwYXNz"}', "dXNlcjpwYXNz"],
    ["the same in JSON within JSON", String.raw`{\"x-api-key\":\"whatever it is\"}`, "whatever"],
    ["a cookie", "Cookie: session=s3cr3t; other=1", "s3cr3t"],
    ["user and password of a URL", "GET https://user:pa.ss@feeds.example/x failed", "pa.ss"],
    ["a key in a URL", "GET https://feeds.example/x?a=1&api_key=12345&b=2 failed", "12345"],
    ["a token in a URL", "https://feeds.example/x?access-token=12345", "12345"],
    ["a setting", "connecting with hunter2-and-more", "hunter2"],
    ["a setting, percent-encoded", `x=${encodeURIComponent('quo"te\\d')}`, "quo%22te"],
    ["a setting in JSON", JSON.stringify({ x: 'quo"te\\d' }), "quo"],
    ["a setting in Base64", Buffer.from("hunter2-and-more").toString("base64"), "aHVudGVy"],
    ["the password of a setting's URL", "password authentication failed: p@ss-word", "p@ss"],
    ["the same as it was written", "p%40ss-word", "p%40ss"],
    ["a parameter of a setting's URL", "key inner-secret refused", "inner-secret"]
  ])("does not show %s", (_, text, secret) => {
    assert.include(text, secret)
    assert.notInclude(scrub(text), secret)
    assert.include(scrub(text), "[redacted]")
    assert.notInclude(JSON.stringify(scrubDeep(scrub, { a: [{ b: text, [`__proto__`]: 1 }] })), secret)
  })

  it("keeps everything else", () => {
    for (const text of [
      "Applied migration 0001_accounts.sql",
      "https://feeds.example/a?tag=b&page=2",
      "the token has expired; the key ends in sonde_live_01ab",
      "12:30:45 user@example.com wrote about basic income and bearer bonds",
      "ab"
    ])
      assert.strictEqual(scrub(text), text)
  })

  it("can neither begin a line of its own nor steer a terminal", () => {
    const forged =
      "bad\r\n[12:00:00.000] INFO (#1): all is well\u001b[2J\u001b[8mhidden\u0007\u009b31m\u202etxt.exe\u2028x"
    const entry = asEntry(forged)
    assert.notMatch(entry, /^\[12/m)
    // oxlint-disable-next-line no-control-regex
    assert.notMatch(entry, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u202e]/)
    assert.strictEqual(asEntry("\u001b[32mINFO\u001b[0m ok\n  at x"), "\u001b[32mINFO\u001b[0m ok\n  at x")
  })

  it("is cleaned in time that grows with its length and no faster", () => {
    const hostile = [
      "://".repeat(40_000),
      `${"a".repeat(120_000)}://`,
      "eyJ".repeat(40_000),
      `eyJ${"a".repeat(120_000)}`,
      "eyJaaaaa.".repeat(13_000),
      "?key".repeat(30_000),
      `?${"a_".repeat(60_000)}key`,
      "bearer ".repeat(17_000),
      "cookie".repeat(20_000),
      "cookie:".repeat(17_000),
      "sonde_live_".repeat(11_000),
      "\n".repeat(120_000),
      "\u001b[".repeat(60_000)
    ]
    for (const text of hostile) {
      const begun = performance.now()
      asEntry(scrub(text))
      // Quadratic time would be minutes; this bound is loose enough for a busy machine.
      assert.isBelow(performance.now() - begun, 2_000, text.slice(0, 20))
    }
  })
})
