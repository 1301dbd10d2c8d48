import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { Digest, nextDigest, QuietHours, quietUntil, Schedule } from "../../src/domain/Schedule.ts"
import { clockChanges, wallClock } from "../support/ClockChanges.ts"

const quiet = Schema.decodeSync(QuietHours)

const until = (from: string, to: string, zone: string, now: string) =>
  quietUntil(quiet({ from, to, zone }), new Date(now))?.toISOString() ?? null

const minuteOfDay = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_439 }))

const clock = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`

const millis = 60_000

/** A moment within a day and a half of a change of the clock. */
const near = {
  place: Schema.Literals(clockChanges.keys().toArray()),
  after: Schema.Int.check(Schema.isBetween({ minimum: -36 * 60, maximum: 36 * 60 }))
}

const momentOf = ({ after, place }: { readonly place: number; readonly after: number }) => {
  const [zone, change] = clockChanges[place]!
  const changed = Date.parse(change)
  return { zone, wall: wallClock(zone), changed, now: new Date(changed + after * millis) }
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** How many minutes a clock is put forward at a time. */
const shiftAt = (wall: (at: number) => string, changed: number): number => {
  const shift = minutesOf(wall(changed)) - minutesOf(wall(changed - millis)) - 1
  return shift < -12 * 60 ? shift + 24 * 60 : shift > 12 * 60 ? shift - 24 * 60 : shift
}

it("the clocks of the zones in these tests are put forward and back", () => {
  const shifts = Map.groupBy(clockChanges, ([zone]) => zone)
    .entries()
    .map(([zone, changes]) => [zone, changes.map(([, at]) => shiftAt(wallClock(zone), Date.parse(at)))])
  assert.deepStrictEqual(
    [...shifts],
    [
      ["Europe/Vienna", [60, -60]],
      ["America/New_York", [60, -60]],
      ["Asia/Beirut", [60, -60]],
      ["America/Santiago", [60, -60]],
      ["Australia/Lord_Howe", [30, -30]]
    ]
  )
})

describe("quiet hours", () => {
  it.prop(
    "hold in five time zones while the clock is changed: nothing in them, and nothing later than their end",
    { ...near, from: minuteOfDay, to: minuteOfDay },
    ({ from, to, ...moment }) => {
      if (from === to) return
      const { now, wall, zone } = momentOf(moment)
      const [begin, end] = [clock(from), clock(to)]
      const isQuiet = (at: number) =>
        begin < end ? wall(at) >= begin && wall(at) < end : wall(at) >= begin || wall(at) < end
      const sent = quietUntil(quiet({ from: begin, to: end, zone }), now) ?? now
      const what = `${zone} ${begin}-${end} at ${now.toISOString()}: ${sent.toISOString()}`
      assert.strictEqual(sent > now, isQuiet(now.getTime()), what)
      assert.isFalse(isQuiet(sent.getTime()), what)
      // An hour that comes twice may be over once before its end. A minute that the clock passes over ends nothing: if
      // no other one is awake, they go on to that of the next day.
      const minutes = (sent.getTime() - now.getTime()) / millis
      const passesOver = Array.from({ length: 25 * 60 }, (_, n) => now.getTime() + n * millis).every(isQuiet)
      assert.isAtMost(minutes, passesOver ? 49 * 60 : 25 * 60, what)
      const awake = Array.from({ length: Math.floor(minutes) }, (_, n) => now.getTime() + n * millis).filter(
        (at) => !isQuiet(at)
      )
      assert.isAtMost(awake.length, 60, what)
    }
  )

  it("end at their time of day, also on the next day, in the zone that they are in", () => {
    assert.strictEqual(until("22:00", "07:00", "UTC", "2026-03-10T21:59:59Z"), null)
    assert.strictEqual(until("22:00", "07:00", "UTC", "2026-03-10T22:00:00Z"), "2026-03-11T07:00:00.000Z")
    assert.strictEqual(until("22:00", "07:00", "UTC", "2026-03-11T06:59:59Z"), "2026-03-11T07:00:00.000Z")
    assert.strictEqual(until("22:00", "07:00", "UTC", "2026-03-11T07:00:00Z"), null)
    assert.strictEqual(until("12:00", "13:30", "Asia/Kolkata", "2026-03-10T07:15:20Z"), "2026-03-10T08:00:00.000Z")
    assert.strictEqual(until("00:01", "00:00", "America/St_Johns", "2026-07-01T12:00:00Z"), "2026-07-02T02:30:00.000Z")
  })

  it("go on to the next day where the clock passes over the only minute that is awake", () => {
    // Beirut goes from 00:00 to 01:00 on 29 March 2026.
    assert.strictEqual(until("00:03", "00:02", "Asia/Beirut", "2026-03-28T20:01:00Z"), "2026-03-29T21:02:00.000Z")
    assert.strictEqual(until("00:05", "00:04", "Asia/Beirut", "2026-03-27T22:05:00Z"), "2026-03-29T21:04:00.000Z")
  })

  it("are an hour shorter or longer where the clock is changed meanwhile", () => {
    // Vienna goes from 02:00 to 03:00 on 29 March 2026, and from 03:00 to 02:00 on 25 October.
    assert.strictEqual(until("22:00", "07:00", "Europe/Vienna", "2026-03-28T21:00:00Z"), "2026-03-29T05:00:00.000Z")
    assert.strictEqual(until("22:00", "07:00", "Europe/Vienna", "2026-10-24T20:00:00Z"), "2026-10-25T06:00:00.000Z")
    // Their end is in the hour that there is not, or that there is twice.
    assert.strictEqual(until("22:00", "02:30", "Europe/Vienna", "2026-03-28T21:00:00Z"), "2026-03-29T01:00:00.000Z")
    assert.strictEqual(until("22:00", "02:30", "Europe/Vienna", "2026-10-24T20:00:00Z"), "2026-10-25T00:30:00.000Z")
    // Lord Howe changes its clock by half an hour.
    assert.strictEqual(
      until("22:00", "07:00", "Australia/Lord_Howe", "2026-04-04T12:00:00Z"),
      "2026-04-04T20:30:00.000Z"
    )
  })

  it("need two times of a day that differ, and a zone that there is", () => {
    const decode = Schema.decodeUnknownResult(QuietHours)
    for (const wrong of [
      { from: "22:00", to: "22:00", zone: "UTC" },
      { from: "24:00", to: "07:00", zone: "UTC" },
      { from: "22:00", to: "07:00", zone: "Europe/Nowhere" }
    ])
      assert.strictEqual(decode(wrong)._tag, "Failure", JSON.stringify(wrong))
  })
})

describe("a schedule", () => {
  const decode = Schema.decodeUnknownResult(Schedule)

  it("is daily, weekly, or five fields of cron, and due once an hour at most", () => {
    for (const good of ["daily", "weekly", "30 7 * * 1-5", "0 * * * *", "0 6 1 * *"])
      assert.strictEqual(decode(good)._tag, "Success", good)
    for (const wrong of [
      "",
      "hourly",
      "* * * * *",
      "0,30 7 * * *",
      "0 0 7 * * *",
      "0 0 31 2 *",
      "a b c d e",
      "0 ".repeat(60)
    ])
      assert.strictEqual(decode(wrong)._tag, "Failure", wrong)
  })
})

const digest = Schema.decodeSync(Digest)

/** The next times of a digest, one after the other. */
const times = (every: "daily" | "weekly", at: string, zone: string, after: string, count = 3) => {
  const found: Array<string> = []
  for (let last = new Date(after); found.length < count; last = new Date(found.at(-1)!))
    found.push(nextDigest(digest({ every, at, zone }), last).toISOString())
  return found.map((time) => time.slice(0, 16))
}

describe("digests", () => {
  it.prop(
    "come once a day in five time zones while the clock is changed, each at the first moment at which it may",
    { ...near, time: minuteOfDay },
    ({ time, ...moment }) => {
      const { changed, now, wall, zone } = momentOf(moment)
      const at = clock(time)
      const due = nextDigest(digest({ every: "daily", at, zone }), now).getTime()
      const what = `${zone} ${at} after ${now.toISOString()}: ${new Date(due).toISOString()}`
      const shift = shiftAt(wall, changed)
      const begins = minutesOf(wall(changed)) - shift
      // What the clock shows is left out once, or comes a second time.
      const since = (time - begins + 24 * 60) % (24 * 60)
      const leftOut = shift > 0 && since < shift ? changed + since * millis : null
      const again = (at: number) => at >= changed && at < changed - shift * millis
      const isDue = (moment: number) => moment === leftOut || (wall(moment) === at && !again(moment))
      assert.isAbove(due, now.getTime(), what)
      assert.isTrue(isDue(due), what)
      for (let before = due - 30 * millis; before > now.getTime(); before -= 30 * millis)
        assert.isFalse(isDue(before), `${what}, not ${new Date(before).toISOString()}`)
    }
  )

  it("come at their hour where their reader lives, before and after the clock is changed", () => {
    const expected: Record<string, [after: string, ReadonlyArray<string>]> = {
      "Europe/Vienna": ["2026-03-27T12:00:00Z", ["2026-03-28T06:00", "2026-03-29T05:00", "2026-03-30T05:00"]],
      "America/New_York": ["2026-10-31T00:00:00Z", ["2026-10-31T11:00", "2026-11-01T12:00", "2026-11-02T12:00"]],
      "Australia/Lord_Howe": ["2026-04-03T12:00:00Z", ["2026-04-03T20:00", "2026-04-04T20:30", "2026-04-05T20:30"]],
      "Asia/Kolkata": ["2026-03-27T12:00:00Z", ["2026-03-28T01:30", "2026-03-29T01:30", "2026-03-30T01:30"]],
      "Pacific/Apia": ["2026-12-30T20:00:00Z", ["2026-12-31T18:00", "2027-01-01T18:00", "2027-01-02T18:00"]]
    }
    for (const [zone, [after, next]] of Object.entries(expected))
      assert.deepStrictEqual(times("daily", "07:00", zone, after), next, zone)
  })

  it("come once a day also at an hour that there is not, or that there is twice", () => {
    const vienna = (after: string) => times("daily", "02:30", "Europe/Vienna", after)
    assert.deepStrictEqual(vienna("2026-03-28T00:00:00Z"), ["2026-03-28T01:30", "2026-03-29T01:30", "2026-03-30T00:30"])
    assert.deepStrictEqual(vienna("2026-10-24T12:00:00Z"), ["2026-10-25T00:30", "2026-10-26T01:30", "2026-10-27T01:30"])
  })

  it("come on Mondays where they are weekly, and never at the instant at which they are asked for", () => {
    const weekly = (after: string) => times("weekly", "07:00", "Europe/Vienna", after, 2)
    assert.deepStrictEqual(weekly("2026-03-23T06:00:00Z"), ["2026-03-30T05:00", "2026-04-06T05:00"])
    // In Auckland it is Monday already.
    assert.deepStrictEqual(times("weekly", "00:00", "Pacific/Auckland", "2026-03-08T10:59:00Z", 1), [
      "2026-03-08T11:00"
    ])
  })
})
