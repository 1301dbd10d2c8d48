import { assert, describe, it } from "@effect/vitest"
import { Cron, Duration } from "effect"
import { firstSlot, nextSlot } from "../../ingest/schedule/Cadence.ts"

const minute = 60_000
const now = new Date("2026-03-01T12:00:00Z")
const halfHour = { every: Duration.minutes(30) }
const well = { times: 1, restSeconds: null }

const names = Array.from({ length: 600 }, (_, n) => `feed:${n}.example`)

/** The slots that follow each other when every run ends five seconds after its slot. */
const slots = (name: string, count: number, cadence: Parameters<typeof nextSlot>[1] = halfHour) => {
  const found: Array<Date> = []
  for (let at = now; found.length < count; at = new Date(found.at(-1)!.getTime() + 5_000))
    found.push(nextSlot(name, cadence, at, well))
  return found
}

describe("a source's slots", () => {
  it("are an interval apart, however long its runs take", () => {
    const times = slots("feed:a.example", 10).map((slot) => slot.getTime())
    assert.deepStrictEqual(
      times.slice(1).map((time, index) => time - times[index]!),
      Array.from({ length: 9 }, () => 30 * minute)
    )
  })

  it("are the same for everybody who computes them", () => {
    const next = nextSlot("feed:a.example", halfHour, now, well)
    for (const late of [1_000, 60_000, 300_000])
      assert.deepStrictEqual(
        nextSlot("feed:a.example", halfHour, new Date(next.getTime() + late), well),
        slots("feed:a.example", 2)[1]
      )
  })

  it("lie in whole seconds, and differ from one source to the next", () => {
    const seconds = names.map((name) => nextSlot(name, halfHour, now, well).getTime() % (30 * minute))
    assert.isTrue(seconds.every((millis) => millis % 1_000 === 0))
    // 600 sources on 1,800 seconds: about 510 of the seconds are taken when they fall evenly.
    assert.isAbove(new Set(seconds).size, 450)
    for (let part = 0; part < 6; part++) {
      const within = seconds.filter((millis) => Math.floor(millis / (5 * minute)) === part).length
      assert.isAbove(within, 60)
    }
  })

  it("leave at least half an interval after a run that came late or by hand", () => {
    for (let late = 0; late < 60; late++) {
      const at = new Date(now.getTime() + late * minute)
      const wait = nextSlot("feed:a.example", halfHour, at, well).getTime() - at.getTime()
      assert.isAtLeast(wait, 15 * minute)
      assert.isAtMost(wait, 45 * minute)
    }
  })

  it("at the times of a cron expression have each source's own second", () => {
    const cadence = { every: Duration.minutes(30), cron: Cron.parseUnsafe("30 6 * * 1-5", "UTC") }
    const days = slots("sec:companies", 3, cadence).map((slot) => slot.toISOString())
    assert.deepStrictEqual(
      days.map((day) => day.slice(0, 16)),
      ["2026-03-02T06:30", "2026-03-03T06:30", "2026-03-04T06:30"]
    )
    assert.strictEqual(new Set(days.map((day) => day.slice(16))).size, 1)
    const all = new Set(names.slice(0, 100).map((name) => nextSlot(name, cadence, now, well).getTime() % minute))
    assert.isAbove(all.size, 30)
  })

  it("of a cron expression are passed over while the source fails", () => {
    const cadence = { every: Duration.minutes(30), cron: Cron.parseUnsafe("0 * * * *", "UTC") }
    const slot = nextSlot("sec:companies", cadence, now, well)
    const after = (times: number) => nextSlot("sec:companies", cadence, slot, { times, restSeconds: null })
    assert.strictEqual(after(1).getTime() - slot.getTime(), 60 * minute)
    assert.strictEqual(after(4).getTime() - slot.getTime(), 4 * 60 * minute)
    assert.isAtMost(after(1024).getTime() - slot.getTime(), 25 * 60 * minute)
  })

  it("wait for what the source asks for, a day at most", () => {
    const wait = (restSeconds: number) =>
      nextSlot("feed:a.example", halfHour, now, { times: 1, restSeconds }).getTime() - now.getTime()
    assert.strictEqual(wait(7_200), 120 * minute)
    assert.strictEqual(wait(10 ** 9), 24 * 60 * minute)
  })

  it("begin spread over a minute when all sources are new", () => {
    const waits = names.map((name) => firstSlot(name, now, Duration.minutes(1)).getTime() - now.getTime())
    assert.isTrue(waits.every((wait) => wait >= 0 && wait <= minute))
    assert.isAbove(new Set(waits).size, 55)
  })
})
