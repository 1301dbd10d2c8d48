import { exhibitFaults } from "../../src/reports/check/Exhibits.ts"
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import type { Exhibit } from "../../src/domain/Exhibit.ts"
import { type Report, ReportId, type ReportRequest, ReportType } from "../../src/domain/Report.ts"
import { recheck } from "../../src/reports/check/Recheck.ts"
import { everToldOf, exhibitsOf, toldOf } from "../../src/reports/dossier/Dossier.ts"
import type { Evidence } from "../../src/reports/evidence/Evidence.ts"
import type { Market } from "../../src/reports/evidence/Market.ts"
import type { Piece } from "../../src/reports/evidence/Piece.ts"
import { outlineOf } from "../../src/reports/Outline.ts"
import { render } from "../../src/reports/Render.ts"

const asOf = "2026-03-10"
const request: ReportRequest = { niche: "tea", report_type: "comprehensive_analysis", context: null }

const news = (n: number, more: Partial<Piece> & { readonly text?: string } = {}): Piece => {
  const { text = "", ...rest } = more
  const title = rest.title ?? `Tea house ${n} opens`
  const sentences = [title, ...text.split("\n").filter((line) => line !== "")]
  return {
    n,
    kind: "signal",
    title,
    url: `https://news.example/${n}`,
    publisher: `Paper ${n}`,
    published_at: "2026-03-01",
    published_at_estimated: false,
    quote: sentences.join("\n"),
    relevance: 1,
    facets: new Set(["news"] as const),
    attribution: `Paper ${n}, 2026-03-01`,
    headline: title,
    sentences: sentences.map((text) => ({ text, verbatim: true })),
    score: 1,
    ...rest
  }
}

const fact = (n: number, kind: Piece["kind"], title: string, quote: string): Piece => ({
  ...news(n, { title }),
  kind,
  publisher: null,
  published_at: null,
  quote,
  headline: null,
  sentences: [{ text: quote, verbatim: false }]
})

const empty: Market = { stories: [], searches: [], topics: [], companies: [] }

const story = (n: number | null, more: Partial<Market["stories"][number]> = {}): Market["stories"][number] => ({
  n,
  headline: `Tea house ${n} opens`,
  day: "2026-03-01",
  publishers: [`Paper ${n}`],
  others: [],
  names: [],
  ...more
})

const exhibit = (id: string, pieces: ReadonlyArray<Piece>, market: Partial<Market>): Exhibit | undefined =>
  exhibitsOf("comprehensive_analysis", { pieces, market: { ...empty, ...market }, asOf }).find((one) => one.id === id)

const rowsOf = (shown: Exhibit | undefined) =>
  shown?.rows.map(({ cells, citations }) => [...cells, citations.join()].map((cell) => cell ?? "–").join(" | "))

const told = (shown: Exhibit | undefined) => (shown === undefined ? [] : toldOf(shown).map(({ text }) => text))

describe("a timeline", () => {
  const stories = [
    story(1, { day: "2026-03-05", publishers: ["One", "Two"] }),
    story(2, { day: "2026-02-20" }),
    story(3, { day: null }),
    story(null, { day: "2026-03-06" })
  ]
  const shown = exhibit("timeline", [news(1), news(2), news(3)], { stories })

  it("has the cited stories by day, and none without a date of its own", () => {
    assert.deepStrictEqual(rowsOf(shown), [
      "Tea house 2 opens | 2026-02-20 | 1 | 2",
      "Tea house 1 opens | 2026-03-05 | 2 | 1"
    ])
    assert.strictEqual(
      shown?.description,
      "2 of the 4 stories found, cited in this report and dated 2026-02-20 to 2026-03-05; each with the number of " +
        "publishers that tell of it. Left out because they have no date: 1 story."
    )
  })

  it("names who contradicts a story, with the source", () => {
    const pieces = [
      news(1, { title: "Kestrel in talks to buy Ashby for $640 million" }),
      news(2, { title: "Ashby rejects a report", text: "Ashby plc says it is not in talks with Kestrel." }),
      news(3)
    ]
    const all = [1, 2, 3].map((n) => story(n))
    const disputed = exhibit("timeline", pieces, { stories: all })
    assert.deepStrictEqual(
      disputed?.columns.map(({ name }) => name),
      ["Story", "Day", "Publishers", "Contradicted by"]
    )
    assert.deepStrictEqual(rowsOf(disputed), [
      "Tea house 1 opens | 2026-03-01 | 1 | Paper 2 | 1,2",
      "Tea house 2 opens | 2026-03-01 | 1 | Paper 1 | 2,1",
      "Tea house 3 opens | 2026-03-01 | 1 | – | 3"
    ])
  })

  it("is left out where there is one date or none", () =>
    assert.isUndefined(exhibit("timeline", [news(1)], { stories: [story(1)] })))
})

describe("dates ahead", () => {
  const ahead = (text: string, more: Partial<Piece> = {}) =>
    rowsOf(exhibit("dates_ahead", [news(1, { text, ...more })], {})) ?? []

  it("are sentences that name a time after the day of the report, the nearest first", () => {
    const shown = exhibit(
      "dates_ahead",
      [
        news(1, { text: "It opens by 2028.\nThe lease ended in 2024.\nPrices rise from July 2026." }),
        news(2, { text: "A ruling is due on 12 March 2026." })
      ],
      {}
    )
    assert.deepStrictEqual(rowsOf(shown), [
      "A ruling is due on 12 March 2026. | 2026-03-12 | 2026-03-12 | Paper 2 | 2026-03-01 | Tea house 2 opens | 2",
      "Prices rise from July 2026. | 2026-07-01 | – | Paper 1 | 2026-03-01 | Tea house 1 opens | 1",
      "It opens by 2028. | – | 2028-12-31 | Paper 1 | 2026-03-01 | Tea house 1 opens | 1"
    ])
    assert.strictEqual(shown?.section, "outlook")
    assert.deepStrictEqual(told(shown), [])
  })

  it("have the next such time where a plan names no year", () =>
    assert.deepStrictEqual(
      ahead("It is expected to open by February.").map((row) => row.split(" | ").slice(1, 3)),
      [["–", "2027-02-28"]]
    ))

  for (const [text, ...days] of [
    ["It is to open before 15 July 2026.", "–", "2026-07-14"],
    ["It is to open by the end of 2027.", "–", "2027-12-31"],
    ["The lease runs until May 2027.", "–", "2027-05-31"],
    ["It is to open in the third quarter of 2026.", "2026-07-01", "2026-09-30"]
  ] as const)
    it(`have the days of “${text}”`, () =>
      assert.deepStrictEqual(
        ahead(text).map((row) => row.split(" | ").slice(1, 3)),
        [days]
      ))

  for (const text of [
    "The 2027 Kettle was shown.",
    "It said in June that it plans to open.",
    "Sales fell in June.",
    "The house opened on 1 March 2026."
  ])
    it(`are not in “${text}”`, () => assert.deepStrictEqual(ahead(text), []))

  it("are not counted from news without a date of its own", () =>
    assert.deepStrictEqual(ahead("It opens in July 2026.", { published_at: null }), []))

  it("are said once, and by the headline only where the text names none", () => {
    const title = "Tea house opens in July 2026"
    assert.lengthOf(ahead("It opens in July 2026.", { title, headline: title }), 1)
    assert.include(ahead("", { title, headline: title })[0], `${title} | 2026-07-01 | 2026-07-31 | Paper 1`)
  })

  it("are checked word for word", () => {
    const pieces = [news(1, { text: "It opens in July 2026." })]
    const shown = exhibit("dates_ahead", pieces, {})!
    const altered = {
      ...shown,
      rows: shown.rows.map((row) => ({ ...row, cells: ["It shuts.", ...row.cells.slice(1)] }))
    }
    assert.deepStrictEqual(exhibitFaults([shown], pieces, asOf), [])
    assert.deepStrictEqual(exhibitFaults([altered], pieces, asOf), [{ exhibit: "dates_ahead", row: 1, fault: "words" }])
  })
})

describe("what is disputed", () => {
  const disputed = (text: string) => rowsOf(exhibit("disputed", [news(1, { text })], {})) ?? []

  for (const text of [
    "Larkfold denied that it sells its tea houses.",
    "Growers dispute the sample of the study.",
    "Larkfold rejects the new allegations.",
    "The two houses will challenge the ruling.",
    "This sits badly with the 19% that Larkfold reported.",
    "Die Kette bestreitet den Bericht.",
    "L'entreprise dément la rumeur."
  ])
    it(`has “${text}”`, () =>
      assert.deepStrictEqual(disputed(text), [`${text} | Paper 1 | 2026-03-01 | Tea house 1 opens | 1`]))

  for (const text of [
    "Visitors were denied entry.",
    "Larkfold rejects the offer.",
    "Larkfold reports a challenging year.",
    "Tea is undisputed in Porto."
  ])
    it(`does not have “${text}”`, () => assert.deepStrictEqual(disputed(text), []))
})

describe("the most carried stories", () => {
  it("are checked in the words of earlier versions", () => {
    const shown = exhibit("most_carried", [news(1)], { stories: [story(1, { publishers: ["One", "Two"] })] })!
    assert.include(everToldOf(shown), "Most carried: “Tea house 1 opens”, by 2 publishers.")
  })

  it("are those of several publishers, the most first", () => {
    const stories = [
      story(1, { publishers: ["One", "Two"] }),
      story(2, { publishers: ["One", "Two", "Three"] }),
      story(3)
    ]
    const shown = exhibit("most_carried", [news(1), news(2), news(3)], { stories })
    assert.deepStrictEqual(rowsOf(shown), [
      "Tea house 2 opens | 3 | 2026-03-01 | 2",
      "Tea house 1 opens | 2 | 2026-03-01 | 1"
    ])
    assert.deepStrictEqual(told(shown), [
      "Most carried story: “Tea house 2 opens” (3 publishers tell of it).",
      "Other stories of which several tell: “Tea house 1 opens” (2 publishers tell of it)."
    ])
  })

  it("are left out where none was carried by two", () =>
    assert.isUndefined(exhibit("most_carried", [news(1)], { stories: [story(1)] })))
})

describe("coverage", () => {
  const on = (...days: ReadonlyArray<string>) =>
    exhibit("coverage", [], { stories: days.map((day) => story(null, { day })) })

  it("counts stories by day, the days without any as well", () => {
    const shown = on("2026-03-01", "2026-03-03", "2026-03-03")
    assert.deepStrictEqual(rowsOf(shown), ["2026-03-01 | 1 | ", "2026-03-02 | 0 | ", "2026-03-03 | 2 | "])
    assert.deepStrictEqual(told(shown), [
      "News found, cited here or not: 3 stories from 1 publisher between 2026-03-01 and 2026-03-03."
    ])
  })

  it("counts all publishers of its stories, also those that report something else", () => {
    const stories = [
      story(1, { publishers: ["One", "Two"], others: ["Three"] }),
      story(2, { publishers: ["two"], day: "2026-03-03" })
    ]
    assert.deepStrictEqual(told(exhibit("coverage", [news(1), news(2)], { stories })), [
      "News found, cited here or not: 2 stories from 3 publishers between 2026-03-01 and 2026-03-03.",
      "Most stories from one publisher: Two, 2 of 2."
    ])
  })

  it("names no publisher where several have as many stories", () =>
    assert.lengthOf(told(exhibit("coverage", [], { stories: [story(1), story(2)] })), 1))

  it("goes by weeks, months and years where days are too many", () => {
    assert.deepStrictEqual(rowsOf(on("2026-01-01", "2026-02-08"))?.slice(0, 2), [
      "2025-12-29 | 1 | ",
      "2026-01-05 | 0 | "
    ])
    assert.strictEqual(on("2025-06-15", "2026-03-01")?.rows.length, 10)
    assert.strictEqual(on("2014-06-15", "2026-03-01")?.rows.length, 13)
  })

  it("counts stories without a date among all that were found", () => {
    const stories = [story(1), story(2), story(3, { day: null })]
    assert.deepStrictEqual(told(exhibit("coverage", [], { stories })), [
      "News found, cited here or not: 3 stories from 3 publishers, 2 of them dated on 2026-03-01."
    ])
  })

  it("is left out where nothing is dated", () =>
    assert.isUndefined(exhibit("coverage", [], { stories: [story(1, { day: null })] })))
})

describe("share of voice", () => {
  it("counts the stories that name each, and their share of all mentions", () => {
    const stories = [story(1, { names: ["Kestrel", "Auroral"] }), story(2, { names: ["Kestrel"] }), story(3)]
    const shown = exhibit("share_of_voice", [news(1), news(2), news(3)], { stories })
    assert.deepStrictEqual(rowsOf(shown), ["Kestrel | 2 | 66.7 | ", "Auroral | 1 | 33.3 | "])
    assert.include(shown?.description, "2 of the 3 stories that this report may cite name one or more")
    assert.deepStrictEqual(told(shown), ["Most in the news: Kestrel, in 2 stories (66.7 % of all mentions)."])
  })

  it("leaves out stories that the report cannot cite", () => {
    const stories = [story(1, { names: ["Kestrel", "Auroral"] }), story(null, { names: ["Kestrel"] })]
    assert.deepStrictEqual(rowsOf(exhibit("share_of_voice", [news(1)], { stories })), [
      "Auroral | 1 | 50 | ",
      "Kestrel | 1 | 50 | "
    ])
  })

  it("names all that are in as many stories as the first", () => {
    const tie = (...names: ReadonlyArray<string>) =>
      told(
        exhibit("share_of_voice", [news(1), news(2)], {
          stories: [story(1, { names }), story(2, { names: ["Elder"] })]
        })
      )
    assert.deepStrictEqual(tie("Kestrel", "Auroral"), [
      "Most in the news: Auroral, Elder and Kestrel, each in 1 story (33.3 % of all mentions)."
    ])
    assert.deepStrictEqual(tie("Kestrel", "Auroral", "Tern"), [
      "Most in the news: Auroral, Elder, Kestrel and Tern, each in 1 story (25 % of all mentions)."
    ])
    assert.deepStrictEqual(tie("Kestrel", "Auroral", "Tern", "Borealis", "Dunmore", "Lumen"), [
      "Most in the news: Auroral, Borealis, Dunmore, Elder, Kestrel and others, each in 1 story (14.3 % of all mentions)."
    ])
  })

  it("is told in reports of earlier versions with one of several who are in as many stories", () => {
    const stories = [story(1, { names: ["Kestrel", "Auroral"] })]
    assert.include(
      everToldOf(exhibit("share_of_voice", [news(1)], { stories })!),
      "Most in the news: Auroral, in 1 story (50 % of all mentions)."
    )
    const many = [story(1, { names: ["Kestrel", "Auroral", "Elder", "Tern"] })]
    assert.include(
      everToldOf(exhibit("share_of_voice", [news(1)], { stories: many })!),
      "Most in the news: 4 names, each in 1 story (25 % of all mentions)."
    )
  })

  it("is left out where there is nothing to compare", () =>
    assert.isUndefined(exhibit("share_of_voice", [news(1)], { stories: [story(1, { names: ["Kestrel"] })] })))
})

describe("search interest", () => {
  it("sets today beside the day and the week before", () => {
    const search = (
      n: number | null,
      keyword: string,
      volume: number | null,
      ...before: ReadonlyArray<[string, number]>
    ) => ({
      n,
      keyword,
      country: "GB",
      volume,
      before: before.map(([date, volume]) => ({ date: date as never, volume }))
    })
    const shown = exhibit(
      "search_interest",
      [
        fact(1, "trending_keyword", "tea", ""),
        fact(2, "trending_keyword", "oolong", ""),
        fact(3, "trending_keyword", "tea tax", "")
      ],
      {
        searches: [
          search(1, "tea", 300, ["2026-03-03", 100], ["2026-03-09", 200]),
          search(2, "oolong", 50, ["2026-03-09", 100]),
          search(3, "tea tax", 20),
          search(null, "no piece", 900),
          search(2, "no volume", null)
        ]
      }
    )
    assert.deepStrictEqual(rowsOf(shown), [
      "tea (GB) | 300 | 200 | 100 | 50 | 1",
      "oolong (GB) | 50 | 100 | – | -50 | 2",
      "tea tax (GB) | 20 | – | – | – | 3"
    ])
    assert.deepStrictEqual(told(shown), [
      "Searched most: tea (GB), about 300 times.",
      "The biggest change in searches since the day before: tea (GB), about 300 after 200, 50 % more.",
      "New among the trending searches: tea tax (GB), about 20 times."
    ])
    const unknown = exhibit("search_interest", [fact(1, "trending_keyword", "tea", "")], {
      searches: [search(1, "tea", 3)]
    })
    // Nothing is known of the days before.
    assert.deepStrictEqual(told(unknown), ["Searched most: tea (GB), about 3 times."])
  })
})

describe("social attention", () => {
  it("sets scores, or places, beside those of before", () => {
    const topic = (n: number, score_kind: "points" | "rank", score: number, before: number) => ({
      n,
      title: `Topic ${n}`,
      place: "Reddit, r/tea",
      score_kind,
      score,
      before: [{ date: "2026-03-09" as never, score: before }]
    })
    const shown = exhibit("social_attention", [fact(1, "social_trend", "", ""), fact(2, "social_trend", "", "")], {
      topics: [topic(1, "points", 90, 40), topic(2, "rank", 98, 91)]
    })
    assert.deepStrictEqual(rowsOf(shown), [
      "Topic 1 | Reddit, r/tea | points | 90 | 40 | – | 1",
      "Topic 2 | Reddit, r/tea | rank | 3 | 10 | – | 2"
    ])
    assert.strictEqual(shown?.chart, "none")
    assert.deepStrictEqual(told(shown), [
      "Risen most in discussions since the day before: a topic on Reddit, r/tea, 90 points after 40 points."
    ])
  })
})

describe("the companies' numbers", () => {
  const company = (n: number, name: string, revenue: number | null, currency = "USD") => ({
    n,
    company: {
      id: n as never,
      name,
      ticker: null,
      industry: "Tea",
      revenue,
      market_cap: 5_000_000,
      currency,
      revenue_period_end: "2025-12-31" as never,
      source_url: null
    }
  })
  const pieces = [1, 2].map((n) => fact(n, "company", "", ""))

  it("stand side by side, the highest revenue first, as the sources say them", () => {
    const shown = exhibit("companies", pieces, {
      companies: [company(1, "Leaf, Inc.", 2_000_000), company(2, "Cup plc", 1_234_567_890)]
    })
    assert.deepStrictEqual(rowsOf(shown), [
      "Cup plc | 1230000000 | 2025-12-31 | 5000000 | – | Tea | 2",
      "Leaf, Inc. | 2000000 | 2025-12-31 | 5000000 | – | Tea | 1"
    ])
    assert.strictEqual(
      told(shown)[0],
      "Highest revenue of the 2 companies compared: Cup with $1.23 billion in the period to 2025-12-31."
    )
    // A revenue that nobody knows may be the highest.
    const one = exhibit("companies", pieces, { companies: [company(1, "Leaf", null), company(2, "Cup", 1_000)] })
    assert.notInclude(told(one).join(" "), "revenue")
  })

  it("are left out where they are in several currencies", () =>
    assert.isUndefined(exhibit("companies", pieces, { companies: [company(1, "A", 1), company(2, "B", 1, "EUR")] })))
})

describe("figures", () => {
  it("stand word for word with who says them, and not those of a date", () => {
    const text = "The firm sold 4,000 teapots in May 2025, 12% more than a year before.\nNobody was hurt."
    assert.deepStrictEqual(rowsOf(exhibit("figures", [news(1, { title: "Tea news", text })], {})), [
      "The firm sold 4,000 teapots in May 2025, 12% more than a year before. | 4,000 teapots; 12% | Paper 1 | 2026-03-01 | – | Tea news | 1"
    ])
  })

  const pair = (one: string, other: string, more: Partial<Piece> = {}) =>
    exhibit(
      "figures",
      [
        news(1, { title: "Tea news", text: one, story: "s" }),
        news(2, { title: "Tea news", text: other, story: "s", ...more })
      ],
      {}
    )?.rows.map(({ cells }) => cells[4])

  it("stand with what they count, and no more", () => {
    const text = "Of its homes 58 of the first get it at 6 a.m. today. A chain of 14,200 shops put oat milk first."
    const rows = exhibit("figures", [news(1, { title: "Tea news", text: text.replace(". A", ".\nA") })], {})?.rows ?? []
    assert.deepStrictEqual(
      rows.map(({ cells }) => cells[1]),
      ["58", "14,200 shops"]
    )
  })

  it("are shown whole if spaces group their thousands", () => {
    const text = "It will cut 3\u00A0100 jobs in Sweden.\nIn all 4 200 people leave."
    const rows = exhibit("figures", [news(1, { title: "Tea news", text })], {})?.rows ?? []
    assert.deepStrictEqual(
      rows.map(({ cells }) => cells[1]),
      ["3 100 jobs", "4 200 people leave"]
    )
  })

  it("differ where two sources of one story count the same thing otherwise", () => {
    const shown = pair("A recall of 48,000 wall units has begun.", "The maker recalls 52,000 wall units.")
    assert.deepStrictEqual(shown, [
      "Paper 2: 52,000 wall units ≠ 48,000 wall units",
      "Paper 1: 48,000 wall units ≠ 52,000 wall units"
    ])
  })

  it("differ in both rows if one of them is in a headline, or in words", () => {
    const of = (title: string, text: string, n: number) => news(n, { title, text, story: "s" })
    for (const other of [
      of("Ashby recalls 52,000 wall units", "It said that 52,000 is more than it feared.", 2),
      of("Tea news", "Ashby recalls sixty thousand wall units.", 2)
    ]) {
      const pieces = [of("Tea news", "Ashby recalls 48,000 wall units.", 1), other]
      const differing = exhibit("figures", pieces, {})?.rows.filter(({ cells }) => cells[4] !== null)
      assert.deepStrictEqual(
        differing?.map(({ citations }) => citations),
        [
          [1, 2],
          [2, 1]
        ]
      )
    }
  })

  it("are shown with what they measure, and with their direction", () => {
    const texts = [
      "Sales of tea in Wales rose 6% in 2025, a survey of 40 shops found.",
      "Sales of tea in Wales fell 9% in 2025."
    ]
    const pieces = texts.map((text, at) => news(at + 1, { title: "Tea news", text, story: "s" }))
    const shown = exhibit("figures", pieces, {})!
    // All words of a row are from its sources.
    assert.deepStrictEqual(exhibitFaults([shown], pieces, asOf), [])
    assert.deepStrictEqual(told(shown), [
      "Sources differ: Paper 1 says “Sales of tea in Wales rose 6% in 2025, a survey of 40 shops found”; according to Paper 2 it is a fall of 9%, not a rise of 6%."
    ])
  })

  it("in words have a capital only at the start of a sentence", () => {
    const titles = ["Seven die in Ashby mine accident", "Three die in Ashby mine accident"]
    const shown = exhibit(
      "figures",
      titles.map((title, at) => news(at + 1, { title, story: "s" })),
      {}
    )!
    assert.deepStrictEqual(told(shown), [
      "Sources differ: Paper 1 says “Seven die in Ashby mine accident”; according to Paper 2 it is three, not seven."
    ])
  })

  it("are counted with their stories, however many pieces report one", () => {
    const text = "The firm sold 4,000 teapots."
    const pieces = [1, 2, 3].map((n) => news(n, { title: "Tea news", text, story: n < 3 ? "s" : "t" }))
    assert.strictEqual(
      exhibit("figures", pieces, {})?.description,
      "3 sentences with figures of 2 stories, word for word, with publisher and day. Figures were compared only where " +
        "two publishers name the same thing in the same words; none of these differ."
    )
  })

  it("are counted where a source disputes one that another reports", () => {
    const texts = ["Teaworks said that 19% of its pots leak.", "That is at odds with the 19% of Teaworks."]
    const pieces = texts.map((text, at) => news(at + 1, { title: "Tea news", text, story: `${at}` }))
    assert.match(
      exhibit("figures", pieces, {})!.description,
      /none of these differ\. In 2 rows, one source disputes a figure that another reports\.$/
    )
  })

  it("are still recognised in the wording of earlier reports", () => {
    const texts = ["A recall of 48,000 wall units has begun.", "The maker recalls 52,000 wall units."]
    const shown = exhibit(
      "figures",
      texts.map((text, at) => news(at + 1, { title: "Tea news", text, story: "s" })),
      {}
    )!
    const before = shown.rows.map(({ cells, citations }) => ({
      cells: cells.slice(0, 5).with(4, "Paper 2: 52,000 wall units"),
      citations
    }))
    assert.include(
      everToldOf(shown),
      "Sources differ: Paper 1 says “A recall of 48,000 wall units has begun”, against Paper 2: 52,000 wall units instead of 48,000 wall units."
    )
    assert.include(
      everToldOf({ ...shown, rows: before }),
      "Sources differ: Paper 1 says 48,000 wall units, against Paper 2: 52,000 wall units."
    )
  })

  for (const [what, one, other, more] of [
    ["other things", "It has 48,000 wall units.", "It has 900 floor lamps.", {}],
    ["roundings", "It has 48,120 wall units.", "It has 48,000 wall units.", {}],
    ["vague figures", "It has 48,000 wall units.", "It has more than 30,000 wall units.", {}],
    ["another story", "It has 48,000 wall units.", "It has 52,000 wall units.", { story: "t" }],
    ["a later day", "It has 48,000 wall units.", "It has 52,000 wall units.", { published_at: "2026-03-04" }],
    ["the same publisher", "It has 48,000 wall units.", "It has 52,000 wall units.", { publisher: "Paper 1" }]
  ] as const)
    it(`don't differ in ${what}`, () => assert.deepStrictEqual(pair(one, other, more), [null, null]))
})

describe("exhibits", () => {
  it("have a place in every kind of report", () => {
    const stories = [story(1, { names: ["A", "B"] }), story(2, { day: "2026-03-02" })]
    for (const type of ReportType.literals)
      for (const { id, section } of exhibitsOf(type, {
        pieces: [news(1), news(2)],
        market: { ...empty, stories },
        asOf
      }))
        assert.isTrue(
          outlineOf(type).some(({ slug }) => slug === section),
          `${type}: ${id}`
        )
  })

  it("show nothing from after the report", () => {
    const pieces = [news(1, { published_at: "2026-03-11", text: "It has 4 teapots." })]
    assert.deepStrictEqual(
      exhibitsOf("trend_report", { pieces, asOf, market: { ...empty, stories: [story(1, { day: "2026-03-11" })] } }),
      []
    )
  })

  const Name = Schema.Literals(["Kestrel", "Auroral", "Lumen", "Borealis", "Dunmore"])
  const Found = Schema.Struct({
    age: Schema.NullOr(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 3_000 }))),
    publishers: Schema.Array(Name),
    names: Schema.Array(Name),
    isChosen: Schema.Boolean
  })

  it.prop(
    "count no more than was found, share no more than the whole and cite what is there",
    [Schema.Array(Found)],
    ([found]) => {
      const stories = found.map(({ age, isChosen, names, publishers }, at) =>
        story(isChosen ? at + 1 : null, {
          day: age === null ? null : new Date(Date.parse(asOf) - age * 86_400_000).toISOString().slice(0, 10),
          publishers: [...new Set(publishers)],
          names: [...new Set(names)]
        })
      )
      const pieces = stories.flatMap(({ n }) => (n === null ? [] : [news(n)]))
      const known = new Set(pieces.map(({ n }) => n))
      const shown = exhibitsOf("comprehensive_analysis", { pieces, asOf, market: { ...empty, stories } })
      const column = (id: string, at: number) =>
        shown.find((one) => one.id === id)?.rows.map(({ cells }) => Number(cells[at])) ?? []
      const sum = (values: ReadonlyArray<number>) => values.reduce((all, value) => all + value, 0)
      assert.isAtMost(sum(column("coverage", 1)), stories.length)
      const shares = column("share_of_voice", 2)
      // Each is rounded.
      assert.isAtMost(sum(shares.map((share) => Math.round(share * 10))), 1_000 + shares.length / 2)
      for (const count of column("share_of_voice", 1)) assert.isAtMost(count, stories.length)
      for (const count of [...column("most_carried", 1), ...column("timeline", 2)]) assert.isAtMost(count, 5)
      for (const { columns, rows } of shown)
        for (const { cells, citations } of rows) {
          assert.strictEqual(cells.length, columns.length)
          for (const n of citations) assert.isTrue(known.has(n))
        }
    }
  )
})

describe("a second look at a report with exhibits", () => {
  const evidence: Evidence = {
    pieces: [
      news(1, { text: "The firm sold 4,000 teapots." }),
      news(2, { text: "Oolong costs 12% more than before.", published_at: "2026-03-05" }),
      fact(3, "company", "Leaf, Inc.", "Leaf, Inc. (Tea): revenue $96 million in the period to 2025-12-31.")
    ],
    market: {
      ...empty,
      stories: [story(1, { names: ["Leaf", "Cup"] }), story(2, { day: "2026-03-05", names: ["Leaf"] })],
      companies: [
        {
          n: 3,
          company: {
            id: 1 as never,
            name: "Leaf, Inc.",
            ticker: null,
            industry: "Tea",
            revenue: 96_000_000,
            market_cap: null,
            currency: "USD",
            revenue_period_end: "2025-12-31" as never,
            source_url: null
          }
        }
      ]
    },
    gaps: [],
    asOf: asOf as never
  }
  const result = render(request, evidence, {
    executive_summary: [],
    sections: [],
    writer: "extractive",
    tokens: { input: 0, output: 0 }
  })
  const exhibits = result.sections["exhibits"] as unknown as ReadonlyArray<Exhibit>
  const stored = (exhibits: unknown, more: Partial<Report["sections"]> = {}): Report => ({
    id: ReportId.make(1),
    niche: "tea",
    report_type: "comprehensive_analysis",
    title: "",
    status: "completed",
    created_at: `${asOf}T12:00:00` as Report["created_at"],
    completed_at: null,
    research: null,
    step: null,
    error: null,
    ...result,
    sections: { ...result.sections, exhibits, ...more } as Report["sections"]
  })
  const changed = (id: string, change: (row: Exhibit["rows"][number]) => Exhibit["rows"][number]) =>
    exhibits.map((one) => (one.id === id ? { ...one, rows: one.rows.map(change) } : one))

  it("finds nothing wrong with those that are as they were, whatever order their members come back in", () => {
    assert.deepStrictEqual(
      exhibits.map(({ id }) => id),
      ["coverage", "timeline", "share_of_voice", "companies", "figures"]
    )
    assert.deepInclude(recheck(stored(exhibits)), { passed: true, altered_exhibits: false, exhibit_faults: [] })
    const reversed = JSON.parse(JSON.stringify(exhibits), (_, value) =>
      typeof value === "object" && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).toReversed())
        : value
    )
    assert.isFalse(recheck(stored(reversed)).altered_exhibits)
  })

  for (const [what, id, fault, change] of [
    ["a figure", "companies", "number", ({ cells, citations }) => ({ cells: cells.with(1, 97_000_000), citations })],
    ["a word", "figures", "words", ({ cells, citations }) => ({ cells: cells.with(2, "The Times"), citations })],
    ["a day", "timeline", "words", ({ cells, citations }) => ({ cells: cells.with(1, "2026-03-04"), citations })],
    ["a citation", "timeline", "unresolved", ({ cells }) => ({ cells, citations: [9] })],
    ["a count", "coverage", null, ({ cells, citations }) => ({ cells: cells.with(1, 7), citations })]
  ] satisfies ReadonlyArray<[string, string, string | null, (row: Exhibit["rows"][number]) => Exhibit["rows"][number]]>)
    it(`finds that ${what} was altered`, () => {
      const found = recheck(stored(changed(id, change)))
      assert.deepInclude(found, { passed: false, altered_exhibits: true })
      assert.deepStrictEqual(
        [...new Set(found.exhibit_faults.map((one) => `${one.exhibit} ${one.fault}`))],
        fault === null ? [] : [`${id} ${fault}`]
      )
    })

  it("finds that they were taken away, or made unreadable", () => {
    for (const other of [[], undefined, "none", [{ id: "coverage" }]])
      assert.deepInclude(recheck(stored(other)), { passed: false, altered_exhibits: true })
  })

  it("takes no sentence for counted that the exhibits do not say", () => {
    const market_overview = (content: string) => ({ title: "Market overview", content, citations: [] })
    const faults = (content: string) =>
      recheck(stored(exhibits, { market_overview: market_overview(content) })).faults.map(({ fault }) => fault)
    const found = "2 stories from 2 publishers between 2026-03-01 and 2026-03-05."
    assert.deepStrictEqual(faults(`News found, cited here or not: ${found}`), [])
    assert.deepStrictEqual(faults(`Found: ${found}`), [])
    assert.deepStrictEqual(faults("Found: 3 stories from 2 publishers between 2026-03-01 and 2026-03-05."), ["uncited"])
  })
})
