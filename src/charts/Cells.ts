import type { Exhibit, ExhibitCell } from "../domain/Exhibit.ts"
import { clean, direction } from "../text/Text.ts"

/*
 * What a table of an exhibit says, whatever draws it.
 */

const exact = new Intl.NumberFormat("en", { maximumSignificantDigits: 15 })
const short = new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 3 })
const powers = new Intl.NumberFormat("en", { notation: "scientific", maximumSignificantDigits: 3 })

/** Whether digits alone are too many to be read. */
const isExtreme = (value: number, least: number): boolean =>
  Math.abs(value) >= 1e15 || (value !== 0 && Math.abs(value) < least)

/** `1,234,567.8` */
export const exactly = (value: number): string => (isExtreme(value, 1e-6) ? powers : exact).format(value)

/** `1.23M` */
export const shortly = (value: number): string => (isExtreme(value, 1e-3) ? powers : short).format(value)

/** Words from outside on one line, in the order in which they are read. */
export const line = (text: string): string => clean(text.replace(direction, ""))

/** What a cell shows, in plain text on one line; a dash where nothing is known or said. */
export const cellText = (cell: ExhibitCell): string =>
  cell === null ? "–" : typeof cell === "number" ? exactly(cell) : line(cell) || "–"

/** `Revenue (USD)`; a column that has the name of its unit says it once. */
export const columnTitle = ({ name, unit = name }: Exhibit["columns"][number]): string =>
  line(unit.toLowerCase() === name.toLowerCase() ? name : `${name} (${unit})`)

/** Whether it goes on in time: its last rows are the latest then, elsewhere the first ones say most. */
const isOverTime = ({ chart }: Exhibit): boolean => chart === "columns" || chart === "lines"

/** As many rows as are shown. */
const mostRows = 100

/** A year of days. */
const mostOverTime = 366

/** The rows of an exhibit that are shown, and a sentence about those that are not. */
export const shownRows = (exhibit: Exhibit): { readonly rows: Exhibit["rows"]; readonly left: string | null } => {
  const all = exhibit.rows
  const [most, which] = isOverTime(exhibit) ? [mostOverTime, "last"] : [mostRows, "first"]
  return all.length <= most
    ? { rows: all, left: null }
    : {
        rows: isOverTime(exhibit) ? all.slice(-most) : all.slice(0, most),
        left: `These are the ${which} ${most} of ${exactly(all.length)} rows; the report as JSON has all.`
      }
}

/** Whether any row names its sources. */
export const isCited = ({ rows }: Exhibit): boolean => rows.some(({ citations }) => citations.length > 0)
