import { Duration, Effect, Schema } from "effect"
import cluster, { type Worker } from "node:cluster"
import { workerNumber } from "./WorkerNumber.ts"

/*
 * Workers share a port, so nobody can choose which of them is asked for metrics: each tells those of all. It asks the
 * process that keeps the workers, which asks the others and hands back what they tell.
 */

/** What one process counts and measures of itself, in Prometheus' text format. */
const Page = Schema.Struct({ worker: Schema.Int, text: Schema.String })
export type Page = typeof Page.Type

/** From the worker that was asked to the keeper, and from there to each other worker. */
const Ask = Schema.Struct({ metrics: Schema.Literal("ask"), id: Schema.String })

/** The way back: one page from each worker to the keeper, and then all of them to the worker that was asked. */
const Tell = Schema.Struct({ metrics: Schema.Literal("tell"), id: Schema.String, pages: Schema.Array(Page) })

const isAsk = Schema.is(Ask)
const isTell = Schema.is(Tell)

/** A worker that does not tell in time, for one that has just died, is left out. */
const longestWait = Duration.seconds(1)

/**
 * Sends a message to another process. One that has just been killed looks connected for a moment; without a callback
 * Node tells of that by an event `error`, which ends the process that sends.
 */
const send = (to: Worker, message: typeof Ask.Type | typeof Tell.Type, failed: () => void = () => {}): void =>
  void to.send(message, (error) => {
    if (error instanceof Error) failed()
  })

/** Passes questions and pages on between workers, for as long as the scope lasts. */
export const passOn = Effect.acquireRelease(
  Effect.sync(() => {
    const collections = new Map<string, (worker: Worker, pages: ReadonlyArray<Page>) => void>()
    const collect = (asker: Worker, id: string) => {
      const others = Object.values(cluster.workers ?? {}).filter((one): one is Worker => one?.id !== asker.id)
      const waiting = new Set(others)
      const found: Array<Page> = []
      const end = () => {
        clearTimeout(timer)
        collections.delete(id)
        send(asker, { metrics: "tell", id, pages: found })
      }
      const timer = setTimeout(end, Duration.toMillis(longestWait))
      collections.set(id, (worker, pages) => {
        if (!waiting.delete(worker)) return
        found.push(...pages)
        if (waiting.size === 0) end()
      })
      for (const other of others) send(other, { metrics: "ask", id }, () => collections.get(id)?.(other, []))
      if (waiting.size === 0) end()
    }
    const hear = (worker: Worker, message: unknown) => {
      if (isAsk(message)) collect(worker, message.id)
      else if (isTell(message)) collections.get(message.id)?.(worker, message.pages)
    }
    cluster.on("message", hear)
    return hear
  }),
  (hear) => Effect.sync(() => cluster.off("message", hear))
)

/** Puts a label first into every sample. */
const labelled = (sample: string, worker: number): string =>
  sample.replace(/^(\w+)(?:\{|(?= ))/, (given, name: string) =>
    given.endsWith("{") ? `${name}{worker="${worker}",` : `${name}{worker="${worker}"}`
  )

/** What a page says of one metric: its head, where only the type must be, and its samples. */
const family = /((?:^# HELP .*\n)?^# TYPE .*\n)((?:^[^#\n].*\n)+)/gm

/**
 * The pages of several workers as one, with the label `worker` in each sample: a metric has its head once, and all its
 * samples below it.
 */
export const merged = (pages: ReadonlyArray<Page>): string => {
  const families = new Map<string, Array<string>>()
  for (const { text, worker } of pages.toSorted((one, other) => one.worker - other.worker)) {
    for (const [, head, samples] of text.matchAll(family)) {
      const all = families.get(head!) ?? []
      families.set(head!, all)
      for (const sample of samples!.trimEnd().split("\n")) all.push(labelled(sample, worker))
    }
  }
  return [...families].map(([head, samples]) => `${head}${samples.join("\n")}\n`).join("")
}

/**
 * How this process tells its own page: alone as it is, and with those of the other workers if it is one of several. It
 * answers their questions for as long as the scope lasts.
 */
export const makeOfAllWorkers = Effect.fnUntraced(function* (own: Effect.Effect<string>) {
  const { worker } = cluster
  const number = workerNumber
  if (worker === undefined || number === null) return own
  const page = Effect.map(own, (text): Page => ({ worker: number, text }))
  const run = Effect.runForkWith(yield* Effect.context<never>())
  const awaited = new Map<string, (pages: ReadonlyArray<Page>) => void>()
  const hear = (message: unknown) => {
    if (isTell(message)) awaited.get(message.id)?.(message.pages)
    else if (isAsk(message)) {
      run(Effect.map(page, (one) => send(worker, { metrics: "tell", id: message.id, pages: [one] })))
    }
  }
  yield* Effect.acquireRelease(
    Effect.sync(() => worker.on("message", hear)),
    () => Effect.sync(() => worker.off("message", hear))
  )
  let asked = 0
  const ofOthers = Effect.callback<ReadonlyArray<Page>>((resume) => {
    const id = `${worker.id}.${++asked}`
    const end = (pages: ReadonlyArray<Page>) => {
      awaited.delete(id)
      resume(Effect.succeed(pages))
    }
    awaited.set(id, end)
    send(worker, { metrics: "ask", id }, () => end([]))
    return Effect.sync(() => awaited.delete(id))
  }).pipe(Effect.timeoutOrElse({ duration: Duration.times(longestWait, 2), orElse: () => Effect.succeed([]) }))
  return Effect.map(Effect.all([page, ofOthers], { concurrency: 2 }), ([one, others]) => merged([one, ...others]))
})
