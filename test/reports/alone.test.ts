import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import * as World from "./ReportWorld.ts"

describe("a sentence of a summary without a model", () => {
  const headlines = [
    "Stavanger orders electric ferries",
    "Bergen tests electric ferries in winter",
    "Turku plans a port for electric ferries",
    "Electric ferries get a tax break in Denmark"
  ]
  /** The summary of a report on four stories, the first of which tells this. */
  const summaryOf = (text: string) =>
    Effect.gen(function* () {
      yield* TestClock.setTime(World.today.getTime())
      yield* World.storeSignals(
        headlines.map((title, at) =>
          World.signal(title, {
            source: `Paper ${at}`,
            url: `https://${at}.example/`,
            snippet: at === 0 ? text : "It was quiet there. They liked it."
          })
        )
      )
      const { result } = yield* World.write({
        niche: "electric ferries",
        report_type: "comprehensive_analysis",
        context: null
      })
      return result.executive_summary
    }).pipe(Effect.provide(World.layer))

  const whole =
    "Nordvik Yard builds three electric ferries for 90 million euros, with batteries from Corvane of Bergen."

  for (const fragment of [
    "The first ferry is due in May 2028.",
    "The first electric ferry is due in May 2028.",
    "The vessels are to carry 400 electric cars in 2028.",
    "The Norwegian operator of electric ferries expects sales of 14 million euros in 2028.",
    "The Norwegian operator expects sales of 14 million euros with electric ferries in 2028.",
    "Under the 15-year lease, electric ferries pay 6% of their revenue.",
    "Another 14 electric ferries are to sail by August 2028.",
    "Some 400 builders of electric ferries will work there.",
    "According to the yard's owner, the project with electric ferries slips to 2029.",
    "Together they ran 17% of all electric ferries in 2026.",
    "Taken together, they ran 17% of all electric ferries in 2026.",
    "Together the companies ran 17% of all electric ferries in 2026.",
    "Zusammen hätten sie 17% der electric ferries im Jahr 2029.",
    "Ensemble, elles auraient 17% des electric ferries en 2029.",
    "Juntas, tendrían 17% de los electric ferries en 2029.",
    "Nach Angaben der Werft verschiebt sich das Vorhaben mit electric ferries auf 2029.",
    "Diese electric ferries sollen im Jahr 2029 fahren.",
    "Selon le chantier, le projet comprend 14 electric ferries en 2029.",
    "Cette commande de 14 electric ferries coûte 90 millions.",
    "Según el astillero, la empresa compra 14 electric ferries en 2029.",
    "Además, Noruega compra 14 electric ferries en 2029."
  ]) {
    it.effect(`is not “${fragment}”, where another tells as much`, () =>
      Effect.map(summaryOf(`${fragment} ${whole}`), (summary) => {
        assert.notInclude(summary, fragment.slice(0, 20))
        assert.include(summary, whole.slice(0, 20))
      })
    )
    it.effect(`is the headline, where there is only “${fragment}”`, () =>
      Effect.map(summaryOf(fragment), (summary) => {
        assert.notInclude(summary, fragment.slice(0, 20))
        assert.include(summary, headlines[0]!)
      })
    )
  }

  for (const sentence of [
    "The Norwegian operator Fjordlink runs electric ferries on 14 lines in 2026.",
    "Fjordlink halved its fares on 14 electric ferries in 2026.",
    "The Stavanger yard builds three electric ferries in 2026.",
    "The market for electric ferries grew to 4 billion euros in 2025.",
    "The market grew to 4 billion euros in 2025 as electric ferries got cheaper.",
    "The largest electric ferry in the world sailed 400 kilometres in March 2026.",
    "Nordvik Yard says that the scheme of Stavanger has 14 electric ferries in 2029.",
    "Die Werft Nordvik verschiebt das Vorhaben Stavanger mit 14 electric ferries auf 2029.",
    "Selon Nordvik, le projet de Stavanger compte 14 electric ferries en 2029.",
    "Nordvik dice que la empresa Fjordlink compra 14 electric ferries en 2029."
  ])
    it.effect(`can be “${sentence}”`, () =>
      Effect.map(summaryOf(`${sentence} Electric ferries are liked by those who live at the harbour.`), (summary) =>
        assert.include(summary, sentence.slice(0, 30))
      )
    )
})
