import stringWidth from "string-width"
import { styleText } from "node:util"
import { isUnspaced } from "../text/Scripts.ts"
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
  /** The page that it leads to on terminals that know links. */
  readonly link?: (row: Row) => string | null
  /** It may be left out where there is still too little; what has the highest number goes first. */
  readonly spare?: number
  /** It is left out before anything is cut: a part of an address is of no use. */
  readonly extra?: boolean
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

/**
 * The widths within the room: first headings that are wider than what stands below them are broken, then what may be
 * cut is cut, the widest first; null where that is not enough.
 */
const cut = <Row>(
  columns: ReadonlyArray<Column<Row>>,
  widths: ReadonlyArray<number>,
  bodies: ReadonlyArray<number>,
  room: number
): ReadonlyArray<number> | null => {
  const result = [...widths]
  const rank = (index: number) =>
    result[index]! + (columns[index]!.wraps === true && result[index]! > bodies[index]! ? room : 0)
  for (let over = total(result) - room; over > 0; over--) {
    const widest = columns.reduce<number | null>((best, { least }, index) => {
      const shrinks = least !== undefined && result[index]! > least
      return shrinks && (best === null || rank(index) > rank(best)) ? index : best
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
  /** Whether words may have weights, and lead to pages. */
  readonly styled?: boolean
}

type Style = Parameters<typeof styleText>[0]

/** Gives words colours and weights where they may have them. */
export const painter =
  (styled: boolean) =>
  (style: Style, text: string): string =>
    styled && text !== "" ? styleText(style, text, { validateStream: false }) : text

/** A text that leads to a page (OSC 8); terminals that don't know links show the text alone. */
const linked = (text: string, address: string | null): string => {
  const url = address === null || text === "" ? null : URL.parse(address)
  // The address comes from outside: as a URL is written, nothing in it steers the terminal.
  return url !== null && /^https?:$/.test(url.protocol)
    ? `\u001b]8;;${url.href}\u001b\\${text}\u001b]8;;\u001b\\`
    : text
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
  const { headings = true, room = null, styled = false } = drawing
  if (rows.length === 0) return empty
  const head = headings ? [columns.map(({ title }) => title)] : []
  const lines = [...head, ...rows.map((row) => columns.map(({ cell }) => clean(String(cell(row) ?? "-"))))]
  const widest = (of: typeof lines) => columns.map((_, index) => Math.max(...of.map((line) => width(line[index]!))))
  const whole = widest(lines)
  if (room !== null && total(whole) > room && columns.some(({ extra = false }) => extra)) {
    const kept = columns.filter(({ extra = false }) => !extra)
    return table(rows, kept, empty, drawing)
  }
  const widths = room === null ? whole : cut(columns, whole, widest(lines.slice(head.length)), room)
  if (widths === null) {
    const spare = Math.max(...columns.map(({ spare = 0 }) => spare))
    if (spare > 0) {
      const kept = columns.filter((column) => column.spare !== spare)
      return table(rows, kept, empty, drawing)
    }
  }
  const drawn = widths ?? whole
  const paint = painter(styled)
  const cellLines = (cell: string, index: number): ReadonlyArray<string> =>
    columns[index]!.wraps === true ? wrapped(cell, drawn[index]!, "", true).split("\n") : [cell]
  /** A line of all cells, and of its last cell no padding. */
  const joined = (cells: ReadonlyArray<string>, dress: (text: string, index: number) => string): string => {
    const last = cells.findLastIndex((cell) => cell !== "")
    const line = cells.slice(0, last + 1).map((cell, index) => {
      const text = fitted(cell, drawn[index]!)
      const padding = " ".repeat(drawn[index]! - width(text))
      if (columns[index]!.numeric === true) return padding + dress(text, index)
      return dress(text, index) + (index === last ? "" : padding)
    })
    return line.join(" ".repeat(gap))
  }
  return lines
    .flatMap((line, n) => {
      const cells = line.map(cellLines)
      const row = rows[n - head.length]
      return Array.from({ length: Math.max(...cells.map(({ length }) => length)) }, (_, part) => {
        const parts = cells.map((cell) => cell[part] ?? "")
        // Where a table is wider than its terminal nothing is dressed: what is cut off may be the end of a style.
        if (widths === null)
          return fitted(
            joined(parts, (text) => text),
            room
          )
        return joined(parts, (text, index) =>
          row === undefined ? paint("bold", text) : styled ? linked(text, columns[index]!.link?.(row) ?? null) : text
        )
      })
    })
    .join("\n")
}

/** One thing, a line for each of its properties. */
export const properties = (entries: Readonly<Record<string, string | number | null>>): string => {
  const longest = Math.max(...Object.keys(entries).map(width))
  return Object.entries(entries)
    .map(([name, value]) => `${name}${" ".repeat(longest - width(name))}  ${clean(String(value ?? "-"))}`)
    .join("\n")
}

const words = new Intl.Segmenter(undefined, { granularity: "word" })

/** What a style begins or ends with stays with the word behind it. */
// oxlint-disable-next-line no-control-regex
const styles = /(\u001b\[[\d;]{0,20}m)/

/** What belongs to the word behind it: opening brackets and quotation marks, and styles. */
// oxlint-disable-next-line no-control-regex
const opens = /^[\p{Ps}\p{Pi}\u001b]/u

/**
 * What of a text may stand on a line of its own, by its words between spaces: all of a word, or in scripts that write
 * none each of its words, with the punctuation beside it.
 */
const pieces = (word: string): ReadonlyArray<string> => {
  if (!isUnspaced(word)) return [word]
  const result: Array<string> = []
  let opening = ""
  const segments = word
    .split(styles)
    .flatMap((part): ReadonlyArray<Pick<Intl.SegmentData, "isWordLike" | "segment">> =>
      styles.test(part) ? [{ isWordLike: false, segment: part }] : [...words.segment(part)]
    )
  for (const { isWordLike, segment } of segments) {
    if (isWordLike === true) {
      result.push(opening + segment)
      opening = ""
    } else if (result.length === 0 || opening !== "" || opens.test(segment)) opening += segment
    else result[result.length - 1] += segment
  }
  return opening === "" ? result : [...result.slice(0, -1), (result.at(-1) ?? "") + opening]
}

/** What of a text is not broken. */
export const parts = (text: string): ReadonlyArray<string> => text.split(" ").flatMap(pieces)

/** A text in parts of at most so many columns. */
const chopped = (text: string, room: number): ReadonlyArray<string> => {
  const result: Array<string> = []
  for (let rest = text; rest !== "";) {
    const part = width(rest) <= room ? rest : beginning(rest, room) || rest
    result.push(part)
    rest = rest.slice(part.length)
  }
  return result
}

/**
 * A text in lines of at most so many columns, broken between words; all but the first begin with `indent`. A word that
 * is longer than a line, such as an address, stays whole unless it must not.
 */
export const wrapped = (text: string, room: number | null, indent = "", breaksWords = false): string => {
  if (room === null) return text
  const lines: Array<string> = []
  for (const word of text.split(" "))
    for (const [n, piece] of pieces(word).entries())
      for (const [m, part] of (breaksWords ? chopped(piece, room) : [piece]).entries()) {
        const line = lines.at(-1)
        const space = n + m === 0 ? " " : ""
        if (line !== undefined && width(line + space + part) <= room) lines[lines.length - 1] = line + space + part
        else lines.push(lines.length === 0 ? part : indent + part)
      }
  return lines.join("\n")
}
