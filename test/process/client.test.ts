import { execFile, spawn } from "node:child_process"
import * as FileSystem from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { Effect, Layer } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { freePort } from "../../harness/FreePort.ts"
import { runtimes, type Service, startService, temporaryDirectory } from "../../harness/Service.ts"
import { Surroundings } from "../../src/operator/client/Login.ts"
import { Operator } from "../../src/operator/Operator.ts"
import { sonde } from "../operator/Commands.ts"
import { placeDatabase } from "../support/Databases.ts"
import { curlsIn, examplesIn, placed, provePython, python, runAgent, runPython, sondesIn } from "../support/Examples.ts"

const run = promisify(execFile)
const root = join(import.meta.dirname, "../..")

const [data, reader] = [temporaryDirectory(), temporaryDirectory()]
const [client, agent] = await Promise.all([python("httpx"), python("httpx2, mcp")])
let service: Service
let SONDE_KEY = ""

const inReader = (...parts: ReadonlyArray<string>) => join(reader.path, ...parts)

/** What documents tell a reader to do: programs beside the service's own, with an Effect of their own. */
beforeAll(async () => {
  const port = await freePort()
  service = await startService({
    DATA_DIR: placeDatabase(data.path),
    RESEARCH_SECONDS: "0",
    // An endpoint that mails needs them; nothing is sent.
    SMTP_URL: "smtp://127.0.0.1:9",
    MAIL_FROM: "sonde@example.com",
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`
  })
  SONDE_KEY = await service.createKey()
  FileSystem.mkdirSync(inReader("node_modules/@sonde/client"), { recursive: true })
  // As npm installs a directory.
  FileSystem.symlinkSync(root, inReader("node_modules/sonde"))
  FileSystem.cpSync(join(root, "node_modules/effect"), inReader("node_modules/effect"), {
    recursive: true,
    dereference: true,
    filter: (path) => !/\/(src|ai-docs)$|\.map$/.test(path)
  })
  // As npm packs it: without its sources.
  FileSystem.cpSync(join(root, "clients/typescript/package.json"), inReader("node_modules/@sonde/client/package.json"))
  const dist = inReader("node_modules/@sonde/client/dist")
  await run(join(root, "node_modules/.bin/tsc"), ["--project", join(root, "clients/typescript"), "--outDir", dist])
  FileSystem.writeFileSync(inReader("package.json"), '{ "type": "module" }')
  const programs = [...examplesIn("effect"), ...examplesIn("typescript")]
  programs.forEach(({ program }, n) => FileSystem.writeFileSync(inReader(`${n}.ts`), placed(program, service.url)))
}, 60_000)

afterAll(async () => {
  await service.stop()
  for (const { remove } of [data, reader]) remove()
})

describe("the programs of the documents", { timeout: 60_000 }, () => {
  for (const runtime of ["node", "deno"] as const) {
    const command = runtime === "node" ? process.execPath : runtimes.deno[0]!
    const options = runtime === "deno" ? ["run", "--allow-net", "--allow-env"] : []

    it(`run on ${runtime}`, async () => {
      const env = { ...process.env, SONDE_KEY }
      const [effect, ...others] = [...examplesIn("effect"), ...examplesIn("typescript")]
      const { stdout } = await run(command, [...options, "0.ts"], { cwd: reader.path, env })
      assert.strictEqual(stdout, "[]\n")
      assert.isNull(effect!.until)
      for (const [n, { until }] of others.entries()) {
        const file = `${n + 1}.ts`
        if (until === null) {
          const { stdout } = await run(command, [...options, file], { cwd: reader.path, env })
          if (n === 0) assert.match(stdout, /^# Comprehensive analysis: electric vehicle charging$/m)
          continue
        }
        const child = spawn(command, [...options, file], {
          cwd: reader.path,
          env,
          stdio: ["ignore", "pipe", "inherit"]
        })
        const ended = new Promise((resolve) => child.on("exit", resolve))
        for await (const chunk of child.stdout) if (String(chunk).includes(until)) break
        child.kill("SIGKILL")
        await ended
      }
    })
  }

  it("have the types that the clients' answers have", async () => {
    const compilerOptions = {
      module: "nodenext",
      target: "es2024",
      strict: true,
      noEmit: true,
      allowImportingTsExtensions: true,
      skipLibCheck: true,
      types: ["node"],
      typeRoots: [join(root, "node_modules/@types")]
    }
    FileSystem.writeFileSync(inReader("tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts"] }))
    await run(join(root, "node_modules/.bin/tsc"), ["--project", "."], { cwd: reader.path })
  })

  it.skipIf(client === null)(
    "run on a Python that has httpx, where the client keeps its other promises too",
    async () => {
      const [[first]] = await Promise.all([runPython(client!, service.url, SONDE_KEY), provePython(client!)])
      assert.match(first!, /^# Comprehensive analysis: electric vehicle charging$/m)
    }
  )
})

it.skipIf(agent === null)("the MCP SDK for Python uses the service, where it is", async () => {
  assert.strictEqual(await runAgent(agent!, service.url, SONDE_KEY), "ok\n")
})

/** How an answer begins that is no JSON. */
const beginnings = [
  ["text/markdown", /^# /],
  ["text/csv", /^id,title,/]
] as const

describe("the lines for curl", { timeout: 60_000 }, () => {
  for (const document of ["README.md", "docs/api.md"]) {
    it(`of ${document} work as they stand`, async () => {
      const commands = curlsIn(document)
      assert.isAbove(commands.length, 1)
      const headers = { "x-api-key": SONDE_KEY }
      for (const command of commands) {
        const answer = await fetch(`${service.url}/api/v1/public/reports`, { headers })
        const [report] = ((await answer.json()) as { data: { reports: ReadonlyArray<{ id: number }> } }).data.reports
        const line = placed(command, service.url)
          .replace("sonde_live_…", `'"$SONDE_KEY"'`)
          .replace("<id>", String(report?.id))
        // The key comes by the environment: a command that fails is shown.
        const quiet = line.replace(/^curl/, "curl --silent --show-error --fail-with-body")
        const { stdout } = await run("sh", ["-c", quiet], { env: { ...process.env, SONDE_KEY } })
        const begins = beginnings.find(([type]) => command.includes(type))?.[1] ?? /^\{"success":true,"data":/
        assert.match(stdout, begins, command)
      }
    })
  }
})

describe("the lines for the command line", { timeout: 60_000 }, () => {
  for (const document of ["README.md", "docs/command-line.md"]) {
    it(`of ${document} work as they stand`, async () => {
      const headers = { "x-api-key": SONDE_KEY }
      const answer = await fetch(`${service.url}/api/v1/public/reports`, { headers })
      const [report] = ((await answer.json()) as { data: { reports: ReadonlyArray<{ id: number }> } }).data.reports
      // They run until they are stopped; other tests start the service and the demo.
      const lines = sondesIn(document).filter(({ words: [name] }) => name !== "start" && name !== "demo")
      assert.isAbove(lines.length, 1)
      const home = temporaryDirectory()
      const env = { HOME: home.path, SONDE_URL: service.url }
      const operator = Layer.effect(Operator, Effect.die("the operator was called for"))
      try {
        for (const { file, line, words } of lines) {
          const args = words.map((word) =>
            word === "17" ? String(report!.id) : placed(word, service.url).replace("https://sonde.example", service.url)
          )
          const output = args.indexOf("--output") + 1
          if (output > 0) args[output] = join(home.path, args[output]!)
          const { code, stderr, stdout } = await Effect.runPromise(
            sonde(
              operator,
              undefined,
              `${SONDE_KEY}\n`
            )(...args).pipe(Effect.provideService(Surroundings, { env, fetch }))
          )
          assert.strictEqual(code, 0, `${line}: ${stderr}`)
          if (output > 0) assert.isTrue(FileSystem.existsSync(args[output]!), line)
          else assert.isNotEmpty(stdout, line)
          if (file === "report.md") assert.match(stdout, /^# /)
        }
      } finally {
        home.remove()
      }
    })
  }
})
