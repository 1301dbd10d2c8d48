import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { countOf, listing, type Topic } from "../../../ingest/social/Listing.ts"

const Row = Schema.Struct({ title: Schema.String, url: Schema.String, score: Schema.optional(Schema.Unknown) })

const read = (...rows: ReadonlyArray<unknown>) =>
  listing(rows, Row, (row): Topic | string =>
    row.title === "ad" ? "promoted" : { ...row, score: row.score, score_kind: "points" }
  )

const topics = (...rows: ReadonlyArray<unknown>) => Result.getOrThrow(read(...rows))

describe("the rows of a platform's answer", () => {
  it("become topics in their order; one that cannot be read costs nothing but itself", () => {
    const {
      rows,
      skipped,
      topics: found
    } = topics(
      { title: "one", url: "https://a.example/1", score: 7 },
      null,
      { title: 5, url: "https://a.example/2" },
      [],
      { title: "ad", url: "https://a.example/3" },
      { title: " \u0000\u202e ", url: "https://a.example/4" },
      { title: "one again", url: "https://www.a.example/1?utm_source=x" },
      { title: "two", url: "https://a.example/5" }
    )
    assert.strictEqual(rows, 8)
    assert.deepStrictEqual(skipped, { bad_row: 4, promoted: 1, repeated: 1 })
    assert.deepStrictEqual(
      found.map(({ title, score, score_kind, rank }) => [title, score, score_kind, rank]),
      [
        ["one", 7, "points", 1],
        ["two", null, "rank", 2]
      ]
    )
  })

  it("have titles of one line, without what hides or breaks text, and of 300 characters at most", () => {
    const [first, second] = topics(
      { title: "A\u0000 b\n\tc \u202eevil\ud800", url: "https://a.example/" },
      { title: "😀".repeat(400), url: "https://b.example/" }
    ).topics
    assert.strictEqual(first!.title, "A b c evil\ufffd")
    assert.strictEqual([...second!.title].length, 300)
  })

  it.each([
    "javascript:alert(1)",
    "data:text/html,x",
    "/relative",
    "",
    "ftp://a.example/",
    `https://a.example/${"x".repeat(3000)}`
  ])("have no URL where it is %s", (url) => {
    assert.deepStrictEqual(
      topics({ title: "topic", url }).topics.map(({ title, url }) => [title, url]),
      [["topic", null]]
    )
  })

  it("of which not one can be read are another format: refused, so that what was listed stays", () => {
    const refused = read({ name: "renamed" }, { name: "too" })
    assert(Result.isFailure(refused))
    assert.include(refused.failure, "none of its 2 rows can be read; the first: title is missing")
    assert.deepStrictEqual(Result.getOrThrow(read()), { rows: 0, topics: [], skipped: {} })
  })

  it.each([
    [7, 7],
    [0, 0],
    ["176", 176],
    [31_792_688_407, 31_792_688_407],
    ["31792688407", 31_792_688_407],
    [-1, null],
    [1.5, null],
    [Number.NaN, null],
    [Infinity, null],
    [2 ** 60, null],
    ["9".repeat(16), null],
    ["", null],
    ["1e3", null],
    [" 7", null],
    [true, null],
    [null, null],
    [{}, null]
  ])("count %j as %j", (given, count) => {
    assert.strictEqual(countOf(given), count)
  })
})
