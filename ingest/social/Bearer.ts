import { Redacted } from "effect"

/** The Authorization header of a token (RFC 6750). */
export const bearer = (token: Redacted.Redacted): Redacted.Redacted => Redacted.make(`Bearer ${Redacted.value(token)}`)
