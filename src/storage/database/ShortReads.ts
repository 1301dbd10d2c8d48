import { Context, Duration, Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql/SqlError"
import type { Statement } from "effect/sql/Statement"
import { Line } from "../../domain/Line.ts"
import { CurrentReadPath } from "./ReadPath.ts"

/** Runs a statement, and fails as the statement does. */
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

/** A read that takes longer is waiting for a lock, or for a slow statement before it on its connection. */
const deadline = Duration.seconds(1)

/** How often waiting reads are checked. */
const interval = Duration.millis(250)

/**
 * Puts calls off to the end of the event loop's turn. What they send leaves together, with one system call for each
 * connection: a call for each statement took more than a tenth of the processor time of a request.
 */
const inTurns = () => {
  let calls: Array<() => void> = []
  const callAll = () => {
    const due = calls
    calls = []
    for (const call of due) call()
  }
  return (call: () => void): void => {
    if (calls.push(call) === 1) setImmediate(callAll)
  }
}

/**
 * Runs reads over the connections of `shared`. A read that takes too long is repeated over the pool, and for a while
 * all reads use the pool from the start. Reads in a transaction, and reads that standbys answer, never share.
 */
export const sharing = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, shared: SqlClient.SqlClient) {
  const waiting = new Line<{ readonly since: number; readonly repeat: () => void }>()
  let ownUntil = 0

  const look = setInterval(() => {
    const now = performance.now()
    for (const { repeat, since } of waiting) {
      if (now - since < Duration.toMillis(deadline)) break
      ownUntil = now + Duration.toMillis(deadline)
      repeat()
    }
  }, Duration.toMillis(interval))
  look.unref()
  yield* Effect.addFinalizer(() => Effect.sync(() => clearInterval(look)))

  const send = inTurns()

  const run: Run = (statement) =>
    Effect.withFiber((fiber) => {
      const now = performance.now()
      const isElsewhere =
        Context.get(fiber.context, CurrentReadPath) !== null ||
        Context.getOrUndefined(fiber.context, sql.transactionService) !== undefined
      if (isElsewhere || now < ownUntil) return statement
      const asked = shared.unsafe<any>(...statement.compile())
      return Effect.callback((resume) => {
        const leave = waiting.add({
          since: now,
          repeat: () => {
            leave()
            resume(statement)
          }
        })
        send(() => {
          // A shared statement cannot be cancelled, so it runs in a fiber of its own, which is left alone once it is
          // late.
          Effect.runForkWith(fiber.context)(asked).addObserver((exit) => {
            leave()
            resume(exit)
          })
        })
        return Effect.sync(leave)
      })
    })
  return run
})
