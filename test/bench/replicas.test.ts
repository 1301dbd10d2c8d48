import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { replicas } from "../../bench/replicas.ts"
import { onCopies } from "./Databases.ts"

describe("the bench of replicas and ingestion workers", () => {
  it.live(
    "asks several processes without failures, sees each change on all of them, and finds no slot done twice",
    () =>
      Effect.gen(function* () {
        // A request that fails, a change that isn't seen and a feed that is read twice are the end of it.
        const { figures } = yield* onCopies(replicas.run({ short: true }))
        for (const [name, value] of Object.entries(figures)) {
          // Latencies are whole milliseconds.
          assert.isAbove(value, name.endsWith("p99 ms") ? -1 : 0, name)
        }
        for (const name of [
          "shared list × 2 requests per second",
          "own list × 2 requests per second",
          "a key is revoked, at rest: max ms",
          "a signal is stored, under load: max ms",
          "ingesting × 2: signals per second"
        ]) {
          assert.property(figures, name)
        }
      }).pipe(Effect.scoped),
    120_000
  )
})
