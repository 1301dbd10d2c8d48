import { Redacted } from "effect"
import { createHmac, randomBytes } from "node:crypto"

/*
 * Signatures by Standard Webhooks (https://www.standardwebhooks.com): what receivers check with libraries in many
 * languages.
 */

const prefix = "whsec_"

/** 256 random bits, in the form in which receivers' libraries take them. */
export const newSigningSecret = (): Redacted.Redacted => Redacted.make(`${prefix}${randomBytes(32).toString("base64")}`)

/** The headers of a signed request; with several secrets it has a signature by each, for the time of a rotation. */
export const signatureHeaders = (
  id: string,
  at: Date,
  body: string,
  secrets: ReadonlyArray<Redacted.Redacted>
): Record<string, string> => {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(Redacted.value(secret).slice(prefix.length), "base64")
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`
  })
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures.join(" ") }
}
