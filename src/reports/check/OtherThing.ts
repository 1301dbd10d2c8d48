import { areAkin, best, fewest, having, isSame, told, weighed, weightOf } from "./FigureWords.ts"
import { valueOf } from "./Numbers.ts"
import { meet } from "./Periods.ts"
import { type Figure, type Words, isMovement } from "./SentenceFigures.ts"
import { isTime } from "./SentenceQuantities.ts"

/*
 * Whether the evidence has a figure for another thing than a claim does, and another figure for the claim's.
 */

/**
 * How much of a claim's words the evidence must have about another figure, as a share; and how much less about its own.
 * Chosen on the tuning half of the judge's pairs.
 */
const enough = 0.55
const clearly = 0.3

/** Whether the evidence has words of the claim beside its figure that it does not have about the other. */
const isOwn = (claim: Figure, its: Figure, other: Figure, names: Words): boolean =>
  [...claim.names].some((name) => its.names.has(name) && !other.names.has(name) && !its.topic.has(name)) ||
  [...its.own].some(
    (word) =>
      (claim.own.has(word) || (names.has(word) && claim.shared.has(word))) &&
      word !== "up" &&
      word !== "down" &&
      ![other.own, other.shared, other.topic].some((words) => words.has(word))
  )

/** Whether the evidence has another figure for what a claim says of its own. */
export const isOthers = (
  claim: Figure,
  here: ReadonlyArray<Figure>,
  others: ReadonlyArray<Figure>,
  names: Words
): boolean => {
  const words = weighed(claim)
  const all = weightOf(words)
  // What happens in one month is often told in the words of another.
  if (all < fewest || isTime(claim.kind)) return false
  const own = best(words, here)
  const isThen = ({ ownDerived, times }: Figure) =>
    claim.ownTimes.some((own) => [...times, ...ownDerived].some((time) => meet(own, time)))
  const isTimed = here.some(isThen)
  return others.some((other) => {
    const its = told(words, other)
    // A figure of just the claim's time is not one of another time.
    if (isTimed && !isThen(other)) return false
    return (
      its >= enough * all && its - own >= clearly * all && !here.some((figure) => isOwn(claim, figure, other, names))
    )
  })
}

/** Whether the evidence has nothing that a claim says about its figure there, and half of it or more at another one. */
export const isSaidOnlyOfOthers = (
  claim: Figure,
  here: ReadonlyArray<Figure>,
  others: ReadonlyArray<Figure>
): boolean => {
  if (isTime(claim.kind)) return false
  const said = [...claim.own].filter((word) => !isMovement(word) && !having.has(word))
  const isSaid = (word: string) =>
    here.some((its) => [...its.sentence, ...its.own, ...its.subject].some((other) => areAkin(word, other)))
  const isNamed = (name: string) => here.some(({ names, topic }) => names.has(name) && !topic.has(name))
  const isOfOthers = (said: ReadonlyArray<string>): boolean => {
    const own = said.filter((word) => !here.some(({ topic }) => topic.has(word)))
    return (
      own.length > 0 &&
      !said.some(isSaid) &&
      others.some((other) => own.filter((word) => other.own.has(word)).length >= own.length / 2)
    )
  }
  // When it is, the evidence may tell elsewhere.
  const isUntimed = (word: string) => !/\d/.test(word)
  return ![...claim.names].some(isNamed) && (isOfOthers(said) || isOfOthers(said.filter(isUntimed)))
}

/**
 * Whether the evidence has all that a claim says about its figure in the part of another one, and not in the part, nor
 * in the sentence, of its own; or another figure for the very thing that it counts, while its own counts another.
 */
export const isWhollyOthers = (
  claim: Figure,
  claimed: ReadonlyArray<Figure>,
  here: ReadonlyArray<Figure>,
  others: ReadonlyArray<Figure>
): boolean => {
  if (isTime(claim.kind)) return false
  const said = [...claim.own].filter((word) => !isMovement(word) && !/^\d/.test(word))
  const hasAll = ({ own }: Figure) => said.every((word) => own.has(word))
  // Two parts told alike differ by the words that only one of them has.
  const isAlike = (its: Figure) =>
    said.some((word) => its.own.has(word)) &&
    said.some((word) => ![its.own, its.shared, its.topic].some((words) => words.has(word)))
  const isUnsaid = (other: Figure) => !claimed.some((one) => isSame(one, other))
  if (
    claim.portion === null &&
    said.length >= fewest &&
    others.some((other) => isUnsaid(other) && hasAll(other)) &&
    here.every(isAlike)
  )
    return true
  return isCountOfOthers(claim, here, others)
}

/** Whether the evidence counts the very thing of a claim, and its number never in a part that has the thing. */
const isCountOfOthers = (claim: Figure, here: ReadonlyArray<Figure>, others: ReadonlyArray<Figure>): boolean => {
  const noun = claim.counts
  if (noun === null || claim.kind !== "number") return false
  const ofNoun = others.filter((other) => other.counts === noun)
  const isOfOther = ({ counts, near, own, portion, portionNoun }: Figure) =>
    (counts === null ? portion === "part" && portionNoun !== noun : counts !== noun) &&
    !near.has(noun) &&
    !own.has(noun)
  if (ofNoun.length === 0 || !here.every(isOfOther)) return false
  // Two kilns here and three there are five.
  const [own, ...all] = [claim, ...ofNoun].map(({ readings: [reading] }) => Number(valueOf(reading!))) as [number]
  return !all.some((one, at) => all.slice(at + 1).some((other) => one + other === own || Math.abs(one - other) === own))
}

/**
 * How much of the next words around a figure the evidence must have around another, and how much less around its
 * own.
 */
const nextTo = { enough: 0.75, clearly: 0.6, fewest: 3 }

/** Whether the evidence has the next words around a figure next to another one. */
export const isNextToOther = (claim: Figure, here: ReadonlyArray<Figure>, others: ReadonlyArray<Figure>): boolean => {
  const words = [...claim.near]
  if (words.length < nextTo.fewest) return false
  const share = ({ near }: Figure) => words.filter((word) => near.has(word)).length / words.length
  const own = Math.max(...here.map(share))
  return others.some((other) => share(other) >= nextTo.enough && share(other) - own >= nextTo.clearly)
}
