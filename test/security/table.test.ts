import { assert, describe, it } from "@effect/vitest"
import { execFileSync } from "node:child_process"
import * as FileSystem from "node:fs"
import { fileURLToPath } from "node:url"
import manifest from "../../package.json" with { type: "json" }

const root = new URL("../../", import.meta.url)
const file = (name: string) => FileSystem.readFileSync(new URL(name, root), "utf8")

describe("the table of attacks", () => {
  const rows = file("docs/security-tests.md")
    .split("\n")
    .filter((line) => line.startsWith("| ") && !line.startsWith("| attack"))
    .map((line) => line.slice(2, -2).split(" | "))

  it("names tests that exist", () => {
    assert.isAbove(rows.length, 30)
    for (const [attack, holds, tests] of rows) {
      assert.isNotEmpty(holds)
      const named = (tests ?? "").split("; ").map((test) => /^`(test\/\S+\.ts)`: (.+)$/.exec(test.trim()))
      assert.isNotEmpty(named, attack)
      for (const match of named) {
        assert.isNotNull(match, `${attack}: ${tests}`)
        const [, path, title] = match!
        assert.include(file(path!), title!.replaceAll("`", ""), `${attack}: ${path}`)
      }
    }
  })

  it("leaves no test of this directory out", () => {
    const named = file("docs/security-tests.md")
    const files = FileSystem.readdirSync(new URL("test/security", root)).filter((name) => name !== "table.test.ts")
    for (const name of files) assert.include(named, `test/security/${name}`)
  })
})

describe("the bill of materials", () => {
  it("has every dependency at its version and digest, and no address to fetch it from", () => {
    const text = execFileSync("npm", ["run", "-s", "sbom"], {
      cwd: fileURLToPath(root),
      stdio: ["ignore", "pipe", "ignore"],
      encoding: "utf8",
      maxBuffer: 10_000_000
    })
    const { bomFormat, components } = JSON.parse(text) as {
      bomFormat: string
      components: ReadonlyArray<{ name: string; version: string; hashes?: ReadonlyArray<unknown> }>
    }
    assert.strictEqual(bomFormat, "CycloneDX")
    // Others may bring another version of the same package.
    const found = new Map(components.map((component) => [`${component.name} ${component.version}`, component]))
    for (const [name, version] of Object.entries(manifest.dependencies)) {
      assert.isDefined(found.get(`${name} ${version}`), name)
      assert.isNotEmpty(found.get(`${name} ${version}`)!.hashes ?? [], name)
    }
    assert.deepStrictEqual(text.match(/https?:\/\/[^"]+/g), ["http://cyclonedx.org/schema/bom-1.5.schema.json"])
  })
})
