import { assert } from "@effect/vitest"
import { Effect, Layer, Redacted, Schema } from "effect"
import { TestClock } from "effect/testing"
import { noConditions } from "../../src/domain/Watch.ts"
import { Digest, nextDigest, QuietHours } from "../../src/domain/Schedule.ts"
import { fromTimestamp, toTimestamp } from "../../src/domain/Timestamp.ts"
import { Deliveries, type Taken, type Verdict } from "../../src/storage/watches/Deliveries.ts"
import { Endpoints } from "../../src/storage/watches/Endpoints.ts"
import { Signals } from "../../src/storage/signals/Signals.ts"
import { WatchEvents } from "../../src/storage/watches/WatchEvents.ts"
import { Watches } from "../../src/storage/watches/Watches.ts"
import * as Watching from "../../src/watches/Watching.ts"
import { newAccount } from "../storage/NewAccount.ts"
import { tell } from "../watches/Watched.ts"
import { type ClockChange, wallClock } from "./ClockChanges.ts"
import { news, store } from "./News.ts"

/** The time of a digest in each zone: one that the clock leaves out or shows twice, or the end of the quiet hours. */
const digestsAt = {
  "Europe/Vienna": "02:30",
  "America/New_York": "07:00",
  "Asia/Beirut": "00:15",
  "America/Santiago": "23:30",
  "Australia/Lord_Howe": "02:15"
}

const headlines = [
  "Tea auction in Mombasa opens at record prices",
  "Strike closes the port from which Ceylon tea is shipped",
  "Museum in London shows porcelain made for drinking tea",
  "Drought in Assam halves the second flush of tea",
  "Parliament in Ankara votes to lower the duty on tea",
  "Chemists find another antioxidant in fermented tea leaves"
]

/** What happens, one after the other. */
export const happenings = Schema.Array(
  Schema.Struct({
    arrive: Schema.Literals([0, 1, 2]),
    /** Hours that pass, and hours by which the clock is then wrong, until it is put right. */
    pass: Schema.Literals([0, 1, 5, 9]),
    jump: Schema.Literals([0, 0, -2, 7, 26]),
    /** What becomes of the first thing that is taken. */
    fault: Schema.Literals(["none", "fails", "killed before", "killed after"])
  })
).check(Schema.isMinLength(3), Schema.isMaxLength(6))

const hour = 3_600_000

/** So long before a change of the clock it begins: what happens then is sent, or sent in the morning, after it. */
const lead = 12 * hour

/**
 * Each watch has one event for each story, each event arrives at each of its endpoints, none is sent in quiet hours
 * that were there when it happened, and none goes before its digest's hour or in another mail than those that wait for
 * the same hour: whatever fails, whoever dies, and wherever the clock jumps.
 */
export const holds = Effect.fnUntraced(function* ([, change]: ClockChange, steps: typeof happenings.Type) {
  const begin = Date.parse(change) - lead
  yield* TestClock.setTime(begin)
  const account = yield* newAccount
  const endpoints = yield* Endpoints
  const watches = yield* Watches
  const events = yield* WatchEvents
  const deliveries = yield* Deliveries

  const readers = yield* Effect.forEach(
    Object.entries(digestsAt),
    Effect.fnUntraced(function* ([zone, at], n) {
      const secret = Redacted.make("whsec_")
      const digest = Schema.decodeSync(Digest)({ every: "daily", at, zone })
      const mail = { kind: "mail", address: `${n}@example.org`, digest } as const
      const hook = { kind: "webhook", url: `https://hooks.example/${n}` } as const
      const byHook = yield* endpoints.create(account, { name: "Hook", target: hook }, secret)
      const byMail = yield* endpoints.create(account, { name: "Mail", target: mail }, secret)
      yield* endpoints.confirm(byMail.id, mail.address)
      const watch = yield* watches.create(account, {
        name: zone,
        subject: { kind: "search", q: "tea" },
        conditions: {
          ...noConditions,
          quiet_hours: Schema.decodeSync(QuietHours)({ from: "22:00", to: "07:00", zone })
        },
        endpoints: [byHook.id, byMail.id]
      })
      const wall = wallClock(zone)
      const isQuiet = (at: Date) => wall(at.getTime()) >= "22:00" || wall(at.getTime()) < "07:00"
      return { byHook: byHook.id, byMail: byMail.id, digest, isQuiet, watch: watch.id, zone }
    })
  )

  const sent: Array<{ readonly taken: Taken; readonly at: Date; readonly known: number }> = []
  let time = begin
  let fault: (typeof steps)[number]["fault"] = "none"

  const settle = (taken: Taken, verdict: Verdict) =>
    deliveries.settle(
      taken,
      {
        at: toTimestamp(new Date(time)),
        delivered: verdict === "delivered",
        status: null,
        error: null,
        took_ms: 1,
        answer: null
      },
      verdict
    )

  /** Sends what is due, until there is nothing. */
  const deliver = Effect.gen(function* () {
    for (;;) {
      const all = yield* deliveries.take(32)
      if (all.length === 0) return
      for (const taken of all) {
        const now = fault
        fault = "none"
        if (now === "killed before") continue
        if (now === "fails") {
          yield* settle(taken, { retryAt: new Date(time + 60_000) })
          continue
        }
        sent.push({ taken, at: new Date(time), known: yield* events.last(account) })
        if (now !== "killed after") yield* settle(taken, "delivered")
      }
    }
  })

  const be = (at: number) => {
    time = Math.max(at, begin)
    return TestClock.setTime(time)
  }

  const restart = Layer.build(Layer.fresh(Watching.layer))
  let service = yield* restart
  let right = begin
  let arrived = 0
  for (const { arrive, fault: next, jump, pass } of steps) {
    right += pass * hour
    yield* be(right + jump * hour)
    for (let n = 0; n < arrive; n++) {
      const source = `Publisher ${arrived}`
      const url = `https://publisher-${arrived}.example/tea`
      const title = headlines[arrived++ % headlines.length]!
      const item = news(title, { source, url, identity: url, guid: url, published_at: new Date(time) })
      yield* Effect.provideContext(store(item), service)
    }
    // A second time nothing is new.
    for (let n = 0; n < 2; n++) yield* Effect.provideContext(tell, service)
    fault = next
    yield* deliver
    if (next.startsWith("killed")) service = yield* restart
    fault = "none"
  }

  const all = yield* events.after(account, 0, { limit: 1_000 })
  const stories = [
    ...new Set((yield* (yield* Signals).list({ limit: 100 })).map(({ story_id }) => story_id))
  ].toSorted()
  for (const { watch } of readers) {
    const own = all.filter((event) => event.watch.id === watch).map(({ story_id }) => story_id)
    assert.deepStrictEqual(own.toSorted(), stories, "one event for each story")
  }

  const got = (endpoint: Taken["endpoint"]) =>
    sent.flatMap(({ taken }) => (taken.endpoint === endpoint ? [taken.event, ...taken.others] : []).map(({ id }) => id))
  const isDone = () =>
    readers.every(({ byHook, byMail, watch }) => {
      const own = all.filter((event) => event.watch.id === watch)
      return [byHook, byMail].every((endpoint) => own.every(({ id }) => got(endpoint).includes(id)))
    })
  for (let n = 0; n < 16 && !isDone(); n++) {
    yield* be(right + n * 6 * hour)
    yield* deliver
  }
  assert.isTrue(isDone(), "each event arrives")

  for (const { byHook, byMail, digest, isQuiet, zone } of readers) {
    for (const { at, taken } of sent.filter(({ taken }) => taken.endpoint === byHook)) {
      const due = fromTimestamp(taken.event.send_at!)
      assert.isAtLeast(at.getTime(), due.getTime(), `${zone}: before its time`)
      assert.isFalse(isQuiet(due), `${zone}: ${due.toISOString()} is quiet`)
      const happened = fromTimestamp(taken.event.at)
      assert.strictEqual(due > happened, isQuiet(happened), `${zone}: held back in quiet hours, and only then`)
      const justBefore = new Date(due.getTime() - 60_000)
      if (due > happened) assert.isTrue(isQuiet(justBefore), `${zone}: held back until their end, and no longer`)
    }
    const mails = sent.filter(({ taken }) => taken.endpoint === byMail)
    const last = new Map<number, { readonly ids: ReadonlyArray<number>; readonly known: number }>()
    for (const { at, known, taken } of mails) {
      const own = [taken.event, ...taken.others]
      const ids = own.map(({ id }) => id as number)
      const dues = new Set(own.map((event) => nextDigest(digest, fromTimestamp(event.at)).getTime()))
      assert.strictEqual(dues.size, 1, `${zone}: events of one hour in a mail`)
      const [due] = [...dues]
      assert.isAtLeast(at.getTime(), due!, `${zone}: before the digest's hour`)
      const before = last.get(due!)
      // Again is the same mail. Another one for the same hour has only what was not there yet, before a jump back.
      if (before !== undefined && ids[0]! !== before.ids[0]!)
        assert.isAbove(ids[0]!, before.known, `${zone}: a second mail for the same hour`)
      else if (before !== undefined)
        assert.deepStrictEqual(ids.slice(0, before.ids.length), before.ids, "the same mail")
      last.set(due!, { ids, known })
    }
  }
  return { events: all.length, sent: sent.length }
})
