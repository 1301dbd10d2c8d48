import { type Line, nounsAfter } from "./Amounts.ts"
import { kindOf, quantities, type Quantity, valueOf } from "./Numbers.ts"
import { isSpan } from "./Units.ts"

/*
 * Small numbers that evidence need not have as numbers: "the two companies", or two mills of which it names the second.
 */

/** What makes so many: the second hall is one of two, a mill and the other two are three. */
const countedBy: ReadonlyMap<number, RegExp> = new Map([
  [2, /\bsecond\b/gi],
  [3, /\bother (?:two|2)\b/gi],
  [4, /\bother (?:three|3)\b/gi],
  [5, /\bother (?:four|4)\b/gi]
])

/** Things in a row with names of their own: Holm and Wick, Holm, Wick and Norvia. */
const link = /, | (?:and|und|et|y|e) /
const enumeration = new RegExp(
  `(?<![\\p{L}'’-])\\p{Lu}[\\p{L}'’-]*(?:(?:${link.source})(?:the )?\\p{Lu}[\\p{L}'’-]*)+`,
  "gu"
)

/** Whether a text names so many one by one. */
const names = (text: string, many: number): boolean =>
  (text.match(enumeration) ?? []).some((all) => all.split(link).length === many)

/** What says that a number tells again how many there are: the two companies. */
const again = /\b(?:the|these|those|both|all)\s$/i
const owned = /(?:\b(?:its|their|his|her)|['’]s)\s$/i

/** So many letters in common make a noun one of two languages: plants, plantas. */
const common = 5

/**
 * Whether a small number, in words, only tells again how many there are of what it is about, the two companies; or of
 * what claim or evidence names one by one: two mills, in Holm and Wick. Not where evidence counts them.
 */
export const isPlainCount = (
  text: string,
  { end, readings: [reading], start }: Quantity,
  lines: ReadonlyArray<Line>
): boolean => {
  if (!/^number:[23]$/.test(reading!) || /\d/.test(text.slice(start, end))) return false
  const [noun] = nounsAfter(text, end)
  if (noun === undefined || lines.some(({ amounts }) => amounts.some(({ nouns }) => nouns.includes(noun)))) return false
  const many = Number(valueOf(reading!))
  const isSpoken = () => lines.some((line) => line.text.toLowerCase().includes(noun.slice(0, common)))
  const before = text.slice(0, start)
  return (
    again.test(before) ||
    names(text.slice(end), many) ||
    lines.some((line) => names(line.text, many)) ||
    (owned.test(before) && isSpoken())
  )
}

/** What says that others come before: three are larger than the fourth-largest. */
const ahead = /\b(?:larger|bigger|greater|higher|faster|better|more|ahead|above|before|in front|outrank)/i

/** Whether a small number is how many of something evidence speaks of. */
export const isCounted = (
  text: string,
  { end, readings: [reading] }: Quantity,
  lines: ReadonlyArray<Line>
): boolean => {
  const kind = kindOf(reading!)
  const number = Number(valueOf(reading!))
  if (isSpan(kind) && number === 2) return lines.some((line) => /\b(?:second|next)\b/i.test(line.text))
  if (kind === "number" && ahead.test(text))
    for (const line of lines)
      if (quantities(line.text).some(({ readings }) => readings.includes(`ordinal:${number + 1}`))) return true
  const pattern = kind === "number" ? countedBy.get(number) : undefined
  if (pattern === undefined) return false
  const nouns = nounsAfter(text, end)
  return lines.some(({ text }) =>
    Array.from(text.matchAll(pattern)).some(({ 0: { length }, index }) =>
      nounsAfter(text, index + length).some((noun) => nouns.includes(noun))
    )
  )
}
