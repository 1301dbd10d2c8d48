import { Context, Effect, Exit, Layer, Queue, type Redacted, Schema, Semaphore, Stream } from "effect"
import type { IngestEvent, SourceHealth } from "../src/domain/Source.ts"
import type { SourceReport } from "../src/ports/IngestControl.ts"
import { type RegisteredSource, Sources } from "../src/storage/sources/Sources.ts"
import { PriceSource } from "./companies/PriceSource.ts"
import { type Credentials, noCredentials } from "./Credentials.ts"
import { Fetch, type FetchOptions } from "./fetch/Fetch.ts"
import { Parser } from "./parse/Parser.ts"
import { ranksLayer, type RankSettings } from "./ranks/Settings.ts"
import { registry } from "./Registry.ts"
import { type Attempt, makeExecutor } from "./schedule/Run.ts"
import type { Source } from "./Source.ts"
import { load, type SourcesList } from "./list/SourcesFile.ts"

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

/** The operator named a source that is not on the list. */
export class UnknownSource extends Schema.TaggedError<UnknownSource>()("UnknownSource", { name: Schema.String }) {
  override get message(): string {
    return `there is no source named ${this.name}; \`ingest list\` names them all`
  }
}

/**
 * Runs at the same time. Each holds at most a document of 15 MB and its rows, so that all of them fit in a small
 * machine.
 */
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
  idle: null,
  last_error: null,
  moved_to: null
})

/** All ingestion: what the sources are, how they are, and running them. */
export class Ingest extends Context.Service<
  Ingest,
  {
    /** In the order of the operator's list. */
    readonly sources: ReadonlyArray<Source>
    /**
     * Runs a source once and remembers how it went: for a slot, or with null by hand. Skipped when it is not
     * configured, and when the slot is done, or done by another while this run was under way. Interrupted, it gives its
     * slot back.
     */
    readonly attempt: (source: Source, slot: Date | null) => Effect.Effect<Attempt>
    /** Runs one source, or `all`, now, whether due or not. */
    readonly run: (name: string) => Stream.Stream<IngestEvent, UnknownSource>
    /** How each source is, in the order of the list; then those that are remembered and not on it, by name. */
    readonly status: Effect.Effect<ReadonlyArray<SourceReport>>
  }
>()("sonde/ingest/Ingest") {
  /** Ingestion of these sources. It does not register them: the scheduler does. */
  static readonly makeOf = Effect.fnUntraced(function* (sources: ReadonlyArray<Source>) {
    const stored = yield* Sources
    const execute = yield* makeExecutor(stored)
    const permits = Semaphore.makeUnsafe(concurrency)

    const attempt = Effect.fnUntraced(
      function* (
        source: Source,
        slot: Date | null,
        onProgress: (done: number, of: number) => void = () => {}
      ): Effect.fn.Return<Attempt> {
        const { missing, name } = source
        if (missing !== null) return { _tag: "Skipped", name, reason: missing }
        if (slot === null) yield* stored.ensure(registered(source))
        return yield* Effect.acquireUseRelease(
          stored.begin(name, slot),
          (begun): Effect.Effect<Attempt> =>
            begun === null
              ? Effect.succeed({ _tag: "Skipped", name, reason: "done already" })
              : execute(source, begun, { slot, onProgress }),
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

    /** A run with all that it tells while it goes on. */
    const told = (source: Source, of: number) =>
      Stream.callback<IngestEvent>((events) =>
        Effect.gen(function* () {
          const { name } = source
          yield* Queue.offer(events, { _tag: "Started", name, of })
          const ended = yield* attempt(source, null, (done, of) =>
            Queue.offerUnsafe(events, { _tag: "Progressed", name, done, of })
          )
          yield* Queue.offer(events, ended)
          yield* Queue.end(events)
        })
      )

    const run: Ingest["Service"]["run"] = (name) => {
      const chosen = name === "all" ? sources : sources.filter((source) => source.name === name)
      if (chosen.length === 0 && name !== "all") return Stream.fail(new UnknownSource({ name }))
      return Stream.fromIterable(chosen).pipe(Stream.flatMap((source) => told(source, chosen.length), { concurrency }))
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
    const { schedule, ...entries } = list
    const sources = yield* registry(entries, { contact, credentials })
    const names = new Set<string>(sources.map(({ name }) => name))
    for (const name of schedule.keys())
      if (!names.has(name)) yield* Effect.logWarning(`The list's schedule names ${name}, which is no source of it`)
    return yield* Ingest.makeOf(sources.map((source): Source => ({ ...source, ...schedule.get(source.name) })))
  })

  /** These sources, whatever made them. */
  static readonly layerOfSources = (sources: ReadonlyArray<Source>) => Layer.effect(Ingest, Ingest.makeOf(sources))

  /** Over a list that is at hand, and whatever fetches and parses: tests give fakes. */
  static readonly layerOfList = (list: SourcesList, contact?: string, credentials = noCredentials) =>
    Layer.effect(Ingest, Ingest.make(list, contact, credentials))

  /**
   * The operator's list over the real web, and what it fetches and parses with: whoever fetches beside it must keep the
   * same distances to hosts. Fails when the list cannot be used.
   */
  static readonly layer = (options: IngestOptions) =>
    Layer.effect(
      Ingest,
      Effect.flatMap(load(options.sourcesFile), (list) =>
        Ingest.make(list, options.contact, options.credentials ?? noCredentials)
      )
    ).pipe(
      Layer.provide(options.priceSource === undefined ? Layer.empty : PriceSource.layerUrl(options.priceSource)),
      Layer.provide(ranksLayer(options.ranks ?? { source: "none" })),
      Layer.provideMerge(Layer.merge(Fetch.layer(options), Parser.layer))
    )
}
