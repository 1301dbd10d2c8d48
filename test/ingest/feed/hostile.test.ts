import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Buffer } from "node:buffer"
import { gzipSync } from "node:zlib"
import { atom, item, only, parse, rss, second } from "./Documents.ts"
import { assertMatches } from "../../support/Matches.ts"

const reason = (document: string | Uint8Array, contentType?: string) =>
  Effect.map(Effect.flip(parse(document, contentType)), (refused) => refused.reason)

/** Far above what is needed, far below what anything quadratic would take. */
const longestMillis = 10_000

describe("what is no feed", () => {
  it.effect("is refused with the reason", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* reason(""), "empty")
      assert.strictEqual(yield* reason(" \n\t"), "empty")
      assert.strictEqual(yield* reason("<!DOCTYPE html><html><body><rss/></body></html>", "text/xml"), "html")
      assert.strictEqual(yield* reason("Please limit requests to one every 5 seconds"), "not_a_feed")
      assert.strictEqual(yield* reason("<urlset><url><loc>https://harbour.example/</loc></url></urlset>"), "not_a_feed")
      assert.strictEqual(yield* reason(`{"items":[1]}`), "not_a_feed")
      assert.strictEqual(yield* reason("[]"), "not_a_feed")
      assert.strictEqual(yield* reason(`{"version":"https://jsonfeed.org/version/1","items":[`), "bad_json")
      assert.strictEqual(yield* reason(Uint8Array.of(0x1f, 0x8b, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)), "malformed")
    })
  )

  it.effect("is refused without quoting it", () =>
    Effect.gen(function* () {
      const refused = yield* Effect.flip(parse("<html><!-- secret -->"))
      assert.strictEqual(refused.message, "the document is a web page, not a feed")
    })
  )
})

describe("documents in disrepair", () => {
  const repaired: ReadonlyArray<readonly [string, string]> = [
    [
      "a notice of the server before it",
      `<br />\n<b>Notice</b>: Undefined variable in <b>/x.php</b> on line <b>3</b><br />\n<?xml version="1.0"?>${rss(item(""))}`
    ],
    ["bare ampersands and unknown references", rss(item("<guid>a & b &nosuch; c</guid>"))],
    ["control characters, written and referred to", rss(item("<guid>a\u0000b\u0008&#0;&#1;&#xD800;</guid>"))],
    ["an attribute of 100 KB", rss(item(`<enclosure url="data:${"x".repeat(100_000)}"/>`))],
    ["attributes without quotes or values", rss(item(`<guid isPermaLink=false disabled>7</guid>`))],
    ["void HTML between its elements", rss(`<br>${item("<hr><img src=x>")}`)],
    ["end tags that nothing opened", rss(`</x></description>${item("</b></link>")}`)],
    [
      "an item that another one begins in",
      rss(item("").replace("</item>", "")).replace("</channel>", "</item></channel>")
    ],
    ["capitals where none belong", rss(item("")).replaceAll("item>", "ITEM>").replaceAll("link>", "Link>")],
    ["text after its end", `${rss(item(""))}<script>x</script>${rss(item("", "second"))}`],
    [
      "elements named like what objects have",
      rss(item("<__proto__>x</__proto__><constructor>x</constructor><_>x</_><hasOwnProperty/>"))
    ],
    ["a comment that never ends", rss(item("<!-- "))]
  ]

  it.effect.each(repaired)("are read in spite of %s", ([, document]) =>
    Effect.gen(function* () {
      assertMatches(yield* only(document), {
        title: "Cranes stand still",
        link: "https://harbour.example/cranes"
      })
    })
  )

  it.effect("keep the order of text that has markup inside", () =>
    Effect.gen(function* () {
      const { text } = yield* only(
        rss(item("<description>One <b>two</b> three<br>four &amp; <![CDATA[<i>five</i>]]></description>"))
      )
      assert.strictEqual(text, "One two three four & five")
    })
  )

  it.effect("keep the complete items of a document that is cut off", () =>
    Effect.gen(function* () {
      const whole = rss(item("<guid>1</guid>") + item("<guid>2</guid>", "Größer"))
      const feed = yield* parse(whole.slice(0, whole.indexOf("<guid>2") + 4))
      assert.deepStrictEqual(
        feed.items.map(({ guid }) => guid),
        ["1"]
      )
      assert.strictEqual(feed.dropped.cutOff, 1)
    })
  )

  it.effect("keep the items of a gzip body that is cut off", () =>
    Effect.gen(function* () {
      const items = Array.from({ length: 300 }, (_, number) => item(`<guid>${number}-${Math.sin(number)}</guid>`)).join(
        ""
      )
      const packed = gzipSync(rss(items))
      const feed = yield* parse(packed.subarray(0, packed.length / 2))
      assert.isAbove(feed.items.length, 50)
      assert.strictEqual(feed.dropped.cutOff, 1)
    })
  )

  it.effect("lose a bad date and nothing else", () =>
    Effect.gen(function* () {
      const feed = yield* parse(
        rss(item("<pubDate>not today</pubDate>") + item("<pubDate>Tue, 03 Mar 2026 09:05:07 GMT</pubDate>", "b"))
      )
      assert.deepStrictEqual(
        feed.items.map(({ publishedAt }) => second(publishedAt)),
        [null, "2026-03-03T09:05:07"]
      )
    })
  )
})

describe("documents that mean harm", () => {
  const bomb = `<!DOCTYPE rss [<!ENTITY a "ha">${Array.from({ length: 9 }, (_, n) => `<!ENTITY a${n + 1} "${`&a${n || ""};`.repeat(10)}">`).join("")}]>`

  it.effect("have no entity expanded and none fetched", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* only(rss(item("<description>&a9;</description>"), bomb))).text, "&a9;")
      const external = `<!DOCTYPE rss [<!ENTITY x SYSTEM "file:///etc/passwd"> <!ENTITY % y SYSTEM "http://127.0.0.1:1/"> %y;]>`
      assert.strictEqual((yield* only(rss(item("<description>&x;</description>"), external))).text, "&x;")
    })
  )

  it.effect("get no link in but an http one", () =>
    Effect.gen(function* () {
      const { link } = yield* only(
        rss("<item><title>x</title><link>java\nscript:alert(1)</link><guid>javascript:alert(1)</guid></item>")
      )
      assert.isNull(link)
    })
  )

  it.effect("reach no prototype", () =>
    Effect.gen(function* () {
      const feed = yield* parse(
        `{"version":"https://jsonfeed.org/version/1","items":[{"id":"1","title":"a","__proto__":{"url":"https://evil.example/"}}]}`
      )
      assert.isNull(feed.items[0]?.link)
      assert.isUndefined(({} as Record<string, unknown>)["url"])
    })
  )

  it.effect("are refused when too large, packed or not, and when too deep", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* reason(rss("x".repeat(15_000_000))), "too_large")
      assert.strictEqual(yield* reason(gzipSync(Buffer.alloc(100_000_000))), "too_large")
      assert.strictEqual(yield* reason(rss("<a/>".repeat(300_000))), "too_large")
      assert.strictEqual(yield* reason(rss("<a>".repeat(100_000))), "too_deep")
      assert.strictEqual(yield* reason(rss('<a "'.repeat(100_000))), "malformed")
    })
  )

  it.effect("get no more items in than the cap, and the rest is counted", () =>
    Effect.gen(function* () {
      const feed = yield* parse(
        rss(Array.from({ length: 2_100 }, (_, number) => item(`<guid>${number}</guid>`)).join(""))
      )
      assert.lengthOf(feed.items, 2_000)
      assert.strictEqual(feed.dropped.overLimit, 100)
    })
  )

  it.effect("get no text in beyond its caps", () =>
    Effect.gen(function* () {
      const read = yield* only(
        rss(
          item(
            `<description>${"🛳 ".repeat(50_000)}</description><category>${"c".repeat(5_000)}</category>`,
            "t".repeat(5_000)
          )
        )
      )
      assert.deepStrictEqual(
        [read.title, read.text, read.summary, read.categories[0]!].map((text) => Array.from(text).length),
        [500, 19_999, 1_000, 200]
      )
    })
  )

  const flat = (text: string) => rss(item(`<description>${text}</description>`))
  const cdata = (text: string) => flat(`<![CDATA[${text}]]>`)
  /** Start tags of one element in so many mixtures of small and capital letters. */
  const spellings = (name: string, count: number) =>
    Array.from(
      { length: count },
      (_, bits) => `<x><${Array.from(name, (char, n) => ((bits >> n) & 1 ? char.toUpperCase() : char)).join("")}></x>`
    )
  it.effect.each([
    ["50,000 escaped brackets", flat("&lt;".repeat(50_000))],
    ["a million escaped brackets", flat("&lt;".repeat(1_000_000))],
    ["an item of 156 KB of unclosed tags", cdata("<h".repeat(80_000))],
    ["an item of 14 MB", cdata("<p>word <b>word".repeat(930_000))],
    ["100,000 nested blocks of text", flat(`${"<div>".repeat(100_000)}${"</div>".repeat(100_000)}`)],
    [
      "100,000 nested lists in JSON",
      `{"version":"https://jsonfeed.org/version/1","items":${"[".repeat(100_000)}${"]".repeat(100_000)}}`
    ],
    ["200,000 titles that never end", rss(`<item>${"<title>".repeat(200_000)}</title>`)],
    ["300,000 items that never end", rss("<item>".repeat(300_000))],
    ["a million sections that never end", rss(item("") + "<![CDATA[".repeat(1_000_000))],
    ["500,000 document types that never end", rss(item(""), "<!DOCTYPE x [".repeat(500_000))],
    ["attributes of one long name", rss(`<item ${"a".repeat(30_000)}>`.repeat(400))],
    ["attributes of much space", rss(`<item a${" ".repeat(30_000)}b>`.repeat(400))],
    ["a million ampersands", rss(item(`<guid>${"&".repeat(1_000_000)}</guid>`))],
    ["dates of many words", rss(item(`<pubDate>${"jan ".repeat(24)}</pubDate>`).repeat(2_000))],
    ["titles without an end, each with a section behind it", rss("<x><title><![CDATA[a]]></item></x>".repeat(40_000))],
    [
      "titles without an end before many sections",
      rss(`${"<x><title></x>".repeat(40_000)}${"<![CDATA[]]>".repeat(200_000)}</title>`)
    ],
    [
      "one name in ten thousand spellings",
      rss(`${spellings("content:encoded", 10_000).join("")}${"x".repeat(10_000_000)}`)
    ],
    ["quotes in tags that only seem to close", cdata(`<a ${'b="><a "'.repeat(100_000)} b="`)],
    ["14 MB of one byte", new Uint8Array(14_000_000).fill(0xb0)]
  ] as ReadonlyArray<readonly [string, string | Uint8Array]>)("end in time: %s", ([, document]) =>
    Effect.gen(function* () {
      const started = performance.now()
      yield* Effect.exit(parse(document))
      assert.isBelow(performance.now() - started, longestMillis)
    })
  )

  it.effect("cannot put the marks of the repair itself into the XML", () =>
    Effect.gen(function* () {
      const { title, text } = yield* only(
        atom(`<entry><title type="text">a ]]&gt; &lt;/title>&lt;b></title><summary>]]></summary></entry>`)
      )
      assert.strictEqual(title, "a ]]> </title><b>")
      assert.strictEqual(text, "]]>")
    })
  )
})
