import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Layer, Redacted, References, Scope } from "effect"
import { existsSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Settings } from "../../src/config/Settings.ts"
import { localAccount } from "../../src/domain/Account.ts"
import * as Connection from "../../src/operator/Connection.ts"
import * as ControlSocket from "../../src/operator/ControlSocket.ts"
import { IngestControl } from "../../src/ports/IngestControl.ts"
import { deliveryLayer } from "../../src/app/Delivery.ts"
import * as LocalOperator from "../../src/operator/LocalOperator.ts"
import { JudgeTrials } from "../../src/reports/judge/JudgeTrials.ts"
import { Operator } from "../../src/operator/Operator.ts"
import { DataDirectoryInUse } from "../../src/storage/embedded/DataDirectory.ts"
import { newMigratedPostgres } from "../support/Databases.ts"
import { newKey, services, temporaryDirectory } from "./Operators.ts"

const settings = (env: Record<string, string>) =>
  Settings.layer.pipe(Layer.provide(ConfigProvider.layer(ConfigProvider.fromEnv({ env }))))

const noSources = Layer.succeed(IngestControl, { open: Effect.die("no command here needs sources") })

/** The operator of a database that is never to be opened. */
const untouched = Layer.effect(Operator, Effect.die("the database was opened"))

const createKey = Effect.flatMap(Operator, (operator) => operator.createKey(newKey()))

const listKeys = Effect.flatMap(Operator, (operator) => operator.listKeys({ account: localAccount }))

/** Runs one command, as a process of its own would. */
const command = <A, E, E2>(
  effect: Effect.Effect<A, E, Operator>,
  env: Record<string, string>,
  local: Layer.Layer<Operator, E2, Settings>
) =>
  Effect.provide(effect, Layer.provide(Connection.layer(local), settings(env)), { local: true }).pipe(
    Effect.provideService(References.MinimumLogLevel, "None")
  )

const serve = (dataDir: string) => Layer.build(Layer.provide(ControlSocket.layer(dataDir), services))

describe("a command", () => {
  it.live("goes through the service that runs on the data directory", () =>
    Effect.gen(function* () {
      const dataDir = yield* temporaryDirectory()
      yield* serve(dataDir)
      const { key: _, ...created } = yield* command(createKey, { DATA_DIR: dataDir }, untouched)
      assert.deepStrictEqual(yield* command(listKeys, { DATA_DIR: dataDir }, untouched), [created])
    })
  )

  it.live("waits for a service that holds the data directory but does not listen yet", () =>
    Effect.gen(function* () {
      const dataDir = yield* temporaryDirectory()
      const scope = yield* Effect.scope
      writeFileSync(join(dataDir, "pid"), "1\n")
      let attempts = 0
      const held = Layer.effect(
        Operator,
        Effect.gen(function* () {
          attempts++
          if (attempts === 2) yield* Scope.provide(serve(dataDir), scope)
          return yield* new DataDirectoryInUse({ directory: dataDir, pid: null })
        })
      )
      assert.lengthOf(yield* command(listKeys, { DATA_DIR: dataDir }, held), 0)
      assert.strictEqual(attempts, 2)
    })
  )

  it.live(
    "makes no embedded database where there is none, unless it is meant to, and finds it again",
    () =>
      Effect.gen(function* () {
        const dataDir = join(yield* temporaryDirectory(), "data")
        const none = yield* Effect.flip(command(createKey, { DATA_DIR: dataDir }, untouched))
        assert.include(String(none), `There is no database in ${join(dataDir, "pg")}: is DATA_DIR right?`)
        assert.isFalse(existsSync(dataDir))
        const local = LocalOperator.layer(noSources, JudgeTrials.layerNone, deliveryLayer)
        const { key: _, ...created } = yield* command(createKey, { DATA_DIR: dataDir }, local).pipe(
          Effect.provideService(Connection.MakesDatabase, true)
        )
        assert.deepStrictEqual(yield* command(listKeys, { DATA_DIR: dataDir }, local), [created])
      }),
    // Some seconds; a busy machine with all test files at once takes longer.
    60_000
  )

  it.live("goes straight to Postgres when there is a URL, whatever else runs", () =>
    Effect.gen(function* () {
      const dataDir = yield* temporaryDirectory()
      yield* serve(dataDir)
      const env = { DATA_DIR: dataDir, DATABASE_URL: Redacted.value(yield* newMigratedPostgres) }
      const local = LocalOperator.layer(noSources, JudgeTrials.layerNone, deliveryLayer)
      const { key: _, ...created } = yield* command(createKey, env, local)
      assert.deepStrictEqual(yield* command(listKeys, env, local), [created])
      assert.deepStrictEqual(yield* command(listKeys, { DATA_DIR: dataDir }, untouched), [])
    })
  )
})
