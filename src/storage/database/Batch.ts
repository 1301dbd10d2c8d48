import { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"

/**
 * Runs the writes of a batch in one transaction, with one such writer of `table` at a time: overlapping batches of
 * several sources can then neither deadlock on each other's rows nor both take the same row for new. The lock is
 * advisory (its number is the table's own), so readers never wait for it.
 */
export const inTurn =
  (sql: SqlClient.SqlClient, table: string) =>
  <A, E, R>(writes: Effect.Effect<A, E, R>): Effect.Effect<A, E | SqlError.SqlError, R> =>
    sql.withTransaction(Effect.andThen(sql`select pg_advisory_xact_lock(${table}::regclass::bigint)`, writes))

/**
 * How many rows one statement carries: enough that round trips do not count, few enough that embedded Postgres, which
 * runs in this thread, lets others in between.
 */
const batchSize = 500

/** The parts of a batch, each for one statement. */
export const chunks = <A>(rows: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> =>
  Array.from({ length: Math.ceil(rows.length / batchSize) }, (_, n) => rows.slice(n * batchSize, (n + 1) * batchSize))

/** A text as Postgres can store it: without U+0000, and without lone surrogates. */
export const storable = (text: string): string => text.toWellFormed().replaceAll("\u0000", "")

/** How JSON writes what no text of Postgres may hold; a backslash before it may make it something else. */
const unstorable = /\\u(?:0000|d[89a-f])/

/** Rows as one parameter for `json_to_recordset`, their texts repaired, so that no single item can fail a batch. */
export const recordset = (rows: ReadonlyArray<object>): string => {
  const written = JSON.stringify(rows)
  // Looking at each text takes several times as long as writing them all, and next to none has to be repaired.
  return unstorable.test(written)
    ? JSON.stringify(rows, (_, value: unknown) => (typeof value === "string" ? storable(value) : value))
    : written
}

/** Work of this thread in steps, between which others have their turn. */
export const inSteps = <A>(steps: Generator<void, A>): Effect.Effect<A> =>
  Effect.gen(function* () {
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done === true) return step.value
      yield* Effect.yieldNow
    }
  })

/** The same at once, where nothing may come in between. */
export const atOnce = <A>(steps: Generator<void, A>): A => {
  for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value
}

/** What `make` makes of each, so many in a step. */
export function* mapped<A, B>(given: ReadonlyArray<A>, make: (one: A) => B, inStep = 50): Generator<void, Array<B>> {
  const made: Array<B> = []
  for (const one of given) {
    made.push(make(one))
    if (made.length % inStep === 0) yield
  }
  return made
}
