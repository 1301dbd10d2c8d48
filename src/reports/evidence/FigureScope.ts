import { stems } from "../../text/Words.ts"
import { isNegation } from "../check/ClaimWords.ts"
import { isWithin, type Period } from "../check/Periods.ts"
import { isTold } from "../check/Roles.ts"
import type { Figure } from "../check/SentenceFigures.ts"
import { isTime } from "../check/SentenceQuantities.ts"

/*
 * Whether a figure gives the whole amount of something as things stand, and for which time.
 */

/** Words for what is expected, planned or possible. With a capital some of them are names, or a month. */
const ahead = [
  /\b(?:expect\p{Ll}*|forecast\p{Ll}*|project(?:s|ed|ions?)|predict\p{Ll}*|guidance|outlook|aim(?:s|ed|ing)?|goals?)\b/iu,
  /\b(?:plan(?:s|ned|ning)?|propos\p{Ll}*|budget\p{Ll}*|intend\p{Ll}*|hop(?:e|es|ed|ing)|seek(?:s|ing)?|want(?:s|ed)?|demand(?:s|ed|ing)|likely)\b/iu,
  /\b(?:could|would|might|shall|should|set to|due to|potential\p{Ll}*|consensus|estimat\p{Ll}*)\b/iu,
  /\b(?:may|will|target(?:s|ed|ing)?|(?:is|are) to)\b|^(?:\p{Lu}\S* )+to \p{Ll}/u
]

/** Whether a text says that something is still to come. */
export const isToCome = (text: string): boolean => ahead.some((words) => words.test(text))

/** Words for what was so, or was planned, before ("was to cost"), and for what is different now. */
const former = /\b(?:(?:was|were) to|originally|initially|previously|formerly|earlier|at first|now|no longer)\b/i

/** Words that change a figure that was reported before: "raised its offer to". */
const revised =
  /\b(?:rais|lift|cut|lower|reduc|increas|trim|revis|correct|amend|adjust|restat|updat|widen|expand)\p{Ll}* (?:its|his|her|their|the|an?)\b.* to $/u

/** Words that begin a limit to a part of the whole: "in Germany", "excluding fuel". */
const scoping =
  /^(?:in|at|for|within|across|among|under|on|with|of|like for like|adjusted|excluding|including|without|not counting|before)\b/i

export const isScoping = (text: string): boolean => scoping.test(text)

/** Words after a figure that make it an estimate: "…, analysts estimate". */
const reckoning = /^(?:[\p{L}’']+ ){0,4}(?:estimate|forecast|expect|predict|project)/u

/** One of several who have something together: "Norled and Fjordlink had". */
const isJoined = (sentence: string, part: number): boolean =>
  /(?<!\S)\p{Lu}[^\s,]* and $/u.test(sentence.slice(0, part)) && /^\p{Lu}/u.test(sentence.slice(part))

/** One of several that have it together: "in Bavaria and Saxony". */
const isListed = (rest: string): boolean => /^[^;:()]*?(?<![\p{L}\p{N}-])\p{Lu}[\p{L}\p{N}-]* and \p{Lu}/u.test(rest)

const endOfPart = /[,;:()]| (?:and|while|but|although|though|which|who) | (?=before )/

/** The part of a sentence that has a figure, and the part after it. */
interface Parts {
  readonly part: string
  readonly next: string
}

export const partsAt = (sentence: string, { end, part }: Figure): Parts => {
  const rest = sentence.slice(end)
  const cut = rest.search(endOfPart)
  return cut < 0
    ? { part: sentence.slice(part), next: "" }
    : {
        part: sentence.slice(part, end + cut),
        next: rest.slice(cut).replace(/^\W+(?:(?:and|but) )?/, "")
      }
}

/** Whether a figure is the amount of something: not a limit, an end of a range, a part, or an earlier amount. */
const isWhole = ({ isBefore, kind, limit, otherEnd, portion, role, side }: Figure): boolean =>
  !isTime(kind) &&
  !kind.startsWith("label") &&
  !isBefore &&
  role !== "before" &&
  isTold(limit) &&
  otherEnd === null &&
  portion === null &&
  (side === null || side === "around")

/** Whether a figure of a sentence is the whole amount of something, as things stand. */
export const isOfWhole = (sentence: string, figure: Figure, { next, part }: Parts): boolean =>
  isWhole(figure) &&
  !isJoined(sentence, figure.part) &&
  !isListed(sentence.slice(figure.end)) &&
  !former.test(part) &&
  !revised.test(sentence.slice(figure.part, figure.start)) &&
  ![...stems(part)].some((word) => isNegation(word)) &&
  !isScoping(next)

/** Whether a figure is said to be still to come. */
export const isExpected = ({ next, part }: Parts): boolean => isToCome(part) || reckoning.test(next)

/** Words that tell a period from a point in time, or how near it is: "since 2024", "by March", "early 2026". */
const bound =
  /\b(since|until|till|by|before|after|from|to|through|early|late|mid|end of|start of|middle of)[ -](?:the )?$/i

const isBelow = (grain: Period["grain"]): boolean => isWithin(grain, "week")

/** The time that a figure is for. */
interface Time {
  /** Empty if no time is given. */
  readonly name: string
  /** Its last day; null if no time is given. */
  readonly until: number | null
}

/** The time of a figure; null if it has several, or one that cannot be determined. */
export const timeOf = (
  sentence: string,
  { toldTimes }: Figure,
  published: string | null,
  isAhead: boolean
): Time | null => {
  const longer = toldTimes.filter(({ grain }) => !isBelow(grain))
  // "Said on Tuesday that sales in 2025 …"
  const [time, ...others] = longer.length > 0 ? longer : toldTimes
  if (time === undefined) return { name: "", until: null }
  if (others.length > 0 || (time.days.length > 1 && published === null)) return null
  const today = Date.parse(published ?? "") / 86_400_000
  const sorted = time.days.toSorted(([one], [other]) => one - other)
  // A quarter without a year is the last one that has begun, or the next one that has not ended.
  const days = isAhead
    ? (sorted.find(([, to]) => to >= today) ?? sorted[0]!)
    : (sorted.findLast(([from]) => from <= today) ?? sorted[0]!)
  const [, how = ""] = bound.exec(sentence.slice(Math.max(0, time.start - 20), time.start)) ?? []
  return { name: [how.toLowerCase(), ...days].join(" "), until: days[1] }
}
