import { Context, Effect, Layer, Option } from "effect"
import type { HttpServerRequest } from "effect/http"
import type { AuditContext } from "../../access/AuditContext.ts"
import { Settings } from "../../config/Settings.ts"
import { clean } from "../../text/Text.ts"

/** As much of a User-Agent as tells one browser from another. */
const longestAgent = 200

/** What a request says of where it comes from: as much of it as can be believed. */
export class RequestOrigin extends Context.Service<
  RequestOrigin,
  {
    /** The client's address. Behind a proxy it is the last one that the proxy itself added. */
    readonly address: (request: HttpServerRequest.HttpServerRequest) => string
    /** The service's own origin, as the browser that sent the request knows it. */
    readonly origin: (request: HttpServerRequest.HttpServerRequest) => string
    /**
     * Whether one of the service's own pages sent the request. Browsers say so in `Sec-Fetch-Site`; those that don't,
     * and all of them over plain HTTP, send the `Origin` with whatever is more than reading.
     */
    readonly isOwnPage: (request: HttpServerRequest.HttpServerRequest) => boolean
    /** The same for the audit trail. */
    readonly auditContext: (request: HttpServerRequest.HttpServerRequest, by: AuditContext["by"]) => AuditContext
  }
>()("sonde/http/RequestOrigin") {
  static readonly layer = Layer.effect(
    RequestOrigin,
    Effect.map(Settings, (settings) => {
      const publicOrigin = Option.map(settings.PUBLIC_URL, (url) => new URL(url).origin)

      /** What the proxy in front said, if there is one that is to be believed. */
      const forwarded = ({ headers }: HttpServerRequest.HttpServerRequest, name: string): string | undefined =>
        settings.TRUST_PROXY ? headers[name]?.split(",").at(-1)?.trim() : undefined

      const address: RequestOrigin["Service"]["address"] = (request) =>
        forwarded(request, "x-forwarded-for") ?? Option.getOrElse(request.remoteAddress, () => "unknown")

      const origin: RequestOrigin["Service"]["origin"] = (request) =>
        Option.getOrElse(publicOrigin, () => {
          const scheme = forwarded(request, "x-forwarded-proto") === "https" ? "https" : "http"
          return `${scheme}://${request.headers.host ?? ""}`
        })

      return {
        address,
        origin,
        isOwnPage: (request) => {
          const site = request.headers["sec-fetch-site"]
          return site === undefined ? request.headers.origin === origin(request) : site === "same-origin"
        },
        auditContext: (request, by) => ({
          by,
          address: clean(address(request)).slice(0, 100),
          user_agent: clean(request.headers["user-agent"] ?? "").slice(0, longestAgent) || null
        })
      }
    })
  )
}
