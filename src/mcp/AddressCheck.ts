import { Effect, Option } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { isIP } from "node:net"
import { toEnvelope } from "../api/Errors.ts"
import { RequestId } from "../api/RequestId.ts"
import { Settings } from "../config/Settings.ts"
import { RequestOrigin } from "../http/middleware/RequestOrigin.ts"

/** The name in a Host header, without its port, the brackets of an IPv6 address and the root's dot. */
const nameOf = (host: string): string =>
  host
    .replace(/:\d+$/, "")
    .replace(/^\[(.*)\]$/, "$1")
    .replace(/\.$/, "")
    .toLowerCase()

const refused = (code: string, message: string) =>
  Effect.map(Effect.service(RequestId), (id) =>
    HttpServerResponse.jsonUnsafe(toEnvelope({ code, message }, id), {
      status: 403,
      headers: { "cache-control": "no-store" }
    })
  )

const foreignHost = refused(
  "foreign_host",
  "The request is addressed to a name that is not this service's: set PUBLIC_URL or MCP_HOSTS."
)

const foreignOrigin = refused("cross_origin", "Pages of other sites may not ask here.")

/**
 * Why a request is refused for its Host or Origin; undefined when it is not. A page that makes its own name point to
 * this machine (DNS rebinding) must send that name in `Host`. IP addresses and `localhost` cannot be rebound.
 */
export const makeAddressCheck = Effect.gen(function* () {
  const { MCP_HOSTS, PUBLIC_URL } = yield* Settings
  const origins = yield* RequestOrigin
  const known = new Set(
    [...MCP_HOSTS, ...Option.toArray(Option.map(PUBLIC_URL, (url) => new URL(url).host))].map(nameOf)
  )
  const isKnown = (name: string) =>
    isIP(name) !== 0 || name === "localhost" || name.endsWith(".localhost") || known.has(name)

  return (request: HttpServerRequest.HttpServerRequest) => {
    const { host = "", origin } = request.headers
    if (!isKnown(nameOf(host))) return foreignHost
    return origin === undefined || origin === origins.origin(request) ? undefined : foreignOrigin
  }
})
