import { Result } from "effect"
import type { Fault } from "../../../domain/Failure.ts"
import type { CalendarDate } from "../../../domain/Timestamp.ts"
import type { Position } from "../../../domain/TrackedKeyword.ts"
import { inOrder } from "../../files/Column.ts"
import { csvRows } from "../../files/CsvRows.ts"
import { faultAt } from "../../files/FileLocation.ts"
import { textOf } from "../../files/Text.ts"
import { heading, type KeywordRow, readKeyword } from "./KeywordRow.ts"

/** A thousand keywords with a history of a hundred days; one message to the service carries them all. */
const maxRows = 100_000

/** A keyword with its days. */
export interface FiledKeyword extends Pick<KeywordRow, "keyword" | "target_url"> {
  readonly positions: ReadonlyArray<Position>
}

/** What a file brings, and of how many rows. */
export interface KeywordFile {
  readonly rows: number
  readonly keywords: ReadonlyArray<FiledKeyword>
}

/**
 * The keywords of a CSV file, or everything that is wrong with it, in the order of the file. No day may be after
 * `today`.
 */
export const readKeywordFile = (
  bytes: Uint8Array,
  today: CalendarDate
): Result.Result<KeywordFile, ReadonlyArray<Fault>> => {
  const text = textOf(bytes)
  if (Result.isFailure(text)) return Result.fail([text.failure])
  const { faults: formal, rows } = csvRows(text.success, heading)
  const faults = [...formal]
  if (rows.length > maxRows)
    faults.push(faultAt(rows[maxRows]!.location, `the file has ${rows.length} rows, and may have ${maxRows}`))
  const keywords = new Map<string, FiledKeyword & { readonly positions: Array<Position> }>()
  const lines = new Map<string, number>()
  for (const row of rows.slice(0, maxRows)) {
    const read = readKeyword(row, today)
    if (Result.isFailure(read)) {
      faults.push(...read.failure)
      continue
    }
    const { day, keyword, target_url } = read.success
    const key = JSON.stringify([keyword, target_url])
    const dated = `${key} ${day?.date ?? ""}`
    const same = lines.get(dated)
    if (same !== undefined) {
      const location = row.cells.get("date")?.location ?? row.location
      faults.push(faultAt(location, `line ${same} has this keyword${day === null ? "" : " and day"} already`))
    }
    lines.set(dated, same ?? row.location.line)
    const known = keywords.get(key) ?? { keyword, target_url, positions: [] }
    if (day !== null) known.positions.push(day)
    keywords.set(key, known)
  }
  if (faults.length === 0 && keywords.size === 0)
    faults.push(faultAt({ line: 1, column: 1 }, "there is no keyword in the file"))
  return faults.length > 0
    ? Result.fail(inOrder(faults))
    : Result.succeed({ rows: rows.length, keywords: [...keywords.values()] })
}
