import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { type ChildProcess, spawn } from "node:child_process"
import { randomUUID } from "node:crypto"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { freePort } from "../harness/FreePort.ts"
import type { Bench } from "./Bench.ts"
import { aligned, digits, median } from "./Figures.ts"
import { family } from "./http/Cores.ts"
import { postgres, PostgresUrl } from "./Postgres.ts"

const root = join(import.meta.dirname, "..")

/** Seconds after which the memory of a start is collected. */
const settlingMillis = 10_000

/** What the process or its children hold, in MiB; NaN where there is no /proc. */
export const residentMiB = (pid: number): number => {
  try {
    const status = readFileSync(`/proc/${family(pid).at(-1)}/status`, "utf8")
    return Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1_024
  } catch {
    return Number.NaN
  }
}

const end = (child: ChildProcess) =>
  Effect.promise(
    () =>
      new Promise<void>((resolve) => {
        if (child.exitCode !== null || child.signalCode !== null) return resolve()
        child.once("exit", () => resolve())
        child.kill("SIGTERM")
      })
  )

/** Milliseconds from a command to its first 200, and what it holds once it rests. */
const launch = Effect.fnUntraced(function* (
  command: ReadonlyArray<string>,
  path: string,
  environment: Record<string, string>,
  settling: number
) {
  const port = yield* Effect.promise(freePort)
  const begun = performance.now()
  const child = yield* Effect.acquireRelease(
    Effect.sync(() =>
      spawn(command[0]!, command.slice(1), {
        cwd: root,
        stdio: "ignore",
        env: { ...process.env, PORT: String(port), INGEST_ENABLED: "false", ...environment }
      })
    ),
    end
  )
  const first = yield* Effect.promise(async () => {
    for (;;) {
      if (child.exitCode !== null) throw new Error(`${command.join(" ")} ended with ${child.exitCode}`)
      try {
        const { status } = await fetch(`http://127.0.0.1:${port}${path}`)
        if (status === 200) return performance.now() - begun
      } catch {
        // It does not listen yet.
      }
      await sleep(5)
    }
  })
  yield* Effect.promise(() => sleep(settling))
  return { first, memory: residentMiB(child.pid!) }
}, Effect.scoped)

/**
 * How long it takes from `npm start` until it is ready, and what it holds then, beside Fastify that does nothing but
 * listen.
 */
export const start: Bench = {
  name: "start",
  run: ({ short }) =>
    Effect.gen(function* () {
      const url = yield* PostgresUrl
      const sql = yield* SqlClient.SqlClient
      const settling = short ? 0 : settlingMillis
      const sonde = (environment: Record<string, string>) =>
        launch(["npm", "start", "--silent"], "/readyz", environment, settling)
      const found = new Map<string, Array<Effect.Success<ReturnType<typeof launch>>>>()
      const note = (name: string, one: Effect.Success<ReturnType<typeof launch>>) =>
        found.set(name, [...(found.get(name) ?? []), one])
      for (let round = 0; round < (short ? 1 : 5); round++) {
        const directory = mkdtempSync(join(tmpdir(), "sonde-bench-"))
        yield* Effect.addFinalizer(() => Effect.sync(() => rmSync(directory, { recursive: true, force: true })))
        const database = `sonde_bench_${randomUUID().replaceAll("-", "")}`
        yield* Effect.acquireRelease(sql`create database ${sql(database)}`, () =>
          Effect.orDie(sql`drop database ${sql(database)} with (force)`)
        )
        const onPostgres = { DATABASE_URL: new URL(`/${database}`, url).href, DATA_DIR: directory }
        const embedded = { DATA_DIR: join(directory, "embedded"), DATABASE_URL: "" }
        if (!short) {
          note("PGlite, fresh", yield* sonde(embedded))
          note("PGlite, existing", yield* sonde(embedded))
        }
        note("Postgres, fresh", yield* sonde(onPostgres))
        note("Postgres, existing", yield* sonde(onPostgres))
        const peer = [process.execPath, "bench/peers/empty.ts"]
        note("Fastify, one route and no database", yield* launch(peer, "/", {}, settling))
      }
      const rows = [...found].map(([name, of]) => ({
        name,
        first: median(of.map(({ first }) => first)),
        memory: median(of.map(({ memory }) => memory))
      }))
      return {
        figures: Object.fromEntries(rows.map(({ first, name }) => [`${name}: ms`, first])),
        lines: [
          `from the command to the first 200 of /readyz; memory ${settling / 1_000} s later; medians of ${short ? 1 : 5}`,
          ...aligned([
            ["", "ms", "MiB"],
            ...rows.map(({ first, memory, name }) => [name, digits(first), digits(memory)])
          ]).map((line) => `  ${line}`)
        ]
      }
    }).pipe(Effect.scoped, Effect.provide(postgres))
}
