import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { CalendarDate, Expiry, parseExpiry } from "../../src/domain/Timestamp.ts"

const isDate = Schema.is(CalendarDate)
const isExpiry = Schema.is(Expiry)

const within = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

const digits = (value: number, count = 2) => String(value).padStart(count, "0")

/** The Gregorian calendar, by its own rule. */
const daysIn = (year: number, month: number): number => {
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0
}

describe("a date", () => {
  it.prop(
    "is taken if, and only if, the calendar has it; alone, and at the head of an instant",
    [within(1, 9999), within(0, 14), within(0, 33), within(0, 23), within(0, 59)],
    ([year, month, day, hour, minute]) => {
      const text = `${digits(year, 4)}-${digits(month)}-${digits(day)}`
      const exists = day >= 1 && day <= daysIn(year, month)
      assert.strictEqual(isDate(text), exists, text)
      for (const instant of [text, `${text}T${digits(hour)}:${digits(minute)}`, `${text}T${digits(hour)}:00:59.9Z`]) {
        assert.strictEqual(isExpiry(instant), exists, instant)
        if (exists) assert.isTrue(parseExpiry(instant).toISOString().startsWith(text), instant)
      }
    },
    { arbitrary: { runs: 500 } }
  )

  it.each(["2027-02-29", "2027-02-30", "1900-02-29", "2026-04-31", "2026-13-01", "2026-00-10", "0000-01-01"])(
    "is not %s",
    (text) => {
      assert.isFalse(isDate(text))
      assert.isFalse(isExpiry(text))
      assert.isFalse(isExpiry(`${text}T00:00:00Z`))
    }
  )
})

describe("when something ends", () => {
  it.each([
    ["2028-02-29", "2028-02-29T00:00:00.000Z"],
    ["2026-03-01T12:30", "2026-03-01T12:30:00.000Z"],
    ["2026-03-01T12:30:15", "2026-03-01T12:30:15.000Z"],
    ["2026-03-01T00:30:00+01:00", "2026-02-28T23:30:00.000Z"],
    ["2026-12-31T23:59:59.999-00:30", "2027-01-01T00:29:59.999Z"]
  ])("may be %s", (text, instant) => {
    assert.isTrue(isExpiry(text))
    assert.strictEqual(parseExpiry(text).toISOString(), instant)
  })

  it.each([
    "2026-03-01T24:00:00Z",
    "2026-03-01T23:60:00Z",
    "2026-12-31T23:59:60Z",
    "2026-03-01T12:00:00+24:00",
    "2026-03-01 12:00",
    "2026-03-01T12:00z",
    "9999-12-31T23:59:59-00:01",
    "+002026-03-01",
    "2026-3-1",
    "tomorrow",
    ""
  ])("is not %j", (text) => assert.isFalse(isExpiry(text)))
})
