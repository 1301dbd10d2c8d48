import { DateTime, Effect, FileSystem, Layer, Path, type PlatformError, Schema } from "effect"
import { fileFault } from "../../src/domain/FileFault.ts"
import { FeedList } from "../../src/ports/FeedList.ts"
import { decodeText } from "../feed/Charset.ts"
import { load, SourcesFileInvalid } from "../list/SourcesFile.ts"
import { addFeeds, emptyList } from "./AddFeeds.ts"
import { readOpml, writeOpml } from "./Opml.ts"

/** A document that is not imported; it is named as editors and compilers do, with line and column. */
export class OpmlInvalid extends Schema.TaggedError<OpmlInvalid>()("OpmlInvalid", {
  path: Schema.String,
  line: Schema.Int,
  column: Schema.Int,
  reason: Schema.String
}) {
  override get message(): string {
    return `${this.path}:${this.line}:${this.column}: ${this.reason}; nothing was imported`
  }
}

/** A file that cannot be read or written. */
export class FileUnusable extends Schema.TaggedError<FileUnusable>()("FileUnusable", {
  path: Schema.String,
  reason: Schema.String
}) {
  override get message(): string {
    return `${this.path} ${this.reason}`
  }
}

/** Larger lists are refused: ten thousand feeds take 3 MB. */
const maxBytes = 10_000_000

const unreadable = (path: string) => (error: PlatformError.PlatformError) =>
  new FileUnusable({ path, reason: `is not read: ${fileFault(error)}` })

const unusable = (path: string, what: string) => (error: PlatformError.PlatformError) =>
  new FileUnusable({ path, reason: `${what}: ${error.reason._tag}` })

/** Feeds of the list in this file. */
export const layer = (listed: string) =>
  Layer.effect(
    FeedList,
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      const paths = yield* Path.Path

      const readDocument = Effect.fnUntraced(function* (path: string) {
        const { size } = yield* files.stat(path).pipe(Effect.mapError(unreadable(path)))
        if (size > maxBytes) return yield* new FileUnusable({ path, reason: "is too large: more than 10 MB" })
        const bytes = yield* files.readFile(path).pipe(Effect.mapError(unreadable(path)))
        return yield* Effect.fromResult(readOpml(decodeText(bytes, undefined))).pipe(
          Effect.mapError((fault) => new OpmlInvalid({ path, ...fault }))
        )
      })

      /** The list as it is; a list that is not there yet is empty. */
      const readList = (path: string) =>
        files.readFileString(path).pipe(
          Effect.catchIf(
            (error) => error.reason._tag === "NotFound",
            () => Effect.succeed(emptyList)
          ),
          Effect.mapError(unreadable(path))
        )

      /**
       * Written beside the list, brought to disk, then put in its place: whoever reads it finds the old list or the new
       * one.
       */
      const replace = Effect.fnUntraced(function* (path: string, before: string, after: string) {
        const mode = yield* files.stat(path).pipe(
          Effect.map((info) => info.mode & 0o777),
          Effect.orElseSucceed(() => 0o644)
        )
        const fresh = yield* files.makeTempFileScoped({ directory: paths.dirname(path), prefix: ".sonde-" })
        const file = yield* files.open(fresh, { flag: "w" })
        yield* file.writeAll(new TextEncoder().encode(after))
        yield* file.sync
        yield* files.chmod(fresh, mode)
        if ((yield* readList(path)) !== before)
          return yield* new FileUnusable({ path, reason: "was changed by somebody else meanwhile; try again" })
        yield* files.rename(fresh, path)
      }, Effect.scoped)

      return FeedList.of({
        importOpml: Effect.fnUntraced(function* (document) {
          const feeds = yield* readDocument(document)
          // A link to the list stays one.
          const path = yield* files.realPath(listed).pipe(Effect.orElseSucceed(() => listed))
          const before = yield* readList(path)
          const { added, known, leftOut, text } = yield* Effect.fromResult(addFeeds(before, feeds)).pipe(
            Effect.mapError((faults) => new SourcesFileInvalid({ path, faults }))
          )
          if (text !== before)
            yield* replace(path, before, text).pipe(
              Effect.catchTag("PlatformError", (error) => unusable(path, "cannot be written")(error))
            )
          return { path, added, known, left_out: leftOut }
        }),
        exportOpml: Effect.gen(function* () {
          const feeds = (yield* load(listed)).feeds.map(({ title = null, url }) => ({ url, title }))
          return { feeds, opml: writeOpml(feeds, yield* DateTime.nowAsDate) }
        }).pipe(Effect.provideService(FileSystem.FileSystem, files))
      })
    })
  )
