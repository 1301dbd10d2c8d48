import { assert, describe, it } from "@effect/vitest"
import { escapeMarkup } from "../../src/text/Html.ts"

describe("plain text in markup", () => {
  it("has no tag, no reference and no end of an attribute", () => {
    assert.strictEqual(
      escapeMarkup(`<a href="x" title='y'>Q&A &lt;</a>`),
      "&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;Q&amp;A &amp;lt;&lt;/a&gt;"
    )
  })

  it("stays as it is where nothing needs to be escaped", () =>
    assert.strictEqual(escapeMarkup("Ümläute, “quotes” – 5 % 😀"), "Ümläute, “quotes” – 5 % 😀"))
})
