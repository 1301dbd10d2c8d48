import { Effect, Fiber } from "effect"
import type { SqlClient, SqlError } from "effect/sql"

/**
 * Runs the writes of a batch in one transaction, with one such writer of `table` at a time: overlapping batches of
 * several sources can then neither deadlock on each other's rows nor both take the same row for new. The lock is
 * advisory (its number is the table's own), so readers never wait for it.
 */
export const inTurn =
  (sql: SqlClient.SqlClient, table: string) =>
  <A, E, R>(writes: Effect.Effect<A, E, R>): Effect.Effect<A, E | SqlError.SqlError, R> =>
    sql.withTransaction(Effect.andThen(turnOf(sql, table), writes))

/** In a transaction: from now on until its end it is the one writer of `table`. */
export const turnOf = (sql: SqlClient.SqlClient, table: string) =>
  sql`select pg_advisory_xact_lock(${table}::regclass::bigint)`

/**
 * How many rows one statement carries: enough that round trips do not count, few enough that embedded Postgres, which
 * runs in this thread, lets others in between.
 */
const batchSize = 500

/** The parts of a batch of so many rows. */
export const parts = <A>(rows: ReadonlyArray<A>, size: number): ReadonlyArray<ReadonlyArray<A>> =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_, n) => rows.slice(n * size, (n + 1) * size))

/** The parts of a batch, each for one statement. */
export const chunks = <A>(rows: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> => parts(rows, batchSize)

/** Makes a part ready in this thread while the database, which is another, writes the one before. */
export const inTandem = Effect.fnUntraced(function* <A, B, C, E>(
  given: ReadonlyArray<A>,
  make: (part: A) => Effect.Effect<B>,
  write: (made: B) => Effect.Effect<C, E>
) {
  const written: Array<C> = []
  let writing: Fiber.Fiber<C, E> | null = null
  for (const part of given) {
    const made = yield* make(part)
    if (writing !== null) written.push(yield* Fiber.join(writing))
    writing = yield* Effect.forkChild(write(made), { startImmediately: true })
  }
  if (writing !== null) written.push(yield* Fiber.join(writing))
  return written
})

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
export function* mapped<A, B>(
  given: ReadonlyArray<A>,
  make: (one: A, n: number) => B,
  inStep = 50
): Generator<void, Array<B>> {
  const made: Array<B> = []
  for (const one of given) {
    made.push(make(one, made.length))
    if (made.length % inStep === 0) yield
  }
  return made
}
