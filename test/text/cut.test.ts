import { assert, describe, it } from "@effect/vitest"
import { cut } from "../../src/text/Cut.ts"

describe("texts that are too long", () => {
  it("are cut to what fits, in code units or in bytes, with a sign", () => {
    assert.strictEqual(cut("abcdef", 6), "abcdef")
    assert.strictEqual(cut("abcdefg", 6), "abcde…")
    assert.strictEqual(cut("abcd efg", 6), "abcd…")
    assert.strictEqual(cut("äöü", 6, "bytes"), "äöü")
    assert.strictEqual(cut("äöüx", 6, "bytes"), "ä…")
  })

  it("are never cut within a character", () => {
    for (const text of ["😀😀😀😀😀😀", "a😀b😀c😀d😀e", "茶が高い茶が高い"])
      for (const unit of ["units", "bytes"] as const)
        for (let most = 3; most < 30; most++) {
          const short = cut(text, most, unit)
          assert.isTrue(short.isWellFormed(), short)
          assert.isAtMost(unit === "units" ? short.length : Buffer.byteLength(short), most)
          assert.isTrue(text.startsWith(short.replace(/…$/, "")))
        }
  })
})
