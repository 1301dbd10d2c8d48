import { Redacted } from "effect"
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto"
import { EndpointId } from "../domain/EndpointId.ts"
import type { MailKey } from "../storage/watches/Endpoints.ts"

/*
 * The links in mails by which their reader confirms an address or unsubscribes. Each is made for one purpose, endpoint
 * and address from the endpoint's secret, and stored nowhere: whoever has not got the mail cannot know it.
 */

export type Purpose = "confirm" | "unsubscribe"

/** 256 random bits. */
export const newMailSecret = (): Redacted.Redacted => Redacted.make(randomBytes(32).toString("base64url"))

const digestOf = (purpose: Purpose, endpoint: EndpointId, { address, secret }: MailKey) =>
  createHmac("sha256", Redacted.value(secret)).update(`${purpose}\n${endpoint}\n${address}`).digest()

/** The path below the service's address. */
export const mailLink = (purpose: Purpose, endpoint: EndpointId, key: MailKey): string =>
  `/mail/${purpose}/${endpoint}.${digestOf(purpose, endpoint, key).toString("base64url")}`

const token = /^(\d{1,10})\.([\w-]{43})$/

/** The endpoint that a link's last part names; null where it names none. */
export const endpointOfLink = (last: string): EndpointId | null => {
  const id = Number(token.exec(last)?.[1])
  return Number.isSafeInteger(id) && id > 0 ? EndpointId.make(id) : null
}

/** Whether a link's last part was made for this purpose and endpoint. */
export const isLinkOf = (last: string, purpose: Purpose, endpoint: EndpointId, key: MailKey): boolean => {
  const given = Buffer.from(token.exec(last)?.[2] ?? "", "base64url")
  const wanted = digestOf(purpose, endpoint, key)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
