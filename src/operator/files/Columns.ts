import { Result } from "effect"
import type { Fault } from "../../domain/Failure.ts"
import { faultAt, type Row } from "./FileLocation.ts"

/** What a cell holds, or what is wrong with it. */
type CellReader = (value: unknown) => Result.Result<unknown, string>

/** What a row has of each column; what it leaves empty is absent. */
export type ValuesOf<Columns extends Readonly<Record<string, CellReader>>> = {
  [Name in keyof Columns]?: Result.Result.Success<ReturnType<Columns[Name]>>
}

/** The columns of a file that is imported: how to read each, and which every row needs. */
export const columnsOf = <const Columns extends Readonly<Record<string, CellReader>>>(
  columns: Columns,
  needed: ReadonlyArray<keyof Columns & string>
) => {
  const isColumn = (name: string): name is keyof Columns & string => Object.hasOwn(columns, name)

  /** What is wrong with one name of a file's first line, which has all of them. */
  const columnFault = (names: ReadonlyArray<string>, n: number): string | null => {
    const name = names[n]!
    if (name !== "" && !isColumn(name)) return `there is no such column; there are ${Object.keys(columns).join(", ")}`
    return name !== "" && names.indexOf(name) < n ? "this column occurs twice" : null
  }

  /** The columns that a first line with these names lacks. */
  const missing = (names: ReadonlyArray<string>): ReadonlyArray<string> =>
    needed.filter((column) => !names.includes(column))

  /** The values of a row, and what is wrong with them. */
  const readRow = ({ cells, location }: Row) => {
    const faults: Array<Fault> = []
    const values: ValuesOf<Columns> = {}
    for (const [name, cell] of cells) {
      if (!isColumn(name)) continue
      const read = columns[name]!(cell.value)
      if (Result.isFailure(read)) faults.push(faultAt(cell.location, read.failure, cell.header))
      else Object.assign(values, { [name]: read.success })
    }
    for (const name of needed) if (!cells.has(name)) faults.push(faultAt(location, `the row has no ${name}`, name))
    return { values, faults }
  }

  return { columnFault, missing, readRow }
}
