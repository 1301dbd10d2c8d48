import { Effect, Result } from "effect"
import { Argument, Command } from "effect/cli"
import { bytesOf, refused } from "../../files/FileRefused.ts"
import { Operator } from "../../Operator.ts"
import { counted, print } from "../../Output.ts"
import { readCompanyFile } from "./CompanyFile.ts"
import { columnNames } from "./CompanyRow.ts"

export const importFile = Command.make(
  "import",
  {
    path: Argument.String("file").pipe(
      Argument.withDescription(
        `A CSV file with a line of names (commas, semicolons or tabs between fields), or a JSON array of objects: ${columnNames.join(", ")}`
      )
    )
  },
  Effect.fnUntraced(function* ({ path }) {
    const operator = yield* Operator
    const bytes = yield* bytesOf(path)
    const companies = yield* Effect.fromResult(
      Result.mapError(readCompanyFile(bytes), (faults) => refused(path, faults))
    )
    const written = yield* operator.importCompanies({ companies })
    const same = companies.length - written.new - written.changed
    yield* print(
      { rows: companies.length, ...written },
      `${counted(companies.length, "company", "companies")}: ${written.new} new, ${written.changed} changed, ${same} as they were`
    )
  })
).pipe(
  Command.withDescription(
    "Import companies, all rows or none. A row without key is known by its name, so that importing a file again changes nothing; `cik:320193` adds to a company of SEC. What a row leaves empty stays as it is known. Money is whole US dollars; several tickers stand in one field, with spaces in between."
  ),
  Command.withExamples([{ command: "sonde companies import companies.csv" }])
)
