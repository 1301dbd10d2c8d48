import { Effect } from "effect"
import { spawn } from "node:child_process"
import { once } from "node:events"
import * as Path from "node:path"
import { createInterface } from "node:readline"
import { v8Flags } from "../../harness/Service.ts"

/** Runs a script of test/support in a child process; `lines` are what it writes, `kill` is kill -9. */
export const child = (script: string, argument: string) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const path = Path.join(import.meta.dirname, script)
      const running = spawn(process.execPath, [...v8Flags, path, argument], { stdio: ["ignore", "pipe", "inherit"] })
      const exited = once(running, "exit")
      const lines = createInterface({ input: running.stdout })[Symbol.asyncIterator]()
      return {
        pid: running.pid!,
        line: Effect.promise(async () => String((await lines.next()).value)),
        rest: Effect.promise(async () => {
          const rest: Array<string> = []
          for (let next = await lines.next(); !next.done; next = await lines.next()) rest.push(next.value)
          return rest
        }),
        kill: Effect.promise(async () => {
          running.kill("SIGKILL")
          await exited
        })
      }
    }),
    (running) => running.kill
  )
