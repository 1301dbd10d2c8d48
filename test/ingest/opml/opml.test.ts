import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { readOpml, writeOpml } from "../../../ingest/opml/Opml.ts"

const opml = (body: string) => `<?xml version="1.0"?>\n<opml version="2.0">\n<head/>\n<body>\n${body}\n</body>\n</opml>`

const feeds = (text: string) => Result.getOrThrow(readOpml(text)).map(({ title, url }) => [url, title])

const fault = (text: string) => {
  const read = readOpml(text)
  assert(Result.isFailure(read))
  return read.failure
}

describe("an OPML document", () => {
  it("gives its feeds in order, folders left aside", () => {
    assert.deepStrictEqual(
      feeds(
        opml(`<outline text="Energy"><outline type="rss" text="Short" title="A &amp; B" xmlUrl="https://a.example/feed?x=1&amp;y=2" htmlUrl="https://a.example"/>
          <outline text="Deeper"><outline text="  B  " xmlURL=" https://b.example/feed "/></outline></outline>
          <outline text="just a note"/>
          <outline type='rss' text='https://c.example/feed' xmlUrl='https://c.example/feed'></outline>
          <outline xmlUrl="feed://d.example/rss"/><outline xmlUrl="feed:https://e.example/rss" text="&#x1F50B; &lt;E&gt;&#10;"/>`)
      ),
      [
        ["https://a.example/feed?x=1&y=2", "A & B"],
        ["https://b.example/feed", "B"],
        ["https://c.example/feed", null],
        ["http://d.example/rss", null],
        ["https://e.example/rss", "🔋 <E>"]
      ]
    )
    assert.deepStrictEqual(feeds("\ufeff" + opml("")), [])
  })

  it("says where each feed stands", () => {
    const read = Result.getOrThrow(readOpml(opml('<outline text="x"/>\n<outline xmlUrl="https://a.example/"/>')))
    assert.strictEqual(read[0]!.line, 6)
  })

  it.each([
    ["", 1, /empty/],
    ["just text", 1, /non-whitespace before first tag/],
    ["<rss><channel/></rss>", 1, /the document is <rss>, not <opml>/],
    [opml('<outline text="A" xmlUrl="https://a.example/?x=1&y=2"/>'), 5, /invalid character in entity name/],
    [opml("<outline text='A'>\n<outline text='B'>\n</outline>"), 8, /unexpected close tag/],
    [opml("<outline text=A/>"), 5, /unquoted attribute value/],
    [opml("<outline text='&nbsp;'/>"), 5, /invalid character entity/],
    [
      `<!DOCTYPE opml [<!ENTITY a "b"><!ENTITY c "&a;&a;">]>\n${opml("").slice(22)}`.replace(
        "<head/>",
        "<head>&c;</head>"
      ),
      3,
      /invalid character entity/
    ],
    [opml("<outline text='x'").replace("</body>\n</opml>", ""), 6, /./],
    [opml("<outline>".repeat(101) + "</outline>".repeat(101)), 5, /folders/],
    [opml('<outline xmlUrl="https://a.example/"/>'.repeat(10_001)), 5, /10000 feeds/]
  ])("that is malformed is refused with its place: %#", (text, line, reason) => {
    const refused = fault(text)
    assert.match(refused.reason, reason)
    assert.strictEqual(refused.line, line)
    assert.isAbove(refused.column, 0)
  })
})

describe("a list as OPML", () => {
  it("comes back as it was", () => {
    const list = [
      { url: "https://a.example/feed?x=1&y=2", title: `A & "B" <c> 'd' 🔋` },
      { url: "https://b.example/feed", title: null },
      { url: "https://c.example/feed", title: "with\u0000 control\uffff" }
    ]
    const text = writeOpml(list, new Date("2026-03-10T12:00:00Z"))
    assert.deepStrictEqual(feeds(text), [
      ["https://a.example/feed?x=1&y=2", `A & "B" <c> 'd' 🔋`],
      ["https://b.example/feed", "b.example"],
      ["https://c.example/feed", "with control"]
    ])
    assert.include(text, '<opml version="2.0">')
    assert.include(text, "<dateCreated>Tue, 10 Mar 2026 12:00:00 GMT</dateCreated>")
  })
})
