import { dayOf, daysBetween } from "../check/Age.ts"
import { areContrary } from "./Contrary.ts"
import { difference, type Figure } from "./Figures.ts"
import type { Piece } from "./Piece.ts"

/*
 * Sources that contradict each other, found by their words alone: two publishers on the same story and nearly the same
 * day, each with an exact figure of the same kind for the same noun phrase, or with headlines that tell the opposite.
 */

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
): { readonly other: Piece; readonly figure: Figure } | null => {
  for (const other of all) {
    if (!areComparable(piece, other)) continue
    for (const { text } of other.sentences) {
      const found = difference(sentence, text)
      if (found !== null) return { other, figure: found[1] }
    }
  }
  return null
}

const areOpposed = (one: Piece, other: Piece): boolean =>
  areComparable(one, other) && areContrary(one.headline ?? one.title, other.headline ?? other.title)

/** The numbers of the pieces that contradict each piece. */
export const contradictions = (pieces: ReadonlyArray<Piece>): ReadonlyMap<number, ReadonlyArray<number>> => {
  const news = pieces.filter(({ kind }) => kind === "signal")
  const found = new Map<number, Array<number>>()
  for (const [at, one] of news.entries())
    for (const other of news.slice(at + 1)) {
      const differ = one.sentences.some(({ text }) => contradicting(one, text, [other]) !== null)
      if (!differ && !areOpposed(one, other)) continue
      found.set(one.n, [...(found.get(one.n) ?? []), other.n])
      found.set(other.n, [...(found.get(other.n) ?? []), one.n])
    }
  return found
}
