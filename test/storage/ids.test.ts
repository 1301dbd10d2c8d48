import { assert, it, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { randomBytes } from "node:crypto"
import * as FileSystem from "node:fs"
import { tmpdir } from "node:os"
import * as Path from "node:path"
import { TestClock } from "effect/testing"
import { AccountId } from "../../src/domain/Account.ts"
import { maxEndpoints } from "../../src/domain/Endpoint.ts"
import { maxId } from "../../src/domain/Id.ts"
import { ReportId } from "../../src/domain/Report.ts"
import { noConditions } from "../../src/domain/Watch.ts"
import { Accounts } from "../../src/storage/accounts/Accounts.ts"
import { ApiKeys } from "../../src/storage/accounts/ApiKeys.ts"
import { AuditTrail } from "../../src/storage/accounts/AuditTrail.ts"
import { Competitors } from "../../src/storage/companies/Competitors.ts"
import * as Migrations from "../../src/storage/database/Migrations.ts"
import { Endpoints } from "../../src/storage/watches/Endpoints.ts"
import { Reports } from "../../src/storage/reports/Reports.ts"
import { Watches } from "../../src/storage/watches/Watches.ts"
import { TrackedKeywords } from "../../src/storage/keywords/TrackedKeywords.ts"
import { contract } from "../support/Contract.ts"
import { forEachDatabase, forEachEmptyDatabase } from "../support/Databases.ts"
import { newAccount, race } from "./NewAccount.ts"
import { assertMatches } from "../support/Matches.ts"

const store = Layer.mergeAll(
  Accounts.layer,
  ApiKeys.layer,
  AuditTrail.layer,
  Competitors.layer,
  Endpoints.layer,
  Reports.layer,
  TrackedKeywords.layer,
  Watches.layer
)

type Store = Layer.Success<typeof store>

let made = 0

interface Thing {
  readonly make: (account: AccountId) => Effect.Effect<{ readonly id: number }, unknown, Store>
  /** The newest first. */
  readonly list: (account: AccountId) => Effect.Effect<ReadonlyArray<{ readonly id: number }>, unknown, Store>
}

/** What accounts have with an id. */
const things: Record<string, Thing> = {
  report: {
    make: (account) =>
      Effect.flatMap(Reports, (reports) =>
        reports.create(account, { niche: "tea", report_type: "trend_report", context: null, title: "Tea" })
      ),
    list: (account) =>
      Effect.flatMap(Reports, (reports) =>
        Effect.map(reports.list(account, { skip: 0, limit: 100 }), ({ reports }) => reports)
      )
  },
  competitor: {
    make: (account) =>
      Effect.flatMap(Competitors, (competitors) =>
        competitors.create(account, { name: "Acme", domain: `acme-${++made}.example` })
      ),
    list: (account) =>
      Effect.flatMap(Competitors, (competitors) =>
        Effect.map(competitors.list(account, {}), (oldestFirst) => oldestFirst.toReversed())
      )
  },
  keyword: {
    make: (account) =>
      Effect.flatMap(TrackedKeywords, (keywords) =>
        keywords.create(account, { keyword: `tea ${++made}`, target_url: "https://acme.example/", search_volume: null })
      ),
    list: (account) => Effect.flatMap(TrackedKeywords, (keywords) => keywords.list(account))
  },
  watch: {
    make: (account) =>
      Effect.flatMap(Watches, (watches) =>
        watches.create(account, {
          name: "Tea",
          subject: { kind: "search", q: "tea" },
          conditions: noConditions,
          endpoints: []
        })
      ),
    list: (account) =>
      Effect.flatMap(Watches, (watches) => Effect.map(watches.list(account), (oldestFirst) => oldestFirst.toReversed()))
  },
  endpoint: {
    make: (account) =>
      Effect.gen(function* () {
        const endpoints = yield* Endpoints
        const target = { kind: "json", url: "https://tea.example/" } as const
        const before = yield* endpoints.list(account)
        // Twelve are made of each, and an account may have twenty.
        assert.isBelow(before.length, maxEndpoints)
        return yield* endpoints.create(account, { name: "Tea", target }, null)
      }),
    list: (account) =>
      Effect.flatMap(Endpoints, (endpoints) =>
        Effect.map(endpoints.list(account), (oldestFirst) => oldestFirst.toReversed())
      )
  },
  "audit event": {
    make: (account) =>
      Effect.gen(function* () {
        const trail = yield* AuditTrail
        const event = { action: "signed_in", by: "dashboard", address: null, user_agent: null, key: null } as const
        yield* trail.record(account, event)
        return (yield* trail.list(account, { skip: 0, limit: 1 })).events[0]!
      }),
    list: (account) =>
      Effect.flatMap(AuditTrail, (trail) =>
        Effect.map(trail.list(account, { skip: 0, limit: 100 }), ({ events }) => events)
      )
  },
  "API key": {
    // Five are the most that may be active.
    make: (account) =>
      Effect.gen(function* () {
        const keys = yield* ApiKeys
        const material = { hash: randomBytes(32), prefix: "sonde_live_0000", last4: "0000" }
        const key = yield* keys.create(account, { name: "k", scopes: ["signals"], expires_at: null }, material)
        yield* keys.deactivate(account, key.id)
        return key
      }),
    list: (account) => Effect.flatMap(ApiKeys, (keys) => keys.list(account))
  }
}

contract("Ids", store, (it) => {
  for (const [name, { list, make }] of Object.entries(things)) {
    it.effect(`of an account's ${name}s tell nothing of what others have, and nothing of their order`, () =>
      Effect.gen(function* () {
        const [account, other] = [yield* newAccount, yield* newAccount]
        const ids: Array<number> = []
        for (let n = 0; n < 12; n++) {
          yield* make(other)
          ids.push((yield* make(account)).id)
          if (n % 6 === 5) yield* TestClock.adjust("1 second")
        }
        for (const id of ids) assert.strictEqual(id > 0 && id <= maxId, true)
        // By chance alone one of these fails once in a hundred million runs.
        assert.notDeepEqual(
          ids.toSorted((one, other) => one - other),
          ids
        )
        assert.isAbove(Math.max(...ids), 10_000_000)
        // What was made within one instant stays in its order too.
        assert.deepStrictEqual(
          (yield* list(account)).map(({ id }) => id),
          ids.toReversed()
        )
      })
    )

    it.effect(`of ${name}s are each given once, also to those made at the same time`, () =>
      Effect.gen(function* () {
        const accounts = yield* Effect.all(Array.from({ length: 8 }, () => newAccount))
        yield* race(accounts.flatMap((account) => Array.from({ length: 5 }, () => make(account))))
        const lists = yield* Effect.forEach(accounts, list)
        assert.deepStrictEqual(
          lists.map(({ length }) => length),
          accounts.map(() => 5)
        )
        assert.strictEqual(new Set(lists.flat().map(({ id }) => id)).size, 40)
      })
    )
  }
})

const idKeys = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<{ table_name: string; key: Uint8Array }>`select table_name, key from id_keys order by table_name`
)

forEachEmptyDatabase((name, database) => {
  it.effect(`Ids on ${name} are given by a secret of each installation and table`, () =>
    Effect.gen(function* () {
      const installed = idKeys.pipe(Effect.provide(Migrations.layer().pipe(Layer.provideMerge(Layer.fresh(database)))))
      const keys = [...(yield* installed), ...(yield* installed)]
      const secrets = keys.map(({ key }) => Buffer.from(key).toString("hex"))
      assert.lengthOf(secrets, 16)
      assert.strictEqual(new Set(secrets).size, 16)
      for (const secret of secrets) assert.lengthOf(secret, 64)
    })
  )
})

forEachDatabase((name, database) => {
  layer(database)(`Ids on ${name}`, (it) => {
    it.effect("are a permutation of the numbers that rows are counted by, without any pattern in their bits", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const count = 2_000
        const rows = yield* sql<{ id: number }>`
          select opaque_id('reports', n) as id from generate_series(1, ${count}) n`
        const ids = rows.map(({ id }) => id)
        assert.strictEqual(new Set(ids).size, count)
        for (let bit = 0; bit < 31; bit++) {
          const share = ids.filter((id) => (id >>> bit) & 1).length / count
          // Six standard deviations.
          assert.isTrue(share > 0.43 && share < 0.57, `bit ${bit} is set in ${share} of the ids`)
        }
      })
    )

    it.effect("of every table of accounts' things are given so", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const counting = yield* sql<{ table: string }>`
          select owned.table_name as table
          from information_schema.columns owned join information_schema.columns named using (table_schema, table_name)
          where table_schema = 'public' and owned.column_name = 'account_id' and named.column_name = 'id'
            and table_name not in (select table_name from id_keys)`
        assert.deepStrictEqual(counting, [], "say `call make_ids_opaque('…')` in the migration that makes the table")
      })
    )
  })
})

/** A directory with this installation's migrations up to a number, gone with the scope. */
const migrationsUpTo = (last: number) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const own = Path.join(import.meta.dirname, "../../sql")
      const directory = FileSystem.mkdtempSync(Path.join(tmpdir(), "sonde-sql-"))
      for (const file of FileSystem.readdirSync(own))
        if (Number(file.slice(0, 4)) <= last) FileSystem.copyFileSync(Path.join(own, file), Path.join(directory, file))
      return directory
    }),
    (directory) => Effect.sync(() => FileSystem.rmSync(directory, { recursive: true }))
  )

forEachEmptyDatabase((name, database) => {
  layer(database)(`Ids on an older ${name}`, (it) => {
    it.effect("stay as they are, name what they named, and no new one is or was another's", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* Migrations.migrate(yield* migrationsUpTo(59))
        yield* sql`insert into accounts (name, created_at) values ('local', now())`
        const at = "2026-03-10T12:00:00Z"
        const insert: Record<string, (n: number) => Effect.Effect<ReadonlyArray<{ id: number }>, SqlError.SqlError>> = {
          reports: (n) => sql`
            insert into reports (account_id, niche, report_type, title, created_at)
            values (1, ${`n${n}`}, 'trend_report', 't', ${at}) returning id`,
          competitors: (n) => sql`
            insert into competitors (account_id, name, domain, created_at)
            values (1, ${`n${n}`}, ${`n${n}.example`}, ${at}) returning id`,
          tracked_keywords: (n) => sql`
            insert into tracked_keywords (account_id, keyword, target_url, created_at)
            values (1, ${`n${n}`}, 'https://acme.example/', ${at}) returning id`,
          api_keys: (n) => sql`
            insert into api_keys (account_id, name, hash, prefix, last4, scopes, created_at)
            values (1, ${`n${n}`}, ${Buffer.from([n])}, 'p', '0000', '{signals}', ${at}) returning id`,
          audit_events: () => sql`
            insert into audit_events (account_id, at, action, by)
            values (1, ${at}, 'signed_in', 'dashboard') returning id`
        }
        for (const [table, row] of Object.entries(insert)) {
          for (let n = 0; n < 5; n++) yield* row(n)
          // Neither the first nor the last id is there any more, and the table is not in the order of its ids.
          yield* sql`delete from ${sql(table)} where id in (1, 5)`
          yield* sql`update ${sql(table)} set account_id = account_id where id = 2`
        }
        yield* sql`insert into keyword_positions (keyword_id, day, position) values (3, '2026-03-09', 7)`
        yield* Migrations.migrate(yield* migrationsUpTo(Infinity))
        const account = AccountId.make(1)
        const page = { skip: 0, limit: 100 }
        const listed = Effect.gen(function* () {
          return {
            reports: (yield* (yield* Reports).list(account, page)).reports,
            competitors: (yield* (yield* Competitors).list(account, {})).toReversed(),
            tracked_keywords: yield* (yield* TrackedKeywords).list(account),
            api_keys: yield* (yield* ApiKeys).list(account),
            audit_events: (yield* (yield* AuditTrail).list(account, page)).events
          }
        })
        for (const [table, rows] of Object.entries(yield* listed)) {
          assert.deepStrictEqual(
            rows.map(({ id }) => id),
            [4, 3, 2],
            table
          )
        }
        const [, kept] = (yield* listed).tracked_keywords
        assertMatches(kept, { id: 3, keyword: "n2", current_position: 7 })
        const made: Record<string, Array<number>> = {}
        for (const [table, row] of Object.entries(insert)) {
          made[table] = []
          for (let n = 5; n < 15; n++) made[table].unshift((yield* row(n))[0]!.id)
          assert.isAbove(Math.min(...made[table]), 5)
        }
        for (const [table, rows] of Object.entries(yield* listed)) {
          assert.deepStrictEqual(
            rows.map(({ id }) => id),
            [...made[table]!, 4, 3, 2],
            table
          )
        }
        const report = made["reports"]![0]!
        assertMatches(yield* (yield* Reports).get(account, ReportId.make(report)), { id: report, niche: "n14" })
      }).pipe(Effect.provide(store), Effect.scoped)
    )
  })
})
