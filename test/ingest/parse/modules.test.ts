import { assert, describe, it } from "@effect/vitest"
import { globSync, readFileSync } from "node:fs"

const folder = new URL("../../../ingest/", import.meta.url)

const named = globSync("**/*.ts", { cwd: folder }).flatMap((path) =>
  [...readFileSync(new URL(path, folder), "utf8").matchAll(/^[^*\n]*\breader\(import\.meta\.url, (\w+)\)/gm)].map(
    ([, name]) => [path, name!] as const
  )
)

describe("readers of documents", () => {
  it("are there for every service", () => {
    assert.isAbove(named.length, 20)
  })

  it.each(named)("are found by a worker: %s exports %s", async (path, name) => {
    const module = (await import(new URL(path, folder).href)) as Readonly<Record<string, unknown>>
    assert.strictEqual(typeof module[name], "function")
    assert.strictEqual((module[name] as { readonly name: string }).name, name)
  })

  it.each(["ingest"])("are the only ones that parse what comes from outside: no other JSON.parse in %s", () => {
    const parsing = globSync("**/*.ts", { cwd: folder }).filter((path) =>
      /JSON\.parse\(|fromJsonString|parseJson\b.*Schema\./.test(readFileSync(new URL(path, folder), "utf8"))
    )
    // The first is what bounds it; the other reads the operator's own list.
    assert.sameMembers(parsing, ["feed/BoundedJson.ts", "list/SourcesFile.ts"])
  })
})
