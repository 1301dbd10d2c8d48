import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Logger } from "effect"
import { SqlError } from "effect/sql"
import { ConnectionError, UnknownError } from "effect/sql/SqlError"
import { inWords } from "../../src/telemetry/Unreachable.ts"

const lost = Cause.fail(
  new SqlError.SqlError({ reason: new ConnectionError({ cause: new Error("connect ECONNREFUSED") }) })
)
const fault = Cause.fail(new SqlError.SqlError({ reason: new UnknownError({ cause: new Error("no such column") }) }))

const logged = (effect: Effect.Effect<unknown>) =>
  Effect.gen(function* () {
    const lines: Array<string> = []
    const logger = inWords(Logger.map(Logger.formatLogFmt, (line) => void lines.push(line)))
    yield* Effect.provide(effect, Logger.layer([logger]))
    return lines
  })

describe("a library's line of a cause alone", () => {
  it.effect("says in words that the database is away, without a stack, and not again at once", () =>
    Effect.gen(function* () {
      const lines = yield* logged(Effect.repeat(Effect.logWarning(lost), { times: 3 }))
      assert.lengthOf(lines, 1)
      assert.match(lines[0]!, /message="work in the background waits: [^"]*\(connect ECONNREFUSED\)"$/)
    })
  )

  it.effect("is left as it is when it tells of something else, and so is what has a message", () =>
    Effect.gen(function* () {
      const lines = yield* logged(Effect.andThen(Effect.logWarning(fault), Effect.logWarning("no luck", lost)))
      assert.lengthOf(lines, 2)
      assert.include(lines[0]!, "no such column")
      assert.match(lines[1]!, /message="?no luck"? cause=/)
    })
  )
})
