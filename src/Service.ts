import { NodeFileSystem, NodeRuntime } from "@effect/platform-node"
import { Cause, Context, Effect, Exit, Layer, Option } from "effect"
import cluster from "node:cluster"
import { constants } from "node:os"
import { Ingest } from "../ingest/Ingest.ts"
import * as Scheduler from "../ingest/Scheduler.ts"
import { greetingLayer } from "./access/FirstStart.ts"
import { accessLayer, reportsLayer, reportWorkersLayer } from "./App.ts"
import { credentialsOf, ranksOf, Settings } from "./Config.ts"
import { serverLayer } from "./http/Server.ts"
import { Stopping } from "./http/Stopping.ts"
import { loggingLayer } from "./Logging.ts"
import * as ControlSocket from "./operator/ControlSocket.ts"
import { Doctor } from "./operator/Doctor.ts"
import { IngestControl } from "./operator/IngestControl.ts"
import { ReportQueue } from "./reports/ReportQueue.ts"
import * as Housekeeping from "./schedule/Housekeeping.ts"
import { SlotQueue } from "./schedule/SlotQueue.ts"
import * as Storage from "./storage/Storage.ts"
import { supervise } from "./Workers.ts"

/** The sources of the configured list. */
const ingestLayer = Layer.unwrap(
  Effect.map(Settings, (settings) =>
    Ingest.layer({
      sourcesFile: settings.SOURCES_FILE,
      contact: Option.getOrUndefined(settings.CONTACT),
      credentials: credentialsOf(settings),
      allowHosts: settings.ALLOW_PRIVATE_HOSTS,
      priceSource: Option.getOrUndefined(settings.PRICE_SOURCE_URL),
      ranks: ranksOf(settings)
    })
  )
).pipe(Layer.provide(NodeFileSystem.layer))

/** The last thing that is said: all that was started is closed by then. */
const stoppingLayer = Layer.effectDiscard(
  Effect.flatMap(Stopping, (stopping) =>
    Effect.addFinalizer(() => (stopping.hasBegun() ? Effect.logInfo("stopped") : Effect.void))
  )
).pipe(Layer.provideMerge(Stopping.layer))

/** Everything but the greeting, which comes last: the service answers by then. */
const serviceLayer = Layer.unwrap(
  Effect.map(Settings, (settings) => {
    const embedded = Option.isNone(settings.DATABASE_URL)
    const control = ControlSocket.layer(settings.DATA_DIR).pipe(
      Layer.provide(Doctor.layer),
      Layer.provide(
        Layer.effect(
          IngestControl,
          Effect.map(Ingest, (ingest) => ({ open: Effect.succeed(ingest) }))
        )
      )
    )
    return Layer.mergeAll(
      reportWorkersLayer,
      Housekeeping.layer,
      settings.INGEST_ENABLED ? Scheduler.layer() : Layer.empty,
      embedded ? control : Layer.empty
    ).pipe(
      Layer.provideMerge(serverLayer({ host: settings.HOST, port: settings.PORT })),
      Layer.provide([reportsLayer, ingestLayer]),
      Layer.provideMerge(accessLayer()),
      Layer.provide(ReportQueue.layer({ exclusive: embedded })),
      Layer.provideMerge(SlotQueue.layer({ exclusive: embedded })),
      Layer.provideMerge(Storage.layerOfSettings)
    )
  })
)

/** What an operator can mend is said in words; a fault of ours with its cause. */
const explain = (cause: Cause.Cause<unknown>): string => {
  const error = Cause.squash(cause)
  const expected = cause.reasons.every((reason) => reason._tag === "Fail")
  if (!expected || !(error instanceof Error)) return Cause.pretty(cause)
  // Some say nothing themselves: a port that is taken is told by what Node says of it.
  return error.message || (error.cause instanceof Error ? error.cause.message : Cause.pretty(cause))
}

/** What runs beside the service, in its process and over its storage. */
export type Companion = Layer.Layer<never, never, Layer.Success<typeof serviceLayer>>

/** Tells which signal asked the process to stop. A second one ends it at once. */
const firstSignal = (): (() => string) => {
  let first: NodeJS.Signals | undefined
  const note = (signal: NodeJS.Signals) => {
    // As a shell tells of a process that a signal ended.
    if (first !== undefined) process.exit(128 + constants.signals[signal])
    first = signal
  }
  process.on("SIGINT", note).on("SIGTERM", note)
  return () => first ?? "interrupted"
}

/** Everything stands until a signal; then requests that wait are released before anything is closed. */
const run = <E, R>(service: Layer.Layer<Stopping, E, R>, signal: () => string) =>
  Layer.build(service).pipe(
    Effect.flatMap((context) => Effect.onInterrupt(Effect.never, () => Context.get(context, Stopping).begin(signal()))),
    Effect.scoped
  )

/** What is said at the start is said once, by the first of several workers. */
const isGreeted = (): boolean => cluster.isWorker && cluster.worker?.id !== 1

/**
 * Runs the service until a signal stops it: requests in hand are finished, then the exit code is 0. `greeting` adds lines to
 * what is printed at the start.
 */
export const launch = (
  options: { readonly companion?: Companion; readonly greeting?: ReadonlyArray<string> } = {}
): void => {
  const service = (options.companion ?? Layer.empty).pipe(
    // First the greeting: it makes the local account, whose first key is shown only by who made it.
    Layer.provide(greetingLayer(options.greeting, isGreeted())),
    Layer.provide(serviceLayer),
    Layer.provideMerge(stoppingLayer)
  )
  const signal = firstSignal()
  Effect.gen(function* () {
    const { WORKERS } = yield* Settings
    return yield* WORKERS > 1 && cluster.isPrimary ? supervise(WORKERS) : run(service, signal)
  }).pipe(
    Effect.provide(loggingLayer),
    Effect.provide(Settings.layer),
    Effect.tapCause((cause) =>
      Cause.hasInterruptsOnly(cause) ? Effect.void : Effect.sync(() => console.error(explain(cause)))
    ),
    NodeRuntime.runMain({
      disableErrorReporting: true,
      // A signal that was obeyed is a success.
      teardown: (exit, onExit) => onExit(Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause) ? 0 : 1)
    })
  )
  // A terminal interrupts workers as well, who are told by the process that keeps them: a second signal would end them at once.
  if (cluster.isWorker) process.removeAllListeners("SIGINT").on("SIGINT", () => undefined)
}
