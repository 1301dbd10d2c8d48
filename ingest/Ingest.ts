import {
  Cause,
  Context,
  DateTime,
  Duration,
  Effect,
  Exit,
  Layer,
  type Redacted,
  Schema,
  Semaphore,
  Stream
} from "effect"
import { followed, type RunResult, type SourceHealth, type SourceName, type SourceState } from "../src/domain/Source.ts"
import { type BegunRun, type RegisteredSource, Sources } from "../src/storage/Sources.ts"
import { itemsIngested, sourceRun } from "../src/telemetry/Metrics.ts"
import { PriceSource } from "./companies/PriceSource.ts"
import { type Credentials, noCredentials } from "./Credentials.ts"
import { FeedParser } from "./feed/FeedParser.ts"
import { Fetch, type FetchOptions } from "./Fetch.ts"
import { CurrentTrail, type Trail } from "./fetch/Trail.ts"
import { outcomeOf } from "./Outcome.ts"
import { ranksLayer, type RankSettings } from "./ranks/Settings.ts"
import { registry } from "./Registry.ts"
import { type Source, SourceFailed } from "./Source.ts"
import { load, type SourcesList } from "./SourcesFile.ts"

export interface IngestOptions extends FetchOptions {
  /** Path of the operator's list; its form is described in SourcesFile.ts. */
  readonly sourcesFile: string
  /** What the operator has been given by platforms that want it. */
  readonly credentials?: Credentials | undefined
  /** A file of share prices; see companies/PriceFile.ts. The address may hold a key. */
  readonly priceSource?: Redacted.Redacted | undefined
  /** Whom to ask for search positions; nobody unless told. */
  readonly ranks?: RankSettings | undefined
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
      /** How far the source's clock is ahead of ours, in seconds; null when it did not say. */
      readonly skew_seconds: number | null
    }

/** How an attempt ended. */
export type Attempt = Exclude<RunEvent, { readonly _tag: "Started" }>

/** A source's health beside what it is. */
export interface SourceReport extends SourceHealth, Pick<Source, "title" | "missing"> {
  readonly url: string | null
  /** False for one that is remembered and not on the list of this process: another process's, or one of earlier days. */
  readonly listed: boolean
}

/** The operator named a source that is not on the list. */
export class UnknownSource extends Schema.TaggedError<UnknownSource>()("UnknownSource", { name: Schema.String }) {
  override get message(): string {
    return `there is no source named ${this.name}; \`ingest list\` names them all`
  }
}

/** No document of 15 MB takes longer to fetch, read and store; what does is stuck. */
const longestRun = Duration.minutes(9)

/** After so many runs of one slot that nobody lived to end, it is the source that kills them: it waits for its next slot. */
const mostBrokenOff = 10

/** Runs at the same time. Each holds at most a document of 15 MB and its rows, so that all of them fit in a small machine. */
export const concurrency = 8

/** A source as storage knows it. */
export const registered = ({ kind, missing, name, platform }: Source): RegisteredSource => ({
  name,
  kind,
  platform,
  configured: missing === null
})

/** What is told of a source that was never run. */
const unknown = ({ kind, missing, name }: Source): SourceHealth => ({
  name,
  kind,
  state: missing === null ? "empty" : "not_configured",
  last_success_at: null,
  next_check_at: null,
  failures: 0,
  items: 0,
  last_error: null,
  moved_to: null
})

const brokenOff = new SourceFailed({
  state: "error",
  message: `${mostBrokenOff} runs of it were broken off: the process died, or could not store what it had read`,
  restSeconds: null
})

const tookTooLong = new SourceFailed({
  state: "error",
  message: `the run took longer than ${Duration.toMinutes(longestRun)} minutes`,
  restSeconds: null
})

/** All ingestion: what the sources are, how they are, and running them. */
export class Ingest extends Context.Service<
  Ingest,
  {
    /** In the order of the operator's list. */
    readonly sources: ReadonlyArray<Source>
    /**
     * Runs a source once and remembers how it went: for a slot, or with null by hand. Skipped when it is not configured, and
     * when the slot is done, or done by another while this run was under way. Interrupted, it gives its slot back.
     */
    readonly attempt: (source: Source, slot: Date | null) => Effect.Effect<Attempt>
    /** Runs one source, or `all`, now, whether due or not. */
    readonly run: (name: string) => Stream.Stream<RunEvent, UnknownSource>
    /** How each source is, in the order of the list; then those that are remembered and not on it, by name. */
    readonly status: Effect.Effect<ReadonlyArray<SourceReport>>
  }
>()("sonde/ingest/Ingest") {
  /** Ingestion of these sources. Nothing is registered: that is for whoever keeps them on schedule. */
  static readonly makeOf = Effect.fnUntraced(function* (sources: ReadonlyArray<Source>) {
    const stored = yield* Sources
    const permits = Semaphore.makeUnsafe(concurrency)

    const execute = Effect.fnUntraced(function* (source: Source, begun: BegunRun, slot: Date | null) {
      const { name } = source
      // By hand the source's own address is asked: so the operator can undo a move that was a mistake.
      const follow = slot === null ? null : followed(begun.move)
      const trail: Trail = { address: source.url, follow, movedTo: null, skewSeconds: null }
      const exit = yield* (begun.broken_off < mostBrokenOff ? source.run(begun.validators) : brokenOff).pipe(
        Effect.provideService(CurrentTrail, trail),
        Effect.timeoutOrElse({ duration: longestRun, orElse: () => tookTooLong }),
        Effect.exit
      )
      const { failures, move } = begun
      const now = yield* DateTime.nowAsDate
      const outcome = outcomeOf(exit, { name, cadence: source, failures, move, trail, now })
      if (Exit.isFailure(exit) && !Cause.hasFails(exit.cause))
        yield* Effect.logError("A source met a fault of ours", exit.cause)
      else if (outcome.error !== null) yield* Effect.logWarning(`Source failed: ${outcome.error}`)
      else yield* Effect.logDebug("Source read", outcome.result)
      if (!(yield* stored.finish(name, begun.run, outcome)))
        return { _tag: "Skipped", name, reason: "it took so long that another process has taken it over" } as const
      const { error, next_check_at, result, state } = outcome
      sourceRun({ source: name, state })
      if (result !== null) {
        const skipped = Object.values(result.skipped).reduce((sum, count) => sum + count, 0)
        for (const [kind, count] of Object.entries({ ...result, skipped }))
          itemsIngested({ source: name, result: kind }, count)
      }
      return { _tag: "Finished", name, state, result, error, next_check_at, skew_seconds: trail.skewSeconds } as const
    })

    const attempt: Ingest["Service"]["attempt"] = Effect.fnUntraced(
      function* (source: Source, slot: Date | null): Effect.fn.Return<Attempt> {
        const { missing, name } = source
        if (missing !== null) return { _tag: "Skipped", name, reason: missing }
        if (slot === null) yield* stored.ensure(registered(source))
        return yield* Effect.acquireUseRelease(
          stored.begin(name, slot),
          (begun): Effect.Effect<Attempt> =>
            begun === null
              ? Effect.succeed({ _tag: "Skipped", name, reason: "done already" })
              : execute(source, begun, slot),
          (begun, exit) => (begun !== null && Exit.hasInterrupts(exit) ? stored.abandon(begun.run) : Effect.void)
        )
      },
      (effect, { name }) =>
        permits.withPermit(
          effect.pipe(
            Effect.annotateLogs({ source: name }),
            Effect.withSpan("source.run", { attributes: { source: name } })
          )
        )
    )

    const run: Ingest["Service"]["run"] = (name) => {
      const chosen = name === "all" ? sources : sources.filter((source) => source.name === name)
      if (chosen.length === 0 && name !== "all") return Stream.fail(new UnknownSource({ name }))
      return Stream.fromIterable(chosen).pipe(
        Stream.flatMap(
          (source) =>
            Stream.concat(
              Stream.succeed<RunEvent>({ _tag: "Started", name: source.name }),
              Stream.fromEffect(attempt(source, null))
            ),
          { concurrency }
        )
      )
    }

    const status = Effect.map(stored.list, (healths) => {
      const known = new Map(healths.map((health) => [health.name, health]))
      const listed = sources.map((source): SourceReport => {
        const { missing, name, title, url } = source
        return { ...(known.get(name) ?? unknown(source)), title, url, missing, listed: true }
      })
      const names = new Set(sources.map(({ name }) => name))
      const others = healths.filter(({ name }) => !names.has(name))
      return [
        ...listed,
        ...others.map((health): SourceReport => ({
          ...health,
          title: health.name,
          url: null,
          missing: null,
          listed: false
        }))
      ]
    })

    return Ingest.of({ sources, attempt, run, status })
  })

  /** Ingestion of the operator's list. */
  static readonly make = Effect.fnUntraced(function* (
    list: SourcesList,
    contact: string | undefined,
    credentials: Credentials
  ) {
    const sources = yield* registry(list, contact, credentials)
    const names = new Set<string>(sources.map(({ name }) => name))
    for (const name of list.schedule.keys())
      if (!names.has(name)) yield* Effect.logWarning(`The list's schedule names ${name}, which is no source of it`)
    return yield* Ingest.makeOf(sources.map((source): Source => ({ ...source, ...list.schedule.get(source.name) })))
  })

  /** These sources, whatever made them. */
  static readonly layerOfSources = (sources: ReadonlyArray<Source>) => Layer.effect(Ingest, Ingest.makeOf(sources))

  /** Over a list that is at hand, and whatever fetches and parses: tests give fakes. */
  static readonly layerOfList = (list: SourcesList, contact?: string, credentials = noCredentials) =>
    Layer.effect(Ingest, Ingest.make(list, contact, credentials))

  /** The operator's list over the real web. Fails when the list cannot be used. */
  static readonly layer = (options: IngestOptions) =>
    Layer.effect(
      Ingest,
      Effect.flatMap(load(options.sourcesFile), (list) =>
        Ingest.make(list, options.contact, options.credentials ?? noCredentials)
      )
    ).pipe(
      Layer.provide(options.priceSource === undefined ? Layer.empty : PriceSource.layerUrl(options.priceSource)),
      Layer.provide(ranksLayer(options.ranks ?? { source: "none" })),
      Layer.provide([Fetch.layer(options), FeedParser.layer])
    )
}
