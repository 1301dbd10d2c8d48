import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql/SqlError"
import { createHash } from "node:crypto"
import * as FileSystem from "node:fs"
import { fileURLToPath } from "node:url"
import { isUnavailable, reasonOf } from "./Unavailable.ts"

/** The schema can't be brought up to date; `file` is the migration and `reason` what to do about it. */
class MigrationFailed extends Schema.TaggedError<MigrationFailed>()("MigrationFailed", {
  file: Schema.String,
  reason: Schema.String
}) {
  readonly hopeless = true
  override get message(): string {
    return `Migration ${this.file}: ${this.reason}`
  }
}

/** One file `NNNN_noun.sql`: its number, its noun, its text, and the SHA-256 of the text in hex. */
interface Migration {
  readonly id: number
  readonly name: string
  readonly file: string
  readonly text: string
  readonly sha256: string
}

type Applied = Pick<Migration, "id" | "name" | "sha256">

/** The repository's own migrations. */
const ownDirectory = fileURLToPath(new URL("../../../sql/", import.meta.url))

/** The key of the advisory lock that replicas starting together queue at: "sonde" in ASCII. */
const lockKey = 0x736f6e6465n

/**
 * Brings the schema up to date before anything else runs: every `sql/NNNN_noun.sql` that isn't recorded in the table
 * `migrations` yet, in order, each in its own transaction, which also records it.
 *
 * Refused with MigrationFailed: a file that changed after it was applied, one numbered below the newest applied one,
 * two of the same number, and one that Postgres rejects.
 *
 * Not effect/sql's Migrator: it runs all pending ones in one transaction, doesn't notice that an applied one changed,
 * and passes over one that arrives late.
 */
export const layer = (
  options: { readonly directory?: string } = {}
): Layer.Layer<never, MigrationFailed | SqlError, SqlClient.SqlClient> =>
  Layer.effectDiscard(migrate(options.directory ?? ownDirectory))

/** What `layer` does; returns the files it applied. */
export const migrate = Effect.fnUntraced(function* (
  directory: string
): Effect.fn.Return<ReadonlyArray<string>, MigrationFailed | SqlError, SqlClient.SqlClient> {
  const migrations = yield* read(directory)
  const applied = yield* locked(recorded)
  const pending = yield* pendingOf(migrations, applied)
  const done = yield* Effect.forEach(pending, (migration) => locked(apply(migration)))
  const files = done.filter((file) => file !== null)
  if (files.length > 0) yield* Effect.logInfo(`Applied ${files.length} migrations, up to ${files.at(-1)}`)
  return files
})

const read = Effect.fnUntraced(function* (directory: string) {
  const migrations: Array<Migration> = []
  for (const file of FileSystem.readdirSync(directory).sort()) {
    if (!file.endsWith(".sql")) continue
    const [, id, name] = /^(\d{4})_([a-z0-9_]+)\.sql$/.exec(file) ?? []
    if (id === undefined || name === undefined) {
      return yield* new MigrationFailed({ file, reason: "is not named NNNN_noun.sql" })
    }
    if (migrations.at(-1)?.id === Number(id)) {
      return yield* new MigrationFailed({ file, reason: `has the number of ${migrations.at(-1)!.file}` })
    }
    const text = FileSystem.readFileSync(`${directory}/${file}`, "utf8")
    migrations.push({ id: Number(id), name, file, text, sha256: createHash("sha256").update(text).digest("hex") })
  }
  return migrations
})

const pendingOf = Effect.fnUntraced(function* (migrations: ReadonlyArray<Migration>, applied: ReadonlyArray<Applied>) {
  const newest = applied.at(-1)?.id ?? 0
  const pending: Array<Migration> = []
  for (const migration of migrations) {
    const record = applied.find(({ id }) => id === migration.id)
    if (record !== undefined) {
      yield* unchanged(migration, record)
    } else if (migration.id < newest) {
      return yield* new MigrationFailed({
        file: migration.file,
        reason: `comes before ${newest}, which is applied already. Give it the next free number.`
      })
    } else {
      pending.push(migration)
    }
  }
  return pending
})

const unchanged = (migration: Migration, record: Applied): Effect.Effect<void, MigrationFailed> =>
  record.sha256 === migration.sha256
    ? Effect.void
    : Effect.fail(
        new MigrationFailed({
          file: migration.file,
          reason: "changed after it was applied. Restore its text and put the change into a new migration."
        })
      )

/** One transaction that no other replica's migration runs beside, however long either takes. */
const locked = <A, E>(
  effect: Effect.Effect<A, E, SqlClient.SqlClient>
): Effect.Effect<A, E | SqlError, SqlClient.SqlClient> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql.withTransaction(
      Effect.gen(function* () {
        yield* sql`SET LOCAL statement_timeout = 0`
        yield* sql`SELECT pg_advisory_xact_lock(${lockKey})`
        return yield* effect
      })
    )
  )

const recorded = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE IF NOT EXISTS migrations (
      id integer PRIMARY KEY,
      name text NOT NULL,
      sha256 text NOT NULL,
      applied_at timestamptz NOT NULL DEFAULT now()
    )`
  return yield* sql<Applied>`SELECT id, name, sha256 FROM migrations ORDER BY id`
})

/** Applies one migration and names its file; null when another replica was faster. */
const apply = Effect.fnUntraced(function* (migration: Migration) {
  const sql = yield* SqlClient.SqlClient
  const [record] = yield* sql<Applied>`SELECT id, name, sha256 FROM migrations WHERE id = ${migration.id}`
  if (record !== undefined) return yield* Effect.as(unchanged(migration, record), null)
  yield* sql.unsafe(script(migration)).unprepared.pipe(
    Effect.catchIf(
      (error) => !isUnavailable(error),
      (error) => Effect.fail(new MigrationFailed({ file: migration.file, reason: reasonOf(error) }))
    )
  )
  yield* sql`INSERT INTO migrations ${sql.insert({ id: migration.id, name: migration.name, sha256: migration.sha256 })}`
  yield* Effect.logDebug(`Applied migration ${migration.file}`)
  return migration.file
})

/**
 * The client sends one statement at a time, a file has many: EXECUTE in a DO block takes any number of them, and so it
 * is Postgres that finds where each ends. The dollar quote can't occur in the text, being made of the text's own hash.
 */
const script = ({ text, sha256 }: Migration): string =>
  `DO $do_${sha256}$ BEGIN EXECUTE $text_${sha256}$${text}\n$text_${sha256}$; END $do_${sha256}$`
