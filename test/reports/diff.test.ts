import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { type Report, ReportId, type ReportSource, type ReportType } from "../../src/domain/Report.ts"
import { isSameNiche, type ReportDiff, type SinceLastReport, sinceLastReport } from "../../src/domain/ReportDiff.ts"
import { toTimestamp } from "../../src/domain/Timestamp.ts"
import { hashOf } from "../../src/reports/check/Hash.ts"
import { recheck } from "../../src/reports/check/Recheck.ts"
import { type Comparable, compare } from "../../src/reports/diff/Diff.ts"
import { sinceSection } from "../../src/reports/diff/SinceSection.ts"
import { diffDocument } from "../../src/reports/document/DiffDocument.ts"
import { statementMarkdown } from "../../src/reports/writers/Compose.ts"
import { atOnce } from "../../src/storage/database/Batch.ts"

/** A claim and what it cites: the source is made from it where only the claim matters. */
interface Said {
  readonly text: string
  readonly source: Omit<ReportSource, "n">
}

const news = (text: string, source: Partial<ReportSource> = {}): Said => {
  const quote = source.quote ?? text
  const title = source.title ?? quote.split("\n")[0]!
  return {
    text,
    source: {
      kind: "signal",
      title,
      url: `https://news.example/${encodeURIComponent(title)}`,
      publisher: "Volt Daily",
      published_at: "2026-03-01",
      hash: hashOf(quote),
      ...source,
      quote
    }
  }
}

/** One of the service's own facts. */
const fact = (kind: ReportSource["kind"], title: string, text: string, source: Partial<ReportSource> = {}): Said =>
  news(text, { kind, title, url: null, publisher: null, published_at: null, ...source })

/** A report that says these things, each with a source of its own. */
const report = (
  id: number,
  said: ReadonlyArray<Said>,
  more: { readonly exhibits?: Report["sections"][string]; readonly report_type?: ReportType } = {}
): Report => ({
  id: ReportId.make(id),
  niche: "electric vehicles",
  report_type: more.report_type ?? "trend_report",
  title: "Trend report: electric vehicles",
  status: "completed",
  confidence: 0.5,
  created_at: toTimestamp(new Date(`2026-03-${String(id).padStart(2, "0")}T12:00:00Z`)),
  completed_at: null,
  step: null,
  research: null,
  error: null,
  executive_summary: "No stored evidence was found on what people search for.",
  sections: {
    trends: {
      title: "Trends",
      content: said.map(({ text }, n) => `- ${statementMarkdown({ lead: null, text, citations: [n + 1] })}`).join("\n"),
      citations: said.map((_, n) => n + 1)
    },
    sources: said.map(({ source }, n) => ({ n: n + 1, ...source })),
    gaps: [],
    quality: { writer: "extractive" },
    ...(more.exhibits !== undefined && { exhibits: more.exhibits })
  }
})

const diff = (before: Comparable, after: Comparable): ReportDiff => atOnce(compare(after, before)).diff

const between = (before: ReadonlyArray<Said>, after: ReadonlyArray<Said>): ReportDiff =>
  diff(report(1, before), report(2, after))

/** The changes in short. */
const told = ({ changes }: ReportDiff) =>
  changes.map(({ after, before, kind }) => [kind, before?.sentence ?? null, after?.sentence ?? null])

const kinds = (before: Said, after: Said) => between([before], [after]).changes.map(({ kind }) => kind)

const quoted = (headline: string, sentence: string, more: Partial<ReportSource> = {}): Said =>
  news(`“${headline}” “${sentence}” – Volt Daily, 2026-03-01`, {
    title: headline,
    quote: `${headline}\n${sentence}`,
    ...more
  })

describe("comparing two reports", () => {
  it("tells new claims from those that are gone, each with its sources", () => {
    const stays = news("Kestrel Auto sales rose 6% in February.")
    const goes = news("Auroral Motors recalls 22,000 vans over brake software.")
    const comes = news("Lumen Charge opens its first station in Porto.")
    const found = between([goes, stays], [stays, comes])
    assert.deepStrictEqual(told(found), [
      ["new", null, comes.text],
      ["gone", goes.text, null]
    ])
    assert.deepStrictEqual(found.counts, { new: 1, gone: 1, changed: 0, contradicted: 0, unchanged: 1 })
    assert.deepStrictEqual(found.changes[0]!.after!.citations, [{ n: 2, ...comes.source }])
    assert.strictEqual(found.changes[0]!.after!.section, "trends")
    assert.deepStrictEqual([found.sources.new.map(({ n }) => n), found.sources.gone.map(({ n }) => n)], [[2], [1]])
    assert.deepStrictEqual([found.report.id, found.against?.id], [2, 1])
  })

  for (const [why, before, after] of [
    [
      "quotation marks and case",
      news("Kestrel Auto's sales rose 6% in February"),
      news("Kestrel Auto’s Sales rose 6% in February.")
    ],
    [
      "the order in which the same figures are written",
      news("Kestrel Auto sold 18,300 cars in February and earned $1.2bn in Spain and Portugal together"),
      news("Kestrel Auto sold 18,300 cars in February, and earned 1.2 billion dollars in Spain and Portugal together")
    ],
    [
      "a headline that is told without its sentence",
      quoted("Charging network doubles its stations within one year in Portugal", "Drivers welcome it."),
      news("“Charging network doubles its stations within one year in Portugal” – Volt Daily, 2026-03-01")
    ],
    [
      "the day on which a keyword was looked up",
      fact(
        "tracked_keyword",
        "ev leasing",
        "Your tracked keyword “ev leasing”: position 7 on 2026-02-01, about 900 searches."
      ),
      fact(
        "tracked_keyword",
        "ev leasing",
        "Your tracked keyword “ev leasing”: position 7 on 2026-03-01, about 900 searches."
      )
    ]
  ] as const)
    it(`takes no notice of ${why}`, () => assert.deepStrictEqual(kinds(before, after), []))

  for (const [what, before, after, figures] of [
    [
      "a company's revenue",
      fact(
        "company",
        "Auroral Motors, Inc.",
        "Auroral Motors, Inc. (AUR, Motor Vehicles): revenue $9.77 billion in the period to 2025-12-31."
      ),
      fact(
        "company",
        "Auroral Motors, Inc.",
        "Auroral Motors, Inc. (AUR, Motor Vehicles): revenue $10.2 billion in the period to 2026-12-31; market value $31 billion."
      ),
      [
        { of: "revenue", before: "$9.77 billion", after: "$10.2 billion" },
        { of: "market value", before: null, after: "$31 billion" }
      ]
    ],
    [
      "how often something is searched for",
      fact(
        "trending_keyword",
        "ev subsidy",
        "Trending search “ev subsidy”: about 50,000 searches in ES, rising; about 2,000 searches in PT, rising."
      ),
      fact(
        "trending_keyword",
        "ev subsidy",
        "Trending search “ev subsidy”: about 20,000 searches in ES, falling (50,000 the day before); about 2,000 searches in PT, rising."
      ),
      [
        { of: "searches in ES", before: "50,000", after: "20,000" },
        { of: "trend in ES", before: "rising", after: "falling" }
      ]
    ],
    [
      "a keyword's position",
      fact(
        "tracked_keyword",
        "ev leasing",
        "Your tracked keyword “ev leasing”: position 17 on 2026-02-01, about 900 searches."
      ),
      fact(
        "tracked_keyword",
        "ev leasing",
        "Your tracked keyword “ev leasing”: not found on 2026-03-01, about 900 searches."
      ),
      [{ of: "position", before: "17", after: "not found" }]
    ],
    [
      "a topic's score",
      fact(
        "social_trend",
        "Two years with an EV",
        "Discussed on Reddit, r/fleet: “Two years with an EV”, 1,532 points, rank 1.",
        { publisher: "Reddit, r/fleet" }
      ),
      fact(
        "social_trend",
        "Two years with an EV",
        "Discussed on Reddit, r/fleet: “Two years with an EV”, 2,100 points, rank 3 (1,900 the day before, 40 a week before).",
        { publisher: "Reddit, r/fleet" }
      ),
      [
        { of: "points", before: "1,532", after: "2,100" },
        { of: "rank", before: "1", after: "3" }
      ]
    ],
    [
      "figures that have changed places",
      news("Petrol prices have risen by 83 paise and diesel prices by 73 paise", { url: "https://news.example/1" }),
      news("Petrol prices have risen by 73 paise and diesel prices by 83 paise", { url: "https://news.example/1" }),
      [
        { of: null, before: "83", after: "73" },
        { of: null, before: "73", after: "83" }
      ]
    ],
    [
      "news of one story",
      quoted("Auroral Motors recalls 22,000 vans", "The firm sold 18,300 vans last year."),
      quoted("Auroral Motors recalls 31,000 vans", "The firm sold 18,300 vans last year.", {
        published_at: "2026-03-04"
      }),
      [{ of: null, before: "22,000", after: "31,000" }]
    ],
    [
      "a price, in other words of another story",
      news("Brent crude trades at $52 a barrel, analysts at Volt Bank said."),
      news("Oil slides: Brent crude fell 4% to $47 a barrel on Friday.", { published_at: "2026-03-06" }),
      [{ of: null, before: "$52", after: "$47" }]
    ],
    [
      "a price of the same month",
      news("The price of copper was 9,000 dollars a tonne in June 2026, traders said."),
      news("Copper cost 9,400 dollars a tonne in June 2026.", { published_at: "2026-03-06" }),
      [{ of: null, before: "9,000 dollars", after: "9,400 dollars" }]
    ],
    [
      "a price that was told without a time",
      news("The price of copper was 9,000 dollars a tonne, traders said."),
      news("Copper cost 9,400 dollars a tonne in July 2026.", { published_at: "2026-03-06" }),
      [{ of: null, before: "9,000 dollars", after: "9,400 dollars" }]
    ],
    [
      "a price of another day",
      news("Copper closed at 9,000 dollars a tonne on 30 June 2026, traders said."),
      news("Copper fell to 8,700 dollars a tonne on 2 July 2026.", { published_at: "2026-03-06" }),
      [{ of: null, before: "9,000 dollars", after: "8,700 dollars" }]
    ],
    [
      "a price beside another month",
      news("Copper was 9,000 dollars a tonne in July 2026, after mines in Chile shut in June 2026."),
      news("Copper cost 9,400 dollars a tonne in July 2026.", { published_at: "2026-03-06" }),
      [{ of: null, before: "9,000 dollars", after: "9,400 dollars" }]
    ],
    [
      "a price without a time beside another month",
      news("Copper was 9,000 dollars a tonne, after mines in Chile shut in June 2026."),
      news("Copper cost 9,400 dollars a tonne in July 2026.", { published_at: "2026-03-06" }),
      [{ of: null, before: "9,000 dollars", after: "9,400 dollars" }]
    ],
    [
      "a price of the same month, told at different places of the sentence",
      news("By the end of July 2026, traders said, copper cost 9,000 dollars a tonne."),
      news("Copper rose from 9,200 dollars to 9,400 dollars a tonne in July 2026.", { published_at: "2026-03-06" }),
      [{ of: null, before: "9,000 dollars", after: "9,400 dollars" }]
    ],
    [
      "the one of two prices that is not of another month",
      news("Copper was 9,000 dollars a tonne in June 2026, while Brent traded at $52 a barrel in July 2026."),
      news("Copper was 9,400 dollars a tonne in July 2026, while Brent traded at $47 a barrel in July 2026.", {
        published_at: "2026-03-06"
      }),
      [{ of: null, before: "$52", after: "$47" }]
    ],
    [
      "what somebody has, in other words of another story",
      news("Kestrel Auto has 900 employees in Leeds and sells vans."),
      news("After a strike of three days, Kestrel Auto has 750 employees.", { published_at: "2026-03-06" }),
      [{ of: null, before: "900", after: "750" }]
    ]
  ] as const)
    it(`tells changed figures: ${what}`, () => {
      const { changes } = between([before], [after])
      assert.deepStrictEqual(
        changes.map(({ figures, kind }) => ({ kind, figures })),
        [{ kind: "changed", figures }]
      )
      assert.deepStrictEqual([changes[0]!.before!.sentence, changes[0]!.after!.sentence], [before.text, after.text])
    })

  for (const [why, before, after] of [
    [
      "stories that only share their form",
      news("Kestrel Auto shares rose 2% to close at $10 in heavy trading on Monday"),
      news("Volt Motors shares rose 3% to close at $12 in heavy trading on Monday")
    ],
    [
      "the same words of another event",
      news("Sales of electric vans in Spain rose 6% from a year before", {
        title: "January sales",
        url: "https://news.example/1"
      }),
      news("Sales of electric vans in Spain rose 9% from a year before", {
        title: "Spring report",
        url: "https://news.example/2"
      })
    ],
    [
      "a column of the same name months later",
      news("The index of vans stands at 104 points now", {
        title: "The week in vans",
        published_at: "2026-01-01",
        url: "https://news.example/1"
      }),
      news("The index of vans stands at 107 points now", {
        title: "The week in vans",
        published_at: "2026-03-01",
        url: "https://news.example/2"
      })
    ],
    [
      "issues of a series",
      news("Wellness calendar for drivers of vans, Aug. 23-30"),
      news("Wellness calendar for drivers of vans, Aug. 16-23")
    ],
    [
      "items of a feed that gives them one address",
      news("The index stands at 104 points now", { title: "Vans in Spain", url: "https://news.example/" }),
      news("The index stands at 107 points now", { title: "Tea in Kenya", url: "https://news.example/" })
    ],
    [
      "two firms in one article",
      news(
        "Kestrel shares rose 2% in heavy trading on the exchange in Madrid on Monday before dealers told investors what vans cost in northern Spain",
        {
          url: "https://news.example/1",
          title: "Shares on Monday"
        }
      ),
      news(
        "Volt shares rose 3% in heavy trading on the exchange in Madrid on Monday before dealers told investors what vans cost in northern Spain",
        {
          url: "https://news.example/1",
          title: "Shares on Monday"
        }
      )
    ],
    [
      "parts of a series",
      news("How drivers of vans charge at home, Part 1"),
      news("How drivers of vans charge at home, Part 2")
    ],
    [
      "roles that are exchanged",
      news("The US has dethroned Singapore as the most competitive economy of the world"),
      news("Singapore has dethroned the US as the most competitive economy of the world")
    ],
    [
      "a plan that was carried out",
      news("The park is to raise 4,000 crore rupees from investors for its second building"),
      news("The park has raised 4,000 crore rupees from investors for its second building")
    ],
    [
      "what another publisher says of the same day",
      quoted("Helium prices fall as the plant restarts", "Helium prices fell to $380 per thousand cubic feet."),
      quoted("Helium prices fall as the plant restarts", "Helium prices fell to $340 per thousand cubic feet.", {
        url: "https://other.example/1",
        publisher: "Alpha Times"
      })
    ],
    [
      "a price of something else",
      news("Brent crude trades at $52 a barrel."),
      news("Crude from Norway trades at $47 a barrel.", { published_at: "2026-03-06" })
    ],
    [
      "a price by another unit",
      news("Brent crude trades at $52 a barrel."),
      news("Brent crude trades at $347 a tonne.", { published_at: "2026-03-06" })
    ],
    [
      "by how much a price changes",
      news("Brent crude fell by $5 a barrel on Monday."),
      news("Brent crude fell by $2 a barrel on Friday.", { published_at: "2026-03-06" })
    ],
    [
      "a price of another month",
      news("The price of copper was 9,000 dollars a tonne in June 2026."),
      news("The price of copper was 9,400 dollars a tonne in July 2026.", { published_at: "2026-03-06" })
    ],
    [
      "a price of another month, of one story",
      news("The price of copper was 9,000 dollars a tonne in June 2026.", { url: "https://news.example/1" }),
      news("The price of copper was 9,400 dollars a tonne in July 2026.", { url: "https://news.example/1" })
    ],
    [
      "a price of another quarter, in other words",
      news("The price of copper averaged 9,000 dollars a tonne in the second quarter of 2026."),
      news("Copper cost 9,400 dollars a tonne in the third quarter of 2026, traders said.", {
        published_at: "2026-03-06"
      })
    ],
    [
      "a price of another month, beside the same month",
      news("Copper was 9,000 dollars a tonne in June 2026, before mines in Chile shut in July 2026."),
      news("Copper cost 9,400 dollars a tonne in July 2026, after a rise in June 2026.", { published_at: "2026-03-06" })
    ],
    [
      "a price of another month, which stands before it",
      news("At the end of June 2026, as mines in Chile shut, copper was 9,000 dollars a tonne."),
      news("In July 2026, copper cost 9,400 dollars a tonne.", { published_at: "2026-03-06" })
    ],
    [
      "prices of another month, which is told of the last of them",
      news("Copper was 9,000 dollars a tonne and tin 31,000 dollars a tonne in June 2026."),
      news("Copper cost 9,400 dollars a tonne in July 2026.", { published_at: "2026-03-06" })
    ],
    [
      "what another quarter brought",
      news("Kestrel Auto revenue was €118 million in the third quarter of 2025"),
      news("Kestrel Auto revenue was €131 million in the fourth quarter of 2025", { published_at: "2026-03-06" })
    ],
    [
      "two companies",
      fact("company", "Auroral Motors", "Auroral Motors: revenue $9.77 billion."),
      fact("company", "Kestrel Auto", "Kestrel Auto: revenue $9.99 billion.")
    ]
  ] as const)
    it(`takes for no change ${why}`, () => assert.deepStrictEqual(kinds(before, after), ["new", "gone"]))

  for (const [before, after] of [
    ["Lumen Charge plans to raise prices before 2027", "Lumen Charge does not plan to raise prices before 2027"],
    ["Demand for electric vans in Spain rises", "Demand for electric vans in Spain falls"],
    ["Regulators approve the Kestrel plant in Leeds", "Regulators reject the Kestrel plant in Leeds"],
    ["Kestrel Auto plans a battery plant in Porto", "Kestrel Auto abandons the plant in Porto after talks with banks"],
    ["Kestrel Auto will build a plant in Porto by 2028", "Kestrel Auto has scrapped its plans for the Porto plant"],
    ["Kestrel Auto plans to close its plant in Porto", "Plans to close the Kestrel Auto plant in Porto were shelved"],
    ["Kestrel Auto has withdrawn its bid for Volt Motors", "Kestrel Auto plans a bid for Volt Motors"],
    ["Acme to open a plant in Porto", "Acme scrapped the plant in Porto"],
    ["Acme is to open a plant in Porto", "Acme scrapped its deal to build a plant in Porto"],
    ["Acme is set to open a plant in Porto", "Acme has cancelled construction of the plant in Porto"],
    ["Swedish battery maker Northvolt to open a plant in Porto", "Northvolt shelves the Porto plant"],
    ["Acme aims to open a plant in Porto", "The plant of Acme in Porto was scrapped"],
    [
      "Corvex said that helium output rose 12% to 9.4 million cubic metres in the third quarter",
      "Corvex said that helium output fell 12% to 8.3 million cubic metres in the third quarter"
    ]
  ] as const)
    it(`tells a contradiction: ${before} / ${after}`, () =>
      assert.deepStrictEqual(told(between([news(before)], [news(after)])), [["contradicted", before, after]]))

  for (const [before, after] of [
    ["Demand for electric vans in Spain rises", "Demand for electric vans in Norway falls"],
    ["Kestrel Auto plans a battery plant in Porto", "Volt Motors abandons a battery plant in Porto"],
    ["Kestrel Auto plans a battery plant in Porto", "Kestrel Auto abandons a van for farms in Spain"],
    ["Kestrel Auto plans a battery plant in Porto", "Kestrel Auto may abandon the battery plant in Porto"],
    ["Kestrel Auto plans a battery plant in Porto", "Kestrel Auto has not abandoned the battery plant in Porto"],
    [
      "Northvolt delivered batteries to the Porto assembly plant.",
      "Northvolt shelved expansion of the Porto assembly plant."
    ],
    ["Northvolt plans an assembly plant in Porto.", "Northvolt shelved expansion of the Porto assembly plant."],
    ["Northvolt plans an assembly plant in Porto.", "Expansion of the Porto assembly plant was shelved by Northvolt."],
    ["Northvolt ships cells from Sweden to assembly plants in Porto", "Northvolt shelved the assembly plants in Porto"],
    ["Northvolt sells Porto to battery makers in Spain", "Northvolt ditched battery makers in Spain"],
    ["Shares of Varta rose to a record on orders for battery plants.", "Varta cancelled orders for battery plants."],
    ["Varta will open a battery plant in Porto.", "Varta cancelled orders for battery plants."],
    [
      "Varta cancelled a dividend after opening the battery plant in Porto.",
      "Varta will open a battery plant in Porto."
    ],
    ["Volt Motors plans a battery plant in Porto", "The battery plant of Kestrel Auto in Porto was scrapped"],
    ["Sales of electric vans in Spain rose 6%", "Sales of electric vans in Spain fell 9%"],
    ["Demand for electric vans in Spain rises", "Demand for electric vans in Spain"],
    ["Sales of electric vans rose in January 2026", "Sales of electric vans fell in February 2026"],
    ["Demand for electric vans in Spain rises", "Demand for electric vans in Spain surprises analysts and dealers"]
  ] as const)
    it(`takes for no contradiction: ${before} / ${after}`, () =>
      assert.deepStrictEqual(kinds(news(before), news(after)), ["new", "gone"]))

  describe("with an earlier claim that the later report repeats", () => {
    const old = [
      news("Zorb Corp plans lumium valves plant in Oslo"),
      news("Lumium valves cost 52 euros apiece at Rotterdam exchange")
    ]
    const scrapped = "Zorb Corp scraps lumium valves plant in Oslo"
    const cheaper = "Lumium valves cost 47 euros apiece at Rotterdam exchange"
    for (const day of ["2026-03-01", "2026-03-06"])
      it(`tells what is said otherwise now, in news of ${day}`, () => {
        const found = between(old, [...old, ...[scrapped, cheaper].map((text) => news(text, { published_at: day }))])
        assert.deepStrictEqual(told(found), [
          ["contradicted", old[0]!.text, scrapped],
          ["changed", old[1]!.text, cheaper]
        ])
        assert.deepStrictEqual(found.counts, { new: 0, gone: 0, changed: 1, contradicted: 1, unchanged: 2 })
        assert.deepStrictEqual(found.changes[1]!.figures.length, 1)
      })

    it("does not take what is older for what has become of it", () => {
      const older = [scrapped, cheaper].map((text) => news(text, { published_at: "2026-02-20" }))
      assert.deepStrictEqual(between(old, [...old, ...older]).counts, {
        new: 2,
        gone: 0,
        changed: 0,
        contradicted: 0,
        unchanged: 2
      })
    })

    it("calls gone what only the earlier report said against it", () => {
      const both = [...old, news(scrapped, { published_at: "2026-03-02" })]
      assert.deepStrictEqual(told(between(both, old)), [["gone", scrapped, null]])
    })
  })

  it("finds what says the same among many that are more alike in their words", () => {
    const story = { title: "Vans in Spain", url: "https://news.example/1" }
    const text = (n: number) =>
      `Dealers in northern Spain sold ${n} electric vans of the new model to small fleets, farms and towns`
    const others = Array.from({ length: 20 }, (_, n) => news(text(100 + n), story))
    const same = news(`${text(7)} alike.`, story)
    const found = between([news(text(7), story)], [...others, same])
    assert.deepStrictEqual(found.counts, { new: 20, gone: 0, changed: 0, contradicted: 0, unchanged: 1 })
  })

  it("leaves out what a report says of itself, of an earlier one, and without a source", () => {
    const said = [news("Kestrel Auto sales rose 6% in February.")]
    const earlier = report(1, [news("Auroral Motors recalls 22,000 vans over brake software.")])
    const plain = report(2, said)
    const since = sinceSection(atOnce(compare(plain, earlier)))
    const full = {
      ...plain,
      executive_summary: "An uncited opening of an earlier version.",
      sections: { ...plain.sections, [sinceLastReport]: since }
    }
    assert.deepStrictEqual(told(diff(earlier, full)), told(diff(earlier, plain)))
    assert.deepStrictEqual(diff(full, full).counts, { new: 0, gone: 0, changed: 0, contradicted: 0, unchanged: 1 })
  })

  describe("in a section of the new report", () => {
    const earlier = report(1, [
      news("Kestrel Auto sales rose 6% in February.", { url: "https://news.example/1" }),
      news("Lumen Charge plans to raise prices before 2027."),
      news("Auroral Motors recalls 22,000 vans over brake software.")
    ])
    const later = report(2, [
      news("Kestrel Auto sales rose 9% in February.", { url: "https://news.example/1" }),
      news("Lumen Charge does not plan to raise prices before 2027."),
      news("Volt Motors opens a plant in Porto.")
    ])
    const since = sinceSection(atOnce(compare(later, earlier)))
    const checked = (section: SinceLastReport) =>
      recheck({ ...later, sections: { ...later.sections, [sinceLastReport]: section } })

    it("repeats the new claims, quotes the old ones, and only counts what is gone", () => {
      assert.strictEqual(
        since.content,
        [
          "Compared with report 1 (trend report, 2026-03-01): 1 claim that it did not have, 1 claim with other figures, " +
            "1 claim of the opposite and 1 claim gone.",
          "The opposite of what report 1 said:",
          "- Lumen Charge does not plan to raise prices before 2027 [2].",
          "Report 1 said: “Lumen Charge plans to raise prices before 2027.”",
          "Other figures than in report 1:",
          "- Kestrel Auto sales rose 9% in February [1].",
          "Report 1 said: “Kestrel Auto sales rose 6% in February.”",
          "New since report 1:",
          "- Volt Motors opens a plant in Porto [3]."
        ].join("\n\n")
      )
      assert.deepStrictEqual(since.citations, [1, 2, 3])
    })

    it("says once that nothing has changed, and lists no zeros", () => {
      const { content } = sinceSection(atOnce(compare({ ...earlier, id: later.id }, earlier)))
      assert.strictEqual(
        content,
        "Compared with report 1 (trend report, 2026-03-01): no claim has changed, of 3 claims."
      )
    })

    it("tells what has happened since from what is only chosen anew", () => {
      const created_at = "2026-03-02T00:00:00" as Report["created_at"]
      const { content } = sinceSection(atOnce(compare(later, { ...earlier, created_at })))
      const older = later.sections["sources"] as ReadonlyArray<ReportSource>
      assert.isTrue(older.every(({ published_at }) => published_at! < "2026-03-02"))
      assert.notInclude(content, "New since")
      assert.include(content, "Not new, and not told in report 1:\n\n- Volt Motors opens a plant in Porto [3].")
    })

    it("calls nothing new that an earlier report of another type had as evidence", () => {
      const told = news("Kestrel Auto sales rose 6% in February.")
      const market = fact(
        "company",
        "Volt Motors",
        "Volt Motors (VLT): revenue $4 million in the period to 2025-12-31."
      )
      const plant = news("Volt Motors opens a plant in Porto.", { published_at: "2026-03-02" })
      const strike = news("Dockers in Porto strike for a week.", { published_at: "2026-03-02" })
      const first = report(2, [told], { report_type: "decision_brief" })
      const unused_sources = [market, plant].map(({ source: { title, url } }) => ({ title, url }))
      const before = { ...first, sections: { ...first.sections, quality: { writer: "extractive", unused_sources } } }
      const secondsLater = (said: ReadonlyArray<Said>) => ({ ...report(3, said), created_at: before.created_at })
      const contentOf = (after: Report) => sinceSection(atOnce(compare(after, before))).content

      const same = secondsLater([told, market, plant])
      assert.notInclude(contentOf(same), "New since")
      const none = "Of the claims that report 2 did not have, none is new."
      assert.isTrue(contentOf(same).endsWith(`: 2 claims that it did not have and 1 unchanged claim.\n\n${none}`))
      const section = sinceSection(atOnce(compare(same, before)))
      for (const said of [none, "Nothing of what report 2 did not have is new since then."]) {
        const stored = { ...section, content: section.content.replace(none, said) }
        assert.isTrue(recheck({ ...same, sections: { ...same.sections, [sinceLastReport]: stored } }).passed, said)
      }

      assert.notMatch(diffDocument(diff(before, same)), /^## New/m)
      assert.match(diffDocument(diff(before, same)), /^## Not in the earlier report\n\n- Volt Motors/m)

      const other = contentOf(secondsLater([told, market, plant, strike]))
      assert.match(other, /New since report 2:\n\n- Dockers in Porto strike for a week \[4\]\.$/)
      // What the service measures itself has another value every day.
      assert.include(contentOf(report(3, [told, market])), "New since report 2:\n\n- Volt Motors (VLT)")
    })

    it("is checked in the words of earlier versions", () => {
      const older = sinceSection(
        atOnce(compare(later, { ...earlier, created_at: toTimestamp(new Date("2026-03-02T00:00:00Z")) }))
      )
      const heading = "From news of before report 1, which that report did not tell:"
      assert.isTrue(
        checked({ ...older, content: older.content.replace("Not new, and not told in report 1:", heading) }).passed
      )
      const counts = / 1 claim that it did not have.* gone\./
      for (const first of ["1 claim that it did not have", "1 new claim"]) {
        const former = `${first}, 1 claim with other figures, 1 claim of the opposite, 0 unchanged claims, and 1 claim gone.`
        const content = since.content.replace(counts, ` ${former}`)
        assert.include(content, former)
        assert.isTrue(checked({ ...since, content }).passed)
        assert.isFalse(checked({ ...since, content: content.replace("0 unchanged", "4 unchanged") }).passed)
      }
    })

    it("is checked like the others, and not measured", () => {
      const plain = recheck(later)
      assert.deepStrictEqual(checked(since), plain)
      assert.isTrue(plain.passed)
    })

    for (const [what, section, fault] of [
      ["a claim without a source", { ...since, content: `${since.content}\n\nTea is cheap.` }, "uncited"],
      ["a marker that leads nowhere", { ...since, content: since.content.replace("[3]", "[7]") }, "unresolved"],
      ["a figure that its source does not have", { ...since, content: since.content.replace("9%", "8%") }, "number"],
      ["counts that are not those of the comparison", { ...since, counts: { ...since.counts, gone: 7 } }, "uncited"],
      ["words that the earlier report did not say", { ...since, said: since.said.slice(1) }, "uncited"]
    ] as const)
      it(`does not pass with ${what}`, () => {
        const { faults, passed } = checked(section)
        assert.deepStrictEqual([passed, faults.map(({ fault }) => fault)], [false, [fault]])
      })

    it("may say so nowhere else", () => {
      const [opening] = since.content.split("\n\n")
      const { faults } = recheck({ ...later, executive_summary: opening! })
      assert.deepStrictEqual(
        faults.map(({ fault }) => fault),
        ["uncited"]
      )
    })

    it("rests on the verdicts of a judge where its claims do", () => {
      const sentence = "In Porto there will be work for van builders at Volt Motors."
      const said = [
        news(sentence, { title: "Volt Motors opens a plant", quote: "Volt Motors opens a plant in Porto." })
      ]
      const spans = [{ n: 1, text: "opens a plant in Porto" }]
      const plain = report(2, said)
      const judged = { ...plain.sections, verdicts: [{ sentence, facts: [{ fact: sentence, spans }] }] }
      const section = sinceSection(atOnce(compare(plain, earlier)))
      const faultsOf = (sections: Report["sections"]) =>
        recheck({ ...plain, sections: { ...sections, [sinceLastReport]: section } }).faults.length
      assert.strictEqual(faultsOf(judged), 0)
      assert.strictEqual(faultsOf(plain.sections), 2)
    })
  })

  it("compares the numbers of exhibits that both have, by their rows", () => {
    const exhibit = (
      id: string,
      first: "text" | "date",
      rows: ReadonlyArray<ReadonlyArray<string | number | null>>
    ) => ({
      id,
      section: null,
      title: id,
      description: "",
      chart: "none",
      columns: [
        { name: "Name", kind: first },
        { name: "Revenue", kind: "number", unit: "USD" },
        { name: "Of", kind: "text" }
      ],
      rows: rows.map((cells) => ({ cells: [...cells, "x"], citations: [] }))
    })
    const before = report(1, [], {
      exhibits: [
        exhibit("companies", "text", [
          ["Acme", 10],
          ["Kestrel", 20],
          ["Twice", 1],
          ["Twice", 2],
          ["Left", 3]
        ]),
        exhibit("coverage", "date", [
          ["2026-01-01", 4],
          ["2026-01-08", 5]
        ]),
        exhibit("gone", "text", [["Acme", 1]])
      ]
    })
    const after = report(2, [], {
      exhibits: [
        exhibit("companies", "text", [
          ["Kestrel", 20],
          ["Acme", 12],
          ["Twice", 8],
          ["Entered", null],
          ["Risen", 7]
        ]),
        exhibit("coverage", "date", [
          ["2026-01-08", 6],
          ["2026-01-15", 1]
        ]),
        { id: "not an exhibit" }
      ]
    })
    const change = (exhibit: string, row: string, before: number | null, after: number | null) => ({
      exhibit,
      row,
      column: "Revenue",
      unit: "USD",
      before,
      after
    })
    assert.deepStrictEqual(diff(before, after).exhibits, [
      change("companies", "Acme", 10, 12),
      change("companies", "Twice", null, 8),
      change("companies", "Risen", null, 7),
      change("companies", "Left", 3, null),
      change("coverage", "2026-01-08", 5, 6)
    ])
    assert.deepStrictEqual(diff(report(1, []), after).exhibits, [])
  })

  it("knows a niche again whatever its case and white space", () => {
    assert.isTrue(isSameNiche("Electric  Vehicles", "electric vehicles"))
    assert.isTrue(isSameNiche("KÄSE\u00a0& Wein", " käse & wein"))
    assert.isFalse(isSameNiche("electric vehicles", "electric vehicle"))
  })
})

const subjects = ["Kestrel Auto", "Auroral Motors", "Lumen Charge"]
const sentences = [
  (who: string, n: number) => `Sales of ${who} vans in Spain rose ${n}% from a year before`,
  (who: string, n: number) => `Sales of ${who} vans in Spain fell ${n}% from a year before`,
  (who: string) => `The board of ${who} plans to raise prices in Spain`,
  (who: string) => `The board of ${who} does not plan to raise prices in Spain`,
  (who: string, n: number) => `“New vans for ${who} in Spain” “It sold ${n} of them.” – Volt Daily, 2026-03-01`,
  (who: string, n: number) => `${who}: revenue $${n} billion; market value $${n + 1} billion.`
]

const Claims = Schema.Array(
  Schema.Struct({
    who: Schema.Literals([0, 1, 2]),
    form: Schema.Literals([0, 1, 2, 3, 4, 5]),
    n: Schema.Literals([2, 3, 40]),
    story: Schema.Literals([1, 2])
  })
).check(Schema.isMaxLength(14))

const arbitrary = (id: number, claims: typeof Claims.Type): Report =>
  report(
    id,
    claims.map(({ form, n, story, who }) => {
      const text = sentences[form]!(subjects[who]!, n)
      return form === 5
        ? fact("company", subjects[who]!, text)
        : news(text, { title: `Story ${story}`, url: `https://news.example/${story}` })
    })
  )

describe("any two reports", () => {
  it.prop(
    "have each claim in one class, and exchanged the same classes turned round",
    [Claims, Claims],
    ([one, other]) => {
      const [before, after] = [arbitrary(1, one), arbitrary(2, other)]
      const forwards = diff(before, after)
      const backwards = diff(after, before)
      const { changed, contradicted, gone, new: added, unchanged } = forwards.counts
      const size = (claims: typeof one) =>
        new Set(claims.map(({ form, n, who }) => sentences[form]!(subjects[who]!, n))).size
      assert.strictEqual(added + changed + contradicted + unchanged, size(other))
      // What both have may stand beside what is said against it, too.
      const repeats = gone + changed + contradicted + unchanged - size(one)
      assert.isTrue(repeats === 0 || (repeats > 0 && unchanged > 0 && repeats <= changed + contradicted))
      const listed = forwards.changes.flatMap(({ after }) => (after === null ? [] : [after.sentence]))
      assert.strictEqual(new Set(listed).size, listed.length)
      assert.strictEqual(forwards.changes.length, added + gone + changed + contradicted)
      const turned = backwards.changes.map(({ after, before, figures, kind }) => ({
        kind: kind === "new" ? "gone" : kind === "gone" ? "new" : kind,
        before: after?.sentence,
        after: before?.sentence,
        figures: figures.map(({ after, before, of }) => ({ of, before: after, after: before }))
      }))
      const plain = forwards.changes.map(({ after, before, figures, kind }) => ({
        kind,
        before: before?.sentence,
        after: after?.sentence,
        figures
      }))
      type Turned = Omit<(typeof plain)[number], "kind"> & { readonly kind: string }
      const alone = (claims: ReadonlyArray<Turned>, others: ReadonlyArray<Turned>) =>
        claims.map((change) => {
          const isNew = others.some(({ after, kind }) => kind === "new" && after === change.after)
          const isGone = others.some(({ before, kind }) => kind === "gone" && before === change.before)
          if (change.kind === "new" || change.kind === "gone" || (!isNew && !isGone)) return change
          return isNew
            ? { kind: "new", before: undefined, after: change.after, figures: [] }
            : { kind: "gone", before: change.before, after: undefined, figures: [] }
        })
      assert.sameDeepMembers([...alone(plain, turned)] as Array<unknown>, [...alone(turned, plain)])
      assert.sameDeepMembers([...forwards.sources.new], [...backwards.sources.gone])
    }
  )

  it.prop("do not differ where they are one", [Claims], ([claims]) => {
    const { changes, counts, exhibits, sources } = diff(arbitrary(1, claims), arbitrary(2, claims))
    assert.deepStrictEqual([changes, exhibits, sources], [[], [], { new: [], gone: [] }])
    assert.strictEqual(counts.gone + counts.new + counts.changed + counts.contradicted, 0)
  })

  it.prop(
    "give a section that the check of the new report passes",
    [Claims, Claims],
    ([one, other]) => {
      const [before, after] = [arbitrary(1, one), arbitrary(2, other)]
      const since = sinceSection(atOnce(compare(after, before)))
      const { faults } = recheck({ ...after, sections: { ...after.sections, [sinceLastReport]: since } })
      assert.deepStrictEqual(faults, [])
    },
    { arbitrary: { runs: 25 } }
  )
})
