import { Result } from "effect"
import { NetAddress } from "effect/net"

/**
 * The network that one client has for itself: its IPv4 address, or the /64 of its IPv6 address (RFC 6177: never less).
 */
export const networkOf = (address: string): string =>
  Result.match(NetAddress.ipFromString(address), {
    onFailure: () => "unknown",
    onSuccess: (ip) => {
      if (NetAddress.isIpv4Address(ip)) return address
      const octets = NetAddress.ipv6ToOctets(ip)
      // A socket that listens on both kinds sees IPv4 clients as ::ffff:a.b.c.d.
      const mapped = octets.slice(0, 10).every((octet) => octet === 0) && octets[10] === 255 && octets[11] === 255
      return octets.slice(...(mapped ? [12] : [0, 8])).join(".")
    }
  })
