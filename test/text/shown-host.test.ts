import { assert, describe, it } from "@effect/vitest"
import { domainToASCII } from "node:url"
import { shownHost } from "../../src/text/ShownHost.ts"

describe("a host in its own script", () => {
  for (const host of ["wattmühle.example", "české.example", "例え.jp", "пример.рф", "παράδειγμα.ελ", "acme.com"])
    it(`is shown: ${host}`, () => assert.strictEqual(shownHost(domainToASCII(host)), host))

  for (const [why, host] of [
    ["Cyrillic letters among Latin ones", "p\u0430ypal.com"],
    ["Cyrillic letters that look like Latin ones", "\u0430\u0440\u0440\u04cf\u0435.com"],
    ["Greek letters before a Latin top-level domain", "\u03bf\u03bf.com"],
    ["a dotless i", "w\u0131k\u0131.org"],
    ["punycode that stands for nothing", "xn--a.com"]
  ] as const)
    it(`is left in punycode: ${why}`, () => {
      const ascii = host.startsWith("xn--") ? host : domainToASCII(host)
      assert.strictEqual(shownHost(ascii), ascii)
    })
})
