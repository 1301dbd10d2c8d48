import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { type ReportRequest, ReportType } from "../../src/domain/Report.ts"
import { recheck } from "../../src/reports/check/Recheck.ts"
import { storedOf } from "../support/StoredReports.ts"
import * as World from "./ReportWorld.ts"

const talks =
  "Voltmarsh Networks is in advanced talks to acquire Kerbwell plc, a maker of electric vehicle chargers, for about $640 million."
const denial = "Kerbwell plc says it is not in talks with Voltmarsh Networks or anyone else."

const news = (source: string, day: string, title: string, snippet: string) =>
  World.signal(title, {
    source,
    snippet,
    url: `https://${encodeURIComponent(source)}.example/`,
    published_at: new Date(`${day}T00:00:00Z`)
  })

const written = (request: ReportRequest, denier: string, telling = talks) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(World.today.getTime())
    yield* World.storeSignals([
      news("Northgate", "2026-03-05", "Voltmarsh in talks to buy Kerbwell for $640 million", telling),
      news(
        denier,
        "2026-03-06",
        "Kerbwell rejects takeover report",
        `${denial} The operator of chargers for electric vehicles dismissed the account of a newswire.`
      ),
      ...["Oslo", "Lima", "Riga"].map((place) =>
        news(
          place,
          "2026-03-04",
          `Electric vehicles win buyers in ${place}`,
          "Half of the new cars there are electric."
        )
      )
    ])
    const { draft, result } = yield* World.write(request)
    return { draft, result, stored: storedOf(request, result) }
  }).pipe(Effect.provide(World.layer))

describe("one side of a contradiction, quoted by a report without a model", () => {
  for (const report_type of ReportType.literals)
    for (const denier of ["Kilowatt Weekly", "Yahoo! News", "K", "24/7 [Power]"])
      it.effect(`is followed at once by the other side: ${report_type}, ${denier}`, () =>
        Effect.gen(function* () {
          const { draft, result, stored } = yield* written({ ...World.electric, report_type }, denier)
          const paragraphs = [draft.executive_summary, ...draft.sections.map(({ paragraphs }) => paragraphs)].flat()
          const sides = { talks: /in (?:advanced )?talks to/, denial: /not in talks/ }
          let told = 0
          for (const { statements } of paragraphs)
            for (const [at, { lead, text }] of statements.entries()) {
              const own = `${lead ?? ""} ${text}`
              if (text.startsWith("Read first") || text.includes("says otherwise")) continue
              const isSide = (side: RegExp) => side.test(own)
              if (!isSide(sides.talks) && !isSide(sides.denial)) continue
              told++
              const next = statements[at + 1]!.text
              assert.include(next, " says otherwise: “", JSON.stringify(statements, null, 1))
              assert.match(next, isSide(sides.talks) ? sides.denial : sides.talks)
            }
          assert.isAbove(told, 0)
          const { quality } = World.parts(result.sections)
          assert.strictEqual(quality.dropped_sentences, 0)
          assert.strictEqual(quality.conflicts.length, 1)
          assert.deepInclude(recheck(stored), { passed: true, faults: [] })
        })
      )

  for (const report_type of ReportType.literals)
    it.effect(`comes before the rest of what its source says: ${report_type}`, () =>
      Effect.gen(function* () {
        const further =
          "Voltmarsh had to buy chargers for electric vehicles from Kerbwell for $640 million in 2025, after long talks. " +
          "Together they would hold 17% of all chargers for electric vehicles."
        const { draft } = yield* written({ ...World.electric, report_type }, "Kilowatt Weekly", `${further} ${talks}`)
        const statements = [draft.executive_summary, ...draft.sections.map(({ paragraphs }) => paragraphs)]
          .flat()
          .flatMap(({ statements }) => statements)
        const ofNorthgate = (text: string) => text.endsWith(" – Northgate, 2026-03-05")
        const first = statements.findIndex(({ text }) => ofNorthgate(text))
        assert.isAtLeast(first, 0)
        const { lead, text } = statements[first]!
        assert.match(`${lead ?? ""} ${text}`, /in (?:advanced )?talks to/)
        assert.include(statements[first + 1]!.text, "Kilowatt Weekly says otherwise: “")
        // Nobody knows who "they" are without the headline.
        assert.isEmpty(statements.filter(({ lead, text }) => lead === null && text.includes("Together they")))
      })
    )

  it.effect("is refused by the check if the other side uses other words", () =>
    Effect.gen(function* () {
      const { stored } = yield* written(World.electric, "Kilowatt Weekly")
      const forged = (words: string) => JSON.parse(JSON.stringify(stored).replaceAll(" says otherwise: “", words))
      assert.isFalse(recheck(forged(" says otherwise: “Never, and ")).passed)
      assert.isFalse(recheck(forged(" of Hamburg says otherwise: “")).passed)
    })
  )
})
