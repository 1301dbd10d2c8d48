import { Schema, SchemaGetter } from "effect"
import { parse } from "tldts"
import { bareHost, hostnameOf } from "./Host.ts"

const message = "must be a registrable host name such as acme.com, without scheme, path or port"

// RFC 1035 labels: 1 to 63 letters, digits and inner hyphens; a name of at least two, 253 characters in all; the last
// one is not a number, so that no IP address passes.
const hostName = /^(?=.{3,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])$/

// URL parsers let a host of ASCII through as it is. Behind a label that is not, they check every label, so that
// punycode which stands for nothing, or for what would be spelled otherwise, is refused (UTS 46, section 4).
const witness = { typed: "ü.", stored: "xn--tda." }

/**
 * The name in lower case and punycode (RFC 5891), by the URL parser's own rules; empty when that refuses it. One final
 * dot goes.
 */
const normalise = (text: string): string => {
  const bare = text.trim()
  if (!/^[^\s\p{Cc}/?#:@\\%[\]]+$/u.test(bare)) return ""
  const host = hostnameOf(`http://${witness.typed}${bare}`) ?? ""
  return host.slice(witness.stored.length).replace(/\.$/, "")
}

const suffixOf = (host: string, allowPrivateDomains: boolean) =>
  parse(host, { allowPrivateDomains, extractHostname: false, validateHostname: false, detectIp: false })

/**
 * By the public suffix list, its section of registries; a top-level domain that it doesn't know is a suffix (its rule
 * `*`).
 */
const registrable = (host: string): boolean => suffixOf(host, false).domain !== null

/**
 * A host name that someone has registered, or one below it: `acme.com`, `acme.co.uk`, `shop.acme.com`; not `co.uk`.
 * Where the public suffix list has a private suffix (`github.io`), both it and what stands below it (`acme.github.io`)
 * pass: the one is its owner's, the other a customer's.
 */
export const Domain = Schema.String.pipe(
  Schema.decodeTo(
    Schema.String.check(
      Schema.makeFilter<string>((host) => (hostName.test(host) && registrable(host)) || message)
    ).pipe(Schema.brand("Domain")),
    { decode: SchemaGetter.transform(normalise), encode: SchemaGetter.passthrough() }
  )
)
export type Domain = typeof Domain.Type

/** The hosts that belong to whoever has a domain. */
export interface Site {
  /** Without `www.`, which stands for the same site. */
  readonly host: string
  /** False where others have the names below it: `acme.github.io` is not of `github.io`. */
  readonly subdomains: boolean
}

/** The hosts that a stored domain stands for. */
export const siteOf = (domain: string): Site => {
  const bare = bareHost(domain)
  const host = registrable(bare) ? bare : domain
  return { host, subdomains: suffixOf(host, true).domain !== null }
}

/** Whether a page is on the site: on its host, with or without `www.`, or on one below it. */
export const isOn = (url: string, { host, subdomains }: Site): boolean => {
  const own = hostnameOf(url)
  return own !== null && (own === host || own === `www.${host}` || (subdomains && own.endsWith(`.${host}`)))
}

/**
 * What someone has registered before a suffix of registries: `target` for `www.target.com.au`. Null where customers of
 * one have the names: `target` of `target.github.io` says nothing of who is there.
 */
export const registeredLabel = (host: string): string | null => {
  const { domainWithoutSuffix, isPrivate } = suffixOf(host, true)
  return isPrivate === true ? null : domainWithoutSuffix
}
