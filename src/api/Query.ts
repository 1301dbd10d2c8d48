import { Effect, Schema, SchemaGetter } from "effect"
import { maxId, maxWideId } from "../domain/Id.ts"
import { described } from "./Members.ts"

/** How an integer parameter looks in the OpenAPI document; see {@link asInteger}. */
export interface IntegerParameter {
  readonly type: "integer"
  readonly minimum: number
  readonly maximum: number
  readonly default?: number
}

/**
 * Under this key a parameter's JSON schema carries what it is after decoding: OpenApi.ts puts it in place of the
 * string.
 */
export const integerKey = "x-integer"

/**
 * An integer as text: digits only. `1e2`, `+5`, `5.0`, an empty value and a repeated parameter are refused, and what is
 * out of bounds is refused, not clamped: a silent clamp makes pagers lose rows.
 */
const asInteger = (shape: IntegerParameter) => {
  const message = `must be an integer between ${shape.minimum} and ${shape.maximum}`
  const inBounds = (value: number) => value >= shape.minimum && value <= shape.maximum
  return Schema.String.annotate({ message })
    .check(
      Schema.makeFilter<string>(
        (text) => (/^(0|[1-9]\d{0,15})$/.test(text) && inBounds(Number(text)) ? undefined : message),
        { toJsonSchema: () => ({ [integerKey]: shape }) }
      )
    )
    .pipe(
      Schema.decodeTo(Schema.Int, {
        decode: SchemaGetter.transform(Number),
        encode: SchemaGetter.transform(String)
      })
    )
}

const withDefault = (shape: IntegerParameter & { readonly default: number }) =>
  asInteger(shape).pipe(
    Schema.withDecodingDefaultKey(Effect.succeed(String(shape.default))),
    Schema.withConstructorDefault(Effect.succeed(shape.default))
  )

/** How many records to return: 1 to 100, 20 unless told. */
export const limit = described(
  withDefault({ type: "integer", minimum: 1, maximum: 100, default: 20 }),
  "how many records to return"
)

/** Whether a list that goes on is wanted whole; see src/http/middleware/Exports.ts. */
export const all = Schema.optionalKey(Schema.Literals(["true", "false"])).pipe(
  Schema.annotateEncoded({
    description:
      "`true`: every record, page after page in one answer, whatever `limit` says; only as `text/csv` or `application/x-ndjson`"
  })
)

/** How many records to skip. */
export const skip = described(
  withDefault({ type: "integer", minimum: 0, maximum: maxId, default: 0 }),
  "how many records to skip"
)

/** The id after which a list goes on; 0 is its beginning. */
export const afterId = Schema.optionalKey(asInteger({ type: "integer", minimum: 0, maximum: maxId }))

/** An id in a path, branded by the noun's own id schema. */
export const pathId = <B extends Schema.Codec<number, number>>(id: B, maximum = maxId) =>
  asInteger({ type: "integer", minimum: 1, maximum }).pipe(Schema.decodeTo(id))

/** The same of what comes in without end. */
export const widePathId = <B extends Schema.Codec<number, number>>(id: B) => pathId(id, maxWideId)
