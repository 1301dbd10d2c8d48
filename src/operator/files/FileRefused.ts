import { Effect, FileSystem, Schema } from "effect"
import { Fault } from "../../domain/Failure.ts"
import { fileFault } from "../../domain/FileFault.ts"
import { describeFault } from "./FileLocation.ts"

/** More faults are not shown: they are mostly one fault, repeated. */
const shownFaults = 50

/** A file that cannot be imported, with all that is wrong with it. */
export class FileRefused extends Schema.TaggedError<FileRefused>()("FileRefused", {
  code: Schema.Literals(["file_unreadable", "validation_error"]),
  message: Schema.String,
  details: Schema.Array(Fault)
}) {}

/** The refusal of a file that has these faults: all of it or nothing. */
export const refused = (path: string, faults: ReadonlyArray<Fault>): FileRefused => {
  const details = faults.slice(0, shownFaults)
  const more = faults.length - details.length
  const lines = [
    `${path} is not imported, nothing of it:`,
    ...details.map((fault) => `  ${describeFault(fault)}`),
    ...(more === 0 ? [] : [`  and ${more} more`])
  ]
  return new FileRefused({ code: "validation_error", message: lines.join("\n"), details })
}

/** What is in the operator's file. */
export const bytesOf = (path: string): Effect.Effect<Uint8Array, FileRefused, FileSystem.FileSystem> =>
  Effect.flatMap(FileSystem.FileSystem, (files) => files.readFile(path)).pipe(
    Effect.mapError(
      (error) =>
        new FileRefused({ code: "file_unreadable", message: `${path} is not read: ${fileFault(error)}`, details: [] })
    )
  )
