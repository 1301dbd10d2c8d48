import { assert, describe, it } from "@effect/vitest"
import { newFeeds } from "../../../ingest/opml/NewFeeds.ts"

const feed = (url: string, title: string | null = null, line = 1) => ({ url, title, line })
const listed = (url: string, name: string) => ({ name, service: "feeds", entry: { url } })
const list = [listed("https://a.example/feed", "feed:a.example")]

describe("feeds of a document that a list does not have", () => {
  it("are found once, however often they are named and however they are written", () => {
    const { entries, known } = newFeeds(list, [
      feed("https://A.example/feed#top"),
      feed("https://b.example/feed", 'B "quoted"'),
      feed("https://b.example:443/feed")
    ])
    assert.deepStrictEqual(entries, [
      { name: "feed:b.example", service: "feeds", entry: { url: "https://b.example/feed", title: 'B "quoted"' } }
    ])
    assert.strictEqual(known, 2)
    assert.deepStrictEqual(newFeeds([...list, ...entries], [feed("https://b.example/feed")]).entries, [])
  })

  it("are left out where they are no address of a feed, by the line where they stand", () => {
    const { entries, leftOut } = newFeeds(list, [
      feed("ftp://a.example/", null, 3),
      feed("https://me:pw@a.example/", null, 4),
      feed("nonsense", null, 5),
      feed(`https://a.example/${"x".repeat(3000)}`, null, 6),
      feed("https://b.example/feed", null, 7)
    ])
    assert.deepStrictEqual(
      leftOut.map(({ line }) => line),
      [3, 4, 5, 6]
    )
    assert.notInclude(JSON.stringify(leftOut), "pw")
    assert.strictEqual(entries.length, 1)
  })

  it("get a name of their own where a neighbour has theirs", () => {
    const { entries } = newFeeds(list, [feed("https://a.example/rss.xml"), feed("https://a.example/atom.xml")])
    const names = ["feed:a.example", ...entries.map(({ name }) => name)]
    assert.strictEqual(new Set(names).size, 3)
    assert.match(names[1]!, /^feed:a\.example\.[0-9a-f]{8}$/)
  })

  it("have titles that are cut to what a list takes", () => {
    const { entries } = newFeeds([], [feed("https://b.example/feed", "é".repeat(300))])
    assert.deepStrictEqual(entries[0]!.entry, { url: "https://b.example/feed", title: "é".repeat(200) })
  })
})
