import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { addFeeds, emptyList } from "../../../ingest/opml/AddFeeds.ts"
import { parse } from "../../../ingest/list/SourcesFile.ts"
import { nameOf } from "../../../ingest/signals/feeds.ts"

const feed = (url: string, title: string | null = null, line = 1) => ({ url, title, line })
const add = (text: string, ...feeds: ReadonlyArray<ReturnType<typeof feed>>) => Result.getOrThrow(addFeeds(text, feeds))
const urls = (text: string) => Result.getOrThrow(parse(text)).feeds.map(({ url }) => url)

const list = `{
  "reddit": { "subreddits": ["stocks"] },
  "feeds": [
    { "url": "https://a.example/feed", "title": "]}\\"," }
  ],
  "sec_companies": true
}
`

describe("adding feeds to the list of sources", () => {
  it("leaves everything else as the operator wrote it", () => {
    const { added, text } = add(list, feed("https://b.example/feed", 'B "quoted"'), feed("https://c.example/feed"))
    assert.deepStrictEqual(added.length, 2)
    assert.strictEqual(
      text,
      list.replace(
        "}\n  ],",
        '},\n    { "url": "https://b.example/feed", "title": "B \\"quoted\\"" },\n    { "url": "https://c.example/feed" }\n  ],'
      )
    )
  })

  it.each([
    [emptyList, '{\n  "feeds": [\n    { "url": "https://b.example/feed" }\n  ]\n}\n'],
    ['{"feeds":[]}', '{"feeds":[\n    { "url": "https://b.example/feed" }\n  ]}'],
    ['{"gdelt": true}', '{\n  "feeds": [\n    { "url": "https://b.example/feed" }\n  ],"gdelt": true}'],
    ['{"\\u0066eeds":[]}', '{"\\u0066eeds":[\n    { "url": "https://b.example/feed" }\n  ]}'],
    ["# mine\nhttps://a.example/feed", "# mine\nhttps://a.example/feed\nhttps://b.example/feed\n"]
  ])("works on %j", (before, after) => {
    const { text } = add(before, feed("https://b.example/feed"))
    assert.strictEqual(text, after)
    assert.include(urls(text), "https://b.example/feed")
  })

  it("adds a feed once, however often it is named and however it is written", () => {
    const { added, known, text } = add(
      list,
      feed("https://A.example/feed#top"),
      feed("https://b.example/feed"),
      feed("https://b.example:443/feed")
    )
    assert.deepStrictEqual([added.length, known], [1, 2])
    const again = add(text, feed("https://b.example/feed"))
    assert.deepStrictEqual([again.added.length, again.known, again.text], [0, 1, text])
  })

  it("leaves out what is no address of a feed, and says where it stands", () => {
    const { added, leftOut } = add(
      list,
      feed("ftp://a.example/", null, 3),
      feed("https://me:pw@a.example/", null, 4),
      feed("nonsense", null, 5),
      feed(`https://a.example/${"x".repeat(3000)}`, null, 6),
      feed("https://b.example/feed", null, 7)
    )
    assert.deepStrictEqual(
      leftOut.map(({ line }) => line),
      [3, 4, 5, 6]
    )
    assert.notInclude(JSON.stringify(leftOut), "pw")
    assert.strictEqual(added.length, 1)
  })

  it("gives a feed a name of its own where its neighbour has the same", () => {
    const { text } = add(list, feed("https://a.example/rss.xml"), feed("https://a.example/atom.xml"))
    const names = Result.getOrThrow(parse(text)).feeds.map(nameOf)
    assert.strictEqual(new Set(names).size, 3)
    assert.match(names[1]!, /^feed:a\.example\.[0-9a-f]{8}$/)
    const { leftOut } = add("https://a.example/feed\n", feed("https://a.example/rss.xml", null, 9))
    assert.deepStrictEqual(leftOut, [{ line: 9, reason: "would have the name of another feed, feed:a.example" }])
  })

  it("refuses a list that cannot be used", () => {
    const refused = addFeeds('{"feeds": [}', [feed("https://b.example/feed")])
    assert.isTrue(Result.isFailure(refused))
  })

  it("cuts titles to what a list takes", () => {
    const { text } = add(emptyList, feed("https://b.example/feed", "é".repeat(300)))
    assert.strictEqual(Result.getOrThrow(parse(text)).feeds[0]!.title, "é".repeat(200))
  })
})
