import { Effect } from "effect"
import { good } from "../../harness/TwoSources.ts"
import type { AccountId } from "../../src/domain/Account.ts"
import { EndpointId } from "../../src/domain/EndpointId.ts"
import { ReportId } from "../../src/domain/Report.ts"
import { SourceName } from "../../src/domain/Source.ts"
import { noConditions } from "../../src/domain/Watch.ts"
import { EventId } from "../../src/domain/WatchEvent.ts"
import { Companies } from "../../src/storage/companies/Companies.ts"
import { Deliveries } from "../../src/storage/watches/Deliveries.ts"
import { Reports } from "../../src/storage/reports/Reports.ts"
import { Signals } from "../../src/storage/signals/Signals.ts"
import { WatchEvents } from "../../src/storage/watches/WatchEvents.ts"
import { Watches } from "../../src/storage/watches/Watches.ts"
import { contentOf } from "../../src/watches/Occurrences.ts"

const base = "/api/v1/public"

/** What accounts make over HTTP, each its own: the address, and a body that has the word in it. */
interface Owned {
  readonly path: string
  readonly body: (word: string) => unknown
  /** What has to happen to it before everything can be asked of it. */
  readonly finish?: (
    id: number,
    account: AccountId
  ) => Effect.Effect<unknown, never, Reports | Watches | WatchEvents | Deliveries>
}

/** What is the same for everybody, and how it comes to be. */
interface Shared {
  readonly shared: Effect.Effect<number | string, never, Companies | Signals>
}

const company = Effect.gen(function* () {
  const companies = yield* Companies
  yield* companies.upsert([
    {
      key: "cik:1",
      name: "Acme",
      tickers: ["ACME"],
      industry: null,
      revenue: null,
      market_cap: null,
      revenue_period_end: null,
      source_url: null
    }
  ])
  const [found] = yield* companies.search({ q: "ACME", limit: 1 })
  return found!.id
})

const signal = Effect.gen(function* () {
  const signals = yield* Signals
  const url = "https://news.example/1"
  const news = { identity: url, guid: "1", title: "Heat pumps", snippet: "", url, source: "News", published_at: null }
  yield* signals.upsert(SourceName.make("feed:news.example"), [news])
  const [found] = yield* signals.list({ limit: 1 })
  return found!.id
})

const story = Effect.gen(function* () {
  const id = yield* signal
  const signals = yield* Signals
  while ((yield* signals.tellStories(100)).length > 0);
  return (yield* Effect.orDie(signals.get(id))).story_id!
})

const complete = Effect.fnUntraced(function* (report: number) {
  const reports = yield* Reports
  const id = ReportId.make(report)
  yield* reports.begin(id)
  yield* reports.complete(id, { executive_summary: "", sections: {}, confidence: 0 })
})

/** Puts more events on their way to an endpoint than the examples name. */
const fill = Effect.fnUntraced(function* (endpoint: number, account: AccountId) {
  const watches = yield* Watches
  const subject = { kind: "search", q: "tea" } as const
  const watch = (endpoints: ReadonlyArray<EndpointId>) =>
    Effect.orDie(watches.create(account, { name: "Tea", subject, conditions: noConditions, endpoints }))
  const content = contentOf("search", { title: "Tea", link: { kind: "watch", id: 1, url: null } })
  const send_at = new Date(0)
  const numbers = Array.from({ length: 20 }, (_, n) => n + 1)
  const { id: silent } = yield* watch([])
  yield* (yield* WatchEvents).record(
    numbers.map((n) => ({ account, watch: silent, key: `${n}`, content, send_at, cooldownMillis: 0 }))
  )
  const { id: named } = yield* watch([EndpointId.make(endpoint)])
  yield* (yield* Deliveries).queue(
    numbers.map((n) => ({ account, id: EventId.make(n), watch: named, content, at: send_at, send_at }))
  )
})

/**
 * What a path can name, by the parameter. A new parameter fails the tests until somebody says here how the thing comes
 * to be.
 */
export const things: Readonly<Record<string, Owned | Shared>> = {
  report_id: { path: `${base}/reports`, body: (word) => ({ niche: `heat pumps ${word}` }), finish: complete },
  competitor_id: { path: `${base}/competitors`, body: (word) => ({ name: word, domain: `${word}.example` }) },
  watch_id: {
    path: `${base}/watches`,
    body: (word) => ({ name: word, subject: { kind: "search", q: word } })
  },
  // Nothing is ever sent there.
  endpoint_id: {
    path: `${base}/endpoints`,
    body: (word) => ({ name: word, target: { kind: "webhook", url: "http://localhost:9/" } }),
    finish: fill
  },
  keyword_id: {
    path: `${base}/seo/keywords`,
    body: (word) => ({ keyword: word, target_url: `https://${word}.example/` })
  },
  key_id: {
    path: "/api/v1/dashboard/keys",
    body: (word) => ({ name: word, scopes: ["reports", "signals"], expires_at: "2031-01-01" })
  },
  view_id: {
    path: "/api/v1/dashboard/views",
    body: (word) => ({ name: word, search: { q: word } })
  },
  company_id: { shared: company },
  signal_id: { shared: signal },
  story_id: { shared: story },
  source_name: { shared: Effect.succeed(good) },
  platform: { shared: Effect.succeed("reddit") }
}
