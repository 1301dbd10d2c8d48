import { Result, Schema, SchemaIssue } from "effect"
import { boundedJson, type JsonBounds } from "../feed/BoundedJson.ts"
import { line } from "../feed/Text.ts"
import { UnreadableDocument } from "../feed/UnreadableDocument.ts"
import { type Document, textOf } from "./Document.ts"

/**
 * An answer of an API holds a hundred rows of some fifty members at most; reddit's, the largest, have 30,000 values in
 * half a megabyte. How many bytes come in at all is for the fetch to say.
 */
export const usualBounds: JsonBounds = { maxLength: 4_000_000, maxDepth: 50, maxValues: 100_000 }

const formatIssue = SchemaIssue.makeFormatterStandardSchemaV1()

/**
 * What is wrong with a value, in one line that repeats nothing of it but where it stands: `history.0.uses: expected
 * string`.
 */
export const faultOf = ({ issue }: Schema.SchemaError): string => {
  const { message, path = [] } = formatIssue(issue).issues[0]!
  const place = path.map((key) => String(typeof key === "object" ? key.key : key)).join(".")
  const fault = message.charAt(0).toLowerCase() + message.slice(1)
  return line(message === "Missing key" ? `${place} is missing` : place === "" ? fault : `${place}: ${fault}`, 200)
}

/**
 * The text decoded as JSON of this form. Google puts `)]}'` and the like before it: what comes before the first bracket
 * is cut. `file` is what it was to be, for the message.
 */
export const parseJson = <A>(
  text: string,
  schema: Schema.Decoder<A>,
  file = "the JSON that was expected",
  bounds = usualBounds
): Result.Result<A, string> => {
  const start = Math.max(0, text.search(/[{[]/))
  return Result.try({
    try: () => boundedJson(text.slice(start), bounds),
    catch: (error) =>
      error instanceof UnreadableDocument && error.reason !== "bad_json"
        ? error.message
        : `not ${file}: no JSON, or cut off`
  }).pipe(
    Result.flatMap((value) =>
      Result.mapError(Schema.decodeUnknownResult(schema)(value), (error) => `not ${file}: ${faultOf(error)}`)
    )
  )
}

/** The same for a document. */
export const readJson = <A>(document: Document, schema: Schema.Decoder<A>, file?: string, bounds?: JsonBounds) =>
  parseJson(textOf(document), schema, file, bounds)
