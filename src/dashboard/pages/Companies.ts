import { Effect } from "effect"
import { OperatorCommand } from "../../access/OperatorCommand.ts"
import type { Company } from "../../domain/Company.ts"
import { maxQueryLength } from "../../domain/Company.ts"
import { html, type Html } from "../../text/Html.ts"
import type { Page } from "../Layout.ts"
import { count, counted } from "../parts/Figure.ts"
import { empty, heading } from "../parts/Heading.ts"
import { money } from "../parts/Money.ts"
import { results, searchForm } from "../parts/Search.ts"
import { table } from "../parts/Table.ts"
import { day } from "../parts/Time.ts"
import { watchRow } from "../parts/WatchLink.ts"
import { home } from "../Place.ts"
import { type PageRequest, view } from "../Routes.ts"

const place = `${home}/companies`

/** Industries to begin with. */
const industriesShown = 24

const companyTable = (companies: ReadonlyArray<Company>): Html =>
  table("Companies found, the best match first", companies, [
    { title: "Company", cell: ({ id, name }) => html`<a href="${place}/${id}">${name}</a>` },
    { title: "Ticker", cell: ({ ticker }) => ticker ?? "–" },
    { title: "Industry", cell: ({ industry }) => industry ?? "unknown" },
    { title: "Revenue", kind: "number", cell: ({ currency, revenue }) => money(revenue, currency) },
    { title: "Year to", cell: ({ revenue_period_end: end }) => (end === null ? "–" : day(end)) },
    { title: "Market value", kind: "number", cell: ({ currency, market_cap }) => money(market_cap, currency) },
    {
      title: "Actions",
      kind: "actions",
      cell: ({ id, name }) => watchRow(name, "company", { company_id: String(id) })
    }
  ])

const found = Effect.fnUntraced(function* ({ api }: PageRequest, q: string) {
  if (q !== "") {
    const { data: companies } = yield* api.market_data.search({ query: { q, limit: 50 } })
    return companies.length === 0
      ? empty("Nothing found", "No company has this ticker, name or industry.")
      : html`<p class="quiet" role="status">${counted(companies.length, "company", "companies")} for “${q}”</p>
          ${companyTable(companies)}`
  }
  const { data: sectors } = yield* api.market_data.sectors()
  const largest = sectors.toSorted((one, other) => other.companies - one.companies).slice(0, industriesShown)
  return largest.length === 0
    ? empty(
        "No company yet",
        html`They come from SEC's lists, or from your own file:
          <code>${yield* OperatorCommand} companies import mine.csv</code>`
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

const show = Effect.fnUntraced(function* (asked: PageRequest) {
  const q = asked.query.get("q")?.trim() ?? ""
  return {
    title: "Companies",
    place,
    modules: ["search.js"],
    main: html`${heading("Companies", "Companies in a market, with revenue and market value.")}
    ${searchForm({
      path: place,
      query: q,
      label: "Search companies",
      hint: "A ticker, a name or an industry; typing errors are tolerated.",
      maxLength: maxQueryLength
    })}
    ${results(yield* found(asked, q))}`
  } satisfies Page
})

export const companiesPages = [view("/companies", show)]
