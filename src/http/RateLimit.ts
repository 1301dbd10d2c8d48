import type { Allowance } from "../access/Limits.ts"

/*
 * The headers of draft-ietf-httpapi-ratelimit-headers-10.
 */

/** The value of `RateLimit-Policy`. */
export const policyOf = ({ limit }: Allowance): string => `"account";q=${limit};w=60`

/** The value of `RateLimit`. */
export const remainderOf = ({ remaining, reset }: Allowance): string => `"account";r=${remaining};t=${reset}`
