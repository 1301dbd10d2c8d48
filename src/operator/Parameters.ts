import { Effect, Schema, SchemaGetter } from "effect"
import { Argument, CliError, Flag } from "effect/cli"
import { AccountName, localAccount } from "../domain/Account.ts"
import { ApiKeyId } from "../domain/ApiKey.ts"
import { ReportId } from "../domain/Report.ts"
import { allScopes, Scope } from "../domain/Scope.ts"

/*
 * What several commands ask for. Texts go through the schemas of the domain, and faults are told in their words.
 */

const decode =
  <A>(schema: Schema.Codec<A, string>, kind: "flag" | "argument", option: string) =>
  (value: string) =>
    Effect.mapError(
      Schema.decodeEffect(schema)(value),
      ({ message }) =>
        new CliError.InvalidValue({
          option,
          value,
          expected: message.split("\n")[0]!.replace(/^Expected /, "must be "),
          kind
        })
    )

/** A flag with a value. */
export const flag = <A>(name: string, schema: Schema.Codec<A, string>): Flag.Flag<A> =>
  Flag.mapEffect(Flag.String(name), decode(schema, "flag", name))

/** An argument without a flag. */
export const argument = <A>(name: string, schema: Schema.Codec<A, string>): Argument.Argument<A> =>
  Argument.mapEffect(Argument.String(name), decode(schema, "argument", name))

const id = <A>(schema: Schema.Codec<A, number>, of: string) =>
  Schema.String.check(Schema.isPattern(/^[1-9]\d{0,9}$/, { message: `must be the number of a ${of}` })).pipe(
    Schema.decodeTo(Schema.Int, { decode: SchemaGetter.transform(Number), encode: SchemaGetter.transform(String) }),
    Schema.decodeTo(schema)
  )

const split = (text: string): ReadonlyArray<string> => [...new Set(text.split(",").map((name) => name.trim()))]

const isScope = Schema.is(Scope)

const allowed = `${allScopes.join(", ")}, or all`

/** `reports,signals`; `all` stands for every scope. */
export const ScopeList = Schema.String.check(
  Schema.makeFilter<string>((text) => {
    const unknown = split(text).filter((name) => name !== "all" && !isScope(name))
    return unknown.length === 0 || `must be of ${allowed}; there is no ${unknown.map((name) => `"${name}"`).join(", ")}`
  })
).pipe(
  Schema.decodeTo(Schema.Array(Scope), {
    decode: SchemaGetter.transform((text: string) => {
      const names = split(text)
      return allScopes.filter((scope) => names.includes(scope) || names.includes("all"))
    }),
    encode: SchemaGetter.transform((scopes: ReadonlyArray<Scope>) => scopes.join(","))
  })
)

export const account = flag("account", AccountName).pipe(
  Flag.withDefault(localAccount),
  Flag.withMetavar("<name>"),
  Flag.withDescription("Whose: `local`, or the `sub` of a signed-in user")
)

export const keyId = argument("id", id(ApiKeyId, "key")).pipe(
  Argument.withDescription("The key's id, as `sonde keys list` shows it")
)

export const reportId = argument("id", id(ReportId, "report")).pipe(
  Argument.withDescription("The report's id, as `sonde reports list` shows it")
)

export const against = Flag.optional(flag("against", id(ReportId, "report"))).pipe(
  Flag.withMetavar("<id>"),
  Flag.withDescription("The report to compare with; without it the previous completed one on the same niche")
)
