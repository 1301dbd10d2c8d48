import { Context, Deferred, Duration, Effect, Fiber, Layer, Pool } from "effect"
import { Worker } from "node:worker_threads"
import { SourceFailed, unreadable } from "../Source.ts"
import { type Answer, answerOf, type Call } from "./Call.ts"
import type { Document } from "./Document.ts"
import type { Reader } from "./Reader.ts"

export interface WorkerOptions {
  /** Workers at most. One reads a thousand feeds in a minute; each takes some 60 MB. */
  readonly workers?: number
  /** From handing a document over until its answer. The worst 15 MB take 1 s; the rest is for slow machines. */
  readonly deadline?: Duration.Input
  /** Megabytes of heap for one worker. Deno has no such limit; there the deadline ends what takes too much. */
  readonly heap?: number
  /** How long an idle worker is kept: longer than most pauses between two fetches. */
  readonly idle?: Duration.Input
  /** The module that answers; tests put one there that never does. */
  readonly module?: URL
}

/**
 * Documents need less than half of this at most. It is a last resort: one large allocation beyond it ends the process
 * and not only the worker, so readers bound a document before they build anything from it.
 */
const usualHeap = 256

const { NODE_COMPILE_CACHE } = process.env

const start = (module: URL, heap: number) =>
  Effect.acquireRelease(
    // The worker needs only where compiled code is, and must not see the service's secrets.
    Effect.sync(() =>
      new Worker(module, {
        env: NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE },
        // Little room for short-lived objects: V8 never gives it back, and more makes reading hardly faster.
        resourceLimits: { maxOldGenerationSizeMb: heap, maxYoungGenerationSizeMb: 8 }
      })
        // Without a listener, an error in an idle worker would end the service.
        .on("error", () => {})
    ),
    (worker) => Effect.promise(() => worker.terminate())
  )

/** What a worker's end means for the document that it was reading. Ends that no document can cause are logged. */
const ended = (error: unknown): Effect.Effect<never, SourceFailed> =>
  (error as { readonly code?: unknown }).code === "ERR_WORKER_OUT_OF_MEMORY"
    ? Effect.fail(unreadable("the document needs more memory than it may take"))
    : Effect.andThen(
        Effect.logError("The worker that reads documents ended", error),
        Effect.fail(unreadable("the document could not be read"))
      )

/** Hands one document over and waits. Fails if the worker dies. */
const ask = (worker: Worker, { document, ...call }: Call): Effect.Effect<Answer, SourceFailed> =>
  Effect.callback((resume) => {
    const onMessage = (answer: Answer) => done(Effect.succeed(answer))
    const onError = (error: unknown) => done(ended(error))
    const onExit = (code: number) => onError(new Error(`exit code ${code}`))
    const stop = () => {
      worker.off("message", onMessage).off("error", onError).off("exit", onExit)
    }
    const done = (result: Effect.Effect<Answer, SourceFailed>) => {
      stop()
      resume(result)
    }
    worker.on("message", onMessage).on("error", onError).on("exit", onExit)
    // The bytes are transferred and are gone here. Bytes that share their buffer are copied.
    const { bytes: given, contentType, url } = document
    const bytes = given.byteLength === given.buffer.byteLength ? given : new Uint8Array(given)
    const moved: Call = { ...call, document: { bytes, contentType, url } }
    worker.postMessage(moved, [bytes.buffer as ArrayBuffer])
    return Effect.sync(stop)
  })

const tooSlow = () => Effect.fail(unreadable("the document takes too long to read"))

/** What the reader of this type said, which crosses threads without its type. */
const settle = <A>(answer: Answer): Effect.Effect<A, SourceFailed> => {
  if ("value" in answer) return Effect.succeed(answer.value as A)
  if ("failed" in answer) return Effect.fail(new SourceFailed(answer.failed))
  return Effect.andThen(
    Effect.logError(`A reader of documents failed: ${answer.fault}`),
    Effect.fail(unreadable("the document could not be read"))
  )
}

const fromWorkers = Effect.fnUntraced(function* (options: WorkerOptions) {
  const deadline = options.deadline ?? "10 seconds"
  const pool = yield* Pool.makeWithTTL({
    acquire: start(options.module ?? new URL("./worker.ts", import.meta.url), options.heap ?? usualHeap),
    min: 0,
    max: options.workers ?? 1,
    timeToLive: options.idle ?? "5 minutes"
  })
  const scope = yield* Effect.scope
  const answerTo = Effect.fnUntraced(function* (call: Call) {
    const worker = yield* Pool.get(pool)
    return yield* ask(worker, call).pipe(
      Effect.timeoutOrElse({ duration: deadline, orElse: tooSlow }),
      // A worker that did not answer is busy or dead: it is ended, and the next document gets a new one.
      Effect.onError(() => Pool.invalidate(pool, worker))
    )
  })
  const answered = Effect.fnUntraced(function* (call: Call) {
    const answer = yield* Deferred.make<Answer, SourceFailed>()
    // In a fiber of its own: a worker can take long to end and keeps its place until then, but no caller waits for it.
    const asking = yield* answerTo(call).pipe(Deferred.into(answer), Effect.scoped, Effect.forkIn(scope))
    return yield* Deferred.await(answer).pipe(Effect.onInterrupt(() => Effect.forkIn(Fiber.interrupt(asking), scope)))
  })
  return Parser.of({
    read: <Args extends ReadonlyArray<unknown>, A>(
      { module, name }: Reader<Args, A>,
      document: Document,
      ...args: Args
    ) => Effect.flatMap(answered({ module, name, document, args }), settle<A>)
  })
})

/**
 * Reads documents off the main thread, with a deadline and a memory limit, so that no document can stop the service.
 */
export class Parser extends Context.Service<
  Parser,
  {
    /** What the reader makes of the document, or why it is refused. The document's bytes are gone afterwards. */
    readonly read: <Args extends ReadonlyArray<unknown>, A>(
      reader: Reader<Args, A>,
      document: Document,
      ...args: Args
    ) => Effect.Effect<A, SourceFailed>
  }
>()("sonde/ingest/Parser") {
  /** Worker threads, started when first needed, ended when idle for long and when the layer's scope closes. */
  static readonly layerWorkers = (options: WorkerOptions) => Layer.effect(Parser, fromWorkers(options))

  static readonly layer = Parser.layerWorkers({})

  /** In the same thread, without a deadline: for tests. Results are copied as between threads. */
  static readonly layerInline = Layer.succeed(Parser, {
    read: <Args extends ReadonlyArray<unknown>, A>({ read }: Reader<Args, A>, document: Document, ...args: Args) =>
      Effect.flatMap(
        Effect.promise(async () =>
          structuredClone(await answerOf(read as Parameters<typeof answerOf>[0], document, args))
        ),
        settle<A>
      )
  })
}
