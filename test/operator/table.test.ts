import { assert, describe, it } from "@effect/vitest"
import { csv } from "../../src/operator/Csv.ts"
import { type Column, fitted, table, wrapped } from "../../src/operator/Table.ts"

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

const lines = (room: number | null) => table(rows, columns, "none", { room }).split("\n")

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

  it("breaks what is better read whole, beside the other columns", () => {
    const wrapping = [columns[0]!, { title: "TITLE", cell: ({ title }: Row) => title, least: 10, wraps: true }]
    assert.deepStrictEqual(table(rows, wrapping, "none", { room: 26 }).split("\n"), [
      "NAME          TITLE",
      "feed:one      A title of",
      "              some length",
      "feed:another  Short"
    ])
    assert.notInclude(table(rows, wrapping, "none", { room: 26, headings: false }), "NAME")
  })

  it("counts what takes two columns of a terminal as two, and cuts between characters", () => {
    const wide = [
      { name: "茶の価格が上がる", count: 1, title: "緑茶", url: "" },
      { name: "👩‍👩‍👧‍👦 tea", count: 22, title: "é", url: "" }
    ]
    const [heading, first, second] = table(wide, columns.slice(0, 3), "none").split("\n")
    assert.deepStrictEqual(
      [heading, first, second],
      ["NAME              COUNT  TITLE", "茶の価格が上がる      1  緑茶", "👩‍👩‍👧‍👦 tea               22  é"]
    )
    assert.strictEqual(fitted("茶の価格", 5), "茶の…")
    assert.strictEqual(fitted("茶の価格", 4), "茶…")
    assert.strictEqual(fitted("👩‍👩‍👧‍👦👩‍👩‍👧‍👦", 3), "👩‍👩‍👧‍👦…")
  })

  it("breaks scripts without spaces between words, and other words only where they would be cut", () => {
    const text = "「緑茶は高い」と生産者は言う。\u001b[1m茶\u001b[22mの価格（昨日） EV https://x.example/a/long/way"
    assert.deepStrictEqual(wrapped(text, 16, "  ").split("\n"), [
      "「緑茶は高い」と",
      "  生産者は言う。",
      "  \u001b[1m茶\u001b[22mの価格",
      "  （昨日） EV",
      "  https://x.example/a/long/way"
    ])
    const titled = [{ title: "TITLE", cell: ({ title }: Row) => title, least: 4, wraps: true }]
    const long = [{ ...rows[0]!, title: "緑茶は高い Donaudampfschiff" }]
    assert.deepStrictEqual(table(long, titled, "none", { room: 10 }).split("\n"), [
      "TITLE",
      "緑茶は高い",
      "Donaudampf",
      "schiff"
    ])
  })

  it("has headings in bold and links where words may be dressed, and no address that steers the terminal", () => {
    const linking = [{ ...columns[0]!, link: ({ url }: Row) => url }, columns[1]!]
    const drawn = (url: string) =>
      table([{ ...rows[0]!, url }], linking, "none", { room: 40, styled: true }).split("\n")
    assert.deepStrictEqual(drawn("https://a.example/\u001b\\x"), [
      "\u001b[1mNAME\u001b[22m      \u001b[1mCOUNT\u001b[22m",
      "\u001b]8;;https://a.example/%1B/x\u001b\\feed:one\u001b]8;;\u001b\\      7"
    ])
    assert.strictEqual(drawn("javascript:alert(1)")[1], "feed:one      7")
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

describe("CSV", () => {
  it("has every column whole, and nothing that a spreadsheet would compute", () => {
    const titles = ["=HYPERLINK(1)", "+1", "-1", "@x", "\t=1", " =1", 'a "b", c', "tea", null]
    const titled: ReadonlyArray<Column<string | number | null>> = [{ title: "THE TITLE", cell: (title) => title }]
    assert.deepStrictEqual(csv([...titles, -3], titled).split("\r\n"), [
      "the_title",
      "'=HYPERLINK(1)",
      "'+1",
      "'-1",
      "'@x",
      "'\t=1",
      "' =1",
      '"a ""b"", c"',
      "tea",
      "",
      "-3"
    ])
  })
})
