import { Result, Schema } from "effect"
import type { Fault } from "../../domain/Failure.ts"

/** What a column may hold: the value of a cell, or what is wrong with it. */
export const reader = <A, I>(schema: Schema.Codec<A, I>) => {
  const decode = Schema.decodeUnknownResult(schema)
  return (value: unknown): Result.Result<A, string> =>
    Result.mapError(decode(value), ({ message }) => message.split("\n")[0]!.replace(/^Expected /, "must be "))
}

/** A number of a CSV file is text still. */
export const number = (value: unknown): unknown =>
  typeof value === "string" && /^-?\d{1,16}$/.test(value) ? Number(value) : value

const position = ({ location }: Fault): number => Number(location[1]) * 1e6 + Number(location[3])

/** Faults in the order of the file. */
export const inOrder = (faults: ReadonlyArray<Fault>): ReadonlyArray<Fault> =>
  faults.toSorted((one, other) => position(one) - position(other))
