import { Result, Schema } from "effect"
import { type NewCompany } from "../../../domain/Company.ts"
import type { Fault } from "../../../domain/Failure.ts"
import { HttpUrl, line } from "../../../text/Text.ts"
import { CalendarDate } from "../../../domain/Timestamp.ts"
import { isAmbiguous, number, reader } from "../../files/Column.ts"
import type { Heading } from "../../files/CsvRows.ts"
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

const otherCurrency = "amounts are in US dollars, and this is in another currency"

const codes: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"))

const isDollars = (text: string): boolean => /^(?:US ?\$|USD|\$|US dollars?)$/i.test(text)

/** Nothing that says in what an amount is given is longer. */
const longest = 40

/** Whether a currency stands there that is not the US dollar: `5 €`, `C$5`, `EUR 5`. */
const namesOther = (text: string): boolean => {
  const rest = text.slice(0, longest).replace(/(?<!\p{L})(?:US ?\$|USD|\$)/giu, " ")
  return /\p{Sc}/u.test(rest) || rest.split(/[^A-Z]/i).some((word) => codes.has(word.toUpperCase()))
}

const money = (value: unknown): Result.Result<number, string> =>
  Result.mapError(readMoney(number(value)), () => {
    if (isAmbiguous(value)) return `${wanted}; 1,200 is ambiguous: write 1200`
    return namesOther(String(value)) ? otherCurrency : `could not be read: ${wanted}`
  })

/** All amounts are in US dollars: a file may say so, and nothing else. */
const currency = (value: unknown): Result.Result<null, string> =>
  isDollars(String(value)) ? Result.succeed(null) : Result.fail(otherCurrency)

const list = (value: unknown): unknown =>
  typeof value === "string" ? value.split(/[\s,;|]+/).filter((ticker) => ticker !== "") : value

const columns = {
  key: reader(Key),
  name: reader(line(1, 500)),
  tickers: (value: unknown) => reader(Tickers)(list(value)),
  industry: reader(line(1, 200)),
  revenue: money,
  market_cap: money,
  currency,
  revenue_period_end: reader(CalendarDate),
  source_url: reader(HttpUrl)
}
type Column = keyof typeof columns

export const columnNames = Object.keys(columns) as ReadonlyArray<Column>

/** What people and other programs call the columns, and what an export of a search has beside them. */
const nameOf = headerNames(
  {
    key: [],
    name: ["company", "company name"],
    tickers: ["ticker", "symbol", "symbols"],
    industry: ["sector"],
    revenue: ["annual revenue", "sales", "turnover"],
    market_cap: ["market capitalisation", "market capitalization", "market value", "marketcap"],
    currency: ["currency code", "reporting currency"],
    revenue_period_end: ["fiscal year end", "period end"],
    source_url: ["source", "url", "website"]
  },
  ["id"]
)

const columnOf = (name: string): Column | null => {
  const column = nameOf(name)
  return Object.hasOwn(columns, column) ? (column as Column) : null
}

const unknown = `there is no such column; there are ${columnNames.join(", ")}`

/** What is wrong with what a column's name says of its amounts: `Revenue (EUR)`, `Revenue ($m)`. */
const unitFault = (column: Column, header: string): string | null => {
  if (column !== "revenue" && column !== "market_cap") return null
  const [, unit = ""] = /[([]([^()[\]]{0,100})/.exec(header.slice(0, 100)) ?? []
  if (namesOther(unit)) return otherCurrency
  return /\b(?:thousands?|millions?|billions?|mio|mln|mn|mrd|bn|[kmb])\b/i.test(unit)
    ? "amounts are in whole US dollars, not in thousands or millions"
    : null
}

/** What is wrong with one name of a file's first line, which has all of them. */
const columnFault = (names: ReadonlyArray<string>, n: number, header: string): string | null => {
  const column = names[n] === "" ? null : columnOf(names[n]!)
  if (column === null && names[n] !== "") return unknown
  if (column !== null && names.findIndex((name) => columnOf(name) === column) < n) return "this column occurs twice"
  return column === null ? null : unitFault(column, header)
}

export const heading: Heading = {
  namesOf: (headers) => headers.map(nameOf),
  columnFault,
  missing: (names) => (names.includes("name") ? [] : ["name"])
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
    const unit = unitFault(column, cell.header)
    if (unit !== null) faults.push(faultAt(cell.location, unit, cell.header))
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
