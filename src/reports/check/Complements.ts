import type { Line } from "./Amounts.ts"
import { kindOf, quantities, type Quantity, valueOf, withoutNumbers } from "./Numbers.ts"
import { round, isComputed, isRounded, percentOf, type Side, sideOf } from "./Rounding.ts"
import { partAround } from "./SentenceParts.ts"
import { contentStems } from "../../text/Words.ts"

/*
 * The remainder of a share in the evidence: if a third voted for it, two thirds did not. A share that is only bounded
 * ("less than a quarter") leaves only a bound ("more than three quarters"). The remainder is a share of the same thing.
 */

/** The remainder of a share in the evidence. */
interface Complement {
  readonly left: string
  readonly side: Side | null
  /** The words of the part of the sentence that has the share. */
  readonly said: ReadonlySet<string>
}

/** Where another part of a sentence begins. */
const joint = /[;:()]|,\s|\s(?:and|while|whereas|but|although|though|against)\s/gi

const saidAt = (line: string, quantity: Quantity): ReadonlySet<string> =>
  new Set(contentStems(withoutNumbers(partAround(line, quantity, joint))))

/** The remainders of the shares in these sentences. */
export const complementsOf = (lines: ReadonlyArray<Line>): ReadonlyArray<Complement> =>
  lines.flatMap(({ amounts, text }) =>
    amounts.some(({ kind }) => kind === "percent")
      ? quantities(text).flatMap((quantity) => {
          const share = percentOf(quantity.readings[0]!)
          return share === null || share >= 100
            ? []
            : [
                {
                  left: `percent:${round(100 - share)}`,
                  side: sideOf(text, quantity),
                  said: saidAt(text, quantity)
                }
              ]
        })
      : []
  )

const opposite: Readonly<Record<Side, Side>> = { above: "below", below: "above", around: "around" }

/** How far a fraction in words may be from the remainder, in percentage points. */
const inWords = 2

const isMet = (text: string, quantity: Quantity, { left, side }: Complement): boolean => {
  const own = sideOf(text, quantity)
  if ((side === "above" || side === "below") && own !== opposite[side]) return false
  const known = new Set([left])
  return (
    isRounded(text, quantity, known) ||
    quantity.readings.some((reading) => {
      if (isComputed(reading, known)) return true
      const value = kindOf(reading) === "share" ? percentOf(reading) : null
      return value !== null && Math.abs(Number(valueOf(left)) - value) <= inWords
    })
  )
}

/**
 * Whether a figure is the remainder of a share. If the claim has no word for the rest ("the other"), its words must not
 * fit another share of the evidence better.
 */
export const isComplement = (
  text: string,
  quantity: Quantity,
  complements: ReadonlyArray<Complement>,
  isAsked: boolean
): boolean => {
  const met = complements.filter((each) => isMet(text, quantity, each))
  if (met.length === 0 || isAsked) return met.length > 0
  const claimed = new Set(contentStems(withoutNumbers(text)))
  const shared = ({ said }: Complement) => said.intersection(claimed).size
  return Math.max(...met.map(shared)) >= Math.max(...complements.map(shared))
}
