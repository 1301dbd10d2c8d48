import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { AccountId } from "../../src/domain/Account.ts"
import type { Exhibit } from "../../src/domain/Exhibit.ts"
import type { Report, ReportRequest, ReportSection, ReportSource } from "../../src/domain/Report.ts"
import type { NewSignal, Signal } from "../../src/domain/Signal.ts"
import { SourceName } from "../../src/domain/Source.ts"
import { type Evidence, Evidences } from "../../src/reports/evidence/Evidence.ts"
import * as ExtractiveWriter from "../../src/reports/writers/extractive/ExtractiveWriter.ts"
import { render } from "../../src/reports/Render.ts"
import { ReportWriter } from "../../src/reports/writers/Writer.ts"
import { Companies } from "../../src/storage/companies/Companies.ts"
import { Competitors } from "../../src/storage/companies/Competitors.ts"
import { Signals } from "../../src/storage/signals/Signals.ts"
import { SocialTrends } from "../../src/storage/social/SocialTrends.ts"
import * as Storage from "../../src/storage/Storage.ts"
import { TrackedKeywords } from "../../src/storage/keywords/TrackedKeywords.ts"
import { TrendingKeywords } from "../../src/storage/keywords/TrendingKeywords.ts"
import { signals } from "../../harness/ElectricVehicles.ts"

/** The day on which the reports of these tests are made. */
export const today = new Date("2026-03-10T12:00:00Z")

export const account = AccountId.make(1)

export const electric: ReportRequest = {
  niche: "electric vehicles",
  report_type: "comprehensive_analysis",
  context: "For a fleet operator in Spain: should we replace our diesel vans?"
}

/** Storage in memory with the evidence that reports are gathered from. */
export const layer = Evidences.layer.pipe(
  Layer.provideMerge(Storage.layerMemory),
  Layer.provideMerge(ExtractiveWriter.layer)
)

export const storeSignals = (items: ReadonlyArray<NewSignal>) =>
  Effect.flatMap(Signals, (store) => store.upsert(SourceName.make("feed:test"), items))

/** A signal with what matters to a test; the rest is made up. */
export const signal = (title: string, more: Partial<NewSignal> = {}): NewSignal => ({
  identity: more.url ?? title,
  guid: more.url ?? title,
  title,
  snippet: "",
  url: `https://news.example/${encodeURIComponent(title)}`,
  source: "Example News",
  published_at: new Date("2026-03-01T00:00:00Z"),
  ...more
})

/** The same of a publisher on a day of that month. */
export const news = (source: string, title: string, snippet: string, day = 1): NewSignal =>
  signal(title, {
    source,
    url: `https://${source.toLowerCase()}.example/`,
    snippet,
    published_at: new Date(Date.UTC(2026, 2, day))
  })

/** A signal as it is stored, as far as evidence is made of it. */
export const stored = (
  more: Pick<Signal, "title" | "snippet"> & { readonly id: number; readonly story_id: number } & Partial<
      Pick<Signal, "source" | "language">
    >
): Signal =>
  ({
    url: `https://${more.id}.example/`,
    source: `Publisher ${more.id}`,
    published_at: "2026-03-01",
    published_at_estimated: false,
    language: "en",
    also_in: [],
    ...more
  }) as unknown as Signal

/** The set of ElectricVehicles.ts with something of every other kind. */
export const storeMarket = Effect.gen(function* () {
  yield* TestClock.setTime(today.getTime())
  yield* storeSignals(signals)
  yield* (yield* TrendingKeywords).upsert([
    { keyword: "electric vehicles subsidy", country: "ES", volume: 50_000 },
    { keyword: "champions league", country: "ES", volume: 900_000 }
  ])
  yield* (yield* SocialTrends).replace(SourceName.make("reddit:cars"), "reddit", [
    {
      title: "Two years with electric vehicles in our fleet: what we learned",
      score: 1_532,
      score_kind: "points",
      subreddit: "fleet",
      site: null,
      url: "https://reddit.example/1",
      rank: 1
    },
    {
      title: "My cat opens doors",
      score: 90_000,
      score_kind: "points",
      subreddit: "cats",
      site: null,
      url: "https://reddit.example/2",
      rank: 2
    }
  ])
  const competitors = yield* Competitors
  yield* competitors.create(account, { name: "Kestrel Auto", domain: "kestrel.example" })
  yield* competitors.create(account, { name: "Quiet Bakery", domain: "bakery.example" })
  yield* (yield* TrackedKeywords).create(account, {
    keyword: "electric vehicles leasing",
    target_url: "https://us.example/ev",
    search_volume: 2_400
  })
  yield* (yield* Companies).upsert([
    {
      key: "import:auroral",
      name: "Auroral Motors, Inc.",
      tickers: ["AUR"],
      industry: "Motor Vehicles",
      revenue: 9_769_000_000,
      market_cap: null,
      revenue_period_end: "2025-12-31" as never,
      source_url: "https://www.filings.example/auroral"
    },
    {
      key: "import:bakery",
      name: "Quiet Bakery plc",
      tickers: [],
      industry: "Food",
      revenue: 1_000_000,
      market_cap: null,
      revenue_period_end: null,
      source_url: null
    }
  ])
}).pipe(Effect.orDie)

/** Evidence, draft and result for a request, as a worker makes them. */
export const write = Effect.fnUntraced(function* (request: ReportRequest, before: Date = today) {
  const evidence: Evidence = yield* (yield* Evidences).gather(account, request, before)
  const draft = yield* Effect.orDie((yield* ReportWriter).write(request, evidence))
  return { evidence, draft, result: render(request, evidence, draft) }
})

/** The parts of a report's sections. */
export const parts = (sections: Report["sections"]) => {
  const { sources, gaps, quality, exhibits, ...rest } = sections as Record<string, any>
  return {
    sections: rest as Record<string, ReportSection>,
    sources: sources as ReadonlyArray<ReportSource>,
    gaps: gaps as ReadonlyArray<string>,
    exhibits: (exhibits ?? []) as ReadonlyArray<Exhibit>,
    quality
  }
}
