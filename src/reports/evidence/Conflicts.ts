import { dayOf, daysBetween } from "../check/Age.ts"
import { areContrary } from "./Contrary.ts"
import type { Piece } from "./Piece.ts"
import { comparison, type Telling } from "./StatedFigures.ts"

/*
 * Sources that contradict each other, found by their words alone: different figures for the same thing, in any stories;
 * and where two publishers tell one story on nearly the same day, also figures of which one says less, and headlines
 * that say the opposite.
 */

/** What a sentence of each of two tellings says that cannot both be so. */
export interface Clash {
  readonly sentences: readonly [string, string]
  /** The figures that differ, as they are written; null where one tells the opposite of the other. */
  readonly figures: readonly [string, string] | null
}

/** Where two tellings state different figures for the same thing. */
const statedApart = (one: Telling, other: Telling, ofOneEvent: boolean): ReadonlyArray<Clash> =>
  comparison(one, other, ofOneEvent).differ.map(([own, its]) => ({
    sentences: [own.sentence, its.sentence],
    figures: [own.text, its.text]
  }))

/** What two tellings of a story say that cannot both be so; null where they agree, or are not to be compared. */
export const clashOf = (one: Telling, other: Telling): Clash | null => {
  const [stated] = statedApart(one, other, true)
  if (stated !== undefined) return stated
  const sentences = [one.headline ?? one.title, other.headline ?? other.title] as const
  return areContrary(...sentences) ? { sentences, figures: null } : null
}

/** A day apart at most: later the same thing may have changed. */
const isOfSameTime = (one: Piece, other: Piece): boolean => {
  const [day, otherDay] = [dayOf(one), dayOf(other)]
  return day !== null && otherDay !== null && Math.abs(daysBetween(day, otherDay)) <= 1
}

/** Whether two publishers tell one story at the same time. */
const areOfOneStory = (one: Piece, other: Piece): boolean =>
  one.story !== undefined && one.story === other.story && one.publisher !== other.publisher && isOfSameTime(one, other)

/** The other piece that says another figure about what this sentence of a piece counts. */
export const contradicting = (
  piece: Piece,
  sentence: string,
  all: ReadonlyArray<Piece>
): { readonly other: Piece; readonly figures: readonly [string, string] } | null => {
  for (const other of all) {
    if (other === piece) continue
    const found = statedApart(piece, other, areOfOneStory(piece, other)).find(
      ({ sentences: [own] }) => own === sentence
    )
    if (found?.figures) return { other, figures: found.figures }
  }
  return null
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
    const clash = areOfOneStory(one, other) ? clashOf(one, other) : (statedApart(one, other, false)[0] ?? null)
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
