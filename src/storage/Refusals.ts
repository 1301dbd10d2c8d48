import { maxActiveKeys } from "../domain/ApiKey.ts"
import { Conflict, Invalid, NotFound } from "../domain/Failure.ts"
import { maxAttempts } from "../domain/Report.ts"

/*
 * What storage refuses, each with its one sentence, so that a service and its memory fake say the same. Another account's
 * thing is missing in the same words as one that never was.
 */

export const accountNotFound = (name: string) =>
  new NotFound({
    code: "not_found",
    message: `There is no account named ${name}: one comes to be with its first key, or when its user first signs in`
  })

export const keyNotFound = () => new NotFound({ code: "key_not_found", message: "No such key" })

export const keyNotActive = () =>
  new Conflict({ code: "key_not_active", message: "The key is expired or deactivated already" })

export const keyLimitReached = () =>
  new Conflict({
    code: "key_limit_reached",
    message: `The account has ${maxActiveKeys} active keys, the most it may hold: deactivate or delete one first`
  })

export const reportNotFound = () => new NotFound({ code: "report_not_found", message: "No such report" })

/** The error of a report that was begun as often as it may be and never finished. */
export const attemptsUsedUp = `Given up: begun ${maxAttempts} times and not finished`

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

export const competitorNotFound = () => new NotFound({ code: "competitor_not_found", message: "No such competitor" })

export const domainWatched = () =>
  new Conflict({ code: "already_exists", message: "The account watches this domain already" })

export const signalNotFound = () => new NotFound({ code: "not_found", message: "There is no such signal" })

export const companyNotFound = () => new NotFound({ code: "company_not_found", message: "There is no such company" })

export const keywordNotFound = () => new NotFound({ code: "keyword_not_found", message: "No such keyword" })

export const keywordTracked = () =>
  new Conflict({ code: "already_exists", message: "The account tracks this keyword for this URL already" })
