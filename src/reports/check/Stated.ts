import { areAkin, contentOf } from "./FigureWords.ts"
import { differsWithin, rest, totals } from "./Inferred.ts"
import { amountOf } from "./Rounding.ts"
import type { Figure } from "./SentenceFigures.ts"

/*
 * Whether evidence states itself what a claim works out of other figures of it, and otherwise: half of the farms, where
 * it says one in three. Of many figures almost any share can be worked out.
 */

/** How much of a claim's words evidence must have about its own share, as a part, and how many they must be. */
const alike = { enough: 0.75, fewest: 3 }

/** How far a sum may be rounded. */
const near = 0.5

/** How many times as much makes another share; "half" may be said of 47 %. */
const apart = 1.15

/** Whether a claim gives a share that evidence has nowhere, and that has another one for the same in the same words. */
export const isStatedOtherwise = (text: string, claim: Figure, stored: ReadonlyArray<Figure>): boolean => {
  const { kind, own, readings, role, side, than, way } = claim
  const words = contentOf(own)
  const value = amountOf(readings[0]!)?.value
  if (kind !== "percent" || value === undefined || words.length < alike.fewest) return false
  if (role === "change" || way !== null || than !== null || (side !== null && side !== "around")) return false
  // Who has none, or what the others have, is another share of the same.
  if (
    [totals, rest, differsWithin, /\b(?:no|not|none|never|without|lacks?|un\w{4,})\b/i].some((form) => form.test(text))
  )
    return false
  const shares = stored.flatMap((other) => {
    const its = other.kind === kind ? amountOf(other.readings[0]!)?.value : undefined
    return its === undefined ? [] : [{ other, its }]
  })
  // Two of them together, or the one without the other.
  const isMet = (it: number) => Math.abs(it - value) <= near
  if (shares.some(({ its: one }) => shares.some(({ its: two }) => isMet(one + two) || isMet(one - two)))) return false
  return shares.some(({ its, other }) => {
    if (other.role === "change" || other.isBefore) return false
    const said = words.filter((word) => [...other.own].some((each) => areAkin(word, each)))
    return Math.max(its, value) >= apart * Math.min(its, value) && said.length >= alike.enough * words.length
  })
}
