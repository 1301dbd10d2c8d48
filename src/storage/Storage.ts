import { Duration, Effect, Layer, Option, Redacted } from "effect"
import type { PgClient } from "@effect/sql-pg"
import type { SqlClient } from "effect/sql"
import { Settings } from "../config/Settings.ts"
import { Accounts } from "./accounts/Accounts.ts"
import * as ChangeNotifications from "./database/ChangeNotifications.ts"
import { Answers } from "./reports/Answers.ts"
import { ApiKeys } from "./accounts/ApiKeys.ts"
import { Articles } from "./signals/Articles.ts"
import { AuditTrail } from "./accounts/AuditTrail.ts"
import { Changes } from "./database/Changes.ts"
import { Backup } from "./Backup.ts"
import { Companies } from "./companies/Companies.ts"
import { Competitors } from "./companies/Competitors.ts"
import { Deliveries, endLeases } from "./watches/Deliveries.ts"
import { DatabaseConnections } from "./database/DatabaseConnections.ts"
import * as Database from "./database/Database.ts"
import { Endpoints } from "./watches/Endpoints.ts"
import { endTurns, Expansions } from "./reports/Expansions.ts"
import { endClaims, IdempotencyKeys } from "./accounts/IdempotencyKeys.ts"
import { LoginLinks } from "./accounts/LoginLinks.ts"
import * as MemoryApiKeys from "./memory/ApiKeys.ts"
import * as MemoryCompanies from "./memory/Companies.ts"
import * as MemoryEndpoints from "./memory/Endpoints.ts"
import * as MemoryIdempotencyKeys from "./memory/IdempotencyKeys.ts"
import * as MemoryReports from "./memory/Reports.ts"
import * as MemorySignals from "./memory/Signals.ts"
import * as MemorySources from "./memory/Sources.ts"
import * as MemoryTrackedKeywords from "./memory/TrackedKeywords.ts"
import * as Migrations from "./database/Migrations.ts"
import type { DatabaseUnusable } from "./database/PostgresServer.ts"
import { RateLimits } from "./accounts/RateLimits.ts"
import { Readiness } from "./database/Readiness.ts"
import { Reports } from "./reports/Reports.ts"
import { SavedViews } from "./signals/SavedViews.ts"
import { HostTurns } from "./sources/HostTurns.ts"
import { Searches } from "./sources/Searches.ts"
import { Retention } from "./Retention.ts"
import { Sessions } from "./accounts/Sessions.ts"
import { Signals } from "./signals/Signals.ts"
import { SocialTrends } from "./social/SocialTrends.ts"
import { SourceList } from "./sources/SourceList.ts"
import { Sources } from "./sources/Sources.ts"
import { Standbys } from "./database/Standbys.ts"
import { OpenStreams } from "./watches/OpenStreams.ts"
import { endFeeding } from "./search/Outbox.ts"
import { endFilling } from "./search/SqlVectors.ts"
import { TrackedKeywords } from "./keywords/TrackedKeywords.ts"
import { Transaction } from "./database/Transaction.ts"
import { TrendingKeywords } from "./keywords/TrendingKeywords.ts"
import { Verdicts } from "./reports/Verdicts.ts"
import { Watches } from "./watches/Watches.ts"
import { WatchEvents } from "./watches/WatchEvents.ts"
import { WideIds } from "./WideIds.ts"
import { WatchReports } from "./watches/WatchReports.ts"

const tables = Layer.mergeAll(
  Accounts.layer,
  Answers.layer,
  ApiKeys.layer,
  Articles.layer,
  AuditTrail.layer,
  Backup.layer,
  Companies.layer,
  Competitors.layer,
  DatabaseConnections.layer,
  Endpoints.layer,
  Expansions.layer,
  HostTurns.layer,
  RateLimits.layer,
  IdempotencyKeys.layer,
  LoginLinks.layer,
  Readiness.layer,
  Reports.layer,
  Retention.layer,
  SavedViews.layer,
  Searches.layer,
  Sessions.layer,
  Signals.layer,
  SocialTrends.layer,
  SourceList.layer,
  Sources.layer,
  OpenStreams.layer,
  TrackedKeywords.layer,
  Transaction.layer,
  TrendingKeywords.layer,
  Verdicts.layer,
  Watches.layer,
  Layer.provideMerge(WatchEvents.layer, Deliveries.layer),
  WatchReports.layer,
  WideIds.layer
)

/** Every table on a migrated SQL database. */
export const layer = ChangeNotifications.layer.pipe(
  Layer.provideMerge(tables),
  Layer.provideMerge(Standbys.layer),
  Layer.provideMerge(Changes.layer)
)

const fakes = Layer.mergeAll(
  Accounts.layerMemory,
  Answers.layerMemory,
  MemoryApiKeys.layer,
  AuditTrail.layerMemory,
  Backup.layerMemory,
  MemoryCompanies.layer,
  Competitors.layerMemory,
  DatabaseConnections.layerMemory,
  Expansions.layerMemory,
  RateLimits.layerMemory,
  MemoryIdempotencyKeys.layer,
  LoginLinks.layerMemory,
  Readiness.layerMemory,
  MemoryReports.layer,
  SavedViews.layerMemory,
  Searches.layerMemory,
  Sessions.layerMemory,
  MemorySignals.layer,
  SocialTrends.layerMemory,
  SourceList.layerMemory,
  MemorySources.layer,
  Standbys.layerNone,
  OpenStreams.layerMemory,
  MemoryTrackedKeywords.layer,
  Transaction.layerMemory,
  TrendingKeywords.layerMemory,
  Verdicts.layerMemory,
  WideIds.layerMemory,
  Layer.merge(WatchEvents.layerMemory, WatchReports.layerMemory).pipe(
    Layer.provideMerge(MemoryEndpoints.layer),
    Layer.provideMerge(Watches.layerMemory)
  )
)

/** The same promises, kept in memory: for tests, and for trying things out. */
export const layerMemory = ChangeNotifications.layer.pipe(
  Layer.provideMerge(fakes),
  Layer.provideMerge(Changes.layerAlone)
)

/** An embedded database has one process: what a start finds in somebody's hands belonged to a process that died. */
const freed = Layer.effectDiscard(Effect.all([endLeases, endClaims, endTurns, endFeeding, endFilling]))

/**
 * Every table on a migrated embedded database. It has one process, so limits are kept in that process's memory: no
 * request waits for them.
 */
export const layerEmbedded = Layer.mergeAll(
  freed,
  ChangeNotifications.layer.pipe(Layer.provideMerge(tables), Layer.provideMerge(Changes.layerAlone)),
  RateLimits.layerMemory,
  OpenStreams.layerMemory,
  Standbys.layerNone
)

/**
 * Every table on the configured database, which is brought up to date first; an embedded one is held until the scope
 * closes. `reach` decides how long a real Postgres may be away.
 */
export const layerOfSettings = (
  reach: (url: Redacted.Redacted) => Effect.Effect<void, DatabaseUnusable, PgClient.PgClient | SqlClient.SqlClient>
) =>
  Layer.unwrap(
    Effect.map(Settings, (settings) => {
      const options = {
        databaseUrl: settings.DATABASE_URL,
        dataDir: settings.DATA_DIR,
        maxConnections: settings.DATABASE_MAX_CONNECTIONS,
        vectors: Option.isSome(settings.EMBEDDINGS_MODEL)
      }
      const standbys = Option.match(settings.DATABASE_READ_URL, {
        onNone: () => ({}),
        onSome: (urls) => ({
          standbys: {
            urls: Redacted.value(urls),
            maxLag: Duration.seconds(settings.DATABASE_READ_MAX_LAG_SECONDS)
          }
        })
      })
      const onPostgres = (url: Redacted.Redacted) => {
        // Migrations may take their time over large tables, and have connections of their own for that, which close
        // when idle.
        const migrations = Layer.provide(
          Migrations.layer(),
          Database.layer({ ...options, answerTimeout: Duration.infinity })
        )
        return Layer.provide(layer, Layer.provide(migrations, Layer.effectDiscard(reach(url))))
      }
      return Option.match(options.databaseUrl, {
        onNone: () => Layer.provide(layerEmbedded, Migrations.layer()),
        onSome: onPostgres
      }).pipe(Layer.provideMerge(Database.layer({ ...options, ...standbys })))
    })
  )
