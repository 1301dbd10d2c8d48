import { assert, describe, it } from "@effect/vitest"
import { plainText } from "../../src/text/Markdown.ts"

describe("Markdown as plain text", () => {
  const told: ReadonlyArray<readonly [string, string]> = [
    ["# Tea\n\nPrices *fell* by **5 %**.\n\n## Coffee ##", "Tea\n\nPrices fell by 5 %.\n\nCoffee"],
    ["Tea\n===\n\nmore", "Tea\n\nmore"],
    [
      '[The auction](https://tea.example/a_(b) "title") and <https://tea.example>',
      "The auction and https://tea.example"
    ],
    ["![a leaf](leaf.png)![](x.png) [*Wire*][w]\n\n[w]: https://wire.example", "a leaf Wire"],
    ["- Assam\n- Darjeeling\n  - first flush\n\nend", "• Assam\n• Darjeeling\n  • first flush\n\nend"],
    ["3. three\n4. four", "3. three\n4. four"],
    ["`a < b && c` and\n\n```sql\nselect 1\n```", "a < b && c and\n\nselect 1"],
    ["> quoted\n> words", "quoted\nwords"],
    ["<script>alert(1)</script>\n\nTea <b>is</b> dear<br>now", "Tea is dear\nnow"],
    ["a &lt; b &amp; c, 5\\. and \\*stars\\* – 2 \\| 3", "a < b & c, 5. and *stars* – 2 | 3"],
    ["| a | b |\n|---|--:|\n| 1 | **2** |", "a | b\n1 | 2"],
    ["one\n\n---\n\ntwo  \nthree", "one\n\ntwo\nthree"],
    ["snake_case and 2*3*4 [7] [12]", "snake_case and 234 [7] [12]"],
    ["", ""]
  ]
  for (const [markdown, text] of told)
    it(JSON.stringify(markdown.slice(0, 40)), () => assert.strictEqual(plainText(markdown), text))
})
