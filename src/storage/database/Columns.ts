import { Statement } from "effect/sql"

/*
 * Instants as rows bring them: in the form of the wire, so that the domain's schemas decode a row as it is. The column
 * is always a name from our own source, never text from outside.
 */

const format = (column: string, pattern: string): Statement.Fragment =>
  Statement.fragment([Statement.literal(`to_char(${column} at time zone 'utc', '${pattern}')`)])

/** A `timestamptz` column as the domain's `Timestamp`; like there the fraction is cut, not rounded. Null stays null. */
export const timestamp = (column: string): Statement.Fragment => format(column, 'YYYY-MM-DD"T"HH24:MI:SS')

/** The UTC day of a `timestamptz` column as the domain's `CalendarDate`; a `date` column has that form already. */
export const calendarDate = (column: string): Statement.Fragment => format(column, "YYYY-MM-DD")
