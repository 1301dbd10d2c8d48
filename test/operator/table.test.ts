import { assert, describe, it } from "@effect/vitest"
import { type Column, table, wrapped } from "../../src/operator/Table.ts"

interface Row {
  readonly name: string
  readonly count: number | null
  readonly title: string
  readonly url: string
}

const rows: ReadonlyArray<Row> = [
  { name: "feed:one", count: 7, title: "A title of some length", url: "https://a.example/a/long/way/to/a/feed" },
  { name: "feed:another", count: null, title: "Short", url: "https://b.example/" }
]

const columns: ReadonlyArray<Column<Row>> = [
  { title: "NAME", cell: ({ name }) => name },
  { title: "COUNT", cell: ({ count }) => count, numeric: true },
  { title: "TITLE", cell: ({ title }) => title, least: 10, spare: 1 },
  { title: "URL", cell: ({ url }) => url, least: 12, spare: 2 }
]

const lines = (room: number | null) => table(rows, columns, "none", room).split("\n")

describe("a table", () => {
  it("is as wide as what is in it where nothing limits it", () => {
    assert.deepStrictEqual(lines(null), [
      "NAME          COUNT  TITLE                   URL",
      "feed:one          7  A title of some length  https://a.example/a/long/way/to/a/feed",
      "feed:another      -  Short                   https://b.example/"
    ])
    assert.deepStrictEqual(lines(200), lines(null))
  })

  it("cuts what may be cut, the widest first", () => {
    assert.deepStrictEqual(lines(60), [
      "NAME          COUNT  TITLE               URL",
      "feed:one          7  A title of some l…  https://a.example/…",
      "feed:another      -  Short               https://b.example/"
    ])
  })

  it("leaves out what can be spared when that is not enough, and cuts lines as the last resort", () => {
    assert.deepStrictEqual(lines(36), [
      "NAME          COUNT  TITLE",
      "feed:one          7  A title of som…",
      "feed:another      -  Short"
    ])
    assert.deepStrictEqual(lines(20), ["NAME          COUNT", "feed:one          7", "feed:another      -"])
    assert.deepStrictEqual(lines(10), ["NAME     …", "feed:one …", "feed:anot…"])
  })

  it("is never wider than its room", () => {
    for (let room = 1; room < 90; room++)
      for (const line of lines(room)) assert.isAtMost([...line].length, room, `${room}: ${line}`)
  })
})

describe("a text in lines", () => {
  it("breaks between words, and indents what follows", () => {
    assert.strictEqual(wrapped("x:1: X_BEARER_TOKEN is not set", 16, "  "), "x:1:\n  X_BEARER_TOKEN\n  is not set")
    assert.strictEqual(wrapped("as it is", null), "as it is")
  })
})
