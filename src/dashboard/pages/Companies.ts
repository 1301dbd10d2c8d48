import { Effect } from "effect"
import type { Company } from "../../domain/Company.ts"
import { maxQueryLength } from "../../domain/Company.ts"
import { html, type Html } from "../Html.ts"
import type { Page } from "../Layout.ts"
import { compact, count, counted } from "../parts/Figure.ts"
import { empty, heading } from "../parts/Heading.ts"
import { outbound } from "../parts/Outbound.ts"
import { results, searchForm } from "../parts/Search.ts"
import { home } from "../Place.ts"
import { view, type Visitor } from "../Routes.ts"

const place = `${home}/companies`

/** Industries to begin with. */
const industriesShown = 24

const money = (value: number | null, currency: string): Html | string =>
  value === null ? "–" : html`<span title="${count(value)} ${currency}">${compact(value)} ${currency}</span>`

const table = (companies: ReadonlyArray<Company>): Html =>
  html`<table class="rows">
    <caption class="sr">
      Companies found, the best match first
    </caption>
    <thead>
      <tr>
        <th scope="col">Company</th>
        <th scope="col">Ticker</th>
        <th scope="col">Industry</th>
        <th scope="col" class="number">Revenue</th>
        <th scope="col">Year to</th>
        <th scope="col" class="number">Market value</th>
      </tr>
    </thead>
    <tbody>
      ${companies.map(
        (company) =>
          html`<tr>
            <th scope="row">${outbound(company.source_url, company.name)}</th>
            <td data-label="Ticker">${company.ticker ?? "–"}</td>
            <td data-label="Industry">${company.industry ?? "unknown"}</td>
            <td data-label="Revenue" class="number">${money(company.revenue, company.currency)}</td>
            <td data-label="Year to">${company.revenue_period_end ?? "–"}</td>
            <td data-label="Market value" class="number">${money(company.market_cap, company.currency)}</td>
          </tr>`
      )}
    </tbody>
  </table>`

const found = Effect.fnUntraced(function* ({ api }: Visitor, q: string) {
  if (q !== "") {
    const { data: companies } = yield* api.market_data.search({ query: { q, limit: 50 } })
    return companies.length === 0
      ? empty("Nothing found", "No company has this ticker, name or industry.")
      : html`<p class="quiet" role="status">${counted(companies.length, "company", "companies")} for “${q}”</p>
          ${table(companies)}`
  }
  const { data: sectors } = yield* api.market_data.sectors()
  const largest = sectors.toSorted((one, other) => other.companies - one.companies).slice(0, industriesShown)
  return largest.length === 0
    ? empty(
        "No company yet",
        html`They come from SEC's lists, or from a file of your own:
          <code>npm run -s sonde -- companies import mine.csv</code>`
      )
    : html`<h2 class="label">Largest industries</h2>
        <ul class="tiles">
          ${largest.map(
            ({ companies, industry }) =>
              html`<li>
                <a href="${place}?${new URLSearchParams({ q: industry.slice(0, maxQueryLength) }).toString()}"
                  ><span>${industry}</span><span class="quiet">${count(companies)}</span></a
                >
              </li>`
          )}
        </ul>`
})

const show = Effect.fnUntraced(function* (visitor: Visitor) {
  const q = visitor.query.get("q")?.trim() ?? ""
  const page: Page = {
    title: "Companies",
    place,
    modules: ["search.js"],
    main: html`${heading("Companies", "Who is in a market, and how large.")}
    ${searchForm({
      path: place,
      query: q,
      label: "Search companies",
      hint: "A ticker, a name or an industry; a typo is forgiven.",
      maxLength: maxQueryLength
    })}
    ${results(yield* found(visitor, q))}`
  }
  return page
})

export const companiesPages = [view("/companies", show)]
