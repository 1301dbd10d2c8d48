import { Effect } from "effect"
import { Statement } from "effect/sql"
import { performance } from "node:perf_hooks"

/** How many milliseconds it took. */
export const timed = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const begun = performance.now()
    yield* effect
    return performance.now() - begun
  })

/** The statements that are run, with their parameters. */
export const statementsOf = Effect.fnUntraced(function* <E, R>(asked: Effect.Effect<unknown, E, R>) {
  const statements: Array<readonly [string, ReadonlyArray<unknown>]> = []
  yield* asked.pipe(
    Effect.provideService(Statement.CurrentTransformer, (statement) =>
      Effect.sync(() => {
        statements.push(statement.compile())
        return statement
      })
    )
  )
  return statements
})
