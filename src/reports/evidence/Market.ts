import type { Company } from "../../domain/Company.ts"
import type { ScoreKind } from "../../domain/SocialTrend.ts"
import type { CalendarDate } from "../../domain/Timestamp.ts"

/*
 * What was found about a market, all of it and not only what a report quotes: a dossier counts over it. `n` is the
 * number of the piece that tells it, null where none was chosen.
 */

/** One story that was found, however many tell it. */
export interface FoundStory {
  readonly n: number | null
  readonly headline: string
  /** The day of its own date; null where it has none. */
  readonly day: string | null
  /** The publishers that report the same as its headline. */
  readonly publishers: ReadonlyArray<string>
  /** The publishers that report something else about the story. */
  readonly others: ReadonlyArray<string>
  /** Whom it names: competitors, companies, and who is called by a legal form. */
  readonly names: ReadonlyArray<string>
}

/** A search in one country, with the volumes of earlier days, the oldest first. */
export interface FoundSearch {
  readonly n: number | null
  readonly keyword: string
  readonly country: string
  readonly volume: number | null
  readonly before: ReadonlyArray<{ readonly date: CalendarDate; readonly volume: number | null }>
}

/** A topic that people discuss, with the scores of earlier days, the oldest first. */
export interface FoundTopic {
  readonly n: number | null
  readonly title: string
  readonly place: string
  readonly score_kind: ScoreKind
  readonly score: number
  readonly before: ReadonlyArray<{ readonly date: CalendarDate; readonly score: number }>
}

export interface FoundCompany {
  readonly n: number | null
  readonly company: Company
}

/** All that was found. */
export interface Market {
  readonly stories: ReadonlyArray<FoundStory>
  readonly searches: ReadonlyArray<FoundSearch>
  readonly topics: ReadonlyArray<FoundTopic>
  readonly companies: ReadonlyArray<FoundCompany>
}

/** Evidence with these pieces behind its own. */
export const withFurther = <E extends { readonly pieces: ReadonlyArray<P> }, P>(
  evidence: E,
  further: ReadonlyArray<P> = []
): E => (further.length === 0 ? evidence : { ...evidence, pieces: [...evidence.pieces, ...further] })

/** Evidence without these pieces, and without what was found in them. */
export const without = <E extends { readonly pieces: ReadonlyArray<{ readonly n: number }>; readonly market?: Market }>(
  evidence: E,
  gone: ReadonlySet<number>
): E => {
  const left = <A extends { readonly n: number | null }>(found: ReadonlyArray<A>) =>
    found.filter(({ n }) => n === null || !gone.has(n))
  const { market, pieces } = evidence
  return {
    ...evidence,
    pieces: pieces.filter(({ n }) => !gone.has(n)),
    ...(market !== undefined && {
      market: {
        stories: left(market.stories),
        searches: left(market.searches),
        topics: left(market.topics),
        companies: left(market.companies)
      }
    })
  }
}
