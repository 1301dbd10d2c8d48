import { assert, describe, it } from "@effect/vitest"
import { agreed, compared } from "../../bench/quality/reports/rubrics/Judged.ts"
import { factsFor, rubrics, statedIn, stating } from "../../bench/quality/reports/rubrics/Recall.ts"
import { saying, tokensOf } from "../../bench/quality/reports/rubrics/Says.ts"
import { firms } from "../../src/demo/Firms.ts"
import { markets } from "../../src/demo/Markets.ts"
import { posts } from "../../src/demo/Posts.ts"
import { type Country, searches } from "../../src/demo/Searches.ts"
import { publish } from "../../src/demo/Story.ts"
import { ReportType } from "../../src/domain/Report.ts"

const says = (asked: string, text: string): boolean => saying(asked)(tokensOf(text))

/** The words of a thing of the demo that a fact names. */
const itemOf = (niche: string, from: string): ReadonlyArray<string> => {
  const [kind, name] = [from.split(":")[0]!, from.slice(from.indexOf(":") + 1)]
  const stories = markets[niche]!.map((story) => publish(story, new Date("2026-11-21T12:00:00Z")))
  switch (kind) {
    case "story":
      return stories
        .filter(({ title }) => title.startsWith(name))
        .map(({ paragraphs, title }) => [title, ...paragraphs].join(" "))
    case "company":
      return firms
        .filter(({ tickers }) => tickers.includes(name))
        .map((firm) => `${firm.name}: ${firm.revenue} million, ${firm.marketCap} million`)
    case "search": {
      const [country, keyword] = name.split("/") as [Country, string]
      return searches[country]
        .filter((search) => search.keyword === keyword)
        .map(
          ({ today, yesterday }) =>
            `search ${keyword}: ${today}, ${yesterday === null ? "new" : today > yesterday ? "rising" : "falling"}`
        )
    }
    case "post":
      return posts.filter(({ title }) => title.startsWith(name)).map(({ title }) => `discussed: ${title}`)
    default:
      return []
  }
}

describe("the rubrics", () => {
  it("ask 25 things of every kind of report on every market", () => {
    assert.sameMembers(
      rubrics.map(({ niche }) => niche),
      Object.keys(markets)
    )
    for (const { facts, niche } of rubrics) {
      assert.strictEqual(new Set(facts.map(({ id }) => id)).size, facts.length)
      for (const report_type of ReportType.literals) assert.lengthOf(factsFor({ niche, report_type }), 25)
    }
  })

  it("ask for what the demo stores, and recognise it there", () => {
    const unfounded = rubrics.flatMap(({ facts, niche }) =>
      facts
        .filter(({ from }) => from !== "all")
        .filter((fact) => {
          const items = itemOf(niche, fact.from)
          return items.length !== 1 || stating(fact, items).length === 0
        })
        .map(({ id }) => `${niche}: ${id}`)
    )
    assert.deepStrictEqual(unfounded, [])
  })

  it("recognise a fact by its own sentence and not by that of another market", () => {
    const wrong = rubrics.flatMap(({ facts, niche }) => {
      const others = rubrics.filter((one) => one.niche !== niche).flatMap((one) => one.facts)
      return facts.flatMap((fact) => [
        ...(stating(fact, [fact.sentence]).length === 1 ? [] : [`${niche}: ${fact.id}`]),
        ...(fact.from === "all"
          ? []
          : stating(
              fact,
              others.map(({ sentence }) => sentence)
            ).map((sentence) => `${niche}: ${fact.id} in “${sentence}”`))
      ])
    })
    assert.deepStrictEqual(wrong, [])
  })

  it("recognise numbers however they are written", () => {
    const same = [
      ["$2.4 billion", "2,400 million"],
      ["$212m", "212,000,000"],
      ["four per cent", "4 %"],
      ["thirty-one", "31"],
      ["a 9-billion-parameter model", "9 billion"],
      ["€810–830 million", "810 million to 830 million"]
    ]
    for (const [one, other] of same) {
      const numbers = (text: string) => tokensOf(text).filter((token) => /^\d/.test(token))
      assert.deepStrictEqual(numbers(one!), numbers(other!))
    }
    assert.isFalse(says("41%", "41 sites"))
    assert.isFalse(says("12%", "1,200 and 112%"))
    assert.isTrue(says("wattmuhle; 300", "Wattmühle builds 300 parks"))
    assert.isFalse(says("new", "in the news"))
  })

  it("find facts in summaries, sections and rows of exhibits, one statement at a time", () => {
    const statements = statedIn({
      executive_summary: "Voltmarsh grew. Revenue rose 41%. [1]",
      confidence: 1,
      sections: {
        trends: { title: "Trends", content: "> 212 million\n\n- **“A headline”** “A quotation.” [2]", citations: [2] },
        sources: [{ n: 1, quote: "17% of points" }],
        exhibits: [
          {
            id: "companies",
            section: null,
            title: "Companies",
            description: "",
            chart: "bars",
            columns: [
              { name: "company", kind: "text" },
              { name: "revenue", kind: "number", unit: "USD" }
            ],
            rows: [
              { cells: ["Voltmarsh", 744_000_000], citations: [3] },
              { cells: ["Kerbwell", null], citations: [] }
            ]
          }
        ]
      }
    })
    assert.deepStrictEqual(statements, [
      "Voltmarsh grew.",
      "Revenue rose 41%.",
      "“A headline” “A quotation.”",
      "Companies. | company Voltmarsh | revenue 744000000 USD",
      "Companies. | company Kerbwell"
    ])
    assert.isTrue(says("voltmarsh; 744 million", statements[3]!))
  })

  it("come to what a reader comes to in at least 95 of 100 cases", () => {
    for (const half of ["tuning", "reporting"] as const) {
      const { of, part } = agreed(compared().filter((one) => one.half === half))
      assert.isAtLeast(of, 100)
      assert.isAtLeast(part / of, 0.95)
    }
  })
})
