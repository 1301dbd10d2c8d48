import { isCalendar, isYear, kindOf, quantities, type Quantity, valueOf } from "./Numbers.ts"
import { isCurrency, isSpan } from "./Units.ts"

/*
 * The quantities of a sentence, of which one that stands without its unit has that of another.
 */

/** More figures than these are in no sentence that anybody reads, and are not compared. */
export const mostInSentence = 32

/** What may stand before a figure that is told roughly. */
export const hedge = "(?: (?:about|around|roughly|nearly|almost|some|just|only|over|under))?"

/** What stands before or behind a figure is no further away. */
const near = 40

/** Where a figure counts nothing of its own it is of what others of its sentence are: "to 22 cents from 19". */
const ends =
  /^\s*(?:$|[.,;:)]|(?:in|from|to|on|for|by|against|and|or|a year|last|this|the|compared|earlier|before|at|as|between)\b)/i

const joined = new RegExp(`(?:\\b(?:from|to|against|than|and|with|versus)|-)${hedge}\\s?$`, "i")

/** What is left out beside a second price: "tea costs 14 euros at A, at B 19". */
const elliptic =
  /(?:(?<![.!?]\s)(?<!^)(?<![\p{L}\p{N}])\p{Lu}\p{Ll}{2,20}(?:['’]s)?|\b(?:charg(?:es?|ed|ing)|asks?|asked|costs?|pays?|paid))\s$/u

const isPlain = (reading: string): boolean => reading.startsWith("number:") && !isYear(reading)

/** What happens in a span of time goes up or down, not the span. */
export const isTime = (kind: string): boolean => kind.startsWith("calendar") || isCalendar(kind) || isSpan(kind)

/** The quantities of a sentence; a bare one with the unit of the last that has one. */
export const quantitiesIn = (sentence: string): ReadonlyArray<Quantity> => {
  const found = quantities(sentence)
  if (found.length > mostInSentence) return []
  const measured = found.filter(({ readings: [reading] }) => !isPlain(reading!) && !isTime(kindOf(reading!)))
  return found.map((quantity) => {
    const { end, readings, start } = quantity
    if (!isPlain(readings[0]!) || !ends.test(sentence.slice(end, end + near))) return quantity
    const beside = sentence.slice(Math.max(0, start - near), start)
    const giver = measured.findLast((other) => other.start < start) ?? measured[0]
    if (giver === undefined) return quantity
    const unit = kindOf(giver.readings[0]!)
    if (!joined.test(beside) && !(isCurrency(unit) && elliptic.test(beside))) return quantity
    // "Rose 24 % to 1.18 million" has two kinds of figures.
    if (unit === "percent" && Number(valueOf(readings[0]!)) > 100) return quantity
    return { ...quantity, readings: [...readings.map((reading) => `${unit}:${valueOf(reading)}`), ...readings] }
  })
}
