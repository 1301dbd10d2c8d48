import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { Domain, isOn, siteOf } from "../../src/text/Domain.ts"

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
    ["XN--WATTMHLE-B6A.example", "xn--wattmhle-b6a.example"],
    ["wattmu\u0308hle.example", "xn--wattmhle-b6a.example"],
    ["ａｃｍｅ．ｃｏｍ", "acme.com"],
    ["acme。com。", "acme.com"],
    ["ac\u00adme.com", "acme.com"],
    ["ΒΌΛΟΣ.com", "xn--nxasmq6b.com"],
    ["xn--ls8h.la", "xn--ls8h.la"],
    ["مثال.إختبار", "xn--mgbh0fb.xn--kgbechtv"],
    ["xn--mgbh0fb.xn--kgbechtv", "xn--mgbh0fb.xn--kgbechtv"],
    ["r3---sn-4g5e6nz7.acme.com", "r3---sn-4g5e6nz7.acme.com"],
    [`${"a".repeat(63)}.com`, `${"a".repeat(63)}.com`],
    [`${"ü".repeat(57)}.com`, `xn--td${"a".repeat(57)}.com`],
    [`${"a.".repeat(122)}acme.com`, `${"a.".repeat(122)}acme.com`],
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
    `${"ü".repeat(58)}.com`,
    `acme.${"a".repeat(64)}`,
    "acme.com..",
    ".acme.com",
    "acme.com。。",
    "xn--a.com",
    "xn--.com",
    "xn--zzzzzz.com",
    "xn--a-.com",
    "xn--fass-.de",
    "xn--1ug.com",
    "xn--a-ecp.com",
    "xn--faß.de",
    "www.xn--a.com",
    "a\u200db.com",
    "\u0300a.com",
    "אa.com",
    "℀.com",
    "１２７.０.０.１",
    "acme.com-",
    "acme.-com",
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
