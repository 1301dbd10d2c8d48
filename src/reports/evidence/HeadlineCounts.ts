import { namesOf } from "../check/Clauses.ts"
import { isYear, kindOf, plainText, quantities, valueOf, withoutNumbers } from "../check/Numbers.ts"
import { contentStems, likeness } from "../../text/Words.ts"
import { isMarked } from "./NamedNumbers.ts"

/*
 * Headlines that differ only in a count: "Accident at the mine kills three", "Mine accident kills seven". They often do
 * not say what they count, so all of their words are compared.
 */

/** How similar two headlines about one thing are, and how many words they share, at least. */
const alike = { likeness: 0.6, words: 3 }

/** Counts that differ by no more than this share may be one count and the same rounded. */
const near = 0.05

/** Words that make a count a limit or an estimate. */
const open =
  /\b(?:at least|at most|up to|more than|fewer than|less than|over|under|nearly|almost|about|around|some)\s$/i

/** Digits are a count after a verb or at the start of a headline: "kills 7", but not "part 7 opens". */
const counting = /(?:^|\p{L}(?:s|ed)\s)$/u

interface Count {
  readonly text: string
  readonly value: number
}

/** The only count of a headline; null if there is none or several, or if it is a limit or an estimate. */
const countIn = (headline: string): Count | null => {
  const [found, ...more] = quantities(headline)
  if (found === undefined || more.length > 0) return null
  const { end, readings, start } = found
  const [reading] = readings
  const isCount = kindOf(reading!) === "number" && !isYear(reading!) && !isMarked(headline, found)
  const [before, text] = [headline.slice(0, start), headline.slice(start, end)]
  if (!isCount || open.test(before) || (/\d/.test(text) && !counting.test(before))) return null
  return { text, value: Number(valueOf(reading!)) }
}

/** The counts of two headlines that otherwise say the same; null if they say something else or the counts agree. */
export const countsApart = (one: string, other: string): readonly [string, string] | null => {
  const [plain, its] = [plainText(one), plainText(other)]
  const [own, others] = [countIn(plain), countIn(its)]
  if (own === null || others === null) return null
  if (Math.abs(own.value - others.value) <= near * Math.max(own.value, others.value)) return null
  const [words, theirs] = [plain, its].map((text) => new Set(contentStems(withoutNumbers(text))))
  // Two accidents at different places are different events.
  const [names, otherNames] = [new Set(namesOf(plain)), new Set(namesOf(its))]
  const areElsewhere = names.difference(theirs!).size > 0 && otherNames.difference(words!).size > 0
  const areAlike = likeness(words!, theirs!) >= alike.likeness && words!.intersection(theirs!).size >= alike.words
  return areAlike && !areElsewhere ? [own.text, others.text] : null
}
