import { Schema, SchemaGetter } from "effect"

const lowerCase = (code: string): string => code.toLowerCase()

/** A language by ISO 639-1, in either case, as in tags of BCP 47. */
export const LanguageCode = Schema.String.check(
  Schema.isPattern(/^[A-Za-z]{2}$/, { expected: "the code of a language, such as en" })
).pipe(
  Schema.decodeTo(Schema.String, { decode: SchemaGetter.transform(lowerCase), encode: SchemaGetter.passthrough() })
)
