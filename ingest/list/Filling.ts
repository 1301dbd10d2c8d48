import { Effect } from "effect"
import { SourceList } from "../../src/storage/sources/SourceList.ts"
import { load } from "./SourcesFile.ts"
import { choicesOf, entriesOf } from "./WrittenList.ts"

/** Says that a file is not what was read into the list. */
export const changedSince = (path: string): string =>
  `SOURCES_FILE ${path} has changed since it was read into the list of sources: \`sonde sources import\` brings its changes in`

/**
 * Fills the list from the file, once for the life of the database. Fails when the list was never filled and the file
 * cannot be used; later on, a file that has changed is only told of.
 */
export const filled = Effect.fnUntraced(function* (path: string, tellsOfChanges = false) {
  const list = yield* SourceList
  const { files } = yield* list.read
  if (files.size > 0 && !tellsOfChanges) return
  const reading = load(path)
  if (files.size > 0) {
    const changed = yield* Effect.map(reading, ({ digest }) => !files.has(digest)).pipe(
      Effect.orElseSucceed(() => true)
    )
    if (changed) yield* Effect.logWarning(changedSince(path))
    return
  }
  const file = yield* reading
  const put = entriesOf(file.list)
  const isFirst = yield* list.change(({ choices, files }) =>
    Effect.succeed(
      files.size > 0
        ? ([{}, false] as const)
        : ([{ put, choose: choicesOf(file.list, choices), file: file.digest }, true] as const)
    )
  )
  if (isFirst)
    yield* Effect.logInfo(
      `The list of sources has ${put.length} entries from ${path} and is kept in the database from now on`
    )
})
