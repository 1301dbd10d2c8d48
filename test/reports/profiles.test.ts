import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { recheck } from "../../src/reports/check/Recheck.ts"
import { Companies } from "../../src/storage/companies/Companies.ts"
import { Competitors } from "../../src/storage/companies/Competitors.ts"
import { storedOf } from "../support/StoredReports.ts"
import * as World from "./ReportWorld.ts"

/** The place and the subject of each story. */
const deeds = [
  ["Oslo", "opens a factory for"],
  ["Lima", "recalls 900"],
  ["Quito", "wins an order for"],
  ["Accra", "halts deliveries of"],
  ["Hanoi", "cuts the prices of"],
  ["Doha", "unveils a van among its"],
  ["Riga", "hires engineers for"],
  ["Minsk", "sells a stake in"]
] as const
const request = { ...World.electric, report_type: "competitor_analysis" as const }

/** The profiles of a report that has a story about Kestrel Auto in each of these places, each on a day of its own. */
const profiles = (stories: number) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(World.today.getTime())
    yield* World.storeSignals(
      deeds.slice(0, stories).map(([place, deed], at) =>
        World.signal(`Kestrel Auto ${deed} electric vehicles in ${place}`, {
          snippet: `Kestrel Auto expects ${100 + at * 7} guests of ${place}.`,
          source: `${place} Post`,
          url: `https://${place}.example/`,
          published_at: new Date(Date.UTC(2026, 2, 1 + at))
        })
      )
    )
    const { result } = yield* World.write(request)
    assert.deepInclude(recheck(storedOf(request, result)), { passed: true, faults: [] })
    const { sections } = World.parts(result.sections)
    return { lines: sections["competitor_profiles"]!.content.split("\n").filter((line) => line !== ""), sections }
  })

const kestrel = Effect.gen(function* () {
  yield* (yield* Competitors).create(World.account, { name: "Kestrel Auto", domain: "kestrel.example" })
})

const item = (place: string) => new RegExp(`^- .*${place}.* – ${place} Post, 2026-03-0\\d \\[\\d+\\]$`)

describe("the profile of a competitor", () => {
  for (const [stories, shown] of [
    [8, ["Minsk", "Riga", "Doha"]],
    [4, ["Accra", "Quito"]],
    [1, ["Oslo"]]
  ] as const)
    it.effect(`has its newest news with its days, of ${stories} stories`, () =>
      Effect.gen(function* () {
        yield* kestrel
        const { lines, sections } = yield* profiles(stories)
        const from = lines.findIndex((line) => line.startsWith("- On your list of competitors: Kestrel Auto"))
        const items = lines.slice(from + 1)
        assert.strictEqual(items.length, shown.length)
        for (const [at, place] of shown.entries()) assert.match(items[at]!, item(place))
        if (stories > 1) assert.isAbove(sections["recent_moves"]!.citations.length, 0)
      }).pipe(Effect.provide(World.layer))
    )

  it.effect("describes the companies named most if the account watches none of them", () =>
    Effect.gen(function* () {
      yield* (yield* Companies).upsert([
        {
          key: "import:kestrel",
          name: "Kestrel Auto, Inc.",
          tickers: ["KSTR"],
          industry: "Motor Vehicles",
          revenue: 1_000_000,
          market_cap: null,
          revenue_period_end: null,
          source_url: null
        }
      ])
      const { lines } = yield* profiles(4)
      assert.isTrue(lines[0]!.startsWith("None of your competitors is in this evidence: "), lines[0])
      assert.match(lines.at(-2)!, item("Accra"))
      assert.match(lines.at(-1)!, item("Quito"))
    }).pipe(Effect.provide(World.layer))
  )
})
