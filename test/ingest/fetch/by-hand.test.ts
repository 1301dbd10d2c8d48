import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { Fetch } from "../../../ingest/fetch/Fetch.ts"
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
})
