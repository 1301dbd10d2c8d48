import { Result, Schema } from "effect"
import type { Fault } from "../../../domain/Failure.ts"
import { HttpUrl } from "../../../text/Text.ts"
import { CalendarDate } from "../../../domain/Timestamp.ts"
import { dayFault, KeywordText, NewPosition, type Position } from "../../../domain/TrackedKeyword.ts"
import { number, reader } from "../../files/Column.ts"
import { faultAt, type Row } from "../../files/FileLocation.ts"
import { headerNames } from "../../files/Header.ts"

/*
 * The columns of an import: what each may hold, and what a row says of a keyword.
 */

const isRank = Schema.is(NewPosition.fields.position)
const rank = "must be a whole number from 1 to 1000"
const Rank = Schema.Number.annotate({ message: rank }).check(
  Schema.makeFilter<number>((value) => isRank(value) || rank)
)

const columns = {
  keyword: reader(KeywordText),
  target_url: reader(HttpUrl),
  date: reader(CalendarDate),
  position: (value: unknown) => reader(Rank)(number(value)),
  url: reader(HttpUrl)
}
type Column = keyof typeof columns

export const columnNames = Object.keys(columns) as ReadonlyArray<Column>

/** What people and other programs call the columns, and what an export of the list has beside them. */
export const nameOf = headerNames(
  {
    keyword: ["keywords", "query", "search query", "search term", "term"],
    target_url: ["landing page", "page", "target", "target page"],
    date: ["day"],
    position: ["pos", "rank", "ranking"],
    url: ["found url", "ranking url"]
  },
  ["id", "current_position", "search_volume", "position_history", "created_at"]
)

const isColumn = (name: string): name is Column => Object.hasOwn(columns, name)

const needed = ["keyword", "target_url"] as const

/** What is wrong with a name in a file's first line, which has all of them. */
export const columnFault = (names: ReadonlyArray<string>, n: number): string | null => {
  const name = names[n]!
  if (name !== "" && !isColumn(name)) return `there is no such column; there are ${columnNames.join(", ")}`
  if (name !== "" && names.indexOf(name) < n) return "this column is there twice"
  const missing = needed.find((column) => !names.includes(column))
  return n === 0 && missing !== undefined ? `a column \`${missing}\` is missing` : null
}

/** What a row says: the keyword, and where it stood on a day; null where the row names no day. */
export interface KeywordRow {
  readonly keyword: string
  readonly target_url: string
  readonly day: Position | null
}

/**
 * The keyword of a row, or all that is wrong with it. A day without a position is one on which nothing was found; none
 * is after `today`.
 */
export const readKeyword = (
  { cells, location }: Row,
  today: CalendarDate
): Result.Result<KeywordRow, ReadonlyArray<Fault>> => {
  const faults: Array<Fault> = []
  const values: { [C in Column]?: Result.Result.Success<ReturnType<(typeof columns)[C]>> } = {}
  for (const [name, cell] of cells) {
    if (!isColumn(name)) continue
    const read: Result.Result<unknown, string> = columns[name](cell.value)
    if (Result.isFailure(read)) faults.push(faultAt(cell.location, read.failure, cell.header))
    else Object.assign(values, { [name]: read.success })
  }
  for (const name of needed) if (!cells.has(name)) faults.push(faultAt(location, `the row has no ${name}`, name))
  for (const name of ["position", "url"]) {
    const cell = cells.get(name)
    if (cell !== undefined && !cells.has("date"))
      faults.push(faultAt(cell.location, "needs the date of its day", cell.header))
  }
  const { date, keyword, position = null, target_url, url = null } = values
  const ahead = date === undefined ? null : dayFault(date, today)
  if (ahead !== null) faults.push(faultAt(cells.get("date")!.location, ahead, "date"))
  if (faults.length > 0 || keyword === undefined || target_url === undefined) return Result.fail(faults)
  return Result.succeed({ keyword, target_url, day: date === undefined ? null : { date, position, url } })
}
