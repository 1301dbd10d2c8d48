import { expect } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { type RunResult, SourceName } from "../../src/domain/Source.ts"
import { type RegisteredSource, type RunOutcome, Sources } from "../../src/storage/Sources.ts"
import { contract, start } from "../support/Contract.ts"

const name = SourceName.make("feed:one.example")

const registered = (given: string, more: Partial<RegisteredSource> = {}): RegisteredSource => ({
  name: SourceName.make(given),
  kind: "signals",
  platform: null,
  configured: true,
  ...more
})

const minutes = (count: number) => new Date(start.getTime() + count * 60_000)

const result: RunResult = { fetched: 20, new: 3, changed: 1, skipped: { repeated: 2 } }

const outcome = (more: Partial<RunOutcome> = {}): RunOutcome => ({
  state: "ok",
  result,
  error: null,
  validators: { etag: 'W/"1"', last_modified: "Tue, 10 Mar 2026 11:00:00 GMT" },
  next_check_at: minutes(30),
  ...more
})

const begin = (name: SourceName, force = false) =>
  Effect.flatMap(Sources, (sources) => sources.begin(name, { lease: minutes(10), force }))

/** Registers the sources and runs each once, which ends as given. */
const ran = Effect.fnUntraced(function* (runs: ReadonlyArray<readonly [RegisteredSource, Partial<RunOutcome> | null]>) {
  const sources = yield* Sources
  yield* sources.register(runs.map(([source]) => source))
  for (const [source, end] of runs) {
    const begun = yield* begin(source.name)
    if (begun !== null && end !== null) yield* sources.finish(source.name, begun.run, outcome(end))
  }
})

const failed = { state: "error", result: null, error: "the host is down", validators: null } as const

contract("Sources", Sources, (it) => {
  it.effect("remembers the sources of the registry by name, and nothing of others", () =>
    Effect.gen(function* () {
      const sources = yield* Sources
      yield* sources.register([registered("b"), registered("a", { kind: "social", platform: "x", configured: false })])
      const fresh = { last_success_at: null, next_check_at: null, failures: 0, items: 0, last_error: null }
      expect(yield* sources.list).toEqual([
        { name: "a", kind: "social", state: "not_configured", ...fresh },
        { name: "b", kind: "signals", state: "empty", ...fresh }
      ])
      yield* sources.register([registered("c")])
      expect(yield* sources.list).toMatchObject([{ name: "c" }])
      yield* sources.register([])
      expect(yield* sources.list).toEqual([])
    })
  )

  it.effect("keeps what it knows of a source that stays registered", () =>
    Effect.gen(function* () {
      const sources = yield* Sources
      yield* ran([[registered(name), {}]])
      yield* sources.register([registered(name, { kind: "social", platform: "reddit" }), registered("new")])
      expect((yield* sources.list)[0]).toEqual({
        name,
        kind: "social",
        state: "ok",
        last_success_at: "2026-03-10T12:00:00",
        next_check_at: "2026-03-10T12:30:00",
        failures: 0,
        items: 20,
        last_error: null
      })
    })
  )

  it.effect("begins a run once until it is due again, unless forced", () =>
    Effect.gen(function* () {
      const sources = yield* Sources
      yield* sources.register([registered(name)])
      const first = yield* begin(name)
      expect(first).toEqual({
        run: expect.any(Number),
        validators: { etag: null, last_modified: null },
        failures: 0
      })
      expect(yield* sources.list).toMatchObject([{ next_check_at: "2026-03-10T12:10:00" }])
      expect(yield* begin(name)).toBeNull()
      yield* sources.finish(name, first!.run, outcome())
      expect(yield* begin(name)).toBeNull()
      yield* TestClock.adjust("29 minutes")
      expect(yield* begin(name)).toBeNull()
      const forced = yield* begin(name, true)
      expect(forced?.validators).toEqual({ etag: 'W/"1"', last_modified: "Tue, 10 Mar 2026 11:00:00 GMT" })
      yield* sources.finish(name, forced!.run, outcome())
      yield* TestClock.adjust("1 minute")
      expect(yield* begin(name)).not.toBeNull()
    })
  )

  it.effect("takes up again what a dead process left, when its lease is over", () =>
    Effect.gen(function* () {
      const sources = yield* Sources
      yield* sources.register([registered(name)])
      const dead = yield* begin(name)
      yield* TestClock.adjust("10 minutes")
      const next = yield* begin(name)
      expect(next!.run).not.toBe(dead!.run)
    })
  )

  it.effect("begins one run when many race for a source", () =>
    Effect.gen(function* () {
      const sources = yield* Sources
      yield* sources.register([registered(name)])
      const begun = yield* Effect.all(
        Array.from({ length: 20 }, () => begin(name)),
        { concurrency: "unbounded" }
      )
      expect(begun.filter((run) => run !== null)).toHaveLength(1)
    })
  )

  it.effect("begins nothing that is unknown or not configured, not even forced", () =>
    Effect.gen(function* () {
      const sources = yield* Sources
      yield* sources.register([registered(name, { configured: false })])
      expect(yield* begin(name, true)).toBeNull()
      expect(yield* begin(SourceName.make("unknown"), true)).toBeNull()
    })
  )

  it.effect("counts failures in a row and keeps what the last success brought", () =>
    Effect.gen(function* () {
      const sources = yield* Sources
      yield* ran([[registered(name), {}]])
      for (let run = 0; run < 2; run++) {
        const begun = yield* begin(name, true)
        expect(begun!.failures).toBe(run)
        yield* sources.finish(name, begun!.run, outcome({ ...failed, error: "down\u0000\u001b[31m" }))
      }
      expect(yield* sources.list).toMatchObject([
        { state: "error", failures: 2, items: 20, last_error: "down [31m", last_success_at: "2026-03-10T12:00:00" }
      ])
      const again = yield* begin(name, true)
      expect(again!.validators.etag).toBe('W/"1"')
      const unchanged = { result: null, validators: { etag: null, last_modified: null } }
      yield* sources.finish(name, again!.run, outcome(unchanged))
      expect(yield* sources.list).toMatchObject([{ state: "ok", failures: 0, items: 20, last_error: null }])
      expect((yield* begin(name, true))!.validators).toEqual({ etag: null, last_modified: null })
    })
  )

  it.effect("ends a run once, and no run of another source", () =>
    Effect.gen(function* () {
      const sources = yield* Sources
      yield* sources.register([registered(name), registered("other")])
      const begun = yield* begin(name)
      yield* sources.finish(SourceName.make("other"), begun!.run, outcome(failed))
      yield* sources.finish(name, begun!.run, outcome(failed))
      yield* sources.finish(name, begun!.run, outcome(failed))
      expect(yield* sources.list).toMatchObject([{ failures: 1 }, { failures: 0 }])
    })
  )

  it.effect("calls a source stale when its next check is long overdue", () =>
    Effect.gen(function* () {
      const sources = yield* Sources
      yield* ran([
        [registered(name), {}],
        [registered("quiet"), { state: "empty" }],
        [registered("worse"), failed]
      ])
      yield* TestClock.adjust("90 minutes")
      expect((yield* sources.list).map(({ state }) => state)).toEqual(["ok", "empty", "error"])
      yield* TestClock.adjust("1 second")
      expect((yield* sources.list).map(({ state }) => state)).toEqual(["stale", "stale", "error"])
    })
  )

  it.effect("tells a platform's newest success and the state of its best source", () =>
    Effect.gen(function* () {
      const sources = yield* Sources
      const social = (given: string, platform: RegisteredSource["platform"], configured = true) =>
        registered(given, { kind: "social", platform, configured })
      yield* ran([
        [social("reddit:a", "reddit"), failed],
        [social("reddit:b", "reddit"), {}],
        [social("reddit:c", "reddit", false), null],
        [social("x", "x", false), null],
        [social("hacker-news", "feed"), { state: "blocked", result: null, error: "410" }],
        [registered("google-trends:us", { kind: "keywords", platform: "google_trends" }), { state: "empty" }],
        [registered(name), {}]
      ])
      const platform = Effect.fnUntraced(function* (platform: "reddit" | "x" | "google_trends" | "tiktok" | "feed") {
        return yield* sources.platform(platform)
      })
      const updated_at = "2026-03-10T12:00:00"
      expect(yield* platform("reddit")).toEqual({ updated_at, status: "ok" })
      expect(yield* platform("google_trends")).toEqual({ updated_at, status: "empty" })
      expect(yield* platform("x")).toEqual({ updated_at: null, status: "not_configured" })
      expect(yield* platform("tiktok")).toEqual({ updated_at: null, status: "not_configured" })
      expect(yield* platform("feed")).toEqual({ updated_at, status: "ok" })
      expect(yield* sources.summary).toEqual({ fresh: 3, stale: 0, failed: 2, not_configured: 2 })

      yield* TestClock.adjust("2 hours")
      const late = yield* begin(SourceName.make("hacker-news"), true)
      yield* sources.finish(SourceName.make("hacker-news"), late!.run, outcome({ next_check_at: minutes(300) }))
      expect(yield* platform("reddit")).toEqual({ updated_at, status: "stale" })
      expect(yield* platform("feed")).toEqual({ updated_at: "2026-03-10T14:00:00", status: "ok" })
      expect(yield* sources.summary).toEqual({ fresh: 1, stale: 3, failed: 1, not_configured: 2 })
    })
  )

  it.effect("says error for a platform whose sources have all failed", () =>
    Effect.gen(function* () {
      const sources = yield* Sources
      yield* ran([[registered("x", { kind: "social", platform: "x" }), failed]])
      expect(yield* sources.platform("x")).toEqual({ updated_at: null, status: "error" })
    })
  )
})
