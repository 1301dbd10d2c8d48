import { Schema } from "effect"
import { Id } from "./Id.ts"
import { CalendarDate } from "./Timestamp.ts"

export const CompanyId = Id.pipe(Schema.brand("CompanyId"))
export type CompanyId = typeof CompanyId.Type

/** Whole units of `currency`, up to 2^53: what a JSON number carries exactly. `null` is unknown, never 0. */
export const Money = Schema.NullOr(Schema.Int)

/** A company as search shows it. */
export const Company = Schema.Struct({
  id: CompanyId,
  name: Schema.String,
  ticker: Schema.NullOr(Schema.String),
  industry: Schema.NullOr(Schema.String),
  revenue: Money,
  market_cap: Money,
  currency: Schema.String.annotate({ description: "ISO 4217 code of revenue and market_cap" }),
  revenue_period_end: Schema.NullOr(CalendarDate),
  source_url: Schema.NullOr(Schema.String)
}).annotate({ identifier: "Company" })
export type Company = typeof Company.Type

/** A company as ingestion or an import brings it. */
export interface NewCompany {
  /** Natural key: `cik:320193` for what SEC files under, `import:…` for the operator's own. */
  readonly key: string
  readonly name: string
  /** All of them, the main one first: a company may be listed under several. */
  readonly tickers: ReadonlyArray<string>
  readonly industry: string | null
  readonly revenue: number | null
  readonly market_cap: number | null
  readonly revenue_period_end: CalendarDate | null
  readonly source_url: string | null
}

/** What has become known of a company that is stored already; null is unknown and leaves things as they are. */
export interface CompanyFacts extends Pick<
  NewCompany,
  "key" | "industry" | "revenue" | "market_cap" | "revenue_period_end"
> {}

/** What is searched: 1 to 100 characters after trimming. */
export const maxQueryLength = 100
