import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted, Result } from "effect"
import { TestClock } from "effect/testing"
import { type Credentials, noCredentials } from "../../../ingest/Credentials.ts"
import { Parser } from "../../../ingest/parse/Parser.ts"
import { Fetch } from "../../../ingest/fetch/Fetch.ts"
import { Ingest } from "../../../ingest/Ingest.ts"
import * as Scheduler from "../../../ingest/schedule/Scheduler.ts"
import { parse } from "../../../ingest/list/SourcesFile.ts"
import { SlotQueue } from "../../../src/queue/SlotQueue.ts"
import { Sources } from "../../../src/storage/sources/Sources.ts"
import * as Storage from "../../../src/storage/Storage.ts"
import { FakeWeb } from "../../support/FakeWeb.ts"
import { listed } from "./Platforms.ts"

const list = Result.getOrThrow(parse('{"x": {"woeids": [1], "base": "https://x.example"}}'))

const stored = Layer.mergeAll(
  Storage.layerMemory,
  SlotQueue.layerMemory,
  FakeWeb.layer({ "x.example": () => ({ body: '{"data":[{"trend_name":"Eclipse","tweet_count":7}]}' }) })
)

/** The service with these credentials, until its sources are read. */
const serviceWith = (credentials: Credentials) =>
  TestClock.adjust("2 minutes").pipe(
    Effect.provide(
      Layer.fresh(Scheduler.layer()).pipe(
        Layer.provide(Ingest.layerOfList(list, undefined, credentials)),
        Layer.provide([Fetch.layerOverClient(), Parser.layerInline]),
        Layer.fresh
      )
    )
  )

const platform = Effect.flatMap(Sources, ({ platform }) => platform("x"))

describe("a platform whose token the operator takes back", () => {
  it.effect("is not configured any more, and shows nothing of what it once listed", () =>
    Effect.gen(function* () {
      yield* serviceWith({ ...noCredentials, xBearer: Redacted.make("t0ken") })
      assert.strictEqual((yield* listed("x")).length, 1)
      assert.strictEqual((yield* platform).status, "ok")
      yield* serviceWith(noCredentials)
      assert.deepStrictEqual(yield* listed("x"), [])
      assert.deepStrictEqual(yield* listed("feed"), [])
      assert.strictEqual((yield* platform).status, "not_configured")
    }).pipe(Effect.provide(stored))
  )
})
