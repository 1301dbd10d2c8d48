import { Schema, SchemaGetter } from "effect"
import { nameFault } from "../domain/Account.ts"
import { MailAddress } from "../domain/Endpoint.ts"
import { clean } from "../text/Text.ts"

/*
 * What a setting is, and the forms that its text in the environment may have.
 */

export interface Setting<A, Default extends string | null> {
  readonly schema: Schema.Codec<A, string>
  /** As one would write it in the environment; null when the setting has no default. */
  readonly default: Default
  readonly meaning: string
  readonly secret?: boolean
}

export const setting = <A, Default extends string | null>(
  schema: Schema.Codec<A, string>,
  fallback: Default,
  meaning: string
): Setting<A, Default> => ({ schema, default: fallback, meaning })

/** A setting that is Redacted from the first line: it has no default, and no message shows it. */
export const secret = <A>(schema: Schema.Codec<A, string>, meaning: string) => ({
  ...setting(schema, null, meaning),
  secret: true as const
})

export const integer = (minimum: number, maximum: number) => {
  const message = `must be an integer between ${minimum} and ${maximum}`
  return Schema.String.check(
    Schema.makeFilter<string>(
      (text) => (/^\d{1,9}$/.test(text) && Number(text) >= minimum && Number(text) <= maximum) || message
    )
  ).pipe(
    Schema.decodeTo(Schema.Int, { decode: SchemaGetter.transform(Number), encode: SchemaGetter.transform(String) })
  )
}

/** For how long something is kept. */
export const retention = <Default extends string>(days: Default, what: string) =>
  setting(integer(0, 36_500), days, `days for which ${what}; \`0\`: for good`)

export const flag = Schema.Literals(["true", "false"]).pipe(
  Schema.decodeTo(Schema.Boolean, {
    decode: SchemaGetter.transform((text: "true" | "false") => text === "true"),
    encode: SchemaGetter.transform((value: boolean) => (value ? "true" : "false"))
  })
)

export const list = Schema.String.pipe(
  Schema.decodeTo(Schema.Array(Schema.String), {
    decode: SchemaGetter.transform((text: string) =>
      text
        .split(",")
        .map((entry) => entry.trim())
        .filter((entry) => entry !== "")
    ),
    encode: SchemaGetter.transform((entries: ReadonlyArray<string>) => entries.join(","))
  })
)

const entriesOf = (text: string): ReadonlyArray<string> =>
  text
    .split(",")
    .map((entry) => entry.replace(/^ +|(?<! ) +$/g, ""))
    .filter((entry) => entry !== "")

/** Accounts by their names, which are compared byte for byte: only the spaces beside a comma are no part of them. */
export const accounts = Schema.String.check(
  Schema.makeFilter<string>((text) => {
    const fault = entriesOf(text)
      .map((entry) => [entry, nameFault(entry)] as const)
      .find(([, fault]) => fault !== null)
    return fault === undefined || `must list accounts, and ${JSON.stringify(fault[0])} is none: it ${fault[1]}`
  })
).pipe(
  Schema.decodeTo(Schema.Array(Schema.String), {
    decode: SchemaGetter.transform(entriesOf),
    encode: SchemaGetter.transform((entries: ReadonlyArray<string>) => entries.join(","))
  })
)

export const postgresUrl = Schema.String.check(
  Schema.makeFilter<string>(
    (text) =>
      ["postgres:", "postgresql:"].includes(URL.parse(text)?.protocol ?? "") ||
      "must be a URL such as postgres://host:5432/database, with user and password before the host"
  )
)

/** The URLs of a text: white space is between them, or a comma that the next one follows. */
export const urlsOf = (text: string): ReadonlyArray<string> =>
  text
    .split(/\s/)
    .flatMap((some) => some.split(/,(?=(?:postgres(?:ql)?|https?):\/\/)/))
    .map((url) => (url.endsWith(",") ? url.slice(0, -1) : url))
    .filter((url) => url !== "")

const several = (url: Schema.Codec<string, string>) =>
  Schema.String.pipe(
    Schema.decodeTo(Schema.NonEmptyArray(url), {
      decode: SchemaGetter.transform((text: string): readonly [string, ...Array<string>] => {
        const [first = "", ...others] = urlsOf(text)
        return [first, ...others]
      }),
      encode: SchemaGetter.transform((urls: ReadonlyArray<string>) => urls.join(","))
    })
  )

export const postgresUrls = several(postgresUrl)

/** Percent-encoding that stands for something. */
const isEncoded = (text: string): boolean => {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/** Servers of a cluster, where user and password may stand before the host. */
export const clusterUrls = several(
  Schema.String.check(
    Schema.makeFilter<string>((text) => {
      const url = URL.parse(text)
      return (
        (url !== null && /^https?:$/.test(url.protocol) && isEncoded(url.username) && isEncoded(url.password)) ||
        "must be a URL such as https://user:password@host:9200, or several with commas between them"
      )
    })
  )
)

/** What an index of a cluster may be called. */
export const indexName = Schema.String.check(
  Schema.makeFilter<string>(
    (text) => /^[a-z][a-z0-9_-]{0,99}$/.test(text) || "must be lower-case letters, digits, - and _, a letter first"
  )
)

export const smtpUrl = Schema.String.check(
  Schema.makeFilter<string>((text) => {
    const url = URL.parse(text)
    return (
      (url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== "") ||
      "must be a URL such as smtps://user:password@mail.example.com"
    )
  })
)

const sender = /^(?:([^<>"\\]{1,100}) )?<?([^<>\s]+)>?$/

/** Who mail is from: an address, or a name and an address in angle brackets. */
export const mailFrom = Schema.String.check(
  Schema.makeFilter<string>((text) => {
    const [, , address = ""] = sender.exec(text) ?? []
    return (
      (Schema.is(MailAddress)(address) && clean(text) === text) ||
      "must be a mail address such as sonde@example.com, or Sonde <sonde@example.com>"
    )
  })
).pipe(
  Schema.decodeTo(Schema.Struct({ name: Schema.String, address: Schema.String }), {
    decode: SchemaGetter.transform((text: string) => {
      const [, name = "Sonde", address = ""] = sender.exec(text) ?? []
      return { name: name.trim(), address }
    }),
    encode: SchemaGetter.transform(({ address, name }: { address: string; name: string }) => `${name} <${address}>`)
  })
)

export const text = Schema.String.check(Schema.isNonEmpty({ message: "must not be empty" }))

/** What stands in a request's Authorization header. */
export const token = Schema.String.check(
  Schema.makeFilter<string>(
    (text) => /^[\x21-\x7e]{1,1000}$/.test(text) || "must be 1 to 1000 visible ASCII characters without spaces"
  )
)

/** A token that people choose themselves, too long to be guessed. */
export const longToken = token.check(Schema.isMinLength(16, { message: "must be 16 characters or more" }))

export const price = Schema.String.check(
  Schema.makeFilter<string>(
    (text) =>
      /^\d{1,6}(\.\d{1,6})?$/.test(text) ||
      "must be a number such as 2.5, at most six digits before and after the point"
  )
).pipe(
  Schema.decodeTo(Schema.Finite, { decode: SchemaGetter.transform(Number), encode: SchemaGetter.transform(String) })
)
