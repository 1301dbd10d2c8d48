import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import type Axe from "axe-core"
import type { Browser, BrowserContextOptions, Page } from "playwright-core"
import { extractText, getDocumentProxy } from "unpdf"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { cellText, columnTitle, line } from "../../src/charts/Cells.ts"
import type { Exhibit } from "../../src/domain/Exhibit.ts"
import { htmlDocument, htmlPolicy } from "../../src/reports/document/HtmlDocument.ts"
import { reportWith } from "../charts/Reports.ts"
import { extremes, samples } from "../charts/Samples.ts"
import { chromiumPath, openTab, startBrowser } from "../support/Browser.ts"

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

const url = "http://report.invalid"

describe.skipIf(chromiumPath === undefined)("the exhibits of a report, in a browser", { timeout: 60_000 }, () => {
  let browser: Browser

  beforeAll(async () => {
    browser = await startBrowser()
  })

  afterAll(async () => {
    await browser?.close()
  })

  /** Opens a report with these exhibits as its own page, under its policy. */
  const open = async (exhibits: ReadonlyArray<Exhibit>, options: BrowserContextOptions = {}) => {
    const tab = await openTab(browser, url, options)
    await tab.page.route(`${url}/`, (route) =>
      route.fulfill({
        contentType: "text/html; charset=utf-8",
        headers: { "content-security-policy": htmlPolicy },
        body: htmlDocument(reportWith(exhibits))
      })
    )
    await tab.page.goto(`${url}/`)
    return tab
  }

  /** Labels that touch each other or stick out of the window, by their words. */
  const misplaced = (page: Page) =>
    page.evaluate(() =>
      [...document.querySelectorAll("svg.plot")].flatMap((plot) => {
        const labels = [...plot.querySelectorAll("text")].filter((text) => text.getClientRects().length > 0)
        const boxes = labels.map((text) => ({ text: text.textContent, box: text.getBoundingClientRect() }))
        const touch = (one: DOMRect, other: DOMRect) =>
          one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
        const under = plot.getBoundingClientRect()
        return boxes.flatMap(({ box, text }, index) => [
          ...(box.left < 0 || box.right > innerWidth || box.bottom > under.bottom + 1 ? [`${text} sticks out`] : []),
          ...boxes.slice(index + 1).flatMap((other) => (touch(box, other.box) ? [`${text} touches ${other.text}`] : []))
        ])
      })
    )

  /** Figures in tables that stand on more than one line. */
  const broken = (page: Page) =>
    page.evaluate(() =>
      [...document.querySelectorAll("td:is(.number, .drawn) > span")].flatMap((cell) => {
        const range = document.createRange()
        range.selectNodeContents(cell.firstChild!)
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
        return lines.size > 1 ? [cell.textContent] : []
      })
    )

  for (const width of [360, 1440])
    for (const colorScheme of ["light", "dark"] as const)
      it(`are for everyone, at ${width} px in ${colorScheme} colours`, async () => {
        const tab = await open([...samples, ...extremes], { viewport: { width, height: 800 }, colorScheme })
        const { page } = tab
        assert.isAbove(await page.locator("svg.plot text:visible").count(), 8)
        assert.deepStrictEqual(await misplaced(page), [])
        for (const summary of await page.locator("summary").all()) await summary.click()
        const { scrollWidth, clientWidth } = await page.evaluate(() => {
          const { clientWidth, scrollWidth } = document.documentElement
          return { clientWidth, scrollWidth }
        })
        assert.isAtMost(scrollWidth, clientWidth, "it scrolls sideways")
        assert.deepStrictEqual(await broken(page), [], "a figure is broken into lines")
        await page.evaluate(axe)
        const { violations } = await page.evaluate(() =>
          (globalThis as unknown as { axe: typeof Axe }).axe.run({ resultTypes: ["violations"] })
        )
        assert.deepStrictEqual(
          violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`),
          []
        )
        assert.deepStrictEqual(tab.complaints, [])
        await tab.context.close()
      })

  it("are on paper with all their words, also those that a screen folds away", async () => {
    const { context, page } = await open(samples)
    const bytes = await page.pdf({ format: "A4" })
    await context.close()
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true })
    // Where a line is broken a space may stand or not.
    const compact = (words: string) => words.replace(/\s+/g, "")
    const printed = compact(text)
    const missing = samples.flatMap(({ columns, description, rows, title }) =>
      [
        line(title),
        line(description),
        ...columns.map(columnTitle),
        ...rows.flatMap(({ cells, citations }) => [...cells.map(cellText), ...citations.map((n) => `[${n}]`)])
      ].filter((words) => !printed.includes(compact(words)))
    )
    assert.deepStrictEqual(missing, [])
    const figures = samples.flatMap(({ rows }) =>
      rows.flatMap(({ cells }) => cells.filter((one) => typeof one === "number"))
    )
    const split = figures.map(cellText).filter((figure) => !text.includes(figure))
    assert.deepStrictEqual(split, [], "a figure is broken into lines")
    // The words in pictures are words on paper.
    for (const label of ["60K", "24 Aug", "searches"]) assert.include(printed, compact(label))
  })
})
