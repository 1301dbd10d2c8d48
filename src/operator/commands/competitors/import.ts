import { Effect, Result } from "effect"
import { Argument, Command } from "effect/cli"
import { bytesOf, refused } from "../../files/FileRefused.ts"
import { Operator } from "../../Operator.ts"
import { counted, print } from "../../Output.ts"
import { account } from "../../Parameters.ts"
import { columnNames, readCompetitorFile } from "./CompetitorFile.ts"

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
    const read = readCompetitorFile(yield* bytesOf(path))
    const competitors = yield* Effect.fromResult(Result.mapError(read, (faults) => refused(path, faults)))
    const written = yield* operator.importCompetitors({ account, competitors })
    const same = competitors.length - written.new - written.changed
    yield* print(
      { rows: competitors.length, ...written },
      `${counted(competitors.length, "competitor")}: ${written.new} new, ${written.changed} changed, ${same} as they were`
    )
  })
).pipe(
  Command.withDescription(
    "Import competitors, all rows or none. Competitors are identified by their domain, so importing a file again changes nothing. Put several aliases, or phrases to exclude, into one field, separated by semicolons, or as a JSON list as in exports. Empty fields keep their stored values."
  ),
  Command.withExamples([{ command: "sonde competitors import competitors.csv --account local" }])
)
