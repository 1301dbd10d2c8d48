import { best, isSame, weighed } from "./FigureWords.ts"
import type { Figure, Words } from "./SentenceFigures.ts"
import { isTime } from "./SentenceQuantities.ts"

/*
 * Whether two figures of a claim stand in each other's place.
 */

/** How many words must change sides where two figures of a claim are exchanged. */
const exchanged = 0.8

const meets = (one: Figure, other: Figure): boolean => [...one.own].some((word) => other.own.has(word))

/** Whether the evidence has the words of one figure about the other and no word of them about the one. */
const isTaken = (one: Figure, here: ReadonlyArray<Figure>, there: ReadonlyArray<Figure>): boolean =>
  here.every((its) => !meets(one, its)) && there.every((its) => meets(one, its))

/** On which side evidence has a word of the one figure: with that figure, or with the other. */
const sideOfWord = (
  word: string,
  own: ReadonlyArray<Figure>,
  others: ReadonlyArray<Figure>,
  of: (figure: Figure) => Words
): "own" | "other" | null => {
  const [here, there] = [own, others].map((all) => all.some((figure) => of(figure).has(word))) as [boolean, boolean]
  return here === there ? null : here ? "own" : "other"
}

/** Whether evidence says of the other figure what a claim says of one, and of the one what it says of the other. */
const areCrossed = (
  [one, here]: readonly [Figure, ReadonlyArray<Figure>],
  [other, there]: readonly [Figure, ReadonlyArray<Figure>]
): boolean => {
  const words = (figure: Figure, from: Figure, of: (figure: Figure) => Words) =>
    [...of(figure)].filter((word) => !of(from).has(word))
  const isEverywhere = (of: (figure: Figure) => Words): boolean => {
    const sides = [
      words(one, other, of).map((word) => sideOfWord(word, here, there, of)),
      words(other, one, of).map((word) => sideOfWord(word, there, here, of))
    ]
    return sides.every((all) => all.includes("other") && !all.includes("own"))
  }
  if (isEverywhere(({ names }) => names) || isEverywhere(({ subject }) => subject)) return true
  // "At 61 dollars A is dearer than B at 52" is one part.
  if (one.kind === other.kind && one.part === other.part && isEverywhere(({ around }) => around)) return true
  return (
    one.head !== null &&
    other.head !== null &&
    one.head !== other.head &&
    sideOfWord(one.head, here, there, ({ subject }) => subject) === "other" &&
    sideOfWord(other.head, there, here, ({ subject }) => subject) === "other"
  )
}

/** Whether two figures of a claim stand in each other's place. */
export const areExchanged = (
  [one, here]: readonly [Figure, ReadonlyArray<Figure>],
  [other, there]: readonly [Figure, ReadonlyArray<Figure>],
  lines: ReadonlyArray<ReadonlyArray<Figure>>
): boolean => {
  if (areCrossed([one, here], [other, there])) return true
  // Times, and figures of which one is short for another kind, share too many words for less.
  if (isTime(one.kind) || one.kind !== other.kind) return false
  if (isTaken(other, there, here) && there.every((its) => meets(one, its))) return true
  if (isTaken(one, here, there) && here.every((its) => meets(other, its))) return true
  const [its, others] = [weighed(one), weighed(other)]
  const more = [best(its, there) - best(its, here), best(others, here) - best(others, there)] as const
  if (more[0] >= 0 && more[1] >= 0 && more[0] + more[1] >= exchanged) return true
  if (one.isBefore === other.isBefore) return false
  const both = lines.filter((line) => [one, other].every((figure) => line.some((each) => isSame(each, figure))))
  return (
    both.length > 0 &&
    both
      .flat()
      .every(
        (each) =>
          (!isSame(each, one) || each.isBefore === other.isBefore) &&
          (!isSame(each, other) || each.isBefore === one.isBefore)
      )
  )
}
