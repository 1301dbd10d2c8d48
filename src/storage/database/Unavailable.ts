import { isSqlError, type SqlError } from "effect/sql/SqlError"

/** What the server, or the network on the way to it, said. */
export const reasonOf = ({ reason }: SqlError): string =>
  reason.cause instanceof Error && reason.cause.message !== "" ? reason.cause.message : reason._tag

/** The state (SQLSTATE) that the server gave as the reason; empty without one. */
export const stateOf = (error: unknown): string => {
  const cause = isSqlError(error) ? error.reason.cause : null
  return cause instanceof Error && "code" in cause ? String(cause.code) : ""
}

/**
 * Server states that pass by themselves: shutting down (57P01), restarted after a crash (57P02), starting (57P03); out
 * of disk, memory or connections (53100, 53200, 53300); a statement that took too long or waited too long for a lock
 * (57014, 55P03), lost against another (40001, 40P01), or met a server that is a standby, as in a failover (25006); and
 * 25P03, a session ended for being idle in a transaction.
 */
const passingStates = new Set("57P01 57P02 57P03 53100 53200 53300 57014 55P03 40001 40P01 25006 25P03".split(" "))

/**
 * True when the database could not be reached, broke off, or has no room at the moment: trying again later makes sense.
 */
export const isUnavailable = (error: unknown): boolean =>
  (isSqlError(error) && error.reason._tag === "ConnectionError") || passingStates.has(stateOf(error))
