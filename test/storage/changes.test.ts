import { PgConnection } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer, Option, Redacted, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { watchedTables } from "../../src/domain/WatchedTable.ts"
import { Changes } from "../../src/storage/database/Changes.ts"
import * as Database from "../../src/storage/database/Database.ts"
import { newMigratedPostgres } from "../support/Databases.ts"
import { faultProxy } from "../support/FaultProxy.ts"

/** What is promised: known everywhere within a second. */
const bound = 1_000

/**
 * A process that hears of changes on a Postgres that it reaches over a network that can fail, and another that writes.
 */
const world = Effect.gen(function* () {
  const url = yield* newMigratedPostgres
  const through = new URL(Redacted.value(url))
  const proxy = yield* faultProxy({ host: through.hostname, port: Number(through.port) })
  through.hostname = "127.0.0.1"
  through.port = String(proxy.port)
  const database = Database.layer({
    databaseUrl: Option.some(Redacted.make(through.href)),
    dataDir: "",
    maxConnections: 2
  })
  const services = yield* Layer.build(Changes.layer.pipe(Layer.provideMerge(database)))
  const { version } = Context.get(services, Changes)
  const writer = yield* PgConnection.make({ url })
  const millisUntil = (is: (version: number | undefined) => boolean) =>
    Effect.gen(function* () {
      const begun = performance.now()
      yield* Effect.sync(() => version(watchedTables)).pipe(
        Effect.repeat({ until: is, schedule: Schedule.spaced("5 millis") }),
        Effect.timeout("15 seconds")
      )
      return performance.now() - begun
    })
  yield* millisUntil((version) => version !== undefined)
  return { millisUntil, proxy, sql: Context.get(services, SqlClient.SqlClient), version, writer }
})

/** Statements that change each of the tables, none of which another depends on. */
const writes = {
  api_keys: "delete from api_keys",
  articles: "delete from articles",
  companies: "update companies set name = name",
  competitors: "update competitors set name = name",
  listed_sources: "delete from listed_sources",
  signal_sightings: "delete from signal_sightings",
  signal_stories: "delete from signal_stories",
  signals: "update signals set title = title",
  social_trends: "delete from social_trends",
  source_choices: "delete from source_choices",
  sources: "update sources set state = state",
  trending_keywords: "truncate trending_keywords cascade",
  trending_snapshots: "delete from trending_snapshots",
  watch_events: "delete from watch_events",
  watches: "delete from watches"
} as const

describe("changes of another process", { timeout: 60_000 }, () => {
  it.live("are heard of within a second, each of its own table", () =>
    Effect.gen(function* () {
      const { millisUntil, version, writer } = yield* world
      for (const table of watchedTables) {
        const before = new Map(watchedTables.map((other) => [other, version([other])]))
        yield* writer.query(writes[table])
        const took = yield* millisUntil(() => version([table]) !== before.get(table))
        assert.isBelow(took, bound, table)
        // A statement may touch more than one table; what nobody wrote to stays.
        assert.strictEqual(version(["sources"]) === before.get("sources"), table !== "sources")
      }
    })
  )

  it.live("are not made of what nobody is shown, nor of what was rolled back", () =>
    Effect.gen(function* () {
      const { millisUntil, version, writer } = yield* world
      const before = version(["api_keys", "companies", "signals"])
      yield* writer.query("update api_keys set last_used_at = now()")
      yield* writer.query("update companies set looked_up_at = now()")
      yield* writer.query("begin")
      yield* writer.query("delete from signals")
      yield* writer.query("rollback")
      // Notifications arrive in the order of commits: after this one there is nothing more to come.
      const sources = version(["sources"])
      yield* writer.query("delete from sources")
      yield* millisUntil(() => version(["sources"]) !== sources)
      assert.strictEqual(version(["api_keys", "companies", "signals"]), before)
    })
  )

  for (const fault of ["reset", "refuse", "stall"] as const) {
    it.live(`may go unheard while the network does ${fault}: nothing may be remembered then, nor afterwards`, () =>
      Effect.gen(function* () {
        const { millisUntil, proxy, version, writer } = yield* world
        const before = version(watchedTables)!
        yield* proxy.become(fault)
        assert.isBelow(yield* millisUntil((version) => version === undefined), bound)
        yield* writer.query("delete from signals")
        yield* proxy.become("pass")
        yield* millisUntil((version) => version !== undefined)
        assert.notStrictEqual(version(watchedTables), before)
      })
    )
  }

  it.live("may go unheard when the server ends the connection", () =>
    Effect.gen(function* () {
      const { millisUntil, version, writer } = yield* world
      const before = version(watchedTables)!
      yield* writer.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()"
      )
      assert.isBelow(yield* millisUntil((version) => version !== before), bound)
      yield* millisUntil((version) => version !== undefined)
      assert.isAbove(version(watchedTables)!, before)
    })
  )
})

describe("changes of this process", () => {
  it.effect("count from the end of the transaction that they are part of", () =>
    Effect.gen(function* () {
      const changes = yield* Changes
      const version = () => changes.version(["signals", "api_keys"])!
      const first = version()
      yield* changes.changed("signals")
      assert.notStrictEqual(version(), first)
      const second = version()
      yield* changes.together(
        Effect.gen(function* () {
          yield* changes.changed("api_keys")
          yield* changes.together(changes.changed("signals"))
          assert.strictEqual(version(), second)
        })
      )
      assert.notStrictEqual(version(), second)
      const third = version()
      yield* Effect.exit(changes.together(Effect.andThen(changes.changed("signals"), Effect.fail("half-way"))))
      assert.notStrictEqual(version(), third, "who knows what it did")
    }).pipe(Effect.provide(Changes.layerAlone))
  )
})
