import type { Document } from "../Document.ts"
import { firms } from "../Firms.ts"

/** SEC's file of companies: an object keyed "0", "1", … with a row for each ticker. */
export const secTickers = (): Document => {
  const rows = firms.flatMap(({ cik, name, tickers }) =>
    tickers.map((ticker) => ({ cik_str: cik, ticker, title: name }))
  )
  return { type: "application/json", body: JSON.stringify(Object.fromEntries(rows.entries())) }
}
