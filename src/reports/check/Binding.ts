import type { ReportSource } from "../../domain/Report.ts"
import { accountIn } from "./Accounts.ts"
import { namesOf } from "./Clauses.ts"
import { readable } from "./InEnglish.ts"
import { inferringFrom } from "./Inferred.ts"
import { kindOf, valueOf } from "./Numbers.ts"
import { hasWords } from "./Quotations.ts"
import { type Amount, amountOf } from "./Rounding.ts"
import { areApart } from "./Roles.ts"
import { dayOf, isSame as isSameTime, isWithin, meet, type Period } from "./Periods.ts"
import { publishedOn } from "./Times.ts"
import { isCurrency, isSpan } from "./Units.ts"
import { type Figure, figuresOf, isMovement, isTime, storedIn, type Words } from "./SentenceFigures.ts"

/*
 * What a figure belongs to. A figure of a claim may stand in the evidence and yet be said there of something else:
 * another company, another period, what was before instead of what is now. Only what is plain counts as a fault: the
 * evidence has another figure for what the claim says in the same words, or says the opposite of the same figure. What
 * is told too freely to be compared is left to a judge.
 */

const isSame = (one: Figure, other: Figure): boolean =>
  one.period !== null && other.period !== null
    ? meet(one.period, other.period)
    : one.readings.some((reading) => other.readings.includes(reading) || isBare(reading, other)) ||
      other.readings.some((reading) => isBare(reading, one))

/** From so much on an amount without its currency is one. */
const million = 1e6

/** Whether a reading is an amount without its currency of that figure: "up from the 1.38 billion of before". */
const isBare = (reading: string, { kind, readings: [its] }: Figure): boolean =>
  kindOf(reading) === "number" &&
  isCurrency(kind) &&
  Number(valueOf(reading)) >= million &&
  valueOf(reading) === valueOf(its!)

/** The words of a claim by how much they tell of a figure. */
const weighed = ({ own, shared }: Figure): ReadonlyMap<string, number> =>
  new Map([...Array.from(shared, (word) => [word, 0.5] as const), ...Array.from(own, (word) => [word, 1] as const)])

type Weighed = ReturnType<typeof weighed>

const weightOf = (words: Weighed): number => [...words.values()].reduce((sum, weight) => sum + weight, 0)

/** How much of a claim's words the evidence has about a figure, the nearer the more. */
const told = (words: Weighed, { own, sentence, shared, topic }: Figure): number => {
  let sum = 0
  for (const [word, weight] of words)
    sum += weight * (own.has(word) ? 1 : shared.has(word) ? 0.6 : sentence.has(word) || topic.has(word) ? 0.2 : 0)
  return sum
}

const best = (words: Weighed, figures: ReadonlyArray<Figure>): number =>
  Math.max(0, ...figures.map((figure) => told(words, figure)))

/**
 * How much of a claim's words the evidence must have about another figure, as a share; and how much less about its own.
 * Chosen on the tuning half of the judge's pairs.
 */
const enough = 0.55
const clearly = 0.3

/** Of fewer words nothing can be told. */
const fewest = 2

/** How many words must change sides where two figures of a claim are exchanged. */
const exchanged = 0.8

/** How much of a claim's words must be about its figure before which way it moves is compared. */
const alike = 0.25

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

/** A third is 33 %. */
const sameForm = 1.02

/** How many times as much makes a figure without a unit one of another kind: 3.3 is not taken for 3.1 million. */
const apart = 100

/** Whether figures of one kind may be taken for each other; not where one says the other in another form. */
const isLike = (one: Figure, other: Figure): boolean => {
  if (one.kind !== other.kind || isSame(one, other)) return false
  if (one.period !== null) return true
  const [a, b] = [one, other].map(({ readings: [reading] }) => amountOf(reading!)) as [Amount | null, Amount | null]
  if (a === null || b === null) return true
  const times = Math.max(a.value, b.value) / Math.min(a.value, b.value)
  return times > sameForm && (one.kind !== "number" || times < apart)
}

/** Whether one of two is told without the unit that the other has: 9 million metres here and 5 million there. */
const isShortFor = (one: Figure, other: Figure): boolean => {
  const [bare, full] = one.kind === "number" ? [one, other] : [other, one]
  if (
    bare.kind !== "number" ||
    full.kind === "number" ||
    isTime(full.kind) ||
    /^(?:percent|points|times|label)/.test(full.kind)
  )
    return false
  const [a, b] = [bare, full].map(({ readings: [reading] }) => Number(valueOf(reading!))) as [number, number]
  return a !== b && Math.max(a, b) < apart * Math.min(a, b)
}

/** Whether figures of one kind are different, however far apart. */
const isLikeCount = (one: Figure, other: Figure): boolean => one.kind === other.kind && !isSame(one, other)

const meets = (one: Figure, other: Figure): boolean => [...one.own].some((word) => other.own.has(word))

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

/** Whether the evidence has a figure in sentences about others only than a claim names, and another one of these. */
const isOfOtherName = (claim: Figure, here: ReadonlyArray<Figure>, stored: ReadonlyArray<Figure>): boolean => {
  const names = [...claim.names]
  const opensWithName = ({ head, names }: Figure) => head !== null && names.has(head)
  return (
    opensWithName(claim) &&
    !isTime(claim.kind) &&
    here.every(
      (its) => opensWithName(its) && !names.some((name) => [its.sentence, its.topic].some((words) => words.has(name)))
    ) &&
    stored.some((its) => its.kind === claim.kind && names.every((name) => its.own.has(name)))
  )
}

/** Whether the evidence says the opposite of a figure wherever it has it. */
const isOpposed = (claim: Figure, here: ReadonlyArray<Figure>): boolean => {
  const { isBefore, kind, moves, ownSpans, rate, side, spans } = claim
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
  return (
    here.every((its) => its.moves !== null && its.moves !== moves && !its.isBefore && comparesAlike(claim, its)) &&
    best(words, here) >= alike * weightOf(words)
  )
}

const isShared = (one: ReadonlyArray<string>, other: ReadonlyArray<string>): boolean =>
  one.some((reading) => other.includes(reading))

/** Whether the evidence gives a figure another role, limit or range, wherever it has it. */
const isInOtherRole = ({ kind, limit, otherEnd, ownTimes, role }: Figure, here: ReadonlyArray<Figure>): boolean => {
  // What a rate is, is often by how much something changed.
  const isRate = role === "level" && /^(?:percent|points|times)$/.test(kind)
  if (!isRate && here.every((its) => areApart(role, its.role))) return true
  // What was before in one telling comes after something else in another.
  if (role === "after" && ownTimes.length === 0 && here.every((its) => its.role === "before")) return true
  if (limit !== null && here.every((its) => its.limit !== null && its.limit !== limit)) return true
  const ends = here.flatMap((its) => (its.otherEnd === null ? [] : [its.otherEnd]))
  return otherEnd !== null && ends.length > 0 && !ends.some((end) => isShared(end, otherEnd))
}

/** What says no more than that there is so much. */
const having = new Set(
  (
    "has have had own employ number count total com amount stand run operat peopl person staff all altogether " +
    "around roughly nearly almost just exactly approximately"
  ).split(" ")
)

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
const isOtherPortion = (
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

/**
 * Whether the evidence has a figure at other times only than a claim names for it, or gives another figure for
 * just that time.
 */
const isOfOtherTime = (
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

/** How much of a claim's words the evidence has in the part of a figure, or where no figure like it stands. */
const toldNear = (words: Weighed, { own, shared }: Figure): number =>
  [...words].reduce((sum, [word, weight]) => sum + (own.has(word) || shared.has(word) ? weight : 0), 0)

/** How much of what a claim says at a time the evidence must say at another one, and how much less at that one. */
const atOther = { enough: 0.6, clearly: 0.5 }

/** Whether the evidence says at another time what a claim says at a time. */
const isAtOthers = (claim: Figure, here: ReadonlyArray<Figure>, others: ReadonlyArray<Figure>): boolean => {
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
const isToldAtOthers = (
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

/** Whether the evidence has another figure for what a claim says of its own. */
const isOthers = (claim: Figure, here: ReadonlyArray<Figure>, others: ReadonlyArray<Figure>, names: Words): boolean => {
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
const isSaidOnlyOfOthers = (claim: Figure, here: ReadonlyArray<Figure>, others: ReadonlyArray<Figure>): boolean => {
  if (isTime(claim.kind)) return false
  const said = [...claim.own].filter((word) => !isMovement(word) && !having.has(word))
  const isSaid = (word: string) => here.some((its) => [its.sentence, its.own, its.subject].some((all) => all.has(word)))
  const isNamed = (name: string) => here.some(({ names, topic }) => names.has(name) && !topic.has(name))
  const own = said.filter((word) => !here.some(({ topic }) => topic.has(word)))
  return (
    own.length > 0 &&
    !said.some(isSaid) &&
    ![...claim.names].some(isNamed) &&
    others.some((other) => own.filter((word) => other.own.has(word)).length >= own.length / 2)
  )
}

/**
 * Whether the evidence has all that a claim says about its figure in the part of another one, and not in the part, nor
 * in the sentence, of its own; or another figure for the very thing that it counts, while its own counts another.
 */
const isWhollyOthers = (
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
const isNextToOther = (claim: Figure, here: ReadonlyArray<Figure>, others: ReadonlyArray<Figure>): boolean => {
  const words = [...claim.near]
  if (words.length < nextTo.fewest) return false
  const share = ({ near }: Figure) => words.filter((word) => near.has(word)).length / words.length
  const own = Math.max(...here.map(share))
  return others.some((other) => share(other) >= nextTo.enough && share(other) - own >= nextTo.clearly)
}

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
  return (
    one.head !== null &&
    other.head !== null &&
    one.head !== other.head &&
    sideOfWord(one.head, here, there, ({ subject }) => subject) === "other" &&
    sideOfWord(other.head, there, here, ({ subject }) => subject) === "other"
  )
}

/** Whether two figures of a claim stand in each other's place. */
const areExchanged = (
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

const none: Words = new Set()

/** Whether a claim gives a figure of the evidence plainly to something, some time or some direction that is not its. */
export const isMisbound = (text: string, sources: ReadonlyArray<ReportSource>): boolean => {
  const [first] = sources
  const plain = readable(text)
  const claimed =
    first === undefined ? [] : figuresOf(plain, { names: none, published: publishedOn(first), topic: none })
  if (claimed.length === 0 || sources.some((source) => hasWords(source, text))) return false
  const names = new Set(namesOf(text))
  const isInferred = inferringFrom(sources, plain)
  const lines = sources.flatMap(storedIn)
  const published = sources.map((source) => ({ days: [dayOf(publishedOn(source))] }))
  const stored = lines.flat()
  const found = claimed
    .map((figure) => [figure, stored.filter((other) => isSame(figure, other))] as const)
    .filter(([, here]) => here.length > 0)
  // Where a figure was worked out of others, its time may be, too.
  const isTold = claimed.every((figure) => figure.period !== null || found.some(([known]) => known === figure))
  return found.some(([figure, here], index) => {
    const others = stored.filter((other) => isLike(figure, other) && !claimed.some((one) => isSame(one, other)))
    return (
      isOpposed(figure, here) ||
      isOfOtherAccount(figure, here) ||
      isOfOtherName(figure, here, stored) ||
      isOtherWay(figure, here, stored, () => isInferred(figure)) ||
      isInOtherRole(figure, here) ||
      isOtherPortion(figure, claimed, here, names) ||
      isOfOtherTime(figure, here, others, lines, published) ||
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
      found
        .slice(index + 1)
        .some(
          (other) =>
            (isLike(figure, other[0]) || isShortFor(figure, other[0])) && areExchanged([figure, here], other, lines)
        )
    )
  })
}
