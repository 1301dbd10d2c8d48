import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { quotationLength } from "../../src/domain/Article.ts"
import type { Report, ReportRequest } from "../../src/domain/Report.ts"
import { recheck } from "../../src/reports/check/Recheck.ts"
import { Articles } from "../../src/storage/signals/Articles.ts"
import { Signals } from "../../src/storage/signals/Signals.ts"
import * as World from "./ReportWorld.ts"

const tea: ReportRequest = { niche: "tea", report_type: "trend_report", context: null }

const said = "Tea sales in Kenya rose 12% in February, the growers’ union of Kericho said."

const text = [
  "The rains came early to the highlands this year, and the roads are open again.",
  `Ministers met on Monday. ${said} Nobody knows whether that will last.`,
  `The tea auction of Mombasa ${"sold very many chests of leaves ".repeat(20)}to traders.`,
  "Tea harvest begins early this year, growers say."
].join("\n")

/** Stores a signal whose page is read to that end, and gives the report about its niche. */
const reportOn = Effect.fnUntraced(function* (state: "read" | "paywall", before: Date = World.today) {
  yield* TestClock.setTime(World.today.getTime())
  const item = World.signal("Tea harvest begins early this year")
  yield* World.storeSignals([item])
  const articles = yield* Articles
  const stored = yield* (yield* Signals).list({ limit: 1 })
  yield* articles.want(stored.map(({ id }) => id))
  const page = { reason: null, sha256: "ab".repeat(32), author: null, language: "en", published_at: null }
  yield* TestClock.adjust("1 minute")
  yield* articles.settle(item.url, item.url, { ...page, state, text: state === "read" ? text : null })
  const { evidence, result } = yield* World.write(tea, before)
  const report = {
    id: "7",
    niche: tea.niche,
    report_type: tea.report_type,
    title: "Tea",
    status: "completed",
    created_at: "2026-03-10T12:00:00",
    ...result
  } as unknown as Report
  return { quotes: evidence.pieces.map(({ quote }) => quote), report }
})

const later = new Date(World.today.getTime() + 3_600_000)

describe("what an article adds to evidence", () => {
  it.effect("is its sentence about the niche, word for word, and no more of it", () =>
    Effect.gen(function* () {
      const { quotes, report } = yield* reportOn("read", later)
      assert.deepStrictEqual(quotes, [`Tea harvest begins early this year\n${said}`])
      assert.include(text, said)
      assert.isAtMost([...said].length, quotationLength)
      const shown = JSON.stringify(report)
      assert.include(shown, "the growers’ union of Kericho")
      for (const more of ["rains", "Ministers", "Nobody knows", "Mombasa"]) assert.notInclude(shown, more)
    }).pipe(Effect.provide(World.layer))
  )

  it.effect("is checked with the report, from what is stored with it", () =>
    Effect.gen(function* () {
      const { report } = yield* reportOn("read", later)
      const found = recheck(report)
      assert.isTrue(found.passed)
      assert.deepStrictEqual(found.faults, [])
      const altered = JSON.parse(
        JSON.stringify(report).replaceAll("growers’ union of Kericho", "traders’ union of Embu")
      )
      assert.deepStrictEqual(recheck(altered).altered_sources, [1])
      const { sources, ...sections } = report.sections
      const told = JSON.stringify({ executive_summary: report.executive_summary, sections })
      assert.include(told, "rose 12%")
      const changed = JSON.parse(told.replaceAll("rose 12%", "rose 13%"))
      const other = { ...report, ...changed, sections: { ...changed.sections, sources } }
      assert.isFalse(recheck(other).passed)
    }).pipe(Effect.provide(World.layer))
  )

  it.effect("is nothing where the page was not read, or was read only after the report was ordered", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* reportOn("paywall", later)).quotes, ["Tea harvest begins early this year"])
      assert.deepStrictEqual((yield* reportOn("read", World.today)).quotes, ["Tea harvest begins early this year"])
    }).pipe(Effect.provide(World.layer))
  )
})
