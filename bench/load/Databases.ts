import { Effect, Layer, Option } from "effect"
import * as Database from "../../src/storage/database/Database.ts"
import * as Migrations from "../../src/storage/database/Migrations.ts"
import * as Storage from "../../src/storage/Storage.ts"
import { startService } from "../../harness/Service.ts"
import { prepare } from "../http/Data.ts"
import { directory, NewDatabases, postgres, PostgresUrl } from "../Postgres.ts"
import { kinds } from "./Mix.ts"
import { metricsToken } from "./Vitals.ts"

/** The service as a process over data; it ends with the scope. */
const serve = Effect.fnUntraced(function* (
  { key, report }: Effect.Success<ReturnType<typeof prepare>>,
  environment: Record<string, string>
) {
  const service = yield* Effect.acquireRelease(
    Effect.promise(() =>
      startService({
        // On, but out of reach.
        RATE_LIMIT_PER_MINUTE: "1000000",
        REPORTS_PER_HOUR: "0",
        LOG_LEVEL: "warn",
        ...metricsToken,
        ...environment
      })
    ),
    ({ stop }) => Effect.promise(() => stop("SIGKILL"))
  )
  const headers = { "x-api-key": key }
  const first = yield* Effect.promise(() => fetch(`${service.url}/api/v1/public/signals?limit=20`, { headers }))
  yield* Effect.promise(() => first.text())
  return {
    key,
    service,
    pid: service.process.pid!,
    url: service.url,
    of: kinds(key, report, first.headers.get("etag")!)
  }
})

export type Served = Effect.Success<ReturnType<typeof serve>>

/** On the embedded database, in a directory that is there already, with so many signals. */
export const embedded = Effect.fnUntraced(function* (DATA_DIR: string, count: number) {
  const database = Migrations.layer().pipe(
    Layer.provideMerge(Database.layer({ databaseUrl: Option.none(), dataDir: DATA_DIR, maxConnections: 4 }))
  )
  // Closed again before the service opens it.
  const data = yield* Effect.scoped(
    Effect.flatMap(Layer.build(Layer.provideMerge(Storage.layer, database)), (context) =>
      Effect.provideContext(prepare(count), context)
    )
  )
  return yield* serve(data, { DATA_DIR })
})

/** The service over each of its databases, with an account's and everybody's data in them. */
export const databases = (signals: number) => ({
  Postgres: Effect.gen(function* () {
    const context = yield* Layer.build(Layer.provideMerge(Storage.layer, postgres))
    return yield* Effect.gen(function* () {
      const DATABASE_URL = yield* PostgresUrl
      return yield* serve(yield* prepare(signals), { DATABASE_URL, DATA_DIR: yield* directory })
    }).pipe(Effect.provideContext(context))
  }),
  PGlite: Effect.gen(function* () {
    const { dataDirectory } = yield* NewDatabases
    return yield* embedded(yield* dataDirectory, signals)
  })
})
