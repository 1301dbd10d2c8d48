import { csvLine as whole } from "../text/Csv.ts"
import type { Column } from "./Table.ts"

/** A line without its end. */
export const csvLine = (cells: ReadonlyArray<unknown>): string => whole(cells).slice(0, -2)

/** A table as CSV, with every column and nothing cut. */
export const csv = <Row>(rows: ReadonlyArray<Row>, columns: ReadonlyArray<Column<Row>>): string =>
  [
    csvLine(columns.map(({ title }) => title.toLowerCase().replaceAll(" ", "_"))),
    ...rows.map((row) => csvLine(columns.map(({ cell }) => cell(row))))
  ].join("\r\n")
