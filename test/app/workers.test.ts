import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import cluster from "node:cluster"
import { vi } from "vitest"
import { supervise } from "../../src/app/Workers.ts"
import { FakeWorker } from "../support/FakeWorker.ts"

/** Keeps two workers: all that were ever begun, and what each was given. */
const keepTwo = Effect.gen(function* () {
  const forked: Array<FakeWorker> = []
  const given: Array<Record<string, string>> = []
  yield* Effect.acquireRelease(
    Effect.sync(() =>
      vi.spyOn(cluster, "fork").mockImplementation((environment: Record<string, string> = {}) => {
        given.push(environment)
        forked.push(new FakeWorker(forked.length + 1))
        return forked.at(-1) as never
      })
    ),
    (spy) => Effect.sync(() => spy.mockRestore())
  )
  yield* Effect.forkScoped(supervise(2, false))
  yield* TestClock.adjust(0)
  forked[0]!.emit("listening")
  yield* TestClock.adjust(0)
  assert.lengthOf(forked, 2)
  return { forked, given }
})

describe("the process that keeps the workers", () => {
  it.effect("lives on when something is sent to a worker that has just been killed, and replaces it", () =>
    Effect.gen(function* () {
      const { forked } = yield* keepTwo
      forked[1]!.emit("error", Object.assign(new Error("write EPIPE"), { code: "EPIPE" }))
      yield* TestClock.adjust("1 minute")
      assert.lengthOf(forked, 2, "it has not ended yet")
      forked[1]!.emit("exit", null, "SIGKILL")
      yield* TestClock.adjust("1 second")
      assert.lengthOf(forked, 3)
    }).pipe(Effect.scoped)
  )

  it.effect("tries again when a worker could not be started", () =>
    Effect.gen(function* () {
      const { forked } = yield* keepTwo
      forked[1]!.process.pid = undefined
      forked[1]!.emit("error", Object.assign(new Error("spawn EAGAIN"), { code: "EAGAIN" }))
      yield* TestClock.adjust("1 second")
      assert.lengthOf(forked, 3)
    }).pipe(Effect.scoped)
  )

  it.effect("gives a worker the number of the one that it stands in for", () =>
    Effect.gen(function* () {
      const { forked, given } = yield* keepTwo
      forked[0]!.emit("exit", 1, null)
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(
        given.map(({ WORKER_NUMBER }) => WORKER_NUMBER),
        ["1", "2", "1"]
      )
    }).pipe(Effect.scoped)
  )
})
