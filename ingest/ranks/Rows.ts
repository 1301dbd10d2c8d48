import { Result } from "effect"
import { mostRows } from "../parse/Rows.ts"

/**
 * The addresses of an answer's rows, under the name that the service gives them. A row without one keeps its place;
 * rows of which not one has an address are another format than the service promises.
 */
export const addresses = (
  rows: ReadonlyArray<unknown>,
  name: string
): Result.Result<ReadonlyArray<string | null>, string> => {
  const found = rows.slice(0, mostRows).map((row) => {
    const address: unknown = typeof row === "object" && row !== null ? (row as Record<string, unknown>)[name] : null
    return typeof address === "string" && /^https?:/i.test(address) && URL.canParse(address) ? address : null
  })
  return rows.length > 0 && found.every((address) => address === null)
    ? Result.fail(`results in a form that is not known: none of the ${rows.length} has a "${name}"`)
    : Result.succeed(found)
}
