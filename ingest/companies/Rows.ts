import { Result, Schema } from "effect"
import type { JsonBounds } from "../feed/BoundedJson.ts"
import { faultOf, usualBounds } from "../parse/Json.ts"

/** A file with a larger share of bad rows has changed its format: it is refused as a whole. */
const mostBadRows = 0.01

/**
 * Rows of one file: some 10,000 companies file with SEC, and a list of share prices may have those of other countries
 * as well.
 */
export const mostRows = 50_000

/** SEC's files of all companies have 1.5 MB and 100,000 values. */
export const fileBytes = 8_000_000
export const fileBounds: JsonBounds = { ...usualBounds, maxLength: fileBytes, maxValues: 500_000 }

export interface Rows<A> {
  readonly rows: ReadonlyArray<A>
  readonly given: number
  readonly bad: number
}

/** The rows that can be read, or why the file is refused: too many that cannot. `file` names it in the message. */
export const readRows = <A>(
  file: string,
  schema: Schema.Codec<A, unknown>,
  given: ReadonlyArray<unknown>
): Result.Result<Rows<A>, string> => {
  if (given.length > mostRows) return Result.fail(`not ${file}: more than ${mostRows} rows`)
  const decode = Schema.decodeUnknownResult(schema)
  let fault: Schema.SchemaError | null = null
  const rows: Array<A> = []
  for (const row of given) {
    const decoded = decode(row)
    if (Result.isSuccess(decoded)) rows.push(decoded.success)
    else fault ??= decoded.failure
  }
  const bad = given.length - rows.length
  return fault !== null && bad > given.length * mostBadRows
    ? Result.fail(`not ${file}: ${bad} of ${given.length} rows cannot be read; the first: ${faultOf(fault)}`)
    : Result.succeed({ rows, given: given.length, bad })
}

/** Central Index Key: SEC's number of a company. */
export const Cik = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 9_999_999_999 }))

/** The key under which a company of SEC is stored. */
export const keyOf = (cik: number): string => `cik:${cik}`

/** The form of a CIK in SEC's addresses. */
export const paddedCik = (key: string): string => `CIK${key.slice("cik:".length).padStart(10, "0")}`
