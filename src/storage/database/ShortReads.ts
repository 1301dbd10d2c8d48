import { Context, Duration, Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql/SqlError"
import type { Statement } from "effect/sql/Statement"
import { CurrentReadPath } from "./ReadPath.ts"

/** Runs a statement; the failure is the statement's own. */
type Run = <A>(statement: Statement<A>) => Effect.Effect<ReadonlyArray<A>, SqlError>

/**
 * Runs a statement that reads a few rows by their keys. On a server such reads share connections, on which they are
 * sent without waiting for each other's answers (pipelining): that costs this process and the server less than a
 * connection for each. It is not for searches or writes, because a slow statement holds up those behind it, and cannot
 * be cancelled. The embedded database has no connections to share.
 */
export const ShortReads = Context.Reference<Run>("sonde/storage/ShortReads", {
  defaultValue: () => (statement) => statement
})

/** A read that takes longer waits for another one, or for a lock. */
const deadline = Duration.seconds(1)

/** How often waiting reads are looked at. */
const interval = Duration.millis(250)

/**
 * Reads over the connections of `shared`. One that takes too long is repeated on a connection of its own, and for a
 * while all others have connections of their own from the start. So do reads in a transaction, and reads that standbys
 * answer.
 */
export const sharing = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, shared: SqlClient.SqlClient) {
  const waiting = new Map<() => void, number>()
  let ownUntil = 0

  const look = setInterval(() => {
    const now = performance.now()
    for (const [repeat, since] of waiting) {
      if (now - since < Duration.toMillis(deadline)) break
      waiting.delete(repeat)
      ownUntil = now + Duration.toMillis(deadline)
      repeat()
    }
  }, Duration.toMillis(interval))
  look.unref()
  yield* Effect.addFinalizer(() => Effect.sync(() => clearInterval(look)))

  const run: Run = (statement) =>
    Effect.withFiber((fiber) => {
      const now = performance.now()
      const isElsewhere =
        Context.get(fiber.context, CurrentReadPath) !== null ||
        Context.getOrUndefined(fiber.context, sql.transactionService) !== undefined
      if (isElsewhere || now < ownUntil) return statement
      const asked = shared.unsafe<any>(...statement.compile())
      // In a fiber of its own, not waited for when it takes too long: it reads in vain, which does no harm.
      return Effect.flatMap(Effect.forkDetach(asked, { startImmediately: true }), (answering) =>
        Effect.callback((resume) => {
          const repeat = () => resume(statement)
          waiting.set(repeat, now)
          answering.addObserver((exit) => {
            waiting.delete(repeat)
            resume(exit)
          })
          return Effect.sync(() => waiting.delete(repeat))
        })
      )
    })
  return run
})
