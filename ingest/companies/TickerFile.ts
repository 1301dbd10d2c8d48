import { Result, Schema } from "effect"
import type { NewCompany } from "../../src/domain/Company.ts"
import { clean } from "../../src/text/Text.ts"
import type { Document } from "../parse/Document.ts"
import { readJson } from "../parse/Json.ts"
import { reader } from "../parse/Reader.ts"
import { Cik, fileBounds, keyOf, readRows } from "./Rows.ts"

/*
 * SEC's `company_tickers.json`: an object keyed "0", "1", … whose rows name one ticker each, the largest companies
 * first. A company is a CIK (Central Index Key); about one in seven owns several tickers.
 * `company_tickers_exchange.json` says the same as a table: `fields` names the columns, `data` has the rows.
 */

const Row = Schema.Struct({
  cik_str: Cik,
  ticker: Schema.String.check(Schema.isPattern(/^[A-Z0-9][A-Z0-9.^-]{0,19}$/i)),
  title: Schema.String.check(Schema.isBetweenCodePoints(1, 500))
})

const Table = Schema.Struct({
  fields: Schema.Array(Schema.String),
  data: Schema.Array(Schema.Array(Schema.Unknown))
})

const File = Schema.Record(Schema.String, Schema.Unknown)
const decodeTable = Schema.decodeUnknownResult(Table)

export interface TickerFile {
  readonly companies: ReadonlyArray<NewCompany>
  readonly rows: number
  readonly badRows: number
}

const company = ({ cik_str, title }: typeof Row.Type, tickers: ReadonlyArray<string>): NewCompany => ({
  key: keyOf(cik_str),
  name: clean(title),
  tickers,
  industry: null,
  revenue: null,
  market_cap: null,
  revenue_period_end: null,
  source_url: `https://www.sec.gov/edgar/browse/?CIK=${cik_str}`
})

/** The rows of either form, as the first has them. */
const rowsOf = (file: Readonly<Record<string, unknown>>): ReadonlyArray<unknown> =>
  Result.match(decodeTable(file), {
    onFailure: () => Object.values(file),
    onSuccess: ({ data, fields }) => {
      const [cik, name, ticker] = ["cik", "name", "ticker"].map((field) => fields.indexOf(field))
      return data.map((row) => ({ cik_str: row[cik!], title: row[name!], ticker: row[ticker!] }))
    }
  })

/** The companies in the file's order, each with all its tickers, or why the file is refused. */
export const readTickerFile = (document: Document): Result.Result<TickerFile, string> => {
  const file = readJson(document, File, "the file of tickers", fileBounds)
  if (Result.isFailure(file)) return Result.fail(file.failure)
  const read = readRows("the file of tickers", Row, rowsOf(file.success))
  if (Result.isFailure(read)) return Result.fail(read.failure)
  const { bad, given, rows } = read.success
  if (rows.length === 0) return Result.fail("not the file of tickers: no company in it")
  const tickers = new Map<number, Set<string>>()
  const first = new Map<number, typeof Row.Type>()
  for (const row of rows) {
    if (!first.has(row.cik_str)) first.set(row.cik_str, row)
    const known = tickers.get(row.cik_str) ?? new Set()
    tickers.set(row.cik_str, known.add(row.ticker.toUpperCase()))
  }
  const companies = [...first.values()].map((row) => company(row, [...tickers.get(row.cik_str)!]))
  return Result.succeed({ companies, rows: given, badRows: bad })
}

export const tickerFile = reader(import.meta.url, readTickerFile)
