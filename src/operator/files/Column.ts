import { Result, Schema } from "effect"
import type { Fault } from "../../domain/Failure.ts"

/** What a column may hold: the value of a cell, or what is wrong with it. */
export const reader = <A, I>(schema: Schema.Codec<A, I>) => {
  const decode = Schema.decodeUnknownResult(schema)
  return (value: unknown): Result.Result<A, string> =>
    Result.mapError(decode(value), ({ message }) => message.split("\n")[0]!.replace(/^Expected /, "must be "))
}

const digits = /^-?\d{1,16}$/

/** Groups of three digits. A single comma or dot does not separate groups, since it {@link isAmbiguous}. */
const grouped = /^-?\d{1,3}(?:([ \u00a0\u2009\u202f'’_])\d{3}(?:\1\d{3}){0,4}|([,.])\d{3}(?:\2\d{3}){1,4})$/

/** US dollars before or behind, and a part of nothing: `$1,200,000.00`, `1.200.000,00 USD`. */
const around = /^(?:US ?\$|USD|\$)\s?|\s?(?:US\$|USD|\$)$|[.,]00?(?=\s?(?:US\$|USD|\$)?$)/gi

/** No number is longer. */
const longest = 40

/**
 * In a CSV file a whole number is still text. Text that is no number, or could be read as two, is left as it is and
 * refused later.
 */
export const number = (value: unknown): unknown => {
  if (typeof value !== "string" || value.length > longest) return value
  const text = value.replace(around, "")
  if (digits.test(text)) return Number(text)
  return grouped.test(text) ? Number(text.replace(/[^\d-]/g, "")) : value
}

/** `1,200` is 1200 to some and 1.2 to others. */
export const isAmbiguous = (value: unknown): boolean => typeof value === "string" && /^-?\d{1,3}[.,]\d{3}$/.test(value)

const position = ({ location }: Fault): number => Number(location[1]) * 1e6 + Number(location[3] ?? 0)

/** Faults in the order of the file. */
export const inOrder = (faults: ReadonlyArray<Fault>): ReadonlyArray<Fault> =>
  faults.toSorted((one, other) => position(one) - position(other))
