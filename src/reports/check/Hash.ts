import { createHash } from "node:crypto"

/** By which stored words are known again: the SHA-256 of their UTF-8, in hex. */
export const hashOf = (quote: string): string => createHash("sha256").update(quote).digest("hex")
