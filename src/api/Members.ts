import { Effect, Option, Predicate, Schema, SchemaGetter } from "effect"

/*
 * Members of request bodies that may be left out. `null` says the same as leaving one out: many programs write it for
 * what they don't have.
 */

const given = <A>(member: Option.Option<A | null>): Option.Option<A> => Option.filter(member, Predicate.isNotNull)

/** A member that may be left out. */
export const optional = <S extends Schema.Codec<any, any>>(schema: S) =>
  Schema.optionalKey(Schema.NullOr(schema)).pipe(
    Schema.decodeTo(Schema.optionalKey(Schema.toType(schema)), {
      decode: SchemaGetter.transformOptional((member: Option.Option<S["Type"] | null>) => given(member)),
      encode: SchemaGetter.passthrough()
    })
  )

/** A member that has this value when it is left out. */
export const defaulted = <S extends Schema.Codec<any, any> & Schema.WithoutConstructorDefault>(
  schema: S,
  value: S["~type.make.in"]
) =>
  Schema.optionalKey(Schema.NullOr(schema)).pipe(
    Schema.decodeTo(Schema.withConstructorDefault<Schema.toType<S>>(Effect.succeed(value))(Schema.toType(schema)), {
      decode: SchemaGetter.transformOptional((member: Option.Option<S["Type"] | null>) =>
        Option.some(Option.getOrElse(given(member), () => value))
      ),
      encode: SchemaGetter.passthrough()
    })
  )

/** What the reference says of a parameter or a member. */
export const described = <S extends Schema.Top>(schema: S, description: string) =>
  schema.pipe(Schema.annotateEncoded({ description }))
