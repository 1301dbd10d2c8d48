import { assert, describe, it } from "@effect/vitest"
import { globSync, readFileSync } from "node:fs"
import { answerOf } from "../../../ingest/parse/Call.ts"
import { document } from "../../support/Documents.ts"
import { hostileBodies } from "../../support/HostileBodies.ts"

/** A tenth of what a source may answer, and a hundred times what it takes: other files run beside this one. */
const bodies = hostileBodies(100_000, 1_500_000)
const mostMillis = 2_000

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

  it.each(named)("answer whatever they are given: %s, %s", async (path, name) => {
    const module = (await import(new URL(path, folder).href)) as Readonly<Record<string, unknown>>
    const read = module[name] as Parameters<typeof answerOf>[0]
    for (const [body, text] of Object.entries(bodies)) {
      const begun = performance.now()
      const answer = await answerOf(read, document(text), ["CY2025"])
      assert.notProperty(answer, "fault", body)
      assert.isBelow(performance.now() - begun, mostMillis, body)
    }
  })

  it.each(["ingest"])("are the only ones that parse what comes from outside: no other JSON.parse in %s", () => {
    const parsing = globSync("**/*.ts", { cwd: folder }).filter((path) =>
      /JSON\.parse\(|fromJsonString|parseJson\b.*Schema\./.test(readFileSync(new URL(path, folder), "utf8"))
    )
    // The first is what bounds it; the other reads the operator's own list.
    assert.sameMembers(parsing, ["feed/BoundedJson.ts", "list/SourcesFile.ts"])
  })
})
