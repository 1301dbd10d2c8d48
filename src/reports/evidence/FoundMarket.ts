import { Effect } from "effect"
import type { Company } from "../../domain/Company.ts"
import type { Named } from "../../domain/Competitor.ts"
import type { SocialTrend } from "../../domain/SocialTrend.ts"
import { dayOf } from "../check/Age.ts"
import { forumOf, type Search } from "./Facts.ts"
import type { FoundTopic, Market } from "./Market.ts"
import { mentionsIn } from "./Mentions.ts"
import type { Candidate, Piece } from "./Piece.ts"
import { each } from "./Steps.ts"

/** What was found, with the piece that it could become. */
interface Finding<A> {
  readonly found: { readonly item: A }
  readonly piece: Candidate
}

interface Findings {
  readonly searches: ReadonlyArray<Finding<ReadonlyArray<Search>>>
  readonly topics: ReadonlyArray<Finding<SocialTrend & Pick<FoundTopic, "before">>>
  readonly companies: ReadonlyArray<Finding<Company>>
}

/** All that was found about a market: each story once, and what became a piece with its number. */
export const marketOf = Effect.fnUntraced(function* (
  told: ReadonlyArray<Candidate>,
  chosen: ReadonlyMap<Candidate, Piece>,
  { companies, searches, topics }: Findings,
  players: ReadonlyArray<Named>
) {
  const numberOf = (piece: Candidate): number | null => chosen.get(piece)?.n ?? null
  const counted = new Set<string>()
  // A piece that contradicts another tells the same story.
  const news = told.filter(({ kind, story = "" }) => {
    if (kind !== "signal" || counted.has(story)) return false
    if (story !== "") counted.add(story)
    return true
  })
  const namesIn = mentionsIn(
    players,
    news.map(({ quote }) => quote)
  )
  return {
    stories: yield* each(news, (piece) => ({
      n: numberOf(piece),
      headline: piece.headline ?? piece.title,
      day: dayOf(piece),
      publishers: piece.carriedBy ?? [],
      others: piece.others ?? [],
      names: namesIn(piece.quote)
    })),
    searches: searches.flatMap(({ found, piece }) =>
      found.item.map(({ before, country, keyword, volume }) => ({
        n: numberOf(piece),
        keyword,
        country,
        volume,
        before
      }))
    ),
    topics: topics.map(({ found: { item }, piece }) => ({
      n: numberOf(piece),
      title: item.title,
      place: forumOf(item),
      score_kind: item.score_kind,
      score: item.score,
      before: item.before
    })),
    companies: companies.map(({ found, piece }) => ({ n: numberOf(piece), company: found.item }))
  } satisfies Market
})
