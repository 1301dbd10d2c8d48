import { assert, describe, it } from "@effect/vitest"
import { isAllowed, isPublic, isRefused, withScheme } from "../../../ingest/fetch/Address.ts"

describe("addresses that an outbound request may reach", () => {
  it.each([
    "0.0.0.0",
    "10.1.2.3",
    "100.64.0.1",
    "127.0.0.1",
    "127.255.255.254",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.8",
    "192.168.1.1",
    "198.19.0.1",
    "203.0.113.9",
    "224.0.0.251",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::ffff:127.0.0.1",
    "::ffff:a9fe:a9fe",
    "::127.0.0.1",
    "64:ff9b::7f00:1",
    "64:ff9b:1::1",
    "100::1",
    "2001::1",
    "2001:db8::1",
    "2002:7f00:1::",
    "3fff::1",
    "5f00::1",
    "fc00::1",
    "fd12:3456::1",
    "fe80::1",
    "fe80::1%eth0",
    "fec0::1",
    "ff02::1",
    "localhost",
    "127.1",
    ""
  ])("%s is refused", (address) => {
    assert.isFalse(isPublic(address))
  })

  it.each([
    "1.1.1.1",
    "8.8.8.8",
    "100.63.255.255",
    "172.15.0.1",
    "172.32.0.1",
    "192.169.0.1",
    "223.255.255.255",
    "2606:4700:4700::1111",
    "2a00:1450::1",
    "::ffff:8.8.8.8",
    "64:ff9b::808:808"
  ])("%s is open", (address) => {
    assert.isTrue(isPublic(address))
  })
})

describe("the operator's exceptions", () => {
  it("name a host on any port, or on one", () => {
    assert.isTrue(isAllowed(["feeds.internal"], "feeds.internal", 8080))
    assert.isTrue(isAllowed(["feeds.internal:8080"], "feeds.internal", 8080))
    assert.isTrue(isAllowed(["Feeds.Internal"], "feeds.internal", 80))
    assert.isTrue(isAllowed(["[::1]:80"], "[::1]", 80))
    assert.isTrue(isAllowed(["*"], "anything", 1))
  })

  it("open nothing else", () => {
    assert.isFalse(isAllowed([], "feeds.internal", 80))
    assert.isFalse(isAllowed(["feeds.internal:8080"], "feeds.internal", 80))
    assert.isFalse(isAllowed(["internal"], "feeds.internal", 80))
    assert.isFalse(isAllowed([""], "feeds.internal", 80))
  })
})

describe("an address as the operator writes it", () => {
  it("is refused where it is a private number that is not allowed; names are looked up later", () => {
    const refused = (url: string) => isRefused(["10.0.0.2:8080", "[::1]"], new URL(url))
    for (const url of ["http://10.0.0.1/", "http://10.0.0.2/", "http://[fd00::1]/", "http://0x7f.1/"])
      assert.isTrue(refused(url), url)
    for (const url of ["http://10.0.0.2:8080/", "https://[::1]/", "http://localhost/", "http://192.0.1.1/"])
      assert.isFalse(refused(url), url)
  })

  it.each([
    ["example.org", "https://example.org"],
    ["Example.org:8443/a?b=c", "https://Example.org:8443/a?b=c"],
    ["8.8.8.8/feed", "https://8.8.8.8/feed"],
    ["127.0.0.1:5961", "http://127.0.0.1:5961"],
    ["[::1]:80", "http://[::1]:80"],
    ["localhost:3000/feed", "http://localhost:3000/feed"],
    ["wiki.lan/feed", "http://wiki.lan/feed"],
    ["ftp://example.org", "ftp://example.org"],
    ["mailto:a@example.org", "mailto:a@example.org"],
    ["javascript:alert(1)", "javascript:alert(1)"],
    ["news", "news"],
    ["", ""]
  ])("%s is %s", (typed, completed) => {
    assert.strictEqual(withScheme(["*", "wiki.lan"], typed), completed)
  })
})
