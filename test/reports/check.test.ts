import { assert, describe, it } from "@effect/vitest"
import type { ReportSource } from "../../src/domain/Report.ts"
import { findings, measure } from "../../src/reports/check/Check.ts"
import { faultOf } from "../../src/reports/check/Support.ts"

const source = (n: number, publisher: string, published_at: string, quote: string): ReportSource => ({
  n,
  kind: "signal",
  title: quote.split("\n")[0]!,
  url: `https://news.example/${n}`,
  publisher,
  published_at,
  quote
})

const sources = [
  source(
    1,
    "Volt Daily",
    "2026-03-09",
    "Kestrel Auto sales rose 6% in February\nThe company sold 18,300 cars and earned $1.2bn."
  ),
  source(
    2,
    "Grid Review",
    "2026-03-06",
    "Charging network doubles in a year\nLumen Charge does not plan to raise prices before 2027."
  ),
  source(3, "Harbour Times", "2026-03-04", "Auroral Motors recalls 22,000 vans over brake software")
]

const check = (...contents: ReadonlyArray<string>) => ({ contents, sources, niche: "electric vehicles" })
const faults = (content: string) => findings(check(content)).map(({ fault }) => fault)

describe("the check", () => {
  for (const truth of [
    "Kestrel Auto sales rose 6% in February [1].",
    "Kestrel Auto sold 18,300 cars in February and earned 1,200,000,000 dollars [1].",
    "Volt Daily reported on 9 March 2026 that sales at Kestrel Auto rose by six percent [1].",
    "- **Harbour Times, 2026-03-04:** “Auroral Motors recalls 22,000 vans over brake software” [3]",
    "“Auroral Motors recalls 22,000 vans over brake software” – Harbour Times, seen 2026-03-04 [3]",
    "Lumen Charge does not plan to raise prices before 2027 [2].",
    "Kestrel Auto sold 18,300 cars, and Auroral Motors recalls 22,000 vans [1] [3].",
    // What has its name in one sentence is "the company" in the next.
    "In February, Kestrel Auto sold no more than 18,300 cars [1]."
  ]) {
    it(`finds nothing wrong with: ${truth}`, () => assert.deepStrictEqual(faults(truth), [null]))
  }

  for (const [kind, planted] of [
    ["number", "Kestrel Auto sales rose 7% in February [1]."],
    ["number", "Kestrel Auto sales rose 6 points in February [1]."],
    ["number", "Kestrel Auto sold 18,300 cars and earned €1.2bn [1]."],
    ["number", "- **Harbour Times, 2026-03-05:** “Auroral Motors recalls 22,000 vans over brake software” [3]"],
    ["number", "Kestrel Auto sold 18,300 cars and earned $1.2bn [3]."],
    ["name", "Auroral Motors sales rose 6% in February [1]."],
    ["name", "In February, Kestrel Auto cars were sold in Norway [1]."],
    ["words", "The network doubles in a year, since drivers love cheap coffee and free parking [2]."],
    ["direction", "Kestrel Auto sales fell 6% in February [1]."],
    ["negation", "Lumen Charge plans to raise prices before 2027 [2]."],
    ["quotation", "Volt Daily says that “Kestrel Auto rose in sales 6% in February” [1]."],
    ["merged", "Auroral Motors sold 18,300 cars [1] [3]."],
    ["name", "Zorblatt recalls 22,000 vans over brake software [3]."],
    ["negation", "Kestrel Auto sales never rose 6% in February [1]."],
    ["uncited", "Kestrel Auto sales rose 6% in February."],
    ["unresolved", "Kestrel Auto sales rose 6% in February [1] [9]."],
    ["unresolved", "Read these sources first [9]."],
    ["words", "Kestrel Auto sales rose 6% in February, which experts call a turning point [1]."]
  ] as const) {
    it(`catches a planted ${kind}: ${planted}`, () => assert.deepStrictEqual(faults(planted), [kind]))
  }

  it("measures recall, precision, uncited sentences and numbers as they are", () => {
    const measured = measure(
      check(
        "News that by its words speaks for the market. Kestrel Auto sales rose 6% in February [1].",
        "Kestrel Auto sold 18,300 cars [1] [3]. Auroral Motors recalls 23,000 vans [3]. Lumen Charge doubles in a year."
      )
    )
    assert.deepStrictEqual(measured, {
      // Two of four claims hold; of four citations the two of [1] are needed: [3] adds nothing, and supports nothing.
      citation_recall: 0.5,
      citation_precision: 0.5,
      uncited_factual_sentences: 1,
      // 6 %, 18,300, and not 23,000, "doubles" or "in a year".
      numbers_grounded: 0.4,
      factual_sentences: 4,
      effective_citations: 2,
      markers_resolved: 1,
      duplicated_sentences: 0,
      support: 0.5,
      // Two cited sources of two publishers, where 12 and 8 would be enough; how old they are is not known without a
      // day. No two of them tell one story, so there is no agreement.
      sufficiency: 0.042,
      freshness: 0.5,
      on_topic: 1,
      independent_publishers: 2,
      counted_sources: 2,
      counted_publishers: 2,
      confidence: 0.01
    })
  })

  it("measures nothing where nothing is claimed", () =>
    assert.deepStrictEqual(
      measure({
        contents: ["No stored evidence was found on what speaks against the market."],
        sources: [],
        niche: "tea"
      }),
      {
        citation_recall: null,
        citation_precision: null,
        uncited_factual_sentences: 0,
        numbers_grounded: null,
        factual_sentences: 0,
        effective_citations: 0,
        markers_resolved: null,
        duplicated_sentences: 0,
        support: 0,
        sufficiency: 0,
        freshness: 0,
        on_topic: 1,
        independent_publishers: 0,
        counted_sources: 0,
        counted_publishers: 0,
        confidence: 0
      }
    ))

  it("supports a sentence by several sources that each hold a part", () => {
    const text = "Kestrel Auto sold 18,300 cars, and Auroral Motors recalls 22,000 vans."
    assert.isNotNull(faultOf(text, [sources[0]!]))
    assert.isNull(faultOf(text, [sources[0]!, sources[2]!]))
  })
})
