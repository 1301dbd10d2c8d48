import { Result, Schema } from "effect"
import type { Fault } from "../../domain/Failure.ts"

/** What a column may hold: the value of a cell, or what is wrong with it. */
export const reader = <A, I>(schema: Schema.Codec<A, I>) => {
  const decode = Schema.decodeUnknownResult(schema)
  return (value: unknown): Result.Result<A, string> =>
    Result.mapError(decode(value), ({ message }) => message.split("\n")[0]!.replace(/^Expected /, "must be "))
}

const digits = /^-?\d{1,16}$/

/** Groups of three digits. One comma or dot alone is none, as it is {@link isAmbiguous}. */
const grouped = /^-?\d{1,3}(?:([ \u00a0\u2009\u202f'’_])\d{3}(?:\1\d{3}){0,4}|([,.])\d{3}(?:\2\d{3}){1,4})$/

/** A whole number of a CSV file is text still. What is none, or could be two, stays as it is, to be refused. */
export const number = (value: unknown): unknown => {
  if (typeof value !== "string") return value
  if (digits.test(value)) return Number(value)
  return grouped.test(value) ? Number(value.replace(/[^\d-]/g, "")) : value
}

/** `1,200` is 1200 to some and 1.2 to others. */
export const isAmbiguous = (value: unknown): boolean => typeof value === "string" && /^-?\d{1,3}[.,]\d{3}$/.test(value)

const position = ({ location }: Fault): number => Number(location[1]) * 1e6 + Number(location[3])

/** Faults in the order of the file. */
export const inOrder = (faults: ReadonlyArray<Fault>): ReadonlyArray<Fault> =>
  faults.toSorted((one, other) => position(one) - position(other))
