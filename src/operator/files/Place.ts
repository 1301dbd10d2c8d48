import type { Fault } from "../../domain/Failure.ts"

/** Where something stands in a file; both count from 1. In CSV the column is the field's number, in JSON the character's. */
export interface Place {
  readonly line: number
  readonly column: number
}

/** A value as the file has it. */
export interface Cell {
  readonly value: unknown
  readonly place: Place
}

/** A row by the names of its columns; what the file leaves empty is absent. */
export interface Row {
  readonly place: Place
  readonly cells: ReadonlyMap<string, Cell>
}

/** One fault at its place, with the name of its column where it has one. */
export const faultAt = ({ column, line }: Place, message: string, name?: string): Fault => ({
  location: ["line", line, "column", column, ...(name === undefined ? [] : [name])],
  message
})

/** The fault as people read it. */
export const describeFault = ({ location: [, line, , column, name], message }: Fault): string =>
  `line ${line}, column ${column}${name === undefined ? "" : ` (${name})`}: ${message}`
