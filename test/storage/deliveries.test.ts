import { assert } from "@effect/vitest"
import { Effect, Option, Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import type { AccountId } from "../../src/domain/Account.ts"
import { type Attempt, maxEndpoints } from "../../src/domain/Endpoint.ts"
import { EndpointId } from "../../src/domain/EndpointId.ts"
import { Digest, TimeOfDay, TimeZone } from "../../src/domain/Schedule.ts"
import { noConditions } from "../../src/domain/Watch.ts"
import { EventId } from "../../src/domain/WatchEvent.ts"
import { now, toTimestamp } from "../../src/domain/Timestamp.ts"
import { Deliveries, type Taken } from "../../src/storage/watches/Deliveries.ts"
import { Endpoints } from "../../src/storage/watches/Endpoints.ts"
import * as Storage from "../../src/storage/Storage.ts"
import { streamLeaseMillis, OpenStreams } from "../../src/storage/watches/OpenStreams.ts"
import { WatchEvents } from "../../src/storage/watches/WatchEvents.ts"
import { Watches } from "../../src/storage/watches/Watches.ts"
import { contentOf } from "../../src/watches/Occurrences.ts"
import { contract, start } from "../support/Contract.ts"
import { newAccount, race } from "./NewAccount.ts"

const target = { kind: "webhook", url: "https://hooks.example/1" } as const
const secret = (text: string) => Redacted.make(`whsec_${text}`)

const endpoint = (account: AccountId) =>
  Effect.flatMap(Endpoints, (endpoints) => endpoints.create(account, { name: "Hook", target }, secret("1")))

const watch = Effect.fnUntraced(function* (account: AccountId, endpoints: ReadonlyArray<EndpointId>) {
  const subject = { kind: "search", q: "tea" } as const
  return yield* (yield* Watches).create(account, { name: "Tea", subject, conditions: noConditions, endpoints })
})

const decodeDigest = Schema.decodeSync(Digest)

let made = 0

/** Records events of the watch, to be sent so many minutes from now. */
const happen = Effect.fnUntraced(function* (account: AccountId, { id }: { id: any }, ...minutes: Array<number>) {
  const events = yield* WatchEvents
  for (const minute of minutes) {
    const send_at = new Date(new Date(`${yield* now}Z`).getTime() + minute * 60_000)
    const content = contentOf("search", { title: `Event ${++made}`, link: { kind: "watch", id: 1, url: null } })
    yield* events.record([{ account, watch: id, key: `${made}`, content, send_at, cooldownMillis: 0 }])
  }
})

const attempt = (more: Partial<Attempt> = {}): Attempt => ({
  at: toTimestamp(start),
  delivered: true,
  status: 200,
  error: null,
  took_ms: 5,
  answer: "ok",
  ...more
})

const failing = attempt({ delivered: false, status: 500, error: "the server answered 500", answer: "no" })

const taken = Effect.flatMap(Deliveries, (deliveries) => deliveries.take(10))
const ids = Effect.map(taken, (all) => all.map(({ event }) => event.id as number))

const mostStreams = 5

/** Lets time pass for what is stored: in a database that is its own time. */
const pass = (millis: number) =>
  Effect.flatMap(Effect.serviceOption(SqlClient.SqlClient), (sql) =>
    Option.match(sql, {
      onNone: () => TestClock.adjust(millis),
      onSome: (sql) =>
        Effect.orDie(sql`update stream_places set renewed_at = renewed_at - ${millis} * interval '1 millisecond'`)
    })
  )

contract("Endpoints, deliveries and streams", Storage.layer, (it) => {
  it.effect("endpoints are an account's own, and limited", () =>
    Effect.gen(function* () {
      const endpoints = yield* Endpoints
      const [account, other] = [yield* newAccount, yield* newAccount]
      const made = yield* endpoint(account)
      assert.deepStrictEqual(made, {
        id: made.id,
        name: "Hook",
        target,
        status: "active",
        notice: null,
        confirmed: true,
        previous_secret_until: null,
        created_at: toTimestamp(start)
      })
      assert.deepStrictEqual(yield* endpoints.list(account), [made])
      assert.deepStrictEqual(yield* endpoints.list(other), [])
      const foreign = [
        endpoints.get(other, made.id),
        endpoints.update(other, made.id, { name: "Mine" }),
        endpoints.rotate(other, made.id, secret("2"), start),
        endpoints.secrets(other, made.id),
        endpoints.remove(other, made.id)
      ]
      for (const use of foreign)
        assert.strictEqual((yield* Effect.flip<unknown, any, never>(use)).code, "endpoint_not_found")
      const changed = yield* endpoints.update(account, made.id, { name: "Other", status: "paused" })
      assert.deepStrictEqual(changed, { ...made, name: "Other", status: "paused" })
      assert.deepStrictEqual(yield* endpoints.get(account, made.id), changed)
      for (let n = 1; n < maxEndpoints; n++) yield* endpoint(account)
      assert.strictEqual((yield* Effect.flip(endpoint(account))).code, "endpoint_limit_reached")
      const named = yield* watch(account, [made.id])
      yield* endpoints.remove(account, made.id)
      assert.strictEqual((yield* endpoints.list(account)).length, maxEndpoints - 1)
      assert.deepStrictEqual((yield* (yield* Watches).get(account, named.id)).endpoints, [])
    })
  )

  it.effect("a secret that was replaced signs for as long as is said", () =>
    Effect.gen(function* () {
      const endpoints = yield* Endpoints
      const account = yield* newAccount
      const { id } = yield* endpoint(account)
      const secrets = Effect.map(endpoints.secrets(account, id), (all) => all.map((one) => Redacted.value(one)))
      assert.deepStrictEqual(yield* secrets, ["whsec_1"])
      const rotated = yield* endpoints.rotate(account, id, secret("2"), new Date("2026-03-11T12:00:00Z"))
      assert.strictEqual(rotated.previous_secret_until, "2026-03-11T12:00:00")
      assert.deepStrictEqual(yield* secrets, ["whsec_2", "whsec_1"])
      yield* TestClock.adjust("24 hours")
      assert.deepStrictEqual(yield* secrets, ["whsec_2"])
      assert.isNull((yield* endpoints.get(account, id)).previous_secret_until)
    })
  )

  it.effect("events are read by whom they belong to, and counted by watch", () =>
    Effect.gen(function* () {
      const events = yield* WatchEvents
      const [account, other] = [yield* newAccount, yield* newAccount]
      const [one, two] = [yield* watch(account, []), yield* watch(account, [])]
      yield* happen(account, one, 0, 0)
      yield* TestClock.adjust("7 days")
      yield* happen(account, two, 0)
      yield* happen(account, one, 0)
      yield* happen(other, yield* watch(other, []), 0, 0)
      const unread = events.unread(account)
      const read = Effect.map(events.newest(account, { limit: 10 }), (all) =>
        all.filter(({ read }) => read).map(({ id }) => id as number)
      )
      const at = yield* now
      const activity = yield* events.activity(account)
      assert.deepStrictEqual(
        activity,
        new Map([
          [one.id, { last_event_at: at, events_last_7_days: 1 }],
          [two.id, { last_event_at: at, events_last_7_days: 1 }]
        ])
      )
      assert.deepStrictEqual([...(yield* events.activity(account, one.id)).keys()], [one.id])
      assert.strictEqual((yield* events.activity(other, one.id)).size, 0)
      assert.strictEqual(yield* unread, 4)
      yield* events.markRead(account, { ids: [EventId.make(2), EventId.make(4), EventId.make(99)] })
      assert.deepStrictEqual(yield* read, [4, 2])
      assert.strictEqual(yield* unread, 2)
      yield* events.markRead(account, { upTo: EventId.make(3) })
      assert.deepStrictEqual(yield* read, [4, 3, 2, 1])
      yield* happen(account, two, 0)
      assert.strictEqual(yield* unread, 1)
      assert.strictEqual(yield* events.unread(other), 2)
    })
  )

  it.effect("an event goes to the endpoints of its watch, once to each, whoever else is there", () =>
    Effect.gen(function* () {
      const [account, other] = [yield* newAccount, yield* newAccount]
      const [one, two, foreign] = [yield* endpoint(account), yield* endpoint(account), yield* endpoint(other)]
      yield* happen(account, yield* watch(account, [one.id, two.id, foreign.id]), 0)
      yield* happen(account, yield* watch(account, []), 0)
      const all = yield* taken
      assert.sameMembers(
        all.map(({ endpoint }) => endpoint),
        [one.id, two.id]
      )
      const [event] = yield* (yield* WatchEvents).after(account, 0, { limit: 1 })
      assert.deepStrictEqual<unknown>({ ...all[0]!.event, read: false }, event)
      assert.deepStrictEqual(all[0]!.target, target)
      assert.deepStrictEqual(Redacted.value(all[0]!.secrets[0]!), "whsec_1")
      assert.deepStrictEqual(yield* taken, [], "what is in hand is not handed out again")
    })
  )

  it.effect("each attempt is in the log of its delivery, the last ten of many", () =>
    Effect.gen(function* () {
      const deliveries = yield* Deliveries
      const account = yield* newAccount
      const one = yield* endpoint(account)
      yield* happen(account, yield* watch(account, [one.id]), 0)
      const log = Effect.map(deliveries.list(account, one.id, { skip: 0, limit: 10 }), ([only]) => {
        assert.deepStrictEqual(only!.log.at(-1) ?? null, only!.last_attempt)
        return only!.log
      })
      assert.deepStrictEqual(yield* log, [])
      const failures = Array.from({ length: 11 }, (_, n) =>
        attempt({
          delivered: false,
          status: 500 + n,
          error: "no",
          took_ms: n,
          answer: `\u0000 ${n} \ud800 ${"é".repeat(500)}`
        })
      )
      for (const failure of failures) {
        const [now] = yield* taken
        yield* deliveries.settle(now!, failure, { retryAt: start })
      }
      const [last] = yield* taken
      yield* deliveries.settle(last!, attempt(), "delivered")
      const kept = yield* log
      assert.deepStrictEqual(
        kept.map(({ status, took_ms }) => [status, took_ms]),
        [...failures.slice(2).map(({ status, took_ms }) => [status, took_ms]), [200, 5]]
      )
      yield* deliveries.redeliver(account, one.id, [EventId.make(1)])
      const [again] = yield* taken
      yield* deliveries.settle(again!, failing, { disabled: "gone" })
      assert.deepStrictEqual(yield* log, [...kept.slice(1), failing])
    })
  )

  it.effect("events of an endpoint go one by one, in their order, those of quiet hours when these end", () =>
    Effect.gen(function* () {
      const deliveries = yield* Deliveries
      const account = yield* newAccount
      const one = yield* endpoint(account)
      const watched = yield* watch(account, [one.id])
      yield* happen(account, watched, 60, 0, 0)
      const [first] = yield* taken
      assert.strictEqual(first!.event.id, 2)
      yield* deliveries.settle(first!, failing, { retryAt: new Date(start.getTime() + 5_000) })
      assert.deepStrictEqual(yield* ids, [], "the third waits for the second")
      yield* TestClock.adjust("5 seconds")
      const [again] = yield* taken
      assert.deepStrictEqual([again!.event.id, again!.attempts, again!.since], [EventId.make(2), 1, start])
      yield* deliveries.settle(again!, attempt(), "delivered")
      const [next] = yield* taken
      assert.strictEqual(next!.event.id, 3)
      yield* deliveries.settle(next!, attempt(), "delivered")
      assert.deepStrictEqual(yield* ids, [])
      yield* TestClock.adjust("1 hour")
      assert.deepStrictEqual(yield* ids, [1])
      const log = yield* deliveries.list(account, one.id, { skip: 0, limit: 2 })
      assert.deepStrictEqual(
        log.map(({ attempts, event, delivered_at }) => [event, attempts, delivered_at] as ReadonlyArray<unknown>),
        [
          [3, 1, "2026-03-10T12:00:05"],
          [2, 2, "2026-03-10T12:00:05"]
        ]
      )
    })
  )

  it.effect(
    "what is tried again waits for the end of quiet hours, unless it is sent by hand, and holds up no others",
    () =>
      Effect.gen(function* () {
        const deliveries = yield* Deliveries
        const account = yield* newAccount
        const one = yield* endpoint(account)
        const night = { from: TimeOfDay.make("12:01"), to: TimeOfDay.make("14:00"), zone: TimeZone.make("UTC") }
        const silent = yield* watch(account, [one.id])
        yield* (yield* Watches).update(account, silent.id, { conditions: { ...noConditions, quiet_hours: night } })
        yield* happen(account, silent, 0, 0)
        yield* happen(account, yield* watch(account, [one.id]), 0)
        const [first] = yield* taken
        yield* deliveries.settle(first!, failing, { retryAt: new Date(start.getTime() + 120_000) })
        yield* TestClock.adjust("2 minutes")
        const inQuietHours = [...(yield* taken), ...(yield* taken)]
        assert.deepStrictEqual(
          inQuietHours.map(({ event }) => event.id as number),
          [3]
        )
        yield* deliveries.settle(inQuietHours[0]!, attempt(), "delivered")
        const [, , waiting] = yield* deliveries.list(account, one.id, { skip: 0, limit: 10 })
        assert.strictEqual(waiting!.next_attempt_at, "2026-03-10T14:00:00")
        yield* deliveries.redeliver(account, one.id, [EventId.make(2)])
        const [byHand] = yield* taken
        assert.strictEqual(byHand?.event.id, 2)
        yield* deliveries.settle(byHand!, attempt(), "delivered")
        assert.deepStrictEqual(yield* ids, [])
        yield* TestClock.adjust("118 minutes")
        const [again] = yield* taken
        assert.deepStrictEqual([again?.event.id, again?.attempts], [EventId.make(1), 1])
        yield* deliveries.settle(again!, attempt(), "delivered")
        assert.deepStrictEqual(yield* ids, [])
      })
  )

  it.effect("who dies with an event in hand loses it to another, and settles nothing afterwards", () =>
    Effect.gen(function* () {
      const deliveries = yield* Deliveries
      const account = yield* newAccount
      const one = yield* endpoint(account)
      yield* happen(account, yield* watch(account, [one.id]), 0)
      const [dead] = yield* taken
      yield* TestClock.adjust("31 seconds")
      const [other] = yield* taken
      assert.strictEqual(other!.event.id, dead!.event.id)
      yield* deliveries.settle(dead!, failing, { disabled: "gone" })
      assert.strictEqual((yield* (yield* Endpoints).get(account, one.id)).status, "active")
      assert.deepStrictEqual(yield* ids, [])
      yield* deliveries.settle(other!, attempt(), "delivered")
      yield* TestClock.adjust("31 seconds")
      assert.deepStrictEqual(yield* ids, [])
    })
  )

  it.effect("what waits for an endpoint that is disabled or paused is sent when it is taken up again", () =>
    Effect.gen(function* () {
      const deliveries = yield* Deliveries
      const endpoints = yield* Endpoints
      const account = yield* newAccount
      const one = yield* endpoint(account)
      const watched = yield* watch(account, [one.id])
      yield* happen(account, watched, 0)
      const [first] = yield* taken
      yield* deliveries.settle(first!, failing, { disabled: "It is gone." })
      const disabled = yield* endpoints.get(account, one.id)
      assert.deepStrictEqual([disabled.status, disabled.notice], ["disabled", "It is gone."])
      yield* happen(account, watched, 0)
      assert.deepStrictEqual(yield* ids, [])
      const [, failed] = yield* deliveries.list(account, one.id, { skip: 0, limit: 10 })
      assert.deepStrictEqual(failed!.last_attempt, failing)
      const resumed = yield* endpoints.update(account, one.id, { status: "active" })
      assert.deepStrictEqual([resumed.status, resumed.notice], ["active", null])
      const [again] = yield* taken
      assert.deepStrictEqual([again!.event.id, again!.attempts, again!.since], [EventId.make(1), 0, null])
    })
  )

  it.effect("an event is sent once more by hand, and goes with its watch", () =>
    Effect.gen(function* () {
      const deliveries = yield* Deliveries
      const account = yield* newAccount
      const one = yield* endpoint(account)
      const watched = yield* watch(account, [one.id])
      yield* happen(account, watched, 0)
      const [first] = yield* taken
      yield* deliveries.settle(first!, attempt(), "delivered")
      const id = EventId.make(1)
      const [again, ...others] = yield* deliveries.redeliver(account, one.id, [id])
      assert.deepStrictEqual(others, [])
      assert.deepStrictEqual([again!.attempts, again!.delivered_at], [1, null])
      assert.deepStrictEqual(yield* ids, [1])
      const failure = (use: Effect.Effect<unknown, { code: string }>) =>
        Effect.map(Effect.flip(use), ({ code }) => code)
      const unknown = [id, EventId.make(9)]
      assert.strictEqual(yield* failure(deliveries.redeliver(account, one.id, unknown)), "delivery_not_found")
      const other = yield* newAccount
      assert.strictEqual(yield* failure(deliveries.redeliver(other, one.id, [id])), "endpoint_not_found")
      assert.strictEqual(yield* failure(deliveries.list(other, one.id, { skip: 0, limit: 1 })), "endpoint_not_found")
      yield* (yield* Watches).remove(account, watched.id)
      assert.deepStrictEqual(yield* deliveries.list(account, one.id, { skip: 0, limit: 1 }), [])
    })
  )

  it.effect("an event that is given up, or skipped by hand, doesn't hold up those behind it", () =>
    Effect.gen(function* () {
      const deliveries = yield* Deliveries
      const account = yield* newAccount
      const one = yield* endpoint(account)
      yield* happen(account, yield* watch(account, [one.id]), 0, 0, 0)
      const [first] = yield* taken
      yield* deliveries.settle(first!, failing, "given_up")
      const [second] = yield* taken
      assert.deepStrictEqual([second!.event.id, second!.failingSince], [EventId.make(2), start])
      yield* deliveries.settle(second!, failing, { retryAt: new Date(start.getTime() + 3_600_000) })
      assert.deepStrictEqual(yield* ids, [])
      const log = deliveries.list(account, one.id, { skip: 0, limit: 9 })
      const shown = Effect.map(log, (all) =>
        all.map(({ delivered_at, given_up_at, next_attempt_at }) => [delivered_at, given_up_at, next_attempt_at])
      )
      assert.deepStrictEqual(yield* shown, [
        [null, null, toTimestamp(start)],
        [null, null, "2026-03-10T13:00:00"],
        [null, toTimestamp(start), null]
      ] as never)
      const failure = (use: Effect.Effect<unknown, { code: string }>) =>
        Effect.map(Effect.flip(use), ({ code }) => code)
      const unknown = [EventId.make(2), EventId.make(9)]
      assert.strictEqual(yield* failure(deliveries.skip(account, one.id, unknown)), "delivery_not_found")
      assert.deepStrictEqual(yield* ids, [], "all or none")
      const [skipped] = yield* deliveries.skip(account, one.id, [EventId.make(2)])
      assert.deepStrictEqual([skipped!.attempts, skipped!.given_up_at], [1, toTimestamp(start)])
      const [third] = yield* taken
      assert.strictEqual(third!.event.id, 3)
      yield* deliveries.settle(third!, attempt(), "delivered")
      const [kept] = yield* deliveries.skip(account, one.id, [EventId.make(3)])
      assert.deepStrictEqual([kept!.delivered_at, kept!.given_up_at], [toTimestamp(start), null])
      yield* deliveries.redeliver(account, one.id, [EventId.make(1)])
      const [again] = yield* taken
      assert.deepStrictEqual([again!.event.id, again!.attempts, again!.failingSince], [EventId.make(1), 0, null])
    })
  )

  it.effect("what waits for an endpoint goes to its new address at once, as if it had never been tried", () =>
    Effect.gen(function* () {
      const deliveries = yield* Deliveries
      const endpoints = yield* Endpoints
      const account = yield* newAccount
      const one = yield* endpoint(account)
      yield* happen(account, yield* watch(account, [one.id]), 0)
      const [first] = yield* taken
      yield* deliveries.settle(first!, failing, { retryAt: new Date(start.getTime() + 3_600_000) })
      yield* endpoints.update(account, one.id, { target, name: "Other" })
      assert.deepStrictEqual(yield* ids, [], "the address is the same")
      yield* endpoints.update(account, one.id, { target: { ...target, url: "https://hooks.example/2" } })
      const [again] = yield* taken
      assert.deepStrictEqual([again!.attempts, again!.since, again!.failingSince], [0, null, null])
      assert.deepStrictEqual(again!.target, { ...target, url: "https://hooks.example/2" })
    })
  )

  it.effect("mail gets nothing before it is confirmed, and nothing more after its reader has unsubscribed", () =>
    Effect.gen(function* () {
      const deliveries = yield* Deliveries
      const endpoints = yield* Endpoints
      const account = yield* newAccount
      const mail = { kind: "mail", address: "anna@example.org" } as const
      const one = yield* endpoints.create(account, { name: "Mail", target: mail }, secret("1"))
      assert.isFalse(one.confirmed)
      const watched = yield* watch(account, [one.id])
      yield* happen(account, watched, 0)
      yield* endpoints.confirm(one.id, "ben@example.org")
      assert.isFalse((yield* endpoints.get(account, one.id)).confirmed, "the link was for another address")
      yield* endpoints.confirm(one.id, mail.address)
      assert.isTrue((yield* endpoints.get(account, one.id)).confirmed)
      assert.deepStrictEqual(yield* ids, [], "what was before is only listed")
      yield* happen(account, watched, 0, 0)
      const [second] = yield* taken
      assert.deepStrictEqual([second!.event.id, Redacted.value(second!.secrets[0]!)], [EventId.make(2), "whsec_1"])
      yield* deliveries.settle(second!, attempt(), "delivered")
      yield* endpoints.unsubscribe(one.id, mail.address)
      const ended = yield* endpoints.get(account, one.id)
      assert.deepStrictEqual(
        [ended.status, ended.confirmed, ended.notice],
        ["disabled", false, "The reader has unsubscribed."]
      )
      yield* endpoints.update(account, one.id, { status: "active" })
      yield* happen(account, watched, 0)
      assert.deepStrictEqual(yield* ids, [], "who pays has no say in it")
      yield* endpoints.confirm(one.id, mail.address)
      assert.deepStrictEqual(yield* ids, [])
      yield* endpoints.unsubscribe(one.id, mail.address)
      yield* endpoints.confirm(one.id, mail.address)
      const again = yield* endpoints.get(account, one.id)
      assert.deepStrictEqual([again.status, again.confirmed, again.notice], ["active", true, null])
      const moved = yield* endpoints.update(account, one.id, { target: { ...mail, address: "ben@example.org" } })
      assert.isFalse(moved.confirmed)
      assert.strictEqual((yield* endpoints.mailKey(one.id))!.address, "ben@example.org")
      assert.isNull(yield* endpoints.mailKey((yield* endpoint(account)).id))
    })
  )

  it.effect(
    "a digest takes along what has come in when its hour comes, across a change of the clock, or isn't sent",
    () =>
      Effect.gen(function* () {
        const deliveries = yield* Deliveries
        const endpoints = yield* Endpoints
        // On the morning of Saturday in Vienna; on Sunday the clock is put forward.
        yield* TestClock.setTime(Date.parse("2026-03-28T08:00:00Z"))
        const account = yield* newAccount
        const digest = decodeDigest({ every: "daily", at: "07:00", zone: "Europe/Vienna" })
        const mail = { kind: "mail", address: "anna@example.org", digest } as const
        const one = yield* endpoints.create(account, { name: "Mail", target: mail }, secret("1"))
        yield* endpoints.confirm(one.id, mail.address)
        const watched = yield* watch(account, [one.id])
        // What is held back by quiet hours comes with the digest all the same.
        yield* happen(account, watched, 0, 24 * 60, 0)
        yield* TestClock.setTime(Date.parse("2026-03-29T04:59:59Z"))
        assert.deepStrictEqual(yield* taken, [])
        yield* TestClock.setTime(Date.parse("2026-03-29T05:00:00Z"))
        const [sunday] = yield* taken
        assert.deepStrictEqual(
          [sunday!.event, ...sunday!.others].map(({ id }) => id as number),
          [1, 2, 3]
        )
        // Who dies with a digest in hand leaves the same one, with the same head, to the next.
        yield* happen(account, watched, 0)
        yield* TestClock.adjust("31 seconds")
        const [again] = yield* taken
        assert.deepStrictEqual([again!.event, again!.others], [sunday!.event, sunday!.others])
        yield* deliveries.settle(again!, attempt(), "delivered")
        const log = yield* deliveries.list(account, one.id, { skip: 0, limit: 9 })
        assert.deepStrictEqual(
          log.map(({ delivered_at, next_attempt_at }) => [delivered_at, next_attempt_at] as ReadonlyArray<unknown>),
          [[null, "2026-03-30T05:00:00"], ...[1, 2, 3].map(() => ["2026-03-29T05:00:31", null])]
        )
        yield* TestClock.setTime(Date.parse("2026-03-30T05:00:00Z"))
        const [monday] = yield* taken
        assert.deepStrictEqual([monday!.event.id, monday!.others], [EventId.make(4), []])
        yield* deliveries.settle(monday!, attempt(), "delivered")
        for (let day = 0; day < 7; day++) {
          yield* TestClock.adjust("1 day")
          assert.deepStrictEqual(yield* taken, [], "nothing is new")
        }
        yield* happen(account, watched, 0)
        yield* endpoints.update(account, one.id, { target: { kind: "mail", address: mail.address } })
        assert.deepStrictEqual(yield* ids, [5], "without a digest it is sent at once")
      })
  )

  it.effect("however much waits for an endpoint, little of it is in memory", () =>
    Effect.gen(function* () {
      const deliveries = yield* Deliveries
      const endpoints = yield* Endpoints
      const account = yield* newAccount
      const digest = decodeDigest({ every: "daily", at: "07:00", zone: "UTC" })
      const mail = { kind: "mail", address: "anna@example.org", digest } as const
      const one = yield* endpoint(account)
      const two = yield* endpoints.create(account, { name: "Mail", target: mail }, secret("1"))
      yield* endpoints.confirm(two.id, mail.address)
      const watched = yield* watch(account, [one.id, two.id])
      const content = contentOf("search", { title: "Tea", link: { kind: "watch", id: 1, url: null } })
      const events = Array.from({ length: 2_000 }, (_, n) => ({ key: `many ${n}`, content, send_at: start }))
      yield* (yield* WatchEvents).record(
        events.map((event) => ({ ...event, account, watch: watched.id, cooldownMillis: 0 }))
      )
      yield* TestClock.adjust("1 day")
      for (const first of [1, 2]) {
        const hands = yield* taken
        const held = new Map(hands.map((hand) => [hand.endpoint, [hand.event, ...hand.others].map(({ id }) => id)]))
        assert.deepStrictEqual(held.get(one.id) as ReadonlyArray<number>, [first])
        assert.deepStrictEqual([held.get(two.id)!.length, held.get(two.id)![0] as number], [100, first * 100 - 99])
        for (const hand of hands) yield* deliveries.settle(hand, attempt(), "delivered")
      }
    })
  )

  it.effect("watches and endpoints can be deleted at the same time, while their events come in", () =>
    Effect.gen(function* () {
      const endpoints = yield* Endpoints
      const watches = yield* Watches
      for (let n = 0; n < 6; n++) {
        const account = yield* newAccount
        const made = [yield* endpoint(account), yield* endpoint(account), yield* endpoint(account)]
        const all = made.map(({ id }) => id)
        const watched = [yield* watch(account, all), yield* watch(account, all.toReversed())]
        for (const one of watched) yield* happen(account, one, 0, 0, 0)
        // One of them names them no longer, and its deliveries are still there.
        yield* watches.update(account, watched[1]!.id, { endpoints: [] })
        yield* race([
          ...all.map((id) => endpoints.remove(account, id)),
          ...watched.map(({ id }) => watches.remove(account, id)),
          happen(account, watched[0]!, 0, 0)
        ])
        assert.deepStrictEqual([yield* endpoints.list(account), yield* watches.list(account)], [[], []])
      }
    })
  )

  it.effect("of many who take at once, one gets an event", () =>
    Effect.gen(function* () {
      const deliveries = yield* Deliveries
      const account = yield* newAccount
      const made = [yield* endpoint(account), yield* endpoint(account), yield* endpoint(account)]
      const all = made.map(({ id }) => id)
      yield* happen(account, yield* watch(account, all), 0, 0)
      for (const n of [1, 2]) {
        const hands = (yield* race(Array.from({ length: 8 }, () => deliveries.take(2)))).flat()
        assert.sameMembers(
          hands.map(({ endpoint }) => endpoint),
          all
        )
        for (const { event } of hands) assert.strictEqual(event.id, n)
        yield* race(hands.map((one) => deliveries.settle(one, attempt(), "delivered")))
      }
      assert.deepStrictEqual(yield* taken, [])
    })
  )

  it.effect("endpoints have their turns", () =>
    Effect.gen(function* () {
      const deliveries = yield* Deliveries
      const account = yield* newAccount
      const [one, two] = [yield* endpoint(account), yield* endpoint(account)]
      yield* happen(account, yield* watch(account, [one.id, two.id]), 0, 0)
      const order: Array<number> = []
      for (let n = 0; n < 4; n++) {
        const [only] = yield* deliveries.take(1)
        order.push(only!.endpoint)
        yield* deliveries.settle(only!, attempt(), "delivered")
        yield* TestClock.adjust("1 second")
      }
      assert.notStrictEqual(order[0], order[1])
      assert.deepStrictEqual(order.slice(2), order.slice(0, 2))
    })
  )

  it.effect(
    "who has the fewest in hand has the next turn, and slow ones and mail take no more places than they may",
    () =>
      Effect.gen(function* () {
        const deliveries = yield* Deliveries
        const [many, few] = [yield* newAccount, yield* newAccount]
        const hooks = [yield* endpoint(many), yield* endpoint(many), yield* endpoint(many)].map(({ id }) => id)
        const single = yield* endpoint(few)
        const endpoints = yield* Endpoints
        const address = "anna@example.org"
        const mail = yield* endpoints.create(many, { name: "Mail", target: { kind: "mail", address } }, secret("1"))
        yield* endpoints.confirm(mail.id, address)
        const receivers = (hands: ReadonlyArray<Taken>) => hands.map(({ endpoint }) => endpoint)
        yield* happen(many, yield* watch(many, hooks), 0, 0)
        const first = yield* deliveries.take(9, { slow: 0 })
        assert.lengthOf(first, 1, "of an account of which nobody was tried before")
        yield* TestClock.adjust("1 second")
        yield* happen(few, yield* watch(few, [single.id]), 0)
        yield* happen(many, yield* watch(many, [mail.id]), 0)
        assert.deepStrictEqual(receivers(yield* deliveries.take(1)), [single.id], "though others have waited longer")
        const rest = yield* deliveries.take(9, { mail: 0 })
        assert.sameMembers(receivers([...first, ...rest]), hooks)
        assert.deepStrictEqual(receivers(yield* deliveries.take(9)), [mail.id])
        const took = [999, 1_000, 10_000]
        for (const [n, hand] of [...first, ...rest].entries())
          yield* deliveries.settle(hand, attempt({ took_ms: took[n]! }), "delivered")
        assert.deepStrictEqual(receivers(yield* deliveries.take(9, { slow: 0 })), receivers(first))
        assert.lengthOf(yield* deliveries.take(9, { slow: 1 }), 1)
        assert.lengthOf(yield* deliveries.take(9), 1)
      })
  )

  it.effect("places of streams are shared by all holders, and by nobody of another account", () =>
    Effect.gen(function* () {
      const { leave, renew, take } = yield* OpenStreams
      const [account, other] = [yield* newAccount, yield* newAccount]
      const [one, two] = [randomUUID(), randomUUID()]
      const takes = (holder: string, streams: number, of = account) =>
        take(holder, { account: of, streams }, mostStreams)
      assert.isTrue(yield* takes(one, 4))
      assert.isTrue(yield* takes(two, 1))
      assert.isFalse(yield* takes(two, 2))
      assert.isFalse(yield* takes(one, 5))
      assert.isTrue(yield* takes(two, 5, other))
      // What was refused has changed nothing; what a holder gives back another has at once.
      yield* renew(one, [{ account, streams: 3 }])
      assert.isTrue(yield* takes(two, 2))
      assert.isFalse(yield* takes(two, 3))
      yield* renew(two, [
        { account, streams: 0 },
        { account: other, streams: 5 }
      ])
      assert.isTrue(yield* takes(one, 5))
      assert.isFalse(yield* takes(one, 1, other))
      yield* leave(two)
      assert.isTrue(yield* takes(one, 5, other))
    })
  )

  it.effect("places of streams have no more holders than there are, however many come at once", () =>
    Effect.gen(function* () {
      const { take } = yield* OpenStreams
      const account = yield* newAccount
      const taken = yield* race(
        Array.from({ length: 12 }, () => take(randomUUID(), { account, streams: 1 }, mostStreams))
      )
      assert.strictEqual(taken.filter(Boolean).length, mostStreams)
    })
  )

  it.effect("places of streams are free after 20 seconds of silence, and taken again by who is back", () =>
    Effect.gen(function* () {
      const { renew, take } = yield* OpenStreams
      const account = yield* newAccount
      const [dead, alive] = [randomUUID(), randomUUID()]
      yield* take(dead, { account, streams: mostStreams }, mostStreams)
      yield* pass(streamLeaseMillis - 5_000)
      assert.isFalse(yield* take(alive, { account, streams: 1 }, mostStreams))
      yield* pass(5_000)
      assert.isTrue(yield* take(alive, { account, streams: 1 }, mostStreams))
      yield* renew(dead, [{ account, streams: mostStreams }])
      assert.isFalse(yield* take(alive, { account, streams: 2 }, mostStreams))
      // A clock that was wrong keeps no place.
      yield* pass(-3_600_000)
      assert.isTrue(yield* take(alive, { account, streams: mostStreams }, mostStreams))
    })
  )
})
