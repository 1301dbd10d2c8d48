import type { Allowance } from "../../access/Limits.ts"

/*
 * An entry of the headers of draft-ietf-httpapi-ratelimit-headers-10.
 */

/** In `RateLimit-Policy`; `window` in seconds. */
export const policyOf = (policy: { readonly name: string; readonly limit: number; readonly window: number }): string =>
  `"${policy.name}";q=${policy.limit};w=${policy.window}`

/** In `RateLimit`. */
export const remainderOf = (name: string, { remaining, reset }: Pick<Allowance, "remaining" | "reset">): string =>
  `"${name}";r=${remaining};t=${reset}`
