import { Cause, DateTime, Duration, Effect, Fiber, Layer, Option } from "effect"
import { searchTerm } from "../../src/domain/Interest.ts"
import type { ReportResearch } from "../../src/domain/Report.ts"
import type { Signal, SignalId } from "../../src/domain/Signal.ts"
import { elapsedMillis } from "../../src/domain/Timestamp.ts"
import { Research, type Researcher } from "../../src/ports/Research.ts"
import { Articles, type PageState } from "../../src/storage/signals/Articles.ts"
import { Searches } from "../../src/storage/sources/Searches.ts"
import { Signals } from "../../src/storage/signals/Signals.ts"
import { hostOf } from "../../src/text/Host.ts"
import { ArticleReader, rests } from "../articles/ArticleReader.ts"
import { signalsAbout } from "../articles/PagesToRead.ts"
import { line } from "../feed/Text.ts"
import type { FetchFailed } from "../fetch/FetchFailed.ts"
import { Ingest } from "../Ingest.ts"
import { wordsOf } from "../signals/searches.ts"
import type { Search, Searched, Source, SourceFailed } from "../Source.ts"

/** Pages read for one report, and of one host: a host is asked for one page a second. */
const most = { pages: 20, ofHost: 3 }

/**
 * The part of the time after which no search is waited for any more: the rest is for reading. A source whose turn has
 * not come by then, because it was asked something else just before, gets a little more.
 */
const searchShare = { usual: 0.5, ofLateTurn: 0.65 }

/** How long a search goes on after its time is up: its results serve the next report. */
const longestSearch = Duration.minutes(1)

/** Pieces of signals that are grouped into stories before a report looks at them; more is left to the background. */
const storyPieces = 5

/** How often to look how far the pages are. */
const lookEvery = 250

type Lookup = ReportResearch["searches"][number]
type Pages = ReportResearch["pages"]

/** A search that is being made, or waits for the source's turn: then it has not been `asked`. */
interface Asking {
  readonly fiber: Fiber.Fiber<Option.Option<Searched>, FetchFailed | SourceFailed>
  readonly state: { asked: boolean }
}

/** A source that can be asked about one thing. */
interface Site extends Source {
  readonly search: Search
}

const isSite = (source: Source): source is Site => source.search !== undefined && source.missing === null

/** The pages to read: of signals that a search found and that have the words themselves, then of the others. */
const bestOf = (searched: ReadonlyArray<Signal>, indexed: ReadonlyArray<Signal>): ReadonlyArray<SignalId> => {
  const found = new Set(searched.map(({ id }) => id))
  const ranked = [...indexed.filter(({ id }) => found.has(id)), ...searched, ...indexed]
  const hosts = new Map<string, number>()
  const best = new Set<SignalId>()
  for (const { id, url } of ranked) {
    const host = hostOf(url) ?? url
    const taken = hosts.get(host) ?? 0
    if (best.has(id) || best.size >= most.pages || taken >= most.ofHost) continue
    hosts.set(host, taken + 1)
    best.add(id)
  }
  return [...best]
}

/** How far the pages are; only those in `begun` are waited for. What still waits is unread once the time `isOver`. */
const progressOf = (states: ReadonlyArray<PageState>, begun: ReadonlySet<string>, isOver: boolean): Pages => {
  const isDone = ({ reason, state, url }: PageState) => state !== "queued" || reason !== null || !begun.has(url)
  return {
    of: states.length,
    done: states.filter(isDone).length,
    read: states.filter(({ state }) => state === "read").length,
    unread: states.flatMap(({ reason, state, url }) =>
      state === "read" || (!isOver && state === "queued" && reason === null)
        ? []
        : [{ host: hostOf(url) ?? "", why: line(reason ?? "there was no time", 200) }]
    )
  }
}

const internal = "an internal error"

/**
 * Looks niches up at the sources of the operator's list that search, and reads the pages behind what was found,
 * `reads` permitting. A source that has answered within its interval is not asked again, and a page that was begun is
 * left alone for its rest, whoever began it and whatever became of that process.
 */
export const layer = ({ reads, seconds }: { readonly seconds: number; readonly reads: boolean }) =>
  Layer.effect(
    Research,
    Effect.gen(function* () {
      const articles = yield* Articles
      const turns = yield* Searches
      const signals = yield* Signals
      const { read } = yield* ArticleReader
      const ingest = yield* Ingest
      const about = yield* signalsAbout
      const scope = yield* Effect.scope
      const asking = new Map<string, Asking>()

      /** Begins a search, in a fiber of its own that outlives the wait and serves all who ask the same meanwhile. */
      const begin = Effect.fnUntraced(function* (key: string, search: Search, niche: string) {
        const state = { asked: false }
        const isAsked = Effect.sync(() => {
          state.asked = true
        })
        const fiber = yield* search.of({ kind: "niche", text: niche }, isAsked).pipe(
          Effect.timeoutOption(longestSearch),
          Effect.tapDefect((defect) => Effect.logError(`${search.site} could not be searched`, defect)),
          Effect.ensuring(Effect.sync(() => asking.delete(key))),
          Effect.forkIn(scope)
        )
        const begun: Asking = { state, fiber }
        if (begun.fiber.pollUnsafe() === undefined) asking.set(key, begun)
        return begun
      })

      /** What a source knows about the niche: what it answered lately, or answers before the time is over. */
      const searched = Effect.fnUntraced(function* (
        { every, name, search }: Site,
        niche: string,
        millisUntil: (share: number) => Effect.Effect<number>
      ): Effect.fn.Return<Lookup> {
        const told = { source: search.site, found: 0, reason: null }
        const since = DateTime.toDateUtc(DateTime.subtractDuration(yield* DateTime.now, every))
        const known = yield* turns.answer(name, searchTerm(niche), since)
        if (known !== null) return { ...told, state: "answered", found: known.found }
        const key = `${name} ${searchTerm(niche)}`
        const begun = asking.get(key) ?? (yield* begin(key, search, niche))
        const awaited = Fiber.await(begun.fiber)
        let ended = yield* Effect.timeoutOption(awaited, yield* millisUntil(searchShare.usual))
        if (Option.isNone(ended) && !begun.state.asked)
          ended = yield* Effect.timeoutOption(awaited, yield* millisUntil(searchShare.ofLateTurn))
        if (Option.isNone(ended)) return { ...told, state: begun.state.asked ? "late" : "waiting" }
        if (ended.value._tag === "Success")
          return Option.match(ended.value.value, {
            onNone: (): Lookup => ({ ...told, state: "late" }),
            onSome: ({ found }) => ({ ...told, state: "answered", found })
          })
        const reason = Cause.findErrorOption(ended.value.cause)
        return {
          ...told,
          state: "failed",
          reason: Option.match(reason, { onNone: () => internal, onSome: ({ message }) => line(message, 200) })
        }
      })

      const lookUp: Researcher["lookUp"] = Effect.fnUntraced(function* (niche, told) {
        const start = yield* elapsedMillis
        const end = start + 1_000 * seconds
        const millisUntil = (time: number) => Effect.map(elapsedMillis, (now) => Math.max(0, time - now))
        const asked = wordsOf(niche).length === 0 ? [] : (yield* ingest.sources).filter(isSite)
        let searches = asked.map(({ search }): Lookup => ({
          source: search.site,
          state: "waiting",
          found: 0,
          reason: null
        }))
        let pages: Pages = { of: 0, done: 0, read: 0, unread: [] }
        // If progress cannot be reported, the research continues.
        const tell = (step: "searching" | "reading") =>
          Effect.ignoreCause(Effect.suspend(() => told(step, { searches, pages })))

        const search = Effect.gen(function* () {
          yield* tell("searching")
          const left = (share: number) => millisUntil(start + 1_000 * seconds * share)
          yield* Effect.forEach(
            asked,
            Effect.fnUntraced(function* (site, n) {
              const outcome = yield* Effect.catchDefect(searched(site, niche, left), (defect) =>
                Effect.as(Effect.logError(`${site.search.site} could not be searched`, defect), {
                  ...searches[n]!,
                  state: "failed" as const,
                  reason: internal
                })
              )
              searches = searches.with(n, outcome)
              yield* tell("searching")
            }),
            { concurrency: "unbounded", discard: true }
          )
        })

        const readPages = Effect.gen(function* () {
          yield* tell("reading")
          const { indexed, searched } = yield* about({ kind: "niche", text: niche }, 5 * most.pages)
          const best = bestOf(searched, indexed)
          yield* articles.want(best)
          let states = yield* articles.states(best)
          const begun = new Set(states.flatMap(({ due, url }) => (due ? [url] : [])))
          pages = progressOf(states, begun, false)
          yield* tell("reading")
          // Each in a fiber that outlives the wait, so that a fetched page is always stored.
          const one = Effect.flatMap(articles.begin(rests, best), (page) => (page === null ? Effect.void : read(page)))
          for (let n = 0; n < begun.size; n++)
            yield* one.pipe(
              Effect.tapDefect((defect) => Effect.logError("A page could not be read", defect)),
              Effect.forkIn(scope)
            )
          while (pages.done < pages.of) {
            const left = yield* millisUntil(end)
            if (left === 0) break
            yield* Effect.sleep(Math.min(left, lookEvery))
            states = yield* articles.states(best)
            const now = progressOf(states, begun, false)
            const isFurther = now.done > pages.done
            pages = now
            if (isFurther) yield* tell("reading")
          }
          pages = progressOf(states, begun, true)
        })

        // A report counts stories: those of what was found just now, too.
        const tellStories = Effect.gen(function* () {
          for (let pieces = 0; pieces < storyPieces && (yield* signals.tellStories(100)).length > 0; pieces++);
        })

        for (const step of reads ? [search, readPages, tellStories] : [search, tellStories])
          yield* Effect.catchDefect(step, (defect) =>
            Effect.logError(`The niche of a report could not be looked up`, defect)
          )
        return { searches, pages }
      })

      return { seconds, lookUp }
    })
  )
