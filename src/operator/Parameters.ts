import { Effect, Option, Schema, SchemaAST, SchemaGetter, SchemaIssue } from "effect"
import { Argument, CliError, Flag } from "effect/cli"
import { AccountName, localAccount } from "../domain/Account.ts"
import { ApiKeyId } from "../domain/ApiKey.ts"
import { Target } from "../domain/Endpoint.ts"
import { EndpointId } from "../domain/EndpointId.ts"
import { ReportId } from "../domain/Report.ts"
import { allScopes, Scope } from "../domain/Scope.ts"
import { noConditions, WatchConditions, WatchId, WatchSubject } from "../domain/Watch.ts"

/*
 * What several commands ask for. Texts go through the schemas of the domain, and faults are told in their words.
 */

/** What a value may have in place of a member that nobody knows. */
const unknownMember = ({ ast }: SchemaIssue.UnexpectedKey): string => {
  const names = SchemaAST.isObjects(ast) ? ast.propertySignatures.map(({ name }) => String(name)) : []
  return `is not known here${names.length === 0 ? "" : `: write ${names.join(", ")}`}`
}

const format = SchemaIssue.makeFormatterStandardSchemaV1({
  leafHook: (issue) => (issue._tag === "UnexpectedKey" ? unknownMember(issue) : SchemaIssue.defaultLeafHook(issue))
})

/** What is wrong first, and where in a value with members. */
const faultOf = (issue: SchemaIssue.Issue): string => {
  const { message, path = [] } = format(issue).issues[0]!
  return [...path.map(String), message.replace(/^Expected /, "must be ")].join(" ")
}

const decode =
  <A>(schema: Schema.Codec<A, string>, kind: "flag" | "argument", option: string) =>
  (value: string) =>
    Effect.mapError(
      // A misspelt condition would be lost in silence.
      Schema.decodeEffect(schema, { onExcessProperty: "error" })(value),
      ({ issue }) => new CliError.InvalidValue({ option, value, expected: faultOf(issue), kind })
    )

/** A flag with a value. */
export const flag = <A>(name: string, schema: Schema.Codec<A, string>): Flag.Flag<A> =>
  Flag.mapEffect(Flag.String(name), decode(schema, "flag", name))

/** An argument without a flag. */
export const argument = <A>(name: string, schema: Schema.Codec<A, string>): Argument.Argument<A> =>
  Argument.mapEffect(Argument.String(name), decode(schema, "argument", name))

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** JSON on a command line, whose quotes most shells would take away. */
const json = <A>(schema: Schema.Codec<A, unknown>, example: string): Schema.Codec<A, string> =>
  Schema.String.check(
    Schema.makeFilter<string>((text) => isJson(text) || `must be JSON within single quotes: '${example}'`)
  ).pipe(Schema.decodeTo(Schema.fromJsonString(schema)))

const id = <A>(schema: Schema.Codec<A, number>, of: string) =>
  Schema.String.check(Schema.isPattern(/^[1-9]\d{0,9}$/, { message: `must be the number of a ${of}` })).pipe(
    Schema.decodeTo(Schema.Int, { decode: SchemaGetter.transform(Number), encode: SchemaGetter.transform(String) }),
    Schema.decodeTo(schema)
  )

/** Several things, in the place of those before; `none` stands for no thing. */
export const orNone = <A>(name: string, schema: Schema.Codec<ReadonlyArray<A>, string>): Flag.Flag<ReadonlyArray<A>> =>
  Flag.mapEffect(Flag.String(name), (value) =>
    value === "none" ? Effect.succeed([]) : decode(schema, "flag", name)(value)
  )

/** What of flags and arguments was given. */
export const given = <A extends Record<string, Option.Option<unknown>>>(options: A) =>
  Object.fromEntries(
    Object.entries(options).flatMap(([name, value]) => (Option.isSome(value) ? [[name, value.value]] : []))
  ) as { readonly [K in keyof A]?: Option.Option.Value<A[K]> }

/** Several of them: `3,17`. */
export const ids = <A>(schema: Schema.Codec<A, number>, of: string) =>
  Schema.String.check(
    Schema.isPattern(/^[1-9]\d{0,9}(?:,[1-9]\d{0,9})*$/, {
      message: `must be numbers of ${of}s with commas between them`
    })
  ).pipe(
    Schema.decodeTo(Schema.Array(Schema.Int), {
      decode: SchemaGetter.transform((text: string) => [...new Set(text.split(",").map(Number))]),
      encode: SchemaGetter.transform((numbers: ReadonlyArray<number>) => numbers.join(","))
    }),
    Schema.decodeTo(Schema.Array(schema))
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

export const watchId = argument("id", id(WatchId, "watch")).pipe(
  Argument.withDescription("The watch's id, as `sonde watches list` shows it")
)

export const endpointId = argument("id", id(EndpointId, "endpoint")).pipe(
  Argument.withDescription("The endpoint's id, as `sonde endpoints list` shows it")
)

const aTarget = '{"kind":"webhook","url":"https://hooks.example/sonde"}'

export const target = argument("target", json(Target, aTarget)).pipe(
  Argument.withDescription(`Where to, as JSON: '${aTarget}'`)
)

export const ofWatch = Flag.optional(flag("watch", id(WatchId, "watch"))).pipe(
  Flag.withMetavar("<id>"),
  Flag.withDescription("Only the events of this watch")
)

const aSubject = '{"kind":"search","q":"battery plant"}'

export const subject = argument("subject", json(WatchSubject, aSubject)).pipe(
  Argument.withDescription(`What is watched, as JSON: '${aSubject}'`)
)

const { cooldown_minutes, min_publishers, quiet_hours } = WatchConditions.fields

const theseConditions = '{"min_publishers":2}'

const conditionsOf = json(
  Schema.Struct({
    min_publishers: Schema.optionalKey(min_publishers),
    cooldown_minutes: Schema.optionalKey(cooldown_minutes),
    quiet_hours: Schema.optionalKey(quiet_hours)
  }),
  theseConditions
)

export const conditions = flag("conditions", conditionsOf).pipe(
  Flag.map((given): WatchConditions => ({ ...noConditions, ...given })),
  Flag.withMetavar("<json>"),
  Flag.withDescription(`When it is worth an event, as JSON: '${theseConditions}'`)
)
