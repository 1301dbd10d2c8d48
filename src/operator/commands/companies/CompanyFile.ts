import { Result } from "effect"
import type { NewCompany } from "../../../domain/Company.ts"
import type { Fault } from "../../../domain/Failure.ts"
import { heading, readCompany } from "./CompanyRow.ts"
import { inOrder } from "../../files/Column.ts"
import { csvRows } from "../../files/CsvRows.ts"
import { faultAt } from "../../files/FileLocation.ts"
import { textOf } from "../../files/Text.ts"
import { jsonRows } from "./JsonRows.ts"

/** More than there are listed companies in the world; one message to the service carries them all. */
const maxRows = 100_000

/** The companies of a CSV or JSON file, or everything that is wrong with it, in the order of the file. */
export const readCompanyFile = (bytes: Uint8Array): Result.Result<ReadonlyArray<NewCompany>, ReadonlyArray<Fault>> => {
  const decoded = textOf(bytes)
  if (Result.isFailure(decoded)) return Result.fail([decoded.failure])
  const text = decoded.success
  const { faults: formal, rows } = /^\s*[[{]/.test(text) ? jsonRows(text) : csvRows(text, heading)
  const faults = [...formal]
  if (rows.length > maxRows)
    faults.push(faultAt(rows[maxRows]!.location, `the file has ${rows.length} rows, and may have ${maxRows}`))
  const companies = new Map<string, { readonly company: NewCompany; readonly line: number }>()
  for (const row of rows.slice(0, maxRows)) {
    const read = readCompany(row)
    if (Result.isFailure(read)) faults.push(...read.failure)
    else {
      const { key } = read.success
      const same = companies.get(key)
      if (same === undefined) companies.set(key, { company: read.success, line: row.location.line })
      else {
        const cell = row.cells.get("key") ?? row.cells.get("name")
        faults.push(
          faultAt(cell?.location ?? row.location, `the company of line ${same.line} has the same key, ${key}`)
        )
      }
    }
  }
  if (faults.length === 0 && companies.size === 0)
    faults.push(faultAt({ line: 1, column: 1 }, "there is no company in the file"))
  return faults.length > 0
    ? Result.fail(inOrder(faults))
    : Result.succeed([...companies.values()].map(({ company }) => company))
}
