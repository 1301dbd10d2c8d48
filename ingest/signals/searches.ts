import { DateTime, Duration, Effect, Result, type Schema } from "effect"
import { type Interest, maxInterests, searchTerm } from "../../src/domain/Interest.ts"
import type { NewSignal } from "../../src/domain/Signal.ts"
import { Competitors } from "../../src/storage/companies/Competitors.ts"
import { Reports } from "../../src/storage/reports/Reports.ts"
import { Searches } from "../../src/storage/sources/Searches.ts"
import { Signals } from "../../src/storage/signals/Signals.ts"
import type { FetchFailed, FetchReason } from "../fetch/FetchFailed.ts"
import * as HostThrottle from "../fetch/HostThrottle.ts"
import { progressed } from "../fetch/RunContext.ts"
import { takeRows } from "../parse/Rows.ts"
import { asSourceFailed, idle, type Searched, type Source, type SourceFailed, stored, tally } from "../Source.ts"

/**
 * What to look for: the words of an interest, in lower case, without anything that a search engine reads as an
 * operator.
 */
export interface Wanted {
  readonly words: ReadonlyArray<string>
  readonly kind: Interest["kind"]
}

/** What a search brought. */
export interface Found {
  readonly fetched: number
  readonly signals: ReadonlyArray<NewSignal>
  /** One word for each row left out. */
  readonly skipped: ReadonlyArray<string>
  /** What else the site calls the thing. */
  readonly names?: ReadonlyArray<string>
}

/** The news in the rows of an answer, each page once. `toSignal` gives null for a row that leads to no page. */
export const foundIn = <Row>(
  rows: ReadonlyArray<unknown>,
  schema: Schema.Decoder<Row>,
  toSignal: (row: Row) => NewSignal | null
): Result.Result<Found, string> => {
  const signals = new Map<string, NewSignal>()
  const skipped = takeRows(rows, schema, (row) => {
    const signal = toSignal(row)
    if (signal === null) return "bad_row"
    if (signal.title === "") return "no_title"
    if (signals.has(signal.identity)) return "repeated"
    signals.set(signal.identity, signal)
    return null
  })
  return Result.map(skipped, (skipped) => ({ fetched: rows.length, signals: [...signals.values()], skipped }))
}

/** A site that can be asked for news about something. */
export interface SearchSite extends Pick<Source, "name" | "title" | "url" | "missing" | "every" | "dated"> {
  /** What people call it. */
  readonly site: string
  /** What it is asked about; everything unless told. */
  readonly about?: Interest["kind"]
  /** Searches in one run. */
  readonly perRun: number
  /** Rest between two of them, whoever makes them, beside the one that every host has. */
  readonly pause: Duration.Input
  /** Fails as a source does where the site answers, but not to this search. */
  readonly ask: (wanted: Wanted) => Effect.Effect<Found, FetchFailed | SourceFailed>
}

/** Words of one search: a niche may be a sentence, which no article repeats in full. */
const maxWords = 8

/**
 * Letters, digits, and what joins them within a word; in lower case, operators such as `OR` are ordinary words. Unlike
 * the words of text/Words.ts they keep an inner `+` and `-`, as other search engines do: "e-bike".
 */
export const wordsOf = (text: string): ReadonlyArray<string> =>
  (searchTerm(text).match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:[.'’&+-][\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*/gu) ?? []).slice(
    0,
    maxWords
  )

/** The words as a phrase, which must be found as it stands. */
export const phrase = (words: ReadonlyArray<string>): string => `"${words.join(" ")}"`

/** A competitor's name is looked for as a phrase; of a niche every word must be there. */
export const query = ({ kind, words }: Wanted): string => (kind === "competitor" ? phrase(words) : words.join(" "))

/** A niche interests for as long as somebody has lately asked for a report on it. */
const recent = Duration.days(30)

/** What all accounts follow, the latest first. */
export const interests = Effect.gen(function* () {
  const since = DateTime.toDateUtc(DateTime.subtractDuration(yield* DateTime.now, recent))
  const competitors = yield* (yield* Competitors).interests(maxInterests)
  const niches = yield* (yield* Reports).interests(since, maxInterests)
  const latest = [...competitors, ...niches].sort((one, other) => other.since.getTime() - one.since.getTime())
  const terms = new Map<string, Interest>()
  for (const interest of latest) {
    const term = searchTerm(interest.text)
    if (terms.size < maxInterests && !terms.has(term)) terms.set(term, interest)
  }
  return terms
})

/** Statuses that mean this search, not the site or us. */
const ownFault = new Set([400, 404, 414, 422])

/** What says that the site did not look for anything. */
const notAsked: ReadonlySet<FetchReason> = new Set(["rate_limited", "host_down"])

/** Whether going on would meet the same failure again. */
const stops = (failure: FetchFailed | SourceFailed): boolean =>
  failure._tag === "FetchFailed" && !(failure.status !== null && ownFault.has(failure.status))

/**
 * News about what accounts follow. A run makes a few searches, those whose turn it is, one after the other; each result
 * is stored before the next search, with the search that found it. One that the site does not answer costs the others
 * nothing. Research makes single searches beside the runs.
 */
export const searches = Effect.fnUntraced(function* (site: SearchSite) {
  const { about, ask, pause, perRun, site: siteName, ...described } = site
  const signals = yield* Signals
  const turns = yield* Searches
  const throttle = yield* HostThrottle.make(Duration.fromInputUnsafe(pause))

  /** Makes one search when the site's turn has come, and stores what it finds. */
  const search = Effect.fnUntraced(function* (
    { kind, text }: Pick<Interest, "kind" | "text">,
    asked: Effect.Effect<void> = Effect.void
  ) {
    const term = searchTerm(text)
    const asking = Effect.andThen(asked, ask({ words: wordsOf(text), kind }))
    const found = yield* throttle.take(`searches of ${site.name}`, asking)
    const written = yield* signals.upsert(site.name, found.signals)
    yield* signals.link(
      term,
      site.name,
      found.signals.map(({ guid }) => guid)
    )
    const { fetched, names = [], skipped } = found
    yield* turns.done(site.name, term, { found: found.signals.length, names })
    return { fetched, found: found.signals.length, skipped, ...written } satisfies Searched
  })

  const services = yield* Effect.context<Competitors | Reports>()
  return {
    ...described,
    kind: "signals",
    platform: null,
    search: { site: siteName, of: search },
    run: Effect.fnUntraced(function* () {
      const all = yield* Effect.provideContext(interests, services)
      const followed = new Map([...all].filter(([, { kind }]) => about === undefined || kind === about))
      if (followed.size === 0)
        return idle("nothing is followed: no account has a competitor or has lately asked for a report")
      const counts = { fetched: 0, new: 0, changed: 0 }
      const skipped: Array<string> = []
      let answered = 0
      let failed: SourceFailed | null = null
      const turn = yield* turns.next(site.name, [...followed.keys()], perRun)
      for (const [n, term] of turn.entries()) {
        yield* progressed(n, turn.length)
        const interest = followed.get(term)!
        if (wordsOf(interest.text).length === 0) {
          skipped.push("no_words")
          yield* turns.done(site.name, term, null)
          continue
        }
        const result = yield* Effect.result(search(interest))
        if (Result.isSuccess(result)) {
          const found = result.success
          answered++
          counts.fetched += found.fetched
          counts.new += found.new
          counts.changed += found.changed
          skipped.push(...found.skipped)
        } else {
          const { failure } = result
          failed = asSourceFailed(failure)
          // A host that was not asked has not searched. Any other failure may be the term's fault, and must not hold up
          // the rest.
          if (failure._tag === "FetchFailed" && notAsked.has(failure.reason)) break
          skipped.push("search_failed")
          yield* turns.done(site.name, term, null)
        }
        if (Result.isFailure(result) && stops(result.failure)) break
      }
      if (failed !== null && answered === 0) return yield* failed
      return stored({ ...counts, skipped: tally(skipped) }, failed?.restSeconds)
    })
  } satisfies Source
})
