import { Effect } from "effect"
import { SourceName } from "../../src/domain/Source.ts"
import { Companies } from "../../src/storage/Companies.ts"
import { Signals } from "../../src/storage/signals/Signals.ts"

/*
 * Things that paths name by their id. A new kind of id fails the tests until somebody says here how it comes to be.
 */

const base = "/api/v1/public"

/** Things of an account, and how its owner makes each over HTTP. */
export const owned: Readonly<Record<string, { readonly path: string; readonly body: unknown }>> = {
  report_id: { path: `${base}/reports`, body: { niche: "heat pumps" } },
  competitor_id: { path: `${base}/competitors`, body: { name: "Acme", domain: "acme.example" } },
  keyword_id: { path: `${base}/seo/keywords`, body: { keyword: "heat pump", target_url: "https://acme.example/" } },
  key_id: { path: "/api/v1/dashboard/keys", body: { name: "k", scopes: ["signals"], expires_at: "1970-02-01" } }
}

/** Things that are the same for every account, and how each is stored; the id is what the effect gives. */
export const shared: Readonly<Record<string, Effect.Effect<number, never, Companies | Signals>>> = {
  company_id: Effect.gen(function* () {
    const companies = yield* Companies
    const unknown = { industry: null, revenue: null, market_cap: null, revenue_period_end: null, source_url: null }
    yield* companies.upsert([{ key: "cik:1", name: "Acme", tickers: ["ACME"], ...unknown }])
    return (yield* companies.search({ q: "ACME", limit: 1 }))[0]!.id
  }),
  signal_id: Effect.gen(function* () {
    const signals = yield* Signals
    const url = "https://news.example/1"
    const news = {
      identity: url,
      guid: "1",
      title: "Heat pumps",
      snippet: "",
      url,
      source: "News",
      language: null,
      published_at: null
    }
    yield* signals.upsert(SourceName.make("feed:news.example"), [news])
    return 1
  })
}
