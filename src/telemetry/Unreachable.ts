import { Cause, Duration, Logger } from "effect"
import { isSqlError } from "effect/sql/SqlError"
import { isUnavailable, reasonOf } from "../storage/database/Unavailable.ts"

/** The queues try twice a second, from several fibers; one log line in this time is enough. */
const pause = Duration.seconds(10)

/** Why the database is away, when that is all that a cause tells. */
const reasonIn = (cause: Cause.Cause<unknown>): string | null => {
  const errors = cause.reasons.map((reason) =>
    reason._tag === "Fail" ? reason.error : reason._tag === "Die" ? reason.defect : reason
  )
  const [first] = errors
  return errors.every(isUnavailable) && isSqlError(first) ? reasonOf(first) : null
}

/**
 * The queues' library logs a bare cause when it cannot ask: no message, and a stack of its own code. When all there is
 * to it is that the database is away, this says so in words.
 */
export const inWords = <Output>(logger: Logger.Logger<unknown, Output>): Logger.Logger<unknown, Output | void> => {
  let next = -Infinity
  return Logger.make((entry) => {
    const reason = Array.isArray(entry.message) && entry.message.length === 0 ? reasonIn(entry.cause) : null
    if (reason === null) return logger.log(entry)
    if (entry.date.getTime() < next) return
    next = entry.date.getTime() + Duration.toMillis(pause)
    const message = `work in the background waits: the database cannot be reached (${reason})`
    return logger.log({ ...entry, message, cause: Cause.empty })
  })
}
