import { assert, describe, it } from "@effect/vitest"
import { Option, Schema } from "effect"
import { existsSync, globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { definitions } from "../../ingest/Registry.ts"
import { noFaults } from "../support/NoFaults.ts"

const root = join(import.meta.dirname, "../..")

/** What a module exports for the operator's list. */
const isDefinition = (value: unknown): boolean =>
  typeof value === "object" && value !== null && "entry" in value && "sources" in value

/** Each source with its module: who makes a definition imports list/Definition.ts. */
const modules = (
  await Promise.all(
    globSync("ingest/**/*.ts", { cwd: root })
      .filter((path) => readFileSync(join(root, path), "utf8").includes("/list/Definition.ts"))
      .map(async (path) => {
        const exported: Readonly<Record<string, unknown>> = await import(join(root, path))
        return Object.entries(exported).flatMap(([name, value]) => (isDefinition(value) ? [{ path, name, value }] : []))
      })
  )
).flat()

/** The source's own test, which lies as its module does. */
const testOf = (definition: unknown): string => {
  const { path } = modules.find(({ value }) => value === definition)!
  return `test/${path.replace(/\.ts$/, ".test.ts")}`
}

/** The defaults of an entry: what it is made of when the operator says the least. */
const defaultsOf = (entry: Schema.Top): Readonly<Record<string, unknown>> => {
  const fields = "fields" in entry ? (entry.fields as Readonly<Record<string, Schema.Top>>) : {}
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, schema]) => {
      const member = Schema.Struct({ [name]: schema }) as unknown as Schema.Codec<Record<string, unknown>, unknown>
      const decoded = Option.getOrElse(Schema.decodeUnknownOption(member)({}), () => ({}) as Record<string, unknown>)
      return name in decoded ? [[name, decoded[name]]] : []
    })
  )
}

const services = Object.entries(definitions).map(([name, definition]) => ({
  name,
  test: testOf(definition),
  entry: definition.entry as unknown as Schema.Top,
  switchable: definition.switchable,
  defaults: defaultsOf(definition.entry as unknown as Schema.Top)
}))

describe("the services of the operator's list", () => {
  it("are all in the registry", () => {
    const registered = new Set<unknown>(Object.values(definitions))
    noFaults(
      modules.flatMap(({ name, path, value }) => (registered.has(value) ? [] : [`${path}: ${name}`])),
      "No list can name these sources. Give each a line in ingest/Registry.ts:"
    )
  })

  it("have each a test of its own", () => {
    noFaults(
      services.flatMap(({ name, test }) => (existsSync(join(root, test)) ? [] : [`${name}: ${test}`])),
      "Write down in these files what becomes of a publisher's answer, and of a broken one:"
    )
  })

  it("have each default address written out in their own test, so that a wrong one is seen", () => {
    const addresses = services.flatMap(({ defaults, name, test }) =>
      Object.values(defaults).flatMap((value) =>
        typeof value === "string" && /^https?:/.test(value) ? [{ name, test, address: value }] : []
      )
    )
    assert.isAbove(addresses.length, 10)
    noFaults(
      addresses.flatMap(({ address, name, test }) => {
        const text = existsSync(join(root, test)) ? readFileSync(join(root, test), "utf8") : ""
        return new RegExp(`${RegExp.escape(address)}["'\`/]`).test(text)
          ? []
          : [`${name}: ${address} is not in ${test}`]
      }),
      "These addresses are asked unless the operator says otherwise. Look whether each is its publisher's, and not copied from another source; then assert it in the source's own test (urlsOf in test/support/IngestWorld.ts):"
    )
  })

  it("can be switched on where nothing has to be said, and only there", () => {
    noFaults(
      services.flatMap(({ entry, name, switchable }) => {
        const complete = Option.isSome(Schema.decodeUnknownOption(entry as unknown as Schema.Codec<unknown>)({}))
        return complete === switchable ? [] : [`${name} is ${switchable ? "" : "not "}switchable`]
      }),
      "An entry whose members all have a default is switchable, any other is not. Say so in its definition:"
    )
  })
})
