import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Console, Effect } from "effect"
import { writeFileSync } from "node:fs"
import { endWithReader } from "../../src/app/Commands.ts"

/*
 * A command that writes on stdout and stderr, and at its end `released` into the file that it is given: lines without
 * end, or so many.
 */

const [, , file, lines = "Infinity"] = process.argv

endWithReader()

/** Until the line has gone, or cannot go. */
const line = (text: string) =>
  Effect.callback<void>((resume) => void process.stdout.write(`${text}\n`, () => resume(Effect.void)))

Effect.gen(function* () {
  yield* Effect.addFinalizer(() =>
    // Some steps of its own, as closing a database has.
    Effect.yieldNow.pipe(Effect.andThen(Effect.sync(() => writeFileSync(file!, "released"))))
  )
  for (let n = 0; n < Number(lines); n++) {
    yield* Console.error(`progress ${n}`)
    yield* line(`line ${n}`)
    yield* Effect.yieldNow
  }
}).pipe(Effect.scoped, NodeRuntime.runMain)
