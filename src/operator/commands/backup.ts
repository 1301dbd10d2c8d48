import { Effect, Schema, Stream } from "effect"
import { Argument, Command } from "effect/cli"
import * as FileSystem from "node:fs"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { createGzip } from "node:zlib"
import { Operator } from "../Operator.ts"
import { counted, print } from "../Output.ts"

/** The file cannot be written. */
class FileNotWritten extends Schema.TaggedError<FileNotWritten>()("FileNotWritten", {
  code: Schema.Literals(["file_exists", "file_unwritable"]),
  message: Schema.String
}) {}

const notWritten = (path: string, error: unknown): FileNotWritten => {
  const { code, message } = error as NodeJS.ErrnoException
  return code === "EEXIST"
    ? new FileNotWritten({ code: "file_exists", message: `${path} exists already, and is not overwritten` })
    : new FileNotWritten({ code: "file_unwritable", message: `${path} cannot be written: ${message}` })
}

const size = (bytes: number): string =>
  bytes < 2 ** 20 ? `${Math.ceil(bytes / 2 ** 10)} KB` : `${(bytes / 2 ** 20).toFixed(1)} MB`

/**
 * A new file that only its owner may read: a backup has digests of keys, secrets of webhooks, and all that accounts
 * have.
 */
const created = (path: string) =>
  Effect.acquireRelease(
    Effect.try({ try: () => FileSystem.openSync(path, "wx", 0o600), catch: (error) => notWritten(path, error) }),
    (_, exit) => Effect.sync(() => exit._tag === "Failure" && FileSystem.rmSync(path, { force: true }))
  )

export const backup = Command.make(
  "backup",
  { file: Argument.String("file").pipe(Argument.withDescription("The file to write, which must not exist yet")) },
  Effect.fnUntraced(function* ({ file }) {
    const operator = yield* Operator
    let rows = 0
    const counting = Stream.tap(operator.backup(), (part) =>
      Effect.sync(() => {
        rows += part.match(/^"/gm)?.length ?? 0
      })
    )
    const bytes = yield* Effect.scoped(
      Effect.gen(function* () {
        const fd = yield* created(file)
        const parts = yield* Stream.toAsyncIterableEffect(counting)
        yield* Effect.tryPromise({
          try: (signal) =>
            pipeline(Readable.from(parts), createGzip(), FileSystem.createWriteStream(file, { fd, flush: true }), {
              signal
            }),
          catch: (error) => (error instanceof Error && "syscall" in error ? notWritten(file, error) : error)
        })
        return FileSystem.statSync(file).size
      })
    )
    yield* print(
      { file, rows, bytes },
      `${file}: ${counted(rows, "row")}, ${size(bytes)}. It contains digests of keys and secrets of webhooks: keep it where only you can read it.`
    )
  })
).pipe(
  Command.withDescription(
    "Back up all stored data to a file, as a snapshot of one moment, while the service runs. The search index is left out: it is rebuilt from the signals."
  ),
  Command.withExamples([{ command: "sonde backup /var/backups/sonde-2026-11-22.gz" }])
)
