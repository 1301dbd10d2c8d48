import { Result } from "effect"
import type { NewCompany } from "../../../domain/Company.ts"
import type { Fault } from "../../../domain/Failure.ts"
import { columnFault, readCompany } from "./CompanyRow.ts"
import { csvRows } from "./CsvRows.ts"
import { jsonRows } from "./JsonRows.ts"
import { faultAt, type Place } from "./Place.ts"

/** More than there are listed companies in the world; one message to the service carries them all. */
const maxRows = 100_000

/** Where bytes stand that are no UTF-8; null when there are none. */
const notUtf8 = (bytes: Uint8Array): Place | null => {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes)
    return null
  } catch {
    const lines = new TextDecoder().decode(bytes).split("\n")
    const line = lines.findIndex((text) => text.includes("\ufffd"))
    return { line: line + 1, column: (lines[line]?.indexOf("\ufffd") ?? 0) + 1 }
  }
}

/** The companies of a CSV or JSON file, or everything that is wrong with it, in the order of the file. */
export const readCompanyFile = (bytes: Uint8Array): Result.Result<ReadonlyArray<NewCompany>, ReadonlyArray<Fault>> => {
  const broken = notUtf8(bytes)
  if (broken !== null) return Result.fail([faultAt(broken, "here are bytes that are no UTF-8 text")])
  const text = new TextDecoder().decode(bytes)
  const { faults: formal, rows } = /^\s*[[{]/.test(text) ? jsonRows(text) : csvRows(text, columnFault)
  const faults = [...formal]
  if (rows.length > maxRows)
    faults.push(faultAt(rows[maxRows]!.place, `the file has ${rows.length} rows, and may have ${maxRows}`))
  const companies = new Map<string, { readonly company: NewCompany; readonly line: number }>()
  for (const row of rows.slice(0, maxRows)) {
    const read = readCompany(row)
    if (Result.isFailure(read)) faults.push(...read.failure)
    else {
      const { key } = read.success
      const same = companies.get(key)
      if (same === undefined) companies.set(key, { company: read.success, line: row.place.line })
      else {
        const cell = row.cells.get("key") ?? row.cells.get("name")
        faults.push(faultAt(cell?.place ?? row.place, `the company of line ${same.line} has the same key, ${key}`))
      }
    }
  }
  if (faults.length === 0 && companies.size === 0)
    faults.push(faultAt({ line: 1, column: 1 }, "there is no company in the file"))
  const position = ({ location }: Fault): number => Number(location[1]) * 1e6 + Number(location[3])
  return faults.length > 0
    ? Result.fail(faults.toSorted((one, other) => position(one) - position(other)))
    : Result.succeed([...companies.values()].map(({ company }) => company))
}
