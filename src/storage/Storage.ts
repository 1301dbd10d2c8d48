import { Duration, Effect, Layer, Option } from "effect"
import { Settings } from "../Config.ts"
import { Accounts } from "./Accounts.ts"
import { ApiKeys } from "./ApiKeys.ts"
import { AuditTrail } from "./AuditTrail.ts"
import { Companies } from "./Companies.ts"
import { Competitors } from "./Competitors.ts"
import { DatabaseConnections } from "./DatabaseConnections.ts"
import * as Database from "./Database.ts"
import { IdempotencyKeys } from "./IdempotencyKeys.ts"
import { LoginLinks } from "./LoginLinks.ts"
import * as Migrations from "./Migrations.ts"
import { RateLimits } from "./RateLimits.ts"
import { Readiness } from "./Readiness.ts"
import { Reports } from "./Reports.ts"
import { Searches } from "./Searches.ts"
import { Retention } from "./Retention.ts"
import { Sessions } from "./Sessions.ts"
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
  AuditTrail.layer,
  Companies.layer,
  Competitors.layer,
  DatabaseConnections.layer,
  RateLimits.layer,
  IdempotencyKeys.layer,
  LoginLinks.layer,
  Readiness.layer,
  Reports.layer,
  Retention.layer,
  Searches.layer,
  Sessions.layer,
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
  AuditTrail.layerMemory,
  Companies.layerMemory,
  Competitors.layerMemory,
  DatabaseConnections.layerMemory,
  RateLimits.layerMemory,
  IdempotencyKeys.layerMemory,
  LoginLinks.layerMemory,
  Readiness.layerMemory,
  Reports.layerMemory,
  Searches.layerMemory,
  Sessions.layerMemory,
  Signals.layerMemory,
  SocialTrends.layerMemory,
  Sources.layerMemory,
  TrackedKeywords.layerMemory,
  Transaction.layerMemory,
  TrendingKeywords.layerMemory
)

/** An embedded database has one process, so its limits are kept in that process's memory: no request waits for them. */
const embeddedLayer = Layer.merge(layer, RateLimits.layerMemory)

/** Every table on the configured database, which is brought up to date first; an embedded one is held until the scope closes. */
export const layerOfSettings = Layer.unwrap(
  Effect.map(Settings, (settings) => {
    const options = {
      databaseUrl: settings.DATABASE_URL,
      dataDir: settings.DATA_DIR,
      maxConnections: settings.DATABASE_MAX_CONNECTIONS
    }
    const database = Database.layer(options)
    // Migrations may take their time over large tables, and have connections of their own for that, which close when idle.
    const migrations = Option.isSome(options.databaseUrl)
      ? Layer.provide(Migrations.layer(), Database.layer({ ...options, patience: Duration.infinity }))
      : Migrations.layer()
    return (Option.isSome(options.databaseUrl) ? layer : embeddedLayer).pipe(
      Layer.provide(migrations),
      Layer.provideMerge(database)
    )
  })
)
