import { Duration, Effect, Layer, Option } from "effect"
import { Settings } from "../Config.ts"
import { Accounts } from "./Accounts.ts"
import * as Announced from "./Announced.ts"
import { ApiKeys } from "./ApiKeys.ts"
import { Changes } from "./Changes.ts"
import { Companies } from "./Companies.ts"
import { Competitors } from "./Competitors.ts"
import * as Database from "./Database.ts"
import { IdempotencyKeys } from "./IdempotencyKeys.ts"
import * as Migrations from "./Migrations.ts"
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

const tables = Layer.mergeAll(
  Accounts.layer,
  ApiKeys.layer,
  Companies.layer,
  Competitors.layer,
  IdempotencyKeys.layer,
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

/** Every table on a migrated SQL database. */
export const layer = Announced.layer.pipe(Layer.provideMerge(tables), Layer.provideMerge(Changes.layer))

/** The same on a database that no other process uses. */
const layerAlone = Announced.layer.pipe(Layer.provideMerge(tables), Layer.provideMerge(Changes.layerAlone))

const fakes = Layer.mergeAll(
  Accounts.layerMemory,
  ApiKeys.layerMemory,
  Companies.layerMemory,
  Competitors.layerMemory,
  IdempotencyKeys.layerMemory,
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

/** The same promises, kept in memory: for tests, and for trying things out. */
export const layerMemory = Announced.layer.pipe(Layer.provideMerge(fakes), Layer.provideMerge(Changes.layerAlone))

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
    const storage = Option.isSome(options.databaseUrl) ? layer : layerAlone
    return storage.pipe(Layer.provide(migrations), Layer.provideMerge(database))
  })
)
