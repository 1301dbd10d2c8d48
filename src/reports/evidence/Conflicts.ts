import { areNear, dayOf } from "../check/Age.ts"
import { areContrary } from "./Contrary.ts"
import type { Piece } from "./Piece.ts"
import { claimsOf, deniedBetween } from "./Denials.ts"
import { comparison } from "./FigureComparison.ts"
import { countsApart } from "./HeadlineCounts.ts"
import { objectionBetween, objectionsOf } from "./Objections.ts"
import { paused } from "./Steps.ts"
import { type Stated, type Telling, toldBy } from "./StatedFigures.ts"

/*
 * Sources that contradict each other, found by their words alone. In all stories: different figures for the same thing,
 * and what another publisher denies at about the same time. If two publishers report one story at about the same time,
 * also figures of which one says less about what they measure, and headlines that say the opposite.
 */

/** What a sentence of each of two tellings says that cannot both be so. */
export interface Clash {
  readonly sentences: readonly [string, string]
  /** The figures that differ, as they are written; null where one tells the opposite of the other. */
  readonly figures: readonly [string, string] | null
}

/** Where two tellings state different figures for the same thing. */
interface Apart extends Clash {
  readonly figures: readonly [string, string]
}

/** A figure for use inside a sentence: a figure in words may have begun its own sentence, with a capital. */
const inside = (text: string): string =>
  /^\P{N}+$/u.test(text) ? text.replace(/^\p{Lu}(?=\p{Ll})/u, (first) => first.toLowerCase()) : text

/**
 * A figure next to one that it differs from. Opposite changes get a sign, which adds no words to those of the source.
 */
const shown = (own: Stated, its: Stated): string =>
  Math.sign(own.value) === Math.sign(its.value) ? inside(own.text) : `${own.value < 0 ? "−" : "+"}${inside(own.text)}`

const headlinesOf = (one: Telling, other: Telling) =>
  [one.headline ?? one.title, other.headline ?? other.title] as const

/** Headlines of one event that differ only in a count. */
const countedApart = (one: Telling, other: Telling): ReadonlyArray<Apart> => {
  const sentences = headlinesOf(one, other)
  const found = countsApart(...sentences)
  return found === null ? [] : [{ sentences, figures: [inside(found[0]), inside(found[1])] }]
}

const statedApart = (one: Telling, other: Telling, ofOneEvent: boolean): ReadonlyArray<Apart> => [
  ...comparison(one, other, ofOneEvent).differ.map(([own, its]): Apart => ({
    sentences: [own.sentence, its.sentence],
    figures: [shown(own, its), shown(its, own)]
  })),
  ...(ofOneEvent ? countedApart(one, other) : [])
]

/** Reads in steps what will be compared. Reading takes milliseconds per sentence; comparing takes hardly any time. */
export function* readingClaims(pieces: ReadonlyArray<Telling>): Generator<void, void> {
  const news = pieces.filter(({ kind }) => kind === "signal")
  for (const read of [toldBy, claimsOf, objectionsOf]) yield* paused(news, (piece) => void read(piece))
}

/** What two tellings of a story say that cannot both be so; null where they agree, or are not to be compared. */
export const clashOf = (one: Telling, other: Telling): Clash | null => {
  const [stated] = statedApart(one, other, true)
  if (stated !== undefined) return stated
  const denied = deniedBetween(one, other) ?? objectionBetween(one, other)
  if (denied !== null) return { sentences: denied, figures: null }
  const sentences = headlinesOf(one, other)
  return areContrary(...sentences) ? { sentences, figures: null } : null
}

/** Whether two pieces are by different publishers, and of about the same day. */
const areOfOneTime = (one: Piece, other: Piece): boolean =>
  one.publisher !== other.publisher && areNear(dayOf(one), dayOf(other))

/** Whether two pieces report one story. */
const areOfOneStory = (one: Piece, other: Piece): boolean =>
  one.story !== undefined && one.story === other.story && areOfOneTime(one, other)

/** What two pieces say that cannot both be true, although they are of different stories or times. */
const clashApart = (one: Piece, other: Piece): Clash | null => {
  const [stated] = statedApart(one, other, false)
  if (stated !== undefined) return stated
  const denied = areOfOneTime(one, other) ? deniedBetween(one, other) : null
  const against = denied ?? (one.publisher === other.publisher ? null : objectionBetween(one, other))
  return against === null ? null : { sentences: against, figures: null }
}

/** Another piece with a different figure, and both figures as they are written. */
export interface Against {
  readonly other: Piece
  readonly figures: readonly [string, string]
}

/**
 * For each sentence of a piece, the first piece of another publisher that gives a different figure for the same thing.
 */
export const contradictedBy = (piece: Piece, all: ReadonlyArray<Piece>): ReadonlyMap<string, Against> => {
  const found = new Map<string, Against>()
  for (const other of all) {
    if (other.publisher === piece.publisher) continue
    for (const { figures, sentences } of statedApart(piece, other, areOfOneStory(piece, other)))
      if (!found.has(sentences[0])) found.set(sentences[0], { other, figures })
  }
  return found
}

/** Two pieces that contradict each other. */
export interface Contradiction extends Clash {
  readonly pieces: readonly [Piece, Piece]
}

/** All pairs of pieces of news. */
const pairsOf = (pieces: ReadonlyArray<Piece>): ReadonlyArray<readonly [Piece, Piece]> => {
  const news = pieces.filter(({ kind }) => kind === "signal")
  return news.flatMap((one, at) => news.slice(at + 1).map((other) => [one, other] as const))
}

/** All pieces that contradict each other, each pair once. */
export const contradictionsIn = (pieces: ReadonlyArray<Piece>): ReadonlyArray<Contradiction> =>
  pairsOf(pieces).flatMap(([one, other]) => {
    const clash = areOfOneStory(one, other) ? clashOf(one, other) : clashApart(one, other)
    return clash === null ? [] : [{ pieces: [one, other] as const, ...clash }]
  })

/** Whether any two pieces state figures for the same thing. */
export const haveOfSame = (pieces: ReadonlyArray<Piece>): boolean =>
  pairsOf(pieces).some(([one, other]) => comparison(one, other, areOfOneStory(one, other)).areCompared)

/** The numbers of the pieces that contradict each piece. */
export const contradictions = (pieces: ReadonlyArray<Piece>): ReadonlyMap<number, ReadonlyArray<number>> => {
  const pairs = contradictionsIn(pieces).flatMap(({ pieces: [{ n: one }, { n: other }] }) => [
    { of: one, by: other },
    { of: other, by: one }
  ])
  return new Map([...Map.groupBy(pairs, ({ of }) => of)].map(([n, against]) => [n, against.map(({ by }) => by)]))
}
