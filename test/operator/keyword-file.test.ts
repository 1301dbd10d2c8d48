import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { CalendarDate } from "../../src/domain/Timestamp.ts"
import { readKeywordFile } from "../../src/operator/commands/keywords/KeywordFile.ts"
import { describeFault } from "../../src/operator/files/FileLocation.ts"

const today = CalendarDate.make("2026-03-10")

const bytes = (text: string) => new TextEncoder().encode(text)

/** What is wrong with the file, line by line. */
const faults = (text: string | Uint8Array) => {
  const result = readKeywordFile(typeof text === "string" ? bytes(text) : text, today)
  assert(Result.isFailure(result), "the file was taken")
  return result.failure.map(describeFault)
}

const names = "keyword,target_url,date,position,url"
const target = "https://acme.example/"

describe("a CSV file of keywords", () => {
  it("is read: a keyword's days together, not found where the position is empty, no day where the date is", () => {
    const text = [
      `\ufeffDate, Position ,keyword,URL,target_url`,
      `2026-03-02,4,"heat pump, air",https://acme.example/4,${target}`,
      `,,bare,,${target}`,
      `2026-03-01,,"heat pump, air",,${target}`,
      "",
      `2026-03-01,1000,"heat pump, air",,https://other.example/`
    ].join("\r\n")
    const { keywords, rows } = Result.getOrThrow(readKeywordFile(bytes(text), today))
    assert.strictEqual(rows, 4)
    assert.deepStrictEqual(keywords, [
      {
        keyword: "heat pump, air",
        target_url: target,
        positions: [
          { date: "2026-03-02", position: 4, url: "https://acme.example/4" },
          { date: "2026-03-01", position: null, url: null }
        ]
      },
      { keyword: "bare", target_url: target, positions: [] },
      {
        keyword: "heat pump, air",
        target_url: "https://other.example/",
        positions: [{ date: "2026-03-01", position: 1000, url: null }]
      }
    ] as never)
  })

  it("needs no column that it does not use", () => {
    const { keywords } = Result.getOrThrow(readKeywordFile(bytes(`keyword,target_url\na,${target}\n`), today))
    assert.deepStrictEqual(keywords, [{ keyword: "a", target_url: target, positions: [] }])
  })

  it("is read with semicolons between its fields", () => {
    const text = `keyword;target_url;date;position\nheat pump, air;${target};2026-03-01;4`
    assert.deepStrictEqual(Result.getOrThrow(readKeywordFile(bytes(text), today)).keywords, [
      { keyword: "heat pump, air", target_url: target, positions: [{ date: "2026-03-01", position: 4, url: null }] }
    ] as never)
  })

  it("is read with a URL as the target where no other column is the target", () => {
    const text = `Search term;URL;Date;Rank;Ranking URL\na;${target};2026-03-01;4;https://acme.example/4`
    assert.deepStrictEqual(Result.getOrThrow(readKeywordFile(bytes(text), today)).keywords, [
      {
        keyword: "a",
        target_url: target,
        positions: [{ date: "2026-03-01", position: 4, url: "https://acme.example/4" }]
      }
    ] as never)
  })

  it("is refused with every fault at its line and column", () => {
    assert.deepStrictEqual(
      faults(
        [
          names,
          "a,acme.example,2026-02-30,0,javascript:alert(1)",
          `,${target},2026-03-01,1.5,`,
          `"two\nlines",${target},,,`,
          `b,,2026-03-01,1001,`,
          `c,${target},,7,`,
          `d,${target},2026-03-01,5`,
          `e,${target},2026-03-01,1,`,
          `e,${target},2026-03-01,2,`,
          `f,${target},,,`,
          `f,${target},,,`,
          `g,${target},2026-03-10,1,`,
          `g,${target},2026-03-11,1,`
        ].join("\n")
      ),
      [
        "line 2, column 2 (target_url): must be an absolute http or https URL",
        "line 2, column 3 (date): must be a date, YYYY-MM-DD",
        "line 2, column 4 (position): must be a whole number from 1 to 1000",
        "line 2, column 5 (url): must be an absolute http or https URL",
        "line 3, column 1 (keyword): the row has no keyword",
        "line 3, column 4 (position): must be a whole number from 1 to 1000",
        "line 4, column 1 (keyword): must not contain control characters",
        "line 6, column 1 (target_url): the row has no target_url",
        "line 6, column 4 (position): must be a whole number from 1 to 1000",
        "line 7, column 4 (position): needs the date of its day",
        "line 8, column 5: the row has 4 fields, the first line 5, separated by commas",
        "line 10, column 3: line 9 has this keyword and day already",
        "line 12, column 1: line 11 has this keyword already",
        "line 14, column 3 (date): must not be after today, 2026-03-10 (UTC)"
      ]
    )
  })

  it("is refused as a whole where it is no such file", () => {
    assert.deepStrictEqual(faults(""), ["line 1, column 1: the file is empty"])
    assert.deepStrictEqual(faults(`${names}\n`), ["line 1, column 1: there is no keyword in the file"])
    assert.deepStrictEqual(faults("Search term;Ranking URL\na;https://acme.example/4\n"), [
      "line 1: a column `target_url` is missing"
    ])
    assert.match(
      faults(`${names},colour\n`)[0]!,
      /^line 1, column 6 \(colour\): there is no such column; there are keyword,/
    )
    assert.match(faults(`${names},date\n`)[0]!, /^line 1, column 6 \(date\): this column occurs twice/)
    assert.match(faults(`${names}\n"a,b\n`)[0]!, /a quote is opened and not closed/)
    assert.match(faults(new Uint8Array([...bytes(`${names}\na`), 0xff]))[0]!, /^line 2, column 2: here are bytes/)
    assert.match(faults("[1]").at(-1)!, /there is no such column/)
    assert.deepStrictEqual(faults("date\n2026-03-01\n"), [
      "line 1: a column `keyword` is missing",
      "line 1: a column `target_url` is missing"
    ])
    assert.match(faults("constructor,__proto__\n").at(-1)!, /there is no such column/)
    const many = Array.from({ length: 100_001 }, (_, n) => `k${n},${target}`).join("\n")
    assert.deepStrictEqual(faults(`keyword,target_url\n${many}`), [
      "line 100002, column 1: the file has 100001 rows, and may have 100000"
    ])
  })
})
