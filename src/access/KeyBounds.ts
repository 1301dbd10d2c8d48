import type { Caller } from "../domain/Caller.ts"
import { Forbidden, type Invalid } from "../domain/Failure.ts"
import { allScopes, type HeldScope, type Scope } from "../domain/Scope.ts"
import { dayMillis } from "../domain/Timestamp.ts"
import { validationError } from "../domain/ValidationError.ts"

/** What keys somebody may issue at most. */
export interface KeyBounds {
  readonly scopes: ReadonlyArray<HeldScope>
  /** How long from now they may live; null when it is for good. */
  readonly days: number | null
}

/** For whoever may do all that the account may: its user, signed in, and the operator. */
export const unbounded: KeyBounds = { scopes: allScopes, days: null }

/** A key that a token issues may do no more than the token itself, and must not live long after it. */
export const boundsOf = ({ scopes, session }: Caller["Service"], tokenKeyMaxDays: number): KeyBounds =>
  session === null ? { scopes, days: tokenKeyMaxDays } : unbounded

/** Why a key of these scopes may not be issued within the bounds; null when it may. */
export const scopesBeyond = (bounds: KeyBounds, scopes: ReadonlyArray<Scope>): Forbidden | null => {
  const beyond = scopes.filter((scope) => !bounds.scopes.includes(scope))
  return beyond.length === 0
    ? null
    : new Forbidden({
        code: "insufficient_scope",
        message: `A key gets at most the scopes of the token that issues it, which lacks ${beyond.join(", ")}.`
      })
}

/** Whether a key that ends then, or never (null), outlives the bounds. */
export const outlives = ({ days }: KeyBounds, expires_at: Date | null, now: number): boolean =>
  days !== null && (expires_at === null || expires_at.getTime() > now + days * dayMillis)

/** The refusal of an expiry that is asked for and that {@link outlives} the bounds. */
export const expiryBeyond = ({ days }: KeyBounds): Invalid =>
  validationError([
    {
      location: ["body", "expires_at"],
      message: `must be set, and at most ${days} days from now, for a key that a token issues`
    }
  ])

/** The refusal to replace a key that {@link outlives} the bounds. */
export const lifeBeyond = ({ days }: KeyBounds): Forbidden =>
  new Forbidden({
    code: "key_management_forbidden",
    message: `A token issues keys for at most ${days} days, and this one lives longer: sign in to rotate it.`
  })
