import { type PgClient, PgConnection } from "@effect/sql-pg"
import { Effect, Layer, Option, Redacted } from "effect"
import type { Scope } from "effect"
import type { SqlClient } from "effect/sql"
import { execFileSync } from "node:child_process"
import { randomUUID } from "node:crypto"
import * as FileSystem from "node:fs"
import { describe, inject } from "vitest"
import * as Database from "../../src/storage/database/Database.ts"
import * as DataDirectory from "../../src/storage/embedded/DataDirectory.ts"
import * as Embedded from "../../src/storage/embedded/Embedded.ts"
import * as Migrations from "../../src/storage/database/Migrations.ts"

/** A SQL client on a database of its own: migrated, empty, and gone with the layer. */
export type DatabaseLayer = Layer.Layer<PgClient.PgClient | SqlClient.SqlClient>

export type DatabaseName = "PGlite" | "Postgres"

/**
 * Runs a contract suite once on the embedded database and once on a real Postgres. Every build of the layer gives a
 * database of its own, so a file that builds it once has it to itself:
 *
 *     forEachDatabase((name, database) => {
 *       layer(ApiKeys.layer.pipe(Layer.provide(database)))(`ApiKeys on ${name}`, (it) => { ... })
 *     })
 */
export const forEachDatabase = (suite: (name: DatabaseName, database: DatabaseLayer) => void): void => {
  describe("PGlite", () => suite("PGlite", embeddedDatabase))
  describe("Postgres", () => suite("Postgres", migratedPostgres))
}

/** The same without the migrations, for suites about the database itself. */
export const forEachEmptyDatabase = (suite: (name: DatabaseName, database: DatabaseLayer) => void): void => {
  describe("PGlite", () => suite("PGlite", inMemory("fresh")))
  describe("Postgres", () => suite("Postgres", emptyPostgres))
}

const migrated = (database: DatabaseLayer): DatabaseLayer =>
  Migrations.layer().pipe(Layer.orDie, Layer.provideMerge(database))

/** A copy of one of the run's own: it takes a third of the time that making and migrating one does. */
const inMemory = (of: "fresh" | "migrated", vectors = false): DatabaseLayer =>
  Layer.suspend(() =>
    Database.layerEmbedded({ dataDir: Embedded.memory, dump: inject("embedded")[of], maxConnections: 5, vectors })
  ).pipe(Layer.orDie, Layer.fresh)

export const embeddedDatabase = migrated(inMemory("migrated"))

/** An embedded database that can store vectors. */
export const vectorDatabase: DatabaseLayer = Layer.suspend(() => migrated(inMemory("migrated", true)))

/**
 * Puts a copy of the run's own database into a data directory, migrated and empty: a first start takes seconds. Gives
 * the directory.
 */
export const placeDatabase = (dataDir: string): string => {
  const directory = DataDirectory.databaseIn(dataDir)
  FileSystem.mkdirSync(directory, { recursive: true, mode: 0o700 })
  execFileSync("tar", ["-xf", inject("embedded").migrated, "-C", directory])
  return dataDir
}

/** A new database on the run's Postgres, copied from a template; dropped with the scope, whoever is still connected. */
const copied = (template: string): Effect.Effect<Redacted.Redacted, never, Scope.Scope> =>
  Effect.gen(function* () {
    const url = new URL(inject("postgresUrl"))
    const server = Redacted.make(url.href)
    const name = `sonde_test_${randomUUID().replaceAll("-", "")}`
    yield* Effect.acquireRelease(run(server, `CREATE DATABASE ${name} TEMPLATE ${template}`), () =>
      run(server, `DROP DATABASE ${name} WITH (FORCE)`)
    )
    url.pathname = `/${name}`
    return Redacted.make(url.href)
  })

/** The URL of a new and empty database on the run's Postgres. */
export const newPostgres = copied("template0")

/** The same of one that is migrated. */
export const newMigratedPostgres = Effect.suspend(() => copied(inject("postgresTemplate")))

/** Whether the run's Postgres has an extension to create. */
export const offers = (extension: "vector"): Effect.Effect<boolean> =>
  Effect.map(
    run(Redacted.make(inject("postgresUrl")), `SELECT FROM pg_available_extensions WHERE name = '${extension}'`),
    ({ rows }) => rows.length > 0
  )

/** Runs one statement on a connection of its own. */
export const run = (url: Redacted.Redacted, statement: string) =>
  PgConnection.make({ url }).pipe(
    Effect.flatMap((connection) => connection.query(statement)),
    Effect.scoped,
    Effect.orDie
  )

const postgresAt = (created: Effect.Effect<Redacted.Redacted, never, Scope.Scope>): DatabaseLayer =>
  Layer.unwrap(
    Effect.map(created, (url) => Database.layer({ databaseUrl: Option.some(url), dataDir: "", maxConnections: 5 }))
  ).pipe(Layer.orDie, Layer.fresh)

const emptyPostgres = postgresAt(newPostgres)

export const migratedPostgres = migrated(postgresAt(newMigratedPostgres))
