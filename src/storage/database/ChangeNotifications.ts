import { type Context, Effect, Exit, Layer } from "effect"
import { ApiKeys } from "../accounts/ApiKeys.ts"
import { Articles } from "../signals/Articles.ts"
import type { WatchedTable } from "../../domain/WatchedTable.ts"
import { Changes } from "./Changes.ts"
import { Companies } from "../companies/Companies.ts"
import { Competitors } from "../companies/Competitors.ts"
import { Endpoints } from "../watches/Endpoints.ts"
import { SearchIndex } from "../search/SearchIndex.ts"
import { Signals } from "../signals/Signals.ts"
import { SocialTrends } from "../social/SocialTrends.ts"
import { SourceList } from "../sources/SourceList.ts"
import { Sources } from "../sources/Sources.ts"
import { Transaction } from "./Transaction.ts"
import { TrendingKeywords } from "../keywords/TrendingKeywords.ts"
import { WatchEvents } from "../watches/WatchEvents.ts"
import { Watches } from "../watches/Watches.ts"

/*
 * Storage that tells of what it writes, in every form: one layer for each service, around its SQL or its fake.
 */

type Write = (...parameters: ReadonlyArray<any>) => Effect.Effect<unknown, unknown, unknown>

/** The names of a service's methods. */
type Methods<S> = { readonly [K in keyof S]-?: S[K] extends Write ? K : never }[keyof S]

/** The service; when one of its methods is done, however it ended, rows of the tables may have changed. */
const announcing = <I, S extends object>(
  service: Context.Service<I, S>,
  tables: ReadonlyArray<WatchedTable>,
  methods: ReadonlyArray<Methods<S>>
) =>
  Layer.effect(
    service,
    Effect.gen(function* () {
      const changes = yield* Changes
      const silent = yield* service
      const announced = methods.map((method) => {
        const write = silent[method] as Write
        const told: Write = (...parameters) =>
          Effect.ensuring(write(...parameters), Effect.forEach(tables, changes.changed, { discard: true }))
        return [method, told] as const
      })
      return { ...silent, ...Object.fromEntries(announced) }
    })
  )

/** Stories are looked for all the time, and mostly there is nothing to tell. */
const announcingStories = Layer.effect(
  Signals,
  Effect.gen(function* () {
    const changes = yield* Changes
    const silent = yield* Signals
    const changed = changes.changed("signal_stories")
    return {
      ...silent,
      tellStories: (limit: number) =>
        Effect.onExit(silent.tellStories(limit), (exit) =>
          Exit.isSuccess(exit) && exit.value.length === 0 ? Effect.void : changed
        )
    }
  })
)

/** Around the services of the tables that are watched. */
export const layer = Layer.mergeAll(
  announcing(ApiKeys, ["api_keys"], ["deactivate", "remove", "rotate"]),
  announcing(Articles, ["articles", "signals"], ["want", "wantNewest", "settle", "postpone"]),
  announcing(Companies, ["companies"], ["upsert", "enrich"]),
  announcing(Competitors, ["competitors"], ["create", "update"]),
  announcing(Endpoints, ["watches"], ["remove"]),
  announcing(SearchIndex, ["signals"], ["catchUp"]),
  announcing(Signals, ["signals", "signal_sightings"], ["upsert"]).pipe(Layer.provide(announcingStories)),
  announcing(SocialTrends, ["social_trends"], ["replace", "retain"]),
  announcing(SourceList, ["listed_sources", "source_choices"], ["change"]),
  announcing(Sources, ["sources"], ["register", "ensure", "finish"]),
  announcing(Watches, ["watches", "watch_events"], ["create", "update", "remove"]),
  announcing(WatchEvents, ["watch_events"], ["record"]),
  announcing(TrendingKeywords, ["trending_keywords", "trending_snapshots"], ["upsert"]),
  Layer.effect(
    Transaction,
    Effect.gen(function* () {
      const changes = yield* Changes
      const transaction = yield* Transaction
      return { run: (effect) => changes.together(transaction.run(effect)) }
    })
  )
)
