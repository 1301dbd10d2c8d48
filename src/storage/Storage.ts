import { Effect, Layer, Option, type Redacted } from "effect"
import type { SqlClient } from "effect/sql"
import { Settings } from "../Config.ts"
import { Accounts } from "./Accounts.ts"
import { ApiKeys } from "./ApiKeys.ts"
import { Companies } from "./Companies.ts"
import { Competitors } from "./Competitors.ts"
import * as Database from "./Database.ts"
import * as Migrations from "./Migrations.ts"
import type { DatabaseUnusable } from "./PostgresServer.ts"
import { Readiness } from "./Readiness.ts"
import { Reports } from "./Reports.ts"
import { Searches } from "./Searches.ts"
import { Retention } from "./Retention.ts"
import { Signals } from "./Signals.ts"
import { SocialTrends } from "./SocialTrends.ts"
import { Sources } from "./Sources.ts"
import { TrackedKeywords } from "./TrackedKeywords.ts"
import { Transaction } from "./Transaction.ts"
import { TrendingKeywords } from "./TrendingKeywords.ts"

/** Every table on a migrated SQL database. */
export const layer = Layer.mergeAll(
  Accounts.layer,
  ApiKeys.layer,
  Companies.layer,
  Competitors.layer,
  Readiness.layer,
  Reports.layer,
  Retention.layer,
  Searches.layer,
  Signals.layer,
  SocialTrends.layer,
  Sources.layer,
  TrackedKeywords.layer,
  Transaction.layer,
  TrendingKeywords.layer
)

/** The same promises, kept in memory: for tests, and for trying things out. */
export const layerMemory = Layer.mergeAll(
  Accounts.layerMemory,
  ApiKeys.layerMemory,
  Companies.layerMemory,
  Competitors.layerMemory,
  Readiness.layerMemory,
  Reports.layerMemory,
  Searches.layerMemory,
  Signals.layerMemory,
  SocialTrends.layerMemory,
  Sources.layerMemory,
  TrackedKeywords.layerMemory,
  Transaction.layerMemory,
  TrendingKeywords.layerMemory
)

/**
 * Every table on the configured database, which is brought up to date first; an embedded one is held until the scope closes.
 * `reach` decides how long a real Postgres may be away.
 */
export const layerOfSettings = (
  reach: (url: Redacted.Redacted) => Effect.Effect<void, DatabaseUnusable, SqlClient.SqlClient>
) =>
  Layer.unwrap(
    Effect.map(Settings, (settings) => {
      const reached = Option.match(settings.DATABASE_URL, {
        onNone: () => Layer.empty,
        onSome: (url) => Layer.effectDiscard(reach(url))
      })
      return layer.pipe(
        Layer.provide(Layer.provide(Migrations.layer(), reached)),
        Layer.provideMerge(
          Database.layer({
            databaseUrl: settings.DATABASE_URL,
            dataDir: settings.DATA_DIR,
            maxConnections: settings.DATABASE_MAX_CONNECTIONS
          })
        )
      )
    })
  )
