import type { Grain, Period } from "./Periods.ts"

/*
 * How long the time is in which something came about. What a company earns in a quarter it does not earn in a year, nor
 * in nine months, though the quarter lies in them.
 */

/** Words that name such a time without saying when it was, and its length in months. */
const named: ReadonlyArray<readonly [RegExp, number]> = [
  [
    /\b(?:quarterly|(?:three|3)[- ]months?|13[- ]weeks?|(?:the|this|last|past|per|each|same|that|previous|preceding|prior|next|coming) quarter|a quarter(?! of))\b/i,
    3
  ],
  [
    /\b(?:half[- ]year(?:ly)?|interim|(?:six|6)[- ]months?|26[- ]weeks?|(?:the|this|last|each|same|that|previous|prior|next) half)\b/i,
    6
  ],
  [/\b(?:nine|9)[- ]months?\b/i, 9],
  [
    /\b(?:annual|annually|yearly|(?:full|whole|entire|fiscal|financial)[- ]year|(?:twelve|12)[- ]months?|(?:a|per|each|every|the) year(?! (?:ago|earlier|before|later))|year (?:to|ended|ending|through))\b/i,
    12
  ],
  [/\b(?:monthly|(?:a|per|each|every|the|this|last) month(?! (?:ago|earlier|before|later)))\b/i, 1]
]

const timed: ReadonlySet<Grain> = new Set(["month", "quarter", "half", "year"])

/** The lengths in months of the times that a part of a sentence names; days and weeks say when something was told. */
export const lengthsIn = (text: string, periods: ReadonlyArray<Period>): ReadonlySet<number> =>
  new Set([
    ...named.flatMap(([form, months]) => (form.test(text) ? [months] : [])),
    ...periods.flatMap(({ days: [first], grain }) =>
      first === undefined || !timed.has(grain) ? [] : [Math.round((first[1] - first[0] + 1) / 30.44)]
    )
  ])
