import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Cause, Context, Deferred, Duration, Effect, Exit, identity, Layer, Option } from "effect"
import cluster from "node:cluster"
import { constants } from "node:os"
import * as Scheduler from "../../ingest/schedule/Scheduler.ts"
import { greetingLayer, PrintsSecrets } from "../access/FirstStart.ts"
import { OperatorCommand } from "../access/OperatorCommand.ts"
import { PublicUrl } from "../access/PublicUrl.ts"
import { accessLayer, reportsLayer, reportWorkersLayer } from "./App.ts"
import { Settings } from "../config/Settings.ts"
import * as Delivering from "../delivery/Delivering.ts"
import { deliveryLayer } from "./Delivery.ts"
import { embedderLayer } from "./Embeddings.ts"
import { searchClusterLayer } from "./SearchCluster.ts"
import { FastPath } from "../http/cache/FastPath.ts"
import { Compression } from "../http/server/Compression.ts"
import { serverLayer } from "../http/server/Server.ts"
import { Shutdown } from "../http/server/Shutdown.ts"
import { articlesLayer, ingestActions, ingestLayer, researchLayer } from "./Ingestion.ts"
import { loggingLayer, scrubEnvironment } from "./Logging.ts"
import { judgeTrialsLayer } from "./Judge.ts"
import * as ControlSocket from "../operator/ControlSocket.ts"
import { Doctor } from "../operator/Doctor.ts"
import { IngestControl } from "../ports/IngestControl.ts"
import { preflight } from "./Preflight.ts"
import { routes } from "./Routes.ts"
import { ReportQueue } from "../queue/ReportQueue.ts"
import * as Housekeeping from "../schedule/Housekeeping.ts"
import * as Indexing from "../schedule/Indexing.ts"
import { SlotQueue } from "../queue/SlotQueue.ts"
import * as PostgresServer from "../storage/database/PostgresServer.ts"
import { DatabaseLost } from "../storage/embedded/DatabaseLost.ts"
import * as Storage from "../storage/Storage.ts"
import { exportLayer } from "../telemetry/Export.ts"
import { withServiceSpans } from "../telemetry/ServiceSpans.ts"
import { workerNumber } from "../telemetry/WorkerNumber.ts"
import * as Scheduled from "../watches/Scheduled.ts"
import * as Watching from "../watches/Watching.ts"
import { hopelessExit, supervise } from "./Workers.ts"

const ingestControlLayer = Layer.effect(
  IngestControl,
  Effect.map(ingestActions, (actions) => ({ open: Effect.succeed(actions) }))
)

/** The last log line: everything that was started is closed by then. */
const shutdownLayer = Layer.effectDiscard(
  Effect.flatMap(Shutdown, (shutdown) =>
    Effect.addFinalizer(() => (shutdown.hasBegun() ? Effect.logInfo("stopped") : Effect.void))
  )
).pipe(Layer.provideMerge(Shutdown.layer))

/** Everything but the greeting, which comes last: the service answers by then. */
const serviceLayer = Layer.unwrap(
  Effect.map(Settings, (settings) => {
    const embedded = Option.isNone(settings.DATABASE_URL)
    const spans = Option.isNone(settings.OTEL_EXPORTER_OTLP_ENDPOINT)
      ? <A, E, R>(layer: Layer.Layer<A, E, R>) => layer
      : withServiceSpans
    const control = ControlSocket.layer(settings.DATA_DIR).pipe(Layer.provide(Doctor.layer))
    return Layer.mergeAll(
      reportWorkersLayer.pipe(Layer.provide(researchLayer)),
      Housekeeping.layer,
      Indexing.layer,
      Scheduled.layer,
      settings.INGEST_ENABLED ? Scheduler.layer() : Layer.empty,
      articlesLayer,
      Delivering.layer,
      embedded ? control : Layer.empty
    ).pipe(
      Layer.provideMerge(PublicUrl.layer),
      Layer.provideMerge(
        serverLayer(routes, { host: settings.HOST, port: settings.PORT }).pipe(
          Layer.provide(Layer.provideMerge(FastPath.layer, Compression.layer))
        )
      ),
      Layer.provideMerge(deliveryLayer),
      Layer.provide([spans(reportsLayer), judgeTrialsLayer, Layer.provideMerge(ingestControlLayer, ingestLayer)]),
      Layer.provideMerge(spans(accessLayer())),
      Layer.provide(ReportQueue.layer({ exclusive: embedded })),
      Layer.provideMerge(SlotQueue.layer({ exclusive: embedded })),
      Layer.provideMerge(Watching.over(spans(Storage.layerOfSettings(PostgresServer.awaited)))),
      Layer.provide([embedderLayer, searchClusterLayer])
    )
  })
)

/** An error's own words and those of its causes, each once: a refused connection has the reason in its cause. */
const told = (error: unknown): ReadonlyArray<string> => {
  const words: Array<string> = []
  for (let next = error; next instanceof Error && words.length < 5; next = next.cause) {
    if (next.message !== "" && !words.some((known) => known.includes(next.message))) words.push(next.message)
  }
  return words
}

/** Faults that an operator can mend are told in words, faults of ours with their cause. */
const explain = (cause: Cause.Cause<unknown>): string => {
  const error = Cause.squash(cause)
  const expected = cause.reasons.every((reason) => reason._tag === "Fail")
  if (!expected || !(error instanceof Error)) return Cause.pretty(cause)
  return told(error).join(": ") || Cause.pretty(cause)
}

/** A signal that was obeyed is a success. What would fail in the same way again is told from what may pass. */
const exitCodeOf = (cause: Cause.Cause<unknown>): number => {
  if (Cause.hasInterruptsOnly(cause)) return 0
  const error = Cause.squash(cause)
  return error instanceof Error && "hopeless" in error && error.hopeless === true ? hopelessExit : 1
}

/** What runs beside the service, in its process and over its storage. */
export type Companion = Layer.Layer<never, never, Layer.Success<typeof serviceLayer>>

/**
 * A second signal within this time is the same one: npm and the process that keeps workers pass on a Ctrl-C that the
 * terminal has sent to all of them.
 */
const sameRequestMillis = 500

/** Tells which signal asked the process to stop. A second one ends it at once. */
const firstSignal = (): (() => string) => {
  let first: NodeJS.Signals | undefined
  let since = 0
  const note = (signal: NodeJS.Signals) => {
    const now = performance.now()
    if (first === undefined) [first, since] = [signal, now]
    // As a shell tells of a process that a signal ended.
    else if (now - since > sameRequestMillis) process.exit(128 + constants.signals[signal])
  }
  process.on("SIGINT", note).on("SIGTERM", note)
  return () => first ?? "interrupted"
}

/**
 * Everything stands until a signal, or until the database is lost; then requests that wait are released before anything
 * is closed. After a signal the service goes on for `delay`, so that balancers can learn that it stops.
 */
const run = Effect.fnUntraced(function* <E, R>(
  service: Layer.Layer<Shutdown, E, R>,
  signal: () => string,
  delay: Duration.Duration
) {
  const loss = yield* Deferred.make<never, Error>()
  const lost = Layer.succeed(DatabaseLost, (error) => Effect.asVoid(Deferred.fail(loss, error)))
  const shutdown = Context.get(yield* Layer.build(Layer.provide(service, lost)), Shutdown)
  return yield* Deferred.await(loss).pipe(
    Effect.onInterrupt(() => {
      const announced = Duration.isZero(delay)
        ? Effect.void
        : Effect.andThen(shutdown.announce(signal()), Effect.sleep(delay))
      return Effect.andThen(announced, shutdown.begin(signal()))
    }),
    Effect.tapError(() => shutdown.begin("the database is lost"))
  )
}, Effect.scoped)

/** The greeting is printed once, by the first of several workers. */
const isGreeted = (): boolean => cluster.isWorker && cluster.worker?.id !== 1

/**
 * Runs the service until a signal stops it: requests in hand are finished, then the exit code is 0. `greeting` adds
 * lines to what is printed at the start, `operatorCommand` stands in for the usual one, and with `printsSecrets` the
 * first key and a sign-in link are printed wherever the output goes.
 */
export const launch = (
  options: {
    readonly companion?: Companion
    readonly greeting?: ReadonlyArray<string>
    readonly operatorCommand?: string
    readonly printsSecrets?: boolean
  } = {}
): void => {
  const service = (options.companion ?? Layer.empty).pipe(
    // First the greeting: it makes the local account, whose first key is shown only by who made it.
    Layer.provide(greetingLayer(options.greeting, isGreeted())),
    Layer.provide(serviceLayer),
    Layer.provideMerge(shutdownLayer),
    Layer.provide(exportLayer),
    Layer.provide(
      Layer.mergeAll(
        options.operatorCommand === undefined ? Layer.empty : Layer.succeed(OperatorCommand, options.operatorCommand),
        options.printsSecrets === undefined ? Layer.empty : Layer.succeed(PrintsSecrets, options.printsSecrets)
      )
    )
  )
  const signal = firstSignal()
  Effect.gen(function* () {
    const { INGEST_ENABLED, RESEARCH_SECONDS, SHUTDOWN_DELAY_SECONDS, WORKERS } = yield* Settings
    const researches = INGEST_ENABLED && RESEARCH_SECONDS > 0
    return yield* WORKERS > 1 && cluster.isPrimary
      ? supervise(WORKERS, researches)
      : run(service, signal, Duration.seconds(SHUTDOWN_DELAY_SECONDS))
  }).pipe(
    workerNumber === null ? identity : Effect.annotateLogs("worker", workerNumber),
    Effect.provide(loggingLayer),
    Effect.provide(Settings.layerChecked(preflight)),
    Effect.tapCause((cause) =>
      Cause.hasInterruptsOnly(cause) ? Effect.void : Effect.sync(() => console.error(scrubEnvironment(explain(cause))))
    ),
    NodeRuntime.runMain({
      disableErrorReporting: true,
      teardown: (exit, onExit) => onExit(Exit.isSuccess(exit) ? 0 : exitCodeOf(exit.cause))
    })
  )
}
