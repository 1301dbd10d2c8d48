import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Fiber, Layer, Schema } from "effect"
import { TestClock } from "effect/testing"
import { crc32 } from "node:zlib"
import { networkOf } from "../../src/access/ClientNetwork.ts"
import { type Allowance, Limits } from "../../src/access/Limits.ts"
import { AccountId } from "../../src/domain/Account.ts"
import { RateLimits } from "../../src/storage/accounts/RateLimits.ts"
import { contract, start } from "../support/Contract.ts"

const account = AccountId.make(7)

/** So many processes that share a store, each with limits of its own over it. */
const processes = (count: number, perMinute: number) =>
  Effect.forEach(Array.from({ length: count }), () =>
    Effect.map(Layer.build(Layer.fresh(Limits.layer({ perMinute }))), Context.get(Limits))
  )

const passed = (answers: ReadonlyArray<Allowance | null>) =>
  answers.filter((answer) => answer?.exceeded === false).length

const many = (count: number, request: (n: number) => Effect.Effect<Allowance | null>) =>
  Effect.forEach(
    Array.from({ length: count }, (_, n) => n),
    request,
    { concurrency: "unbounded" }
  )

/** How much of a limit each of the other processes may have taken and not spent. */
const held = (limit: number) => Math.ceil(limit / 8)

contract("Limits over RateLimits", RateLimits.layer, (it) => {
  it.prop(
    "let through what they say and no more, however many processes and requests there are at once",
    {
      replicas: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 4 })),
      limit: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 200 })),
      spread: Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 3 }))).check(
        Schema.isMaxLength(20)
      ),
      more: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 100 }))
    },
    ({ limit, more, replicas, spread }) =>
      Effect.gen(function* () {
        const limits = yield* processes(replicas, limit)
        const order = spread.length === 0 ? [0] : spread
        for (const minute of [0, 1]) {
          yield* TestClock.setTime(start.getTime() + minute * 60_000)
          const one = AccountId.make(1 + (limit % 5))
          const answers = yield* many(limit + more, (n) => limits[order[n % order.length]! % replicas]!.request(one))
          assert.isAtMost(passed(answers), limit)
          assert.isAtLeast(passed(answers), limit - (replicas - 1) * held(limit))
        }
      }).pipe(Effect.scoped),
    8
  )

  it.effect("let the whole limit through where processes get their requests in turn", () =>
    Effect.gen(function* () {
      const limits = yield* processes(3, 120)
      const answers: Array<Allowance | null> = []
      for (let n = 0; n < 150; n++) answers.push(yield* limits[n % 3]!.request(account))
      // Each of the other two may hold its last four.
      assert.isAtLeast(passed(answers), 120 - 2 * 4)
      assert.isAtMost(passed(answers), 120)
    })
  )

  it.effect("count each account by itself, and say what is left and until when", () =>
    Effect.gen(function* () {
      const [limits] = yield* processes(1, 2)
      yield* TestClock.setTime(start.getTime() + 12_500)
      const expected = { limit: 2, reset: 48 }
      assert.deepStrictEqual(yield* limits!.request(account), { ...expected, remaining: 1, exceeded: false })
      assert.deepStrictEqual(yield* limits!.request(account), { ...expected, remaining: 0, exceeded: false })
      assert.deepStrictEqual(yield* limits!.request(account), { ...expected, remaining: 0, exceeded: true })
      assert.strictEqual((yield* limits!.request(AccountId.make(8)))?.remaining, 1)
      yield* TestClock.adjust("48 seconds")
      assert.strictEqual((yield* limits!.request(account))?.exceeded, false)
    })
  )

  it.effect("answer at once from what has been taken, and never let through more by it", () =>
    Effect.gen(function* () {
      const [fast, other] = yield* processes(2, 100)
      const now = start.getTime()
      assert.isUndefined(fast!.requestNow(account, now), "nothing taken yet")
      const first = yield* fast!.request(account)
      assert.strictEqual(first?.remaining, 99)
      let sync = 0
      while (fast!.requestNow(account, now)?.exceeded === false) sync++
      assert.strictEqual(sync, held(100) - 1)
      assert.isUndefined(fast!.requestNow(account, now), "what was taken is spent: ask the store")
      const rest = yield* many(200, (n) => [fast!, other!][n % 2]!.request(account))
      assert.strictEqual(1 + sync + passed(rest), 100)
      assert.strictEqual(fast!.requestNow(account, now)?.exceeded, true, "over is known without asking")
      assert.isUndefined(fast!.requestNow(account, now + 60_000), "a new minute begins with nothing")
    })
  )

  it.effect("share failed credentials and tried links of a network, and the calls that are open to everyone", () =>
    Effect.gen(function* () {
      const limits = yield* processes(2, 0)
      const fails = (address: string, count: number) =>
        Effect.map(
          Effect.forEach(Array.from({ length: count }), (_, n) =>
            Effect.result(limits[n % 2]!.failedCredential(address))
          ),
          (results) => results.filter(({ _tag }) => _tag === "Failure").length
        )
      assert.strictEqual(yield* fails("2001:db8:1:2::3", 30), 0)
      assert.strictEqual(yield* fails("2001:db8:1:2:ffff::4", 2), 2, "another address of the same network")
      assert.strictEqual(yield* fails("2001:db8:1:3::3", 1), 0, "another network")
      const tries = yield* Effect.forEach(Array.from({ length: 32 }), (_, n) =>
        Effect.result(limits[n % 2]!.triedLink("2001:db8:1:2::3"))
      )
      assert.strictEqual(
        tries.filter(({ _tag }) => _tag === "Success").length,
        30,
        "links are counted by themselves, and of all processes"
      )
      const open = yield* Effect.forEach(Array.from({ length: 700 }), (_, n) => Effect.result(limits[n % 2]!.open))
      assert.isAtMost(open.filter(({ _tag }) => _tag === "Success").length, 600)
      assert.isNull(yield* limits[0]!.request(account), "0 is no limit")
      assert.isNull(limits[0]!.requestNow(account, start.getTime()))
    })
  )
})

describe("the buckets of client networks", () => {
  /** The buckets that networks are put into by a process whose store has this secret. */
  const bucketsOf = (secret: Uint8Array, networks: ReadonlyArray<string>) =>
    Effect.gen(function* () {
      const buckets: Array<string> = []
      const take: RateLimits["Service"]["take"] = ({ bucket }) =>
        Effect.sync(() => {
          buckets.push(bucket)
          return { granted: 1, left: 0 }
        })
      const limits = Context.get(
        yield* Layer.build(
          Layer.fresh(Limits.layer({ perMinute: 0 })).pipe(Layer.provide(Layer.succeed(RateLimits, { take, secret })))
        ),
        Limits
      )
      for (const network of networks) yield* limits.failedCredential(network)
      return buckets
    })

  it.effect("are the same for all processes on a store, no others can work them out, and there are 65,536", () =>
    Effect.gen(function* () {
      // All of them met in one bucket of the checksum that anyone can reckon with.
      const meeting = Array.from({ length: 60_000 }, (_, n) => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`)
        .filter((address) => crc32(address) % 4_096 === 0)
        .slice(0, 12)
      assert.lengthOf(meeting, 12)
      const one = yield* bucketsOf(Buffer.alloc(32, 1), meeting)
      assert.deepStrictEqual(yield* bucketsOf(Buffer.alloc(32, 1), meeting), one)
      const other = yield* bucketsOf(Buffer.alloc(32, 2), meeting)
      for (const buckets of [one, other]) assert.strictEqual(new Set(buckets).size, meeting.length)
      for (const [n, bucket] of one.entries()) {
        assert.notStrictEqual(bucket, other[n])
        const number = Number(/^failed:(\d+)$/.exec(bucket)![1])
        assert.isBelow(number, 65_536)
      }
    }).pipe(Effect.scoped)
  )
})

describe("limits without their store", () => {
  const over = (take: Effect.Effect<never>, perMinute: number) =>
    Effect.map(
      Layer.build(
        Limits.layer({ perMinute }).pipe(
          Layer.provide(Layer.succeed(RateLimits, { take: () => take, secret: new Uint8Array(32) }))
        )
      ),
      Context.get(Limits)
    )

  it.effect("are held by each process alone", () =>
    Effect.gen(function* () {
      const limits = yield* over(Effect.die(new Error("the database is away")), 50)
      assert.strictEqual(passed(yield* many(80, () => limits.request(account))), 50)
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(passed(yield* many(80, () => limits.request(account))), 50)
    }).pipe(Effect.scoped)
  )

  it.effect("make a request wait a second at most, and only the first", () =>
    Effect.gen(function* () {
      const limits = yield* over(Effect.never, 50)
      const waiting = yield* Effect.forkChild(many(20, () => limits.request(account)))
      yield* TestClock.adjust("1 second")
      assert.strictEqual(waiting.pollUnsafe()?._tag, "Success")
      assert.strictEqual(limits.requestNow(account, 1_000)?.remaining, 29)
    }).pipe(Effect.scoped)
  )

  it.effect("leave no request waiting when the one that asks hangs up", () =>
    Effect.gen(function* () {
      let asked = 0
      const limits = yield* over(
        Effect.suspend(() => (asked++ === 0 ? Effect.never : Effect.die(new Error("away")))),
        50
      )
      const first = yield* Effect.forkChild(limits.request(account), { startImmediately: true })
      const second = yield* Effect.forkChild(limits.request(account), { startImmediately: true })
      yield* Fiber.interrupt(first)
      assert.strictEqual((yield* Fiber.join(second))?.remaining, 49)
    }).pipe(Effect.scoped)
  )
})

describe("a client's network", () => {
  it.each([
    ["192.0.2.1", "192.0.2.1", true],
    ["192.0.2.1", "192.0.2.2", false],
    ["::ffff:192.0.2.1", "192.0.2.1", true],
    ["2001:db8::1", "2001:db8::ffff:1", true],
    ["2001:db8::1", "2001:db8:0:1::1", false],
    ["no address", "unknown", true]
  ])("of %s and %s is the same: %s", (one, other, same) => {
    assert.strictEqual(networkOf(one) === networkOf(other), same)
  })
})
