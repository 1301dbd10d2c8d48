import { Context, Deferred, Duration, Effect, Fiber, Layer, Pool } from "effect"
import { Worker } from "node:worker_threads"
import { type Feed, type FeedInput, FeedRefused } from "./Feed.ts"
import { parseFeed } from "./ParseFeed.ts"
import type { RefusalReason } from "./Refusal.ts"

/** What the worker answers to each FeedInput. */
export type Answer =
  | { readonly feed: Feed }
  | { readonly refused: { readonly reason: RefusalReason; readonly message: string } }

export interface WorkerOptions {
  /** Workers at most: parsing a feed takes milliseconds, so that a second one is there for the case that a document holds the first. */
  readonly workers?: number
  /** From handing a document over until its answer. The worst 15 MB take 1 s; the rest is for slow machines. */
  readonly deadline?: Duration.Input
  /** How long an idle worker is kept: longer than most pauses between two fetches. */
  readonly idle?: Duration.Input
  /** The module that answers; tests put one there that never does. */
  readonly module?: URL
}

/** Megabytes of heap for one worker: the hungriest documents of 15 MB take 150. Deno has no such limit; there the deadline ends them. */
const HEAP_MB = 256

const start = (module: URL) =>
  Effect.acquireRelease(
    // Nothing of the environment is needed in there, and nothing in there should see the service's secrets.
    Effect.sync(() =>
      new Worker(module, { env: {}, resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } })
        // Unheard, an error in a worker that nobody waits for would end the service.
        .on("error", () => {})
    ),
    (worker) => Effect.promise(() => worker.terminate())
  )

/** What a worker's end means for the document it was reading. Ends that no document explains are worth a line in the log. */
const ended = (error: unknown): Effect.Effect<never, FeedRefused> =>
  (error as { readonly code?: unknown }).code === "ERR_WORKER_OUT_OF_MEMORY"
    ? Effect.fail(
        new FeedRefused({ reason: "too_large", message: "the document needs more memory than a feed may take" })
      )
    : Effect.logError("the feed worker ended while reading", error).pipe(
        Effect.andThen(
          Effect.fail(new FeedRefused({ reason: "malformed", message: "the document could not be read as a feed" }))
        )
      )

/** Hands one document over and waits. Fails where the worker dies of it. */
const ask = (worker: Worker, input: FeedInput): Effect.Effect<Answer, FeedRefused> =>
  Effect.callback((resume) => {
    const onMessage = (answer: Answer) => done(Effect.succeed(answer))
    const onError = (error: unknown) => done(ended(error))
    const onExit = (code: number) => onError(new Error(`exit code ${code}`))
    const stop = () => {
      worker.off("message", onMessage).off("error", onError).off("exit", onExit)
    }
    const done = (result: Effect.Effect<Answer, FeedRefused>) => {
      stop()
      resume(result)
    }
    worker.on("message", onMessage).on("error", onError).on("exit", onExit)
    // A copy moves over whole: the caller keeps its bytes, and whatever shares their buffer stays here.
    const bytes = new Uint8Array(input.bytes)
    worker.postMessage({ ...input, bytes }, [bytes.buffer])
    return Effect.sync(stop)
  })

const tooSlow = () =>
  Effect.fail(new FeedRefused({ reason: "too_slow", message: "the document takes too long to read" }))

const fromWorkers = Effect.fnUntraced(function* (options: WorkerOptions) {
  const deadline = options.deadline ?? "10 seconds"
  const pool = yield* Pool.makeWithTTL({
    acquire: start(options.module ?? new URL("./worker.ts", import.meta.url)),
    min: 0,
    max: options.workers ?? 2,
    timeToLive: options.idle ?? "5 minutes"
  })
  const scope = yield* Effect.scope
  const answerTo = Effect.fnUntraced(function* (input: FeedInput) {
    const worker = yield* Pool.get(pool)
    return yield* ask(worker, input).pipe(
      Effect.timeoutOrElse({ duration: deadline, orElse: tooSlow }),
      // A worker that was left without an answer is still busy or dead: it ends, and the next document gets a new one.
      Effect.onError(() => Pool.invalidate(pool, worker))
    )
  })
  const parse = Effect.fnUntraced(function* (input: FeedInput) {
    const answered = yield* Deferred.make<Answer, FeedRefused>()
    // In a fiber of its own: a worker can take long to end, and keeps its place until then, but nobody waits for it.
    const reading = yield* answerTo(input).pipe(Deferred.into(answered), Effect.scoped, Effect.forkIn(scope))
    const answer = yield* Deferred.await(answered).pipe(
      Effect.onInterrupt(() => Effect.forkIn(Fiber.interrupt(reading), scope))
    )
    return "feed" in answer ? answer.feed : yield* new FeedRefused(answer.refused)
  })
  return { parse }
})

/** Reads feeds where no document can stop the service: off the main thread, with a deadline and a memory limit. */
export class FeedParser extends Context.Service<
  FeedParser,
  {
    /** The feed, or the reason why the document is refused: those of `parseFeed`, and `too_slow`. */
    readonly parse: (input: FeedInput) => Effect.Effect<Feed, FeedRefused>
  }
>()("sonde/ingest/FeedParser") {
  /** Worker threads, started when first needed, ended when idle for long and when the layer's scope closes. */
  static readonly layerWorkers = (options: WorkerOptions) => Layer.effect(FeedParser, fromWorkers(options))

  static readonly layer = FeedParser.layerWorkers({})

  /** The same thread, without deadline: for tests. */
  static readonly layerInline = Layer.succeed(FeedParser, { parse: parseFeed })
}
