import { assert, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { existsSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { join } from "node:path"
import { afterAll, describe } from "vitest"
import { newPostgres } from "../support/Databases.ts"
import { faultProxy } from "../support/FaultProxy.ts"
import { spawnProgram, temporaryDirectory } from "../../harness/Service.ts"

const directories: Array<() => void> = []
afterAll(() => directories.forEach((remove) => remove()))

const newDirectory = () => {
  const { path, remove } = temporaryDirectory()
  directories.push(remove)
  return path
}

/** A port that is listened on, until the scope closes. */
const takenPort = Effect.acquireRelease(
  Effect.callback<{ readonly port: number; readonly close: () => void }>((resume) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address()
      const port = typeof address === "object" && address !== null ? address.port : 0
      resume(Effect.succeed({ port, close: () => server.close() }))
    })
  }),
  ({ close }) => Effect.sync(close)
)

/** A start that is refused: what it says, and its exit code. */
const refused = (environment: Record<string, string>) =>
  Effect.promise(async () => {
    const { exited, output } = spawnProgram("src/main.ts", environment)
    const code = await exited
    assert.notInclude(output(), "    at ", "words, not a stack")
    return { code, output: output() }
  })

// Some seconds each; a busy machine with all test files at once takes longer.
describe("the start of the service", { timeout: 120_000 }, () => {
  it.live("is refused with every setting that cannot be used, whatever is wrong with it", () =>
    Effect.gen(function* () {
      const { port } = yield* takenPort
      const sources = join(newDirectory(), "sources.json")
      writeFileSync(sources, '{ "feeds": [{ "url": "nowhere" }], "redit": {} }')
      const { code, output } = yield* refused({
        PORT: String(port),
        LOG_LEVEL: "loud",
        DATA_DIR: "/dev/null/data",
        SOURCES_FILE: sources,
        OIDC_ISSUER: "no issuer",
        REDDIT_CLIENT_ID: "app",
        RANK_SOURCE: "google_cse"
      })
      // Another start would fail in the same way; that of a port or a directory may not.
      assert.strictEqual(code, 78)
      for (const fault of [
        `PORT ${port} is taken`,
        "LOG_LEVEL must be",
        "DATA_DIR /dev/null/data cannot be used",
        `SOURCES_FILE ${sources}: feeds[0].url`,
        `SOURCES_FILE ${sources}: redit`,
        "OIDC_ISSUER must be",
        "OIDC_AUDIENCE or OIDC_CLIENT_ID, or both, must be set when OIDC_ISSUER is",
        "REDDIT_CLIENT_ID and REDDIT_CLIENT_SECRET must be set together",
        "GOOGLE_CSE_KEY must be set when RANK_SOURCE is google_cse",
        "GOOGLE_CSE_ID must be set when RANK_SOURCE is google_cse"
      ])
        assert.include(output, `  ${fault}`)
    })
  )

  it.live("says how a database is named, with nothing in it that looks like a secret and is hidden", () =>
    Effect.gen(function* () {
      const { output } = yield* refused({ DATABASE_URL: "mysql://there/sonde" })
      assert.include(output, "  DATABASE_URL must be a URL such as postgres://host:5432/database")
      assert.notInclude(output, "[redacted]")
    })
  )

  it.live("leaves the database alone when nobody could reach the service", () =>
    Effect.gen(function* () {
      const { port } = yield* takenPort
      const DATA_DIR = newDirectory()
      const { code, output } = yield* refused({ DATA_DIR, PORT: String(port), SOURCES_FILE: join(DATA_DIR, "none") })
      assert.strictEqual(code, 1)
      assert.include(output, `PORT ${port} is taken`)
      assert.include(output, "there is no such file")
      assert.isFalse(existsSync(join(DATA_DIR, "pg")))
      const elsewhere = yield* refused({ DATA_DIR, HOST: "203.0.113.1" })
      assert.include(elsewhere.output, "HOST 203.0.113.1 is no address of this machine")
    })
  )

  it.live("is refused where no directory can be made, and does not try forever", () =>
    Effect.gen(function* () {
      const { code, output } = yield* refused({ DATA_DIR: "/proc/sonde" })
      assert.strictEqual(code, 1)
      assert.include(output, "DATA_DIR /proc/sonde cannot be used")
    })
  )

  it.live("waits for a Postgres that is not up yet, and says so without its password", () =>
    Effect.gen(function* () {
      const url = new URL(Redacted.value(yield* newPostgres))
      const server = yield* faultProxy({ host: url.hostname, port: Number(url.port || 5432) })
      yield* server.become("refuse")
      url.hostname = "127.0.0.1"
      url.port = String(server.port)
      url.password ||= "hunter2"
      const { child, exited, output } = spawnProgram("src/main.ts", { DATABASE_URL: url.href })
      const said = (text: string) =>
        Effect.promise(
          () =>
            new Promise<void>((resolve) => {
              const look = () => (output().includes(text) ? resolve() : undefined)
              child.stdout?.on("data", look)
              look()
            })
        )
      yield* said(`DATABASE_URL (127.0.0.1:${server.port}) cannot be reached yet`)
      yield* server.become("pass")
      yield* said("Sonde is at http")
      assert.notInclude(output(), url.password)
      child.kill("SIGTERM")
      assert.strictEqual(yield* Effect.promise(() => exited), 0)
    })
  )

  it.live("is refused at once by a Postgres that does not have the database", () =>
    Effect.gen(function* () {
      const url = new URL(Redacted.value(yield* newPostgres))
      url.pathname = "/nowhere"
      const { code, output } = yield* refused({ DATABASE_URL: url.href })
      assert.strictEqual(code, 1)
      assert.include(output, `DATABASE_URL (${url.host}) cannot be used: database "nowhere" does not exist`)
    })
  )
})
