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
        `A CSV file with a header line (commas, semicolons or tabs between fields), or a JSON array of objects: ${columnNames.join(", ")}`
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
    "Import companies, all rows or none. Rows without a key are identified by their name, so importing a file again changes nothing; `cik:320193` adds to a company of SEC. Empty fields keep their stored values. Amounts are whole US dollars; separate several tickers in one field with spaces."
  ),
  Command.withExamples([{ command: "sonde companies import companies.csv" }])
)
