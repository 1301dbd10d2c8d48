import { randomBytes } from "node:crypto"
import { crc32 } from "node:zlib"
import type { KeyMaterial } from "../storage/accounts/ApiKeys.ts"
import { hashSecret } from "./Secret.ts"

/** What every key begins with; a fixed prefix lets secret scanners recognise a leaked key. */
export const keyPrefix = "sonde_live_"

const form = /^sonde_live_[0-9a-f]{48}$/

/** CRC-32 (ISO 3309) of prefix and random part, in hex: a mistyped key is refused without a look-up. */
const checksum = (text: string): string => crc32(text).toString(16).padStart(8, "0")

/** A new key: the prefix, 160 random bits as 40 hex digits, and 8 of checksum. */
export const generateKey = (): string => {
  const body = keyPrefix + randomBytes(20).toString("hex")
  return body + checksum(body)
}

/** Whether a text can be a key at all. */
export const isWellFormedKey = (text: string): boolean =>
  form.test(text) && checksum(text.slice(0, -8)) === text.slice(-8)

/** What storage keeps of a key: its hash, and the first and last four digits for display. */
export const materialOf = (key: string): KeyMaterial => ({
  hash: hashSecret(key),
  prefix: key.slice(0, keyPrefix.length + 4),
  last4: key.slice(-4)
})
