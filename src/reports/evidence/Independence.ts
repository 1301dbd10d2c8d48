import type { ReportRequest } from "../../domain/Report.ts"
import { contentStems, likeness } from "../../text/Words.ts"
import { abbreviationsIn } from "./Abbreviations.ts"
import { conceptOf, withAbbreviations } from "./Concept.ts"
import { passageOf } from "./Passage.ts"
import type { Piece } from "./Piece.ts"
import { relevanceOf, threshold } from "./Relevance.ts"

/*
 * Whether there is enough evidence for a recommendation, whichever way it points. Many papers print the same agency's
 * words, and one paper can tell a story three times. So only pieces count whose headline is about the niche, each of
 * another publisher and with another story.
 */

/** Fewer than these decide nothing. */
const enough = 3

/** Headlines that share two words in five, without the niche's own, tell the same story. */
const sameStory = 0.4

/** The pieces of news whose headlines are about the niche. */
const aboutNiche = (request: ReportRequest, pieces: ReadonlyArray<Piece>): ReadonlyArray<Piece> => {
  const abbreviations = pieces.flatMap(({ quote }) => abbreviationsIn(quote))
  const relevance = relevanceOf(withAbbreviations(conceptOf(request), abbreviations))
  return pieces.filter(
    ({ headline, kind, title }) =>
      kind === "signal" && relevance(passageOf({ title: headline ?? title })).score >= threshold
  )
}

/** The number of the story that each piece tells. */
const storiesOf = (pieces: ReadonlyArray<Piece>, niche: string): ReadonlyArray<number> => {
  const own = new Set(contentStems(niche))
  const told = pieces.map(
    ({ headline, title }) => new Set(contentStems(headline ?? title).filter((word) => !own.has(word)))
  )
  return told.map((words) => told.findIndex((other) => likeness(words, other) >= sameStory))
}

/**
 * The largest number of pieces of which no two share a publisher or a story: a maximum bipartite matching of publishers
 * and stories.
 */
const independent = (pieces: ReadonlyArray<Piece>, niche: string): number => {
  const stories = storiesOf(pieces, niche)
  const told = new Map<string, Array<number>>()
  for (const [at, { publisher }] of pieces.entries()) {
    const voice = (publisher ?? "").trim().toLowerCase()
    told.set(voice, [...(told.get(voice) ?? []), stories[at]!])
  }
  const teller = new Map<number, string>()
  const place = (voice: string, tried: Set<number>): boolean =>
    told.get(voice)!.some((story) => {
      if (tried.has(story)) return false
      tried.add(story)
      const other = teller.get(story)
      if (other !== undefined && !place(other, tried)) return false
      teller.set(story, voice)
      return true
    })
  return [...told.keys()].filter((voice) => place(voice, new Set())).length
}

/** Whether a recommendation may rest on these pieces. */
export const mayDecide = (request: ReportRequest, pieces: ReadonlyArray<Piece>): boolean =>
  independent(aboutNiche(request, pieces), request.niche) >= enough
