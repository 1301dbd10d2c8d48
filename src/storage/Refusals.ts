import { maxActiveKeys } from "../domain/ApiKey.ts"
import { maxEndpoints } from "../domain/Endpoint.ts"
import { Conflict, Invalid, NotFound } from "../domain/Failure.ts"
import { maxAttempts } from "../domain/Report.ts"
import { maxSavedViews } from "../domain/SavedView.ts"
import { maxWatches } from "../domain/Watch.ts"

/*
 * What storage refuses, each with its one sentence, so that a service and its memory fake say the same;
 * domain/Missing.ts has what is missing.
 */

export const accountNotFound = (name: string) =>
  new NotFound({
    code: "not_found",
    message: `There is no account named ${name}: an account is created with its first key, or when its user first signs in`
  })

export const keyNotActive = () =>
  new Conflict({ code: "key_not_active", message: "The key is expired or deactivated already" })

export const keyLimitReached = () =>
  new Conflict({
    code: "key_limit_reached",
    message: `The account has ${maxActiveKeys} active keys, which is the limit: deactivate or delete one first`
  })

/** The error of a report that was begun, or written, as often as it may be and never finished. */
export const attemptsUsedUp = {
  begun: `Given up: begun ${maxAttempts.begun} times and not finished`,
  written: `Given up: writing was begun ${maxAttempts.written} times and not finished`
}

export const idempotencyKeyReused = () =>
  new Invalid({
    code: "idempotency_key_reused",
    message: "The Idempotency-Key was used within the last 24 hours for another request"
  })

export const idempotencyInProgress = () =>
  new Conflict({
    code: "idempotency_in_progress",
    message: "The first request with this Idempotency-Key is still being answered"
  })

export const competitorArchived = () =>
  new Conflict({
    code: "competitor_archived",
    message: "The competitor is archived and cannot be changed: add it again to watch it"
  })

export const domainWatched = () =>
  new Conflict({ code: "already_exists", message: "The account watches this domain already" })

export const keywordTracked = () =>
  new Conflict({ code: "already_exists", message: "The account tracks this keyword for this URL already" })

export const watchLimitReached = () =>
  new Conflict({
    code: "watch_limit_reached",
    message: `The account has ${maxWatches} watches, which is the limit: delete one first`
  })

export const endpointLimitReached = () =>
  new Conflict({
    code: "endpoint_limit_reached",
    message: `The account has ${maxEndpoints} endpoints, which is the limit: delete one first`
  })

export const viewNamed = () =>
  new Conflict({ code: "already_exists", message: "The account has a saved view of this name already" })

export const viewLimitReached = () =>
  new Conflict({
    code: "view_limit_reached",
    message: `The account has ${maxSavedViews} saved views, which is the limit: remove one first`
  })

export const endpointUnsigned = () =>
  new Conflict({
    code: "endpoint_unsigned",
    message: "This kind of endpoint has no secret: its requests are not signed"
  })
