import { Schema } from "effect"
import { type CompanyFacts, Money, type NewCompany } from "../../domain/Company.ts"
import { CalendarDate } from "../../domain/Timestamp.ts"

/** A company as it was given, but for its id. */
export const StoredCompany = Schema.Struct({
  key: Schema.String,
  name: Schema.String,
  tickers: Schema.Array(Schema.String),
  industry: Schema.NullOr(Schema.String),
  revenue: Money,
  market_cap: Money,
  revenue_period_end: Schema.NullOr(CalendarDate),
  source_url: Schema.NullOr(Schema.String)
})
export type StoredCompany = typeof StoredCompany.Type

const same = Schema.toEquivalence(StoredCompany)

/** The last of each key. */
export const once = <A extends { readonly key: string }>(given: ReadonlyArray<A>): ReadonlyArray<A> => [
  ...new Map(given.map((one) => [one.key, one])).values()
]

/** What is unknown now (null) does not replace what is known. */
const merged = (company: NewCompany, known: StoredCompany | undefined): StoredCompany => ({
  key: company.key,
  name: company.name,
  tickers: company.tickers,
  industry: company.industry ?? known?.industry ?? null,
  revenue: company.revenue ?? known?.revenue ?? null,
  market_cap: company.market_cap ?? known?.market_cap ?? null,
  // The period belongs to the revenue.
  revenue_period_end: (company.revenue === null ? known?.revenue_period_end : company.revenue_period_end) ?? null,
  source_url: company.source_url ?? known?.source_url ?? null
})

/**
 * The given companies that are not stored, and those that are and say something else, or were stored by older rules.
 */
export const changes = (
  companies: ReadonlyArray<NewCompany>,
  known: ReadonlyMap<string, StoredCompany>,
  outdated: (key: string) => boolean = () => false
): { readonly added: ReadonlyArray<StoredCompany>; readonly changed: ReadonlyArray<StoredCompany> } => {
  const added: Array<StoredCompany> = []
  const changed: Array<StoredCompany> = []
  for (const company of companies) {
    const stored = known.get(company.key)
    const next = merged(company, stored)
    if (stored === undefined) added.push(next)
    else if (outdated(company.key) || !same(stored, next)) changed.push(next)
  }
  return { added, changed }
}

/** A stored company with what has become known of it. A revenue of an earlier period than the known one is no news. */
export const enriched = (company: StoredCompany, facts: CompanyFacts): NewCompany => {
  const { revenue_period_end: known } = company
  const isOlder = known !== null && (facts.revenue_period_end === null || facts.revenue_period_end < known)
  return { ...company, ...facts, ...(isOlder && { revenue: null, revenue_period_end: null }) }
}
