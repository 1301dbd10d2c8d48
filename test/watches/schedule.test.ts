import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { Digest, nextDigest, QuietHours, quietUntil, Schedule } from "../../src/domain/Schedule.ts"

const quiet = Schema.decodeSync(QuietHours)

const until = (from: string, to: string, zone: string, now: string) =>
  quietUntil(quiet({ from, to, zone }), new Date(now))?.toISOString() ?? null

/** Zones with the day of 2026 on which the clock goes forward or back, or a day on which it does not change. */
const changes = [
  ["Europe/Vienna", "2026-03-29"],
  ["America/New_York", "2026-11-01"],
  ["Australia/Lord_Howe", "2026-04-05"],
  ["America/St_Johns", "2026-03-08"],
  ["Asia/Kolkata", "2026-06-01"]
] as const

const minuteOfDay = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_439 }))

const clock = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`

/** What a clock on the wall shows. */
const wallClock = (zone: string) => {
  const format = new Intl.DateTimeFormat("en-GB", { timeZone: zone, hour: "2-digit", minute: "2-digit" })
  return (at: Date): string => format.format(at)
}

describe("quiet hours", () => {
  it.prop(
    "hold in five time zones while the clock is changed: nothing in them, and nothing later than their end",
    {
      place: Schema.Literals([0, 1, 2, 3, 4]),
      from: minuteOfDay,
      to: minuteOfDay,
      after: Schema.Int.check(Schema.isBetween({ minimum: -36 * 60, maximum: 36 * 60 }))
    },
    ({ after, from, place, to }) => {
      if (from === to) return
      const [zone, day] = changes[place]
      const [begin, end] = [clock(from), clock(to)]
      const now = new Date(Date.parse(`${day}T12:00:00Z`) + after * 60_000)
      const wall = wallClock(zone)
      const isQuiet = (at: Date) =>
        begin < end ? wall(at) >= begin && wall(at) < end : wall(at) >= begin || wall(at) < end
      const sent = quietUntil(quiet({ from: begin, to: end, zone }), now) ?? now
      assert.strictEqual(sent > now, isQuiet(now), `${zone} ${begin}-${end} at ${now.toISOString()}`)
      assert.isFalse(isQuiet(sent), `${zone} ${begin}-${end} at ${now.toISOString()}: ${sent.toISOString()}`)
      // An hour that comes twice may be over once before its end.
      const minutes = (sent.getTime() - now.getTime()) / 60_000
      assert.isAtMost(minutes, 25 * 60)
      const awake = Array.from({ length: Math.floor(minutes) }, (_, n) => new Date(now.getTime() + n * 60_000)).filter(
        (at) => !isQuiet(at)
      )
      assert.isAtMost(awake.length, 60, `${zone} ${begin}-${end} at ${now.toISOString()}: ${sent.toISOString()}`)
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
