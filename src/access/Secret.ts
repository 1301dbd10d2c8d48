import { createHash, randomBytes } from "node:crypto"

/**
 * 256 random bits, in the alphabet of URLs (base64url, 43 characters): what a session's cookie or a one-time link
 * holds.
 */
export const newSecret = (): string => randomBytes(32).toString("base64url")

/**
 * SHA-256 of a secret, which is all that is stored of it. A plain digest is enough: so many random bits cannot be
 * guessed, so there is nothing that a slow password hash would protect.
 */
export const hashSecret = (secret: string): Uint8Array => createHash("sha256").update(secret).digest()
