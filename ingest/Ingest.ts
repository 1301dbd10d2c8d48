import {
  Context,
  Cron,
  Duration,
  Effect,
  Exit,
  Layer,
  Option,
  Queue,
  type Redacted,
  Schema,
  Semaphore,
  Stream
} from "effect"
import type { IngestEvent, SourceHealth } from "../src/domain/Source.ts"
import type { SourceReport } from "../src/ports/IngestControl.ts"
import { Changes, untilChanged } from "../src/storage/database/Changes.ts"
import { SourceList } from "../src/storage/sources/SourceList.ts"
import { HostTurns } from "../src/storage/sources/HostTurns.ts"
import { type RegisteredSource, Sources } from "../src/storage/sources/Sources.ts"
import { PriceSource } from "./companies/PriceSource.ts"
import { type Credentials, noCredentials } from "./Credentials.ts"
import { Fetch, type FetchOptions } from "./fetch/Fetch.ts"
import { SharedTurns } from "./fetch/HostTurns.ts"
import { Parser } from "./parse/Parser.ts"
import { ranksLayer, type RankSettings } from "./ranks/Settings.ts"
import { registry } from "./Registry.ts"
import { type Attempt, makeExecutor } from "./schedule/Run.ts"
import type { Source } from "./Source.ts"
import { filled } from "./list/Filling.ts"
import type { SourcesList } from "./list/SourcesFile.ts"
import { usable } from "./list/WrittenList.ts"

export interface IngestOptions extends FetchOptions {
  /** Path of a file that fills the operator's list once; its form is described in SourcesFile.ts. */
  readonly sourcesFile: string
  /** Whether to warn of a file that has changed since it was read: not of the one that comes with each version. */
  readonly tellsOfChanges?: boolean | undefined
  /** Whether other processes of the database may ask the same hosts. */
  readonly sharesHosts?: boolean | undefined
  /** What the operator has been given by platforms that want it. */
  readonly credentials?: Credentials | undefined
  /** A file of share prices; see companies/PriceFile.ts. The address may hold a key. */
  readonly priceSource?: Redacted.Redacted | undefined
  /** Whom to ask for search positions; nobody unless told. */
  readonly ranks?: RankSettings | undefined
}

/** Turns of hosts as other processes keep them, where storage has such: the fake has not. */
const sharedTurns = Layer.effect(SharedTurns, Effect.map(Effect.serviceOption(HostTurns), Option.getOrNull))

/** Where the list is. */
const listTables = ["listed_sources", "source_choices"] as const

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
  offline_since: null,
  last_error: null,
  moved_to: null
})

/** All ingestion: what the sources are, how they are, and running them. */
export class Ingest extends Context.Service<
  Ingest,
  {
    /** In the order of the operator's list: the same array as long as the list stays as it is. */
    readonly sources: Effect.Effect<ReadonlyArray<Source>>
    /** The sources that a list would make. */
    readonly sourcesIn: (list: SourcesList) => Effect.Effect<ReadonlyArray<Source>>
    /** From now on waits for the next change of the list, which the effect that this gives ends with. */
    readonly nextList: Effect.Effect<Effect.Effect<void>>
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
  /** Ingestion of these sources. Nothing is registered: that is for whoever keeps them on schedule. */
  static readonly makeOf = Effect.fnUntraced(function* (
    sources: Effect.Effect<ReadonlyArray<Source>>,
    {
      nextList = Effect.succeed(Effect.never),
      sourcesIn = () => sources
    }: Partial<Pick<Ingest["Service"], "nextList" | "sourcesIn">> = {}
  ) {
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

    const run: Ingest["Service"]["run"] = (name) =>
      Effect.map(sources, (all) => {
        const chosen = name === "all" ? all : all.filter((source) => source.name === name)
        if (chosen.length === 0 && name !== "all") return Stream.fail(new UnknownSource({ name }))
        return Stream.fromIterable(chosen).pipe(
          Stream.flatMap((source) => told(source, chosen.length), { concurrency })
        )
      }).pipe(Stream.unwrap)

    const status = Effect.zipWith(sources, stored.list, (all, healths) => {
      const known = new Map(healths.map((health) => [health.name, health]))
      const listed = all.map((source): SourceReport => {
        const { cron, every, missing, name, paused = false, service = null, tags = [], title, url } = source
        return {
          ...(known.get(name) ?? unknown(source)),
          title,
          url,
          missing,
          listed: true,
          service,
          paused,
          tags,
          interval_seconds: Math.round(Duration.toSeconds(every)),
          cron: cron === undefined ? null : Cron.format(cron)
        }
      })
      const names = new Set(all.map(({ name }) => name))
      const others = healths.filter(({ name }) => !names.has(name))
      return [
        ...listed,
        ...others.map((health): SourceReport => ({
          ...health,
          title: health.name,
          url: null,
          missing: null,
          listed: false,
          service: null,
          paused: false,
          tags: [],
          interval_seconds: null,
          cron: null
        }))
      ]
    })

    return Ingest.of({ sources, sourcesIn, nextList, attempt, run, status })
  })

  /** The sources of a list, each as the operator has chosen. */
  static readonly sourcesOf = Effect.fnUntraced(function* (
    { paused, schedule, tags, ...entries }: SourcesList,
    contact: string | undefined,
    credentials: Credentials
  ) {
    const sources = yield* registry(entries, { contact, credentials })
    const names = new Set<string>(sources.map(({ name }) => name))
    for (const name of schedule.keys())
      if (!names.has(name)) yield* Effect.logWarning(`The list's schedule names ${name}, which is no source of it`)
    return sources.map((source): Source => {
      const { missing, name } = source
      const isPaused = paused.has(name)
      return {
        ...source,
        ...schedule.get(name),
        paused: isPaused,
        tags: tags.get(name) ?? [],
        missing: isPaused ? (missing ?? "it is paused: resume it to have it read") : missing
      }
    })
  })

  /** These sources, whatever made them. */
  static readonly layerOfSources = (sources: ReadonlyArray<Source>) =>
    Layer.effect(Ingest, Ingest.makeOf(Effect.succeed(sources)))

  /** Over a list that is at hand and stays, and whatever fetches and parses: tests give fakes. */
  static readonly layerOfList = (list: SourcesList, contact?: string, credentials = noCredentials) =>
    Layer.effect(
      Ingest,
      Effect.flatMap(Ingest.sourcesOf(list, contact, credentials), (sources) => Ingest.makeOf(Effect.succeed(sources)))
    )

  /** The operator's list as it is stored, whatever fetches and parses; sources are made anew when it has changed. */
  static readonly layerOfStored = (contact?: string, credentials = noCredentials) =>
    Layer.effect(
      Ingest,
      Effect.gen(function* () {
        const changes = yield* Changes
        const list = yield* SourceList
        const services = yield* Effect.context<Effect.Services<ReturnType<typeof Ingest.sourcesOf>>>()
        const sourcesIn = (list: SourcesList) => Effect.provide(Ingest.sourcesOf(list, contact, credentials), services)
        let made: { readonly of: string; readonly sources: ReadonlyArray<Source> } | null = null
        const sources = Effect.gen(function* () {
          const stored = yield* list.read
          const of = JSON.stringify([stored.entries, stored.choices])
          if (made?.of === of) return made.sources
          const known = usable(stored)
          if (known.unusable.length > 0)
            yield* Effect.logWarning(
              `Entries of the list of sources cannot be used any more and are left out: ${known.unusable.join(", ")}`
            )
          const next = yield* sourcesIn(known.list)
          made = { of, sources: next }
          return next
        })
        return yield* Ingest.makeOf(untilChanged(changes, listTables, sources).read, {
          sourcesIn,
          nextList: changes.next(listTables)
        })
      })
    )

  /**
   * The operator's list over the real web, and what it fetches and parses with: whoever fetches beside it must keep the
   * same distances to hosts. A list that was never filled is filled from the file; fails when that cannot be used.
   */
  static readonly layer = (options: IngestOptions) =>
    Ingest.layerOfStored(options.contact, options.credentials).pipe(
      Layer.provide(Layer.effectDiscard(filled(options.sourcesFile, options.tellsOfChanges))),
      Layer.provide(options.priceSource === undefined ? Layer.empty : PriceSource.layerUrl(options.priceSource)),
      Layer.provide(ranksLayer(options.ranks ?? { source: "none" })),
      Layer.provideMerge(Layer.merge(Fetch.layer(options), Parser.layer)),
      Layer.provide(options.sharesHosts === true ? sharedTurns : Layer.empty)
    )
}
