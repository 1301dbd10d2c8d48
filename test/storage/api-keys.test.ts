import { assert } from "@effect/vitest"
import { DateTime, Effect, Layer, Result } from "effect"
import { TestClock } from "effect/testing"
import { createHash, randomBytes } from "node:crypto"
import { type ApiKey, ApiKeyId, maxActiveKeys } from "../../src/domain/ApiKey.ts"
import { allScopes } from "../../src/domain/Scope.ts"
import { fromTimestamp, now, toTimestamp } from "../../src/domain/Timestamp.ts"
import { Accounts } from "../../src/storage/accounts/Accounts.ts"
import { ApiKeys, type KeyMaterial, type NewApiKey } from "../../src/storage/accounts/ApiKeys.ts"
import { contract } from "../support/Contract.ts"
import { newAccount, race } from "./NewAccount.ts"
import { assertMatches } from "../support/Matches.ts"

const newMaterial = (): KeyMaterial => {
  const text = randomBytes(20).toString("hex")
  const hash = createHash("sha256").update(text).digest()
  return { hash, prefix: `sonde_live_${text.slice(0, 4)}`, last4: text.slice(-4) }
}

const forever: NewApiKey = { name: "CI", scopes: ["reports", "signals"], expires_at: null }

const inMinutes = (minutes: number) =>
  Effect.map(DateTime.now, (now) => DateTime.toDate(DateTime.add(now, { minutes })))

const active = (keys: ReadonlyArray<ApiKey>) => keys.filter(({ status }) => status === "active")

const store = Layer.merge(ApiKeys.layer, Accounts.layer)

contract("ApiKeys", store, (it) => {
  it.effect("shows a new key as active, unused and without its secret", () =>
    Effect.gen(function* () {
      const keys = yield* ApiKeys
      const account = yield* newAccount
      const material = newMaterial()
      const expires_at = yield* inMinutes(60)
      const key = yield* keys.create(account, { name: "Zoë's key", scopes: allScopes, expires_at }, material)
      assert.deepStrictEqual(key, {
        id: key.id,
        name: "Zoë's key",
        prefix: material.prefix,
        last4: material.last4,
        scopes: allScopes,
        status: "active",
        expires_at: toTimestamp(expires_at),
        created_at: yield* now,
        last_used_at: null,
        usage: { total: 0, last_24h: 0, by_endpoint: {} }
      })
      assert.deepStrictEqual(yield* keys.list(account), [key])
    })
  )

  it.effect("lists the newest key first, inactive ones included", () =>
    Effect.gen(function* () {
      const keys = yield* ApiKeys
      const account = yield* newAccount
      const first = yield* keys.create(account, forever, newMaterial())
      const second = yield* keys.create(account, forever, newMaterial())
      yield* TestClock.adjust("1 hour")
      const third = yield* keys.create(account, forever, newMaterial())
      yield* keys.deactivate(account, second.id)
      const list = yield* keys.list(account)
      assert.deepStrictEqual(
        list.map(({ id }) => id),
        [third.id, second.id, first.id]
      )
      assert.deepStrictEqual(
        list.map(({ status }) => status),
        ["active", "deactivated", "active"]
      )
    })
  )

  it.effect("holds exactly five active keys when twenty are created at once", () =>
    Effect.gen(function* () {
      const keys = yield* ApiKeys
      const account = yield* newAccount
      const results = yield* race(
        Array.from({ length: 20 }, () => Effect.result(keys.create(account, forever, newMaterial())))
      )
      const failures = results.filter(Result.isFailure).map(({ failure }) => failure.code)
      assert.deepStrictEqual(
        failures,
        Array.from({ length: 15 }, () => "key_limit_reached")
      )
      assert.lengthOf(yield* keys.list(account), maxActiveKeys)
      assert.strictEqual(yield* keys.countActive(account), maxActiveKeys)
      assert.strictEqual(yield* keys.countActive(yield* newAccount), 0)
    })
  )

  it.effect("counts neither expired nor deactivated nor deleted keys to the five", () =>
    Effect.gen(function* () {
      const keys = yield* ApiKeys
      const account = yield* newAccount
      const expires_at = yield* inMinutes(10)
      yield* keys.create(account, { ...forever, expires_at }, newMaterial())
      const others = yield* race(Array.from({ length: 4 }, () => keys.create(account, forever, newMaterial())))
      const create = keys.create(account, forever, newMaterial())
      assert.strictEqual((yield* Effect.flip(create)).code, "key_limit_reached")
      yield* TestClock.adjust("10 minutes")
      yield* create
      yield* keys.deactivate(account, others[0]!.id)
      yield* keys.create(account, forever, newMaterial())
      yield* keys.remove(account, others[1]!.id)
      yield* keys.create(account, forever, newMaterial())
      assert.strictEqual((yield* Effect.flip(keys.create(account, forever, newMaterial()))).code, "key_limit_reached")
    })
  )

  it.effect("expires a key at the very instant of its date", () =>
    Effect.gen(function* () {
      const keys = yield* ApiKeys
      const account = yield* newAccount
      const expires_at = yield* inMinutes(1)
      const { id } = yield* keys.create(account, { ...forever, expires_at }, newMaterial())
      const status = Effect.map(keys.list(account), ([key]) => key?.status)
      yield* TestClock.adjust(59_999)
      assert.strictEqual(yield* status, "active")
      yield* TestClock.adjust(1)
      assert.strictEqual(yield* status, "expired")
      assert.strictEqual((yield* Effect.flip(keys.deactivate(account, id))).code, "key_not_active")
      assert.strictEqual((yield* Effect.flip(keys.rotate(account, id, newMaterial()))).code, "key_not_active")
    })
  )

  it.effect("deactivates a key once and for all", () =>
    Effect.gen(function* () {
      const keys = yield* ApiKeys
      const account = yield* newAccount
      const material = newMaterial()
      const key = yield* keys.create(account, forever, material)
      assert.deepStrictEqual(yield* keys.deactivate(account, key.id), { ...key, status: "deactivated" })
      assert.strictEqual((yield* Effect.flip(keys.deactivate(account, key.id))).code, "key_not_active")
      assert.strictEqual((yield* Effect.flip(keys.rotate(account, key.id, newMaterial()))).code, "key_not_active")
      assertMatches(yield* keys.findByHash(material.hash), { id: key.id, deactivated: true })
    })
  )

  it.effect("rotates a key of an account that has five: the new one inherits, the old one is off", () =>
    Effect.gen(function* () {
      const keys = yield* ApiKeys
      const account = yield* newAccount
      const expires_at = yield* inMinutes(60)
      const old = yield* keys.create(account, { name: "old", scopes: ["seo"], expires_at }, newMaterial())
      for (let n = 0; n < 4; n++) yield* keys.create(account, forever, newMaterial())
      yield* keys.recordUsage([{ key_id: old.id, endpoint: "GET /a", at: yield* inMinutes(0), count: 3 }])
      const material = newMaterial()
      const next = yield* keys.rotate(account, old.id, material)
      assertMatches(next, {
        name: "old",
        scopes: ["seo"],
        status: "active",
        expires_at: toTimestamp(expires_at),
        prefix: material.prefix,
        last4: material.last4,
        usage: { total: 0 }
      })
      assert.notStrictEqual(next.id, old.id)
      const list = yield* keys.list(account)
      assert.lengthOf(active(list), maxActiveKeys)
      assertMatches(
        list.find(({ id }) => id === old.id),
        { status: "deactivated", usage: { total: 3 } }
      )
      assert.deepStrictEqual(yield* keys.findByHash(material.hash), {
        id: next.id,
        account_id: account,
        scopes: ["seo"],
        expires_at,
        deactivated: false
      })
    })
  )

  it.effect("rotates a key once when many rotate it at once", () =>
    Effect.gen(function* () {
      const keys = yield* ApiKeys
      const account = yield* newAccount
      const { id } = yield* keys.create(account, forever, newMaterial())
      const results = yield* race(
        Array.from({ length: 10 }, () => Effect.result(keys.rotate(account, id, newMaterial())))
      )
      assert.lengthOf(results.filter(Result.isSuccess), 1)
      assert.lengthOf(yield* keys.list(account), 2)
    })
  )

  it.effect("stays within five when rotations and creates race", () =>
    Effect.gen(function* () {
      const keys = yield* ApiKeys
      const account = yield* newAccount
      const four = yield* race(Array.from({ length: 4 }, () => keys.create(account, forever, newMaterial())))
      yield* race([
        ...four.map(({ id }) => Effect.result(keys.rotate(account, id, newMaterial()))),
        ...four.map(() => Effect.result(keys.create(account, forever, newMaterial())))
      ])
      assert.lengthOf(active(yield* keys.list(account)), maxActiveKeys)
    })
  )

  it.effect("deletes a key for good", () =>
    Effect.gen(function* () {
      const keys = yield* ApiKeys
      const account = yield* newAccount
      const material = newMaterial()
      const { id } = yield* keys.create(account, forever, material)
      yield* keys.recordUsage([{ key_id: id, endpoint: "GET /a", at: yield* inMinutes(0), count: 1 }])
      yield* keys.remove(account, id)
      assert.deepStrictEqual(yield* keys.list(account), [])
      assert.isNull(yield* keys.findByHash(material.hash))
      assert.strictEqual((yield* Effect.flip(keys.remove(account, id))).code, "key_not_found")
    })
  )

  it.effect("treats another account's key and an unknown one as missing", () =>
    Effect.gen(function* () {
      const keys = yield* ApiKeys
      const owner = yield* newAccount
      const stranger = yield* newAccount
      const key = yield* keys.create(owner, forever, newMaterial())
      for (const id of [key.id, ApiKeyId.make(2_147_483_647)]) {
        const failures = [
          yield* Effect.flip(keys.deactivate(stranger, id)),
          yield* Effect.flip(keys.remove(stranger, id)),
          yield* Effect.flip(keys.rotate(stranger, id, newMaterial()))
        ]
        assert.deepStrictEqual(
          failures.map(({ code }) => code),
          ["key_not_found", "key_not_found", "key_not_found"]
        )
      }
      assert.deepStrictEqual(yield* keys.list(stranger), [])
      assert.deepStrictEqual(yield* keys.list(owner), [key])
    })
  )

  it.effect("finds nothing by a hash that no key has", () =>
    Effect.gen(function* () {
      const keys = yield* ApiKeys
      assert.isNull(yield* keys.findByHash(newMaterial().hash))
    })
  )

  it.effect("adds up usage by endpoint and over the last 24 hours", () =>
    Effect.gen(function* () {
      const keys = yield* ApiKeys
      const account = yield* newAccount
      const { id } = yield* keys.create(account, forever, newMaterial())
      const unused = yield* keys.create(account, forever, newMaterial())
      // Half past an hour, so that this hour and the one before differ for certain.
      const start = Math.ceil((yield* DateTime.nowAsDate).getTime() / 3_600_000) * 3_600_000 + 1_800_000
      yield* TestClock.setTime(start)
      const at = (minutes: number) => new Date(start + minutes * 60_000)
      yield* keys.recordUsage([
        { key_id: id, endpoint: "GET /b", at: at(0), count: 2 },
        { key_id: id, endpoint: "GET /a", at: at(1), count: 1 },
        { key_id: id, endpoint: "GET /b", at: at(2), count: 3 }
      ])
      yield* keys.recordUsage([{ key_id: id, endpoint: "GET /b", at: at(3), count: 10 }])
      const usage = Effect.map(keys.list(account), (list) => list.find((key) => key.id === id)?.usage)
      assert.deepStrictEqual(yield* usage, { total: 16, last_24h: 16, by_endpoint: { "GET /a": 1, "GET /b": 15 } })
      yield* TestClock.adjust("23 hours")
      yield* keys.recordUsage([{ key_id: id, endpoint: "GET /a", at: at(23 * 60), count: 4 }])
      assertMatches(yield* usage, { total: 20, last_24h: 20 })
      yield* TestClock.adjust("1 hour")
      assert.deepStrictEqual(yield* usage, { total: 20, last_24h: 4, by_endpoint: { "GET /a": 5, "GET /b": 15 } })
      assert.strictEqual((yield* keys.list(account)).find((key) => key.id === unused.id)?.usage.total, 0)
    })
  )

  it.effect("moves the last use forward only", () =>
    Effect.gen(function* () {
      const keys = yield* ApiKeys
      const account = yield* newAccount
      const { id } = yield* keys.create(account, forever, newMaterial())
      const record = (at: Date) => keys.recordUsage([{ key_id: id, endpoint: "GET /a", at, count: 1 }])
      const lastUse = Effect.map(keys.list(account), ([key]) => key?.last_used_at)
      const later = fromTimestamp(toTimestamp(yield* inMinutes(5)))
      yield* record(later)
      assert.strictEqual(yield* lastUse, toTimestamp(later))
      yield* record(new Date(later.getTime() - 60_000))
      assert.strictEqual(yield* lastUse, toTimestamp(later))
      yield* record(new Date(later.getTime() + 60_000))
      assert.strictEqual(yield* lastUse, toTimestamp(new Date(later.getTime() + 60_000)))
    })
  )

  it.effect("drops the counts of keys that are gone and keeps the others of the batch", () =>
    Effect.gen(function* () {
      const keys = yield* ApiKeys
      const account = yield* newAccount
      const gone = yield* keys.create(account, forever, newMaterial())
      const kept = yield* keys.create(account, forever, newMaterial())
      yield* keys.remove(account, gone.id)
      const at = yield* inMinutes(0)
      yield* keys.recordUsage([
        { key_id: gone.id, endpoint: "GET /a", at, count: 1 },
        { key_id: kept.id, endpoint: "GET /a", at, count: 1 },
        { key_id: ApiKeyId.make(2_147_483_647), endpoint: "GET /a", at, count: 1 }
      ])
      yield* keys.recordUsage([{ key_id: gone.id, endpoint: "GET /a", at, count: 1 }])
      yield* keys.recordUsage([])
      assertMatches(yield* keys.list(account), [{ id: kept.id, usage: { total: 1 } }])
    })
  )

  it.effect("loses no count when batches over the same keys race in any order, beside a deletion", () =>
    Effect.gen(function* () {
      const keys = yield* ApiKeys
      const account = yield* newAccount
      const five = yield* race(Array.from({ length: 5 }, () => keys.create(account, forever, newMaterial())))
      const at = yield* inMinutes(0)
      const batch = five.map(({ id }) => ({ key_id: id, endpoint: "GET /a", at, count: 1 }))
      yield* race([
        ...Array.from({ length: 20 }, (_, n) => keys.recordUsage(n % 2 === 0 ? batch : batch.toReversed())),
        keys.remove(account, five[2]!.id)
      ])
      const totals = (yield* keys.list(account)).map(({ usage }) => usage.total)
      assert.deepStrictEqual(totals, [20, 20, 20, 20])
    })
  )

  it.effect("tells a key's use day by day over thirty days, and by endpoint, to its own account", () =>
    Effect.gen(function* () {
      const keys = yield* ApiKeys
      const account = yield* newAccount
      const key = yield* keys.create(account, forever, newMaterial())
      const idle = yield* keys.create(account, forever, newMaterial())
      const midnight = new Date("2026-03-10T00:00:00Z")
      const daysBefore = (days: number, millis = 0) => new Date(midnight.getTime() - days * 24 * 3_600_000 + millis)
      yield* keys.recordUsage(
        [
          { at: daysBefore(30, 24 * 3_600_000 - 1), endpoint: "GET /old", count: 100 },
          { at: daysBefore(29), endpoint: "GET /a", count: 1 },
          { at: daysBefore(1, 24 * 3_600_000 - 1), endpoint: "GET /a", count: 2 },
          { at: daysBefore(0), endpoint: "GET /a", count: 4 },
          { at: daysBefore(0), endpoint: "GET /c", count: 3 },
          { at: yield* inMinutes(0), endpoint: "GET /b", count: 8 },
          { at: yield* inMinutes(0), endpoint: "GET /d", count: 3 }
        ].map((count) => ({ ...count, key_id: key.id }))
      )
      // The day before the first of the thirty is left out, also where it is a millisecond before it.
      const { days, endpoints } = yield* keys.activity(account, key.id)
      assert.lengthOf(days, 30)
      assert.deepStrictEqual(
        days.filter(({ calls }) => calls > 0),
        [
          { date: "2026-02-09", calls: 1 },
          { date: "2026-03-09", calls: 2 },
          { date: "2026-03-10", calls: 18 }
        ]
      )
      assert.deepStrictEqual([days[0]!.date, days[29]!.date], ["2026-02-09", "2026-03-10"])
      assert.deepStrictEqual(endpoints, [
        { endpoint: "GET /b", calls: 8 },
        { endpoint: "GET /a", calls: 7 },
        { endpoint: "GET /c", calls: 3 },
        { endpoint: "GET /d", calls: 3 }
      ])
      const unused = yield* keys.activity(account, idle.id)
      assert.deepStrictEqual(unused.endpoints, [])
      assert.deepStrictEqual(
        unused.days.map(({ calls }) => calls),
        Array.from({ length: 30 }, () => 0)
      )
      assert.strictEqual((yield* Effect.flip(keys.activity(yield* newAccount, key.id))).code, "key_not_found")
    })
  )
})
