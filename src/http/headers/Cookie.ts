import { Duration } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"

/**
 * A cookie that is the service's alone: no script reads it, and other sites' forms and frames don't send it (`Lax`, and
 * not `Strict`: somebody who follows a link to the dashboard, or comes back from the identity provider, is still signed
 * in).
 *
 * Over HTTPS its name begins with `__Host-` and it is `Secure`: no other host of the domain can set it (RFC 6265bis,
 * section 4.1.3.2). Over plain HTTP browsers would not take such a cookie, so it does without both.
 */
interface Cookie {
  readonly read: (request: HttpServerRequest.HttpServerRequest, origin: string) => string | null
  readonly set: (
    response: HttpServerResponse.HttpServerResponse,
    origin: string,
    value: string,
    lifetime: Duration.Duration
  ) => HttpServerResponse.HttpServerResponse
  readonly clear: (
    response: HttpServerResponse.HttpServerResponse,
    origin: string
  ) => HttpServerResponse.HttpServerResponse
}

const cookie = (plainName: string): Cookie => {
  const isSecure = (origin: string) => origin.startsWith("https:")
  const nameAt = (origin: string) => (isSecure(origin) ? `__Host-${plainName}` : plainName)
  const set: Cookie["set"] = (response, origin, value, lifetime) =>
    HttpServerResponse.setCookieUnsafe(response, nameAt(origin), value, {
      httpOnly: true,
      sameSite: "lax",
      path: "/",
      secure: isSecure(origin),
      maxAge: lifetime
    })
  return {
    read: (request, origin) => request.cookies[nameAt(origin)] || null,
    set,
    clear: (response, origin) => set(response, origin, "", Duration.zero)
  }
}

/** What the browser holds of its session. */
export const sessionCookie = cookie("sonde_session")

/** What the browser keeps while it is at the identity provider. */
export const attemptCookie = cookie("sonde_sign_in")
