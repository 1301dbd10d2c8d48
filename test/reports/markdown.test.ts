import { assert, describe, it } from "@effect/vitest"
import { escape, plain } from "../../src/reports/document/Markdown.ts"

describe("text of strangers as Markdown", () => {
  for (const [kind, text] of [
    ["marker", "Prices [7] rose [ 8 ] and ［9］ fell"],
    ["link", "[free](https://evil.example) and https://evil.example/x or www.evil.example"],
    ["script", "<script>alert(1)</script><img onerror=x> javascript:alert(1)"],
    ["emphasis", "**bold** _it_ `code` ~~gone~~ | table |"],
    ["heading", "# now"],
    ["list", "- one"],
    ["numbered list", "1. one"],
    ["control character", "a\u0000b \u202egnp.exe"],
    ["line break", "one\n\n# two"],
    ["entity", "&lt;b&gt; &#60;"]
  ] as const) {
    it(`cannot forge: ${kind}`, () => {
      const markdown = escape(text)
      assert.notMatch(markdown, /\[\s*\d+\s*\]|\]\(|https?:|www\.|javascript:|[<>]|\n|^#|^- |^1\. /)
      assert.notMatch(markdown, /(?<!\\)[*_`~|]/)
      assert.notMatch(markdown, /[\p{Cc}\u202e]/u)
      assert.notMatch(markdown, /&(?!amp;|lt;|gt;)#?\w+;/)
    })
  }

  it("shows the same words as before", () => {
    const text = `AT&T's "R&D" up 5 % (a <b> & c_d * e) – 3 < 4`
    assert.strictEqual(plain(escape(text)), text)
  })
})
