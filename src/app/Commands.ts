import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect, Layer } from "effect"
import { Settings } from "../config/Settings.ts"
import * as CommandLine from "../operator/CommandLine.ts"
import * as Connection from "../operator/Connection.ts"
import { IngestControl } from "../ports/IngestControl.ts"
import type { LocalServices } from "../operator/LocalOperator.ts"

/** The database and ingestion are loaded only when no running service can be asked: they are most of the start. */
const localOperator = Layer.unwrap(
  Effect.map(
    Effect.promise(() =>
      Promise.all([
        import("../operator/LocalOperator.ts"),
        import("./Ingestion.ts"),
        import("./Embeddings.ts"),
        import("./SearchCluster.ts"),
        import("./Judge.ts"),
        import("./Delivery.ts")
      ])
    ),
    ([
      LocalOperator,
      { ingestActions, ingestLayer },
      { embedderLayer },
      { searchClusterLayer },
      { judgeTrialsLayer },
      { deliveryLayer }
    ]) =>
      LocalOperator.layer(
        Layer.effect(
          IngestControl,
          Effect.gen(function* () {
            const services = yield* Effect.context<LocalServices>()
            const scope = yield* Effect.scope
            const open = Layer.buildWithScope(ingestLayer, scope).pipe(
              Effect.flatMap((built) => Effect.provide(ingestActions, built)),
              Effect.provideContext(services),
              Effect.orDie
            )
            return { open: yield* Effect.cached(open) }
          })
        ),
        judgeTrialsLayer,
        deliveryLayer
      ).pipe(Layer.provide([embedderLayer, searchClusterLayer]))
  )
)

/** The operator of the configured database, through the service that holds it or in this process. */
export const operatorLayer = Connection.layer(localOperator)

/**
 * When the reader of a command's output goes away, such as `head`, the command ends as on SIGTERM, so that nothing is
 * left half done. It continues if only its progress on stderr is not read.
 */
export const endWithReader = (): void => {
  const on = (stream: NodeJS.WriteStream, end: () => void) =>
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error
      end()
    })
  on(process.stderr, () => undefined)
  on(process.stdout, () => {
    // After the command has finished nothing listens: only the rest of its output is still being written.
    if (!process.emit("SIGTERM", "SIGTERM")) process.exit()
  })
}

/** Runs the command line of this process, whose exit code tells how it went. */
export const run = (): void => {
  endWithReader()
  CommandLine.run(process.argv.slice(2), Layer.provide(operatorLayer, Settings.layer)).pipe(
    Effect.tap((code) => Effect.sync(() => (process.exitCode = code))),
    Effect.provide(NodeServices.layer),
    NodeRuntime.runMain
  )
}
