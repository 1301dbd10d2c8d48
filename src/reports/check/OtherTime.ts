import { accountIn } from "./Accounts.ts"
import { type Weighed, fewest, weighed, weightOf } from "./FigureWords.ts"
import { type Period, isSame as isSameTime, isWithin, meet } from "./Periods.ts"
import type { Figure, Words } from "./SentenceFigures.ts"
import { isTime } from "./SentenceQuantities.ts"
import { isCurrency, isSpan } from "./Units.ts"

/*
 * Whether the evidence has a figure at another time than a claim does.
 */

/**
 * Whether the evidence has a figure at other times only than a claim names for it, or gives another figure for
 * just that time.
 */
export const isOfOtherTime = (
  claim: Figure,
  here: ReadonlyArray<Figure>,
  others: ReadonlyArray<Figure>,
  lines: ReadonlyArray<ReadonlyArray<Figure>>,
  published: ReadonlyArray<Pick<Period, "days">>
): boolean => {
  const told = ({ sharedTimes, toldTimes }: Figure) => (toldTimes.length > 0 ? toldTimes : sharedTimes)
  // On the day of its publication, or in that month, a source says something; that is not the time of what it says.
  const times = claim.ownTimes.filter(
    (time) => !(isWithin(time.grain, "month") && published.some((day) => meet(day, time)))
  )
  // What is rounded may have been worked out of figures of that time, and a number may count other things.
  const isOther = claim.kind === "number" && !here.every(({ counted }) => counted !== null && counted === claim.counted)
  if (
    (isTime(claim.kind) && !isSpan(claim.kind)) ||
    isOther ||
    claim.side !== null ||
    times.length + claim.baseTimes.length === 0
  )
    return false
  const isOfBase = (its: Figure) => its.baseTimes.some((time) => claim.baseTimes.some((own) => isSameTime(own, time)))
  if (!here.some(isOfBase) && here.every((its) => its.role === "change") && others.some(isOfBase)) return true
  const isAtOther = (its: Figure) => {
    const all = its.times.length > 0 ? its.times : its.ownDerived.length > 0 ? its.ownDerived : its.sentenceTimes
    return all.length > 0 && !times.some((own) => [...all, ...its.derivedTimes].some((time) => meet(own, time)))
  }
  if (times.length === 0) return false
  if ((claim.derivedTimes.length === 0 || isSpan(claim.kind)) && here.every(isAtOther)) return true
  if (isSpan(claim.kind)) return false
  return times.some(
    (own) =>
      isWithin(own.grain, "half") &&
      others.some(
        (other) =>
          other.toldTimes.some((time) => isSameTime(own, time)) &&
          // Of what a sentence tells no time, another one may have told it.
          here.every((its) => told(its).length > 0 || lines.some((line) => line.includes(its) && line.includes(other)))
      ) &&
      here.every(
        (its) => ![...told(its), ...its.derivedTimes].some((time) => isWithin(time.grain, own.grain) && meet(own, time))
      )
  )
}

/** Whether evidence has another time right behind a claim's figure, and the claim's time behind another figure. */
export const isAtTimeOfOther = (claim: Figure, here: ReadonlyArray<Figure>, others: ReadonlyArray<Figure>): boolean => {
  const [own, ...more] = claim.ownTimes
  if (own === undefined || more.length > 0 || claim.isBefore || claim.derivedTimes.length > 0 || isTime(claim.kind))
    return false
  const isThen = ({ timeBehind }: Figure) => timeBehind !== null && meet(timeBehind, own)
  return here.every((its) => its.timeBehind !== null && !isThen(its)) && others.some(isThen)
}

/** How much of a claim's words the evidence has in the part of a figure, or where no figure like it stands. */
const toldNear = (words: Weighed, { own, shared }: Figure): number =>
  [...words].reduce((sum, [word, weight]) => sum + (own.has(word) || shared.has(word) ? weight : 0), 0)

/** How much of what a claim says at a time the evidence must say at another one, and how much less at that one. */
const atOther = { enough: 0.6, clearly: 0.5 }

/** Whether the evidence says at another time what a claim says at a time. */
export const isAtOthers = (claim: Figure, here: ReadonlyArray<Figure>, others: ReadonlyArray<Figure>): boolean => {
  const words = weighed(claim)
  const all = weightOf(words)
  if (claim.period === null || all < fewest) return false
  const own = Math.max(...here.map((its) => toldNear(words, its)))
  return others.some((other) => {
    const its = toldNear(words, other)
    return its >= atOther.enough * all && its - own >= atOther.clearly * all
  })
}

/**
 * Whether the evidence tells at other times what a claim tells at one: words of the claim stand there only with other
 * times, and none only with its own.
 */
export const isToldAtOthers = (
  claim: Figure,
  claimed: ReadonlyArray<Figure>,
  here: ReadonlyArray<Figure>,
  others: ReadonlyArray<Figure>,
  names: Words
): boolean => {
  if (claim.period === null || claimed.some((other) => other !== claim && other.period !== null)) return false
  const said = [...claim.own.union(claim.shared)].filter(
    (word) => !names.has(word) && !/\d/.test(word) && !here.some(({ topic }) => topic.has(word))
  )
  const isHere = (word: string) => here.some(({ upTo }) => upTo.has(word))
  // Three months later than planned is said of both times.
  const follows =
    isWithin(claim.period.grain, "half") &&
    others.some(({ derivedTimes }) => derivedTimes.some((time) => meet(time, claim.period!)))
  return (
    !follows &&
    said.length > 0 &&
    others.some(({ own, upTo }) => {
      const only = said.filter((word) => (own.size === 0 ? upTo : own).has(word) && !isHere(word))
      return said.filter((word) => upTo.has(word)).length > said.length / 2 && only.length >= said.length / 3
    }) &&
    !said.some((word) => isHere(word) && !others.some(({ upTo }) => upTo.has(word)))
  )
}

/** What came about in a time, of a company: so much money, or so much more of it in percent. */
const flowOf = ({ kind, own, sentence }: Figure): string | null => {
  const account = isCurrency(kind) || kind === "percent" ? (accountIn(own) ?? accountIn(sentence)) : null
  return account === "cost" ? null : account
}

/** Whether the evidence gives revenue, or a profit or loss, only for times of other lengths than a claim does. */
export const isOfOtherLength = (claim: Figure, here: ReadonlyArray<Figure>): boolean => {
  const flow = flowOf(claim)
  const told = ({ lengths, sentenceLengths }: Figure) => (lengths.size > 0 ? lengths : sentenceLengths)
  const own = told(claim)
  return (
    flow !== null &&
    own.size > 0 &&
    here.every((its) => {
      const all = told(its)
      return all.size > 0 && flowOf(its) === flow && all.isDisjointFrom(own)
    })
  )
}
