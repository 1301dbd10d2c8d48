import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import { Cited } from "../../src/dashboard/parts/Cited.ts"
import { type Report, ReportId, type ReportRequest, ReportSource } from "../../src/domain/Report.ts"
import type { NewSignal } from "../../src/domain/Signal.ts"
import { CalendarDate, type Timestamp } from "../../src/domain/Timestamp.ts"
import { recheck } from "../../src/reports/check/Recheck.ts"
import { htmlDocument } from "../../src/reports/document/HtmlDocument.ts"
import { markdownDocument } from "../../src/reports/document/MarkdownDocument.ts"
import { titleOf } from "../../src/reports/Outline.ts"
import { materialOf, lineOf } from "../../src/reports/writers/openai/Material.ts"
import * as World from "./ReportWorld.ts"

/*
 * How old evidence is, and which of its dates are real: a publisher's own, or the day on which a feed first showed an
 * item.
 */

const tea = { niche: "tea", report_type: "comprehensive_analysis" as const, context: null }

const subjects = ["Kenya", "Assam", "Ceylon", "Nepal", "Malawi", "Japan", "Georgia"]

/** News on tea, each item another story, from these days; null has no date. */
const news = (...days: ReadonlyArray<string | null>): ReadonlyArray<NewSignal> =>
  days.map((day, n) =>
    World.signal(`Tea growers of ${subjects[n]} ordered ${n + 11} ${["pumps", "trucks", "sheds", "roofs"][n % 4]}`, {
      snippet: `The tea estates of ${subjects[n]} pay for it by themselves, said a speaker of the growers.`,
      source: `${subjects[n]} Post`,
      published_at: day === null ? null : new Date(`${day}T08:00:00Z`)
    })
  )

const reportOn = (items: ReadonlyArray<NewSignal>, more: Pick<ReportRequest, "since"> = {}) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(World.today.getTime())
    yield* World.storeSignals(items)
    const { evidence, result } = yield* World.write({ ...tea, ...more })
    const report: Report = {
      id: ReportId.make(1),
      ...tea,
      title: titleOf(tea),
      status: "completed",
      created_at: "2026-03-10T12:00:00" as Timestamp,
      completed_at: "2026-03-10T12:00:09" as Timestamp,
      research: null,
      step: null,
      error: null,
      ...result
    }
    return { evidence, report, ...World.parts(result.sections) }
  }).pipe(Effect.provide(World.layer))

/** What a report says that finds little in the last 90 days. */
const further = "Few news items were found from 2025-12-11 on, so this report goes further back."

const opening = ({ executive_summary }: Report): string => executive_summary.split("\n")[0]!

const withoutModel = "It was written without a model: it quotes, counts and computes, and claims nothing else."

describe("a report whose newest news is old", () => {
  const old = reportOn(news("2024-12-20", "2024-11-02", "2023-05-07"))

  it.effect("says so in its summary and in its gaps, and stands the check", () =>
    Effect.gen(function* () {
      const { gaps, report } = yield* old
      assert.strictEqual(
        opening(report),
        "There is little evidence on “tea”: it is from only 3 independent publishers, and the newest is dated 2024-12-20. " +
          "This report on “tea” rests on 3 stored sources of 3 publishers, dated 2023-05-07 to 2024-12-20. " +
          `${further} ` +
          `The newest dated news in this report is 14 months old. ${withoutModel}`
      )
      assert.include(gaps, "The newest dated news in this report is 14 months old.")
      assert.include(gaps, further)
      const checked = recheck(report)
      assert.isTrue(checked.passed)
      assert.strictEqual(checked.uncited_factual_sentences, 0)
    })
  )
})

describe("a report most of whose news is old", () => {
  it.effect("says how much of it", () =>
    Effect.gen(function* () {
      const { report } = yield* reportOn(news("2026-03-09", "2025-11-02", "2025-05-07"))
      assert.include(opening(report), "Of 3 dated news items in this report, 2 are more than 90 days old.")
      assert.isTrue(recheck(report).passed)
    })
  )
})

describe("a report from a day on that its caller names", () => {
  it.effect("has no older news, however little there is, and says nothing of going back", () =>
    Effect.gen(function* () {
      const since = CalendarDate.make("2025-11-01")
      const { gaps, report, sources } = yield* reportOn(news("2026-03-09", "2025-11-02", "2025-05-07"), { since })
      assert.sameMembers(
        sources.map(({ published_at }) => published_at),
        ["2026-03-09", "2025-11-02"]
      )
      assert.notInclude(opening(report), "further back")
      assert.isFalse(gaps.some((gap) => gap.includes("further back")))
    })
  )
})

describe("a report on dated news of which most is recent", () => {
  it.effect("says no more than the days", () =>
    Effect.gen(function* () {
      const recent = ["2026-03-09", "2026-03-02", "2026-02-20", "2026-02-11", "2025-12-12"]
      const { gaps, report } = yield* reportOn(news(...recent, "2025-12-10"))
      assert.isTrue(opening(report).endsWith(`dated 2025-12-12 to 2026-03-09. ${withoutModel}`))
      assert.isFalse(gaps.some((gap) => gap.includes("old") || gap === further))
    })
  )
})

describe("a date that is only the day of first sight", () => {
  const mixed = reportOn(news("2024-12-20", "2024-11-02", null))
  const note =
    "Of 3 news items in this report, 1 has no date of its own: the day on which it was first seen stands in for it."

  it.effect("is marked among the sources", () =>
    Effect.gen(function* () {
      const { sources } = yield* mixed
      for (const source of sources) {
        Schema.decodeUnknownSync(ReportSource)(source)
        assert.strictEqual(source.published_at_estimated, source.published_at === "2026-03-10")
      }
      assert.lengthOf(
        sources.filter((source) => source.published_at_estimated),
        1
      )
    })
  )

  it.effect("is in no range, is not the newest, and makes nothing fresh", () =>
    Effect.gen(function* () {
      const { evidence, gaps, quality, report } = yield* mixed
      assert.include(
        opening(report),
        `dated 2024-11-02 to 2024-12-20. ${further} The newest dated news in this report is 14 months`
      )
      assert.include(opening(report), note)
      assert.include(gaps, note)
      assert.deepInclude(quality, { newest_source: "2024-12-20", oldest_source: "2024-11-02", stale_sources: 1 })
      assert.strictEqual(evidence.pieces.at(-1)!.published_at, "2026-03-10")
      assert.isTrue(recheck(report).passed)
    })
  )

  it.effect("is told as such in every form of the report", () =>
    Effect.gen(function* () {
      const { evidence, report, sources } = yield* mixed
      assert.match(markdownDocument(report), /, Ceylon Post, first seen 2026-03-10$/m)
      assert.match(htmlDocument(report), /, Ceylon Post, first seen <time>2026-03-10<\/time>\s*<\/li>/)
      assert.include(String(new Cited(sources).sources()), "Ceylon Post · first seen 2026-03-10")
      assert.include(
        report.sections["market_overview"] && JSON.stringify(report.sections),
        "Ceylon Post, seen 2026-03-10"
      )
      const lines = materialOf(evidence.pieces).map(lineOf)
      assert.lengthOf(
        lines.filter((line) => line.includes('"first_seen":"2026-03-10"') && !line.includes('"date"')),
        1
      )
    })
  )

  it.effect("leaves the age unknown where all are", () =>
    Effect.gen(function* () {
      const { gaps, quality, report } = yield* reportOn(news(null, null))
      assert.strictEqual(
        opening(report),
        "There is little evidence on “tea”: it is from only 2 independent publishers, and its age is unknown. " +
          "This report on “tea” rests on 2 stored sources of 2 publishers. The age of the news in this report is unknown. " +
          "Of 2 news items in this report, 2 have no date of their own: the day on which they were first seen stands in for it. " +
          withoutModel
      )
      assert.include(gaps, "The age of the news in this report is unknown.")
      assert.deepInclude(quality, { newest_source: null, oldest_source: null, stale_sources: null })
      assert.isTrue(recheck(report).passed)
    })
  )
})
