import { assert } from "@effect/vitest"
import { Effect, Layer, Result } from "effect"
import { TestClock } from "effect/testing"
import { CompetitorId } from "../../src/domain/Competitor.ts"
import { now } from "../../src/domain/Timestamp.ts"
import { Accounts } from "../../src/storage/accounts/Accounts.ts"
import { Competitors } from "../../src/storage/companies/Competitors.ts"
import { contract } from "../support/Contract.ts"
import { newAccount, race } from "./NewAccount.ts"

const store = Layer.merge(Competitors.layer, Accounts.layer)

const acme = { name: "Acme O'Neil & Søn", domain: "acme.example" }

contract("Competitors", store, (it) => {
  it.effect("watches a new competitor as active", () =>
    Effect.gen(function* () {
      const competitors = yield* Competitors
      const account = yield* newAccount
      const competitor = yield* competitors.create(account, acme)
      assert.deepStrictEqual(competitor, {
        id: competitor.id,
        ...acme,
        status: "active",
        aliases: [],
        exclude: [],
        created_at: yield* now
      })
      assert.deepStrictEqual(yield* competitors.list(account, {}), [competitor])
      assert.deepStrictEqual(yield* competitors.find(account, competitor.id), competitor)
    })
  )

  it.effect("keeps what else a competitor is called, and what is not it, until that is changed", () =>
    Effect.gen(function* () {
      const competitors = yield* Competitors
      const account = yield* newAccount
      const others = { aliases: ["Acme, Inc.", "ACM"], exclude: ["acme of skill"] }
      const made = yield* competitors.create(account, { ...acme, ...others })
      assert.deepStrictEqual({ aliases: made.aliases, exclude: made.exclude }, others)
      const renamed = yield* competitors.update(account, made.id, { name: "Acme" })
      assert.deepStrictEqual(renamed, { ...made, name: "Acme" })
      const changed = yield* competitors.update(account, made.id, { aliases: [] })
      assert.deepStrictEqual(changed, { ...renamed, aliases: [] })
      assert.deepStrictEqual(yield* competitors.list(account, {}), [changed])
    })
  )

  it.effect("lists the oldest first: active and paused ones, or those of one status", () =>
    Effect.gen(function* () {
      const competitors = yield* Competitors
      const account = yield* newAccount
      const first = yield* competitors.create(account, { name: "1", domain: "one.example" })
      const second = yield* competitors.create(account, { name: "2", domain: "two.example" })
      yield* TestClock.adjust("1 hour")
      const third = yield* competitors.create(account, { name: "3", domain: "three.example" })
      const paused = yield* competitors.update(account, first.id, { status: "paused" })
      const archived = yield* competitors.update(account, second.id, { status: "archived" })
      assert.deepStrictEqual(yield* competitors.list(account, {}), [paused, third])
      assert.deepStrictEqual(yield* competitors.list(account, { status: "active" }), [third])
      assert.deepStrictEqual(yield* competitors.list(account, { status: "paused" }), [paused])
      assert.deepStrictEqual(yield* competitors.list(account, { status: "archived" }), [archived])
    })
  )

  it.effect("refuses a domain that the account watches, until that entry is archived", () =>
    Effect.gen(function* () {
      const competitors = yield* Competitors
      const account = yield* newAccount
      const { id } = yield* competitors.create(account, acme)
      const again = competitors.create(account, { ...acme, name: "Another name" })
      assert.strictEqual((yield* Effect.flip(again)).code, "already_exists")
      yield* competitors.update(account, id, { status: "paused" })
      assert.strictEqual((yield* Effect.flip(again)).code, "already_exists")
      yield* competitors.update(account, id, { status: "archived" })
      const next = yield* again
      assert.notStrictEqual(next.id, id)
      assert.deepStrictEqual(yield* competitors.list(account, {}), [next])
    })
  )

  it.effect("watches a domain once when many requests add it at once", () =>
    Effect.gen(function* () {
      const competitors = yield* Competitors
      const account = yield* newAccount
      const results = yield* race(Array.from({ length: 20 }, () => Effect.result(competitors.create(account, acme))))
      assert.lengthOf(results.filter(Result.isSuccess), 1)
      assert.lengthOf(yield* competitors.list(account, {}), 1)
    })
  )

  it.effect("changes what is given and keeps the rest", () =>
    Effect.gen(function* () {
      const competitors = yield* Competitors
      const account = yield* newAccount
      const competitor = yield* competitors.create(account, acme)
      yield* TestClock.adjust("1 hour")
      const change = (change: Parameters<typeof competitors.update>[2]) =>
        competitors.update(account, competitor.id, change)
      assert.deepStrictEqual(yield* change({ name: "New" }), { ...competitor, name: "New" })
      assert.deepStrictEqual(yield* change({ status: "paused" }), { ...competitor, name: "New", status: "paused" })
      assert.deepStrictEqual(yield* change({}), { ...competitor, name: "New", status: "paused" })
      assert.deepStrictEqual(yield* change({ name: "Newer", status: "active" }), { ...competitor, name: "Newer" })
    })
  )

  it.effect("finds an archived competitor no more, and refuses to bring it back to its owner", () =>
    Effect.gen(function* () {
      const competitors = yield* Competitors
      const account = yield* newAccount
      const { id } = yield* competitors.create(account, acme)
      const archived = yield* competitors.update(account, id, { status: "archived" })
      for (const change of [{ status: "active" }, { status: "archived" }, { name: "New" }] as const) {
        assert.strictEqual((yield* Effect.flip(competitors.update(account, id, change))).code, "competitor_archived")
        const stranger = yield* newAccount
        assert.strictEqual((yield* Effect.flip(competitors.update(stranger, id, change))).code, "competitor_not_found")
      }
      assert.strictEqual((yield* Effect.flip(competitors.find(account, id))).code, "competitor_not_found")
      assert.deepStrictEqual(yield* competitors.list(account, { status: "archived" }), [archived])
    })
  )

  it.effect("keeps accounts apart: each may watch the same domain, none sees or changes another's", () =>
    Effect.gen(function* () {
      const competitors = yield* Competitors
      const owner = yield* newAccount
      const stranger = yield* newAccount
      const theirs = yield* competitors.create(owner, acme)
      const own = yield* competitors.create(stranger, acme)
      for (const id of [theirs.id, CompetitorId.make(2_147_483_647)]) {
        const failure = yield* Effect.flip(competitors.update(stranger, id, { status: "archived" }))
        assert.strictEqual(failure.code, "competitor_not_found")
        assert.strictEqual((yield* Effect.flip(competitors.find(stranger, id))).code, "competitor_not_found")
      }
      assert.deepStrictEqual(yield* competitors.list(stranger, {}), [own])
      assert.deepStrictEqual(yield* competitors.list(owner, {}), [theirs])
    })
  )
})
