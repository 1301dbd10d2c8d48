import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { generateKey, materialOf } from "../../src/access/KeyFormat.ts"
import { AccountName } from "../../src/domain/Account.ts"
import { allScopes } from "../../src/domain/Scope.ts"
import { Accounts } from "../../src/storage/accounts/Accounts.ts"
import { ApiKeys } from "../../src/storage/accounts/ApiKeys.ts"
import { Competitors } from "../../src/storage/companies/Competitors.ts"
import { Reports } from "../../src/storage/reports/Reports.ts"
import { Signals } from "../../src/storage/signals/Signals.ts"
import { SearchIndex } from "../../src/storage/search/SearchIndex.ts"
import { item } from "../ingest/Feeds.ts"
import { fill } from "../ingest/Fill.ts"

/** Sections and sources of a report as the service writes them: 8 of some 150 words each, on 20 sources. */
const sections = {
  ...Object.fromEntries(
    Array.from({ length: 8 }, (_, n) => [
      `section_${n}`,
      { title: item(n).title, content: `${item(n).text} [1] ${item(n + 1).text} [2]`, citations: [1, 2] }
    ])
  ),
  sources: Array.from({ length: 20 }, (_, n) => ({
    n: n + 1,
    kind: "signal",
    title: item(n).title,
    url: item(n).url,
    publisher: "Feed",
    published_at: "2026-01-01",
    quote: item(n).text
  })),
  gaps: []
}

/** Signals, and an account with a key of all scopes, 20 competitors and a report. */
export const prepare = Effect.fnUntraced(function* (signals: number) {
  const sql = yield* SqlClient.SqlClient
  const competitors = yield* Competitors
  const reports = yield* Reports
  yield* fill(0, signals)
  yield* sql`update search_state set below = (select coalesce(max(id), 0) + 1 from signals)`
  const index = yield* SearchIndex
  while ((yield* index.catchUp(5_000)) > 0);
  const stored = yield* Signals
  while ((yield* stored.tellStories(100)).length > 0);
  // What the peers search by: Postgres' own text search.
  yield* sql`create index peers_search on signals using gin (to_tsvector('english', title || ' ' || snippet))`
  const { id: account } = yield* (yield* Accounts).ensure(AccountName.make("bench"))
  const key = generateKey()
  yield* (yield* ApiKeys).create(account, { name: "bench", scopes: allScopes, expires_at: null }, materialOf(key))
  for (let n = 0; n < 20; n++) yield* competitors.create(account, { name: `Company ${n}`, domain: `c${n}.example` })
  const request = { niche: "bench", report_type: "comprehensive_analysis", context: null, title: "Bench" } as const
  const { id: report } = yield* reports.create(account, request)
  yield* reports.begin(report)
  yield* reports.complete(report, { executive_summary: item(0).text, sections, confidence: 1 })
  yield* sql`analyze`
  return { key, report }
})

/** What is asked for again and again: a list that all accounts share, and one of the account's own. */
export const lists = (key: string) => ({
  "shared list": { path: "/api/v1/public/signals?limit=20", headers: { "x-api-key": key } },
  "own list": { path: "/api/v1/public/competitors", headers: { "x-api-key": key } }
})
