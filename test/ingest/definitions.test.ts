import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Redacted, Schema } from "effect"
import { TestClock } from "effect/testing"
import { existsSync, globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { type Credentials, noCredentials } from "../../ingest/Credentials.ts"
import { Ingest } from "../../ingest/Ingest.ts"
import { definitions } from "../../ingest/Registry.ts"
import { noValidators } from "../../ingest/Source.ts"
import { defaultAddresses, listAt } from "../support/ServiceList.ts"
import { type FakeHost, FakeWeb } from "../support/FakeWeb.ts"
import { ingestWorld } from "../support/IngestWorld.ts"
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

const pathOf = (definition: unknown): string => modules.find(({ value }) => value === definition)!.path

/** The source's own test, which lies as its module does. */
const testOf = (definition: unknown): string => `test/${pathOf(definition).replace(/\.ts$/, ".test.ts")}`

const textOf = (path: string): string => (existsSync(join(root, path)) ? readFileSync(join(root, path), "utf8") : "")

/** An address, or the beginning of one, as code writes it. */
const literal = /["'`](https?:\/\/[^"'`$/\s]+)/g

/** Made of what other sources have stored. */
const asksNobody = new Set<string>(["pytrends:searches"])

/** Services of one publisher on one host. */
const together = [["sec_filings", "sec_companies"]]

const services = Object.entries(definitions).map(([name, definition]) => ({
  name,
  path: pathOf(definition),
  test: testOf(definition),
  entry: definition.entry as unknown as Schema.Top,
  switchable: definition.switchable
}))

/** What an operator may be given by platforms. */
const app: Credentials = {
  reddit: { id: "id", secret: Redacted.make("secret") },
  xBearer: Redacted.make("token")
}

/** An answer after which sources of several requests make the next one. */
const standIn: FakeHost = () => ({
  headers: { "content-type": "application/json" },
  body: JSON.stringify({
    fields: ["cik", "name", "ticker"],
    data: [[1, "Acme", "ACME"]],
    access_token: "token",
    widgets: [{ id: "TIMESERIES", token: "token", request: {} }]
  })
})

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
    const addresses = defaultAddresses.flatMap(({ addresses, name }) =>
      addresses.map(({ address }) => ({ name, address, test: testOf(definitions[name as keyof typeof definitions]) }))
    )
    assert.isAbove(addresses.length, 10)
    noFaults(
      addresses.flatMap(({ address, name, test }) =>
        new RegExp(`${RegExp.escape(address)}["'\`/]`).test(textOf(test))
          ? []
          : [`${name}: ${address} is not in ${test}`]
      ),
      "These addresses are asked unless the operator says otherwise. Look whether each is its publisher's, and not copied from another source; then assert it in the source's own test (urlsOf in test/support/IngestWorld.ts):"
    )
  })

  it("have each any other address that stands in their module in their own test", () => {
    noFaults(
      services.flatMap(({ path, test }) =>
        [...textOf(path).matchAll(literal)].flatMap(([, address]) =>
          textOf(test).includes(address!) ? [] : [`${path}: ${address} is not in ${test}`]
        )
      ),
      "Declare an address that is asked as an option of the entry (`address` in ingest/list/Definition.ts), and assert it, or the row with the link, in the source's own test:"
    )
  })

  it.effect("ask nobody but the addresses of their entries", () =>
    Effect.gen(function* () {
      const origins = Object.keys(definitions).map((_, n) => `https://stand-in-${n}.example`)
      const standIns = Object.fromEntries(origins.map((origin): [string, FakeHost] => [new URL(origin).host, standIn]))
      yield* TestClock.setTime(Date.parse("2026-11-22T12:00:00Z"))
      for (const credentials of [app, noCredentials]) {
        const asked = yield* Effect.gen(function* () {
          const sources = yield* (yield* Ingest).sources
          const { requests } = yield* FakeWeb
          return yield* Effect.forEach(sources, (source) =>
            Effect.gen(function* () {
              requests.length = 0
              yield* Effect.exit(source.run(noValidators))
              yield* Effect.exit(source.search?.of({ kind: "niche", text: "heat pump" }) ?? Effect.void)
              return { name: source.name, hosts: requests.map(({ url }) => url.host) }
            })
          )
        }).pipe(Effect.provide(ingestWorld(listAt(origins), standIns, { contact: "ops@example.com", credentials })))
        noFaults(
          asked.flatMap(({ hosts, name }) =>
            hosts.filter((host) => !(host in standIns)).map((host) => `${name} asks ${host}`)
          ),
          "These hosts are asked whatever the operator's list says. Declare each as an option of the entry (`address` in ingest/list/Definition.ts), and make the url from it:"
        )
        noFaults(
          asked.flatMap(({ hosts, name }) => (hosts.length === 0 && !asksNobody.has(name) ? [name] : [])),
          `These sources asked for nothing, so whom they ask is not known. Say in ${import.meta.filename} what to give them:`
        )
      }
    })
  )

  it("ask each a host of their own", () => {
    const hosts = defaultAddresses.flatMap(({ addresses, name }) =>
      addresses.map(({ address }) => ({ name, host: new URL(address).host }))
    )
    noFaults(
      hosts.flatMap(({ host, name }) =>
        hosts
          .filter((other) => other.host === host && other.name < name)
          .filter((other) => !together.some((names) => names.includes(name) && names.includes(other.name)))
          .map((other) => `${other.name} and ${name}: ${host}`)
      ),
      `Two services ask one host, so one address may be a copy. If the publisher is the same, say so in ${import.meta.filename}:`
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
