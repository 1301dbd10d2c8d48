import { Effect, Layer } from "effect"
import type { WatchKind } from "../domain/Watch.ts"
import { Companies } from "../storage/companies/Companies.ts"
import { Transaction } from "../storage/database/Transaction.ts"
import { Reports } from "../storage/reports/Reports.ts"
import { Signals } from "../storage/signals/Signals.ts"
import { SocialTrends } from "../storage/social/SocialTrends.ts"
import { succeeded } from "../storage/sources/SourceReadings.ts"
import { SourceList } from "../storage/sources/SourceList.ts"
import { Sources } from "../storage/sources/Sources.ts"
import { TrackedKeywords } from "../storage/keywords/TrackedKeywords.ts"
import { TrendingKeywords } from "../storage/keywords/TrendingKeywords.ts"
import { WatchEvents } from "../storage/watches/WatchEvents.ts"
import { WatchReports } from "../storage/watches/WatchReports.ts"
import { ActiveWatches } from "./ActiveWatches.ts"
import { recordFigures, watchedCompanies } from "./Companies.ts"
import { filingsToTell, recordFilings } from "./Filings.ts"
import { recordPositions } from "./Keywords.ts"
import { recordNews } from "./News.ts"
import { recordReport } from "./Reports.ts"
import { recordFailure } from "./FailingSources.ts"
import { recordTopics, recordTrending } from "./Trends.ts"

/*
 * Storage that records events: what a watch waits for is recorded in the transaction that stores it, one layer for each
 * service around the one below.
 */

/**
 * What the layers are made with. `watched` does a write in a transaction together with what `recording` makes of it;
 * where nobody watches anything of these kinds, it is the write alone.
 */
const makeWatched = <S>() =>
  Effect.gen(function* () {
    const { run } = yield* Transaction
    const active = yield* ActiveWatches
    const services = yield* Effect.context<ActiveWatches | WatchEvents | S>()
    return <A, E>(
      kinds: ReadonlyArray<WatchKind>,
      write: Effect.Effect<A, E>,
      recording: (write: Effect.Effect<A, E>) => Effect.Effect<A, E, ActiveWatches | WatchEvents | S>
    ): Effect.Effect<A, E> =>
      Effect.flatMap(active.read, ({ of }) =>
        kinds.every((kind) => of(kind).length === 0) ? write : run(Effect.provideContext(recording(write), services))
      )
  })

const signals = Layer.effect(
  Signals,
  Effect.gen(function* () {
    const silent = yield* Signals
    const { run } = yield* Transaction
    const services = yield* Effect.context<ActiveWatches | Companies | SourceList | WatchEvents | Signals>()
    return {
      ...silent,
      // Always in a transaction, so that a watch made while this waits is taken into account.
      tellStories: (limit: number) =>
        run(
          Effect.tap(silent.tellStories(limit), (told) =>
            Effect.provideContext(
              Effect.flatMap(filingsToTell(told), (filings) =>
                Effect.andThen(recordNews(told, filings), recordFilings(told, filings))
              ),
              services
            )
          )
        )
    }
  })
)

const trackedKeywords = Layer.effect(
  TrackedKeywords,
  Effect.gen(function* () {
    const silent = yield* TrackedKeywords
    const watched = yield* makeWatched<TrackedKeywords>()
    const recorded = <A, E>(write: Effect.Effect<A, E>, of: Parameters<typeof recordPositions>[0]) =>
      watched(["keyword"], write, Effect.tap(recordPositions(of)))
    return {
      ...silent,
      record: (account, id, positions) => recorded(silent.record(account, id, positions), { account, ids: [id] }),
      import: (account, keywords) => recorded(silent.import(account, keywords), { account }),
      lookedUp: (ids, position) => recorded(silent.lookedUp(ids, position), { ids })
    }
  })
)

const trendingKeywords = Layer.effect(
  TrendingKeywords,
  Effect.gen(function* () {
    const silent = yield* TrendingKeywords
    const watched = yield* makeWatched<TrendingKeywords>()
    return {
      ...silent,
      upsert: (keywords) =>
        watched(["trending"], silent.upsert(keywords), (write) =>
          Effect.flatMap(silent.list({}), (before) => Effect.tap(write, recordTrending(keywords, before)))
        )
    }
  })
)

/** As many topics as a platform lists. */
const longestList = 500

const socialTrends = Layer.effect(
  SocialTrends,
  Effect.gen(function* () {
    const silent = yield* SocialTrends
    const watched = yield* makeWatched<never>()
    return {
      ...silent,
      replace: (source, platform, items) =>
        watched(["social"], silent.replace(source, platform, items), (write) =>
          Effect.gen(function* () {
            const before = yield* silent.list(platform, longestList)
            const written = yield* write
            yield* recordTopics(platform, before, yield* silent.list(platform, longestList), silent)
            return written
          })
        )
    }
  })
)

const companies = Layer.effect(
  Companies,
  Effect.gen(function* () {
    const silent = yield* Companies
    const watched = yield* makeWatched<Companies>()
    const compared = <A>(write: Effect.Effect<A>) =>
      watched(["company"], write, (write) =>
        Effect.flatMap(watchedCompanies, (before) => Effect.tap(write, recordFigures(before)))
      )
    return {
      ...silent,
      upsert: (given) => compared(silent.upsert(given)),
      enrich: (facts) => compared(silent.enrich(facts))
    }
  })
)

const sources = Layer.effect(
  Sources,
  Effect.gen(function* () {
    const silent = yield* Sources
    const watched = yield* makeWatched<Sources>()
    return {
      ...silent,
      finish: (name, number, outcome) =>
        watched(["source"], silent.finish(name, number, outcome), (finishing) =>
          succeeded(outcome.state) ? finishing : Effect.tap(finishing, recordFailure(name))
        )
    }
  })
)

const reports = Layer.effect(
  Reports,
  Effect.gen(function* () {
    const silent = yield* Reports
    const watched = yield* makeWatched<WatchReports>()
    return {
      ...silent,
      complete: (id, result) =>
        watched(["report"], silent.complete(id, result), (write) =>
          Effect.tap(write, (completed) => (completed ? recordReport(id, result, silent) : Effect.void))
        )
    }
  })
)

/** Around the services of storage. */
export const layer = Layer.mergeAll(
  signals,
  trackedKeywords,
  trendingKeywords,
  socialTrends,
  companies,
  sources,
  reports
).pipe(Layer.provideMerge(ActiveWatches.layer))

/** Storage with these around it. */
export const over = <A, E, R>(storage: Layer.Layer<A, E, R>) => Layer.provideMerge(layer, storage)
