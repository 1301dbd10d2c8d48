import { Effect } from "effect"
import { Argument, Command } from "effect/cli"
import { closeSync, openSync, readSync } from "node:fs"
import { resolve } from "node:path"
import { Operator } from "../Operator.ts"
import { counted, print } from "../Output.ts"

/** Whether a file begins as gzip does (RFC 1952, section 2.3.1). Looked at before a database is made for it. */
const isCompressed = (path: string): boolean => {
  const beginning = Buffer.alloc(2)
  const file = openSync(path, "r")
  try {
    readSync(file, beginning)
  } finally {
    closeSync(file)
  }
  return beginning.equals(Buffer.of(0x1f, 0x8b))
}

export const restore = Command.make(
  "restore",
  {
    file: Argument.File("file", { mustExist: true }).pipe(
      Argument.filter(isCompressed, (file) => `${file} is not a file that \`sonde backup\` wrote`),
      Argument.withDescription("A file that `sonde backup` wrote")
    )
  },
  Effect.fnUntraced(function* ({ file }) {
    const operator = yield* Operator
    const done = yield* operator.restore({ path: resolve(file) })
    yield* print(
      done,
      `${counted(done.rows, "row")} in ${counted(done.tables, "table")}, as they were at ${done.made_at}. The service rebuilds the search index when it starts.`
    )
  })
).pipe(
  Command.withDescription(
    "Restore a backup, all of it or nothing, into a new DATA_DIR or an empty Postgres database. The backup may come from either kind of database, but must be from this version of Sonde."
  ),
  Command.withExamples([{ command: "DATA_DIR=/srv/sonde sonde restore /var/backups/sonde-2026-11-22.gz" }])
)
