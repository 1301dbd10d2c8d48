import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { World } from "../../harness/World.ts"
import { SourceName } from "../../src/domain/Source.ts"
import { type RunOutcome, Sources } from "../../src/storage/sources/Sources.ts"

const status = Effect.flatMap(World, ({ send }) => send("/api/v1/public/status"))

/** Runs a source for each of these ends. */
const ran = Effect.fnUntraced(function* (...ends: ReadonlyArray<Partial<RunOutcome>>) {
  const sources = yield* Sources
  const names = ends.map((_, n) => SourceName.make(`feed:${n}.example`))
  yield* sources.register(names.map((name) => ({ name, kind: "signals", platform: null, configured: true })))
  for (const [n, name] of names.entries()) {
    const { run } = (yield* sources.begin(name, null))!
    yield* sources.finish(name, run, {
      state: "ok",
      result: null,
      error: null,
      idle: null,
      counts: true,
      validators: null,
      move: null,
      gone: false,
      next_check_at: new Date(30 * 60_000),
      ...ends[n]
    })
  }
})

const failed = { state: "error", error: "the host is down" } as const

describe("GET /status", () => {
  it.effect("is ok, to everybody, when nothing is configured", () =>
    Effect.gen(function* () {
      const { json } = yield* status
      assert.deepStrictEqual(json.data, {
        status: "ok",
        version: "v1",
        time: "1970-01-01T00:00:00",
        components: {
          database: "ok",
          ingestion: { fresh: 0, stale: 0, failed: 0, not_configured: 0 },
          report_writer: "extractive",
          search: { engine: "memory", pending: 0 }
        }
      })
    }).pipe(Effect.provide(World.layer))
  )

  it.effect("is ok while at least as many sources are fresh as fail, and degraded from then on", () =>
    Effect.gen(function* () {
      yield* ran({}, failed)
      const { json } = yield* status
      assert.strictEqual(json.data.status, "ok")
      assert.deepInclude(json.data.components.ingestion, { fresh: 1, failed: 1 })
      yield* ran({}, failed, failed)
      assert.strictEqual((yield* status).json.data.status, "degraded")
    }).pipe(Effect.provide(World.layer))
  )

  it.effect("does not count a source that has nothing to search for as fresh", () =>
    Effect.gen(function* () {
      yield* ran(failed, { state: "empty", result: null, idle: "nothing is followed" })
      const { json } = yield* status
      assert.strictEqual(json.data.status, "degraded")
      assert.deepInclude(json.data.components.ingestion, { fresh: 0, stale: 0, failed: 1 })
    }).pipe(Effect.provide(World.layer))
  )

  it.effect("is degraded when every source fails or has gone stale", () =>
    Effect.gen(function* () {
      yield* ran(failed)
      assert.strictEqual((yield* status).json.data.status, "degraded")
      yield* ran({}, failed)
      yield* TestClock.adjust("1 day")
      const { json, status: code } = yield* status
      assert.deepStrictEqual([code, json.data.status], [200, "degraded"])
      assert.deepInclude(json.data.components.ingestion, { fresh: 0, stale: 1, failed: 1 })
    }).pipe(Effect.provide(World.layer))
  )
})
