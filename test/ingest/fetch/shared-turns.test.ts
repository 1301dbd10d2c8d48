import { assert, describe, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { Fetch } from "../../../ingest/fetch/Fetch.ts"
import { SharedTurns } from "../../../ingest/fetch/HostTurns.ts"
import { HostTurns } from "../../../src/storage/sources/HostTurns.ts"
import { loopback } from "../../../harness/Loopback.ts"
import { migratedPostgres } from "../../support/Databases.ts"

const gap = 40

/** What one of several processes of a database fetches with. */
const oneProcess = Effect.gen(function* () {
  const shared = Layer.succeed(SharedTurns, yield* HostTurns)
  const context = yield* Layer.build(
    Layer.fresh(Fetch.layer({ gap: `${gap} millis`, allowHosts: ["127.0.0.1"], deadline: "2 seconds" })).pipe(
      Layer.provide(shared)
    )
  )
  return Context.get(context, Fetch)
})

describe("several processes", () => {
  layer(Layer.provideMerge(HostTurns.layer, migratedPostgres), { excludeTestServices: true })((it) => {
    it.effect("ask a host one after the other, with a gap", () =>
      Effect.gen(function* () {
        const times: Array<{ readonly begun: number; ended: number }> = []
        const { origin } = yield* loopback((_, response) => {
          const time = { begun: performance.now(), ended: Infinity }
          times.push(time)
          setTimeout(() => {
            time.ended = performance.now()
            response.end("ok")
          }, 20)
        })
        const processes = yield* Effect.all([oneProcess, oneProcess, oneProcess])
        yield* Effect.all(
          processes.flatMap((fetch) => [1, 2, 3].map(() => fetch.get(`${origin}/`))),
          { concurrency: "unbounded" }
        )
        assert.lengthOf(times, 9)
        // Timers may ring a millisecond early.
        for (const [n, { begun }] of times.entries()) if (n > 0) assert.isAtLeast(begun - times[n - 1]!.ended, gap - 2)
      }).pipe(Effect.scoped)
    )

    it.effect("hear of a rest that another was asked for, and of a host that another has found down", () =>
      Effect.gen(function* () {
        let requests = 0
        const busy = yield* loopback((_, response) => {
          requests++
          response.writeHead(429, { "retry-after": "600" }).end()
        })
        const broken = yield* loopback((_, response) => {
          requests++
          response.writeHead(500).end()
        })
        const [one, other] = yield* Effect.all([oneProcess, oneProcess])
        yield* Effect.flip(one.get(`${busy.origin}/a`))
        const rest = yield* Effect.flip(other.get(`${busy.origin}/b`))
        assert.strictEqual(rest.reason, "rate_limited")
        assert.isAtLeast(rest.retryAfter!, 590)
        assert.strictEqual(requests, 1)

        for (const path of ["/a", "/b", "/c"]) yield* Effect.flip(one.get(broken.origin + path))
        const down = yield* Effect.flip(other.get(`${broken.origin}/d`))
        assert.strictEqual(down.reason, "host_down")
        assert.match(down.message, /is left alone for 15 more minutes/)
        assert.strictEqual(requests, 4)
      }).pipe(Effect.scoped)
    )
  })
})
