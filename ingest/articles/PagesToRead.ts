import { DateTime, Duration, Effect } from "effect"
import { type Interest, maxInterests, searchTerm } from "../../src/domain/Interest.ts"
import type { Signal } from "../../src/domain/Signal.ts"
import { toCalendarDate } from "../../src/domain/Timestamp.ts"
import { Articles } from "../../src/storage/signals/Articles.ts"
import { Signals } from "../../src/storage/signals/Signals.ts"
import { Watches } from "../../src/storage/watches/Watches.ts"
import { interests, phrase, wordsOf } from "../signals/searches.ts"

/** Signals whose pages are read for each thing that accounts follow. A report cites 30 pieces of all kinds at most. */
const perInterest = 20

/** Older news is not evidence for reports. */
const age = Duration.days(90)

/** Signals looked through with `ARTICLES=all`: more than come in between two looks. */
const newest = 2_000

/** Signals about a thing that are new enough: those that searches for it found, and those that the index finds. */
export interface SignalsAbout {
  /** The newest first. */
  readonly searched: ReadonlyArray<Signal>
  /** For a niche the best first; for a name the newest that have it as a phrase. */
  readonly indexed: ReadonlyArray<Signal>
}

/** Looks for the signals about a thing, at most so many of each kind. */
export const signalsAbout = Effect.map(Signals, (signals) =>
  Effect.fnUntraced(function* ({ kind, text }: Pick<Interest, "kind" | "text">, limit: number) {
    const since = toCalendarDate(DateTime.subtractDuration(yield* DateTime.now, age))
    const words = wordsOf(text)
    const [searched, indexed] = yield* Effect.all([
      signals.foundBy({ terms: [searchTerm(text)], limit }),
      words.length === 0
        ? Effect.succeed<ReadonlyArray<Signal>>([])
        : signals.list({
            q: kind === "competitor" ? phrase(words) : words.join(" "),
            sort: kind === "competitor" ? "newest" : "relevance",
            since: new Date(since),
            limit
          })
    ])
    const isNew = ({ published_at }: Signal) => published_at >= since
    return { searched: searched.filter(isNew), indexed: indexed.filter(isNew) } satisfies SignalsAbout
  })
)

/**
 * Queues the pages behind signals about what accounts follow: names of active competitors, and niches of reports of the
 * last 30 days, for which sources search too; and what active watches look for. Returns how many are new.
 */
const wantEvidence = Effect.gen(function* () {
  const about = yield* signalsAbout
  const articles = yield* Articles
  let queued = 0
  for (const interest of (yield* interests).values()) {
    const { indexed, searched } = yield* about(interest, perInterest)
    queued += yield* articles.want([...searched, ...indexed].map(({ id }) => id))
  }
  const since = new Date(toCalendarDate(DateTime.subtractDuration(yield* DateTime.now, age)))
  const signals = yield* Signals
  for (const { language, q, sources } of yield* (yield* Watches).searches(maxInterests)) {
    const found = yield* signals.list({
      q,
      sort: "newest",
      since,
      limit: perInterest,
      ...(language !== undefined && { language }),
      ...(sources !== undefined && { sources })
    })
    queued += yield* articles.want(found.map(({ id }) => id))
  }
  return queued
})

/** Whose pages are read. */
export type Wanted = "evidence" | "all"

/** Queues pages that are not known yet. */
export const want = (which: Wanted) =>
  which === "evidence" ? wantEvidence : Effect.flatMap(Articles, (articles) => articles.wantNewest(newest))
