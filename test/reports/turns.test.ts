import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import type { NewSignal } from "../../src/domain/Signal.ts"
import { Signals } from "../../src/storage/signals/Signals.ts"
import * as World from "./ReportWorld.ts"

describe("a plan that was given up", () => {
  const news = (source: string, day: string, title: string, snippet: string) =>
    World.signal(title, {
      source,
      url: `https://${source.toLowerCase()}.example/`,
      snippet,
      published_at: new Date(`${day}T00:00:00Z`)
    })
  const others = [
    "Bus fleets order more batteries in Oslo",
    "Recycling plant for batteries opens in Gdansk",
    "Lithium prices for batteries fall in Chile",
    "Home batteries get a grant in Austria"
  ].map((title, at) =>
    news(`Other${at}`, "2026-03-01", title, "The batteries were bought by the city, officials said.")
  )
  const spending =
    "Acme will spend 300 million euros on the batteries plant, which is to employ 500 people from May 2027 on."
  const plan = news("A", "2026-02-20", "Acme plans a batteries plant in Porto", spending)
  const summaryOf = (...given: ReadonlyArray<NewSignal>) =>
    Effect.gen(function* () {
      yield* TestClock.setTime(World.today.getTime())
      yield* World.storeSignals([...others, ...given])
      yield* (yield* Signals).tellStories(100)
      const { result } = yield* World.write({
        niche: "batteries",
        report_type: "comprehensive_analysis",
        context: null
      })
      const { quality } = World.parts(result.sections)
      assert.strictEqual(quality.citation_recall, 1)
      assert.strictEqual(quality.duplicated_sentences, 0)
      return result.executive_summary
    }).pipe(Effect.provide(World.layer))

  const leadsWith = (summary: string, now: string, before: string) => {
    assert.include(summary, now)
    assert.isAbove(summary.indexOf(before), summary.indexOf(now))
    assert.notInclude(summary, "300 million")
  }

  for (const [how, end, now] of [
    [
      "in the headline",
      news(
        "B",
        "2026-03-05",
        "Acme scrapped its Porto batteries plant",
        "Unions called the decision a shock for Porto."
      ),
      "“Acme scrapped its Porto batteries plant” – B, 2026-03-05"
    ],
    [
      "in the text",
      news(
        "B",
        "2026-03-05",
        "Acme batteries plant in Porto: shares fall",
        "Shares of Acme fell by 4 percent. The batteries maker abandoned its plant in Porto on Thursday."
      ),
      "“The batteries maker abandoned its plant in Porto on Thursday.” – B, 2026-03-05"
    ],
    [
      "in another story",
      news(
        "B",
        "2026-03-05",
        "Demand slump: Acme scraps Porto batteries plant",
        "Demand for batteries fell by 20 percent in a year, and Acme cut its forecast for the year."
      ),
      "“Demand slump: Acme scraps Porto batteries plant” – B, 2026-03-05"
    ]
  ] as const)
    it.effect(`stands behind its end, which leads the summary, where that is told ${how}`, () =>
      Effect.map(summaryOf(plan, end), (summary) =>
        leadsWith(summary, now, "Before that: “Acme plans a batteries plant in Porto” – A, 2026-02-20")
      )
    )

  it.effect("stands behind its end also where more publishers carried the plan", () =>
    Effect.map(
      summaryOf(
        plan,
        news("C", "2026-02-20", "Acme plans batteries plant in Porto", "The mayor of Porto welcomed it on Friday."),
        news(
          "B",
          "2026-03-05",
          "Demand slump: Acme scraps Porto batteries plant",
          "Demand for batteries fell by 20 percent."
        )
      ),
      (summary) => leadsWith(summary, "“Demand slump: Acme scraps Porto batteries plant”", "Before that: “Acme plans")
    )
  )

  it.effect("leads where it is taken up again", () =>
    Effect.map(
      summaryOf(
        news(
          "B",
          "2026-02-20",
          "Acme scrapped its Porto batteries plant",
          "Unions called the decision a shock for Porto."
        ),
        news(
          "A",
          "2026-03-05",
          "Acme plans its Porto batteries plant again",
          "The mayor of Porto welcomed it on Thursday."
        )
      ),
      (summary) => {
        assert.include(summary, "“Acme plans its Porto batteries plant again” – A, 2026-03-05")
        assert.include(summary, "Before that: “Acme scrapped its Porto batteries plant” – B, 2026-02-20")
      }
    )
  )

  it.effect("still leads where something else was given up, or recalled", () =>
    Effect.map(
      summaryOf(
        plan,
        news(
          "B",
          "2026-03-05",
          "Kestrel scrapped its Seville batteries mine",
          "Unions called the decision a shock for Seville."
        ),
        news(
          "C",
          "2026-03-06",
          "Porto mayor talks of batteries",
          "The city had planned for years to win the batteries plant."
        )
      ),
      (summary) => {
        assert.include(summary, spending)
        assert.notInclude(summary, "Before that")
      }
    )
  )
})
