import { DateTime, Effect } from "effect"
import type { CompanyFacts, NewCompany } from "../../src/domain/Company.ts"
import type { FrameFact } from "./Frame.ts"
import { type Prices } from "./PriceSource.ts"
import { keyOf } from "./Rows.ts"
import type { SecData } from "./SecData.ts"

/** Every annual and quarterly report states the shares; the last five quarters hold the latest of each company. */
const quarters = 5

const path = ({ quarter, year }: { readonly quarter: number; readonly year: number }): string =>
  `dei/EntityCommonStockSharesOutstanding/shares/CY${year}Q${quarter}I`

/**
 * The shares of each company at the latest day for which it stated them. A company with several classes states no sum.
 */
const sharesOutstanding = Effect.fnUntraced(function* (data: SecData) {
  const now = DateTime.toParts(yield* DateTime.now)
  const latest = new Map<string, FrameFact>()
  for (let back = 0; back < quarters; back++) {
    const count = now.year * 4 + Math.ceil(now.month / 3) - 1 - back
    const facts = yield* data.frame(path({ year: Math.floor(count / 4), quarter: (count % 4) + 1 }))
    for (const fact of facts ?? []) {
      const known = latest.get(keyOf(fact.cik))
      if (fact.val > 0 && (known === undefined || fact.end > known.end)) latest.set(keyOf(fact.cik), fact)
    }
  }
  return latest
})

/** Market values: shares outstanding times the price of the main ticker. Without either there is none. */
export const marketValues = Effect.fnUntraced(function* (
  data: SecData,
  companies: ReadonlyArray<NewCompany>,
  prices: Prices
) {
  const shares = yield* sharesOutstanding(data)
  return companies.flatMap(({ key, tickers }): ReadonlyArray<CompanyFacts> => {
    const price = prices.get(tickers[0] ?? "")
    const outstanding = shares.get(key)
    if (price === undefined || outstanding === undefined) return []
    const market_cap = Math.round(outstanding.val * price)
    return Number.isSafeInteger(market_cap)
      ? [{ key, industry: null, revenue: null, revenue_period_end: null, market_cap }]
      : []
  })
})
