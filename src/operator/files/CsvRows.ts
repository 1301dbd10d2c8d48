import { CsvError, type InfoRecord, parse } from "csv-parse/sync"
import { Result } from "effect"
import type { Fault } from "../../domain/Failure.ts"
import { unguarded } from "../../text/Csv.ts"
import { type Cell, faultAt, faultInLine, type Row } from "./FileLocation.ts"

interface Line {
  readonly info: InfoRecord
  readonly record: ReadonlyArray<string>
}

const messages: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: "a quote is opened and not closed",
  INVALID_OPENING_QUOTE: "a quote stands inside of a field that does not begin with one",
  CSV_INVALID_CLOSING_QUOTE: "something stands between a closing quote and the end of its field"
}

/** What stands between fields, by its name. */
const separators = new Map([
  [",", "commas"],
  [";", "semicolons"],
  ["\t", "tabs"]
])

/**
 * The separator of the line of names, in none of which one of them stands. Spreadsheets of many countries write
 * semicolons.
 */
const separatorOf = (text: string): string =>
  /[,;\t]/.exec(/^[^\r\n]*/.exec(text)![0].replace(/"[^"]*"/g, ""))?.[0] ?? ","

/** `info` has the line on which the record ends; the breaks in its quoted fields lie before it. */
const lineOf = ({ info, record }: Line): number => {
  const breaks = record.reduce((count, field) => count + (field.match(/\r\n|\r|\n/g)?.length ?? 0), 0)
  return info.lines - breaks
}

const read = (text: string, delimiter: string): Result.Result<ReadonlyArray<Line>, Fault> =>
  Result.try({
    try: () =>
      parse(text, {
        bom: true,
        delimiter,
        info: true,
        relax_column_count: true,
        skip_empty_lines: true
      }) as unknown as Array<Line>,
    catch: (error) => {
      const { code, column, lines } = error as CsvError & { readonly lines?: number; readonly column?: number }
      const location = { line: lines ?? 1, column: (typeof column === "number" ? column : 0) + 1 }
      return faultAt(location, messages[code] ?? "this is not CSV")
    }
  })

/** How the line of names is read. */
export interface Heading {
  /** The columns that the names mean. */
  readonly namesOf: (headers: ReadonlyArray<string>) => ReadonlyArray<string>
  /** What is wrong with one of them, which the file calls `header`. */
  readonly columnFault: (names: ReadonlyArray<string>, n: number, header: string) => string | null
  /** The columns that must be there and are not. */
  readonly missing: (names: ReadonlyArray<string>) => ReadonlyArray<string>
}

/**
 * The rows of a CSV file (RFC 4180, or with semicolons or tabs for commas) below its line of names, and what is wrong
 * with their form. What Sonde's own exports put before a text to keep it from being a formula is taken away.
 */
export const csvRows = (
  text: string,
  { columnFault, missing, namesOf }: Heading
): { readonly rows: ReadonlyArray<Row>; readonly faults: ReadonlyArray<Fault> } => {
  const separator = separatorOf(text)
  const lines = read(text, separator)
  if (Result.isFailure(lines)) return { rows: [], faults: [lines.failure] }
  const [header, ...rest] = lines.success
  if (header === undefined) return { rows: [], faults: [faultAt({ line: 1, column: 1 }, "the file is empty")] }
  const headers = header.record.map((name) => name.trim().toLowerCase())
  const names = namesOf(headers)
  const first = lineOf(header)
  const faults = names.flatMap((_, n): ReadonlyArray<Fault> => {
    const fault = columnFault(names, n, headers[n]!)
    return fault === null ? [] : [faultAt({ line: first, column: n + 1 }, fault, headers[n])]
  })
  faults.push(...missing(names).map((name) => faultInLine(first, `a column \`${name}\` is missing`)))
  // Without a good line of names every row would be reported as wrong.
  if (faults.length > 0) return { rows: [], faults }
  const rows = rest.map((given): Row => {
    const line = lineOf(given)
    if (given.record.length !== names.length) {
      const column = Math.min(given.record.length, names.length) + 1
      faults.push(
        faultAt(
          { line, column },
          `the row has ${given.record.length} fields, the first line ${names.length}, separated by ${separators.get(separator)!}`
        )
      )
    }
    const cells = new Map<string, Cell>()
    for (const [n, name] of names.entries()) {
      const value = unguarded(given.record[n]?.trim() ?? "")
      if (value !== "" && name !== "")
        cells.set(name, { value, location: { line, column: n + 1 }, header: headers[n]! })
    }
    return { location: { line, column: 1 }, cells }
  })
  return { rows, faults }
}
