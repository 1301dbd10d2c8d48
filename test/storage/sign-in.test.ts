import { assert } from "@effect/vitest"
import { Duration, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { hashSecret, newSecret } from "../../src/access/Secret.ts"
import { ApiKeyId } from "../../src/domain/ApiKey.ts"
import { Accounts } from "../../src/storage/accounts/Accounts.ts"
import { AuditTrail, type NewAuditEvent } from "../../src/storage/accounts/AuditTrail.ts"
import { LoginLinks } from "../../src/storage/accounts/LoginLinks.ts"
import { Sessions } from "../../src/storage/accounts/Sessions.ts"
import { contract, start } from "../support/Contract.ts"
import { newAccount, race } from "./NewAccount.ts"
import { assertMatches } from "../support/Matches.ts"

/*
 * What signing in leaves behind: three small tables in one suite, for a database costs more than all of its promises.
 */

const store = Layer.mergeAll(Accounts.layer, AuditTrail.layer, LoginLinks.layer, Sessions.layer)

const inMinutes = (minutes: number) => new Date(start.getTime() + minutes * 60_000)

const twoHours = Duration.hours(2)

const newSession = Effect.fnUntraced(function* (minutes: number) {
  const sessions = yield* Sessions
  const account_id = yield* newAccount
  const hash = hashSecret(newSecret())
  yield* sessions.create({ hash, account_id, kind: "link", expires_at: inMinutes(minutes) })
  return { hash, session: { account_id, kind: "link" } }
})

const newLink = Effect.fnUntraced(function* () {
  const links = yield* LoginLinks
  const account_id = yield* newAccount
  const hash = hashSecret(newSecret())
  yield* links.create({ hash, account_id, expires_at: inMinutes(10) })
  return { hash, account_id }
})

const signedIn: NewAuditEvent = {
  action: "signed_in",
  by: "dashboard",
  address: "192.0.2.1",
  user_agent: "Browser/1.0",
  key: null
}

contract("what signing in leaves behind", store, (it) => {
  it.effect("a session is whose it was begun as, to nobody but who holds its secret", () =>
    Effect.gen(function* () {
      const sessions = yield* Sessions
      const one = yield* newSession(60)
      const other = yield* newSession(60)
      assert.deepStrictEqual(yield* sessions.use(one.hash, twoHours), one.session)
      assert.deepStrictEqual(yield* sessions.use(other.hash, twoHours), other.session)
      assert.isNull(yield* sessions.use(hashSecret("x"), twoHours))
    })
  )

  it.effect("a session ends at its end, however much it is used", () =>
    Effect.gen(function* () {
      const sessions = yield* Sessions
      const { hash, session } = yield* newSession(180)
      yield* TestClock.adjust("90 minutes")
      assert.deepStrictEqual(yield* sessions.use(hash, twoHours), session)
      yield* TestClock.adjust("89 minutes")
      assert.deepStrictEqual(yield* sessions.use(hash, twoHours), session)
      yield* TestClock.adjust("1 minute")
      assert.isNull(yield* sessions.use(hash, twoHours))
    })
  )

  it.effect("a session that nobody uses for long enough ends, and one that is used goes on", () =>
    Effect.gen(function* () {
      const sessions = yield* Sessions
      const { hash, session } = yield* newSession(10_000)
      for (const _ of [1, 2, 3]) {
        yield* TestClock.adjust("119 minutes")
        assert.deepStrictEqual(yield* sessions.use(hash, twoHours), session)
      }
      yield* TestClock.adjust("2 hours")
      assert.isNull(yield* sessions.use(hash, twoHours))
    })
  )

  it.effect(
    "a session that was begun in the future is none, and one that was used there ends when nobody uses it",
    () =>
      Effect.gen(function* () {
        const sessions = yield* Sessions
        const before = yield* newSession(180)
        yield* TestClock.setTime(start.getTime() + 100 * 60_000)
        assert.deepStrictEqual(yield* sessions.use(before.hash, twoHours), before.session)
        const begun = yield* newSession(400 * 24 * 60)
        yield* TestClock.setTime(start.getTime())
        assert.isNull(yield* sessions.use(begun.hash, twoHours))
        assert.deepStrictEqual(yield* sessions.use(before.hash, twoHours), before.session)
        yield* TestClock.adjust("2 hours")
        assert.isNull(yield* sessions.use(before.hash, twoHours))
      })
  )

  it.effect("a link that was made in the future opens nothing", () =>
    Effect.gen(function* () {
      const links = yield* LoginLinks
      const hash = hashSecret(newSecret())
      yield* links.create({ hash, account_id: yield* newAccount, expires_at: inMinutes(400 * 24 * 60) })
      assert.isNull(yield* links.redeem(hash))
    })
  )

  it.effect("a session that is removed is over, and only once", () =>
    Effect.gen(function* () {
      const sessions = yield* Sessions
      const { hash, session } = yield* newSession(60)
      assert.deepStrictEqual(yield* sessions.remove(hash), session)
      assert.isNull(yield* sessions.use(hash, twoHours))
      assert.isNull(yield* sessions.remove(hash))
    })
  )

  it.effect("a link is good for one of all who open it at once, and for nobody after", () =>
    Effect.gen(function* () {
      const links = yield* LoginLinks
      const { account_id, hash } = yield* newLink()
      const opened = yield* race(Array.from({ length: 10 }, () => links.redeem(hash)))
      assert.deepStrictEqual(
        opened.filter((account) => account !== null),
        [account_id]
      )
      assert.isNull(yield* links.redeem(hash))
      assert.isNull(yield* links.redeem(hashSecret("never made")))
    })
  )

  it.effect("a link is good until its end and not at it", () =>
    Effect.gen(function* () {
      const links = yield* LoginLinks
      const early = yield* newLink()
      const late = yield* newLink()
      yield* TestClock.adjust("599 seconds")
      assert.strictEqual(yield* links.redeem(early.hash), early.account_id)
      yield* TestClock.adjust("1 second")
      assert.isNull(yield* links.redeem(late.hash))
    })
  )

  it.effect("the trail tells an account what happened to it, newest first, page by page, and nothing of others", () =>
    Effect.gen(function* () {
      const trail = yield* AuditTrail
      const account = yield* newAccount
      const other = yield* newAccount
      const key = { id: ApiKeyId.make(7), name: "Zoë's key", last4: "0a1f" }
      yield* trail.record(account, signedIn)
      yield* trail.record(other, signedIn)
      yield* TestClock.adjust("1 minute")
      yield* trail.record(account, { action: "key_deleted", by: "command_line", address: null, user_agent: null, key })
      yield* trail.record(account, { ...signedIn, action: "signed_out" })

      const { events, total } = yield* trail.list(account, { skip: 0, limit: 2 })
      assert.strictEqual(total, 3)
      assert.deepStrictEqual(
        events.map(({ action, at }) => [action, at]),
        [
          ["signed_out", "2026-03-10T12:01:00"],
          ["key_deleted", "2026-03-10T12:01:00"]
        ]
      )
      assertMatches(events[1], { by: "command_line", address: null, user_agent: null, key })
      const rest = yield* trail.list(account, { skip: 2, limit: 2 })
      assertMatches(rest.events, [{ ...signedIn, at: "2026-03-10T12:00:00" }])
      assert.strictEqual(rest.total, 3)
      assert.strictEqual((yield* trail.list(other, { skip: 0, limit: 9 })).total, 1)
    })
  )
})
