import { assert, describe, it } from "@effect/vitest"
import { bareHost, hostOf } from "../../src/text/Host.ts"

describe("the host of an address", () => {
  it.each([
    ["https://www.acme.example/a?b#c", "acme.example"],
    ["http://News.Acme.example:8080/", "news.acme.example"],
    ["https://user:word@wattmühle.example/", "xn--wattmhle-b6a.example"],
    ["https://www2.acme.example/", "www2.acme.example"],
    ["https://www.www.example/", "www.example"],
    ["https://[::1]/", "[::1]"]
  ])("%s is %s", (url, host) => assert.strictEqual(hostOf(url), host))

  it.each(["", "acme.example", "//acme.example", "https://", "not an address"])("%j has none", (url) =>
    assert.isNull(hostOf(url))
  )
})

describe("a host", () => {
  it("loses `www.` in front, and nothing else", () => {
    assert.deepStrictEqual(["www.a.example", "a.www.example", "wwwa.example"].map(bareHost), [
      "a.example",
      "a.www.example",
      "wwwa.example"
    ])
  })
})
