import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option, Stream } from "effect"
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { gunzipSync } from "node:zlib"
import { AccountName } from "../../src/domain/Account.ts"
import * as ControlSocket from "../../src/operator/ControlSocket.ts"
import * as RemoteOperator from "../../src/operator/RemoteOperator.ts"
import { Accounts } from "../../src/storage/accounts/Accounts.ts"
import { Backup } from "../../src/storage/Backup.ts"
import { forEachDatabase } from "../support/Databases.ts"
import { sonde } from "./Commands.ts"
import { services, temporaryDirectory } from "./Operators.ts"

/** The command line beside a running service whose storage has this backup. */
const beside = <E>(backup: Layer.Layer<Backup, E>) =>
  Effect.gen(function* () {
    const directory = yield* temporaryDirectory()
    yield* Layer.build(ControlSocket.layer(directory).pipe(Layer.provide(Layer.merge(services, backup))))
    const dialled = Effect.map(RemoteOperator.dial(directory), (connection) =>
      RemoteOperator.layer(Option.getOrThrow(connection))
    )
    return { directory, run: sonde(Layer.unwrap(dialled)) }
  })

forEachDatabase((name, database) => {
  describe(`sonde backup and restore on ${name}`, () => {
    it.live("keep in a file what a running service has stored, and bring it back", () =>
      Effect.gen(function* () {
        const stored = yield* Layer.build(Layer.mergeAll(Backup.layer, Accounts.layer).pipe(Layer.provide(database)))
        yield* Effect.flatMap(Accounts, (accounts) => accounts.ensure(AccountName.make("boss"))).pipe(
          Effect.provide(stored)
        )
        const { directory, run } = yield* beside(Layer.succeedContext(stored))
        const file = join(directory, "kept.gz")
        const kept = yield* run("backup", file)
        assert.strictEqual(kept.code, 0, kept.stderr)
        assert.match(kept.stdout, /^\S+kept\.gz: \d+ rows, \d+ KB\./)
        assert.strictEqual(statSync(file).mode & 0o777, 0o600)
        assert.include(gunzipSync(readFileSync(file)).toString(), "boss")

        const again = yield* run("backup", file)
        assert.deepStrictEqual(
          [again.code, again.stderr],
          [1, `sonde: ${file} exists already, and is not overwritten\n`]
        )

        const full = yield* run("restore", file)
        assert.strictEqual(full.code, 1)
        assert.include(full.stderr, "There is something in the database already (accounts)")

        const fresh = yield* beside(Backup.layer.pipe(Layer.provide(database), Layer.fresh))
        const done = yield* fresh.run("restore", file)
        assert.strictEqual(done.code, 0, done.stderr)
        writeFileSync(join(directory, "text"), "no backup")
        const text = yield* fresh.run("restore", join(directory, "text"))
        assert.strictEqual(text.code, 2)
        assert.include(text.stderr, "text is not a file that `sonde backup` wrote")
        writeFileSync(join(directory, "cut.gz"), readFileSync(file).subarray(0, 200))
        const cut = yield* fresh.run("restore", join(directory, "cut.gz"))
        assert.strictEqual(cut.code, 1)
        assert.include(cut.stderr, "This is no whole backup of Sonde")
        const nowhere = yield* fresh.run("restore", join(directory, "nowhere"))
        assert.strictEqual(nowhere.code, 2)
        assert.include(nowhere.stderr, `does not exist: ${join(directory, "nowhere")}`)
        const copy = join(directory, "copy.gz")
        assert.strictEqual((yield* fresh.run("backup", copy)).code, 0)
        assert.include(gunzipSync(readFileSync(copy)).toString(), "boss")
      })
    )
  })
})

describe("sonde backup", () => {
  it.live("leaves no file behind when it fails", () =>
    Effect.gen(function* () {
      const broken = Stream.concat(Stream.make('"a row"\n'), Stream.die(new Error("the disk is gone")))
      const { directory, run } = yield* beside(
        Layer.succeed(Backup, { dump: broken, restore: () => Effect.die(new Error("not here")) })
      )
      const file = join(directory, "kept.gz")
      const { code, stderr, stdout } = yield* run("backup", file)
      assert.deepStrictEqual([code, stdout, existsSync(file)], [1, "", false])
      assert.include(stderr, "the disk is gone")
      const nowhere = yield* run("backup", join(directory, "none", "kept.gz"))
      assert.strictEqual(nowhere.code, 1)
      assert.include(nowhere.stderr, "cannot be written")
    })
  )
})
