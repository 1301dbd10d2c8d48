import { clean } from "../text/Text.ts"

/** A column of a table: its heading, what stands in it, and whether it is a number. */
export interface Column<Row> {
  readonly title: string
  readonly cell: (row: Row) => string | number | null
  readonly numeric?: boolean
}

const width = (text: string): number => [...text].length

/**
 * Rows as aligned text under their headings; `empty` when there are none. Unknown values show as a dash. Cells are cleaned:
 * what comes from outside must not steer the terminal.
 */
export const table = <Row>(rows: ReadonlyArray<Row>, columns: ReadonlyArray<Column<Row>>, empty: string): string => {
  if (rows.length === 0) return empty
  const lines = [
    columns.map(({ title }) => title),
    ...rows.map((row) => columns.map(({ cell }) => clean(String(cell(row) ?? "-"))))
  ]
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => width(line[index]!))))
  return lines
    .map((line) =>
      line
        .map((cell, index) => {
          const padding = " ".repeat(widths[index]! - width(cell))
          return columns[index]!.numeric === true ? padding + cell : cell + padding
        })
        .join("  ")
        .trimEnd()
    )
    .join("\n")
}

/** One thing, a line for each of its properties. */
export const properties = (entries: Readonly<Record<string, string | number | null>>): string => {
  const longest = Math.max(...Object.keys(entries).map(width))
  return Object.entries(entries)
    .map(([name, value]) => `${name}${" ".repeat(longest - width(name))}  ${clean(String(value ?? "-"))}`)
    .join("\n")
}
