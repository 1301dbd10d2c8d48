import { contentStems, words } from "../../text/Words.ts"
import { movementOf, reporting } from "../check/ClaimWords.ts"
import { namesOf } from "../check/Clauses.ts"
import { isPeriod, isYear, kindOf, quantities, type Quantity, withoutNumbers } from "../check/Numbers.ts"
import { rateOf } from "../check/Rates.ts"
import { roleAt } from "../check/Roles.ts"
import { isCurrency, isSpan } from "../check/Units.ts"

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

/** The words that say of what a figure is: those before it, in its part of the sentence. */
const subjectOf = (text: string, { start }: Quantity): ReadonlySet<string> => {
  const before = text.slice(Math.max(0, start - near), start)
  const [cut] = Array.from(before.matchAll(joints), ({ 0: { length }, index }) => index + length).slice(-1)
  const part = withoutNumbers(before.slice(cut ?? 0))
  return new Set(
    contentStems(part).filter((word) => !measuring.has(word) && !reporting.has(word) && movementOf(word) === null)
  )
}

/** What a number counts: the next word. */
const countedAt = (text: string, { end }: Quantity): string => words(text.slice(end, end + near))[0] ?? ""

/** The levels that a text tells. */
export const levelsIn = (text: string): ReadonlyArray<Level> => {
  const names = new Set(namesOf(text))
  return quantities(text).flatMap((quantity): ReadonlyArray<Level> => {
    const reading = quantity.readings[0]!
    const kind = kindOf(reading)
    if (isPeriod(kind) || isYear(reading) || isSpan(kind)) return []
    const role = roleAt(text, quantity, text)
    const rate = rateOf(text, quantity)
    const isPrice = isCurrency(kind) && rate !== null
    const isLevel = role === "level" || role === "after" || (isPrice && role === null)
    const subject = subjectOf(text, quantity)
    // "The index stands at 104 points" does not say which.
    const isKnown = isPrice ? subject.size > 0 : subject.size > 1 && !subject.isDisjointFrom(names)
    if (!isLevel || !isKnown) return []
    const unit = isPrice ? `${kind} ${rate}` : kind === "number" ? `number ${countedAt(text, quantity)}` : kind
    const of = `${unit}: ${[...subject].toSorted().join(" ")}`
    return [{ of, reading, text: text.slice(quantity.start, quantity.end).trim(), isPrice }]
  })
}

/** The levels of the same things that differ, each with what it was. */
export const changedLevels = (
  before: ReadonlyArray<Level>,
  after: ReadonlyArray<Level>,
  areOfOneTime: boolean
): ReadonlyArray<readonly [before: Level, after: Level]> =>
  before.flatMap((level) => {
    const [now, ...others] = after.filter(({ of }) => of === level.of)
    const isOnly = before.filter(({ of }) => of === level.of).length === 1 && others.length === 0
    const isOther = now !== undefined && isOnly && now.reading !== level.reading
    return isOther && (level.isPrice || areOfOneTime) ? [[level, now] as const] : []
  })
