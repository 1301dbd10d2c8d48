import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { clean, HttpUrl, line, prose, question } from "../../src/text/Text.ts"

const passes = (schema: Schema.Codec<unknown, string>, text: string): boolean =>
  Result.isSuccess(Schema.decodeUnknownResult(schema)(text))

describe("text of strangers", () => {
  it("is made one line that storage holds: no control, no half of a pair, no run of spaces", () =>
    assert.strictEqual(clean("  a\u0000b\n\tc\u2028d \ud800  e\u009f "), "a b c d \ufffd e"))
})

describe("a line typed by a client", () => {
  const name = line(2, 5)

  it("is counted in characters after trimming, and trimmed", () => {
    assert.strictEqual(Schema.decodeUnknownSync(name)("  😀😀😀😀😀 "), "😀😀😀😀😀")
    assert.deepStrictEqual(
      ["a", "  a  ", "abcdef", "😀".repeat(6), " ".repeat(9), "ab\nc", "ab\u0000", "ab\ud800"].filter((text) =>
        passes(name, text)
      ),
      []
    )
  })
})

describe("words to search for", () => {
  const words = question(1, 6)

  it("may have any white space, which is a space each, and no other controls", () => {
    assert.strictEqual(Schema.decodeUnknownSync(words)("\n a\tb\r\nc\u2028"), "a b  c")
    assert.deepStrictEqual(
      ["\t\n", "abcdefg", "a\u0000", "a\u001b", "a\u0085", "\udc00"].filter((text) => passes(words, text)),
      []
    )
  })
})

describe("running text typed by a client", () => {
  it("may have line breaks and tabs, and no other controls", () => {
    const context = prose(6)
    assert.isTrue(passes(context, "a\n\tb\r\n"))
    assert.isTrue(passes(context, ""))
    assert.deepStrictEqual(
      ["1234567", "a\u0000", "a\u001b", "a\u0085", "\udc00"].filter((text) => passes(context, text)),
      []
    )
  })
})

describe("an address", () => {
  it("is absolute, of http or https, and not too long", () => {
    for (const url of ["https://a.example", "http://a.example:1/b?c#d", `https://a.example/${"x".repeat(1_900)}`])
      assert.isTrue(passes(HttpUrl, url), url)
    for (const url of [
      "a.example",
      "//a.example",
      "ftp://a.example",
      "javascript:1",
      "https://",
      `https://a.example/${"x".repeat(2_000)}`,
      "https://a.example/\u0000"
    ])
      assert.isFalse(passes(HttpUrl, url), url)
  })
})
