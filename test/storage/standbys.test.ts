import { assert, layer } from "@effect/vitest"
import { Context, Duration, Effect, Layer, Option, Redacted, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { type ClusterServer, startCluster } from "../../harness/PostgresCluster.ts"
import { World } from "../../harness/World.ts"
import { checkStandbys } from "../../src/operator/checks/standbys.ts"
import { SourceName } from "../../src/domain/Source.ts"
import { Changes } from "../../src/storage/database/Changes.ts"
import * as Database from "../../src/storage/database/Database.ts"
import * as Migrations from "../../src/storage/database/Migrations.ts"
import { Standbys } from "../../src/storage/database/Standbys.ts"
import { Signals } from "../../src/storage/signals/Signals.ts"
import * as Storage from "../../src/storage/Storage.ts"
import { run } from "../support/Databases.ts"
import { faultProxy } from "../support/FaultProxy.ts"
import { Replica } from "../support/Replica.ts"

const api = "/api/v1/public"
const metricsToken = "a-token-for-prometheus"

const on = ({ url }: ClusterServer, statement: string) => run(Redacted.make(url), statement)

/** A process of the service on a primary with standbys at these addresses. */
const processOn = (primary: string, standbys: ReadonlyArray<string>) => {
  const database = Database.layer({
    databaseUrl: Option.some(Redacted.make(primary)),
    dataDir: "",
    maxConnections: 5,
    standbys: { urls: standbys, maxLag: Duration.minutes(5) }
  })
  return Layer.build(
    Replica.over(Storage.layer.pipe(Layer.provide(Migrations.layer()), Layer.provideMerge(database)), {
      METRICS_TOKEN: metricsToken
    })
  )
}

/** Two processes on a primary with two standbys; the first reaches these over networks that can fail. */
const deployment = Effect.gen(function* () {
  const { primary, standbys } = yield* startCluster(2)
  const networks = yield* Effect.forEach(standbys, ({ port }) => faultProxy({ host: "127.0.0.1", port }))
  const urls = standbys.map(({ url }) => url)
  const here = yield* processOn(
    primary.url,
    urls.map((url, n) => Object.assign(new URL(url), { port: networks[n]!.port }).href)
  )
  const there = yield* processOn(primary.url, urls)
  return {
    primary,
    standbys,
    networks,
    here,
    there,
    world: Context.get(here, World),
    signals: Context.get(here, Signals)
  }
})

class Deployment extends Context.Service<Deployment, Effect.Success<typeof deployment>>()("test/Deployment") {
  static readonly layer = Layer.effect(Deployment, deployment)
}

type Services = Effect.Success<ReturnType<typeof processOn>>

const until = <A, E, R>(what: string, look: Effect.Effect<A, E, R>, is: (value: A) => boolean) =>
  look.pipe(
    Effect.repeat({ until: is, schedule: Schedule.spaced("10 millis") }),
    Effect.timeoutOrElse({ duration: "10 seconds", orElse: () => Effect.die(new Error(`in vain: ${what}`)) })
  )

/** The standbys that a process reads from. */
const inUse = (services: Services, count: number) =>
  until(
    `${count} standbys in use`,
    Context.get(services, Standbys).standing,
    ({ standbys }) => standbys.filter(({ problem }) => problem === null).length === count
  )

/** Nothing that the primary stores from now on is shown by a standby. */
const pause = (standbys: ReadonlyArray<ClusterServer>) =>
  Effect.forEach(standbys, (standby) =>
    Effect.andThen(
      on(standby, "select pg_wal_replay_pause()"),
      until(
        "replay pauses",
        on(standby, "select pg_get_wal_replay_pause_state() as state"),
        ({ rows }) => rows[0]!["state"] === "paused"
      )
    )
  )

const resume = (standbys: ReadonlyArray<ClusterServer>) =>
  Effect.forEach(standbys, (standby) => on(standby, "select pg_wal_replay_resume()"))

/** Both processes know that both standbys have all that was written before. */
const caughtUp = Effect.gen(function* () {
  const { here, primary, standbys, there } = yield* Deployment
  const { rows } = yield* on(primary, "select pg_current_wal_insert_lsn()::text as lsn")
  for (const standby of standbys)
    yield* until(
      "a standby has everything",
      on(standby, `select pg_last_wal_replay_lsn() >= '${rows[0]!["lsn"]}' as up`),
      ({ rows }) => rows[0]!["up"] === true
    )
  for (const services of [here, there]) {
    yield* inUse(services, 2)
    yield* until(
      "changes are heard",
      Effect.sync(() => Context.get(services, Changes).version([])),
      (version) => version !== undefined
    )
  }
  yield* Effect.sleep("300 millis")
})

const ask = (services: Services, path: string, key: string) =>
  Effect.map(Context.get(services, Replica).ask(`${api}${path}`, { headers: { "x-api-key": key } }), ({ body }) => body)

const post = (services: Services, path: string, key: string, body: object) =>
  Context.get(services, Replica).ask(`${api}${path}`, {
    method: "POST",
    headers: { "x-api-key": key, "content-type": "application/json" },
    body: JSON.stringify(body)
  })

const news = (guid: string) => ({
  identity: `https://one.example/${guid}`,
  guid,
  title: `Story ${guid}`,
  snippet: "",
  url: `https://one.example/${guid}`,
  source: "One",
  published_at: null
})

layer(Deployment.layer, { excludeTestServices: true, timeout: 60_000 })("Standbys", (it) => {
  it.effect("are read from, but not by who has written what they don't have yet, in any process", () =>
    Effect.gen(function* () {
      const { here, primary, standbys, there, world } = yield* Deployment
      const { key: mine } = yield* world.key({ account: "mine" })
      const { key: others } = yield* world.key({ account: "others" })
      yield* caughtUp
      yield* pause(standbys)
      // Nobody has done this for the account that it belongs to.
      yield* on(
        primary,
        "insert into competitors (account_id, name, domain, created_at) select id, 'Unseen', 'unseen.example', now() from accounts where name = 'others'"
      )
      yield* post(here, "/competitors", mine, { name: "Acme", domain: "acme.example" })
      assert.include(yield* ask(there, "/competitors", mine), "Acme")
      assert.include(yield* ask(here, "/competitors", mine), "Acme")
      assert.notInclude(yield* ask(here, "/competitors", others), "Unseen")
      assert.notInclude(yield* ask(there, "/competitors", others), "Unseen")
      yield* resume(standbys)
      yield* until("the standbys catch up", ask(here, "/competitors", others), (body) => body.includes("Unseen"))
    })
  )

  it.effect("fill no answer that is remembered with less than is known", () =>
    Effect.gen(function* () {
      const { here, signals, standbys, there, world } = yield* Deployment
      const { key } = yield* world.key({ account: "reader" })
      yield* caughtUp
      yield* pause(standbys)
      yield* signals.upsert(SourceName.make("feed:one"), [news("new")])
      const path = "/signals?limit=7"
      // Asked once, it is nothing to remember, and a standby may answer.
      assert.notInclude(yield* ask(here, path, key), "Story new")
      const { fast } = Context.get(here, Replica)
      yield* until("it is remembered", ask(here, path, key), () => fast.length > 0)
      assert.include(yield* ask(here, path, key), "Story new")
      yield* until("another process hears of it", ask(there, path, key), (body) => body.includes("Story new"))
      yield* resume(standbys)
    })
  )

  it.effect("see all that is stored where all has to be seen, and never show less than a read has written", () =>
    Effect.gen(function* () {
      const { here, primary, standbys, world } = yield* Deployment
      const account = yield* world.account("writer")
      const { reading, readingNow, standing } = Context.get(here, Standbys)
      const sql = Context.get(here, SqlClient.SqlClient)
      const names = sql<{ name: string }>`select name from accounts`.pipe(
        Effect.map((rows) => rows.map(({ name }) => name))
      )
      const reads = Effect.map(standing, ({ standbys }) => standbys.reduce((sum, { reads }) => sum + reads, 0))
      yield* caughtUp
      for (let n = 0; n < 5; n++) {
        const before = yield* reads
        yield* on(primary, `insert into accounts (name, created_at) values ('now ${n}', now())`)
        assert.include(yield* readingNow(account, names), `now ${n}`)
        assert.strictEqual(yield* reads, before + 1)
      }
      yield* pause(standbys)
      yield* on(primary, "insert into accounts (name, created_at) values ('in vain', now())")
      assert.include(yield* readingNow(account, names), "in vain")
      const other = yield* world.account("nobody")
      const write = sql`insert into accounts (name, created_at) values ('written', now())`
      const looked = Effect.gen(function* () {
        assert.notInclude(yield* names, "in vain")
        yield* write
        assert.include(yield* names, "written")
      })
      yield* reading(other, looked)
      yield* reading(other, sql.withTransaction(Effect.andThen(write, names)).pipe(Effect.flip, Effect.andThen(names)))
      yield* resume(standbys)
    })
  )

  it.effect("fall silent, crash or lie: then the primary is read, until they are back", () =>
    Effect.gen(function* () {
      const { here, networks, standbys, world } = yield* Deployment
      const { key } = yield* world.key({ account: "others" })
      const [first, second] = standbys
      const metrics = Effect.map(
        Context.get(here, Replica).ask("/metrics", { headers: { authorization: `Bearer ${metricsToken}` } }),
        ({ body }) => body
      )
      const readings = Effect.map(metrics, (text) =>
        networks.map(({ port }) => {
          const of = (name: string) =>
            Number(
              text
                .split("\n")
                .find((line) => line.startsWith(`${name}{standby="127.0.0.1:${port}"}`))
                ?.split(" ")[1]
            )
          return { up: of("sonde_standby_up"), lag: of("sonde_standby_lag_seconds") }
        })
      )
      const answered = Effect.gen(function* () {
        const begun = performance.now()
        assert.include(yield* ask(here, "/competitors", key), "Unseen")
        return performance.now() - begun
      })
      yield* caughtUp
      for (const { lag, up } of yield* readings) {
        assert.strictEqual(up, 1)
        assert.isBelow(lag, 5)
      }
      const { json } = yield* world.send(`${api}/status`)
      assert.deepInclude(json.data.components.standbys, { configured: 2, in_use: 2 })
      assert.isBelow(json.data.components.standbys.lag_seconds, 5)
      for (const network of networks) yield* network.become("stall")
      assert.isBelow(yield* answered, 5_000)
      yield* inUse(here, 0)
      assert.isBelow(yield* answered, 1_000)
      for (const network of networks) yield* network.become("pass")
      yield* inUse(here, 2)
      yield* first!.kill
      yield* second!.kill
      yield* answered
      yield* inUse(here, 0)
      assert.deepStrictEqual(
        (yield* readings).map(({ up }) => up),
        [0, 0]
      )
      yield* first!.start
      yield* second!.start
      yield* caughtUp
      yield* on(first!, "select pg_promote()")
      yield* inUse(here, 1)
      const { standbys: states } = yield* Context.get(here, Standbys).standing
      assert.deepInclude(states[0], { problem: "it is no standby" })
      const found = yield* Effect.provide(checkStandbys, here)
      assert.deepStrictEqual(
        found.map(({ message, state }) => [state, message.includes("it is no standby")]),
        [
          ["warning", true],
          ["ok", false]
        ]
      )
      yield* answered
    })
  )

  it.effect("are not read from when they have not followed the primary", () =>
    Effect.gen(function* () {
      const { here, primary } = yield* Deployment
      const moved = (timeline: string) => on(primary, `update timelines set timeline = ${timeline}`)
      yield* inUse(here, 1)
      yield* moved("timeline + 1")
      yield* inUse(here, 0)
      const { standbys } = yield* Context.get(here, Standbys).standing
      assert.include(standbys[1]?.problem, "has not followed the primary")
      yield* moved("timeline - 1")
      yield* inUse(here, 1)
    })
  )

  it.effect("answer whom they know while the primary is away", () =>
    Effect.gen(function* () {
      const { here, primary, world } = yield* Deployment
      const { key } = yield* world.key({ account: "alone" })
      yield* post(here, "/competitors", key, { name: "Before", domain: "before.example" })
      yield* Effect.sleep("300 millis")
      yield* inUse(here, 1)
      yield* primary.kill
      const { ask } = Context.get(here, Replica)
      const list = ask(`${api}/competitors`, { headers: { "x-api-key": key } })
      for (let n = 0; n < 5; n++) {
        const { body, status } = yield* list
        assert.strictEqual(status, 200)
        assert.include(body, "Before")
        // What was not acknowledged is in nobody's way.
        assert.strictEqual((yield* post(here, "/competitors", key, { name: "A", domain: "a.example" })).status, 503)
      }
      const found = yield* ask(`${api}/signals?q=story`, { headers: { "x-api-key": key } })
      assert.include(found.body, "Story new")
      assert.strictEqual((yield* ask("/readyz")).status, 200)
      yield* primary.start
      yield* until(
        "the primary is written to again",
        post(here, "/competitors", key, { name: "A", domain: "a.example" }),
        ({ status }) => status === 201
      )
    })
  )
})
