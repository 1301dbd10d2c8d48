import { assert, describe, it, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer, Option } from "effect"
import { HttpServerRequest } from "effect/http"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { HttpApi } from "effect/http-api"
import { Api } from "../../src/api/Api.ts"
import { Idempotency } from "../../src/api/Idempotency.ts"
import { IdempotencyKeys } from "../../src/storage/accounts/IdempotencyKeys.ts"
import * as Storage from "../../src/storage/Storage.ts"
import { Transaction } from "../../src/storage/database/Transaction.ts"
import { forEachDatabase } from "../support/Databases.ts"
import { things } from "../support/Things.ts"
import { type Answer, type Call, World } from "../../harness/World.ts"

/*
 * Every POST of the contract with an `Idempotency-Key`. A new one fails here until somebody says what may be sent to
 * it.
 */

const day = (position: number) => ({ positions: [{ date: "1970-01-01", position, url: null }] })

const search = (q: string) => ({ subject: { kind: "search", q } })

/** Routes that store no row. */
const storesNothing = /\/(?:preview|read|test|rotate|redeliver|skip)$/

/** Two different bodies that a route accepts, where it is none that makes a thing (test/support/Things.ts). */
const more: Record<string, readonly [Record<string, unknown>, Record<string, unknown>]> = {
  "/api/v1/public/seo/keywords/:keyword_id/positions": [day(1), day(2)],
  "/api/v1/public/watches/preview": [search("tea"), search("coffee")],
  "/api/v1/public/events/read": [{ up_to: 1 }, { up_to: 2 }],
  "/api/v1/public/endpoints/:endpoint_id/test": [{ title: "Tea" }, { title: "Coffee" }],
  "/api/v1/public/endpoints/:endpoint_id/rotate": [{ overlap_hours: 0 }, { overlap_hours: 1 }],
  "/api/v1/public/endpoints/:endpoint_id/redeliver": [{ events: [1] }, { events: [2] }],
  "/api/v1/public/endpoints/:endpoint_id/skip": [{ events: [1] }, { events: [2] }]
}

/** Two different bodies of a thing that a route makes (test/support/Things.ts). */
const madeBy = (path: string) => {
  const made = Object.values(things).find((thing) => "path" in thing && thing.path === path)
  return made !== undefined && "path" in made ? (["tea", "coffee"] as const).map(made.body) : undefined
}

const bodiesOf = (path: string) => {
  const bodies = madeBy(path) ?? more[path]
  return (bodies ?? assert.fail(`say in \`more\` of test/http/idempotency.test.ts what may be sent to ${path}`)) as [
    Record<string, unknown>,
    Record<string, unknown>
  ]
}

const routes: Array<{ readonly path: string; readonly keeps: boolean }> = []
HttpApi.reflect(Api, {
  onGroup: () => undefined,
  onEndpoint: ({ endpoint: { method, middlewares, path } }) => {
    if (method === "POST") routes.push({ path, keeps: middlewares.has(Idempotency) })
  }
})

/** The route for a new account, with the thing that its path names. */
const prepare = Effect.fnUntraced(function* (path: string, account = "idempotent") {
  const { key, send } = yield* World
  const credential = yield* key({ account })
  const parameter = /:(\w+)/.exec(path)?.[1]
  const thing = parameter === undefined ? undefined : things[parameter]
  const made =
    thing !== undefined && "path" in thing
      ? yield* send(thing.path, { method: "POST", key: credential.key, body: thing.body("first") })
      : undefined
  if (thing !== undefined && "path" in thing)
    yield* thing.finish?.(made!.json.data.id, yield* (yield* World).account(account)) ?? Effect.void
  const address = path.replace(/:\w+/, String(made?.json.data.id))
  return (body: unknown, headers: Record<string, string> = { "idempotency-key": "once" }, call: Call = {}) =>
    send(address, {
      method: "POST",
      key: credential.key,
      body,
      headers: { prefer: "respond-async", ...headers },
      ...call
    })
})

const code = ({ json }: Answer): string | undefined => json?.error?.code

const isReplayed = ({ headers }: Answer) => headers.get("idempotent-replayed") === "true"

const assertReplayed = (again: Answer, first: Answer) => {
  assert.isTrue(isReplayed(again), again.text)
  assert.strictEqual(again.status, first.status)
  assert.strictEqual(again.text, first.text)
  for (const name of ["location", "content-type", "retry-after"]) {
    assert.strictEqual(again.headers.get(name), first.headers.get(name), name)
  }
}

/**
 * Storage in which a keyed request stops in the middle of what it does until the gate opens; what is no request goes
 * on.
 */
const held = (gate: Deferred.Deferred<void>) =>
  Layer.merge(
    Storage.layerMemory,
    Layer.succeed(Transaction, {
      run: (effect) =>
        Effect.flatMap(Effect.serviceOption(HttpServerRequest.HttpServerRequest), (request) =>
          Option.isNone(request) ? effect : Effect.andThen(Deferred.await(gate), effect)
        )
    })
  )

describe("every POST", () => {
  it("of the public API keeps its answers, but for secrets of feeds and checks that change nothing; no other does", () => {
    for (const { keeps, path } of routes)
      assert.strictEqual(keeps, path.startsWith("/api/v1/public/") && !/\/feed$|\/claims\/check$/.test(path), path)
  })

  for (const { path } of routes.filter(({ keeps }) => keeps)) {
    const [body, other] = bodiesOf(path)

    describe(path, () => {
      it.effect("gives the first answer again to the same request, however it is spelled", () =>
        Effect.gen(function* () {
          const post = yield* prepare(path)
          const first = yield* post(body)
          assert.include([200, 201, 202, 204], first.status, first.text)
          assert.isFalse(isReplayed(first))
          const spelled = JSON.stringify(
            { unknown: 1, ...Object.fromEntries(Object.entries(body).toReversed()) },
            null,
            2
          )
          for (const same of [body, spelled]) assertReplayed(yield* post(same), first)
          const reused = yield* post(other)
          assert.deepStrictEqual([reused.status, code(reused)], [422, "idempotency_key_reused"])
          assert.isFalse(isReplayed(yield* post(other, { "idempotency-key": "Once" })), "keys are told apart by case")
          const stranger = yield* prepare(path, "stranger")
          assert.isFalse(isReplayed(yield* stranger(other)), "another account's key is another key")
          yield* TestClock.adjust("24 hours")
          assert.isFalse(isReplayed(yield* post(other)), "forgotten after a day")
        }).pipe(Effect.provide(World.layer))
      )

      it.effect("says that the first request is still being answered", () =>
        Effect.gen(function* () {
          const gate = yield* Deferred.make<void>()
          yield* Effect.gen(function* () {
            const post = yield* prepare(path)
            const first = yield* Effect.forkChild(post(body))
            yield* TestClock.adjust("5 seconds")
            assert.strictEqual(code(yield* post(body)), "idempotency_in_progress")
            assert.strictEqual(code(yield* post(other)), "idempotency_key_reused")
            yield* Deferred.succeed(gate, undefined)
            const answered = yield* Fiber.join(first)
            assertReplayed(yield* post(body), answered)
          }).pipe(Effect.provide(World.over(held(gate))))
        })
      )

      it.effect("is as if it had not been sent when its caller hangs up before anything is done", () =>
        Effect.gen(function* () {
          const gate = yield* Deferred.make<void>()
          yield* Effect.gen(function* () {
            const post = yield* prepare(path)
            const first = yield* Effect.forkChild(post(body))
            yield* TestClock.adjust("1 second")
            yield* Fiber.interrupt(first)
            yield* Deferred.succeed(gate, undefined)
            const again = yield* post(other)
            assert.include([200, 201, 202, 204], again.status, again.text)
            assert.isFalse(isReplayed(again))
          }).pipe(Effect.provide(World.over(held(gate))))
        })
      )

      it.effect("does not keep a refusal of what was sent", () =>
        Effect.gen(function* () {
          const post = yield* prepare(path)
          for (const key of ["", "with space", "k".repeat(256), "ü"]) {
            const refused = yield* post(body, { "idempotency-key": key })
            assert.deepStrictEqual(refused.json.error.details[0].location, ["header", "idempotency-key"], refused.text)
          }
          assert.strictEqual(code(yield* post([])), "validation_error")
          assert.strictEqual(code(yield* post("{")), "malformed_json")
          assert.isFalse(isReplayed(yield* post(body)))
        }).pipe(Effect.provide(World.layer))
      )
    })
  }

  for (const { path } of routes.filter(({ keeps }) => !keeps)) {
    it.effect(`refuses a key at ${path}`, () =>
      Effect.gen(function* () {
        const { send, session } = yield* World
        const call = {
          method: "POST",
          session: yield* session("user-1"),
          body: madeBy(path)?.[0] ?? {
            sentence: "Tea sells.",
            evidence: ["signal:1"],
            entry: { url: "https://a.example/feed" },
            document: "{}",
            url: "https://a.example/"
          }
        }
        const address = path.replace(/:\w+/, "1")
        const refused = yield* send(address, { ...call, headers: { "idempotency-key": "once" } })
        assert.deepStrictEqual([refused.status, code(refused)], [422, "validation_error"])
        assert.deepStrictEqual(refused.json.error.details[0].location, ["header", "idempotency-key"])
        assert.notStrictEqual((yield* send(address, call)).status, 422)
      }).pipe(Effect.provide(World.over(Storage.layerMemory, { OPERATORS: "user-1" })))
    )
  }
})

describe("what is kept", () => {
  const competitors = "/api/v1/public/competitors"
  const [acme] = bodiesOf(competitors)

  it.effect("are 404 and 409 too, whatever has changed meanwhile", () =>
    Effect.gen(function* () {
      const post = yield* prepare(competitors)
      const { id } = (yield* post(acme, {})).json.data
      const taken = yield* post(acme)
      assert.strictEqual(code(taken), "already_exists")
      const { key, send } = yield* World
      const credential = yield* key({ account: "idempotent" })
      yield* send(`${competitors}/${id}`, { method: "DELETE", key: credential.key })
      assertReplayed(yield* post(acme), taken)

      const keywords = "/api/v1/public/seo/keywords"
      const call = { method: "POST", key: credential.key, headers: { "idempotency-key": "once" } }
      const missing = yield* send(`${keywords}/1/positions`, { ...call, body: day(1) })
      assert.strictEqual(code(missing), "keyword_not_found")
      assertReplayed(yield* send(`${keywords}/1/positions/`, { ...call, body: day(1) }), missing)
      const elsewhere = yield* send(`${keywords}/2/positions`, { ...call, body: day(1) })
      assert.isFalse(isReplayed(elsewhere), "another id is another path")
    }).pipe(Effect.provide(World.layer))
  )

  it.effect("is no 429", () =>
    Effect.gen(function* () {
      const post = yield* prepare("/api/v1/public/reports")
      const body = { niche: "heat pumps" }
      yield* post(body, {})
      assert.strictEqual((yield* post(body)).status, 429)
      yield* TestClock.adjust("1 hour")
      yield* TestClock.adjust("1 second")
      const made = yield* post(body)
      assert.strictEqual(made.status, 202, made.text)
      assertReplayed(yield* post(body), made)
    }).pipe(Effect.provide(World.over(Storage.layerMemory, { REPORTS_PER_HOUR: "1" })))
  )

  it.effect("is what was said first of a report whose caller hung up while it waited", () =>
    Effect.gen(function* () {
      const post = yield* prepare("/api/v1/public/reports")
      const body = { niche: "heat pumps" }
      const waits = { "idempotency-key": "once", prefer: "wait=60" }
      const first = yield* Effect.forkChild(post(body, waits))
      yield* TestClock.adjust("30 seconds")
      assert.strictEqual(code(yield* post(body, waits)), "idempotency_in_progress")
      yield* Fiber.interrupt(first)
      const again = yield* post(body, waits)
      assert.strictEqual(again.status, 202, again.text)
      assert.isTrue(isReplayed(again))
      assert.strictEqual(again.headers.get("location"), `/api/v1/public/reports/${again.json.data.id}`)
    }).pipe(Effect.provide(World.layer))
  )
})

/** Storage whose process dies in the middle of the first keyed request of each route: all is done but the end. */
const dying = Layer.effect(
  IdempotencyKeys,
  Effect.map(IdempotencyKeys, (keys) => {
    const seen = new Set<string>()
    return {
      ...keys,
      answer: Effect.fnUntraced(function* (claim, answer, last) {
        yield* keys.answer(claim, answer, last)
        if (seen.has(claim.route)) return
        seen.add(claim.route)
        return yield* Effect.die(new Error("killed"))
      })
    } satisfies IdempotencyKeys["Service"]
  })
).pipe(Layer.provide(IdempotencyKeys.layer))

forEachDatabase((name, database) => {
  const over = (storage: typeof Storage.layer) => World.over(Layer.provideMerge(storage, database))

  layer(over(Layer.merge(Storage.layer, dying)), { excludeTestServices: true })(`on ${name}`, (it) => {
    for (const { path } of routes.filter(({ keeps }) => keeps)) {
      const [body] = bodiesOf(path)

      it.effect(`does once what is sent to ${path}, whoever dies and however many race`, () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const post = yield* prepare(path, `racing at ${path}`)
          const count = Effect.map(
            sql<{ rows: number }>`
              select ((select count(*) from reports) + (select count(*) from competitors)
                + (select count(*) from tracked_keywords) + (select count(*) from keyword_positions)
                + (select count(*) from watches) + (select count(*) from endpoints))::int as rows`,
            ([row]) => row!.rows
          )
          const before = yield* count
          const died = yield* post(body)
          assert.strictEqual(died.status, 500)
          assert.strictEqual(yield* count, before, "nothing of it is left")
          const answers = yield* Effect.all(
            Array.from({ length: 10 }, () => post(body)),
            { concurrency: "unbounded" }
          )
          const done = answers.filter(({ status }) => status < 300)
          assert.lengthOf(
            done.filter((answer) => !isReplayed(answer)),
            1
          )
          for (const answer of answers.filter(({ status }) => status >= 300)) {
            assert.strictEqual(code(answer), "idempotency_in_progress")
          }
          assert.strictEqual(yield* count, before + (storesNothing.test(path) ? 0 : 1))
          assertReplayed(
            yield* post(body),
            done.find((answer) => !isReplayed(answer))!
          )
        })
      )
    }
  })
})
