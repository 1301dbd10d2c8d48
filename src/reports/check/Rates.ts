import { inEnglish } from "./InEnglish.ts"
import { plainText, type Quantity } from "./Numbers.ts"
import { isSpan, unitAfter, unitOf } from "./Units.ts"
import { perSource } from "./PerSource.ts"

/*
 * What an amount is counted by: 5 euros a litre are not 5 euros a kilogram. The unit must be one that the evidence
 * speaks of; of spans of time it often speaks in other ways (annual, in 2026), so those are left alone.
 */

/** A pound and a ton are weights here. */
const unit = `(${unitAfter})(?![\\p{L}\\p{N}])`
const rate = new RegExp(`^\\s?(?:(?:per|an?|each|every)\\s|/\\s?)${unit}`, "iu")
const named = new RegExp(`(?<![\\p{L}\\p{N}])${unit}`, "giu")

const asUnit = (word: string): string | undefined => unitOf(word.toLowerCase().replace(/\s/g, " "))

/** The longest name of a unit, with what joins it. */
const longest = 40

/** The unit by which a quantity is counted where it stands; null for none, and for a span of time. */
export const rateOf = (text: string, { end }: Quantity): string | null => {
  const found = asUnit(rate.exec(text.slice(end, end + longest))?.[1] ?? "")
  return found === undefined || isSpan(found) ? null : found
}

/** All units that a source speaks of. */
export const unitsOf = perSource((source): ReadonlySet<string> => {
  const text = plainText(`${source.title}\n${source.quote}`)
  return new Set(
    [text, inEnglish(text) ?? ""].flatMap((each) =>
      Array.from(each.matchAll(named), ([, word]) => asUnit(word!) ?? []).flat()
    )
  )
})
