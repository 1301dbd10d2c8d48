/*
 * Exact fractions: what is calculated again must not differ by what a computer rounds.
 */

/** An exact fraction; `below` is positive. */
export interface Fraction {
  readonly above: bigint
  readonly below: bigint
}

const divisor = (one: bigint, other: bigint): bigint => (other === 0n ? one : divisor(other, one % other))

export const fraction = (above: bigint, below: bigint): Fraction => {
  const common = divisor(above < 0n ? -above : above, below < 0n ? -below : below) * (below < 0n ? -1n : 1n)
  return { above: above / common, below: below / common }
}

export const whole = (value: number): Fraction => ({ above: BigInt(value), below: 1n })
export const add = (one: Fraction, other: Fraction): Fraction =>
  fraction(one.above * other.below + other.above * one.below, one.below * other.below)
export const multiply = (one: Fraction, other: Fraction): Fraction =>
  fraction(one.above * other.above, one.below * other.below)
export const inverse = ({ above, below }: Fraction): Fraction => fraction(below, above)
export const negative = ({ above, below }: Fraction): Fraction => ({ above: -above, below })
export const isSame = (one: Fraction, other: Fraction): boolean =>
  one.above === other.above && one.below === other.below

/** As digits, with six places behind the point, and without a sign: figures are said to fall, not to be negative. */
export const digitsOf = ({ above, below }: Fraction): string => {
  const all = String(((above < 0n ? -above : above) * 1_000_000n) / below).padStart(7, "0")
  return `${all.slice(0, -6)}.${all.slice(-6)}`.replace(/\.?(?<!0)0+$/, "")
}

/** Of digits such as 1234.5; null for anything else, and for more than 24 of them. */
export const fractionOf = (digits: string): Fraction | null => {
  const [, before, after = ""] = /^(\d{1,18})(?:\.(\d{1,12}))?$/.exec(digits) ?? []
  return before === undefined ? null : fraction(BigInt(before + after), 10n ** BigInt(after.length))
}

/** Rounded to so many digits behind the point, without zeros at the end. */
export const rounded = ({ above, below }: Fraction, places: number): string => {
  const scale = 10n ** BigInt(places)
  const digits = String((2n * above * scale + below) / (2n * below)).padStart(places + 1, "0")
  const [before, after] = [digits.slice(0, digits.length - places), digits.slice(digits.length - places)]
  return `${before}.${after}`.replace(/\.?(?<!0)0+$/, "")
}

const words = [
  ["trillion", 12],
  ["billion", 9],
  ["million", 6]
] as const

/** An amount as people write it: `3.4 million`, `25,000`. */
export const written = (value: Fraction): string => {
  for (const [word, places] of words) {
    const scaled = multiply(value, inverse(whole(10 ** places)))
    if (scaled.above >= scaled.below) return `${rounded(scaled, 2)} ${word}`
  }
  const [before = "", after] = rounded(value, 2).split(".")
  return Number(before).toLocaleString("en") + (after === undefined ? "" : `.${after}`)
}
