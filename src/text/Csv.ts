/*
 * Comma-separated values (RFC 4180), safe to open in a spreadsheet.
 */

/**
 * What a spreadsheet takes for a formula and so may run (OWASP, CSV injection), also after white space, and also after
 * an apostrophe, so that {@link unguarded} restores the original.
 */
const formula = /^'*\s*[=+\-@\t\r\n＝＋－＠]/

/** A text that no spreadsheet takes for a formula: an apostrophe before it says that it is text. */
const guarded = (text: string): string => (formula.test(text) ? `'${text}` : text)

/** The text of a cell, without the apostrophe that guards it. */
export const unguarded = (cell: string): string => (cell[0] === "'" && formula.test(cell) ? cell.slice(1) : cell)

const cellOf = (value: unknown): string => {
  if (value === null || value === undefined) return ""
  if (typeof value === "string") return guarded(value)
  return typeof value === "object" ? JSON.stringify(value) : String(value)
}

const quoted = (cell: string): string =>
  /[",\r\n]/.test(cell) || cell !== cell.trim() ? `"${cell.replaceAll('"', '""')}"` : cell

/** A line with its end. Null is an empty cell; lists and objects are JSON. */
export const csvLine = (values: ReadonlyArray<unknown>): string =>
  `${values.map((value) => quoted(cellOf(value))).join(",")}\r\n`
