import type { Redacted } from "effect"

/** What the operator has been given by platforms that answer only those whom they know; null where he has nothing. */
export interface Credentials {
  /** A reddit app (client credentials grant). */
  readonly reddit: { readonly id: string; readonly secret: Redacted.Redacted } | null
  readonly xBearer: Redacted.Redacted | null
}

export const noCredentials: Credentials = { reddit: null, xBearer: null }
