import { assert, describe, it } from "@effect/vitest"
import type { Report, ReportSource } from "../../src/domain/Report.ts"
import type { Timestamp } from "../../src/domain/Timestamp.ts"
import { htmlDocument } from "../../src/reports/document/HtmlDocument.ts"
import { markdownDocument } from "../../src/reports/document/MarkdownDocument.ts"
import { render } from "../../src/reports/Render.ts"
import type { Piece } from "../../src/reports/evidence/Piece.ts"
import { ReportId } from "../../src/domain/Report.ts"

const piece = (n: number, quote: string, more: Partial<ReportSource> = {}): Piece => ({
  n,
  kind: "signal",
  title: quote,
  url: `https://news.example/${n}`,
  publisher: "Volt Daily",
  published_at: `2026-03-0${n}`,
  quote,
  facets: new Set(["news"]),
  attribution: null,
  headline: quote,
  sentences: [],
  score: 1,
  ...more
})

const hostile = `<script>alert(1)</script> & *bold* [9](javascript:alert(1)) "x" 'y'`

const pieces = [
  piece(1, "Tea sales rose 6% in Kenya"),
  piece(2, hostile, { url: "javascript:alert(1)", publisher: "<b>Leaf</b>" }),
  piece(3, "Tea prices fell in Assam", { url: 'https://news.example/a_(b)?q="<x>' })
]

const reportOf = (niche: string, texts: ReadonlyArray<readonly [string, number]>, found = pieces): Report => {
  const request = { niche, report_type: "decision_brief" as const, context: "Line one\nline <two>" }
  const statements = texts.map(([text, n]) => {
    const { publisher, published_at } = pieces[n - 1]!
    return { lead: `${publisher}, ${published_at}`, text, citations: [n] }
  })
  const draft = {
    executive_summary: [],
    sections: [{ slug: "evidence_for", paragraphs: [{ form: "list" as const, statements }] }],
    writer: "openai:test",
    tokens: { input: 1, output: 1 }
  }
  return {
    id: ReportId.make(17),
    niche,
    report_type: request.report_type,
    title: `Decision brief: ${niche}`,
    status: "completed",
    created_at: "2026-03-10T12:00:00" as Timestamp,
    completed_at: "2026-03-10T12:00:09" as Timestamp,
    research: null,
    step: null,
    error: null,
    ...render(
      request,
      { pieces: found, gaps: ["Companies of the niche: none found.", "Company data: nothing."] },
      draft
    )
  }
}

const report = reportOf("tea", [
  ["Tea sales rose 6% in Kenya.", 1],
  [`“${hostile.replace(/"/g, "'")}”`, 2],
  ["Tea prices fell in Assam.", 3]
])

/** The first line of a report with this confidence and these parts. */
const lineOf = (confidence: number, parts: Readonly<Record<string, number>>): string => {
  const quality = { writer: "openai:test", citation_precision: 1, citation_recall: 1, ...parts }
  return markdownDocument({ ...report, confidence, sections: { ...report.sections, quality } }).split("\n\n")[1]!
}

describe("a report as a Markdown document", () => {
  const document = markdownDocument(report)

  it("has its title, sections, numbered sources, gaps and quality", () => {
    const headings = [...document.matchAll(/^#+ .*$/gm)].map(([heading]) => heading)
    assert.strictEqual(headings[0], "# Decision brief: tea")
    assert.includeMembers(headings, ["## Evidence for", "## Sources", "## What is missing", "## Quality"])
    assert.include(document, "\n1. [Tea sales rose 6% in Kenya](https://news.example/1), Volt Daily, 2026-03-01\n")
    assert.include(document, "\n- Companies of the niche: none found.\n- Company data: nothing.\n")
    assert.match(document, /completed 2026-03-10 12:00:09 UTC\. Confidence: \d+ %\. It measures how well the sources/)
    assert.match(document, /Written by openai:test\. .* of its citations are needed\.\n$/)
    assert.include(document, "## Executive summary\n\nThere is little evidence on “")
  })

  describe("says what lowers its confidence most", () => {
    const full = { support: 1, sufficiency: 1, freshness: 1, on_topic: 1, independent_publishers: 9 }
    for (const [confidence, parts, said] of [
      [
        0.75,
        { sufficiency: 0.75, independent_publishers: 6 },
        "its sentences cite only 6 of the 8 independent publishers that such a report needs, which alone leaves 75 %"
      ],
      [
        0.5,
        { sufficiency: 0.5 },
        "its sentences cite only 6 of the 12 sources that such a report needs, which alone leaves 50 %"
      ],
      [
        0.125,
        { sufficiency: 0.125, counted_sources: 4, counted_publishers: 3, independent_publishers: 3 },
        "its sentences cite only 4 of the 12 sources and 3 of the 8 independent publishers that such a report needs, which alone leaves 12 %"
      ],
      // The same in a report of an earlier version, which does not say what it counted.
      [
        0.125,
        { sufficiency: 0.125, independent_publishers: 3 },
        "its sentences cite only 4 of the 12 sources and 3 of the 8 independent publishers that such a report needs, which alone leaves 12 %"
      ],
      [
        0.813,
        { sufficiency: 0.813, counted_sources: 10.274, counted_publishers: 7.595, independent_publishers: 9 },
        "its sentences cite only 10.3 of the 12 sources and 7.6 of the 8 independent publishers that such a report needs (news that may be off topic counts in part), which alone leaves 81 %"
      ],
      [
        0.81,
        { sufficiency: 0.81, independent_publishers: 9 },
        "its sentences cite fewer sources or independent publishers than such a report needs, or some may be off topic, which alone leaves 81 %"
      ],
      [0.72, { support: 0.9, agreement: 0.8 }, "its sources contradict each other, which alone leaves 80 %"],
      [
        0.9,
        { support: 0.9 },
        "it is not certain that its sources support all of its factual sentences, which alone leaves 90 %"
      ],
      [0.4, { freshness: 0.4 }, "many of its sources are older than a month, or have no date, which alone leaves 40 %"],
      [0.8, { on_topic: 0.8 }, "some of the news that it cites may be off topic, which alone leaves 80 %"]
    ] as const)
      it(said, () =>
        assert.include(lineOf(confidence, { ...full, ...parts }), ` on topic. What lowers it most: ${said}.`)
      )

    it("or that it cannot be higher with so few publishers", () =>
      assert.include(
        lineOf(0.5, { ...full, sufficiency: 0.8, independent_publishers: 5 }),
        " With fewer than 5 independent publishers that no other source contradicts, it is at most 50 %."
      ))

    it("or that nothing does", () => assert.match(lineOf(1, full), / Nothing lowers it\.$/))

    it("or nothing if the report has no parts", () => assert.match(lineOf(0.5, {}), /fresh and on topic\.$/))
  })

  it("does not call the claims of a report unfounded that has none", () => {
    const silent = markdownDocument(reportOf("tea", []))
    assert.include(silent, "Confidence: 0 %, because it claims nothing.")
    assert.include(silent, "It claims nothing, so there was nothing to measure.")
  })

  it("says once that nothing was found", () => {
    const empty = reportOf("tea", [], [])
    for (const document of [markdownDocument(empty), htmlDocument(empty)]) {
      assert.strictEqual(document.match(/no stored evidence was found/gi)?.length, 1)
      assert.notInclude(document, "Evidence for")
      for (const kept of ["The question", "Line one", "Companies of the niche: none found."])
        assert.include(document, kept)
    }
  })

  it("has no markup but its own", () => {
    for (const line of document.split("\n"))
      assert.notMatch(line, /<(?!https?:)|javascript:|\]\((?!https:\/\/news\.example\/)/)
    assert.include(document, "](https://news.example/a_%28b%29?q=%22%3Cx%3E)")
  })
})

/** The page without the line breaks and indents between its elements, which no browser shows. */
const pageOf = (report: Report): string => htmlDocument(report).replace(/\s*\n\s*/g, "")

describe("a report as a page", () => {
  const page = pageOf(report)

  it("is well formed, and has no script, no handler and nothing from elsewhere", () => {
    const open: Array<string> = []
    for (const [, close, tag] of page.matchAll(/<(\/?)([a-z][a-z0-9]*)[^>]*>/g)) {
      if (tag === "meta") continue
      if (close === "") open.push(tag!)
      else assert.strictEqual(open.pop(), tag)
    }
    assert.deepStrictEqual(open, [])
    assert.notMatch(page, /<script|<img|<iframe|\son\w+=|\ssrc=/i)
    for (const [, href] of page.matchAll(/href="([^"]*)"/g))
      assert.match(href!, /^(?:#source-\d|https:\/\/news\.example\/)/)
  })

  it("shows the words of the sources as they are, and markers that lead to them", () => {
    assert.include(page, "&lt;script&gt;alert(1)&lt;/script&gt; &amp; *bold*")
    assert.include(page, `<a class="n" href="#source-1">[1]</a>`)
    assert.include(page, `<li id="source-1" value="1"><a href="https://news.example/1"`)
    assert.include(page, "<strong>Volt Daily, <time>2026-03-01</time></strong> Tea sales rose 6% in Kenya")
    assert.include(page, "<blockquote><p>tea</p><p>Line one</p><p>line &lt;two&gt;</p></blockquote>")
    assert.include(page, "&lt;b&gt;Leaf&lt;/b&gt;")
  })

  it("keeps a niche that looks like markup a niche", () => {
    const { title } = reportOf("<title>*x*</title>", [])
    const shown = pageOf(reportOf("<title>*x*</title>", []))
    assert.strictEqual(title, "Decision brief: <title>*x*</title>")
    assert.include(shown, "<title>Decision brief: &lt;title&gt;*x*&lt;/title&gt;</title>")
    assert.include(shown, "<blockquote><p>&lt;title&gt;*x*&lt;/title&gt;</p>")
    assert.include(
      markdownDocument(reportOf("<title>*x*</title>", [])),
      String.raw`# Decision brief: &lt;title&gt;\*x\*&lt;/title&gt;`
    )
  })
})

describe("sources that contradict each other", () => {
  const conflicts = [
    { sentence: "Tea rose by one count, and fell by another.", sources: [1, 2, 3] },
    { sentence: "By one count tea rose, by another it fell.", sources: [1, 2, 3] },
    {
      sentence: "“Tea *rose*.” – Volt Daily",
      sources: [1, 3],
      sides: [
        { sentence: "“Tea *rose*.” – Volt Daily", sources: [1] },
        { sentence: "Tea fell.", sources: [3] }
      ]
    }
  ]
  const quality = report.sections["quality"] as object
  const disputed = { ...report, sections: { ...report.sections, quality: { ...quality, conflicts } } } as typeof report

  it("are told with both sides and their sources", () => {
    assert.include(
      markdownDocument(disputed),
      "\n## Where sources contradict each other\n\n" +
        "- Tea rose by one count, and fell by another [1] [2] [3].\n" +
        "- “Tea \\*rose\\*.” – Volt Daily [1], against: Tea fell [3].\n\n## Sources\n"
    )
    const page = pageOf(disputed)
    assert.include(page, "<h2>Where sources contradict each other</h2>")
    assert.match(
      page,
      /Volt Daily\u00a0<a class="n" href="#source-1">\[1\]<\/a>, against: Tea fell\u00a0<a class="n" href="#source-3">/
    )
  })

  it("have no heading where there are none", () => {
    assert.notInclude(markdownDocument(report), "contradict each other")
    assert.notInclude(pageOf(report), "contradict each other")
  })
})

describe("a report that is not completed", () => {
  const queued = { ...report, status: "processing", step: "writing", executive_summary: "", sections: {} } as const

  it("is a document that says so", () => {
    assert.strictEqual(
      markdownDocument(queued),
      "# Decision brief: tea\n\nAsked for 2026-03-10 12:00:00 UTC. Status: processing, writing.\n"
    )
    assert.include(htmlDocument(queued), "Status: processing, writing.</p>")
    assert.include(
      markdownDocument({ ...queued, status: "failed", step: null, error: "The model is out" }),
      "Status: failed. The model is out."
    )
  })
})
