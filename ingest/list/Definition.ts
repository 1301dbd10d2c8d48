import { type Duration, Effect, Schema, SchemaGetter } from "effect"
import type { Credentials } from "../Credentials.ts"
import type { Source } from "../Source.ts"
import { Interval, WebAddress, withoutSlash } from "./Entry.ts"

/** What the operator has given beside the entry itself. */
export interface Given {
  readonly contact: string | undefined
  readonly credentials: Credentials
  /** The names of all entries of the list. */
  readonly listed: ReadonlySet<string>
}

/**
 * What the operator's list may say of a service, and the sources that this makes. The whole of a service is in one
 * file.
 */
export interface Definition<Entry extends Schema.Constraint, R> {
  /** What may stand in the list. Decoded, every default is filled in. */
  readonly entry: Entry
  /** Whether `true` may stand there in place of an entry, and `false` in place of none. */
  readonly switchable: boolean
  readonly sources: (entry: Entry["Type"], given: Given) => Effect.Effect<ReadonlyArray<Source>, never, R>
}

/** An address that the operator may exchange for a stand-in's. Decoded, it has no slash at the end. */
export const address = (usual: string) =>
  WebAddress.pipe(
    Schema.decodeTo(Schema.String, {
      decode: SchemaGetter.transform(withoutSlash),
      encode: SchemaGetter.passthrough()
    }),
    Schema.withDecodingDefaultKey(Effect.succeed(usual))
  )

/** How often the service is asked unless the operator says otherwise. */
export const interval = (usual: Duration.Duration) =>
  Interval.pipe(Schema.withDecodingDefaultTypeKey(Effect.succeed(usual)))

/** A member that is left out as a rule. */
export const usually = <S extends Schema.Top>(schema: S, usual: S["Encoded"]) =>
  Schema.withDecodingDefaultKey(Effect.succeed(usual))(schema)

/** A service whose entry has these members. One whose members all have a default can be switched on by `true`. */
export const service = <const Fields extends Schema.Struct.Fields, R>(
  fields: Fields,
  sources: Definition<Schema.Struct<Fields>, R>["sources"],
  { switchable = false } = {}
): Definition<Schema.Struct<Fields>, R> => ({ entry: Schema.Struct(fields), switchable, sources })
