import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { Domain, isOn, siteOf } from "../../src/domain/Domain.ts"

const decode = Schema.decodeUnknownResult(Domain)

describe("a domain", () => {
  it.each([
    ["acme.com", "acme.com"],
    [" ACME.Com. ", "acme.com"],
    ["acme.co.uk", "acme.co.uk"],
    ["shop.acme.co.uk", "shop.acme.co.uk"],
    ["www.acme.com", "www.acme.com"],
    ["wattmühle.example", "xn--wattmhle-b6a.example"],
    ["食狮.公司.cn", "xn--85x722f.xn--55qx5d.cn"],
    ["faß.de", "xn--fa-hia.de"],
    ["xn--wattmhle-b6a.example", "xn--wattmhle-b6a.example"],
    ["www.ck", "www.ck"],
    ["city.kobe.jp", "city.kobe.jp"],
    ["github.io", "github.io"],
    ["acme.github.io", "acme.github.io"],
    ["acme.a-new-top-level-domain", "acme.a-new-top-level-domain"]
  ])("may be %j, and is stored as %j", (text, stored) => {
    assert.strictEqual<string>(Result.getOrThrow(decode(text)), stored)
  })

  it.each([
    "com",
    "co.uk",
    "CO.UK.",
    "公司.cn",
    "foo.ck",
    "b.kobe.jp",
    "localhost",
    "127.0.0.1",
    "2130706433",
    "0x7f.1",
    "127.1",
    "[::1]",
    "::1",
    "https://acme.com",
    "acme.com/",
    "acme.com:443",
    "user@acme.com",
    "acme com",
    "acme..com",
    "-acme.com",
    "acme_.com",
    `${"a".repeat(64)}.com`,
    `${"a.".repeat(125)}acme.com`,
    "",
    ".",
    "%61cme.com",
    "acme.com\u0000",
    7,
    null
  ])("is not %j", (text) => {
    const refused = decode(text)
    assert(Result.isFailure(refused))
    if (typeof text === "string") assert.match(refused.failure.message, /^must be a registrable host name such as/)
  })
})

describe("the site of a domain", () => {
  it.each([
    ["acme.com", "https://acme.com/news", true],
    ["acme.com", "https://www.acme.com/", true],
    ["acme.com", "http://blog.eu.acme.com:8080/1", true],
    ["acme.com", "https://notacme.com/", false],
    ["acme.com", "https://acme.com.evil.example/", false],
    ["acme.com", "https://evil.example/?u=https://acme.com/", false],
    ["www.acme.com", "https://acme.com/", true],
    ["www.acme.com", "https://blog.acme.com/", true],
    ["shop.acme.com", "https://acme.com/", false],
    ["shop.acme.com", "https://eu.shop.acme.com/", true],
    ["github.io", "https://www.github.io/", true],
    ["github.io", "https://acme.github.io/", false],
    ["acme.github.io", "https://acme.github.io/", true],
    ["www.ck", "https://www.ck/", true],
    ["xn--wattmhle-b6a.example", "https://blog.wattmühle.example/", true],
    ["acme.com", "no URL", false]
  ])("of %j has %j: %j", (domain, url, on) => {
    assert.strictEqual(isOn(url, siteOf(domain)), on)
  })
})
