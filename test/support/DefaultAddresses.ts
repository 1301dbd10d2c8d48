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
