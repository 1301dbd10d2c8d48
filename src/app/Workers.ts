import { Deferred, Duration, Effect, Schema } from "effect"
import cluster from "node:cluster"
import { passOn } from "../telemetry/WorkerMetrics.ts"
import { numbered } from "../telemetry/WorkerNumber.ts"

/** The exit code of a start that fails in the same way each time (EX_CONFIG of sysexits.h). */
export const hopelessExit = 78

/** The first worker could not be started; it has said why itself. */
export class WorkerFailed extends Schema.TaggedError<WorkerFailed>()("WorkerFailed", { hopeless: Schema.Boolean }) {
  override get message(): string {
    return "The first worker ended at its start; the others were not started."
  }
}

/**
 * A worker that dies is replaced after a second, then two, four … half a minute; one that lived for a minute begins
 * anew.
 */
const firstDelay = Duration.seconds(1)
const longestDelay = Duration.seconds(30)
const longLifeMillis = 60_000

/**
 * The number of the nth worker, and its settings that differ from the operator's. One of them ingests for all, so that
 * reading sources slows no other down, and it writes the reports if niches are looked up for them.
 */
const environmentOf = (n: number, researches: boolean): Record<string, string> => ({
  ...numbered(n + 1),
  ...(n > 0 && { INGEST_ENABLED: "false", ...(researches && { REPORT_WORKERS: "0" }) })
})

/**
 * Runs a worker until it ends by itself, and says how. When it is interrupted the worker finishes its requests first.
 */
const live = (n: number, researches: boolean, listening: Deferred.Deferred<void, WorkerFailed>) =>
  Effect.callback<string | number>((resume) => {
    const worker = cluster.fork(environmentOf(n, researches))
    const ended = new Promise<string | number>((resolve) => {
      worker.once("exit", (code, signal) => resolve((signal as NodeJS.Signals | null) ?? code))
      // Without a listener an error would end this process, and all workers with it. Most mean that a worker which has
      // just been killed was sent something, and its exit follows; only one that could not be started has none.
      worker.on("error", (error: NodeJS.ErrnoException) => {
        if (worker.process.pid === undefined) resolve(error.code ?? error.message)
      })
    })
    worker.once("listening", () => Deferred.doneUnsafe(listening, Effect.void))
    void ended.then((how) => resume(Effect.succeed(how)))
    return Effect.promise(() => {
      worker.process.kill("SIGTERM")
      return ended
    })
  })

const keep = Effect.fnUntraced(function* (
  n: number,
  researches: boolean,
  listening: Deferred.Deferred<void, WorkerFailed>
) {
  for (let delay = firstDelay; ; delay = Duration.min(Duration.times(delay, 2), longestDelay)) {
    const begun = performance.now()
    const how = yield* live(n, researches, listening)
    yield* Deferred.fail(listening, new WorkerFailed({ hopeless: how === hopelessExit }))
    if (performance.now() - begun >= longLifeMillis) delay = firstDelay
    yield* Effect.logWarning(
      `worker ${n + 1} ended (${typeof how === "number" ? `exit code ${how}` : how}); another takes its place in ${Duration.format(delay)}`
    )
    yield* Effect.sleep(delay)
  }
})

/**
 * Runs so many processes that serve on one port, and keeps them running. The first one is alone until it listens: it
 * migrates the database and shows the first key. `researches`: whether reports have their niches looked up. Never ends
 * by itself; interrupted, it ends when all of them have.
 */
export const supervise = Effect.fnUntraced(function* (count: number, researches: boolean) {
  yield* passOn
  const listening = yield* Deferred.make<void, WorkerFailed>()
  const others = Effect.andThen(
    Deferred.await(listening),
    Effect.forEach(
      Array.from({ length: count - 1 }, (_, n) => n + 1),
      (n) => keep(n, researches, listening),
      { concurrency: "unbounded" }
    )
  )
  yield* Effect.all([keep(0, researches, listening), others], { concurrency: "unbounded" })
  return yield* Effect.never
}, Effect.scoped)
