import { Context } from "effect"
import type { AccountId } from "../domain/Account.ts"
import type { Caller } from "../domain/Caller.ts"
import { Forbidden, type RateLimited, Unauthorized } from "../domain/Failure.ts"
import type { Right } from "../domain/Right.ts"
import { allScopes, type HeldScope, keyManagement, specifiedScopes } from "../domain/Scope.ts"
import type { KeyLookup } from "../storage/accounts/ApiKeys.ts"
import type { Session } from "../storage/accounts/Sessions.ts"
import { type Allowance, rateLimited } from "./Limits.ts"

/**
 * What a request came with, as it was found: a key as it is stored, a token that was verified, a session that is open.
 */
export type Credential =
  | { readonly by: "key"; readonly stored: KeyLookup | null }
  | { readonly by: "token"; readonly account: AccountId; readonly scopes: ReadonlyArray<HeldScope> }
  | { readonly by: "session"; readonly open: Session | null }

/** All that counts for what a request may do. */
export interface Asked {
  readonly credential: Credential
  readonly right: Right
  /** In milliseconds of the clock. */
  readonly now: number
  /** More than reading, from elsewhere than the service's own pages. */
  readonly elsewhere: boolean
  /** The session is that of somebody who runs the service. */
  readonly operator: boolean
}

/** Who is calling, and why they may not. Without a caller the request is counted for nobody. */
export type Ruling =
  | { readonly caller: Caller["Service"]; readonly refusal: Forbidden | RateLimited | null }
  | { readonly caller: null; readonly refusal: Unauthorized | Forbidden }

/** The same words for every key that is not one, so that answers do not tell how close a guess came. */
const unknownKey = new Unauthorized({ code: "invalid_api_key", message: "The API key is not valid." })

const deactivated = new Unauthorized({ code: "key_deactivated", message: "The API key has been deactivated." })

const expired = new Unauthorized({ code: "key_expired", message: "The API key has expired." })

/** The same for sessions: past their end, signed out, or never begun. */
const sessionEnded = new Unauthorized({ code: "session_ended", message: "The session has ended: sign in again." })

/** The answer to what another site asks for in somebody's name. */
export const crossOrigin = new Forbidden({
  code: "cross_origin",
  message: "A session may ask for more than reading from the service's own pages only."
})

const noKeys = new Forbidden({
  code: "key_management_forbidden",
  message: "API keys are not accepted here: sign in, or use the operator's command line."
})

const operatorOnly = new Forbidden({ code: "operator_only", message: "This is for the service's operators." })

/**
 * A token that names some scopes is for these alone. One that holds the six of the specification stands for its user.
 */
const narrowed = new Forbidden({
  code: "insufficient_scope",
  message: `This needs a token with all scopes that one has that names none: ${specifiedScopes.join(", ")}.`
})

const nobody = (refusal: Unauthorized | Forbidden): Ruling => ({ caller: null, refusal })

/** Why a caller does not have the right; null when they have it. A session stands for its user, and has every scope. */
const lacking = ({ key, scopes, session }: Caller["Service"], { operator, right }: Asked): Forbidden | null => {
  switch (right) {
    case "any_caller":
      return null
    case "signed_in_user":
      return key === null ? null : noKeys
    case "unrestricted_user":
      if (key !== null) return noKeys
      return session !== null || specifiedScopes.every((scope) => scopes.includes(scope)) ? null : narrowed
    case "operator":
      if (key !== null) return noKeys
      return session !== null && operator ? null : operatorOnly
    default:
      if (session !== null || scopes.includes(right)) return null
      return key !== null && right === keyManagement
        ? noKeys
        : new Forbidden({ code: "insufficient_scope", message: `This needs the scope ${right}.` })
  }
}

const ruling = (caller: Caller["Service"], asked: Asked, allowance: Allowance | null | undefined): Ruling => {
  const refusal = lacking(caller, asked)
  if (refusal !== null || !allowance?.exceeded) return { caller, refusal }
  return { caller, refusal: rateLimited(Math.max(1, allowance.reset)) }
}

/**
 * Whether a request may have what it asks for: the one place where that is decided. First who is calling (401), then
 * the right (403), then the rate (429). `allowance` is what is left of the caller's limit, null when there is none; the
 * request has to be counted to know it, so this is asked without it first.
 */
export const decide = (asked: Asked, allowance?: Allowance | null): Ruling => {
  const { credential, elsewhere, now } = asked
  switch (credential.by) {
    case "key": {
      const { stored } = credential
      if (stored === null) return nobody(unknownKey)
      if (stored.deactivated) return nobody(deactivated)
      if (stored.expires_at !== null && stored.expires_at.getTime() <= now) return nobody(expired)
      const { account_id: account, id: key, scopes } = stored
      return ruling({ account, scopes, key, session: null }, asked, allowance)
    }
    case "token": {
      const { account, scopes } = credential
      return ruling({ account, scopes, key: null, session: null }, asked, allowance)
    }
    case "session": {
      const { open } = credential
      if (open === null) return nobody(sessionEnded)
      // Browsers send cookies with requests of any site. A key or a token was put there on purpose.
      if (elsewhere) return nobody(crossOrigin)
      return ruling({ account: open.account_id, scopes: allScopes, key: null, session: open.kind }, asked, allowance)
    }
  }
}

/** The rules that are asked. */
export const AccessRules = Context.Reference<typeof decide>("sonde/access/AccessRules", { defaultValue: () => decide })
