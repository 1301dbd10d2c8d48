import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { type RunResult, SourceName } from "../../src/domain/Source.ts"
import { type RegisteredSource, type RunOutcome, Sources } from "../../src/storage/sources/Sources.ts"
import { contract, start } from "../support/Contract.ts"
import { assertMatches } from "../support/Matches.ts"

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
  gone: false,
  idle: null,
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
        idle: null,
        offline_since: null,
        last_error: null,
        moved_to: null
      }
      assert.deepStrictEqual<unknown>(yield* sources.list, [
        { name: "a", kind: "social", state: "not_configured", ...fresh },
        { name: "b", kind: "signals", state: "empty", ...fresh }
      ])
      yield* sources.register([registered("c")])
      assertMatches(yield* sources.list, [{ name: "c" }])
      yield* sources.register([registered("c", { configured: false, first_slot: start })])
      assertMatches(yield* sources.list, [{ name: "c", next_check_at: null }])
      yield* sources.register([])
      assert.deepStrictEqual(yield* sources.list, [])
    })
  )

  it.effect("keeps what it knows of a source that stays registered", () =>
    Effect.gen(function* () {
      const sources = yield* Sources
      yield* ran([[registered(name), {}]])
      yield* sources.register([registered(name, { kind: "social", platform: "reddit" }), registered("new")])
      assert.deepStrictEqual<unknown>((yield* sources.list)[0], {
        name,
        kind: "social",
        state: "ok",
        last_success_at: "2026-03-10T12:00:00",
        next_check_at: "2026-03-10T12:30:00",
        failures: 0,
        items: 20,
        idle: null,
        offline_since: null,
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
      assertMatches(yield* sources.list, [
        { name, next_check_at: "2026-03-10T12:01:00" },
        { name: "new", next_check_at: "2026-03-10T12:03:00" }
      ])
    })
  )

  it.effect("lists the next slot of each source, the earliest first", () =>
    Effect.gen(function* () {
      const sources = yield* Sources
      assert.deepStrictEqual(yield* sources.slots, [])
      yield* sources.register([
        registered("b", { first_slot: minutes(-1) }),
        registered("a", { first_slot: minutes(0) }),
        registered("c", { first_slot: minutes(-5) }),
        registered("off", { first_slot: minutes(-9), configured: false }),
        registered("soon", { first_slot: minutes(2) }),
        registered("later", { first_slot: minutes(3) })
      ])
      const slots = yield* sources.slots
      assert.deepStrictEqual(
        slots.map(({ name }) => name),
        ["c", "b", "a", "soon", "later"]
      )
      assert.deepStrictEqual(slots[0]!.slot, minutes(-5))
    })
  )

  it.effect("gives a source that is gone no slot, until it answers to somebody who runs it by hand", () =>
    Effect.gen(function* () {
      const sources = yield* Sources
      const gone = { ...failed, state: "blocked", gone: true, next_check_at: null } as const
      yield* ran([[registered(name, { first_slot: minutes(0) }), gone]])
      const restart = sources.register([registered(name, { first_slot: minutes(1) })])
      const nothing = Effect.gen(function* () {
        yield* restart
        assert.deepStrictEqual(yield* sources.slots, [])
        assertMatches(yield* sources.list, [{ state: "blocked", next_check_at: null }])
      })
      yield* nothing
      const again = yield* begin(name)
      yield* sources.finish(name, again!.run, outcome({ ...gone, counts: false }))
      yield* nothing
      const answered = yield* begin(name)
      yield* sources.finish(name, answered!.run, outcome())
      assert.deepStrictEqual(yield* sources.slots, [{ name, slot: minutes(30) }])
    })
  )

  it.effect("begins a slot until it is done, and then no more", () =>
    Effect.gen(function* () {
      const sources = yield* Sources
      yield* sources.register([registered(name, { first_slot: minutes(0) })])
      assert.isNull(yield* begin(name, minutes(1)))
      const first = yield* begin(name, minutes(0))
      assert.isNumber(first?.run)
      assert.deepStrictEqual(first, {
        run: first!.run,
        validators: { etag: null, last_modified: null },
        failures: 0,
        move: null,
        broken_off: 0
      })
      assert.strictEqual(yield* sources.finish(name, first!.run, outcome()), true)
      assert.isNull(yield* begin(name, minutes(0)))
      const second = yield* begin(name, minutes(30))
      assert.deepStrictEqual(second?.validators, { etag: 'W/"1"', last_modified: "Tue, 10 Mar 2026 11:00:00 GMT" })
    })
  )

  it.effect("counts one run of a slot: the last that was begun", () =>
    Effect.gen(function* () {
      const sources = yield* Sources
      yield* sources.register([registered(name, { first_slot: minutes(0) })])
      const slow = yield* begin(name, minutes(0))
      const next = yield* begin(name, minutes(0))
      assertMatches(next, { broken_off: 1 })
      assert.strictEqual(yield* sources.finish(name, slow!.run, outcome({ next_check_at: minutes(99) })), false)
      assertMatches(yield* sources.list, [{ last_success_at: null, next_check_at: "2026-03-10T12:00:00" }])
      assert.strictEqual(yield* sources.finish(name, next!.run, outcome()), true)
      assert.strictEqual(yield* sources.finish(name, slow!.run, outcome({ next_check_at: minutes(99) })), false)
      assertMatches(yield* sources.list, [{ next_check_at: "2026-03-10T12:30:00" }])
    })
  )

  it.effect("counts a run that ends before anybody takes its slot up again", () =>
    Effect.gen(function* () {
      const sources = yield* Sources
      yield* sources.register([registered(name, { first_slot: minutes(0) })])
      const slow = yield* begin(name, minutes(0))
      assert.strictEqual(yield* sources.finish(name, slow!.run, outcome()), true)
      assert.isNull(yield* begin(name, minutes(0)))
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
        assert.lengthOf(
          counted.filter((run) => run),
          1
        )
      }
    })
  )

  it.effect("keeps a slot whose run was given up, and does not hold that against it", () =>
    Effect.gen(function* () {
      const sources = yield* Sources
      yield* sources.register([registered(name, { first_slot: minutes(0) })])
      const stopped = yield* begin(name, minutes(0))
      yield* sources.abandon(stopped!.run)
      assert.strictEqual(yield* sources.finish(name, stopped!.run, outcome()), false)
      assertMatches(yield* begin(name, minutes(0)), { broken_off: 0 })
    })
  )

  it.effect("lets an operator run a source at any time, beside a slot that is under way", () =>
    Effect.gen(function* () {
      const sources = yield* Sources
      yield* sources.ensure(registered(name, { configured: false }))
      yield* sources.ensure(registered(name, { kind: "social" }))
      assertMatches(yield* sources.list, [{ kind: "signals", state: "not_configured", next_check_at: null }])
      yield* sources.register([registered(name, { first_slot: minutes(0) })])
      const scheduled = yield* begin(name, minutes(0))
      const byHand = yield* begin(name)
      assert.strictEqual(yield* sources.finish(name, byHand!.run, outcome()), true)
      assert.strictEqual(yield* sources.finish(name, scheduled!.run, outcome({ next_check_at: minutes(60) })), true)
      assertMatches(yield* sources.list, [{ next_check_at: "2026-03-10T13:00:00" }])
    })
  )

  it.effect("begins no slot of a source that is unknown or not configured", () =>
    Effect.gen(function* () {
      const sources = yield* Sources
      yield* sources.register([registered(name, { configured: false, first_slot: minutes(0) })])
      assert.isNull(yield* begin(name, minutes(0)))
      assert.isNull(yield* begin(SourceName.make("unknown")))
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
        assertMatches(yield* sources.list, [{ moved_to }])
      }
      assertMatches(yield* begin(name), { move: { to: "https://new.example/feed", sightings: 3 } })
    })
  )

  it.effect("counts failures in a row and keeps what the last success brought", () =>
    Effect.gen(function* () {
      const sources = yield* Sources
      yield* ran([[registered(name), {}]])
      for (let run = 0; run < 2; run++) {
        const begun = yield* begin(name)
        assert.strictEqual(begun!.failures, run)
        yield* sources.finish(name, begun!.run, outcome({ ...failed, error: "down\u0000\u001b[31m" }))
      }
      assertMatches(yield* sources.list, [
        { state: "error", failures: 2, items: 20, last_error: "down [31m", last_success_at: "2026-03-10T12:00:00" }
      ])
      const again = yield* begin(name)
      assert.strictEqual(again!.validators.etag, 'W/"1"')
      const unchanged = { result: null, validators: { etag: null, last_modified: null } }
      yield* sources.finish(name, again!.run, outcome(unchanged))
      assertMatches(yield* sources.list, [{ state: "ok", failures: 0, items: 20, last_error: null }])
      assert.deepStrictEqual((yield* begin(name))!.validators, { etag: null, last_modified: null })
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
          assert.strictEqual(yield* sources.finish(name, begun!.run, end), true)
          return (yield* sources.list)[0]!
        })
        const before = { state: "error", failures: 1, last_error: "still down", next_check_at: "2026-03-10T12:30:00" }
        assertMatches(yield* uncounted(null), before)
        assertMatches(yield* uncounted(minutes(29)), before)
        assertMatches(yield* uncounted(minutes(31)), { ...before, next_check_at: "2026-03-10T12:31:00" })
      })
  )

  it.effect("gives no slot to a source that has none when a failure does not count, and knows that it was tried", () =>
    Effect.gen(function* () {
      const sources = yield* Sources
      yield* ran([[registered(name), { ...failed, counts: false, next_check_at: null }]])
      assertMatches(yield* sources.list, [{ state: "error", failures: 0, next_check_at: null }])
      assertMatches(yield* sources.summary, { failed: 1 })
      yield* sources.register([registered(name, { first_slot: minutes(1) })])
      assertMatches(yield* sources.list, [{ next_check_at: "2026-03-10T12:01:00" }])
    })
  )

  it.effect("remembers that a source has nothing to ask for, as long as that is so", () =>
    Effect.gen(function* () {
      const sources = yield* Sources
      const idle = { state: "empty", result: null, idle: "nothing is followed" } as const
      yield* ran([[registered(name), idle]])
      const shown = { state: "empty", idle: "nothing is followed", last_success_at: null, failures: 0 }
      assertMatches(yield* sources.list, [{ ...shown, next_check_at: "2026-03-10T12:30:00" }])
      assert.deepStrictEqual(yield* sources.summary, { fresh: 0, stale: 0, failed: 0, not_configured: 0 })
      yield* ran([[registered(name), {}]])
      assertMatches(yield* sources.list, [{ state: "ok", idle: null }])
      assertMatches(yield* sources.summary, { fresh: 1 })
      // What it was read for before does not make it fresh.
      yield* ran([[registered(name), idle]])
      assertMatches(yield* sources.summary, { fresh: 0 })
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
      assertMatches(yield* sources.list, [{ failures: 1 }, { failures: 0 }])
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
      assert.deepStrictEqual(
        (yield* sources.list).map(({ state }) => state),
        ["ok", "empty", "error"]
      )
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(
        (yield* sources.list).map(({ state }) => state),
        ["stale", "stale", "error"]
      )
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
      assert.deepStrictEqual<unknown>(yield* platform("reddit"), { updated_at, status: "ok" })
      assert.deepStrictEqual<unknown>(yield* platform("google_trends"), { updated_at, status: "empty" })
      assert.deepStrictEqual(yield* platform("x"), { updated_at: null, status: "not_configured" })
      assert.deepStrictEqual(yield* platform("tiktok"), { updated_at: null, status: "not_configured" })
      assert.deepStrictEqual<unknown>(yield* platform("feed"), { updated_at, status: "ok" })
      assert.deepStrictEqual(yield* sources.summary, { fresh: 3, stale: 0, failed: 2, not_configured: 2 })
      yield* sources.ensure(registered("never-read"))
      assert.deepStrictEqual(yield* sources.summary, { fresh: 3, stale: 0, failed: 2, not_configured: 2 })

      yield* TestClock.adjust("2 hours")
      const late = yield* begin(SourceName.make("hacker-news"))
      yield* sources.finish(SourceName.make("hacker-news"), late!.run, outcome({ next_check_at: minutes(300) }))
      assert.deepStrictEqual<unknown>(yield* platform("reddit"), { updated_at, status: "stale" })
      assert.deepStrictEqual<unknown>(yield* platform("feed"), { updated_at: "2026-03-10T14:00:00", status: "ok" })
      assert.deepStrictEqual(yield* sources.summary, { fresh: 1, stale: 3, failed: 1, not_configured: 2 })
    })
  )

  it.effect("tells a machine that seems offline from sources that fail, until somebody answers", () =>
    Effect.gen(function* () {
      const sources = yield* Sources
      const names = ["a", "b", "c", "d", "e"].map((letter) => SourceName.make(`feed:${letter}`))
      const run = Effect.fnUntraced(function* (n: number, end: Partial<RunOutcome>) {
        const begun = yield* begin(names[n]!)
        yield* sources.finish(names[n]!, begun!.run, outcome(end))
        yield* TestClock.adjust("1 minute")
      })
      const offline = Effect.gen(function* () {
        const { offline_since = null } = yield* sources.summary
        const since = (yield* sources.list).map((source) => source.offline_since?.slice(11, 16) ?? null)
        return [offline_since?.slice(11, 16) ?? null, ...since]
      })
      const none = [null, null, null, null, null, null]
      const silent = (unreached: string) => ({ ...failed, unreached })
      yield* sources.register(names.map((name) => registered(name)))
      // Its host has been down for longer.
      yield* run(4, silent("e"))
      for (const n of [0, 1, 2, 3]) yield* run(n, { reached: true })
      yield* run(0, silent("a"))
      yield* run(1, silent("b"))
      yield* run(0, silent("a"))
      assert.deepStrictEqual(yield* offline, none)
      // A third source, but no third host.
      yield* run(2, silent("b"))
      assert.deepStrictEqual(yield* offline, none)
      yield* run(3, silent("d"))
      assert.deepStrictEqual(yield* offline, ["12:05", "12:05", "12:06", "12:08", "12:09", null])
      yield* run(4, silent("e"))
      // A server that refuses has answered.
      yield* run(2, { ...failed, reached: true, error: "the server answered 404" })
      assert.deepStrictEqual(yield* offline, none)
    })
  )

  it.effect("says error for a platform whose sources have all failed", () =>
    Effect.gen(function* () {
      const sources = yield* Sources
      yield* ran([[registered("x", { kind: "social", platform: "x" }), failed]])
      assert.deepStrictEqual(yield* sources.platform("x"), { updated_at: null, status: "error" })
    })
  )
})
