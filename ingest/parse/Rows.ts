import { Result, Schema } from "effect"
import { faultOf } from "./Json.ts"

/** Rows of one answer: the services that are asked give a hundred at most. */
export const mostRows = 1_000

/** Why a row of the expected form can still not be used, as an operator reads it. */
const words: Readonly<Record<string, string>> = {
  bad_row: "it lacks a title or a web address that can be used",
  no_title: "it has no title",
  no_link: "it has no link",
  empty: "it has no words"
}

/**
 * Decodes the rows of an answer one by one and hands them to `take`, which may return a reason to leave a row out.
 * Returns the reasons of all rows left out. An answer without any usable row has another format than expected: it is
 * refused with the fault of the first row.
 */
export const takeRows = <Row>(
  rows: ReadonlyArray<unknown>,
  schema: Schema.Decoder<Row>,
  take: (row: Row) => string | null
): Result.Result<ReadonlyArray<string>, string> => {
  const decode = Schema.decodeUnknownResult(schema)
  const reasons: Array<string> = []
  let fault: string | null = null
  let unusable = 0
  for (const row of rows.slice(0, mostRows)) {
    const decoded = decode(row)
    const reason = Result.isSuccess(decoded) ? take(decoded.success) : "bad_row"
    if (reason === null) continue
    reasons.push(reason)
    if (words[reason] === undefined) continue
    unusable++
    fault ??= Result.isFailure(decoded) ? faultOf(decoded.failure) : words[reason]
  }
  const looked = Math.min(rows.length, mostRows)
  if (fault !== null && unusable === looked)
    return Result.fail(
      `not the list that was expected: none of its ${rows.length} rows can be read; the first: ${fault}`
    )
  return Result.succeed([...reasons, ...Array.from({ length: rows.length - looked }, () => "over_limit")])
}

/**
 * Refuses a list of which not one item is left, for reasons that no list should give; `left` has one for each that was
 * left out.
 */
export const unlessUseless = (left: ReadonlyArray<string>, items: number): Result.Result<void, string> => {
  const useless = left.flatMap((reason) => words[reason] ?? [])
  return items > 0 && useless.length === items
    ? Result.fail(`none of its ${items} items can be used; the first: ${useless[0]}`)
    : Result.void
}
