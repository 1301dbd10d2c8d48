import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { buildConnector } from "@effect/platform-node/Undici"
import { Context, Effect, Layer } from "effect"
import { HttpClient, type HttpClientError } from "effect/http"
import * as Dns from "node:dns"
import * as Net from "node:net"
import { isAllowed, isPublic } from "./Address.ts"

/** A connection that was not made because the address is not of the public internet. */
export class RefusedAddress extends Error {
  readonly code = "ERR_REFUSED_ADDRESS"
}

/** Resolves a name to its public addresses only; a name with none is refused. */
const publicLookup: Net.LookupFunction = (hostname, options, callback) => {
  Dns.lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return callback(error, "", 0)
    const open = addresses.filter(({ address }) => isPublic(address))
    const first = open[0]
    if (first === undefined) return callback(new RefusedAddress(), "", 0)
    return options.all === true ? callback(null, open) : callback(null, first.address, first.family)
  })
}

/** A TCP connection that takes longer than this will not be made. */
const connectTimeout = 10_000

const connector = (allowHosts: ReadonlyArray<string>): buildConnector.connector => {
  const open = buildConnector({ timeout: connectTimeout, allowH2: false })
  const guarded = buildConnector({ timeout: connectTimeout, allowH2: false, lookup: publicLookup })
  return (target, callback) => {
    const port = target.port === "" ? (target.protocol === "https:" ? 443 : 80) : target.port
    const literal = Net.isIP(target.hostname)
    const written = literal === 6 ? `[${target.hostname}]` : target.hostname
    if (isAllowed(allowHosts, written, port)) return open(target, callback)
    // A literal IP address is not looked up, so it is checked here.
    if (literal !== 0 && !isPublic(target.hostname)) return callback(new RefusedAddress(), null)
    return guarded(target, callback)
  }
}

/**
 * Whether the request goes to an address that the operator wrote. Only such a request may use the operator's exceptions
 * for private hosts: a publisher's redirect must not choose what is asked of a private host. The default is no.
 */
export const OperatorsAddress = Context.Reference<boolean>("sonde/ingest/OperatorsAddress", {
  defaultValue: () => false
})

/** With connections of its own: one that was opened to a private host serves no other request. */
const clientOver = (allowHosts: ReadonlyArray<string>) =>
  Effect.flatMap(
    NodeHttpClient.makeDispatcherOptions({ connect: connector(allowHosts), allowH2: false }),
    (dispatcher) => Effect.provideService(NodeHttpClient.makeUndici, NodeHttpClient.Dispatcher, dispatcher)
  )

/**
 * An HTTP client whose every connection goes to the public internet or, for an {@link OperatorsAddress}, to a host that
 * the operator has named. Checked when connecting, so that a name cannot change its address between check and use.
 */
export const layer = (allowHosts: ReadonlyArray<string>): Layer.Layer<HttpClient.HttpClient> =>
  Layer.effect(
    HttpClient.HttpClient,
    Effect.gen(function* () {
      const open = yield* clientOver(allowHosts)
      const guarded = yield* clientOver([])
      return HttpClient.makeWith<HttpClientError.HttpClientError, never, HttpClientError.HttpClientError, never>(
        Effect.flatMap((request) => Effect.flatMap(OperatorsAddress, (own) => (own ? open : guarded).execute(request))),
        Effect.succeed
      )
    })
  )
