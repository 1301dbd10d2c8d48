import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { getNodeValue } from "jsonc-parser"
import { readCompanyFile } from "../../src/operator/commands/companies/CompanyFile.ts"
import { parseJson } from "../../src/operator/commands/companies/JsonText.ts"
import { describeFault } from "../../src/operator/files/FileLocation.ts"

const read = (text: string) => readCompanyFile(new TextEncoder().encode(text))

/** What is wrong with the file, line by line. */
const faults = (text: string | Uint8Array) => {
  const result = typeof text === "string" ? read(text) : readCompanyFile(text)
  assert(Result.isFailure(result), "the file was taken")
  return result.failure.map(describeFault)
}

const vega = {
  key: "import:vega ag",
  name: "Vega AG",
  tickers: ["VGA", "VGA-B"],
  industry: "Rockets, Parts",
  revenue: 1_200_000,
  market_cap: null,
  revenue_period_end: "2025-12-31",
  source_url: "https://vega.example/report"
}

const wanted = "must be a whole number of US dollars, up to 2^53, such as 1200000 or 1,200,000"
const unreadable = `could not be read: ${wanted}`
const ambiguous = `${wanted}; 1,200 is ambiguous: write 1200`

const otherCurrency = "amounts are in US dollars, and this is in another currency"

const names = "name,ticker,industry,revenue,market_cap,revenue_period_end,source_url"

describe("a CSV file of companies", () => {
  it("is read: several tickers in one field, quotes, empty fields, any order and case of the names", () => {
    const rows = 'Vega AG,vga VGA-B,"Rockets, Parts",1200000,,2025-12-31,https://vega.example/report\r\n'
    assert.deepStrictEqual(Result.getOrThrow(read(`\ufeff${names}\r\n${rows}\r\n`)), [vega] as never)
    const other = "Tickers,KEY, Name \nVGA;VGA-B,vega, Vega AG\n,cik:320193,Apple\n"
    assert.deepStrictEqual(
      Result.getOrThrow(read(other)).map(({ key, name, tickers }) => [key, name, tickers]),
      [
        ["import:vega", "Vega AG", ["VGA", "VGA-B"]],
        ["cik:320193", "Apple", []]
      ]
    )
  })

  it("is refused with every fault at its line and column", () => {
    assert.deepStrictEqual(
      faults(
        [
          names,
          'Vega,TOO LONG-A-TICKER-FOR-ANYBODY,"two\nlines",1.5,1e9,2025-02-30,ftp://vega.example',
          ",VGA,,,,,",
          "Rigel,,,,,",
          'VEGA,,,"1,000",9007199254740993,31.12.2025,'
        ].join("\n")
      ).map((fault) => fault.replace(/, in.*|, with spaces.*/, "")),
      [
        "line 2, column 2 (ticker): must be tickers of 1 to 20 letters, digits, dots and hyphens",
        "line 2, column 3 (industry): must not contain control characters",
        `line 2, column 4 (revenue): ${unreadable}`,
        `line 2, column 5 (market_cap): ${unreadable}`,
        "line 2, column 6 (revenue_period_end): must be a date, YYYY-MM-DD",
        "line 2, column 7 (source_url): must be an absolute http or https URL",
        "line 4, column 1 (name): the row has no name",
        "line 5, column 7: the row has 6 fields",
        `line 6, column 4 (revenue): ${ambiguous}`,
        `line 6, column 5 (market_cap): ${unreadable}`,
        "line 6, column 6 (revenue_period_end): must be a date, YYYY-MM-DD"
      ].map((fault) =>
        fault
          .replace(/, in.*|, with spaces.*/, "")
          .replace("6 fields", "6 fields, the first line 7, separated by commas")
      )
    )
  })

  it("is read with semicolons or tabs between its fields, as many spreadsheets write it", () => {
    for (const [separator, tickers] of [
      [";", "vga VGA-B"],
      [";", '"vga;VGA-B"'],
      ["\t", "vga, VGA-B"]
    ] as const) {
      const fields = [
        "Vega AG",
        tickers,
        '"Rockets, Parts"',
        "1200000",
        "",
        "2025-12-31",
        "https://vega.example/report"
      ]
      const lines = [`"name"${names.replaceAll(",", separator).slice(4)}`, fields.join(separator)]
      assert.deepStrictEqual(Result.getOrThrow(read(lines.join("\r\n"))), [vega] as never)
    }
    assert.deepStrictEqual(faults("name;industry\nVega,Rockets"), [
      "line 2, column 2: the row has 1 fields, the first line 2, separated by semicolons"
    ])
  })

  it("is read with the names that people give its columns, and without those that exports have beside them", () => {
    const text = "id;Company Name;Symbol;Market Cap (USD);currency\n7;Vega;VGA;1,200,000;USD"
    const [vega] = Result.getOrThrow(read(text))
    assert.deepInclude(vega, { name: "Vega", tickers: ["VGA"], market_cap: 1_200_000, revenue: null })
    assert.strictEqual(faults("Company Name;company\na;b")[0], "line 1, column 2 (company): this column occurs twice")
  })

  it.each([
    ["1,200,000", 1_200_000],
    ["1.200.000", 1_200_000],
    ["1 200 000", 1_200_000],
    ["1\u00a0200\u202f000", null],
    ["1\u202f200\u202f000", 1_200_000],
    ["1'200'000", 1_200_000],
    ["-1 200", -1_200],
    ["9,007,199,254,740,991", 9_007_199_254_740_991],
    ["9,007,199,254,740,993", null],
    ["$1,200,000", 1_200_000],
    ["USD 1,200,000.00", 1_200_000],
    ["1.200.000,00 USD", 1_200_000],
    ["US$ 1.200.000,00", 1_200_000],
    ["1.200.000,00 €", otherCurrency],
    ["£1,200,000", otherCurrency],
    ["C$1,200,000", otherCurrency],
    ["1.200.000 R$", otherCurrency],
    ["1200000 eur", otherCurrency],
    ["$1200000 CAD", otherCurrency],
    ["5 million", null],
    ["$", null],
    ["1,200", ambiguous],
    ["-1.200", ambiguous],
    ["1,200.000", null],
    ["1,200,00", null],
    ["1.200.000,50", null],
    ["1,200.5", null],
    ["12,00,000", null],
    ["1200,000,000", null],
    [",200,000", null],
    ["1e6", null]
  ])("takes %j as the number that it can only be, or says what it should be", (written, value) => {
    const text = `name;revenue\nVega;${written}`
    if (typeof value === "number") assert.strictEqual(Result.getOrThrow(read(text))[0]!.revenue, value)
    else assert.deepStrictEqual(faults(text), [`line 2, column 2 (revenue): ${value ?? unreadable}`])
  })

  it.each([
    ["", ["line 1, column 1: the file is empty"]],
    [names, ["line 1, column 1: there is no company in the file"]],
    [
      "Company Name;Revenue;Currency\nVega;5.000.000;USD\nRigel;5.000.000;EUR",
      [`line 3, column 3 (currency): ${otherCurrency}`]
    ],
    [
      "name,revenue (EUR),Market Cap ($m)\nVega,5,5",
      [
        `line 1, column 2 (revenue (eur)): ${otherCurrency}`,
        "line 1, column 3 (market cap ($m)): amounts are in whole US dollars, not in thousands or millions"
      ]
    ],
    [
      "title,name,name\nx,y,z",
      ["line 1, column 1 (title): there is no such column", "line 1, column 3 (name): this column occurs twice"]
    ],
    ["industry\nx", ["line 1: a column `name` is missing"]],
    ['name\nVega\n"Rigel', ["line 3, column 1: a quote is opened and not closed"]],
    ['name,ticker\nVega,V"GA', ["line 2, column 2: a quote stands inside of a field that does not begin with one"]],
    [
      "name,key\nVega,one\nRigel,two\nDeneb,one",
      ["line 4, column 2: the company of line 2 has the same key, import:one"]
    ],
    ["name\nVega AG\nvega ag", ["line 3, column 1: the company of line 2 has the same key, import:vega ag"]]
  ])("that reads %j is refused", (text, expected) => {
    assert.deepStrictEqual(
      faults(text).map((fault) => fault.replace(/; there are.*/, "")),
      expected
    )
  })

  it("that is not UTF-8 is refused at the first byte that is none", () => {
    const bytes = new TextEncoder().encode("name\nVega\nC_afe\n")
    bytes[11] = 0xe9
    assert.deepStrictEqual(faults(bytes), ["line 3, column 2: here are bytes that are no UTF-8 text"])
  })
})

describe("a JSON file of companies", () => {
  it("is read: tickers as a list or a text, null as empty", () => {
    const { key: _, ...row } = vega
    assert.deepStrictEqual(Result.getOrThrow(read(JSON.stringify([row]))), [vega] as never)
    const text = ` [ {"NAME": "Vega AG", "ticker": "VGA VGA-B", "revenue": null, "key": "import:v"} ] `
    const [company] = Result.getOrThrow(read(text))
    assert.deepInclude(company, { key: "import:v", tickers: ["VGA", "VGA-B"], revenue: null } as never)
  })

  it("is refused with every fault at its line and column", () => {
    const text = `[
  { "name": "Vega", "revenue": "1.5", "currency": "EUR",
    "market_cap": 1.5, "colour": "red" },
  { "industry": 7, "tickers": ["A", "?"] },
  "Rigel"
]`
    assert.deepStrictEqual(
      faults(text).map((fault) => fault.replace(/; there are.*|, with spaces.*/, "")),
      [
        `line 2, column 32 (revenue): ${unreadable}`,
        `line 2, column 51 (currency): ${otherCurrency}`,
        `line 3, column 19 (market_cap): ${unreadable}`,
        "line 3, column 34 (colour): there is no such column",
        "line 4, column 3 (name): the row has no name",
        "line 4, column 17 (industry): must be a string",
        "line 4, column 31 (tickers): must be tickers of 1 to 20 letters, digits, dots and hyphens",
        "line 5, column 3: must be an object"
      ]
    )
  })

  it.each([
    ['{"name": "Vega"}', "line 1, column 1: the file must be an array of objects"],
    ['[\n {"name": "Vega"},\n {"name": "Rig', "line 3, column 11: here should be a value"],
    ['[\n {"name": "Vega"}\n', "line 3, column 1: the file ends in the middle"],
    ['[\n {"name": tru}]', "line 2, column 11: here should be a value"],
    ['[{"name": "Vega"}] x', "line 1, column 20: there is text after the end"],
    ["[]", "line 1, column 1: there is no company in the file"]
  ])("that reads %j is refused", (text, expected) => {
    assert.deepStrictEqual(faults(text), [expected])
  })

  it("is understood as JSON.parse understands it, also cut off at any point", () => {
    const text = '[{"a":[1,-0.5e+3,true,false,null,"\\u00e9\\n\\"",{}],"":{"b":[]}},[],"x"]'
    assert.deepEqual(getNodeValue(Result.getOrThrow(parseJson(text))), JSON.parse(text))
    for (let length = 0; length < text.length; length++)
      assert.isTrue(Result.isFailure(parseJson(text.slice(0, length))), text.slice(0, length))
    for (const bad of ["[01]", "[1,]", "{,}", '{"a" 1}', "['a']", '["\t"]', "[1 2]", "nul", `${"[".repeat(99)}`])
      assert.isTrue(Result.isFailure(parseJson(bad)), bad)
  })
})
