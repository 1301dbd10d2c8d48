import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { htmlToLine } from "../../../ingest/feed/Html.ts"

const line = (html: string, max = 1_000) => htmlToLine(html, max)

/** Pieces of markup that, put together at random, give every kind of broken HTML. */
const Pieces = Schema.Array(
  Schema.Literals([
    "<script>",
    "</script>",
    "<",
    "</",
    "<<",
    "script",
    "<p",
    ">",
    "<!--",
    "-->",
    "&lt;",
    "&amp;lt;",
    "&#60;",
    "&",
    ";",
    '="',
    "'",
    "alert(1)",
    " ",
    "\n",
    "\u0000",
    "\ud800",
    "🛳",
    "<style>",
    "</p>",
    "<br/>",
    "é"
  ])
)

describe("htmlToLine", () => {
  it("keeps the words apart that blocks keep apart, and together what a line keeps together", () => {
    assert.strictEqual(line("<p>Port <b>of</b> call</p><p>Re<i>open</i>ed<br>today</p>"), "Port of call Reopened today")
  })

  it("drops scripts, styles and comments with what they hold", () => {
    assert.strictEqual(line("a<script>if (1 < 2) x('</b>')</script>b<style>p{}</style>c<!-- <p>no</p> -->d"), "a b cd")
    assert.strictEqual(line("a <script>never closed"), "a")
  })

  it("decodes each reference once, by name and by number", () => {
    assert.strictEqual(
      line("Marks &amp; Spencer &ndash; &#8220;5&nbsp;&euro;&#x201d; &amp;copy; &#150;"),
      "Marks & Spencer – “5 €” &copy; –"
    )
  })

  it("leaves an ampersand alone that begins no reference", () => {
    assert.strictEqual(line("R&D, AT&T, ?a=1&region=2, &copy 2026"), "R&D, AT&T, ?a=1&region=2, © 2026")
  })

  it("keeps what only looks like a tag", () => {
    assert.strictEqual(line("1 < 2, i <3 you, Vec&lt;T&gt;, a <b and c"), "1 < 2, i <3 you, Vec<T>, a <b and c")
  })

  it("drops a tag that was cut off", () => {
    assert.strictEqual(line('Read more <a href="https://harbour.exa'), "Read more")
  })

  it("reads HTML twice that was escaped twice", () => {
    assert.strictEqual(line("&lt;b&gt;Tugs&lt;/b&gt; &amp;amp; barges"), "Tugs & barges")
  })

  it("cuts between code points", () => {
    assert.strictEqual(line("🛳🛳🛳🛳", 3), "🛳🛳🛳")
  })

  it("takes the characters that Windows software writes for what they are meant to be", () => {
    assert.strictEqual(line("it\u0092s \u0093so\u0094"), "it’s “so”")
  })

  it.prop(
    "gives one well-formed line without scripts or controls, of no more code points than asked for",
    [Pieces],
    ([pieces]) => {
      const text = line(pieces.join(""), 12)
      assert.strictEqual(text.isWellFormed(), true)
      assert.notMatch(text, /<\/?script/i)
      // eslint-disable-next-line no-control-regex
      assert.notMatch(text, /[\u0000-\u001f\u007f-\u009f]|^\s|\s$|\s\s/)
      assert.isAtMost(Array.from(text).length, 12)
    }
  )

  it.prop(
    "leaves plain words as they are",
    [Schema.Array(Schema.Literals(["quay", "Kai", "1,5", "埠頭", "пристань"]))],
    ([words]) => {
      assert.strictEqual(line(words.join(" ")), words.join(" "))
    }
  )

  it.each([
    ["references", "&lt;", 3_000_000],
    ["opening brackets", "<", 5_000_000],
    ["tags that never end", "<a ", 3_000_000],
    ["quotes that never end", '<a x=">', 2_000_000],
    ["comments that never end", "<!--", 3_000_000],
    ["empty scripts", "<script></script>", 800_000],
    ["nested blocks", "<div>", 2_000_000],
    ["slashes", "</", 3_000_000]
  ])("takes linear time for millions of %s", (_, piece, times) => {
    const started = performance.now()
    line(piece.repeat(times), 20_000)
    // A quadratic pass over as much would take hours; the linear one takes a fraction of a second.
    assert.isBelow(performance.now() - started, 5_000)
  })
})
