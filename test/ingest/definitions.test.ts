import { assert, describe, it } from "@effect/vitest"
import { Option, Schema } from "effect"
import { globSync, readFileSync } from "node:fs"
import { definitions } from "../../ingest/Registry.ts"
import { noFaults } from "../support/NoFaults.ts"

const folder = import.meta.dirname
const tests = globSync("**/*.test.ts", { cwd: folder })
  .map((path) => readFileSync(`${folder}/${path}`, "utf8"))
  .join("\n")

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

const defaults = Object.entries(definitions).map(([name, { entry, switchable }]) => ({
  name,
  entry: entry as unknown as Schema.Top,
  switchable,
  defaults: defaultsOf(entry as unknown as Schema.Top)
}))

describe("the services of the operator's list", () => {
  it("have each default address written out in a test, so that a wrong one is seen", () => {
    const addresses = defaults.flatMap(({ defaults, name }) =>
      Object.values(defaults).flatMap((value) =>
        typeof value === "string" && /^https?:/.test(value) ? [{ name, address: value }] : []
      )
    )
    assert.isAbove(addresses.length, 10)
    noFaults(
      addresses.flatMap(({ address, name }) =>
        new RegExp(`${RegExp.escape(address)}["'\`/]`).test(tests) ? [] : [`${name}: ${address}`]
      ),
      "No test names these addresses, which are asked unless the operator says otherwise. Look whether they are right, and assert in the source's own test that its url begins with it:"
    )
  })

  it("can be switched on where nothing has to be said, and only there", () => {
    noFaults(
      defaults.flatMap(({ entry, name, switchable }) => {
        const complete = Option.isSome(Schema.decodeUnknownOption(entry as unknown as Schema.Codec<unknown>)({}))
        return complete === switchable ? [] : [`${name} is ${switchable ? "" : "not "}switchable`]
      }),
      "An entry whose members all have a default is switchable, any other is not. Say so in its definition:"
    )
  })
})
