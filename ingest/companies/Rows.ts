import { Result, Schema } from "effect"

/** A file with more bad rows than this is another file than it was: it is refused whole. */
const mostBadRows = 0.01

export interface Rows<A> {
  readonly rows: ReadonlyArray<A>
  readonly given: number
  readonly bad: number
}

/** The rows that can be read, or why the file is refused: too many that cannot. `file` names it in the refusal. */
export const readRows = <A>(
  file: string,
  schema: Schema.Codec<A, unknown>,
  given: ReadonlyArray<unknown>
): Result.Result<Rows<A>, string> => {
  const decode = Schema.decodeUnknownResult(schema)
  const rows = given.flatMap((row) => {
    const decoded = decode(row)
    return Result.isSuccess(decoded) ? [decoded.success] : []
  })
  const bad = given.length - rows.length
  return bad > given.length * mostBadRows
    ? Result.fail(`not ${file}: ${bad} of ${given.length} rows cannot be read`)
    : Result.succeed({ rows, given: given.length, bad })
}

/** The text of a JSON document as it was sent. */
export const readJson = <A>(file: string, schema: Schema.Codec<A, unknown>, text: string): Result.Result<A, string> => {
  const json = Result.try({
    try: (): unknown => JSON.parse(text),
    catch: () => `not ${file}: no JSON, or cut off`
  })
  return Result.flatMap(json, (value) =>
    Schema.decodeUnknownResult(schema)(value).pipe(
      Result.mapError(({ message }) => `not ${file}: ${message.split("\n")[0]!.slice(0, 200)}`)
    )
  )
}

/** Central Index Key: SEC's number of a company. */
export const Cik = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 9_999_999_999 }))

/** The key under which a company of SEC is stored. */
export const keyOf = (cik: number): string => `cik:${cik}`

/** The form of a CIK in SEC's addresses. */
export const paddedCik = (key: string): string => `CIK${key.slice("cik:".length).padStart(10, "0")}`
