import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Stream } from "effect"
import { TestClock } from "effect/testing"
import { Ingest } from "../../ingest/Ingest.ts"
import { firms } from "../../src/demo/Firms.ts"
import { seed } from "../../src/demo/Seed.ts"
import { localAccount } from "../../src/domain/Account.ts"
import { Accounts } from "../../src/storage/accounts/Accounts.ts"
import { Companies } from "../../src/storage/companies/Companies.ts"
import { Competitors } from "../../src/storage/companies/Competitors.ts"
import { TrackedKeywords } from "../../src/storage/keywords/TrackedKeywords.ts"
import { TrendingKeywords } from "../../src/storage/keywords/TrendingKeywords.ts"
import { demoWorld } from "../../harness/DemoWorld.ts"

const start = "2027-01-02T00:30:00Z"
const world = demoWorld.pipe(Layer.provideMerge(Layer.effectDiscard(TestClock.setTime(Date.parse(start)))))

const localId = Effect.flatMap(Accounts, (accounts) => accounts.ensure(localAccount)).pipe(Effect.map(({ id }) => id))

const everything = Effect.gen(function* () {
  const account = yield* localId
  return {
    competitors: yield* (yield* Competitors).list(account, {}),
    keywords: yield* (yield* TrackedKeywords).list(account),
    trending: yield* (yield* TrendingKeywords).list({}),
    companies: yield* (yield* Companies).search({ q: "electric vehicle charging", limit: 100 })
  }
})

describe("the demo's seed", () => {
  it.effect("gives the local account what it watches, dated in the past, and once", () =>
    Effect.gen(function* () {
      yield* localId
      yield* seed
      const first = yield* everything
      assert.isAtLeast(first.competitors.length, 8)
      assert.isTrue(first.competitors.some(({ status }) => status === "paused"))
      assert.isAtLeast(first.keywords.length, 6)
      for (const { created_at } of [...first.competitors, ...first.keywords])
        assert.isTrue(created_at < "2026-12-29", created_at)
      yield* seed
      assert.deepStrictEqual(yield* everything, first)
    }).pipe(Effect.provide(world))
  )

  it.effect("gives keywords weeks of positions up to today, some of them not found", () =>
    Effect.gen(function* () {
      yield* localId
      yield* seed
      const { keywords } = yield* everything
      for (const { created_at, current_position, position_history } of keywords) {
        const days = position_history.map(({ date }) => date)
        assert.deepStrictEqual(days, [...new Set(days)].sort())
        assert.strictEqual(days[0], created_at.slice(0, 10))
        assert.strictEqual(days.at(-1), "2027-01-02")
        assert.strictEqual(position_history.at(-1)!.position, current_position)
        for (const { position, url } of position_history) {
          assert.isTrue(position === null || (position >= 1 && position <= 100))
          assert.strictEqual(url === null, position === null)
        }
      }
      assert.isAtLeast(keywords.filter(({ position_history }) => position_history.length > 20).length, 4)
      assert.isTrue(keywords.some(({ current_position }) => current_position === null))
    }).pipe(Effect.provide(world))
  )

  it.effect("lets today's searches rise and fall from yesterday's", () =>
    Effect.gen(function* () {
      yield* localId
      yield* seed
      yield* Stream.runDrain((yield* Ingest).run("all"))
      const { trending } = yield* everything
      for (const trend of ["new", "rising", "stable", "falling"] as const)
        assert.isAtLeast(trending.filter((one) => one.trend === trend).length, 3, trend)
      yield* seed
      assert.deepStrictEqual((yield* everything).trending, trending)
    }).pipe(Effect.provide(world))
  )

  it.effect("adds figures to the companies that the source names, and leaves some unknown", () =>
    Effect.gen(function* () {
      yield* localId
      yield* seed
      yield* Stream.runDrain((yield* Ingest).run("all"))
      const { companies } = yield* everything
      assert.isAtLeast(companies.length, 4)
      assert.strictEqual(companies[0]?.market_cap, 4_480_000_000)
      assert.strictEqual(companies[0]?.revenue_period_end, "2026-12-31")
      assert.isTrue(companies.some(({ revenue }) => revenue === null))
      const found = yield* Effect.forEach(firms, ({ name }) =>
        Companies.use((stored) => stored.search({ q: name, limit: 1 }))
      )
      for (const [company] of found) assert.match(company?.source_url ?? "", /^https:\/\//)
    }).pipe(Effect.provide(world))
  )

  it.effect("needs the local account, and does not make one: the first key comes with it", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* Effect.exit(seed))._tag, "Failure")
      assert.isNull(yield* (yield* Accounts).find(localAccount))
    }).pipe(Effect.provide(world))
  )
})
