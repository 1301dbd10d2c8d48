import { Option, Schema } from "effect"
import { Exhibit } from "../../domain/Exhibit.ts"
import type { Sections } from "../../domain/Report.ts"
import type { ExhibitChange } from "../../domain/ReportDiff.ts"

const readExhibit = Schema.decodeUnknownOption(Exhibit)

const exhibitsIn = ({ exhibits }: Sections): ReadonlyMap<string, Exhibit> =>
  new Map(
    (Array.isArray(exhibits) ? exhibits : [])
      .flatMap((exhibit) => Option.toArray(readExhibit(exhibit)))
      .map((exhibit) => [exhibit.id, exhibit])
  )

/** The numbers of an exhibit by row and column. A row that shares its name with another one cannot be told from it. */
const numbersOf = ({ columns, rows }: Exhibit) => {
  const named = Map.groupBy(rows, ({ cells }) => String(cells[0] ?? ""))
  const numbers = new Map<
    string,
    Omit<ExhibitChange, "exhibit" | "before" | "after"> & { readonly value: number | null }
  >()
  for (const [row, [only, ...others]] of named) {
    if (row === "" || others.length > 0) continue
    for (const [at, { kind, name, unit }] of columns.entries()) {
      const value = only!.cells[at]
      if (at === 0 || kind !== "number" || typeof value === "string" || value === undefined) continue
      numbers.set(JSON.stringify([columns[0]!.name, row, name, unit]), { row, column: name, unit: unit ?? null, value })
    }
  }
  return numbers
}

/**
 * The numbers that differ in the exhibits that both reports have. Days come and go as time passes, so that of rows that
 * are days only those are compared that both have.
 */
export const changedExhibits = (before: Sections, after: Sections): ReadonlyArray<ExhibitChange> => {
  const earlier = exhibitsIn(before)
  return [...exhibitsIn(after)].flatMap(([id, exhibit]) => {
    const known = earlier.get(id)
    if (known === undefined) return []
    const [were, are] = [numbersOf(known), numbersOf(exhibit)]
    const isTime = [known, exhibit].some(({ columns }) => columns[0]?.kind === "date")
    return [...new Set([...are.keys(), ...were.keys()])].flatMap((key) => {
      const [was, is] = [were.get(key), are.get(key)]
      if (isTime && (was === undefined || is === undefined)) return []
      const { column, row, unit } = (is ?? was)!
      const [before, after] = [was?.value ?? null, is?.value ?? null]
      return before === after ? [] : [{ exhibit: id, row, column, unit, before, after }]
    })
  })
}
