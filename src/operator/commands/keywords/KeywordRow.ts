import { Result, Schema } from "effect"
import type { Fault } from "../../../domain/Failure.ts"
import { HttpUrl } from "../../../text/Text.ts"
import { CalendarDate } from "../../../domain/Timestamp.ts"
import { dayFault, KeywordText, NewPosition, type Position } from "../../../domain/TrackedKeyword.ts"
import { number, reader } from "../../files/Column.ts"
import { columnsOf } from "../../files/Columns.ts"
import type { Heading } from "../../files/CsvRows.ts"
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

export const columnNames: ReadonlyArray<string> = Object.keys(columns)

/** What people and other programs call the columns, and what an export of the list has beside them. */
const nameOf = headerNames(
  {
    keyword: ["keywords", "query", "search query", "search term", "term"],
    target_url: ["landing page", "page", "target", "target page"],
    date: ["day"],
    position: ["pos", "rank", "ranking"],
    url: ["found url", "ranking url"]
  },
  ["id", "current_position", "search_volume", "position_history", "created_at"]
)

/** Where nothing else is the target, people call it the URL. */
const namesOf = (headers: ReadonlyArray<string>): ReadonlyArray<string> => {
  const names = headers.map(nameOf)
  return names.includes("target_url") ? names : names.map((name, n) => (headers[n] === "url" ? "target_url" : name))
}

const { columnFault, missing, readRow } = columnsOf(columns, ["keyword", "target_url"])

export const heading: Heading = { namesOf, columnFault, missing }

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
export const readKeyword = (row: Row, today: CalendarDate): Result.Result<KeywordRow, ReadonlyArray<Fault>> => {
  const { faults, values } = readRow(row)
  const { cells } = row
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
