import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { canonicalUrl, resolveUrl } from "../../../ingest/feed/Url.ts"

const BASE = "https://feeds.example/news/rss.xml"

describe("resolveUrl", () => {
  it("makes relative addresses absolute", () => {
    assert.strictEqual(resolveUrl("../a?b=1#c", BASE), "https://feeds.example/a?b=1#c")
    assert.strictEqual(resolveUrl("//cdn.example/x", BASE), "https://cdn.example/x")
    assert.strictEqual(resolveUrl(" https://harbour.example/\n cranes ", BASE), "https://harbour.example/%20cranes")
  })

  it("gives nothing for other schemes, however they are written", () => {
    for (const href of [
      "javascript:alert(1)",
      "java\nscript:alert(1)",
      "\u0000javascript:x",
      "data:text/html,x",
      "file:///etc/passwd",
      "mailto:a@b.example"
    ]) {
      assert.isNull(resolveUrl(href, BASE))
    }
  })

  it("gives nothing for what is empty, malformed or too long to be stored", () => {
    for (const href of ["", " ", "http://", "https://[", `/${"x".repeat(3_000)}`, `/${"é".repeat(1_000)}`]) {
      assert.isNull(resolveUrl(href, BASE))
    }
  })
})

describe("canonicalUrl", () => {
  it("takes off what says where the reader came from, and the fragment", () => {
    assert.strictEqual(
      canonicalUrl("HTTPS://Harbour.Example:443/Cranes?utm_source=x&b=%20&a=1&fbclid=2&gclid=3&UTM_medium=4#top"),
      "https://harbour.example/Cranes?b=%20&a=1"
    )
    assert.strictEqual(canonicalUrl("http://harbour.example:80/?utm_campaign=x"), "http://harbour.example/")
  })

  it("keeps parameters that only resemble those", () => {
    assert.strictEqual(
      canonicalUrl("https://harbour.example/?utmost=1&my_utm_x=2&gclid2=3"),
      "https://harbour.example/?utmost=1&my_utm_x=2&gclid2=3"
    )
  })

  it.prop(
    "changes nothing the second time",
    [Schema.String, Schema.Array(Schema.Literals(["utm_x=1", "a=1", "&", "%", "?", "é", "b"]))],
    ([path, query]) => {
      for (const url of [`https://harbour.example/${path}?${query.join("&")}#${path}`, path]) {
        assert.strictEqual(canonicalUrl(canonicalUrl(url)), canonicalUrl(url))
      }
    }
  )
})
