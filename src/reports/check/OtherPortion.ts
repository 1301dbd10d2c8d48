import { having } from "./FigureWords.ts"
import { type Period, meet } from "./Periods.ts"
import type { Figure, Words } from "./SentenceFigures.ts"

/*
 * Whether a claim says of a whole what the evidence says of a part of it, or the other way round.
 */

/** Whether a claim says of a whole only what the evidence goes on with about a part of it. */
const isOfPart = (claim: Figure, its: Figure, names: Words): boolean => {
  const own = [...claim.own].filter((word) => !names.has(word) && !its.topic.has(word))
  const isSaid = (words: Words) => own.some((word) => words.has(word))
  const isThen = (times: ReadonlyArray<Period>) => claim.times.some((time) => times.some((other) => meet(time, other)))
  return its.partTimes.length > 0 && claim.times.length > 0
    ? isThen(its.partTimes) && !isThen(its.times)
    : isSaid(its.partWords) && !isSaid(its.own)
}

/** Whether a claim says of a whole what the evidence says of a part of it, or takes a part for the whole. */
export const isOtherPortion = (
  claim: Figure,
  claimed: ReadonlyArray<Figure>,
  here: ReadonlyArray<Figure>,
  names: Words
): boolean => {
  if (claim.portion !== null || claimed.some((other) => other !== claim && other.kind === claim.kind)) return false
  const others = here.filter(({ portion }) => portion === "whole")
  if (others.length === here.length)
    return others.every(({ portionVerbs, topic }) =>
      portionVerbs.some(
        (word) =>
          (word === claim.way && claim.role === "change") ||
          (claim.own.has(word) && !names.has(word) && !topic.has(word))
      )
    )
  if (here.every((its) => isOfPart(claim, its, names))) return true
  if (!here.every(({ portion }) => portion === "part")) return false
  const isSaidOfPart = (word: string) => here.some(({ own, topic }) => own.has(word) && !topic.has(word))
  return [...claim.own, ...claim.shared].every(
    (word) =>
      having.has(word) ||
      word === claim.counted ||
      here.some(({ portionNoun }) => word === portionNoun) ||
      (names.has(word) && !isSaidOfPart(word))
  )
}
