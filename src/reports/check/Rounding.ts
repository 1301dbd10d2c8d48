import { kindOf, type Quantity, valueOf } from "./Numbers.ts"

/*
 * Figures that a sentence rounds: "about 7 %" stands for 6.8 %, "nearly 8 %" for 7.6 % but not for 8.1 %, "more than
 * half" for 61 %.
 */

/** On which side of the figure the number lies that it stands for. */
export type Side = "around" | "below" | "above"

const phrases: Readonly<Record<Side, string>> = {
  around: "about|around|roughly|approximately|approx\\.?|some|circa|ca\\.|in the (?:region|order) of",
  below: "nearly|almost|barely|close to|(?:just )?shy of|just under|not quite|less than|fewer than|under|below",
  above: "more than|over|above|exceeding|upwards of|north of|a good"
}

// "At least" and "no more than" name a limit, which the evidence must have exactly.
const sides = (["below", "above", "around"] as const).map(
  (side) => [side, new RegExp(`(?<![\\p{L}\\p{N}])(?<!\\b(?:no|not) )(?:${phrases[side]})\\s?$`, "iu")] as const
)

/** No phrase is longer, with a word before it. */
const longest = 24

/** "400 or so". */
const orSo = /^(?:\s\p{L}+){0,2}\sor so\b/iu

/** What the words beside a figure say about it; null where they say nothing. */
export const sideOf = (text: string, { end, start }: { readonly start: number; readonly end: number }): Side | null => {
  if (orSo.test(text.slice(end, end + longest))) return "around"
  const before = text.slice(Math.max(0, start - longest), start)
  if (before.endsWith("~")) return "around"
  return sides.find(([, phrase]) => phrase.test(before))?.[0] ?? null
}

/**
 * How far the number may lie from the figure, as a part of it. Where the words name a side, more: "more than 260" is
 * said of 275, and "more than half" of 61 %.
 */
const tolerance = { around: 0.05, side: 0.1, share: 0.3 }

/** A decimal number and the step to the next of as many digits: 10 for 120, 0.1 for 3.4. */
const stepOf = (digits: string): number => {
  const [whole = "", fraction] = digits.split(".")
  return 10 ** (fraction === undefined ? whole.length - whole.replace(/(?<!0)0+$/, "").length : -fraction.length)
}

export interface Amount {
  readonly kind: string
  readonly value: number
  readonly step: number
}

/** A reading as an amount; shares of a whole are percentages. */
export const amountOf = (reading: string): Amount | null => {
  const [kind, digits] = [kindOf(reading), valueOf(reading)]
  if (kind === "share") {
    const [part, whole] = digits.split("/").map(Number) as [number, number]
    return { kind: "percent", value: (100 * part) / whole, step: Infinity }
  }
  return /^\d+(?:\.\d+)?$/.test(digits) && Number(digits) > 0
    ? { kind, value: Number(digits), step: stepOf(digits) }
    : null
}

/** The percentage that a reading is, of a share of a whole too; null for others. */
export const percentOf = (reading: string): number | null => {
  if (kindOf(reading) === "percent") return Number(valueOf(reading))
  return kindOf(reading) === "share" ? amountOf(reading)!.value : null
}

/** A number of as many digits as calculations with decimal fractions keep right. */
export const round = (value: number): number => Number(value.toPrecision(9))

const amountsOf = (readings: Iterable<string>) => [...readings].flatMap((reading) => amountOf(reading) ?? [])

/**
 * Whether the sentence says that a figure is rounded, and a known number, rounded to as many digits, is that figure.
 */
export const isRounded = (text: string, quantity: Quantity, known: ReadonlySet<string>): boolean => {
  const { readings } = quantity
  const side = sideOf(text, quantity)
  if (side === null) return false
  const amounts = amountsOf(known)
  return amountsOf(readings).some(({ kind, step, value }) =>
    amounts.some((other) => {
      if (other.kind !== kind) return false
      const above = other.value - value
      if (side === "around") return Math.abs(above) <= Math.min(step / 2, tolerance.around * value)
      const far = (step === Infinity ? tolerance.share : tolerance.side) * value
      // "More than 6.5" is true of 6.8, and "nearly 6.9" is not.
      return side === "above" ? above >= 0 && above <= far : above <= 0 && -above <= Math.min(step, far)
    })
  )
}

/**
 * Whether a figure is a number that was computed, exactly or rounded to the digits that the figure has. Zeros at the
 * end are such digits up to a thousand; of larger figures a part too small to matter may be lost in them.
 */
export const isComputed = (figure: string, derived: Iterable<string>): boolean => {
  const own = amountOf(figure)
  if (own === null) return false
  const { kind, step, value } = own
  const far = value < 1_000 ? Math.min(step, 1) / 2 : Math.min(step / 2, tolerance.around * value)
  return amountsOf(derived).some((other) => other.kind === kind && Math.abs(other.value - value) <= far * (1 + 1e-9))
}
