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
