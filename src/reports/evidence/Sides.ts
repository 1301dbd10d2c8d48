import type { ReportRequest } from "../../domain/Report.ts"
import { contentStems, likeness } from "../../text/Words.ts"
import { leaningOf } from "../check/Lexicon.ts"
import type { Piece } from "./Piece.ts"
import { abbreviationsIn } from "./Abbreviations.ts"
import { conceptOf, withAbbreviations } from "./Concept.ts"
import { passageOf } from "./Passage.ts"
import { relevanceOf, threshold } from "./Relevance.ts"

/*
 * How strong the sides of a brief's evidence are. Words like "save" or "strike" sometimes put a piece on the wrong
 * side, many papers print the same agency's words, and one paper can tell a story three times. So a side counts only
 * pieces about the niche, each of another publisher and with another story.
 */

/** Fewer than these on each side decide nothing. */
const enough = 3

/** Headlines that share two words in five, without the niche's own, tell the same story. */
const sameStory = 0.4

type Side = "favourable" | "adverse"

/** A function that says whether a text is about the niche. */
const aboutOf = (request: ReportRequest, pieces: ReadonlyArray<Piece>) => {
  const abbreviations = pieces.flatMap(({ quote }) => abbreviationsIn(quote))
  const relevance = relevanceOf(withAbbreviations(conceptOf(request), abbreviations))
  return (text: string): boolean => relevance(passageOf({ title: text })).score >= threshold
}

type IsAbout = ReturnType<typeof aboutOf>

/** Whether the part that puts a piece on a side is about the niche: its headline, or the sentence itself. */
const isOnSide = ({ headline, sentences, title }: Piece, side: Side, isAbout: IsAbout): boolean =>
  isAbout(headline ?? title) || sentences.some(({ text }) => isAbout(text) && leaningOf(text) === side)

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

/** How much evidence is on one side. */
export interface Sides {
  /** Pieces whose words lean that way. */
  readonly found: Readonly<Record<Side, ReadonlyArray<Piece>>>
  /** Those that are about the niche and do not repeat each other. */
  readonly weight: Readonly<Record<Side, number>>
  /** Whether a recommendation may rest on it. */
  readonly decide: boolean
}

/** The two sides of a brief's evidence. */
export const sidesOf = (request: ReportRequest, pieces: ReadonlyArray<Piece>): Sides => {
  const isAbout = aboutOf(request, pieces)
  const found = (side: Side) => pieces.filter(({ facets }) => facets.has(side))
  const weigh = (side: Side) =>
    independent(
      found(side).filter((piece) => isOnSide(piece, side, isAbout)),
      request.niche
    )
  const weight = { favourable: weigh("favourable"), adverse: weigh("adverse") }
  return {
    found: { favourable: found("favourable"), adverse: found("adverse") },
    weight,
    decide: Math.max(weight.favourable, weight.adverse) >= enough
  }
}
