import type { WatchEvent } from "./generated.ts"

/** What a webhook of Sonde says. */
export interface WebhookMessage {
  readonly type: string
  readonly timestamp: string
  readonly data: WatchEvent
}

/** Why a request is not taken for one of Sonde's. */
export class WebhookError extends Error {
  override readonly name = "WebhookError"
}

type HeadersLike = Headers | Readonly<Record<string, string | ReadonlyArray<string> | undefined>>

const headerOf = (headers: HeadersLike, name: string): string => {
  const found = headers instanceof Headers ? headers.get(name) : headers[name]
  if (typeof found !== "string" || found === "") throw new WebhookError(`The header ${name} is missing.`)
  return found
}

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> | null => {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return null
  }
}

/**
 * Checks a request by Standard Webhooks and gives its message. `body` is the body as it came, not parsed and written
 * anew. A request that was sent long ago is refused, so that nobody can repeat it; `webhook-id` tells those apart that
 * come twice.
 */
export const verifyWebhook = async (request: {
  readonly body: string | Uint8Array
  readonly headers: HeadersLike
  /** `whsec_…` */
  readonly secret: string
  /** By how much the clocks may differ: 300 seconds unless told. */
  readonly toleranceSeconds?: number
}): Promise<WebhookMessage> => {
  const { body, headers, secret, toleranceSeconds = 300 } = request
  const id = headerOf(headers, "webhook-id")
  const timestamp = headerOf(headers, "webhook-timestamp")
  const signatures = headerOf(headers, "webhook-signature")
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookError("The timestamp is no number.")
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > toleranceSeconds) {
    throw new WebhookError("The timestamp is too far from now.")
  }
  const bytes = bytesOf(secret.replace(/^whsec_/, ""))
  if (bytes === null || bytes.length === 0) throw new WebhookError("The secret is not of the form whsec_….")
  const text = typeof body === "string" ? body : new TextDecoder().decode(body)
  const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"])
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`)
  for (const one of signatures.split(" ").slice(0, 10)) {
    const signature = one.startsWith("v1,") ? bytesOf(one.slice(3)) : null
    if (signature !== null && (await crypto.subtle.verify("HMAC", key, signature, signed))) return JSON.parse(text)
  }
  throw new WebhookError("No signature is right.")
}
