import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { Fetch } from "../../../ingest/fetch/Fetch.ts"
import { inMemory, SharedTurns } from "../../../ingest/fetch/HostTurns.ts"
import { beginRun, CurrentRunContext } from "../../../ingest/fetch/RunContext.ts"
import { FakeWeb } from "../../support/FakeWeb.ts"

const address = "https://a.example/feed"

const byHand = Effect.provideService(CurrentRunContext, beginRun({ address, follow: null, byHand: true }))

describe("a host that is down", () => {
  it.effect("is asked by hand, also for a token", () =>
    Effect.gen(function* () {
      const { get, post } = yield* Fetch
      const { hosts, requests } = yield* FakeWeb
      for (let failures = 0; failures < 3; failures++) {
        yield* Effect.flip(Effect.scoped(get(address)))
        yield* TestClock.adjust("1 second")
      }
      const form = post("https://a.example/token", { form: { grant_type: "client_credentials" } })
      assert.strictEqual((yield* Effect.flip(form)).reason, "host_down")
      assert.lengthOf(requests, 3)
      hosts["a.example"] = () => ({ body: "{}" })
      assert.strictEqual((yield* byHand(form)).status, 200)
      yield* TestClock.adjust("1 second")
      assert.strictEqual((yield* form).status, 200, "it has answered: it is not down any more")
    }).pipe(
      Effect.provide(
        Fetch.layerOverClient().pipe(Layer.provideMerge(FakeWeb.layer({ "a.example": () => ({ status: 500 }) })))
      )
    )
  )

  it.effect("is up for the service when a command has asked it by hand", () =>
    Effect.gen(function* () {
      const { hosts, requests } = yield* FakeWeb
      const turns = inMemory()
      const process = Effect.gen(function* () {
        const layer = Layer.fresh(Fetch.layerOverClient()).pipe(Layer.provide(Layer.succeed(SharedTurns, turns)))
        const { get } = Context.get(yield* Layer.build(layer), Fetch)
        return Effect.scoped(get(address))
      })
      const [service, command] = yield* Effect.all([process, process])
      for (let failures = 0; failures < 3; failures++) {
        yield* Effect.flip(service)
        yield* TestClock.adjust("1 second")
      }
      assert.strictEqual((yield* Effect.flip(service)).reason, "host_down")
      hosts["a.example"] = () => ({ body: "fine" })
      yield* byHand(command)
      yield* TestClock.adjust("1 second")
      for (const who of [service, command]) {
        assert.strictEqual((yield* who).status, 200)
        yield* TestClock.adjust("1 second")
      }
      assert.lengthOf(requests, 6)
    }).pipe(Effect.scoped, Effect.provide(FakeWeb.layer({ "a.example": () => ({ status: 500 }) })))
  )
})
