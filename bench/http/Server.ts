import { Effect } from "effect"
import { type ChildProcess, spawn } from "node:child_process"
import { join } from "node:path"
import { onCores } from "./Cores.ts"

/** A server to measure: a program, and what tells it how to run. */
export interface Contestant {
  readonly name: string
  readonly program: string
  readonly environment?: Record<string, string>
}

/** The service as `npm start` runs it on Postgres, its limit on but out of reach. */
export const sonde = (environment: Record<string, string> = {}): Contestant => ({
  name: "Sonde",
  program: "src/main.ts",
  environment: { INGEST_ENABLED: "false", RATE_LIMIT_PER_MINUTE: "100000000", LOG_LEVEL: "warn", ...environment }
})

/** A program of bench/peers. */
export const peer = (name: string, file: string, environment: Record<string, string> = {}): Contestant => ({
  name,
  program: `bench/peers/${file}.ts`,
  environment
})

/** Tells a peer to remember keys and answers. */
export const remembering = { REMEMBER: "true" }

export interface Running {
  readonly name: string
  readonly url: string
  readonly pid: number
}

const root = join(import.meta.dirname, "../..")

const stop = (child: ChildProcess) =>
  Effect.promise(
    () =>
      new Promise<void>((resolve) => {
        if (child.exitCode !== null || child.signalCode !== null) return resolve()
        child.once("exit", () => resolve())
        // Whom it has started ends with it.
        child.kill("SIGKILL")
      })
  )

/** Starts a server on so many cores and waits until it says where it listens; it ends with the scope. */
export const start = Effect.fnUntraced(function* (
  { environment, name, program }: Contestant,
  databaseUrl: string,
  cores = 1
) {
  const [command, ...args] = onCores(cores, [process.execPath, program])
  const child = yield* Effect.acquireRelease(
    Effect.sync(() =>
      spawn(command!, args, {
        cwd: root,
        stdio: ["ignore", "pipe", "pipe"],
        env: { PATH: process.env["PATH"], DATABASE_URL: databaseUrl, PORT: "0", ...environment }
      })
    ),
    stop
  )
  const url = yield* Effect.callback<string, Error>((resume) => {
    let output = ""
    const look = (chunk: Buffer) => {
      output += chunk.toString()
      const port = /listening (\d+)/.exec(output)?.[1] ?? /Sonde is at http:\/\/[^:]+:(\d+)/.exec(output)?.[1]
      if (port !== undefined) resume(Effect.succeed(`http://127.0.0.1:${port}`))
    }
    child.stdout.on("data", look)
    child.stderr.on("data", look)
    child.once("exit", () => resume(Effect.fail(new Error(`${name} ended at its start:\n${output}`))))
  })
  return { name, url, pid: child.pid! } satisfies Running
})
