import { Cause, Context, DateTime, Duration, Effect, Exit, Layer, Schema, Semaphore, Stream } from "effect"
import type { RunResult, SourceHealth, SourceName, SourceState } from "../src/domain/Source.ts"
import { Sources } from "../src/storage/Sources.ts"
import { FeedParser } from "./feed/FeedParser.ts"
import { Fetch, type FetchOptions } from "./Fetch.ts"
import { outcomeOf } from "./Outcome.ts"
import { registry } from "./Registry.ts"
import { type Source, SourceFailed } from "./Source.ts"
import { load, type SourcesList } from "./SourcesFile.ts"

export interface IngestOptions extends FetchOptions {
  /** Path of the operator's list; its form is described in SourcesFile.ts. */
  readonly sourcesFile: string
}

/** What a run tells while it goes on. */
export type RunEvent =
  | { readonly _tag: "Started"; readonly name: SourceName }
  | { readonly _tag: "Skipped"; readonly name: SourceName; readonly reason: string }
  | {
      readonly _tag: "Finished"
      readonly name: SourceName
      readonly state: SourceState
      /** Null when nothing has changed, or when the run failed. */
      readonly result: RunResult | null
      readonly error: string | null
      readonly next_check_at: Date
    }

/** How an attempt ended. */
export type Attempt = Exclude<RunEvent, { readonly _tag: "Started" }>

/** A source's health beside what it is. */
export type SourceReport = SourceHealth & Pick<Source, "title" | "url" | "missing">

/** The operator named a source that is not on the list. */
export class UnknownSource extends Schema.TaggedError<UnknownSource>()("UnknownSource", { name: Schema.String }) {
  override get message(): string {
    return `there is no source named ${this.name}; \`ingest list\` names them all`
  }
}

/** How long a run may be away: a process that dies leaves its source to others after this time. */
const lease = Duration.minutes(10)

/** A run ends before its lease does, so that it never meets its successor. */
const longestRun = Duration.minutes(9)

/** Runs at the same time. Each holds at most a document of 15 MB and its rows, so that all of them fit in a small machine. */
const concurrency = 8

/** All ingestion: what the sources are, how they are, and running them. */
export class Ingest extends Context.Service<
  Ingest,
  {
    /** In the order of the operator's list. */
    readonly sources: ReadonlyArray<Source>
    /** Runs a source once and remembers how it went. Skipped when it is not due (unless forced) or not configured. */
    readonly attempt: (source: Source, options: { readonly force: boolean }) => Effect.Effect<Attempt>
    /** Runs one source, or `all`, now, whether due or not. */
    readonly run: (name: string) => Stream.Stream<RunEvent, UnknownSource>
    /** How each source is, in the order of the list. */
    readonly status: Effect.Effect<ReadonlyArray<SourceReport>>
  }
>()("sonde/ingest/Ingest") {
  static readonly make = Effect.fnUntraced(function* (list: SourcesList, contact: string | undefined) {
    const stored = yield* Sources
    const sources = yield* registry(list, contact)
    const permits = Semaphore.makeUnsafe(concurrency)
    yield* stored.register(
      sources.map(({ kind, missing, name, platform }) => ({ name, kind, platform, configured: missing === null }))
    )

    const attempt: Ingest["Service"]["attempt"] = Effect.fnUntraced(
      function* (source: Source, { force }: { readonly force: boolean }): Effect.fn.Return<Attempt> {
        const { every, missing, name } = source
        if (missing !== null) return { _tag: "Skipped", name, reason: missing }
        const started = yield* DateTime.now
        const begun = yield* stored.begin(name, {
          lease: DateTime.toDateUtc(DateTime.addDuration(started, lease)),
          force
        })
        if (begun === null) return { _tag: "Skipped", name, reason: "not due, or running elsewhere" }
        const exit = yield* source.run(begun.validators).pipe(
          Effect.timeoutOrElse({
            duration: longestRun,
            orElse: () =>
              new SourceFailed({ state: "error", message: "the run took longer than 9 minutes", restSeconds: null })
          }),
          Effect.exit
        )
        const outcome = outcomeOf(exit, { every, failures: begun.failures, now: yield* DateTime.nowAsDate })
        if (Exit.isFailure(exit) && !Cause.hasFails(exit.cause))
          yield* Effect.logError("A source met a fault of ours", exit.cause)
        else if (outcome.error !== null) yield* Effect.logWarning(`Source failed: ${outcome.error}`)
        else yield* Effect.logDebug("Source read", outcome.result)
        yield* stored.finish(name, begun.run, outcome)
        const { error, next_check_at, result, state } = outcome
        return { _tag: "Finished", name, state, result, error, next_check_at }
      },
      (effect, { name }) => permits.withPermit(Effect.annotateLogs(effect, { source: name }))
    )

    const run: Ingest["Service"]["run"] = (name) => {
      const chosen = name === "all" ? sources : sources.filter((source) => source.name === name)
      if (chosen.length === 0 && name !== "all") return Stream.fail(new UnknownSource({ name }))
      return Stream.fromIterable(chosen).pipe(
        Stream.flatMap(
          (source) =>
            Stream.concat(
              Stream.succeed<RunEvent>({ _tag: "Started", name: source.name }),
              Stream.fromEffect(attempt(source, { force: true }))
            ),
          { concurrency }
        )
      )
    }

    const status = Effect.map(stored.list, (healths) => {
      const known = new Map(healths.map((health) => [health.name, health]))
      return sources.flatMap(({ missing, name, title, url }): ReadonlyArray<SourceReport> => {
        const health = known.get(name)
        return health === undefined ? [] : [{ ...health, title, url, missing }]
      })
    })

    return Ingest.of({ sources, attempt, run, status })
  })

  /** Over a list that is at hand, and whatever fetches and parses: tests give fakes. */
  static readonly layerOfList = (list: SourcesList, contact?: string) =>
    Layer.effect(Ingest, Ingest.make(list, contact))

  /** The operator's list over the real web. Fails when the list cannot be used. */
  static readonly layer = (options: IngestOptions) =>
    Layer.effect(
      Ingest,
      Effect.flatMap(load(options.sourcesFile), (list) => Ingest.make(list, options.contact))
    ).pipe(Layer.provide([Fetch.layer(options), FeedParser.layer]))
}
