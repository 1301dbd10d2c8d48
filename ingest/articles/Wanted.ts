import { DateTime, Duration, Effect } from "effect"
import type { Interest } from "../../src/domain/Interest.ts"
import type { Signal } from "../../src/domain/Signal.ts"
import { toCalendarDate } from "../../src/domain/Timestamp.ts"
import { Articles } from "../../src/storage/Articles.ts"
import { Signals } from "../../src/storage/signals/Signals.ts"
import { interests, phrase, wordsOf } from "../signals/searches.ts"

/** Signals whose pages are read for each thing that accounts follow. A report cites 30 pieces of all kinds at most. */
const perInterest = 20

/** Older news is not evidence for reports. */
const age = Duration.days(90)

/** Signals looked through with `ARTICLES=all`: more than come in between two looks. */
const newest = 2_000

/**
 * Queues the pages behind signals about what accounts follow: names of active competitors, and niches of reports of the
 * last 30 days. Sources search for the same. For each it takes signals that a search for it brought, and signals from
 * the search index: for a niche the best, for a name the newest that have it as a phrase. Returns how many are new.
 */
const wantEvidence = Effect.gen(function* () {
  const signals = yield* Signals
  const articles = yield* Articles
  const since = toCalendarDate(DateTime.subtractDuration(yield* DateTime.now, age))
  const about = Effect.fnUntraced(function* (term: string, { kind, text }: Interest) {
    const words = wordsOf(text)
    const [searched, indexed] = yield* Effect.all([
      signals.foundBy({ terms: [term], limit: perInterest }),
      words.length === 0
        ? Effect.succeed<ReadonlyArray<Signal>>([])
        : signals.list({
            q: kind === "competitor" ? phrase(words) : words.join(" "),
            sort: kind === "competitor" ? "newest" : "relevance",
            since: new Date(since),
            limit: perInterest
          })
    ])
    return yield* articles.want(
      [...searched, ...indexed].flatMap(({ id, published_at }) => (published_at >= since ? [id] : []))
    )
  })
  let queued = 0
  for (const [term, interest] of yield* interests) queued += yield* about(term, interest)
  return queued
})

/** Whose pages are read. */
export type Wanted = "evidence" | "all"

/** Queues pages that are not known yet. */
export const want = (which: Wanted) =>
  which === "evidence" ? wantEvidence : Effect.flatMap(Articles, (articles) => articles.wantNewest(newest))
