import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Stream } from "effect"
import { TestClock } from "effect/testing"
import { twoSources } from "../../harness/TwoSources.ts"
import { type Call, World } from "../../harness/World.ts"
import type { IngestActions } from "../../src/ports/IngestControl.ts"
import * as Storage from "../../src/storage/Storage.ts"

const send = (path: string, call?: Call) =>
  Effect.flatMap(World, (world) => world.send(`/api/v1/dashboard${path}`, call))

/** Lets so many seconds pass one by one: what was sent is on its way by the first. */
const pass = (seconds: number) => Effect.repeat(TestClock.adjust("1 second"), { times: seconds - 1 })

describe("the sources", () => {
  it.effect("are told with their health and without their addresses", () =>
    Effect.gen(function* () {
      const world = yield* World
      const { json, text } = yield* send("/sources", { session: yield* world.session("user-1") })
      assert.deepInclude(json.data[0], {
        name: "feed:bad.example",
        title: "Title of feed:bad.example",
        state: "error",
        failures: 2,
        next_check_at: "2030-01-01T00:00:00"
      })
      assert.notInclude(text, "https://bad.example")
    }).pipe(Effect.provide(World.layer))
  )

  it.effect("are run by operators, who hear how it went", () =>
    Effect.gen(function* () {
      const world = yield* World
      const session = yield* world.session()
      const run = (name: string) => send(`/sources/${name}/run`, { method: "POST", session })
      assert.deepStrictEqual((yield* run("feed:good.example")).json.data, {
        name: "feed:good.example",
        outcome: "finished",
        state: "ok",
        new: 3,
        changed: 1,
        message: null
      })
      assert.deepInclude((yield* run("feed:bad.example")).json.data, {
        state: "error",
        new: null,
        message: "the server answered 404"
      })
      assert.strictEqual((yield* run("feed:nobody.example")).json.error.code, "source_not_found")
      assert.strictEqual((yield* run("Not%20a%20name")).json.error.code, "validation_error")
      assert.strictEqual((yield* run("all")).json.error.code, "source_not_found")
    }).pipe(Effect.provide(World.layer))
  )

  it.effect("that take long go on without who asked, and once for all who ask", () => {
    let runs = 0
    const ingest: IngestActions = {
      ...twoSources,
      run: (name) => {
        runs += 1
        return Stream.concat(Stream.drain(Stream.fromEffect(Effect.sleep("8 seconds"))), twoSources.run(name))
      }
    }
    return Effect.gen(function* () {
      const world = yield* World
      const session = yield* world.session()
      const ask = Effect.forkChild(send("/sources/feed:good.example/run", { method: "POST", session }))
      const waiting = [yield* ask, yield* ask]
      yield* pass(5)
      for (const fiber of waiting) {
        assert.deepInclude((yield* Fiber.join(fiber)).json.data, { outcome: "running", state: null })
      }
      const late = yield* ask
      yield* pass(4)
      assert.deepInclude((yield* Fiber.join(late)).json.data, { outcome: "finished", new: 3 })
      assert.strictEqual(runs, 1)
    }).pipe(Effect.provide(World.over(Storage.layerMemory, {}, { ingest })))
  })
})
