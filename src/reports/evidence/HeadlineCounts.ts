import { namesOf } from "../check/Clauses.ts"
import { isYear, kindOf, plainText, quantities, valueOf, withoutNumbers } from "../check/Numbers.ts"
import { contentStems, likeness } from "../../text/Words.ts"
import { isMarked } from "./NamedNumbers.ts"

/*
 * Headlines that say the same but for how many: "Accident at the mine kills three", "Mine accident kills seven". They
 * often do not say what they count, so that their words as a whole have to be alike.
 */

/** So alike two headlines are, and so many words they share, that tell of one thing. */
const alike = { likeness: 0.6, words: 3 }

/** Counts that are no further apart, as a share, may be one of them rounded. */
const near = 0.05

/** A count that leaves room for others. */
const open =
  /\b(?:at least|at most|up to|more than|fewer than|less than|over|under|nearly|almost|about|around|some)\s$/i

/** Behind a verb, or where a headline begins, digits are a count: "kills 7", but not "part 7 opens". */
const counting = /(?:^|\p{L}(?:s|ed)\s)$/u

interface Count {
  readonly text: string
  readonly value: number
}

/** The one number of a headline; null where there are none or several, or where it leaves room for others. */
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

/** What two headlines that say the same count differently; null where they do not. */
export const countsApart = (one: string, other: string): readonly [string, string] | null => {
  const [plain, its] = [plainText(one), plainText(other)]
  const [own, others] = [countIn(plain), countIn(its)]
  if (own === null || others === null) return null
  if (Math.abs(own.value - others.value) <= near * Math.max(own.value, others.value)) return null
  const [words, theirs] = [plain, its].map((text) => new Set(contentStems(withoutNumbers(text))))
  // Each of two accidents has a place of its own.
  const [names, otherNames] = [new Set(namesOf(plain)), new Set(namesOf(its))]
  const areElsewhere = names.difference(theirs!).size > 0 && otherNames.difference(words!).size > 0
  const areAlike = likeness(words!, theirs!) >= alike.likeness && words!.intersection(theirs!).size >= alike.words
  return areAlike && !areElsewhere ? [own.text, others.text] : null
}
