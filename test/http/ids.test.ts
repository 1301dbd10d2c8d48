import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import * as Storage from "../../src/storage/Storage.ts"
import { type Answer, World } from "../../harness/World.ts"
import { forEachDatabase } from "../support/Databases.ts"
import { things } from "../support/Things.ts"

/*
 * What an account learns from the ids of its own things: nothing. They name, and lists tell the order.
 */

const owned = Object.values(things).filter((thing) => "path" in thing)

/** The ids of a list's answer, the newest first. */
const listed = ({ json: { data } }: Answer): ReadonlyArray<number> => {
  const rows: ReadonlyArray<{ readonly id: number }> = Array.isArray(data) ? data : data.reports
  return rows.map(({ id }) => id)
}

/** The oldest first, or by name, where all other lists begin with the newest. */
const oldestFirst = ["public/competitors", "public/watches", "public/endpoints", "dashboard/views"].map(
  (path) => `/api/v1/${path}`
)

const promise = (path: string, body: (word: string) => unknown) =>
  Effect.gen(function* () {
    const { send, session } = yield* World
    const [mine, theirs] = [yield* session(`one at ${path}`), yield* session(`two at ${path}`)]
    const post = (session: string, word: string, key?: string) =>
      send(path, {
        method: "POST",
        session,
        body: body(word),
        headers: { prefer: "respond-async", ...(key !== undefined && { "idempotency-key": key }) }
      })
    const ids: Array<number> = []
    for (let n = 0; n < 4; n++) {
      yield* post(theirs, `theirs${n}`)
      const made = yield* post(mine, `mine${n}`)
      assert.include([201, 202], made.status, made.text)
      const { id } = made.json.data
      ids.unshift(id)
      const location = made.headers.get("location")
      if (location !== null) assert.strictEqual(location, `${path}/${id}`)
      if (n % 2 === 1) yield* TestClock.adjust("1 second")
    }
    assert.isAbove(Math.max(...ids), 1_000_000, "four ids that count up")
    assert.isAbove(Math.max(...ids) - Math.min(...ids), 1_000_000, "four ids that count up from somewhere")
    const list = listed(yield* send(path, { session: mine }))
    assert.deepStrictEqual(oldestFirst.includes(path) ? list.toReversed() : list, ids)
    if (path.startsWith("/api/v1/public/")) {
      const first = yield* post(mine, "repeated", "once")
      const again = yield* post(mine, "repeated", "once")
      assert.strictEqual(again.headers.get("idempotent-replayed"), "true")
      assert.strictEqual(again.json.data.id, first.json.data.id)
    }
    // What one may not know is missing, whether it is there or not.
    const ask = (id: number) => send(`${path}/${id}`, { method: "DELETE", session: theirs })
    const [other, absent] = [yield* ask(ids[0]!), yield* ask(ids[0]! - 1)]
    assert.deepStrictEqual([other.status, other.json.error.message], [404, absent.json.error.message])
  })

describe("ids in memory", () => {
  for (const { body, path } of owned)
    it.effect(`of ${path} name and tell nothing else`, () =>
      promise(path, body).pipe(Effect.provide(World.over(Storage.layerMemory)))
    )
})

forEachDatabase((name, database) => {
  layer(World.over(Layer.provideMerge(Storage.layer, database)), { excludeTestServices: true })(
    `ids on ${name}`,
    (it) => {
      for (const { body, path } of owned)
        it.effect(`of ${path} name and tell nothing else`, () =>
          promise(path, body).pipe(Effect.provide(TestClock.layer()))
        )

      it.effect("that rows got before they told nothing go on naming them", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const { account, session, send } = yield* World
          const id = yield* account("early")
          yield* sql`
          insert into reports (id, account_id, niche, report_type, title, status, created_at, completed_at)
          values (1, ${id}, 'tea', 'trend_report', 'Tea', 'completed', '2026-01-01', '2026-01-01')`
          const early = yield* session("early")
          const path = "/api/v1/public/reports"
          assert.strictEqual((yield* send(`${path}/1`, { session: early })).json.data.niche, "tea")
          assert.deepStrictEqual(listed(yield* send(path, { session: early })), [1])
          assert.strictEqual((yield* send(`${path}/1`, { session: yield* session("late") })).status, 404)
        })
      )
    }
  )
})
