import { assert, describe, it } from "@effect/vitest"
import { detect } from "../../src/search/Languages.ts"

describe("a text without a stated language", () => {
  it.each([
    ["ＮＴＴがＥＶ事業を開始", "ja"],
    ["SONYがAI開発を発表した", "ja"],
    ["Die Preise für Strom steigen auch in diesem Winter wieder", "de"],
    ["The price of power rises again, and the winter is not over", "en"],
    ["Nintendo shows a new game called すごい in Kyoto, and fans of the series are glad", "en"]
  ])("%s is in %s", (text, language) => assert.strictEqual(detect(text), language))
})
