import { assert, describe, it } from "@effect/vitest"
import { isUnspaced, unspacedScripts } from "../../src/text/Scripts.ts"

describe("a script without spaces between words", () => {
  it.each(["漢字", "ひらがな", "カタカナ", "ไทย", "ខ្មែរ", "ລາວ", "မြန်မာ", "tea 茶"])("is that of %s", (text) =>
    assert.isTrue(isUnspaced(text))
  )

  it.each(["", "tea", "чай", "τσάι", "한국어", "चाय", "شاي", "42"])("is not that of %j", (text) =>
    assert.isFalse(isUnspaced(text))
  )

  it("can be named inside of a larger pattern", () =>
    assert.deepStrictEqual("a漢b字".match(new RegExp(`[^${unspacedScripts}]`, "gv")), ["a", "b"]))
})
