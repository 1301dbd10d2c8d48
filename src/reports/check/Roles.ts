import { tokens } from "./Tokens.ts"

/*
 * What a figure says of the thing that it belongs to: by how much that differs from something, or what it comes to;
 * what it was before, or is afterwards; the least or the most that it can be; a part of a whole, or that whole. Only
 * what stands plainly beside the figure is read.
 */

/** By how much something differs, what it was before, what it is after a change, or simply what it is. */
export type Role = "change" | "before" | "after" | "level"

/** Whether a figure is the least that something comes to, the most, or neither more nor less. */
export type Limit = "least" | "most" | "exact"

/** Whether the figure itself is stated, and not only a lower or upper limit. */
export const isTold = (limit: Limit | null): boolean => limit === null || limit === "exact"

/** Whether a figure is a part of another, or that of which another is a part. */
export type Portion = "part" | "whole"

/** What stands before or behind a figure is no further away. */
const near = 48

const hedge =
  "(?:\\s(?:about|around|roughly|nearly|almost|some|just|only|over|under|an? (?:average|total|record|combined total) of|an? (?:average|total|record|additional|combined)))?"
const ending = (words: string): RegExp => new RegExp(`\\b(?:${words})${hedge}\\s?$`, "i")

const by = ending("by")
const to = ending("(?<!\\bup )to")
const from = ending("from")
const isOrHas = ending(
  "at|was|were|is|are|be|costs?|costing|has|have|had|reach(?:ed|es)?|totall?(?:s|ed|ing)|paid|pays?|earn(?:s|ed)?|stands|stood"
)
/** What may stand between a figure and the verb, or the noun of one, that it directly follows: fell about 5. */
const hedged =
  /\s(?:about|around|roughly|nearly|almost|some|just|only|over|under|an? (?:average|total|record|additional|combined)(?: total)?)$/i
const of = /\sof$/i

/** Words that compare, and say nothing of a change where a figure follows. */
const comparative = /(?:er|ore|ess|above|below)$|^exceed/i

const comparedWith =
  /^(?:\s(?!because|of|in|and|as|on|for|with|after|when|while|by)\p{L}+){0,2}\s(?:(?:more|less|fewer)\b(?! than\s?[^\p{L}\s])|(?:higher|lower|dearer|cheaper|longer|shorter|larger|smaller|better|worse)(?:[.,;]| than(?!\s?[^\p{L}\s]))|(?:up|down) on\b)/iu

/** Words of a difference that are no movements. */
const differs =
  /\b(?:add(?:s|ed|ing)?|gain\w{0,3}|los(?:es?|t|ing|ses)|sav\w{1,4}|extra|additional|another|further|new|net|gap|difference|differ\w{0,3}|chang\w{1,3}|growth|improv\w{1,5}|worse\w{0,3})\b/i

const moves = (text: string): boolean => tokens(text).some(({ is }) => is === "movement")

/** What a figure between two places of a sentence says of its thing; null where that is not plain. */
export const roleAt = (
  sentence: string,
  { end, start }: { readonly start: number; readonly end: number },
  part: string
): Role | null => {
  const before = sentence.slice(Math.max(0, start - near), start)
  const behind = sentence.slice(end, end + near)
  if (comparedWith.test(behind)) return "change"
  // "Made up" moves nothing, nor does a start-up.
  const words = before.trimEnd().replace(of, "").replace(hedged, "").replace(of, "").split(/\s/).slice(-2)
  const last = words.at(-1) ?? ""
  if (!last.includes("-") && !comparative.test(last) && moves(last) && moves(words.join(" "))) return "change"
  const isMoved = moves(sentence.slice(0, start))
  if (isMoved && by.test(before)) return "change"
  if (isMoved && to.test(before)) return "after"
  if (isMoved && from.test(before)) return "before"
  return isOrHas.test(before) && !moves(part) && !differs.test(part) ? "level" : null
}

/** Whether two roles cannot be those of one figure. */
export const areApart = (one: Role | null, other: Role | null): boolean =>
  one !== null && other !== null && (one === "change") !== (other === "change")

const least = new RegExp(
  "(?<![\\p{L}\\p{N}])(?:at least|no (?:less|fewer) than|a minimum of|upwards of|(?<!\\b(?:no|not) )more than|over|above|exceeding)\\s?$",
  "iu"
)
const most = new RegExp(
  "(?<![\\p{L}\\p{N}])(?:up to|as (?:much|many|high|large) as|at most|(?:no|not) more than|a maximum of|(?<!\\bno )(?:less|fewer) than|under|below|almost|nearly|not quite|close to)\\s?$",
  "iu"
)

const exact = /\b(?:exactly|precisely)\s?$/i

/** The two ends of a range: 35 to 40, between 5 and 6. What goes from one figure to another is none. */
export const isRange = (
  sentence: string,
  one: { readonly start: number; readonly end: number },
  other: { readonly start: number }
): boolean => {
  const between = sentence.slice(one.end, other.start)
  const before = sentence.slice(Math.max(0, one.start - near), one.start)
  return (
    (/^\s?(?:-|to)\s?$/i.test(between) && !/\b(?:from|by)\s?$/i.test(before)) ||
    (/^\s?and\s?$/i.test(between) && /\bbetween\s?$/i.test(before))
  )
}

/** Whether words before a figure say that it is the least, the most or just that; null where they say none of it. */
export const limitAt = (sentence: string, start: number): Limit | null => {
  const before = sentence.slice(Math.max(0, start - near), start)
  return most.test(before) ? "most" : least.test(before) ? "least" : exact.test(before) ? "exact" : null
}

const partOf = /^(?:\s\p{L}+){0,2}?\s(?:out )?of (?:(?:the|its|their|his|her|all|these|those)\s)?(?:\p{L}+\s){0,2}$/iu

/** Whether one figure is a part of the next: 212 of 1,380, the first two of its 20. */
export const isPartOf = (sentence: string, one: { readonly end: number }, other: { readonly start: number }): boolean =>
  other.start - one.end <= near && partOf.test(sentence.slice(one.end, other.start))
