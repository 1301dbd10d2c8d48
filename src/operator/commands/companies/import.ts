import { Effect, FileSystem, Result, Schema } from "effect"
import { Argument, Command } from "effect/cli"
import { Fault } from "../../../domain/Failure.ts"
import { Operator } from "../../Operator.ts"
import { print } from "../../Output.ts"
import { readCompanyFile } from "./CompanyFile.ts"
import { columnNames } from "./CompanyRow.ts"
import { describeFault } from "./Place.ts"

/** More of them help nobody: they are mostly one fault, repeated. */
const shownFaults = 50

/** A file that cannot be imported, with all that is wrong with it. */
class FileRefused extends Schema.TaggedError<FileRefused>()("FileRefused", {
  code: Schema.Literals(["file_unreadable", "validation_error"]),
  message: Schema.String,
  details: Schema.Array(Fault)
}) {}

const refused = (path: string, faults: ReadonlyArray<Fault>): FileRefused => {
  const details = faults.slice(0, shownFaults)
  const more = faults.length - details.length
  const lines = [
    `${path} is not imported, nothing of it:`,
    ...details.map((fault) => `  ${describeFault(fault)}`),
    ...(more === 0 ? [] : [`  and ${more} more`])
  ]
  return new FileRefused({ code: "validation_error", message: lines.join("\n"), details })
}

export const importFile = Command.make(
  "import",
  {
    path: Argument.String("file").pipe(
      Argument.withDescription(`A CSV file with a line of names, or a JSON array of objects: ${columnNames.join(", ")}`)
    )
  },
  Effect.fnUntraced(function* ({ path }) {
    const files = yield* FileSystem.FileSystem
    const operator = yield* Operator
    const bytes = yield* files
      .readFile(path)
      .pipe(
        Effect.mapError(
          () => new FileRefused({ code: "file_unreadable", message: `${path} cannot be read`, details: [] })
        )
      )
    const companies = yield* Effect.fromResult(
      Result.mapError(readCompanyFile(bytes), (faults) => refused(path, faults))
    )
    const written = yield* operator.importCompanies({ companies })
    const same = companies.length - written.new - written.changed
    yield* print(
      { rows: companies.length, ...written },
      `${companies.length} companies: ${written.new} new, ${written.changed} changed, ${same} as they were`
    )
  })
).pipe(
  Command.withDescription(
    "Import companies, all rows or none. A row without key is known by its name, so that importing a file again changes nothing; `cik:320193` adds to a company of SEC. What a row leaves empty stays as it is known. Money is whole US dollars; several tickers stand in one field, with spaces in between."
  ),
  Command.withExamples([{ command: "sonde companies import companies.csv" }])
)
