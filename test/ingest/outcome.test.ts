import { assert, describe, it } from "@effect/vitest"
import { Cause, Duration, Exit } from "effect"
import { nextSlot } from "../../ingest/schedule/Cadence.ts"
import { outcomeOf } from "../../ingest/schedule/Outcome.ts"
import { type Move, SourceName } from "../../src/domain/Source.ts"
import { idle, SourceFailed, type SuccessfulRun } from "../../ingest/Source.ts"

const validators = { etag: '"1"', last_modified: null }
const result = { fetched: 3, new: 1, changed: 0, skipped: {} }

const name = SourceName.make("feed:a.example")
const cadence = { every: Duration.minutes(30) }
const stays = { byHand: false, follow: null, movedTo: null as string | null, reached: true, unreached: null }

/** A moment in which a slot of the source lies. */
const now = nextSlot(name, cadence, new Date("2026-03-01T12:00:00Z"), { times: 1, restSeconds: null })

const outcome = (
  exit: Exit.Exit<SuccessfulRun, SourceFailed>,
  failures = 0,
  more: {
    readonly move?: Move
    readonly context?: Parameters<typeof outcomeOf>[1]["context"]
  } = {}
) => outcomeOf(exit, { name, cadence, failures, now, move: null, context: stays, ...more })

const minutesUntilNext = (...args: Parameters<typeof outcome>) =>
  (outcome(...args).next_check_at!.getTime() - now.getTime()) / 60_000

const success = (restSeconds: number | null, given: SuccessfulRun["result"] = result) =>
  Exit.succeed<SuccessfulRun>({ result: given, validators, restSeconds })

const failure = (restSeconds: number | null = null, state: SourceFailed["state"] = "error") =>
  Exit.fail(new SourceFailed({ state, message: "the server answered 500", restSeconds }))

describe("after a run that went well", () => {
  it.each([
    [null, 30],
    [60, 30],
    [3 * 3600, 180],
    [7 * 24 * 3600, 24 * 60]
  ])("a source that asks for %s seconds of rest is due in %i minutes", (rest, minutes) => {
    assert.strictEqual(minutesUntilNext(success(rest)), minutes)
  })

  it("past failures do not matter any more", () => {
    assert.strictEqual(minutesUntilNext(success(null), 7), 30)
  })

  it("it is kept whether a server has answered, and else at which host nobody did", () => {
    const networkOf = (reached: boolean, unreached: string | null, exit: Parameters<typeof outcome>[0] = failure()) => {
      const { reached: told, unreached: host } = outcome(exit, 0, { context: { ...stays, reached, unreached } })
      return [told, host]
    }
    assert.deepStrictEqual(networkOf(false, "a.example"), [false, "a.example"])
    assert.deepStrictEqual(networkOf(true, "a.example"), [true, null])
    assert.deepStrictEqual(networkOf(false, null, Exit.succeed(idle("nothing is followed"))), [false, null])
  })

  it("a source that had nothing to ask for says why", () => {
    const nothing = outcome(Exit.succeed(idle("nothing is followed")))
    assert.deepStrictEqual([nothing.state, nothing.idle, nothing.error], ["empty", "nothing is followed", null])
    assert.isNull(outcome(success(null)).idle)
  })

  it("the state tells a document with items from one without", () => {
    assert.strictEqual(outcome(success(null)).state, "ok")
    assert.strictEqual(outcome(success(null, null)).state, "ok")
    assert.strictEqual(outcome(success(null, { ...result, fetched: 0 })).state, "empty")
  })
})

describe("after a run that failed", () => {
  it.each([
    [0, 30],
    [1, 60],
    [2, 120],
    [5, 16 * 60],
    [6, 24 * 60],
    [1000, 24 * 60]
  ])("with %i failures before it the source is due in %i minutes", (failures, minutes) => {
    assert.strictEqual(minutesUntilNext(failure(), failures), minutes)
  })

  it("the server's wish counts when it is longer", () => {
    assert.strictEqual(minutesUntilNext(failure(2 * 3600)), 120)
    assert.strictEqual(minutesUntilNext(failure(60)), 30)
    assert.strictEqual(minutesUntilNext(failure(10 ** 9)), 24 * 60)
  })

  it("the validators of the last success stay", () => {
    assert.isNull(outcome(failure()).validators)
  })

  it("a source that is gone stops and says why", () => {
    const gone = outcome(failure(null, "gone"))
    assert.strictEqual(gone.state, "blocked")
    assert.deepStrictEqual([gone.gone, gone.next_check_at], [true, null])
    assert.isFalse(outcome(success(null)).gone)
  })

  it("a fault of ours is an error that shows nothing of it", () => {
    const died = outcome(Exit.failCause(Cause.die(new Error("password=hunter2"))))
    assert.strictEqual(died.state, "error")
    assert.strictEqual(died.error, "a fault in this program; the log has it")
    assert.strictEqual((died.next_check_at!.getTime() - now.getTime()) / 60_000, 30)
  })
})

describe("after a run by hand that failed", () => {
  const move = { to: "https://new.example/feed", sightings: 3 }
  const byHand = (...given: Parameters<typeof failure>) =>
    outcome(failure(...given), 2, { move, context: { ...stays, byHand: true } })

  it.each(["error", "gone"] as const)("the error is remembered, and no plan is changed: %s", (state) => {
    assert.deepStrictEqual(byHand(null, state), {
      reached: true,
      unreached: null,
      state: state === "gone" ? "blocked" : "error",
      result: null,
      error: "the server answered 500",
      counts: false,
      validators: null,
      gone: state === "gone",
      idle: null,
      move,
      next_check_at: null
    })
  })

  it.each([
    [2 * 3600, 120],
    [10 ** 9, 24 * 60]
  ])("a source that asks for %i seconds of rest has %i minutes of it", (rest, minutes) => {
    assert.strictEqual((byHand(rest).next_check_at!.getTime() - now.getTime()) / 60_000, minutes)
  })
})

describe("where a source has moved for good", () => {
  const to = "https://new.example/feed"
  const after = (move: Move | null, context: Partial<typeof stays> | { readonly follow: string }) =>
    outcome(success(null), 0, { ...(move && { move }), context: { ...stays, ...context } }).move

  it("is counted as long as every run sees the same", () => {
    assert.deepStrictEqual(after(null, { movedTo: to }), { to, sightings: 1 })
    assert.deepStrictEqual(after({ to, sightings: 1 }, { movedTo: to }), { to, sightings: 2 })
    assert.deepStrictEqual(after({ to: "https://x.example/", sightings: 2 }, { movedTo: to }), {
      to,
      sightings: 1
    })
    assert.isNull(after({ to, sightings: 2 }, stays))
  })

  it("stays known while it is followed", () => {
    assert.deepStrictEqual(after({ to, sightings: 3 }, { follow: to }), { to, sightings: 3 })
  })

  it("is forgotten when a run fails", () => {
    assert.isNull(outcome(failure(), 0, { move: { to, sightings: 3 }, context: { ...stays, follow: to } }).move)
  })
})
