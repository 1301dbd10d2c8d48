import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { AccountName } from "../../src/domain/Account.ts"
import { layerOfServices } from "../../src/operator/LocalOperator.ts"
import { Accounts } from "../../src/storage/Accounts.ts"
import { WatchEvents } from "../../src/storage/WatchEvents.ts"
import { WatchId } from "../../src/domain/Watch.ts"
import { contentOf } from "../../src/watches/Occurrences.ts"
import { sonde } from "./Commands.ts"
import { services } from "./Operators.ts"

const world = Effect.gen(function* () {
  const context = yield* Layer.build(services)
  const { id: account } = yield* Context.get(context, Accounts).ensure(AccountName.make("local"))
  const events = Context.get(context, WatchEvents)
  const happen = (watch: number, title: string) => {
    const content = contentOf("search", { title, link: { kind: "watch", id: watch, url: null } })
    const send_at = new Date(0)
    return events.record([{ account, watch: WatchId.make(watch), key: title, content, send_at, cooldownMillis: 0 }])
  }
  return { happen, run: sonde(Layer.provide(layerOfServices, Layer.succeedContext(context))) }
})

const tea = JSON.stringify({ kind: "search", q: "green tea" })

describe("the operator's watches", () => {
  it.effect("are made, listed, paused, resumed and deleted", () =>
    Effect.gen(function* () {
      const { run } = yield* world
      const made = yield* run(
        "watches",
        "create",
        "--name",
        "Tea",
        "--conditions",
        '{"min_publishers":2}',
        tea,
        "--json"
      )
      assert.strictEqual(made.code, 0, made.stderr)
      const watch = JSON.parse(made.stdout)
      assert.deepStrictEqual(watch.conditions, { min_publishers: 2, cooldown_minutes: 0, quiet_hours: null })
      const id = String(watch.id)
      assert.match((yield* run("watches", "list")).stdout, /active\s+search\s.*Tea/)
      assert.strictEqual((yield* run("watches", "pause", id)).stdout, `Watch ${id} is paused.\n`)
      assert.strictEqual((yield* run("watches", "resume", id)).stdout, `Watch ${id} is active.\n`)
      assert.strictEqual((yield* run("watches", "delete", id)).code, 0)
      assert.deepStrictEqual(JSON.parse((yield* run("watches", "list", "--json")).stdout), [])
      assert.strictEqual((yield* run("watches", "delete", id)).code, 1)
    })
  )

  it.effect("are refused with what is wrong: as a command line, or by what there is", () =>
    Effect.gen(function* () {
      const { run } = yield* world
      const unreadable = yield* run("watches", "create", "--name", "x", "tea")
      assert.strictEqual(unreadable.code, 2)
      const pigeon = yield* run("watches", "preview", '{"kind":"pigeon"}')
      assert.strictEqual(pigeon.code, 2)
      assert.include(pigeon.stderr, "must be an object whose kind is one of search, ")
      const nothing = yield* run("watches", "create", "--name", "x", '{"kind":"search","q":"-tea"}', "--json")
      assert.strictEqual(nothing.code, 1)
      assert.deepStrictEqual(JSON.parse(nothing.stderr).error.details[0].location, ["body", "subject", "q"])
      const endpoint = yield* run("watches", "create", "--name", "x", "--endpoints", "7,8", tea)
      assert.include(endpoint.stderr, "7 is none")
      const nobody = yield* run("watches", "create", "--account", "nobody", "--name", "x", tea)
      assert.strictEqual(nobody.code, 1)
      assert.deepStrictEqual(JSON.parse((yield* run("endpoints", "list", "--account", "nobody", "--json")).stdout), [])
    })
  )

  it.effect("are previewed, and their events listed", () =>
    Effect.gen(function* () {
      const { happen, run } = yield* world
      assert.include((yield* run("watches", "preview", tea)).stdout, "0 events in 30 days.")
      const made = yield* run("watches", "create", "--name", "Tea", tea, "--json")
      const { id } = JSON.parse(made.stdout)
      yield* happen(id, "Green tea is dear")
      yield* happen(id, "Green tea is cheap")
      const listed = JSON.parse((yield* run("events", "list", "--watch", String(id), "--json")).stdout)
      assert.deepStrictEqual(
        listed.map(({ title }: { readonly title: string }) => title),
        ["Green tea is dear", "Green tea is cheap"]
      )
      assert.strictEqual((yield* run("events", "list", "--watch", "1")).stdout, "The account local has no events.\n")
    })
  )
})
