import { Result, Schema } from "effect"
import type { NewCompany } from "../../src/domain/Company.ts"
import { clean } from "../../src/domain/Text.ts"

/*
 * SEC's `company_tickers.json`: an object keyed "0", "1", … whose rows name one ticker each, the largest companies first. A company
 * is a CIK (Central Index Key); about one in seven owns several tickers.
 */

const Row = Schema.Struct({
  cik_str: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 9_999_999_999 })),
  ticker: Schema.String.check(Schema.isPattern(/^[A-Z0-9][A-Z0-9.^-]{0,19}$/i)),
  title: Schema.String.check(Schema.isBetweenCodePoints(1, 500))
})

const decodeFile = Schema.decodeUnknownResult(Schema.fromJsonString(Schema.Record(Schema.String, Schema.Unknown)))
const decodeRow = Schema.decodeUnknownResult(Row)

/** A file with more bad rows than this is another file than it was: it is refused whole. */
const mostBadRows = 0.01

export interface TickerFile {
  readonly companies: ReadonlyArray<NewCompany>
  readonly rows: number
  readonly badRows: number
}

const company = ({ cik_str, title }: typeof Row.Type, tickers: ReadonlyArray<string>): NewCompany => ({
  key: `cik:${cik_str}`,
  name: clean(title),
  tickers,
  industry: null,
  revenue: null,
  market_cap: null,
  revenue_period_end: null,
  source_url: `https://www.sec.gov/edgar/browse/?CIK=${cik_str}`
})

/** The companies in the file's order, each with all its tickers, or why the file is refused. */
export const readTickerFile = (text: string): Result.Result<TickerFile, string> => {
  const file = decodeFile(text)
  if (Result.isFailure(file)) return Result.fail("not the file of tickers: no JSON object, or cut off")
  const given = Object.values(file.success)
  const rows = given.map((row) => decodeRow(row)).filter(Result.isSuccess)
  const badRows = given.length - rows.length
  if (rows.length === 0) return Result.fail("not the file of tickers: no company in it")
  if (badRows > given.length * mostBadRows)
    return Result.fail(`not the file of tickers: ${badRows} of ${given.length} rows cannot be read`)
  const tickers = new Map<number, Set<string>>()
  const first = new Map<number, typeof Row.Type>()
  for (const { success: row } of rows) {
    if (!first.has(row.cik_str)) first.set(row.cik_str, row)
    const known = tickers.get(row.cik_str) ?? new Set()
    tickers.set(row.cik_str, known.add(row.ticker.toUpperCase()))
  }
  const companies = [...first.values()].map((row) => company(row, [...tickers.get(row.cik_str)!]))
  return Result.succeed({ companies, rows: given.length, badRows })
}
