import type { Fault } from "../../domain/Failure.ts"

/**
 * Where something stands in a file; both count from 1. In CSV the column is the field's number, in JSON the
 * character's.
 */
export interface FileLocation {
  readonly line: number
  readonly column: number
}

/** A value as the file has it. */
export interface Cell {
  readonly value: unknown
  readonly location: FileLocation
  /** Its column as the file calls it. */
  readonly header: string
}

/** A row by the names of its columns; what the file leaves empty is absent. */
export interface Row {
  readonly location: FileLocation
  readonly cells: ReadonlyMap<string, Cell>
}

/** One fault at its location, with the name of its column where it has one. */
export const faultAt = ({ column, line }: FileLocation, message: string, name?: string): Fault => ({
  location: ["line", line, "column", column, ...(name === undefined ? [] : [name])],
  message
})

/** A fault of a whole line: what is missing has no column. */
export const faultInLine = (line: number, message: string): Fault => ({ location: ["line", line], message })

/** The fault as people read it. */
export const describeFault = ({ location: [, line, , column, name], message }: Fault): string =>
  `line ${line}${column === undefined ? "" : `, column ${column}`}${name === undefined ? "" : ` (${name})`}: ${message}`
