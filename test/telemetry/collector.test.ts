import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Logger } from "effect"
import { HttpClient, HttpClientResponse } from "effect/http"
import { watchedClient } from "../../src/telemetry/Collector.ts"

describe("the collector", () => {
  it.effect("is said to fail once, and once to work again", () =>
    Effect.gen(function* () {
      const said: Array<string> = []
      const statuses = [503, 401, 200, 200, 500]
      const server = HttpClient.make((request) =>
        Effect.sync(() => HttpClientResponse.fromWeb(request, new Response(null, { status: statuses.shift()! })))
      )
      const client = yield* HttpClient.HttpClient.pipe(
        Effect.provide(Layer.provide(watchedClient, Layer.succeed(HttpClient.HttpClient, server)))
      )
      const logger = Logger.make(({ logLevel, message }) => said.push(`${logLevel}: ${String(message)}`))
      yield* Effect.forEach([1, 2, 3, 4, 5], () => Effect.ignore(client.get("http://collector.example/?token=s")), {
        discard: true
      }).pipe(Effect.provide(Logger.layer([logger])))
      const fails = (reason: string) =>
        `Warn: the OpenTelemetry collector fails: it answered ${reason}. Traces and logs are lost meanwhile`
      const works = "Info: the OpenTelemetry collector takes traces and logs again"
      assert.deepStrictEqual(said, [fails("503"), works, fails("500")])
    })
  )
})
