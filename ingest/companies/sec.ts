import { DateTime, Duration, Effect } from "effect"
import type { CompanyFacts } from "../../src/domain/Company.ts"
import { SourceName } from "../../src/domain/Source.ts"
import { Companies } from "../../src/storage/companies/Companies.ts"
import { progressed } from "../fetch/RunContext.ts"
import { address, interval, service } from "../list/Definition.ts"
import { reading } from "../parse/Reading.ts"
import { asSourceFailed, counted, idle, type Source, stored } from "../Source.ts"
import { lookUps } from "./LookUps.ts"
import { marketValues } from "./MarketValue.ts"
import { PriceSource } from "./PriceSource.ts"
import { latestRevenue, type RevenueFact, revenueTags } from "./Revenue.ts"
import { fileBytes, keyOf } from "./Rows.ts"
import { type SecData, secData } from "./SecData.ts"
import { tickerFile } from "./TickerFile.ts"

/** A company's latest fiscal year ended this year, last year or, when it reports late, the year before. */
const years = 3

const revenues = Effect.fnUntraced(function* (data: SecData) {
  const { year } = DateTime.toParts(yield* DateTime.now)
  const facts = new Map<string, Array<RevenueFact>>()
  for (const [n, tag] of revenueTags.entries())
    for (let back = 0; back < years; back++) {
      yield* progressed(n * years + back, revenueTags.length * years)
      for (const { cik, end, start, val } of (yield* data.frame(`us-gaap/${tag}/USD/CY${year - back}`)) ?? []) {
        const known = facts.get(keyOf(cik)) ?? []
        facts.set(keyOf(cik), known)
        if (start !== undefined) known.push({ tag, start, end, val, filed: "" })
      }
    }
  return [...facts].flatMap(([key, facts]): ReadonlyArray<CompanyFacts> => {
    const revenue = latestRevenue(facts)
    return revenue === null ? [] : [{ key, industry: null, market_cap: null, ...revenue }]
  })
})

/** SEC serves its data from another host than its site; a stand-in serves both. */
const dataHost = (base: string): string => (base === "https://www.sec.gov" ? "https://data.sec.gov" : base)

/**
 * Companies that file with the United States Securities and Exchange Commission: names and tickers, revenue in bulk,
 * market values where there is a price source, and the industry of as many as one run can ask for; the second source
 * goes on with these.
 */
const sources = Effect.fnUntraced(function* (base: string, every: Duration.Duration, contact: string | undefined) {
  const { read } = yield* reading
  const companies = yield* Companies
  const { prices } = yield* PriceSource
  const data = yield* secData(dataHost(base))
  const lookUp = yield* lookUps(data)
  const url = `${base}/files/company_tickers.json`
  const shared = {
    kind: "companies",
    platform: null,
    missing: contact === undefined ? "CONTACT is not set: SEC answers only those who name a mail address" : null
  } as const

  const run: Source["run"] = Effect.fnUntraced(function* () {
    const { answer, value: file } = yield* read(tickerFile, url, {
      accept: "application/json",
      maxBytes: fileBytes
    }).pipe(Effect.mapError(asSourceFailed))
    const written = yield* companies.upsert(file.companies)
    const earned = yield* companies.enrich(yield* revenues(data))
    const known = yield* prices
    const valued =
      known === null ? { changed: 0 } : yield* companies.enrich(yield* marketValues(data, file.companies, known))
    const details = yield* lookUp
    if (details.failure !== null) return yield* details.failure
    const skipped = { bad_row: file.badRows, unreadable_details: details.unreadable }
    const changed = written.changed + earned.changed + valued.changed + details.changed
    return stored({ fetched: file.rows, new: written.new, changed, skipped: counted(skipped) }, answer.retryAfter)
  })

  const goOn: Source["run"] = Effect.fnUntraced(function* () {
    const { asked, changed, failure, unreadable } = yield* lookUp
    if (failure !== null) return yield* failure
    if (asked === 0) {
      const later = DateTime.toDateUtc(DateTime.add(yield* DateTime.now, { days: 1 }))
      const any = yield* companies.dueForLookUp({ keys: "cik:", before: later, limit: 1 })
      if (any.length === 0) return idle("no company of SEC is known yet")
    }
    const skipped = counted({ unreadable_details: unreadable })
    return stored(asked === 0 ? null : { fetched: asked, new: 0, changed, skipped })
  })

  const both: ReadonlyArray<Source> = [
    { ...shared, name: SourceName.make("sec-companies"), title: "SEC companies", url, every, run },
    {
      ...shared,
      name: SourceName.make("sec-industries"),
      title: "SEC industries",
      url: `${dataHost(base)}/submissions/`,
      // 250 companies in a quarter of an hour: all of them within nine hours of the first start.
      every: Duration.minutes(15),
      run: goOn
    }
  ]
  return both
})

export const secCompanies = service(
  {
    base: address("https://www.sec.gov"),
    // SEC renews the file once a day.
    every: interval(Duration.hours(24))
  },
  ({ base, every }, { contact }) => sources(base, every, contact),
  { switchable: true }
)
