import { Result, Schema } from "effect"
import { CompetitorName, CompetitorNames } from "../../../domain/Competitor.ts"
import type { Fault } from "../../../domain/Failure.ts"
import { Domain } from "../../../text/Domain.ts"
import { inOrder, reader } from "../../files/Column.ts"
import { columnsOf, type ValuesOf } from "../../files/Columns.ts"
import { csvRows, type Heading } from "../../files/CsvRows.ts"
import { faultAt, type Row } from "../../files/FileLocation.ts"
import { headerNames } from "../../files/Header.ts"
import { textOf } from "../../files/Text.ts"

/** More than anybody watches; one message to the service carries them all. */
const maxRows = 10_000

/** `https://www.acme.example/about` as people write it for `acme.example`. */
const host = (value: unknown): unknown => {
  if (typeof value !== "string" || !/^https?:\/\//i.test(value)) return value
  return URL.parse(value)?.hostname.replace(/^www\./, "") ?? value
}

/** A JSON list, as exports have it, or names with semicolons or bars between them: in a name there may be commas. */
const list = (value: unknown): unknown => {
  if (typeof value !== "string") return value
  if (value.startsWith("[")) {
    try {
      return JSON.parse(value)
    } catch {
      // Then it is the beginning of a name.
    }
  }
  return value
    .split(/[;|\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== "")
}

const names = (value: unknown) => reader(CompetitorNames)(list(value))

const columns = {
  name: reader(CompetitorName),
  domain: (value: unknown) => reader(Domain)(host(value)),
  aliases: names,
  exclude: names,
  status: reader(Schema.Literals(["active", "paused"]).annotate({ message: "must be active or paused" }))
}

export const columnNames: ReadonlyArray<string> = Object.keys(columns)

/** What people and other programs call the columns, and what an export of the list has beside them. */
const nameOf = headerNames(
  {
    name: ["company", "company name", "competitor"],
    domain: ["homepage", "host", "site", "url", "web site", "website"],
    aliases: ["alias", "also known as", "other names"],
    exclude: ["excluded", "exclusions", "except"],
    status: ["state"]
  },
  ["id", "created_at"]
)

const { columnFault, missing, readRow } = columnsOf(columns, ["name", "domain"])

const heading: Heading = { namesOf: (headers) => headers.map(nameOf), columnFault, missing }

type Values = ValuesOf<typeof columns>

/** A competitor of a file; what its row leaves empty is absent. */
export type FiledCompetitor = Values & Required<Pick<Values, "name" | "domain">>

const readCompetitor = (row: Row): Result.Result<FiledCompetitor, ReadonlyArray<Fault>> => {
  const { faults, values } = readRow(row)
  const { domain, name, ...rest } = values
  return faults.length > 0 || domain === undefined || name === undefined
    ? Result.fail(faults)
    : Result.succeed({ domain, name, ...rest })
}

/** The competitors of a CSV file, or everything that is wrong with it, in the order of the file. */
export const readCompetitorFile = (
  bytes: Uint8Array
): Result.Result<ReadonlyArray<FiledCompetitor>, ReadonlyArray<Fault>> => {
  const text = textOf(bytes)
  if (Result.isFailure(text)) return Result.fail([text.failure])
  const { faults: formal, rows } = csvRows(text.success, heading)
  const faults = [...formal]
  if (rows.length > maxRows)
    faults.push(faultAt(rows[maxRows]!.location, `the file has ${rows.length} rows, and may have ${maxRows}`))
  const competitors = new Map<string, { readonly competitor: FiledCompetitor; readonly line: number }>()
  for (const row of rows.slice(0, maxRows)) {
    const read = readCompetitor(row)
    if (Result.isFailure(read)) {
      faults.push(...read.failure)
      continue
    }
    const same = competitors.get(read.success.domain)
    if (same === undefined) competitors.set(read.success.domain, { competitor: read.success, line: row.location.line })
    else faults.push(faultAt(row.cells.get("domain")!.location, `line ${same.line} has this domain already`, "domain"))
  }
  if (faults.length === 0 && competitors.size === 0)
    faults.push(faultAt({ line: 1, column: 1 }, "there is no competitor in the file"))
  return faults.length > 0
    ? Result.fail(inOrder(faults))
    : Result.succeed([...competitors.values()].map(({ competitor }) => competitor))
}
