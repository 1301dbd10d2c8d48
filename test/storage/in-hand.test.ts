import { assert, it } from "@effect/vitest"
import { Duration, Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { noConditions } from "../../src/domain/Watch.ts"
import { Deliveries } from "../../src/storage/watches/Deliveries.ts"
import { Endpoints } from "../../src/storage/watches/Endpoints.ts"
import { Expansions } from "../../src/storage/reports/Expansions.ts"
import { IdempotencyKeys } from "../../src/storage/accounts/IdempotencyKeys.ts"
import * as Storage from "../../src/storage/Storage.ts"
import { WatchEvents } from "../../src/storage/watches/WatchEvents.ts"
import { Watches } from "../../src/storage/watches/Watches.ts"
import { contentOf } from "../../src/watches/Occurrences.ts"
import { embeddedDatabase } from "../support/Databases.ts"
import { newAccount } from "./NewAccount.ts"

it.live("what a process on the embedded database had in hand when it died is free at the next start", () =>
  Effect.gen(function* () {
    const process = Layer.fresh(Storage.layerEmbedded)
    const question = { hash: "ab".repeat(32), niche: "tea", model: "openai:m" }

    const takeAll = Effect.fnUntraced(function* (account: Effect.Success<typeof newAccount>) {
      const request = { account, route: "POST /reports", key: "k", fingerprint: new Uint8Array([1]) }
      return {
        events: (yield* (yield* Deliveries).take(10)).map(({ event }) => event.title),
        claim: (yield* Effect.orDie((yield* IdempotencyKeys).claim(request)))._tag,
        turn: (yield* (yield* Expansions).turn(question, Duration.hours(1))) !== "wait"
      }
    })
    const all = { events: ["Tea"], claim: "New", turn: true }

    const account = yield* Effect.gen(function* () {
      const account = yield* newAccount
      const target = { kind: "webhook", url: "https://hooks.example/" } as const
      const endpoint = yield* (yield* Endpoints).create(account, { name: "Hook", target }, Redacted.make("whsec_"))
      const subject = { kind: "search", q: "tea" } as const
      const asked = { name: "Tea", subject, conditions: noConditions, endpoints: [endpoint.id] }
      const { id } = yield* (yield* Watches).create(account, asked)
      const content = contentOf("search", { title: "Tea", link: { kind: "watch", id, url: null } })
      const event = { account, watch: id, key: "1", content, send_at: new Date(), cooldownMillis: 0 }
      yield* (yield* WatchEvents).record([event])
      assert.deepStrictEqual(yield* takeAll(account), all)
      assert.deepStrictEqual((yield* (yield* Deliveries).take(10)).length, 0)
      const sql = yield* SqlClient.SqlClient
      yield* sql`insert into search_model (model, enqueued, held_by, held_until)
        values ('m', true, 'it', now() + interval '1 hour')`
      yield* sql`insert into search_cluster (version, held_by, held_until, seen_at)
        values ('', 'it', now() + interval '1 hour', now())`
      return account
    }).pipe(Effect.provide(process))

    yield* Effect.gen(function* () {
      assert.deepStrictEqual(yield* takeAll(account), all)
      const sql = yield* SqlClient.SqlClient
      assert.deepStrictEqual(yield* sql`select held_by from search_model`, [{ held_by: null }])
      assert.deepStrictEqual(yield* sql`select held_by from search_cluster`, [{ held_by: null }])
    }).pipe(Effect.provide(process))
  }).pipe(Effect.provide(embeddedDatabase))
)
