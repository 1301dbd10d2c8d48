import { ConfigProvider, Effect } from "effect"
import { type ChildProcess, spawn } from "node:child_process"
import * as FileSystem from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { operatorLayer } from "../src/app/Commands.ts"
import { Settings } from "../src/config/Settings.ts"
import { AccountName, localAccount } from "../src/domain/Account.ts"
import { KeyName } from "../src/domain/ApiKey.ts"
import { allScopes } from "../src/domain/Scope.ts"
import { Operator } from "../src/operator/Operator.ts"

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

/** Flags of V8 for processes that end soon; a bench measures without any. */
export const v8Flags: ReadonlyArray<string> = process.env["V8_FLAGS"]?.split(" ").filter(Boolean) ?? []

export const runtimes = {
  /** As `npm start` begins. */
  node: ["sh", join(root, "bin/start.sh"), ...v8Flags],
  deno: [
    join(root, "node_modules/.bin/deno"),
    "run",
    "--allow-all",
    "--node-modules-dir=manual",
    "--no-check",
    ...v8Flags.map((flag) => `--v8-flags=${flag}`)
  ],
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

/** Does what a command would, on its way, but in this process: the command line by itself takes a second. */
const asOperator = <A, E>(environment: Record<string, string>, effect: Effect.Effect<A, E, Operator>): Promise<A> =>
  effect.pipe(
    Effect.provide(operatorLayer),
    Effect.provide(Settings.layer),
    Effect.provide(ConfigProvider.layer(ConfigProvider.fromEnv({ env: environment }))),
    Effect.runPromise
  )

/** A new key of all scopes, which on Postgres needs no service that runs. */
export const createKey = (environment: Record<string, string>, account = "local"): Promise<string> =>
  asOperator(
    environment,
    Effect.flatMap(Operator, (operator) =>
      operator.createKey({
        account: AccountName.make(account),
        name: KeyName.make("test"),
        scopes: allScopes,
        expires_at: null
      })
    )
  ).then(({ key }) => key)

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
    loginLink: () =>
      asOperator(
        environment,
        Effect.flatMap(Operator, (operator) => operator.createLoginLink({ account: localAccount }))
      ).then(({ url }) => url),
    startedIn: performance.now() - begun,
    output,
    exited,
    stop: (signal = "SIGTERM") => {
      child.kill(signal)
      return exited
    }
  }
}
