import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Layer, Logger, Option, References, Result, Scope, Stream } from "effect"
import { spawnSync } from "node:child_process"
import { existsSync, lstatSync, readdirSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { AccountName, localAccount } from "../../src/domain/Account.ts"
import { ApiKeyId, maxActiveKeys } from "../../src/domain/ApiKey.ts"
import * as ControlSocket from "../../src/operator/ControlSocket.ts"
import { Operator } from "../../src/operator/Operator.ts"
import * as RemoteOperator from "../../src/operator/RemoteOperator.ts"
import { socketPath } from "../../src/operator/SocketAddress.ts"
import { newKey, services, servicesWithoutSources, temporaryDirectory } from "./Operators.ts"

const serve = (dataDir: string, over = services) => Layer.build(Layer.provide(ControlSocket.layer(dataDir), over))

/** One command's connection, as long as the effect runs. */
const connected = <A, E>(dataDir: string, effect: Effect.Effect<A, E, Operator>) =>
  Effect.gen(function* () {
    const connection = yield* RemoteOperator.dial(dataDir)
    const context = yield* Layer.build(RemoteOperator.layer(Option.getOrThrow(connection)))
    return yield* Effect.provide(effect, context)
  }).pipe(Effect.scoped)

const createKey = (fields: Parameters<typeof newKey>[0] = {}) =>
  Effect.flatMap(Operator, (operator) => operator.createKey(newKey(fields)))

const listKeys = (account = localAccount) => Effect.flatMap(Operator, (operator) => operator.listKeys({ account }))

describe("the control socket", () => {
  it.live("lets one process do what an operator can in another", () =>
    Effect.gen(function* () {
      const dataDir = yield* temporaryDirectory()
      yield* serve(dataDir)
      const { key, ...created } = yield* connected(dataDir, createKey({ account: "user-1" }))
      assert.match(key, /^sonde_live_/)
      assert.deepStrictEqual(yield* connected(dataDir, listKeys(AccountName.make("user-1"))), [created])
      const failure = yield* connected(
        dataDir,
        Effect.flatMap(Operator, (operator) =>
          Effect.flip(operator.deactivateKey({ account: localAccount, id: ApiKeyId.make(created.id) }))
        )
      )
      assert.strictEqual(failure._tag === "RpcClientError" ? failure._tag : failure.code, "key_not_found")
      const events = yield* connected(
        dataDir,
        Effect.flatMap(Operator, (operator) => Stream.runCollect(operator.runSources({ name: "all" })))
      )
      assert.lengthOf(events, 6)
    })
  )

  it.live("holds racing creates of twenty connections to the limit", () =>
    Effect.gen(function* () {
      const dataDir = yield* temporaryDirectory()
      yield* serve(dataDir)
      const results = yield* Effect.forEach(
        Array.from({ length: 20 }),
        () => Effect.result(connected(dataDir, createKey())),
        { concurrency: "unbounded" }
      )
      const refused = results.filter(Result.isFailure).map(({ failure }) => failure)
      assert.deepStrictEqual(
        refused.map((failure) => (failure._tag === "Conflict" ? failure.code : failure._tag)),
        Array.from({ length: 20 - maxActiveKeys }, () => "key_limit_reached")
      )
      assert.lengthOf(yield* connected(dataDir, listKeys()), maxActiveKeys)
    })
  )

  it.live("is left by a command that asks nothing after all", () =>
    Effect.gen(function* () {
      const dataDir = yield* temporaryDirectory()
      yield* serve(dataDir)
      const connection = Option.getOrThrow(yield* Effect.scoped(RemoteOperator.dial(dataDir)))
      assert.isTrue(connection.destroyed)
    })
  )

  it.live("can be written to by its owner only", () =>
    Effect.gen(function* () {
      const dataDir = yield* temporaryDirectory()
      yield* serve(dataDir)
      assert.strictEqual(statSync(socketPath(dataDir)).mode & 0o777, 0o600)
    })
  )

  it.live("takes the place of the socket of a killed process", () =>
    Effect.gen(function* () {
      const dataDir = yield* temporaryDirectory()
      const listenAndDie =
        'require("node:net").createServer().listen(process.argv[1], () => process.kill(process.pid, "SIGKILL"))'
      spawnSync(process.execPath, ["-e", listenAndDie, socketPath(dataDir)])
      assert.isTrue(lstatSync(socketPath(dataDir)).isSocket())
      assert.deepStrictEqual(yield* RemoteOperator.dial(dataDir), Option.none())
      yield* serve(dataDir)
      assert.lengthOf(yield* connected(dataDir, listKeys()), 0)
    })
  )

  it.live("works in a directory whose path is too long for an address, and leaves nothing behind", () =>
    Effect.gen(function* () {
      const dataDir = yield* temporaryDirectory(join("d".repeat(60), "e".repeat(60)))
      const links = () => readdirSync(tmpdir()).filter((name) => name.startsWith("sonde-socket-"))
      const before = links()
      const scope = yield* Scope.make()
      yield* Scope.provide(serve(dataDir), scope)
      assert.lengthOf(yield* connected(dataDir, listKeys()), 0)
      yield* Scope.close(scope, Exit.void)
      assert.isFalse(existsSync(socketPath(dataDir)))
      assert.deepStrictEqual(links(), before)
    })
  )

  it.live("is gone with its service, and a command that is still connected is told", () =>
    Effect.gen(function* () {
      const dataDir = yield* temporaryDirectory()
      const scope = yield* Scope.make()
      yield* Scope.provide(serve(dataDir), scope)
      const failure = yield* connected(
        dataDir,
        Effect.gen(function* () {
          const operator = yield* Operator
          yield* listKeys()
          yield* Scope.close(scope, Exit.void)
          return yield* Effect.flip(operator.listKeys({ account: localAccount }))
        })
      )
      assert.strictEqual(failure._tag, "RpcClientError")
      assert.isFalse(existsSync(socketPath(dataDir)))
    })
  )

  it.live("is done without, with a warning, where it cannot be made", () =>
    Effect.gen(function* () {
      const dataDir = join(yield* temporaryDirectory(), "absent")
      const logged: Array<unknown> = []
      const logger = Logger.layer([Logger.make(({ logLevel, message }) => logged.push([logLevel, message]))])
      yield* Effect.provide(serve(dataDir), logger)
      assert.lengthOf(logged, 1)
      assert.match(JSON.stringify(logged), /^\[\["Warn",.*no control socket/)
      assert.deepStrictEqual(yield* RemoteOperator.dial(dataDir), Option.none())
    })
  )

  it.live("outlives a command that met a fault of ours", () =>
    Effect.gen(function* () {
      const dataDir = yield* temporaryDirectory()
      yield* Effect.provideService(serve(dataDir, servicesWithoutSources), References.MinimumLogLevel, "None")
      const listSources = Effect.flatMap(Operator, (operator) => operator.listSources())
      const exit = yield* Effect.exit(connected(dataDir, listSources))
      assert.include(String(exit), "The list of sources cannot be used")
      assert.lengthOf(yield* connected(dataDir, listKeys()), 0)
    })
  )
})
