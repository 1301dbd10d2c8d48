import { Option, Result } from "effect"
import { IpNetwork, NetAddress } from "effect/net"
import { isIP } from "node:net"

/*
 * Which addresses an outbound request may reach: those of the public internet. Everything that the IANA special-purpose
 * registries (RFC 6890 and its successors) set apart leads to this machine, its network or nowhere, and is refused.
 */

const special = [
  "0.0.0.0/8", // this network
  "10.0.0.0/8", // private
  "100.64.0.0/10", // shared by carriers (CGNAT)
  "127.0.0.0/8", // loopback
  "169.254.0.0/16", // link-local, where clouds keep their metadata
  "172.16.0.0/12", // private
  "192.0.0.0/24", // protocol assignments
  "192.0.2.0/24", // documentation
  "192.88.99.0/24", // 6to4 relays, retired
  "192.168.0.0/16", // private
  "198.18.0.0/15", // benchmarks
  "198.51.100.0/24", // documentation
  "203.0.113.0/24", // documentation
  "224.0.0.0/4", // multicast
  "240.0.0.0/4", // reserved, broadcast
  "2001::/23", // protocol assignments, among them Teredo
  "2001:db8::/32", // documentation
  "2002::/16", // 6to4: an IPv4 address in disguise
  "3fff::/20" // documentation
].map(IpNetwork.fromStringUnsafe)

/** The only part of IPv6 that is given out to the public. */
const globalUnicast = IpNetwork.fromStringUnsafe("2000::/3")

/** NAT64 (RFC 6052): the last 32 bits are the IPv4 address that is meant. */
const nat64 = IpNetwork.fromStringUnsafe("64:ff9b::/96")

const embedded = (address: NetAddress.Ipv6Address): NetAddress.IpAddress =>
  IpNetwork.contains(nat64, address)
    ? NetAddress.ipv4FromBytesUnsafe(Uint8Array.from(NetAddress.ipv6ToOctets(address).slice(12)))
    : Option.getOrElse(NetAddress.fromIpv4Mapped(address), () => address)

/** True for an address of the public internet; what cannot be read as an address is not one. */
export const isPublic = (text: string): boolean =>
  Result.match(NetAddress.ipFromString(text), {
    onFailure: () => false,
    onSuccess: (given) => {
      const address = NetAddress.isIpv6Address(given) ? embedded(given) : given
      return (
        (NetAddress.isIpv4Address(address) || IpNetwork.contains(globalUnicast, address)) &&
        !special.some((network) => IpNetwork.contains(network, address))
      )
    }
  })

/** The operator's exceptions: `name` (any port) or `name:port` as in a URL; `*` opens everything. */
export const isAllowed = (allowHosts: ReadonlyArray<string>, hostname: string, port: string | number): boolean =>
  allowHosts.some(
    (entry) => entry === "*" || entry.toLowerCase() === hostname || entry.toLowerCase() === `${hostname}:${port}`
  )

/** What is said of an address that is refused. */
export const notPublic = "the address is not of the public internet (ALLOW_PRIVATE_HOSTS makes exceptions)"

/**
 * Whether a URL leads to an address, written as a number, that is not of the public internet and that the operator has
 * not allowed. Names are looked up when they are asked, and not here.
 */
export const isRefused = (allowHosts: ReadonlyArray<string>, { hostname, port, protocol }: URL): boolean => {
  const address = hostname.replace(/^\[|\]$/g, "")
  return (
    isIP(address) !== 0 &&
    !isPublic(address) &&
    !isAllowed(allowHosts, hostname, port === "" ? (protocol === "https:" ? 443 : 80) : port)
  )
}

/**
 * The URL of an address as people type it, without its scheme: https, and http for this machine and for private hosts,
 * which seldom have a certificate. Anything else stays as it is.
 */
export const withScheme = (allowHosts: ReadonlyArray<string>, typed: string): string => {
  if (typed.length > 2_000 || /[@\s\\]|:\/\//.test(typed)) return typed
  const url = URL.parse(`http://${typed}`)
  if (url === null) return typed
  const { hostname, port } = url
  const address = hostname.replace(/^\[|\]$/g, "")
  const isPrivate =
    hostname === "localhost" ||
    (isIP(address) !== 0 && !isPublic(address)) ||
    isAllowed(
      allowHosts.filter((host) => host !== "*"),
      hostname,
      port === "" ? 80 : port
    )
  if (isPrivate) return `http://${typed}`
  // A word alone is no address.
  return isIP(address) !== 0 || hostname.includes(".") ? `https://${typed}` : typed
}
