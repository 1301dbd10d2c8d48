import { execFile } from "node:child_process"
import * as FileSystem from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { runtimes, type Service, startService, temporaryDirectory } from "../../harness/Service.ts"
import { placeDatabase } from "../support/Databases.ts"

const run = promisify(execFile)
const root = join(import.meta.dirname, "../..")

const [data, reader] = [temporaryDirectory(), temporaryDirectory()]
let service: Service
let SONDE_KEY = ""

/** What docs/api.md tells a reader to do: a program beside the service's own, with an Effect of its own. */
beforeAll(async () => {
  service = await startService({ DATA_DIR: placeDatabase(data.path) })
  SONDE_KEY = await service.createKey()
  const modules = join(reader.path, "node_modules")
  FileSystem.mkdirSync(modules)
  // As npm installs a directory.
  FileSystem.symlinkSync(root, join(modules, "sonde"))
  FileSystem.cpSync(join(root, "node_modules/effect"), join(modules, "effect"), {
    recursive: true,
    dereference: true,
    filter: (path) => !/\/(src|ai-docs)$|\.map$/.test(path)
  })
  const document = FileSystem.readFileSync(join(root, "docs/api.md"), "utf8")
  const [, program] = /<!-- client: .*\n```ts\n([\s\S]*?)\n```/.exec(document)!
  FileSystem.writeFileSync(join(reader.path, "package.json"), '{ "type": "module" }')
  FileSystem.writeFileSync(join(reader.path, "program.ts"), program!.replace("http://127.0.0.1:4646", service.url))
}, 60_000)

afterAll(async () => {
  await service.stop()
  for (const { remove } of [data, reader]) remove()
})

describe("the program of docs/api.md", { timeout: 60_000 }, () => {
  for (const runtime of ["node", "deno"] as const) {
    it(`runs on ${runtime}`, async () => {
      const [command] = runtimes[runtime]
      const options = runtime === "deno" ? ["run", "--allow-net", "--allow-env"] : []
      const { stdout } = await run(command, [...options, "program.ts"], {
        cwd: reader.path,
        env: { ...process.env, SONDE_KEY }
      })
      assert.strictEqual(stdout, "[]\n")
    })
  }

  it("has the types that the client's answers have", async () => {
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
    FileSystem.writeFileSync(
      join(reader.path, "tsconfig.json"),
      JSON.stringify({ compilerOptions, files: ["program.ts"] })
    )
    await run(join(root, "node_modules/.bin/tsc"), ["--project", "."], { cwd: reader.path })
  })
})
