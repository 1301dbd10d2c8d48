import { assert } from "@effect/vitest"
import { Option, Schema } from "effect"
import { definitions } from "../../ingest/Registry.ts"

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

/** Whom each service of the operator's list asks unless the operator says otherwise: option and address. */
export const defaultAddresses = Object.entries(definitions).map(([name, { entry }]) => ({
  name,
  addresses: Object.entries(defaultsOf(entry)).flatMap(([option, value]) =>
    typeof value === "string" && /^https?:/.test(value) ? [{ option, address: value }] : []
  )
}))

/** What an entry has to say beside the address that is asked. A service that `true` switches on needs no line here. */
const told = (origins: ReadonlyArray<string>): Readonly<Record<string, unknown>> => ({
  feeds: origins.map((origin, n) => ({ url: `${origin}/feed${"x".repeat(n)}`, name: `feed:${n}` })),
  google_news: { terms_accepted: true },
  google_trends: { countries: ["US"] },
  reddit: { subreddits: ["technology"] },
  pytrends: { topics: ["Battery"], explore_base: origins[5] },
  x: { woeids: [1] },
  tiktok: { countries: ["US"], terms_accepted: true },
  mastodon: { instances: origins.slice(0, 2) }
})

/** A list of every service that there is, each of which asks one of these servers. */
export const listAt = (origins: ReadonlyArray<string>) => {
  const more = told(origins)
  return Object.fromEntries(
    defaultAddresses.map(({ addresses, name }, n) => {
      const entry = Array.isArray(more[name])
        ? more[name]
        : {
            ...Object.fromEntries(addresses.map(({ option }) => [option, origins[n % origins.length]])),
            ...(more[name] as object | undefined)
          }
      const { entry: schema } = definitions[name as keyof typeof definitions]
      assert.isTrue(
        Schema.is(Schema.toEncoded(schema as Schema.Top))(entry),
        `Say in \`told\` of ${import.meta.filename} what an entry of ${name} must have`
      )
      return [name, entry]
    })
  )
}
