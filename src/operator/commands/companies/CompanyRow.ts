import { Result, Schema } from "effect"
import { type NewCompany } from "../../../domain/Company.ts"
import type { Fault } from "../../../domain/Failure.ts"
import { HttpUrl, line } from "../../../text/Text.ts"
import { CalendarDate } from "../../../domain/Timestamp.ts"
import { isAmbiguous, number, reader } from "../../files/Column.ts"
import { faultAt, type Row } from "../../files/FileLocation.ts"
import { headerNames } from "../../files/Header.ts"

/*
 * The columns of an import: what each may hold, and the company that they make.
 */

const maxTickers = 50

const Tickers = Schema.Array(
  Schema.String.check(
    Schema.isPattern(/^[A-Z0-9][A-Z0-9.^-]{0,19}$/i, {
      message: "must be tickers of 1 to 20 letters, digits, dots and hyphens, with spaces in between"
    })
  )
).check(Schema.isMaxLength(maxTickers, { message: `must be at most ${maxTickers} tickers` }))

const Key = line(1, 200)
const Money = Schema.Number.check(Schema.makeFilter((value) => Number.isSafeInteger(value)))
const readMoney = reader(Money)
const wanted = "must be a whole number of US dollars, up to 2^53, such as 1200000 or 1,200,000"

const money = (value: unknown): Result.Result<number, string> =>
  Result.mapError(readMoney(number(value)), () =>
    isAmbiguous(value) ? `${wanted}; 1,200 is ambiguous: write 1200` : `could not be read: ${wanted}`
  )

const list = (value: unknown): unknown =>
  typeof value === "string" ? value.split(/[\s,;|]+/).filter((ticker) => ticker !== "") : value

const columns = {
  key: reader(Key),
  name: reader(line(1, 500)),
  tickers: (value: unknown) => reader(Tickers)(list(value)),
  industry: reader(line(1, 200)),
  revenue: money,
  market_cap: money,
  revenue_period_end: reader(CalendarDate),
  source_url: reader(HttpUrl)
}
type Column = keyof typeof columns

export const columnNames = Object.keys(columns) as ReadonlyArray<Column>

/** What people and other programs call the columns, and what an export of a search has beside them. */
export const nameOf = headerNames(
  {
    key: [],
    name: ["company", "company name"],
    tickers: ["ticker", "symbol", "symbols"],
    industry: ["sector"],
    revenue: ["annual revenue", "sales", "turnover"],
    market_cap: ["market capitalisation", "market capitalization", "market value", "marketcap"],
    revenue_period_end: ["fiscal year end", "period end"],
    source_url: ["source", "url", "website"]
  },
  ["id", "currency"]
)

const columnOf = (name: string): Column | null => {
  const column = nameOf(name)
  return Object.hasOwn(columns, column) ? (column as Column) : null
}

const unknown = `there is no such column; there are ${columnNames.join(", ")}`

/** What is wrong with a name in a file's first line, which has all of them. */
export const columnFault = (names: ReadonlyArray<string>, n: number): string | null => {
  const column = names[n] === "" ? null : columnOf(names[n]!)
  if (column === null && names[n] !== "") return unknown
  if (column !== null && names.findIndex((name) => columnOf(name) === column) < n) return "this column is there twice"
  return n === 0 && !names.includes("name") ? "a column `name` is missing" : null
}

/**
 * `cik:320193` is SEC's company; whatever else the operator calls one is his own. Without a key its name is its key.
 */
const keyOf = (key: string | undefined, name: string): string =>
  key === undefined
    ? `import:${name.toLowerCase()}`
    : /^cik:[1-9]\d{0,9}$/.test(key) || key.startsWith("import:")
      ? key
      : `import:${key}`

/** The company of a row, or all that is wrong with it. */
export const readCompany = ({ cells, location }: Row): Result.Result<NewCompany, ReadonlyArray<Fault>> => {
  const faults: Array<Fault> = []
  const values: { [C in Column]?: Result.Result.Success<ReturnType<(typeof columns)[C]>> } = {}
  for (const [name, cell] of cells) {
    const column = columnOf(name)
    if (column === null) {
      faults.push(faultAt(cell.location, unknown, cell.header))
      continue
    }
    const read: Result.Result<unknown, string> = columns[column](cell.value)
    if (Result.isFailure(read)) faults.push(faultAt(cell.location, read.failure, cell.header))
    else Object.assign(values, { [column]: read.success })
  }
  if (!cells.has("name")) faults.push(faultAt(location, "the row has no name", "name"))
  const { name } = values
  if (faults.length > 0 || name === undefined) return Result.fail(faults)
  return Result.succeed({
    key: keyOf(values.key, name),
    name,
    tickers: [...new Set((values.tickers ?? []).map((ticker) => ticker.toUpperCase()))],
    industry: values.industry ?? null,
    revenue: values.revenue ?? null,
    market_cap: values.market_cap ?? null,
    revenue_period_end: values.revenue_period_end ?? null,
    source_url: values.source_url ?? null
  })
}
