import { assert, describe, it } from "@effect/vitest"
import { parseHTML } from "linkedom"
import { type Token, type Tokens, lexer } from "marked"
import { cellText } from "../../src/charts/Cells.ts"
import type { Exhibit } from "../../src/domain/Exhibit.ts"
import { contentsOf } from "../../src/reports/document/Contents.ts"
import { htmlDocument } from "../../src/reports/document/HtmlDocument.ts"
import { shown } from "../../src/reports/document/Markdown.ts"
import { markdownDocument } from "../../src/reports/document/MarkdownDocument.ts"
import { extremes, samples } from "../charts/Samples.ts"
import { reportWith } from "../charts/Reports.ts"

const isTable = (token: Token): token is Tokens.Table => token.type === "table"

/** What a cell shows to a reader. */
const textOf = (tokens: ReadonlyArray<Token>): string =>
  tokens
    .map((token) => {
      assert.include(["text", "escape"], token.type)
      return (token as Tokens.Text).text
    })
    .join("")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&")

describe("the exhibits of a report", () => {
  it("stand in their sections, and beside the summary where they have none", () => {
    const { exhibits, sections } = contentsOf(reportWith(samples))
    const idsOf = (some: ReadonlyArray<Exhibit>) => some.map(({ id }) => id)
    assert.deepStrictEqual(idsOf(exhibits), ["timeline", "figures"])
    assert.deepStrictEqual(
      sections.map(({ exhibits, title }) => [title, ...idsOf(exhibits)]),
      [
        ["News", "coverage", "share_of_voice"],
        ["What people search for", "search_interest"],
        ["Companies", "companies"]
      ]
    )
  })

  it("are left out where they are none, and take nothing else with them", () => {
    const [good] = samples
    const bad = [
      null,
      "x",
      { ...good, chart: "pie" },
      { ...good, rows: [] },
      { ...good, columns: [] },
      { ...good, rows: [{ cells: ["2026-01-01"], citations: [] }] },
      { ...good, rows: [{ cells: ["2026-01-01", {}, 1], citations: [] }] }
    ]
    assert.deepStrictEqual(contentsOf(reportWith([...bad, good])).exhibits, [good!])
    for (const exhibits of [null, 1, {}, "x", undefined]) {
      const report = reportWith(exhibits)
      assert.deepStrictEqual(contentsOf(report).exhibits, [])
      assert.include(markdownDocument(report), "## News")
    }
  })

  it("have a heading after all sections if they belong to none", () => {
    const document = markdownDocument(reportWith(samples))
    const headings = [...document.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading)
    assert.deepStrictEqual(headings.slice(0, 5), [
      "Executive summary",
      "News",
      "What people search for",
      "Companies",
      "Further tables"
    ])
    const further = document.slice(document.indexOf("## Further tables"))
    for (const { title } of contentsOf(reportWith(samples)).exhibits) assert.include(further, `### ${title}`)
    const page = htmlDocument(reportWith(samples))
    assert.isBelow(page.indexOf("<h2>Companies</h2>"), page.indexOf("<h2>Further tables</h2>"))
    assert.notInclude(markdownDocument(reportWith([])), "Further tables")
  })

  it("are tables in Markdown, with the same cells and the markers of sources that are there", () => {
    for (const exhibits of [samples, extremes]) {
      const report = reportWith(exhibits)
      const { exhibits: unplaced, sections } = contentsOf(report)
      const expected = [...sections.flatMap(({ exhibits }) => exhibits), ...unplaced]
      const tables = lexer(markdownDocument(report)).filter(isTable)
      assert.strictEqual(tables.length, exhibits.length)
      tables.forEach((table, n) => {
        const { columns, rows } = expected[n]!
        assert.deepStrictEqual(
          table.rows.map((row) => row.map(({ tokens }) => textOf(tokens))),
          rows.map(({ cells, citations }) => [
            ...cells.map((cell) => shown(cellText(cell))),
            ...(rows.some(({ citations }) => citations.length > 0)
              ? [
                  citations
                    .filter((n) => n <= 3)
                    .map((n) => `[${n}]`)
                    .join(" ")
                ]
              : [])
          ])
        )
        assert.deepStrictEqual(
          columns.map((_, n) => table.align[n]),
          columns.map(({ kind }) => (kind === "number" ? "right" : null))
        )
      })
    }
  })

  it("line up in a terminal", () => {
    const table = /\| What +\|[^]*?\n\n/
      .exec(markdownDocument(reportWith(samples)))![0]
      .trim()
      .split("\n")
    assert.strictEqual(new Set(table.map((line) => line.length)).size, 1, table.join("\n"))
  })

  it("lead to their sources on a page, which has nothing that its policy refuses", () => {
    const page = htmlDocument(reportWith([...samples, ...extremes]))
    assert.include(page, `<td class="cited" data-label="Sources"`)
    assert.include(page, `<a class="n" href="#source-3">[3]</a>`)
    assert.notInclude(page, "#source-99")
    const refused = parseHTML(page).document.querySelectorAll("script, img, iframe, [style], [onload], [src]")
    assert.strictEqual(refused.length, 0)
  })
})
