import { contentStems, words } from "../../text/Words.ts"
import { movementOf, reporting } from "../check/ClaimWords.ts"
import { namesOf } from "../check/Clauses.ts"
import { isPeriod, isYear, kindOf, quantities, type Quantity, withoutNumbers } from "../check/Numbers.ts"
import { rateOf } from "../check/Rates.ts"
import { roleAt } from "../check/Roles.ts"
import { isCurrency, isSpan } from "../check/Units.ts"
import { isMonthOrLonger } from "./When.ts"

/*
 * What something comes to, in whatever words: "Brent trades at $52 a barrel", "Brent fell to $47 a barrel". A later
 * level of the same thing takes the place of an earlier one. By how much it changes, and what came about in a month or
 * a quarter, does not: that stays so.
 */

/** What something comes to. */
export interface Level {
  /** What it is of, and in what. */
  readonly of: string
  readonly reading: string
  readonly text: string
  /** Whether it is a price, which is told as of any day. */
  readonly isPrice: boolean
  /** The months and longer times that it is for. Days are left out, because a price may be given as of any day. */
  readonly times: ReadonlySet<string>
}

/** What stands before a figure is no further away. */
const near = 90

const joints = /[,;:()]|\s-\s|\s(?:and|while|whereas|but|although|though|against|than|which|where|who|after|before)\s/gi

/** Words that say that something comes to a figure, and not what. */
const measuring = new Set(
  contentStems(
    "price prices priced pricing cost costs average averages averaged trade trades traded trading close closes closed closing stand stands stood settle settles settled sell sells sold fetch fetches fetched pay pays paid charge charges charged worth reach reaches reached total totals totalled level levels currently record year years month months week weeks quarter quarters day days"
  )
)

/** Words beside a time that only say which part of it is meant: by the end of June. */
const within = new Set(
  contentStems("beginning start early middle mid late end close first second half calendar fiscal")
)

/** A part of a sentence: where it stands, and its figures. */
interface Part {
  readonly from: number
  readonly to: number
  readonly figures: ReadonlyArray<Quantity>
}

/** The parts of a text. A comma or a colon in a figure divides nothing. */
const partsOf = (text: string): ReadonlyArray<Part> => {
  const all = quantities(text)
  const cuts = Array.from(text.matchAll(joints), ({ 0: { length }, index }) => ({ at: index, behind: index + length }))
    .filter(({ at, behind }) => !all.some(({ end, start }) => start < behind && at < end))
    .map(({ behind }) => behind)
  return [0, ...cuts].map((from, n) => {
    const to = cuts[n] ?? text.length
    return { from, to, figures: all.filter(({ start }) => start >= from && start < to) }
  })
}

const timesIn = ({ figures }: Part): ReadonlyArray<string> =>
  figures.map(({ readings }) => readings[0]!).filter(isMonthOrLonger)

/** Whether a part only says when: "In July 2026, copper …". */
const isOnlyTime = (text: string, part: Part): boolean =>
  part.figures.length > 0 &&
  part.figures.length === timesIn(part).length &&
  contentStems(withoutNumbers(text.slice(part.from, part.to))).every((word) => within.has(word) || measuring.has(word))

/** The words that say of what a figure is: those before it, in its part of the sentence. */
const subjectOf = (text: string, { from }: Part, { start }: Quantity): ReadonlySet<string> =>
  new Set(
    contentStems(withoutNumbers(text.slice(Math.max(from, start - near), start))).filter(
      (word) => !measuring.has(word) && !reporting.has(word) && movementOf(word) === null
    )
  )

/** What a number counts: the next word. */
const countedAt = (text: string, { end }: Quantity): string => words(text.slice(end, end + near))[0] ?? ""

/** The levels that a text states. One without a time of its own has the time of the others. */
export const levelsIn = (text: string): ReadonlyArray<Level> => {
  const names = new Set(namesOf(text))
  const parts = partsOf(text)
  const apart = parts.filter((part) => isOnlyTime(text, part)).flatMap(timesIn)
  const found = parts.flatMap((part) =>
    part.figures.flatMap((quantity): ReadonlyArray<Level> => {
      const reading = quantity.readings[0]!
      const kind = kindOf(reading)
      if (isPeriod(kind) || isYear(reading) || isSpan(kind)) return []
      const role = roleAt(text, quantity, text)
      const rate = rateOf(text, quantity)
      const isPrice = isCurrency(kind) && rate !== null
      const isLevel = role === "level" || role === "after" || (isPrice && role === null)
      const subject = subjectOf(text, part, quantity)
      // "The index stands at 104 points" does not say which.
      const isKnown = isPrice ? subject.size > 0 : subject.size > 1 && !subject.isDisjointFrom(names)
      if (!isLevel || !isKnown) return []
      const unit = isPrice ? `${kind} ${rate}` : kind === "number" ? `number ${countedAt(text, quantity)}` : kind
      const of = `${unit}: ${[...subject].toSorted().join(" ")}`
      const times = new Set([...timesIn(part), ...apart])
      return [{ of, reading, text: text.slice(quantity.start, quantity.end).trim(), isPrice, times }]
    })
  )
  const all = new Set(found.flatMap(({ times }) => [...times]))
  return found.map((level) => (level.times.size > 0 ? level : { ...level, times: all }))
}

type Pair = readonly [before: Level, after: Level]

/** Whether both have times, and different ones. */
const areOfOtherTimes = ([before, after]: Pair): boolean =>
  before.times.size > 0 && after.times.size > 0 && before.times.symmetricDifference(after.times).size > 0

/**
 * The levels of the same things that differ, each with its earlier value, and whether there are prices of other times.
 * Those change nothing: the price of July does not change what the price of June was.
 */
export const changedLevels = (
  before: ReadonlyArray<Level>,
  after: ReadonlyArray<Level>,
  areOfOneTime: boolean
): { readonly changed: ReadonlyArray<Pair>; readonly haveOtherTimes: boolean } => {
  const pairs = before.flatMap((level) => {
    const [now, ...others] = after.filter(({ of }) => of === level.of)
    const isOnly = before.filter(({ of }) => of === level.of).length === 1 && others.length === 0
    const isOther = now !== undefined && isOnly && now.reading !== level.reading
    return isOther && (level.isPrice || areOfOneTime) ? [[level, now] as const] : []
  })
  const changed = pairs.filter((pair) => !(pair[0].isPrice && areOfOtherTimes(pair)))
  return { changed, haveOtherTimes: changed.length < pairs.length }
}
