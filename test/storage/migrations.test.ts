import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import * as FileSystem from "node:fs"
import { tmpdir } from "node:os"
import * as Path from "node:path"
import { migrate } from "../../src/storage/database/Migrations.ts"
import * as Storage from "../../src/storage/Storage.ts"
import { Reports } from "../../src/storage/reports/Reports.ts"
import { WatchEvents } from "../../src/storage/watches/WatchEvents.ts"
import { contentOf } from "../../src/watches/Occurrences.ts"
import { forEachDatabase, forEachEmptyDatabase } from "../support/Databases.ts"
import { watch } from "../watches/Watched.ts"
import { newAccount } from "./NewAccount.ts"

/** A directory of migrations, gone with the scope. */
const directoryOf = (files: Record<string, string>) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const directory = FileSystem.mkdtempSync(Path.join(tmpdir(), "sonde-sql-"))
      write(directory, files)
      return directory
    }),
    (directory) => Effect.sync(() => FileSystem.rmSync(directory, { recursive: true, force: true }))
  )

const write = (directory: string, files: Record<string, string>) => {
  for (const [name, text] of Object.entries(files)) FileSystem.writeFileSync(Path.join(directory, name), text)
}

const tables = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<{ name: string }>`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`
).pipe(Effect.map((rows) => rows.map(({ name }) => name)))

const manyStatements = `
  -- One comment; with a semicolon, and it's got a quote
  CREATE TABLE fruits (name text PRIMARY KEY, note text DEFAULT 'a;b''c');
  CREATE FUNCTION shout(word text) RETURNS text LANGUAGE plpgsql AS $body$
  BEGIN
    RETURN upper(word) || ';'; -- inside
  END $body$;
  INSERT INTO fruits (name) VALUES (shout('apple')); /* a block; comment */
  SELECT count(*) FROM fruits;
  CREATE INDEX fruits_note ON fruits (note) -- the last one has no semicolon`

forEachEmptyDatabase((_, database) => {
  const empty = (
    name: string,
    test: Effect.Effect<void, unknown, SqlClient.SqlClient | import("effect").Scope.Scope>
  ) => layer(database)((it) => it.effect(name, () => test))

  empty(
    "runs files of many statements once, in order, and records them",
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const directory = yield* directoryOf({
        "0002_baskets.sql": "CREATE TABLE baskets (fruit text REFERENCES fruits)",
        "0001_fruits.sql": manyStatements,
        "notes.txt": "not a migration"
      })
      assert.deepStrictEqual(yield* migrate(directory), ["0001_fruits.sql", "0002_baskets.sql"])
      assert.deepStrictEqual(yield* migrate(directory), [])
      assert.deepStrictEqual(yield* sql`SELECT name, note FROM fruits`, [{ name: "APPLE;", note: "a;b'c" }])
      const recorded = yield* sql`
        SELECT id, name, length(sha256) AS digits, applied_at <= clock_timestamp() AS past FROM migrations ORDER BY id`
      assert.deepStrictEqual(recorded, [
        { id: 1, name: "fruits", digits: 64, past: true },
        { id: 2, name: "baskets", digits: 64, past: true }
      ])
      write(directory, { "0010_crates.sql": "CREATE TABLE crates ()" })
      assert.deepStrictEqual(yield* migrate(directory), ["0010_crates.sql"])
    })
  )

  empty(
    "refuses an applied file that has changed, and one that comes too late",
    Effect.gen(function* () {
      const directory = yield* directoryOf({ "0002_two.sql": "CREATE TABLE two ()" })
      yield* migrate(directory)
      write(directory, { "0001_one.sql": "CREATE TABLE one ()" })
      const late = yield* Effect.flip(migrate(directory))
      assert.strictEqual(
        late.message,
        "Migration 0001_one.sql: comes before 2, which is applied already. Give it the next free number."
      )
      FileSystem.rmSync(Path.join(directory, "0001_one.sql"))
      write(directory, { "0002_two.sql": "CREATE TABLE two (n int)" })
      const changed = yield* Effect.flip(migrate(directory))
      assert.include(changed.message, "0002_two.sql: changed after it was applied")
      assert.deepStrictEqual(yield* tables, ["migrations", "two"])
    })
  )

  empty(
    "leaves nothing of a file that fails, and keeps the ones before it",
    Effect.gen(function* () {
      const directory = yield* directoryOf({
        "0001_good.sql": "CREATE TABLE good ()",
        "0002_bad.sql": "CREATE TABLE bad (); INSERT INTO bad VALUES (1, 2, 3); CREATE TABLE worse ()"
      })
      const failure = yield* Effect.flip(migrate(directory))
      assert.strictEqual(failure._tag, "MigrationFailed")
      assert.include(failure.message, "0002_bad.sql: INSERT has more expressions than target columns")
      assert.deepStrictEqual(yield* tables, ["good", "migrations"])
      write(directory, { "0002_bad.sql": "CREATE TABLE bad ()" })
      assert.deepStrictEqual(yield* migrate(directory), ["0002_bad.sql"])
    })
  )

  empty(
    "refuses files that are misnamed or share a number",
    Effect.gen(function* () {
      const misnamed = yield* directoryOf({ "1_fruits.sql": "" })
      assert.include((yield* Effect.flip(migrate(misnamed))).message, "is not named NNNN_noun.sql")
      const twice = yield* directoryOf({ "0001_a.sql": "", "0001_b.sql": "" })
      assert.include((yield* Effect.flip(migrate(twice))).message, "0001_b.sql: has the number of 0001_a.sql")
    })
  )

  empty(
    "applies each file once when replicas start together",
    Effect.gen(function* () {
      const directory = yield* directoryOf({
        "0001_counter.sql": "CREATE TABLE counter (n int); INSERT INTO counter VALUES (0)",
        "0002_count.sql": "UPDATE counter SET n = n + 1"
      })
      const applied = yield* Effect.all(
        Array.from({ length: 4 }, () => migrate(directory)),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(applied.flat().sort(), ["0001_counter.sql", "0002_count.sql"])
      const sql = yield* SqlClient.SqlClient
      assert.deepStrictEqual(yield* sql`SELECT n FROM counter`, [{ n: 1 }])
    })
  )
})

forEachDatabase((_, database) => {
  layer(database)((it) => {
    it.effect("brings up the schema that comes with the project", () =>
      Effect.gen(function* () {
        assert.include(yield* tables, "migrations")
        assert.isAbove((yield* tables).length, 1)
      })
    )

    it.effect("counts events as read that were there before they could be marked", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const file = "0106_event_reads.sql"
        // As it was before that file, with an event.
        yield* sql`drop index watch_events_watch`
        yield* sql`alter table watch_events drop column read`
        yield* sql`delete from migrations where id >= 106`
        const account = yield* newAccount
        const { id } = yield* watch(account, { kind: "search", q: "tea" })
        const occurrence = (key: string) => {
          const content = contentOf("search", { title: key, link: { kind: "watch", id, url: null } })
          return { account, watch: id, key, content, send_at: new Date(0), cooldownMillis: 0 }
        }
        const events = yield* WatchEvents
        yield* events.record([occurrence("before")])
        const text = FileSystem.readFileSync(Path.join(import.meta.dirname, "../../sql", file), "utf8")
        assert.deepStrictEqual(yield* migrate(yield* directoryOf({ [file]: text })), [file])
        assert.strictEqual(yield* events.unread(account), 0)
        yield* events.record([occurrence("after")])
        assert.strictEqual(yield* events.unread(account), 1)
        const listed = yield* events.newest(account, { limit: 9 })
        assert.deepStrictEqual(
          listed.map(({ read, title }) => [title, read] as const),
          [
            ["after", false],
            ["before", true]
          ]
        )
      }).pipe(Effect.provide(Storage.layer))
    )

    it.effect("counts no writing for reports that are looked up", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const file = "0148_writing_attempts_of_lookups.sql"
        yield* sql`delete from migrations where id >= 148`
        const account = yield* newAccount
        const given = [
          ["processing", "searching", 3, 3, 2],
          ["processing", "reading", 1, 1, 0],
          ["processing", "reading", 5, 2, 2],
          ["processing", "searching", 0, 0, 0],
          ["processing", "gathering", 3, 3, 3],
          ["processing", "writing", 2, 2, 2],
          ["queued", "searching", 2, 2, 2]
        ] as const
        const reports = yield* Reports
        const ids: Array<number> = []
        for (const [status, step, attempts, counted] of given) {
          const niche = `tea ${ids.length}`
          const { id } = yield* reports.create(account, {
            niche,
            report_type: "decision_brief",
            context: null,
            title: niche
          })
          yield* sql`
            update reports set status = ${status}, step = ${step}, attempts = ${attempts}, writing_attempts = ${counted}
            where id = ${id}`
          ids.push(id)
        }
        const text = FileSystem.readFileSync(Path.join(import.meta.dirname, "../../sql", file), "utf8")
        assert.deepStrictEqual(yield* migrate(yield* directoryOf({ [file]: text })), [file])
        const rows = yield* sql<{ id: number; writing_attempts: number }>`select id, writing_attempts from reports`
        const left = new Map(rows.map(({ id, writing_attempts }) => [id, writing_attempts]))
        assert.deepStrictEqual(
          ids.map((id) => left.get(id)),
          given.map(([, , , , expected]) => expected)
        )
      }).pipe(Effect.provide(Storage.layer))
    )
  })
})
