import { Schema, SchemaGetter } from "effect"

const message = "must be a registrable host name such as acme.com, without scheme, path or port"

// RFC 1035 labels: 1 to 63 letters, digits and inner hyphens; a name of at least two, 253 characters in all; the last
// one is not a number, so that no IP address passes.
const hostName = /^(?=.{3,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])$/

/** The name in lower case and punycode (RFC 5891), by the URL parser's own rules; as it is when that refuses it. */
const normalise = (text: string): string => {
  const bare = text.trim().toLowerCase().replace(/\.$/, "")
  if (!/^[^\s/?#:@\\%[\]]+$/.test(bare)) return bare
  return URL.parse(`http://${bare}`)?.hostname ?? bare
}

/** A host name that someone can register: `acme.com`. */
export const Domain = Schema.String.pipe(
  Schema.decodeTo(Schema.String.check(Schema.isPattern(hostName, { message })).pipe(Schema.brand("Domain")), {
    decode: SchemaGetter.transform(normalise),
    encode: SchemaGetter.passthrough()
  })
)
export type Domain = typeof Domain.Type
