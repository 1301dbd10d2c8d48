import { execFileSync } from "node:child_process"
import * as FileSystem from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { startService, temporaryDirectory } from "../../harness/Service.ts"
import { camel } from "../../clients/Model.ts"
import { type Call, callsOf } from "./Calls.ts"
import { provePython, runPython } from "./Examples.ts"

/*
 * What is too heavy for `npm test`: hey-api, orval and openapi-python-client make clients from openapi.json, these
 * compile, and make every call of a running service; so does the client for Python, for which mypy looks at its types.
 * It needs Python 3.10 or later (`SONDE_PYTHON` names one) and the registries of npm and PyPI, and fails without them.
 */

const root = join(import.meta.dirname, "../..")
const generators = join(root, "test/clients/generators")
const work = join(generators, "generated")

const run = (command: string, args: ReadonlyArray<string>, cwd: string, input = "", key = ""): string => {
  try {
    const env = { ...process.env, PYTHONPATH: [work, join(root, "clients/python/src")].join(":"), SONDE_KEY: key }
    return execFileSync(command, args, {
      cwd,
      env,
      encoding: "utf8",
      stdio: ["pipe", "pipe", "pipe"],
      input
    })
  } catch (error) {
    const { stderr, stdout } = error as { readonly stderr?: string; readonly stdout?: string }
    throw new Error(`${[command, ...args].join(" ")} failed:\n${stdout}${stderr}`, { cause: error })
  }
}

/** The bin of a generator, which stands in its package's package.json. */
const bin = (name: string): string => {
  const directory = join(generators, "node_modules", name)
  const { bin } = JSON.parse(FileSystem.readFileSync(join(directory, "package.json"), "utf8"))
  return join(directory, typeof bin === "string" ? bin : (Object.values(bin)[0] as string))
}

const part = (values: object): string => (Object.keys(values).length === 0 ? "" : JSON.stringify(values))

/** Every call, written for hey-api's client. */
const heyProgram = (calls: ReadonlyArray<Call>) =>
  `import { client } from "./client.gen"\nimport * as sdk from "./sdk.gen"\n
export const calls = (baseUrl: string, headers: Record<string, string>) => {
  client.setConfig({ baseUrl, headers })
  return {
${calls
  .map(({ body, id, params, path }) => {
    const parts = {
      path: part(params.path),
      query: part(params.query),
      headers: part(params.header),
      body: body === null ? "" : JSON.stringify(body)
    }
    const request = Object.entries(parts).flatMap(([name, text]) => (text === "" ? [] : [`${name}: ${text}`]))
    const isStream = path.endsWith("/stream")
    return `    ${JSON.stringify(id)}: ${isStream ? "async " : ""}() => ${
      isStream
        ? `{ await sdk.${camel(id.replace(".", "_"))}(); return { response: { status: 200 } } }`
        : `sdk.${camel(id.replace(".", "_"))}({ ${request.join(", ")} })`
    }`
  })
  .join(",\n")}
  }
}
`

/** Every call, written for orval's functions over fetch. */
const orvalProgram = (calls: ReadonlyArray<Call>) =>
  `import * as sonde from "./sonde"\n
export const calls = (headers: Record<string, string>) => ({
${calls
  .map(({ body, id, params, path }) => {
    const { header, query } = params
    const given = [
      ...Object.values(params.path).map((value) => JSON.stringify(value)),
      ...(body === null ? [] : [JSON.stringify(body)]),
      ...(Object.keys(query).length > 0 || path.endsWith("/stream") ? [JSON.stringify(query)] : [])
    ]
    const signal = path.endsWith("/stream") ? ", signal: AbortSignal.timeout(1_000)" : ""
    return `  ${JSON.stringify(id)}: () => sonde.${camel(id.replace(".", "_"))}(${[...given, `{ headers: { ...headers, ...${JSON.stringify(header)} }${signal} }`].join(", ")})`
  })
  .join(",\n")}
})
`

const check = (generator: string, calls: ReadonlyArray<Call>, statuses: Readonly<Record<string, number>>): void => {
  const wrong = calls.flatMap(({ id, path }) => {
    const status = statuses[id] ?? 0
    // Ids are made up, and a key manages no keys.
    const allowed = [200, 201, 202, 204, 404, 409, ...(path.startsWith("/api/v1/dashboard/") ? [401, 403] : [])]
    return allowed.includes(status) ? [] : [`${id}: ${status}`]
  })
  if (wrong.length > 0) throw new Error(`${generator}: ${wrong.join(", ")}`)
  console.log(`${generator}: ${calls.length} calls`)
}

const document = JSON.parse(FileSystem.readFileSync(join(root, "openapi.json"), "utf8"))
const calls = callsOf(document, Date.now())
const data = temporaryDirectory()

run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], generators)
const venv = join(generators, "venv")
const python = join(venv, "bin/python")
run(process.env["SONDE_PYTHON"] ?? "python3", ["-m", "venv", venv], generators)
run(python, ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", "requirements.txt"], generators)

FileSystem.rmSync(work, { recursive: true, force: true })
FileSystem.mkdirSync(work, { recursive: true })
const service = await startService({ DATA_DIR: data.path, RATE_LIMIT_PER_MINUTE: "0", RESEARCH_SECONDS: "0" })
try {
  const key = await service.createKey()
  const headers = { "x-api-key": key }
  const config = {
    sonde: {
      input: join(root, "openapi.json"),
      output: { target: join(work, "orval/sonde.ts"), client: "fetch", baseUrl: service.url }
    }
  }
  FileSystem.writeFileSync(join(work, "orval.config.mjs"), `export default ${JSON.stringify(config)}`)
  run(
    process.execPath,
    [bin("@hey-api/openapi-ts"), "--input", join(root, "openapi.json"), "--output", join(work, "hey")],
    generators
  )
  run(process.execPath, [bin("orval"), "--config", join(work, "orval.config.mjs")], generators)
  FileSystem.writeFileSync(join(work, "hey/calls.ts"), heyProgram(calls))
  FileSystem.writeFileSync(join(work, "orval/calls.ts"), orvalProgram(calls))
  run(process.execPath, [join(generators, "node_modules/typescript/bin/tsc"), "--project", "tsconfig.json"], generators)

  const load = createRequire(join(work, "compiled/"))
  const made: Record<
    string,
    Record<string, () => Promise<{ readonly status?: number; readonly response?: { readonly status: number } }>>
  > = {
    "hey-api": load("./hey/calls.js").calls(service.url, headers),
    orval: load("./orval/calls.js").calls(headers)
  }
  for (const [generator, functions] of Object.entries(made)) {
    const statuses: Record<string, number> = {}
    for (const { id } of calls) {
      try {
        const answer = await functions[id]!()
        statuses[id] = answer.response?.status ?? answer.status ?? 0
      } catch (error) {
        // A stream has no end: it was given up.
        if (!(error instanceof DOMException)) throw new Error(`${generator}: ${id}`, { cause: error })
        statuses[id] = 200
      }
    }
    check(generator, calls, statuses)
  }

  const told = calls.map((call) => ({
    ...call,
    tag: document.paths[call.path][call.method].tags[0],
    stream: call.path.endsWith("/stream")
  }))
  const inPython = (generator: string, given: typeof told) =>
    check(
      generator,
      given,
      JSON.parse(run(python, ["calls.py", generator, service.url], generators, JSON.stringify(given), key))
    )
  const generate = [
    "generate",
    "--path",
    join(root, "openapi.json"),
    "--meta",
    "none",
    "--output-path",
    join(work, "opc"),
    "--overwrite"
  ]
  run(join(venv, "bin/openapi-python-client"), generate, generators)
  run(python, ["-m", "compileall", "-q", join(work, "opc")], generators)
  inPython("openapi-python-client", told)

  run(python, ["-m", "mypy", "--strict", join(root, "clients/python/src/sonde")], generators)
  await provePython(python)
  // The client makes up keys of its own.
  const own = told.filter(({ path }) => path.startsWith("/api/"))
  inPython("sonde", own)
  inPython("async-sonde", own)
  console.log(`examples for Python: ${(await runPython(python, service.url, key)).length}`)
} finally {
  await service.stop()
  data.remove()
}
