import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Stream } from "effect"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { AccountName } from "../../src/domain/Account.ts"
import { ReportQueue } from "../../src/queue/ReportQueue.ts"
import type { CalendarDate } from "../../src/domain/Timestamp.ts"
import { SourceName } from "../../src/domain/Source.ts"
import { noConditions } from "../../src/domain/Watch.ts"
import { Accounts } from "../../src/storage/accounts/Accounts.ts"
import { Backup } from "../../src/storage/Backup.ts"
import { Reports } from "../../src/storage/reports/Reports.ts"
import { SearchIndex } from "../../src/storage/search/SearchIndex.ts"
import { Signals } from "../../src/storage/signals/Signals.ts"
import * as Storage from "../../src/storage/Storage.ts"
import { TrackedKeywords } from "../../src/storage/keywords/TrackedKeywords.ts"
import { Watches } from "../../src/storage/watches/Watches.ts"
import { type DatabaseLayer, forEachDatabase } from "../support/Databases.ts"

const feed = SourceName.make("feed:one")

/** What can go wrong on the way through a row's text, a line of JSON and back. */
const hostile = `"a", (b) \\ 'c' {d} \t\n\r\u2028 Zoë ☕ 😀, null, ,"",`

const news = (n: number) => ({
  identity: `https://one.example/${n}`,
  guid: `${n}`,
  title: `Story ${n}`,
  snippet: n % 2 === 0 ? hostile : "",
  url: `https://one.example/${n}`,
  source: "One",
  published_at: n % 3 === 0 ? null : new Date(Date.UTC(2026, 2, 1, 1, 2, 3, 456))
})

const filled = Effect.gen(function* () {
  const accounts = yield* Accounts
  const { id } = yield* accounts.ensure(AccountName.make("local"))
  const signals = yield* Signals
  yield* signals.upsert(
    feed,
    Array.from({ length: 450 }, (_, n) => news(n))
  )
  yield* signals.tellStories(50)
  const reports = yield* Reports
  for (const title of ["One", hostile]) {
    const made = yield* reports.create(id, { niche: "tea", report_type: "trend_report", context: null, title })
    // Its table is the library's: a new database has none before a service runs on it.
    yield* (yield* ReportQueue).offer(made.id)
  }
  const keywords = yield* TrackedKeywords
  yield* keywords.import(id, [
    {
      keyword: "tea",
      target_url: "https://one.example/",
      positions: [{ date: "2026-03-01" as CalendarDate, position: null, url: null }]
    }
  ])
  const watches = yield* Watches
  yield* watches.create(id, {
    name: hostile.trim(),
    subject: { kind: "search", q: "tea" },
    conditions: noConditions,
    endpoints: []
  })
})

const text = Effect.flatMap(Backup, ({ dump }) => Stream.mkString(dump))

/** A backup without the moment at which it was made. */
const content = (backup: string): ReadonlyArray<string> =>
  backup.split("\n").filter((line) => !/^\{"(?:sonde|end)"/.test(line))

/** The file of a backup, for as long as the scope is open. */
const fileOf = (backup: string | Uint8Array) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const directory = mkdtempSync(join(tmpdir(), "sonde-test-"))
      writeFileSync(join(directory, "backup"), typeof backup === "string" ? gzipSync(backup) : backup)
      return join(directory, "backup")
    }),
    (path) => Effect.sync(() => rmSync(join(path, ".."), { recursive: true }))
  )

const restoring = (backup: string | Uint8Array) =>
  Effect.flatMap(fileOf(backup), (path) => Effect.flatMap(Backup, ({ restore }) => restore(path)))

const on = (database: DatabaseLayer) => Layer.fresh(Storage.layer.pipe(Layer.provideMerge(database), Layer.orDie))

const databases: Array<readonly [string, DatabaseLayer]> = []
forEachDatabase((name, database) => {
  databases.push([name, database])
  describe(`a backup of ${name}`, () => {
    it.effect("comes back row for row, on either database", () =>
      Effect.gen(function* () {
        const service = Layer.provideMerge(ReportQueue.layer({ exclusive: false }), on(database))
        const kept = yield* Effect.provide(Effect.andThen(filled, text), service)
        assert.isAbove(content(kept).length, 1_000)
        for (const [other, target] of databases) {
          yield* Effect.gen(function* () {
            const done = yield* restoring(kept)
            assert.strictEqual(done.rows, content(kept).filter((line) => line.startsWith('"')).length, other)
            assert.deepStrictEqual(content(yield* text), content(kept), other)
            // What comes in afterwards gets ids and stories of its own, and is told to others.
            const signals = yield* Signals
            yield* (yield* SearchIndex).catchUp(1_000)
            assert.strictEqual((yield* signals.page({ q: "story", limit: 1 })).total.count, 450, other)
            const written = yield* signals.upsert(feed, [news(1), news(1_000)])
            assert.deepStrictEqual(written, { new: 1, changed: 0 })
            const again = yield* Effect.flip(restoring(kept))
            assert.strictEqual(again.code, "database_not_empty")
          }).pipe(Effect.provide(on(target)))
        }
      }).pipe(Effect.scoped)
    )
  })

  describe(`restoring into ${name}`, () => {
    it.effect("takes a whole backup of the same schema, and changes nothing otherwise", () =>
      Effect.gen(function* () {
        const empty = yield* text
        const accounts = yield* Accounts
        const { id } = yield* accounts.ensure(AccountName.make("local"))
        const kept = yield* text
        const full = yield* Effect.flip(restoring(kept))
        assert.strictEqual(full.code, "database_not_empty")
        assert.include(full.message, "accounts")
        assert.isAbove(id, 0)
        const lines = empty.split("\n")
        const account = kept.split("\n").find((line) => line.includes("local"))!
        const at = lines.findIndex((line) => line.startsWith('{"table":"accounts"')) + 1
        yield* Effect.gen(function* () {
          const before = content(yield* text)
          for (const [broken, code] of [
            ["", "backup_unreadable"],
            [new Uint8Array([1, 2, 3]), "backup_unreadable"],
            [gzipSync(kept).subarray(0, 500), "backup_unreadable"],
            [lines.slice(0, -2).join("\n"), "backup_unreadable"],
            [kept.replace("local", "other"), "backup_unreadable"],
            [lines.toSpliced(at, 0, account).join("\n"), "backup_unreadable"],
            [kept.replace('{"table":"accounts"', '{"table":"pg_authid"'), "backup_unreadable"],
            [kept.replace(/"1 [0-9a-f]{64}"/, '"1 0"'), "other_schema"]
          ] as const) {
            const refused = yield* Effect.flip(restoring(broken))
            assert.strictEqual(refused.code, code, refused.message)
          }
          assert.deepStrictEqual(content(yield* text), before)
          assert.strictEqual((yield* restoring(kept)).rows, content(kept).filter((line) => line.startsWith('"')).length)
        }).pipe(Effect.provide(on(database)))
      }).pipe(Effect.scoped, Effect.provide(on(database)))
    )
  })
})
