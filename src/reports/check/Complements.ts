import type { Line } from "./Amounts.ts"
import { kindOf, quantities, type Quantity, valueOf, withoutNumbers } from "./Numbers.ts"
import { round, isComputed, isRounded, percentOf, type Side, sideOf } from "./Rounding.ts"
import { partAround } from "./SentenceParts.ts"
import { contentStems } from "../../text/Words.ts"

/*
 * What a share of the evidence leaves: where a third voted for it, two thirds did not. Of a share that is only bounded,
 * "less than a quarter", no figure is left, only a bound; and what a share of one thing leaves is no share of another.
 */

/** A share of the evidence, and what it leaves. */
interface Complement {
  readonly left: string
  readonly side: Side | null
  /** The words of the part of the sentence in which it stands. */
  readonly said: ReadonlySet<string>
}

/** Where another part of a sentence begins. */
const joint = /[;:()]|,\s|\s(?:and|while|whereas|but|although|though|against)\s/gi

const saidAt = (line: string, quantity: Quantity): ReadonlySet<string> =>
  new Set(contentStems(withoutNumbers(partAround(line, quantity, joint))))

/** What the shares of these sentences leave. */
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

/** So far may a fraction in words be from what is left. */
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
 * Whether a figure is what a share leaves. Where no word asks for the rest, the evidence must not say more of what the
 * claim says about another share.
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
