import { Effect } from "effect"
import { pathId } from "../../api/Query.ts"
import { CompanyId } from "../../domain/Company.ts"
import { missing } from "../../domain/Missing.ts"
import { html } from "../../text/Html.ts"
import type { Page } from "../Layout.ts"
import { pathParam } from "../Params.ts"
import { fact, facts } from "../parts/Facts.ts"
import { empty, heading } from "../parts/Heading.ts"
import { money } from "../parts/Money.ts"
import { outbound } from "../parts/Outbound.ts"
import { section } from "../parts/Section.ts"
import { signalList } from "../parts/SignalList.ts"
import { day } from "../parts/Time.ts"
import { watchThis } from "../parts/WatchLink.ts"
import { home } from "../Place.ts"
import { type PageRequest, view } from "../Routes.ts"

const place = `${home}/companies`

/** News that its page shows. */
const shown = 10

const show = Effect.fnUntraced(function* ({ api, params }: PageRequest) {
  const company_id = yield* pathParam(pathId(CompanyId), params["id"], missing("company_not_found"))
  const { data: company } = yield* api.market_data.company({ params: { company_id } })
  const { currency, industry, market_cap, name, revenue, revenue_period_end: end, source_url, ticker } = company
  // Quotation marks would end the phrase.
  const q = `"${name.replaceAll('"', " ")}"`
  const { data: signals } = yield* api.signals.list({ query: { q, sort: "newest", limit: shown } })
  return {
    title: name,
    place,
    main: html`<p class="crumb"><a href="${place}">Companies</a></p>
      ${heading(name, outbound(source_url, industry ?? "Industry unknown"), watchThis("company", { company_id: String(company_id) }))}
      ${section(
        "About",
        facts([
          fact("Ticker", ticker ?? "–"),
          fact("Revenue", money(revenue, currency)),
          fact("Year to", end === null ? "–" : day(end)),
          fact("Market value", money(market_cap, currency))
        ])
      )}
      ${section(
        "News that names it",
        signals.length === 0 ? empty("Nothing found", "No signal has its name.") : signalList(signals)
      )}`
  } satisfies Page
})

export const companyPages = [view("/companies/:id", show)]
