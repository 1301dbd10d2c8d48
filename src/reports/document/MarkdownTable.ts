import { cellText, columnTitle, isCited, shownRows } from "../../charts/Cells.ts"
import type { Exhibit } from "../../domain/Exhibit.ts"
import { escape, markers } from "./Markdown.ts"

/** Columns up to this width stand under each other in a terminal too. */
const widest = 40

const widthOf = (text: string): number => [...text].length

/** A table as GitHub Flavored Markdown has it. */
const tableOf = (
  head: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<string>>,
  isNumber: ReadonlyArray<boolean>
): string => {
  const widths = head.map((title, column) =>
    Math.min(widest, Math.max(3, ...[title, ...rows.map((row) => row[column]!)].map(widthOf)))
  )
  const padded = (text: string, column: number): string => {
    const room = " ".repeat(Math.max(0, widths[column]! - widthOf(text)))
    return isNumber[column] === true ? room + text : text + room
  }
  const line = (cells: ReadonlyArray<string>): string => `| ${cells.map(padded).join(" | ")} |`
  const rule = widths.map((wide, column) => (isNumber[column] === true ? `${"-".repeat(wide - 1)}:` : "-".repeat(wide)))
  return [line(head), line(rule), ...rows.map(line)].join("\n")
}

/** An exhibit as Markdown: what it shows, and its table; citations are markers of sources that are there. */
export const exhibitTable = (exhibit: Exhibit, sources: ReadonlySet<number>): string => {
  const { left, rows } = shownRows(exhibit)
  const sourced = isCited(exhibit)
  const head = [...exhibit.columns.map((column) => escape(columnTitle(column))), ...(sourced ? ["Sources"] : [])]
  const body = rows.map(({ cells, citations }) => [
    ...cells.map((cell) => escape(cellText(cell))),
    ...(sourced ? [markers(citations.filter((n) => sources.has(n)))] : [])
  ])
  const isNumber = exhibit.columns.map(({ kind }) => kind === "number")
  return [`### ${escape(exhibit.title)}`, escape(exhibit.description), tableOf(head, body, isNumber), left ?? ""]
    .filter((part) => part !== "")
    .join("\n\n")
}
