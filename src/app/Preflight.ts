import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { Effect, Option, Result } from "effect"
import { load } from "../../ingest/list/SourcesFile.ts"
import type { Check } from "../config/Settings.ts"
import { tryListening } from "../http/server/Listening.ts"
import * as DataDirectory from "../storage/embedded/DataDirectory.ts"
import { sourcesFileOf } from "./SourcesFile.ts"

type Fault = ReturnType<Check>

const sources: Check = ({ SOURCES_FILE: path }) =>
  path === undefined
    ? Effect.succeed([])
    : load(sourcesFileOf(path)).pipe(
        Effect.as([]),
        Effect.catchTag("SourcesFileInvalid", ({ faults }) =>
          Effect.succeed(faults.map((fault) => `SOURCES_FILE ${path}: ${fault}`))
        ),
        Effect.provide(NodeFileSystem.layer)
      )

const dataDirectory: Check = ({ DATABASE_URL: url, DATA_DIR: directory }) =>
  Effect.sync(() => {
    if (directory === undefined || url === undefined || Option.isSome(url)) return []
    const made = DataDirectory.make(directory)
    return Result.isSuccess(made) ? [] : [made.failure.message]
  })

const address: Check = ({ HOST: host, PORT: port }): Fault =>
  host === undefined || port === undefined
    ? Effect.succeed([])
    : Effect.map(tryListening(host, port), (fault) => (fault === null ? [] : [fault]))

/**
 * What stands in the way of a service although its settings are well-formed: the files, the directory and the address
 * that they name. The embedded database takes seconds to open and migrations change a real one, so this comes before
 * either.
 */
export const preflight: Check = (settings) =>
  Effect.map(Effect.all([sources(settings), dataDirectory(settings), address(settings)]), (faults) => faults.flat())
