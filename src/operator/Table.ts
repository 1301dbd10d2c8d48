import stringWidth from "string-width"
import { clean } from "../text/Text.ts"

/** A column of a table: its heading, what stands in it, and whether it is a number. */
export interface Column<Row> {
  readonly title: string
  readonly cell: (row: Row) => string | number | null
  readonly numeric?: boolean
  /** It may be made as narrow as this where there is too little room. */
  readonly least?: number
  /** It is broken into lines there, and not cut. */
  readonly wraps?: boolean
  /** It may be left out where there is still too little; what has the highest number goes first. */
  readonly spare?: number
}

/** Columns of a terminal that a text takes: Chinese, Japanese, Korean and emoji take two each. */
const width = (text: string): number => stringWidth(text)

const gap = 2

const graphemes = new Intl.Segmenter()

/** The beginning of a text, of at most so many columns. */
const beginning = (text: string, room: number): string => {
  let result = ""
  let taken = 0
  for (const { segment } of graphemes.segment(text)) {
    taken += width(segment)
    if (taken > room) break
    result += segment
  }
  return result
}

/** As much of the text as there is room for. */
export const fitted = (text: string, room: number | null): string =>
  room === null || width(text) <= room ? text : `${beginning(text, Math.max(0, room - 1))}…`

const total = (widths: ReadonlyArray<number>): number => widths.reduce((sum, one) => sum + one + gap, -gap)

/** The widths within the room: what may be cut is cut, the widest first; null where that is not enough. */
const cut = <Row>(
  columns: ReadonlyArray<Column<Row>>,
  widths: ReadonlyArray<number>,
  room: number
): ReadonlyArray<number> | null => {
  const result = [...widths]
  for (let over = total(result) - room; over > 0; over--) {
    const widest = columns.reduce<number | null>((best, { least }, index) => {
      const shrinks = least !== undefined && result[index]! > least
      return shrinks && (best === null || result[index]! > result[best]!) ? index : best
    }, null)
    if (widest === null) return null
    result[widest]!--
  }
  return result
}

/** How a table is drawn. */
export interface Drawing {
  /** The columns of the terminal; null where lines may be as long as they like. */
  readonly room?: number | null
  readonly headings?: boolean
}

/**
 * Rows as aligned text under their headings; `empty` when there are none. Unknown values show as a dash. Cells are
 * cleaned: what comes from outside must not steer the terminal. No line is longer than `room` where there is one.
 */
export const table = <Row>(
  rows: ReadonlyArray<Row>,
  columns: ReadonlyArray<Column<Row>>,
  empty: string,
  drawing: Drawing = {}
): string => {
  const { headings = true, room = null } = drawing
  if (rows.length === 0) return empty
  const lines = [
    ...(headings ? [columns.map(({ title }) => title)] : []),
    ...rows.map((row) => columns.map(({ cell }) => clean(String(cell(row) ?? "-"))))
  ]
  const whole = columns.map((_, index) => Math.max(...lines.map((line) => width(line[index]!))))
  const widths = room === null ? whole : cut(columns, whole, room)
  if (widths === null) {
    const spare = Math.max(...columns.map(({ spare = 0 }) => spare))
    if (spare > 0) {
      const kept = columns.filter((column) => column.spare !== spare)
      return table(rows, kept, empty, drawing)
    }
  }
  const drawn = widths ?? whole
  const cellLines = (cell: string, index: number): ReadonlyArray<string> =>
    columns[index]!.wraps === true ? wrapped(cell, drawn[index]!).split("\n") : [cell]
  return lines
    .flatMap((line) => {
      const cells = line.map(cellLines)
      return Array.from({ length: Math.max(...cells.map(({ length }) => length)) }, (_, part) =>
        cells.map((cell) => cell[part] ?? "")
      )
    })
    .map((line) =>
      fitted(
        line
          .map((cell, index) => {
            const text = fitted(cell, drawn[index]!)
            const padding = " ".repeat(drawn[index]! - width(text))
            return columns[index]!.numeric === true ? padding + text : text + padding
          })
          .join(" ".repeat(gap))
          .trimEnd(),
        room
      )
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

/** A text in lines of at most so many characters, broken between words; all but the first begin with `indent`. */
export const wrapped = (text: string, room: number | null, indent = ""): string => {
  if (room === null) return text
  const lines: Array<string> = []
  for (const word of text.split(" ")) {
    const line = lines.at(-1)
    if (line !== undefined && width(line) + 1 + width(word) <= room) lines[lines.length - 1] = `${line} ${word}`
    else lines.push(lines.length === 0 ? word : indent + word)
  }
  return lines.join("\n")
}
