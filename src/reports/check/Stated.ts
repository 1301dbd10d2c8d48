import { areAkin, contentOf } from "./FigureWords.ts"
import { differsWithin, rest, totals } from "./Inferred.ts"
import { amountOf } from "./Rounding.ts"
import type { Figure } from "./SentenceFigures.ts"

/*
 * Whether a claim gives another share than the one that the evidence states: "half of the farms" where it says one in
 * three. From many figures almost any share could be worked out, so what the evidence states itself decides.
 */

/** What part of a claim's words the evidence must have about its own share, and how many words the claim must have. */
const alike = { enough: 0.75, fewest: 3 }

/** How far a sum may be rounded. */
const near = 0.5

/** Shares differ if one is at least this many times the other: 47 % may be called "half". */
const apart = 1.15

/**
 * Whether a claim gives a share that the evidence does not have, while the evidence gives another in the same words.
 */
export const isStatedOtherwise = (text: string, claim: Figure, stored: ReadonlyArray<Figure>): boolean => {
  const { kind, own, readings, role, side, than, way } = claim
  const words = contentOf(own)
  const value = amountOf(readings[0]!)?.value
  if (kind !== "percent" || value === undefined || words.length < alike.fewest) return false
  if (role === "change" || way !== null || than !== null || (side !== null && side !== "around")) return false
  // Words such as "the other" or "without" ask for another share of the same whole.
  if (
    [totals, rest, differsWithin, /\b(?:no|not|none|never|without|lacks?|un\w{4,})\b/i].some((form) => form.test(text))
  )
    return false
  const shares = stored.flatMap((other) => {
    const its = other.kind === kind ? amountOf(other.readings[0]!)?.value : undefined
    return its === undefined ? [] : [{ other, its }]
  })
  // The claim's share may be a sum or a difference of two shares.
  const isMet = (it: number) => Math.abs(it - value) <= near
  if (shares.some(({ its: one }) => shares.some(({ its: two }) => isMet(one + two) || isMet(one - two)))) return false
  return shares.some(({ its, other }) => {
    if (other.role === "change" || other.isBefore) return false
    const said = words.filter((word) => [...other.own].some((each) => areAkin(word, each)))
    return Math.max(its, value) >= apart * Math.min(its, value) && said.length >= alike.enough * words.length
  })
}
