import { Effect } from "effect"
import { Companies } from "../../../src/storage/companies/Companies.ts"
import { queries } from "./Queries.ts"

/** How the search did on the table of queries. */
export interface Quality {
  readonly asked: number
  readonly first: number
  readonly firstFive: number
  /**
   * Every query whose company is not first, with its place (0: not among the first five) and what came first instead.
   */
  readonly misses: ReadonlyArray<string>
}

/** Asks every query of the table whose company is among `tickers`, but for the kinds that are left out. */
export const judge = Effect.fnUntraced(function* (
  tickers: ReadonlySet<string>,
  leftOut: ReadonlyArray<string> = []
): Effect.fn.Return<Quality, never, Companies> {
  const companies = yield* Companies
  const quality = { asked: 0, first: 0, firstFive: 0, misses: Array<string>() }
  for (const [kind, table] of Object.entries(queries)) {
    if (leftOut.includes(kind)) continue
    for (const [q, ticker] of Object.entries(table)) {
      if (!tickers.has(ticker)) continue
      const found = yield* companies.search({ q, limit: 5 })
      const place = found.findIndex((company) => company.ticker === ticker) + 1
      quality.asked++
      if (place === 1) quality.first++
      else quality.misses.push(`${kind}: "${q}" gives ${found[0]?.name ?? "nothing"}, ${ticker} is at ${place}`)
      if (place > 0) quality.firstFive++
    }
  }
  return quality
})
