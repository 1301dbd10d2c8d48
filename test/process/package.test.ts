import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { execFile } from "node:child_process"
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { promisify } from "node:util"
import { pack } from "../../bin/pack.ts"
import manifest from "../../package.json" with { type: "json" }
import { sonde } from "../operator/Commands.ts"
import { services, temporaryDirectory } from "../operator/Operators.ts"
import { sourcesFileOf } from "../../src/app/SourcesFile.ts"
import { layerOfServices } from "../../src/operator/LocalOperator.ts"

const run = promisify(execFile)
const root = join(import.meta.dirname, "../..")

describe("the package", () => {
  it.effect("has every module that its modules name, and none with types", () =>
    Effect.gen(function* () {
      const dist = yield* temporaryDirectory()
      pack(dist)
      const files = globSync("**/*", { cwd: dist, withFileTypes: false })
      assert.deepStrictEqual(
        files.filter((file) => file.endsWith(".ts")),
        []
      )
      const modules = files.filter((file) => file.endsWith(".js"))
      assert.isAbove(modules.length, 500)
      const missing = modules.flatMap((file) =>
        [...readFileSync(join(dist, file), "utf8").matchAll(/(?:from|import\(|URL\()\s*"(\.{1,2}\/[^"]*\.\w+)"/g)]
          .map(([, path]) => join(dirname(file), path!))
          .filter((path) => !path.endsWith(".wasm") && !existsSync(join(dist, path)))
      )
      assert.deepStrictEqual(missing, [])
      for (const path of ["sql", "src/reports/evidence/lexicon/health.txt", "src/dashboard/assets/style.css"])
        assert.isTrue(existsSync(join(dist, path)), path)
    })
  )

  it.effect("has a list of sources, for a directory that has none and an operator who names none", () =>
    Effect.gen(function* () {
      const before = process.cwd()
      assert.strictEqual(sourcesFileOf("./sources.default.json"), "./sources.default.json")
      process.chdir(yield* temporaryDirectory())
      try {
        assert.strictEqual(sourcesFileOf("./sources.default.json"), join(root, "sources.default.json"))
        assert.strictEqual(sourcesFileOf("./mine.json"), "./mine.json")
      } finally {
        process.chdir(before)
      }
    })
  )

  it("has a command that starts the command line", async () => {
    const { stdout } = await run(process.execPath, [join(root, manifest.bin.sonde), "--version"])
    assert.strictEqual(stdout, `${manifest.version}\n`)
  })
})

describe("completions", () => {
  const operator = Layer.provide(layerOfServices, services)
  const script = (shell: string) => Effect.map(sonde(operator)("--completions", shell), ({ stdout }) => stdout)

  it.live("complete the command that is installed, in bash", () =>
    Effect.gen(function* () {
      const directory = yield* temporaryDirectory()
      const file = join(directory, "sonde.bash")
      writeFileSync(file, yield* script("bash"))
      // What bash does when somebody presses Tab: it looks the function up, and reads COMPREPLY.
      const complete = (...words: ReadonlyArray<string>) => `
        COMP_WORDS=(${words.map((word) => `'${word}'`).join(" ")})
        COMP_CWORD=${words.length - 1} COMP_LINE='${words.join(" ")}' COMP_POINT=${words.join(" ").length} COMPREPLY=()
        "$(complete -p sonde | sed 's/.*-F \\([^ ]*\\) .*/\\1/')" sonde '${words.at(-1)}' '${words.at(-2)}'
        echo "\${COMPREPLY[@]}"`
      const asked = [
        complete("sonde", "endp"),
        complete("sonde", "endpoints", "ro"),
        complete("sonde", "st"),
        complete("sonde", "search", "--q"),
        complete("sonde", "keys", "list", "--j")
      ]
      const ended = yield* Effect.promise(() =>
        run("bash", ["--norc", "-c", `source '${file}'\n${asked.join("\n")}`]).catch((error: unknown) => error)
      )
      // Where there is no bash there is nobody to complete for.
      if (ended instanceof Error && "code" in ended && ended.code === "ENOENT") return
      assert.deepStrictEqual((ended as { readonly stdout: string }).stdout.trim().split("\n"), [
        "endpoints",
        "rotate",
        "start",
        "--quiet",
        "--json"
      ])
    })
  )

  it.effect("are for the name `sonde`, in zsh and fish as well", () =>
    Effect.gen(function* () {
      const zsh = yield* script("zsh")
      assert.match(zsh, /^#compdef sonde$/m)
      assert.include(zsh.slice(zsh.indexOf("_sonde_search()"), zsh.indexOf("_sonde_report()")), "--csv")
      const fish = yield* script("fish")
      assert.match(fish, /^complete -c sonde .*endpoints/m)
      assert.match(fish, /^complete -c sonde .*search.* -l csv/m)
    })
  )
})
