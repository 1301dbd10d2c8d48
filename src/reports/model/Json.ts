import { Option, Schema } from "effect"

/** The object in a text: some models put a fence or their thoughts around it. */
const objectIn = (text: string): unknown => {
  try {
    return JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1))
  } catch {
    return undefined
  }
}

/** A model's answer as the schema reads it, or null when it has another form. */
export const readJson = <A>(schema: Schema.Codec<A, unknown>, text: string): A | null =>
  Option.getOrNull(Schema.decodeUnknownOption(schema)(objectIn(text)))

/** In the dialect of strict structured outputs: every member required, no other allowed. */
export const jsonSchema = (schema: Schema.Constraint) =>
  Schema.toJsonSchemaDocument(schema, { onExcessProperty: "error" }).schema
