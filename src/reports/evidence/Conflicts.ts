import { dayOf, daysBetween } from "../check/Age.ts"
import { areContrary } from "./Contrary.ts"
import { difference, type Figure } from "./Figures.ts"
import type { Piece } from "./Piece.ts"

/*
 * Sources that contradict each other, found by their words alone: two publishers on the same story and nearly the same
 * day, each with an exact figure of the same kind for the same thing, or with headlines that tell the opposite.
 */

/** What a sentence of each of two tellings says that cannot both be so. */
export interface Clash {
  readonly sentences: readonly [string, string]
  /** The figures that differ; null where one tells the opposite of the other. */
  readonly figures: readonly [Figure, Figure] | null
}

type Telling = Pick<Piece, "headline" | "title" | "sentences">

/** What two tellings of a story say that cannot both be so; null where they agree, or are not to be compared. */
export const clashOf = (one: Telling, other: Telling): Clash | null => {
  for (const { text: own } of one.sentences)
    for (const { text: its } of other.sentences) {
      const figures = difference(own, its)
      if (figures !== null) return { sentences: [own, its], figures }
    }
  const sentences = [one.headline ?? one.title, other.headline ?? other.title] as const
  return areContrary(...sentences) ? { sentences, figures: null } : null
}

/** A day apart at most: later the same thing may have changed. */
const isOfSameTime = (one: Piece, other: Piece): boolean => {
  const [day, otherDay] = [dayOf(one), dayOf(other)]
  return day !== null && otherDay !== null && Math.abs(daysBetween(day, otherDay)) <= 1
}

/** Whether what two pieces say of a figure is about the same thing at the same time. */
const areComparable = (one: Piece, other: Piece): boolean =>
  one !== other &&
  one.story !== undefined &&
  one.story === other.story &&
  one.publisher !== other.publisher &&
  isOfSameTime(one, other)

/** The other piece that says another figure about what this sentence of a piece counts. */
export const contradicting = (
  piece: Piece,
  sentence: string,
  all: ReadonlyArray<Piece>
): { readonly other: Piece; readonly figures: readonly [Figure, Figure] } | null => {
  for (const other of all) {
    if (!areComparable(piece, other)) continue
    for (const { text } of other.sentences) {
      const figures = difference(sentence, text)
      if (figures !== null) return { other, figures }
    }
  }
  return null
}

/** Two pieces that contradict each other. */
export interface Contradiction extends Clash {
  readonly pieces: readonly [Piece, Piece]
}

/** All pieces that contradict each other, each pair once. */
export const contradictionsIn = (pieces: ReadonlyArray<Piece>): ReadonlyArray<Contradiction> => {
  const news = pieces.filter(({ kind }) => kind === "signal")
  return news.flatMap((one, at) =>
    news.slice(at + 1).flatMap((other) => {
      const clash = areComparable(one, other) ? clashOf(one, other) : null
      return clash === null ? [] : [{ pieces: [one, other] as const, ...clash }]
    })
  )
}

/** The numbers of the pieces that contradict each piece. */
export const contradictions = (pieces: ReadonlyArray<Piece>): ReadonlyMap<number, ReadonlyArray<number>> => {
  const pairs = contradictionsIn(pieces).flatMap(({ pieces: [{ n: one }, { n: other }] }) => [
    { of: one, by: other },
    { of: other, by: one }
  ])
  return new Map([...Map.groupBy(pairs, ({ of }) => of)].map(([n, against]) => [n, against.map(({ by }) => by)]))
}
