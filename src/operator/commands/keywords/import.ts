import { Effect, Result } from "effect"
import { Argument, Command } from "effect/cli"
import { today } from "../../../domain/Timestamp.ts"
import { bytesOf, refused } from "../../files/FileRefused.ts"
import { Operator } from "../../Operator.ts"
import { counted, print } from "../../Output.ts"
import { account } from "../../Parameters.ts"
import { readKeywordFile } from "./KeywordFile.ts"
import { columnNames } from "./KeywordRow.ts"

export const importFile = Command.make(
  "import",
  {
    account,
    path: Argument.String("file").pipe(
      Argument.withDescription(
        `A CSV file with a header line (commas, semicolons or tabs between fields): ${columnNames.join(", ")}`
      )
    )
  },
  Effect.fnUntraced(function* ({ account, path }) {
    const operator = yield* Operator
    const bytes = yield* bytesOf(path)
    const read = readKeywordFile(bytes, yield* today)
    const { keywords, rows } = yield* Effect.fromResult(Result.mapError(read, (faults) => refused(path, faults)))
    const written = yield* operator.importKeywords({ account, keywords })
    const days = keywords.reduce((sum, { positions }) => sum + positions.length, 0)
    const same = days - written.new - written.changed
    yield* print(
      { rows, ...written },
      `${counted(keywords.length, "keyword")}, ${written.keywords} of them new; ${counted(days, "position")}: ${written.new} new, ${written.changed} changed, ${same} as they were`
    )
  })
).pipe(
  Command.withDescription(
    "Import tracked keywords and their search positions, all rows or none. New keywords are tracked from then on; positions in the file replace stored ones of the same day. A row with a date but no position means that the URL was not found on that day; a row without a date only tracks its keyword."
  ),
  Command.withExamples([{ command: "sonde keywords import positions.csv --account local" }])
)
