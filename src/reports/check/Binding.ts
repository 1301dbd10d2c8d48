import type { ReportSource } from "../../domain/Report.ts"
import { accountIn } from "./Accounts.ts"
import { namesOf } from "./Clauses.ts"
import { isInPartOfOthers, isInSentencesOfOthers, isOfContrasted } from "./Contrasts.ts"
import { areExchanged } from "./Exchange.ts"
import { best, isLike, isLikeCount, isSame, isShortFor, weighed, weightOf } from "./FigureWords.ts"
import { isOfComingAndGoing, isOfThings } from "./Headcount.ts"
import { readable } from "./InEnglish.ts"
import { inferringFrom } from "./Inferred.ts"
import { isAsLong } from "./Lasting.ts"
import { isOtherPortion } from "./OtherPortion.ts"
import { isOfUnnamed } from "./Owners.ts"
import { isNextToOther, isOthers, isSaidOnlyOfOthers, isWhollyOthers } from "./OtherThing.ts"
import { isAtOthers, isAtTimeOfOther, isOfOtherLength, isOfOtherTime, isToldAtOthers } from "./OtherTime.ts"
import { dayOf } from "./Periods.ts"
import { hasWords } from "./Quotations.ts"
import { areApart } from "./Roles.ts"
import { type Figure, type Words, figuresOf, storedIn } from "./SentenceFigures.ts"
import { isTime } from "./SentenceQuantities.ts"
import { isStatedOtherwise } from "./Stated.ts"
import { publishedOn } from "./Times.ts"
import { isCurrency } from "./Units.ts"

/*
 * What a figure belongs to. A figure of a claim may stand in the evidence and yet be said there of something else:
 * another company, another period, what was before instead of what is now. Only what is plain counts as a fault: the
 * evidence has another figure for what the claim says in the same words, or says the opposite of the same figure. What
 * is told too freely to be compared is left to a judge.
 */

/** How much of a claim's words must be about its figure before which way it moves is compared. */
const alike = 0.25

/** Whether a claim compares the same way round as the evidence. */
const comparesAlike = (one: Figure, other: Figure): boolean =>
  one.than === null ? other.than === null : [...one.than].some((word) => other.than?.has(word))

const hasAny = (one: Words, other: Words, without: Words = new Set()): boolean =>
  [...one].some((word) => other.has(word) && !without.has(word))

/** Whether a claim says of B with A what the evidence says of A with B. */
const isTurned = (claim: Figure, its: Figure): boolean =>
  hasAny(claim.ahead, its.behind, its.ahead) || hasAny(claim.behind, its.ahead, claim.ahead)

/** The same, where both are named; whose the evidence speaks of stands often only in the title. */
const isTurnedPlainly = (claim: Figure, its: Figure): boolean =>
  claim.than !== null &&
  its.than !== null &&
  hasAny(claim.ahead, its.behind, its.ahead.union(its.topic).union(claim.behind)) &&
  hasAny(claim.behind, its.ahead.union(its.topic).union(its.names), its.behind.union(claim.ahead))

/** Whether the evidence has a figure as a difference the other way, wherever it has it: 5 % less, and not more. */
const isOtherWay = (
  claim: Figure,
  here: ReadonlyArray<Figure>,
  stored: ReadonlyArray<Figure>,
  follows: () => boolean
): boolean => {
  if (claim.way === null || claim.isBefore) return false
  const isWrong = (its: Figure) =>
    its.way !== null && (its.way === claim.way ? isTurnedPlainly(claim, its) : !isTurned(claim, its))
  if (!here.every(isWrong)) return false
  const words = weighed(claim)
  const enough = alike * weightOf(words)
  // Where no words tell, as in another language, the same percentage may follow from other figures.
  return best(words, here) >= enough || (best(words, stored) < enough && !follows())
}

/**
 * Whether a claim gives a figure as a part of a whole, or as a fall, while in the evidence it is the rise of something
 * else.
 */
const isGrowthOfOthers = (claim: Figure, here: ReadonlyArray<Figure>, follows: () => boolean): boolean => {
  if (claim.kind !== "percent" || claim.way === "up" || !(claim.isShare || claim.way === "down")) return false
  return (
    here.every((its) => its.way === "up" && its.than === null && (claim.isShare || !isTurned(claim, its))) && !follows()
  )
}

/** Whether the evidence gives a figure for another span of time than the claim: in ten weeks, and not in a year. */
const isInOtherSpan = ({ lasts }: Figure, here: ReadonlyArray<Figure>): boolean =>
  lasts !== null && here.every((its) => its.lasts !== null && !isAsLong(its.lasts, lasts))

/** Whether the evidence gives a median where a claim gives an average, or the other way round. */
const isOtherAverage = ({ average }: Figure, here: ReadonlyArray<Figure>): boolean =>
  average !== null && here.every((its) => its.average !== null && its.average !== average)

/** Words that tell of a span of time, in a headline too. */
const spanWords = [
  "year",
  "annual",
  "annum",
  "month",
  "week",
  "dai",
  "day",
  "hour",
  "quarter",
  "rate",
  "rent",
  "salari"
]

/** Whether the evidence gives an amount wherever it has it to another account: revenue, and not a profit. */
const isOfOtherAccount = (claim: Figure, here: ReadonlyArray<Figure>): boolean => {
  const account = isCurrency(claim.kind) ? accountIn(claim.own) : null
  return (
    account !== null &&
    here.every((its) => {
      const other = accountIn(its.own)
      return other !== null && other !== account
    })
  )
}

/** Whether the evidence says the opposite of a figure wherever it has it. */
const isOpposed = (claim: Figure, here: ReadonlyArray<Figure>, stored: ReadonlyArray<Figure>): boolean => {
  const { isBefore, kind, moves, ownSpans, rate, role, side, spans } = claim
  // What is told of no span of time is not so much a year; what is told of a year may be.
  const isOnce = (its: Figure) =>
    its.spans.size === 0 && its.sentenceTimes.length === 0 && !spanWords.some((word) => its.sentence.has(word))
  if (ownSpans.size > 0 && !isTime(kind) && here.every(isOnce)) return true
  if (spans.size > 0 && here.every((its) => its.spans.size > 0 && its.spans.isDisjointFrom(spans))) return true
  if (rate !== null && here.every((its) => its.rate !== null && its.rate !== rate)) return true
  if (side !== null && side !== "around" && here.every((its) => its.side === (side === "above" ? "below" : "above")))
    return true
  if (moves === null || isBefore || isTime(kind)) return false
  const words = weighed(claim)
  const enough = alike * weightOf(words)
  return (
    here.every((its) => its.moves !== null && its.moves !== moves && !its.isBefore && comparesAlike(claim, its)) &&
    (best(words, here) >= enough ||
      // Words of another language cannot be compared. Still, the value after a rise is not the value after a fall.
      (role === "after" && here.every((its) => its.role === role && its.isTranslated) && best(words, stored) < enough))
  )
}

const isShared = (one: ReadonlyArray<string>, other: ReadonlyArray<string>): boolean =>
  one.some((reading) => other.includes(reading))

/** Whether the evidence gives a figure another role, limit or range, wherever it has it. */
const isInOtherRole = ({ kind, limit, otherEnd, ownTimes, role }: Figure, here: ReadonlyArray<Figure>): boolean => {
  // What a rate is, is often by how much something changed.
  const isRate = role === "level" && /^(?:percent|points|times)$/.test(kind)
  const isApart = (its: Figure) =>
    // What grows by 2 % has a growth of 2 %.
    areApart(role, its.role) && !(role === "change" && its.isOfGrowth && kind === "percent")
  if (!isRate && here.every(isApart)) return true
  // What was before in one telling comes after something else in another.
  if (role === "after" && ownTimes.length === 0 && here.every((its) => its.role === "before")) return true
  if (limit !== null && here.every((its) => its.limit !== null && its.limit !== limit)) return true
  const ends = here.flatMap((its) => (its.otherEnd === null ? [] : [its.otherEnd]))
  return otherEnd !== null && ends.length > 0 && !ends.some((end) => isShared(end, otherEnd))
}

const none: Words = new Set()

/** Whether a claim gives a figure of the evidence plainly to something, some time or some direction that is not its. */
export const isMisbound = (text: string, sources: ReadonlyArray<ReportSource>): boolean => {
  const [first] = sources
  const plain = readable(text)
  const claimed =
    first === undefined ? [] : figuresOf(plain, { names: none, published: publishedOn(first), topic: none })
  if (claimed.length === 0 || sources.some((source) => hasWords(source, text))) return false
  if (isOfUnnamed(text, sources)) return true
  const names = new Set(namesOf(text))
  const isInferred = inferringFrom(sources, plain)
  const lines = sources.flatMap(storedIn)
  const published = sources.map((source) => ({ days: [dayOf(publishedOn(source))] }))
  const stored = lines.flat()
  const all = claimed.map((figure) => [figure, stored.filter((other) => isSame(figure, other))] as const)
  if (all.some(([figure, here]) => here.length === 0 && isStatedOtherwise(plain, figure, stored))) return true
  const found = all.filter(([, here]) => here.length > 0)
  // Where a figure was worked out of others, its time may be, too.
  const isTold = claimed.every((figure) => figure.period !== null || found.some(([known]) => known === figure))
  return found.some(([figure, here], index) => {
    const others = stored.filter((other) => isLike(figure, other) && !claimed.some((one) => isSame(one, other)))
    return (
      isOpposed(figure, here, stored) ||
      isOfOtherAccount(figure, here) ||
      isOfOtherLength(figure, here) ||
      isOfThings(figure, here) ||
      isInOtherSpan(figure, here) ||
      isOtherAverage(figure, here) ||
      isGrowthOfOthers(figure, here, () => isInferred(figure, true)) ||
      isOfComingAndGoing(plain, figure, here) ||
      isInSentencesOfOthers(figure, here, stored) ||
      isOtherWay(figure, here, stored, () => isInferred(figure)) ||
      isInOtherRole(figure, here) ||
      isOtherPortion(figure, claimed, here, names) ||
      isOfOtherTime(figure, here, others, lines, published) ||
      isAtTimeOfOther(figure, here, others) ||
      isOthers(figure, here, others, names) ||
      (isTold && isAtOthers(figure, here, others)) ||
      (isTold && isToldAtOthers(figure, claimed, here, others, names)) ||
      isSaidOnlyOfOthers(figure, here, others) ||
      isWhollyOthers(
        figure,
        claimed,
        here,
        stored.filter((other) => isLikeCount(figure, other))
      ) ||
      isNextToOther(figure, here, others) ||
      isOfContrasted(figure, claimed, here, others, lines) ||
      isInPartOfOthers(figure, here, others) ||
      found
        .slice(index + 1)
        .some(
          (other) =>
            (isLike(figure, other[0]) || isShortFor(figure, other[0])) && areExchanged([figure, here], other, lines)
        )
    )
  })
}
