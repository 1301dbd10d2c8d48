import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import * as World from "./ReportWorld.ts"

interface Told {
  readonly day: string | null
  readonly text: string
}

/** A brief of 2026-03-10 that has news of that day and one piece of a given day. */
const briefOn = (report_type: "decision_brief" | "comprehensive_analysis", { day, text }: Told) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(World.today.getTime())
    const signal = (title: string, snippet: string, published_at: Date | null) =>
      World.signal(title, {
        snippet,
        published_at,
        source: title,
        url: `https://${encodeURIComponent(title)}.example/`
      })
    yield* World.storeSignals([
      signal(
        "Kestrel Auto and its electric vehicles in Porto",
        text,
        day === null ? null : new Date(`${day}T00:00:00Z`)
      ),
      signal("Electric vehicles win new buyers", "Half of the cars sold in Oslo are electric.", World.today)
    ])
    const request = { ...World.electric, report_type, since: "2010-01-01" as never }
    const { result } = yield* World.write(request)
    const { sections, gaps } = World.parts(result.sections)
    const slug = report_type === "decision_brief" ? "what_would_change_this" : "outlook"
    const { citations, content, title } = sections[slug]!
    const isGap = gaps.some((gap) => gap.split(": ")[0]!.split(", ").includes(title))
    return { isOpen: citations.length > 0, isGap, content, all: JSON.stringify([result.executive_summary, sections]) }
  }).pipe(Effect.provide(World.layer))

for (const report_type of ["decision_brief", "comprehensive_analysis"] as const)
  describe(`what is planned, in a ${report_type}`, () => {
    const plan = "Kestrel Auto plans to build 20,000 electric vehicles this year."
    for (const [what, told] of [
      ["is three months old", { day: "2025-12-10", text: plan }],
      [
        "is old and names a year ahead",
        { day: "2017-05-02", text: "Kestrel Auto plans 20,000 electric vehicles by 2030." }
      ],
      [
        "is old and names a month ahead",
        { day: "2025-06-02", text: "Kestrel Auto plans electric vans from June 2026." }
      ]
    ] as const)
      it.effect(`counts as open if it ${what}`, () =>
        Effect.map(briefOn(report_type, told), ({ content, isGap, isOpen }) => {
          assert.isTrue(isOpen)
          assert.include(content, told.text)
          assert.isFalse(isGap)
        })
      )

    for (const [what, told] of [
      ["was planned for that year", { day: "2017-05-02", text: plan }],
      [
        "names a year that is over",
        { day: "2017-05-02", text: "Kestrel Auto plans 20,000 electric vehicles by 2020." }
      ],
      ["was planned more than half a year ago", { day: "2025-08-02", text: plan }],
      ["has no date", { day: null, text: plan }]
    ] as const)
      it.effect(`is in another section, and this section is a gap, if it ${what}`, () =>
        Effect.map(briefOn(report_type, told), ({ all, content, isGap, isOpen }) => {
          assert.isFalse(isOpen)
          assert.match(content, /^Nothing that was found was sorted into this section/)
          assert.isTrue(isGap)
          assert.include(all, told.text)
        })
      )
  })
