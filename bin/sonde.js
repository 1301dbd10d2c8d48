#!/usr/bin/env node
import { spawn } from "node:child_process"
import { existsSync, realpathSync } from "node:fs"
import { createRequire } from "node:module"
import { constants } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

/*
 * The installed command: runs the service (`start`, `demo`) or a command on the Node that comes with the package,
 * whatever Node the system has. Plain JavaScript, for Node 20.
 */

const own = fileURLToPath(import.meta.url)
const root = dirname(dirname(realpathSync(own)))
const require = createRequire(own)

/** The Node of an optional dependency; else the one that runs this file. */
const node = () => {
  for (const name of [`node-${process.platform}-${process.arch}`, `node-bin-${process.platform}-${process.arch}`])
    try {
      const bin = join(dirname(require.resolve(`${name}/package.json`)), "bin", "node")
      for (const path of [bin, `${bin}.exe`]) if (existsSync(path)) return path
    } catch {
      // Not for this machine.
    }
  return process.execPath
}

// A package has no types (bin/pack.ts), a checkout has them.
const isPacked = existsSync(join(root, "dist"))
const module = (/** @type {string} */ path) =>
  isPacked ? join(root, "dist", path.replace(/\.ts$/, ".js")) : join(root, path)

const args = process.argv.slice(2)
const service = args.length === 1 ? { start: "src/main.ts", demo: "src/demo/main.ts" }[args[0] ?? ""] : undefined

// Saves memory, as `npm start` does: docs/operating.md says what these are.
const economical = { MALLOC_ARENA_MAX: "1", MALLOC_MMAP_THRESHOLD_: "131072", MALLOC_TRIM_THRESHOLD_: "131072" }

const child =
  service === undefined
    ? spawn(node(), [module("src/cli.ts"), ...args], { stdio: "inherit" })
    : spawn(node(), ["--max-semi-space-size=8", module(service)], {
        stdio: "inherit",
        env: { ...economical, ...process.env }
      })

// From a terminal the child gets them as well; what was sent to this process alone is passed on.
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]))
  process.on(signal, () => {
    if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal)
  })
child.on("error", (error) => {
  console.error(`sonde: ${error.message}`)
  process.exitCode = 1
})
child.on("exit", (code, signal) => {
  if (code === 127)
    console.error("sonde: its Node needs libraries that are not installed here; on Debian: apt-get install libatomic1")
  process.exitCode = code ?? 128 + (signal === null ? 0 : constants.signals[signal])
})
