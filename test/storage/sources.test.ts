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
  counts: true,
  validators: { etag: 'W/"1"', last_modified: "Tue, 10 Mar 2026 11:00:00 GMT" },
  move: null,
  next_check_at: minutes(30),
  ...more
})

const begin = (name: SourceName, slot: Date | null = null) =>
  Effect.flatMap(Sources, (sources) => sources.begin(name, slot))

/** Registers the sources and runs each once, which ends as given. */
const ran = Effect.fnUntraced(function* (runs: ReadonlyArray<readonly [RegisteredSource, Partial<RunOutcome> | null]>) {
  const sources = yield* Sources
  yield* sources.register(runs.map(([source]) => source))
  for (const [source, end] of runs) {
    if (end === null) continue
    const begun = yield* begin(source.name)
    yield* sources.finish(source.name, begun!.run, outcome(end))
  }
})

const failed = { state: "error", result: null, error: "the host is down", validators: null } as const

contract("Sources", Sources.layer, (it) => {
  it.effect("remembers the sources of the registry by name, and nothing of others", () =>
    Effect.gen(function* () {
      const sources = yield* Sources
      yield* sources.register([registered("b"), registered("a", { kind: "social", platform: "x", configured: false })])
      const fresh = {
        last_success_at: null,
        next_check_at: null,
        failures: 0,
        items: 0,
        last_error: null,
        moved_to: null
      }
      expect(yield* sources.list).toEqual([
        { name: "a", kind: "social", state: "not_configured", ...fresh },
        { name: "b", kind: "signals", state: "empty", ...fresh }
      ])
      yield* sources.register([registered("c")])
      expect(yield* sources.list).toMatchObject([{ name: "c" }])
      yield* sources.register([registered("c", { configured: false, first_slot: start })])
      expect(yield* sources.list).toMatchObject([{ name: "c", next_check_at: null }])
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
        last_error: null,
        moved_to: null
      })
    })
  )

  it.effect("gives a new source its first slot, and leaves a known one its own", () =>
    Effect.gen(function* () {
      const sources = yield* Sources
      yield* sources.register([registered(name, { first_slot: minutes(1) })])
      yield* sources.register([
        registered(name, { first_slot: minutes(2) }),
        registered("new", { first_slot: minutes(3) })
      ])
      expect(yield* sources.list).toMatchObject([
        { name, next_check_at: "2026-03-10T12:01:00" },
        { name: "new", next_check_at: "2026-03-10T12:03:00" }
      ])
    })
  )

  it.effect("lists what is due, the oldest first, and what comes next", () =>
    Effect.gen(function* () {
      const sources = yield* Sources
      expect(yield* sources.due).toEqual([])
      yield* sources.register([
        registered("b", { first_slot: minutes(-1) }),
        registered("a", { first_slot: minutes(0) }),
        registered("c", { first_slot: minutes(-5) }),
        registered("off", { first_slot: minutes(-9), configured: false }),
        registered("soon", { first_slot: minutes(2) }),
        registered("later", { first_slot: minutes(3) })
      ])
      const names = Effect.map(sources.due, (due) => due.map(({ name }) => name))
      expect(yield* names).toEqual(["c", "b", "a", "soon"])
      yield* TestClock.adjust("3 minutes")
      expect(yield* names).toEqual(["c", "b", "a", "soon", "later"])
    })
  )

  it.effect("begins a slot until it is done, and then no more", () =>
    Effect.gen(function* () {
      const sources = yield* Sources
      yield* sources.register([registered(name, { first_slot: minutes(0) })])
      expect(yield* begin(name, minutes(1))).toBeNull()
      const first = yield* begin(name, minutes(0))
      expect(first).toEqual({
        run: expect.any(Number),
        validators: { etag: null, last_modified: null },
        failures: 0,
        move: null,
        broken_off: 0
      })
      expect(yield* sources.finish(name, first!.run, outcome())).toBe(true)
      expect(yield* begin(name, minutes(0))).toBeNull()
      const second = yield* begin(name, minutes(30))
      expect(second?.validators).toEqual({ etag: 'W/"1"', last_modified: "Tue, 10 Mar 2026 11:00:00 GMT" })
    })
  )

  it.effect("counts one run of a slot: the last that was begun", () =>
    Effect.gen(function* () {
      const sources = yield* Sources
      yield* sources.register([registered(name, { first_slot: minutes(0) })])
      const slow = yield* begin(name, minutes(0))
      const next = yield* begin(name, minutes(0))
      expect(next).toMatchObject({ broken_off: 1 })
      expect(yield* sources.finish(name, slow!.run, outcome({ next_check_at: minutes(99) }))).toBe(false)
      expect(yield* sources.list).toMatchObject([{ last_success_at: null, next_check_at: "2026-03-10T12:00:00" }])
      expect(yield* sources.finish(name, next!.run, outcome())).toBe(true)
      expect(yield* sources.finish(name, slow!.run, outcome({ next_check_at: minutes(99) }))).toBe(false)
      expect(yield* sources.list).toMatchObject([{ next_check_at: "2026-03-10T12:30:00" }])
    })
  )

  it.effect("counts a run that ends before anybody takes its slot up again", () =>
    Effect.gen(function* () {
      const sources = yield* Sources
      yield* sources.register([registered(name, { first_slot: minutes(0) })])
      const slow = yield* begin(name, minutes(0))
      expect(yield* sources.finish(name, slow!.run, outcome())).toBe(true)
      expect(yield* begin(name, minutes(0))).toBeNull()
    })
  )

  it.effect("counts one run of a slot when many race for it", () =>
    Effect.gen(function* () {
      const sources = yield* Sources
      yield* sources.register([registered(name, { first_slot: minutes(0) })])
      for (let round = 0; round < 10; round++) {
        const counted = yield* Effect.all(
          Array.from({ length: 20 }, () =>
            Effect.flatMap(begin(name, minutes(round)), (begun) =>
              begun === null
                ? Effect.succeed(false)
                : sources.finish(name, begun.run, outcome({ next_check_at: minutes(round + 1) }))
            )
          ),
          { concurrency: "unbounded" }
        )
        expect(counted.filter((run) => run)).toHaveLength(1)
      }
    })
  )

  it.effect("keeps a slot whose run was given up, and does not hold that against it", () =>
    Effect.gen(function* () {
      const sources = yield* Sources
      yield* sources.register([registered(name, { first_slot: minutes(0) })])
      const stopped = yield* begin(name, minutes(0))
      yield* sources.abandon(stopped!.run)
      expect(yield* sources.finish(name, stopped!.run, outcome())).toBe(false)
      expect(yield* begin(name, minutes(0))).toMatchObject({ broken_off: 0 })
    })
  )

  it.effect("lets an operator run a source at any time, beside a slot that is under way", () =>
    Effect.gen(function* () {
      const sources = yield* Sources
      yield* sources.ensure(registered(name, { configured: false }))
      yield* sources.ensure(registered(name, { kind: "social" }))
      expect(yield* sources.list).toMatchObject([{ kind: "signals", state: "not_configured", next_check_at: null }])
      yield* sources.register([registered(name, { first_slot: minutes(0) })])
      const scheduled = yield* begin(name, minutes(0))
      const byHand = yield* begin(name)
      expect(yield* sources.finish(name, byHand!.run, outcome())).toBe(true)
      expect(yield* sources.finish(name, scheduled!.run, outcome({ next_check_at: minutes(60) }))).toBe(true)
      expect(yield* sources.list).toMatchObject([{ next_check_at: "2026-03-10T13:00:00" }])
    })
  )

  it.effect("begins no slot of a source that is unknown or not configured", () =>
    Effect.gen(function* () {
      const sources = yield* Sources
      yield* sources.register([registered(name, { configured: false, first_slot: minutes(0) })])
      expect(yield* begin(name, minutes(0))).toBeNull()
      expect(yield* begin(SourceName.make("unknown"))).toBeNull()
    })
  )

  it.effect("remembers where a source says that it has moved, and tells it from the third time on", () =>
    Effect.gen(function* () {
      const sources = yield* Sources
      yield* sources.register([registered(name)])
      for (const sightings of [1, 2, 3]) {
        const begun = yield* begin(name)
        yield* sources.finish(name, begun!.run, outcome({ move: { to: "https://new.example/feed", sightings } }))
        const moved_to = sightings < 3 ? null : "https://new.example/feed"
        expect(yield* sources.list).toMatchObject([{ moved_to }])
      }
      expect(yield* begin(name)).toMatchObject({ move: { to: "https://new.example/feed", sightings: 3 } })
    })
  )

  it.effect("counts failures in a row and keeps what the last success brought", () =>
    Effect.gen(function* () {
      const sources = yield* Sources
      yield* ran([[registered(name), {}]])
      for (let run = 0; run < 2; run++) {
        const begun = yield* begin(name)
        expect(begun!.failures).toBe(run)
        yield* sources.finish(name, begun!.run, outcome({ ...failed, error: "down\u0000\u001b[31m" }))
      }
      expect(yield* sources.list).toMatchObject([
        { state: "error", failures: 2, items: 20, last_error: "down [31m", last_success_at: "2026-03-10T12:00:00" }
      ])
      const again = yield* begin(name)
      expect(again!.validators.etag).toBe('W/"1"')
      const unchanged = { result: null, validators: { etag: null, last_modified: null } }
      yield* sources.finish(name, again!.run, outcome(unchanged))
      expect(yield* sources.list).toMatchObject([{ state: "ok", failures: 0, items: 20, last_error: null }])
      expect((yield* begin(name))!.validators).toEqual({ etag: null, last_modified: null })
    })
  )

  it.effect(
    "remembers a failure that does not count, and leaves the failures in a row and the next slot as they are",
    () =>
      Effect.gen(function* () {
        const sources = yield* Sources
        yield* ran([[registered(name), failed]])
        const uncounted = Effect.fnUntraced(function* (next_check_at: Date | null) {
          const begun = yield* begin(name)
          const end = outcome({ ...failed, error: "still down", counts: false, next_check_at })
          expect(yield* sources.finish(name, begun!.run, end)).toBe(true)
          return (yield* sources.list)[0]!
        })
        const before = { state: "error", failures: 1, last_error: "still down", next_check_at: "2026-03-10T12:30:00" }
        expect(yield* uncounted(null)).toMatchObject(before)
        expect(yield* uncounted(minutes(29))).toMatchObject(before)
        expect(yield* uncounted(minutes(31))).toMatchObject({ ...before, next_check_at: "2026-03-10T12:31:00" })
      })
  )

  it.effect("gives no slot to a source that has none when a failure does not count, and knows that it was tried", () =>
    Effect.gen(function* () {
      const sources = yield* Sources
      yield* ran([[registered(name), { ...failed, counts: false, next_check_at: null }]])
      expect(yield* sources.list).toMatchObject([{ state: "error", failures: 0, next_check_at: null }])
      expect(yield* sources.summary).toMatchObject({ failed: 1 })
      yield* sources.register([registered(name, { first_slot: minutes(1) })])
      expect(yield* sources.list).toMatchObject([{ next_check_at: "2026-03-10T12:01:00" }])
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
      yield* sources.ensure(registered("never-read"))
      expect(yield* sources.summary).toEqual({ fresh: 3, stale: 0, failed: 2, not_configured: 2 })

      yield* TestClock.adjust("2 hours")
      const late = yield* begin(SourceName.make("hacker-news"))
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
