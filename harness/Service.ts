import { type ChildProcess, spawn } from "node:child_process"
import * as FileSystem from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** The service as a process, as an operator starts it. */
export interface Service {
  readonly process: ChildProcess
  readonly url: string
  /** What it has printed, which holds no key: null but for the demo. */
  readonly printedKey: string | null
  /** A new key of all scopes, or a sign-in link, by the command line: nothing prints them but to a terminal. */
  readonly createKey: () => Promise<string>
  readonly loginLink: () => Promise<string>
  /** Milliseconds from the start to the greeting. */
  readonly startedIn: number
  readonly output: () => string
  /** The exit code, when it has ended by whatever cause (null: killed). */
  readonly exited: Promise<number | null>
  /** Sends the signal, and resolves with the exit code (null: killed). */
  readonly stop: (signal?: NodeJS.Signals) => Promise<number | null>
}

const root = join(import.meta.dirname, "..")

export const runtimes = {
  /** As `npm start` begins. */
  node: ["sh", join(root, "bin/start.sh")],
  deno: [join(root, "node_modules/.bin/deno"), "run", "--allow-all", "--node-modules-dir=manual", "--no-check"],
  /** Its programs are the scripts of package.json. */
  npm: ["npm", "--prefix", root, "run"]
} as const

export type Runtime = keyof typeof runtimes

/** A directory of its own, removed by the returned function. */
export const temporaryDirectory = (): { readonly path: string; readonly remove: () => void } => {
  const path = FileSystem.mkdtempSync(join(tmpdir(), "sonde-test-"))
  return { path, remove: () => FileSystem.rmSync(path, { recursive: true, force: true }) }
}

/** To every process of the group that the child leads, as a terminal sends its Ctrl-C. */
export const signalGroup = (child: ChildProcess, signal: NodeJS.Signals): void => {
  process.kill(-child.pid!, signal)
}

const running = new Set<ChildProcess>()
process.on("exit", () =>
  running.forEach((child) => {
    try {
      signalGroup(child, "SIGKILL")
    } catch {
      // All of the group has ended.
    }
  })
)

/** Starts a program of the project without waiting for anything. */
export const spawnProgram = (
  program: string,
  environment: Record<string, string>,
  runtime: Runtime = "node",
  args: ReadonlyArray<string> = []
): { readonly child: ChildProcess; readonly output: () => string; readonly exited: Promise<number | null> } => {
  const [command, ...prefix] = runtimes[runtime]
  const inherited = Object.fromEntries(
    ["PATH", "HOME", "TMPDIR", "NODE_COMPILE_CACHE"].flatMap((name) =>
      process.env[name] === undefined ? [] : [[name, process.env[name]]]
    )
  )
  const child = spawn(command!, [...prefix, runtime === "npm" ? program : join(root, program), ...args], {
    // Not where a developer may have an .env of his own.
    cwd: tmpdir(),
    detached: true,
    env: {
      ...inherited,
      PORT: "0",
      INGEST_ENABLED: "false",
      SOURCES_FILE: join(root, "sources.default.json"),
      ...environment
    }
  })
  running.add(child)
  let output = ""
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()))
  const exited = new Promise<number | null>((resolve) => {
    child.once("close", (code) => {
      running.delete(child)
      resolve(code)
    })
  })
  return { child, output: () => output, exited }
}

/** What a command of an operator prints for programs. */
const ask = async <A>(environment: Record<string, string>, ...command: ReadonlyArray<string>): Promise<A> => {
  const asked = spawnProgram("src/cli.ts", environment, "node", [...command, "--json"])
  if ((await asked.exited) !== 0) throw new Error(`${command.join(" ")} failed:\n${asked.output()}`)
  return JSON.parse(asked.output()) as A
}

/** A new key of all scopes, by the command line, which on Postgres needs no service that runs. */
export const createKey = (environment: Record<string, string>, account = "local"): Promise<string> =>
  ask<{ key: string }>(environment, "keys", "create", "--name", "test", "--scopes", "all", "--account", account).then(
    ({ key }) => key
  )

/** Starts the service and waits for its greeting. Port 0 and no ingestion, unless told. */
export const startService = async (
  environment: Record<string, string>,
  options: { readonly runtime?: Runtime; readonly program?: string } = {}
): Promise<Service> => {
  const begun = performance.now()
  const { child, exited, output } = spawnProgram(options.program ?? "src/main.ts", environment, options.runtime)
  const greeted = new Promise<void>((resolve) => {
    const look = () => {
      if (/OpenAPI {2}http\S+/.test(output())) resolve()
    }
    child.stdout?.on("data", look)
  })
  const first = await Promise.race([greeted, exited])
  if (child.exitCode !== null || first === null) throw new Error(`the service ended at its start:\n${output()}`)
  return {
    process: child,
    url: /OpenAPI {2}(http\S+)\/openapi\.json/.exec(output())![1]!,
    printedKey: /sonde_live_[0-9a-f]{48}/.exec(output())?.[0] ?? null,
    createKey: () => createKey(environment),
    loginLink: () => ask<{ url: string }>(environment, "login-link").then(({ url }) => url),
    startedIn: performance.now() - begun,
    output,
    exited,
    stop: (signal = "SIGTERM") => {
      child.kill(signal)
      return exited
    }
  }
}
