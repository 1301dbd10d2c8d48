import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { parseHTML } from "linkedom"
import { cellText, columnTitle, exactly, line, shortly } from "../../src/charts/Cells.ts"
import { exhibitFigure, type Setting } from "../../src/charts/Figure.ts"
import { height } from "../../src/charts/Plot.ts"
import type { Exhibit, ExhibitCell } from "../../src/domain/Exhibit.ts"
import { html } from "../../src/text/Html.ts"
import { day, extremes, hostile, samples } from "./Samples.ts"

const marker = (n: number) => (n < 9 ? html`<a href="#source-${n}">[${n}]</a>` : undefined)

const drawn = (exhibit: Exhibit, setting: Setting = { marker }) =>
  parseHTML(`<html><body>${exhibitFigure(exhibit, setting)}</body></html>`).document

const all = (document: ReturnType<typeof drawn>, selector: string): ReadonlyArray<Element> => [
  ...document.querySelectorAll(selector)
]

const share = (element: Element, name: string): number => {
  const text = element.getAttribute(name)!
  assert.match(text, /^-?[\d.]+%?$/, `${name} of ${element.outerHTML}`)
  return Number.parseFloat(text)
}

const words = (element: Element): string => element.textContent.replace(/\s+/g, " ").trim()

/** An exhibit of days and one column of numbers. */
const daily = (chart: Exhibit["chart"], values: ReadonlyArray<number | null>): Exhibit => ({
  id: "coverage",
  section: null,
  title: "Coverage",
  description: "",
  chart,
  columns: [
    { name: "Day", kind: "date" },
    { name: "Stories", kind: "number" }
  ],
  rows: values.map((value, n) => ({ cells: [day(n), value], citations: [] }))
})

/** What is drawn lies in the plot, whatever its width is. */
const staysInside = (document: ReturnType<typeof drawn>): void => {
  for (const rect of all(document, ".plot rect")) {
    assert.isAtLeast(share(rect, "x"), 0)
    assert.isAtMost(share(rect, "x") + share(rect, "width"), 100.002)
    assert.isAtLeast(share(rect, "y"), 0)
    assert.isAtMost(share(rect, "y") + share(rect, "height"), height + 0.002)
  }
  for (const circle of all(document, ".plot circle")) {
    assert.isTrue(share(circle, "cx") >= 0 && share(circle, "cx") <= 100)
    assert.isTrue(share(circle, "cy") >= 0 && share(circle, "cy") <= height)
  }
  for (const line of all(document, ".plot line")) assert.isTrue(share(line, "y1") >= 0 && share(line, "y1") <= height)
  for (const path of all(document, ".plot path"))
    for (const [, x, y] of path.getAttribute("d")!.matchAll(/[ML](\S+) ([^ML]+)/g)) {
      assert.isTrue(Number(x) >= 0 && Number(x) <= 100, path.outerHTML)
      assert.isTrue(Number(y) >= 0 && Number(y) <= height, path.outerHTML)
    }
}

const value = Schema.NullOr(Schema.Finite)

describe("an exhibit as a figure", () => {
  for (const exhibit of [...samples, ...extremes].filter(({ id }) => id !== "timeline")) {
    it(`has all its words and numbers in a table: ${exhibit.id}, ${exhibit.chart}`, () => {
      const document = drawn(exhibit)
      const expected = exhibit.rows.map(({ citations, cells }) => [
        ...cells.map(cellText),
        ...citations.filter((n) => n < 9).map((n) => `[${n}]`)
      ])
      const shown = all(document, "tbody tr").map((row) =>
        [...row.querySelectorAll("th, td:not(.cited), .cited a")].map(words)
      )
      assert.deepStrictEqual(
        shown,
        expected.map((row) => row.map((text) => text.replace(/\s+/g, " ")))
      )
      const titles = exhibit.columns.map(columnTitle)
      assert.deepStrictEqual(all(document, "thead th:not(.cited)").map(words), titles)
      staysInside(document)
    })
  }

  it("leads a timeline by its days", () => {
    const document = drawn(samples[0]!)
    assert.deepStrictEqual(all(document, "thead th").map(words), ["Day", "Story", "Carried by (publishers)", "Sources"])
    assert.deepStrictEqual([...document.querySelector("tbody tr")!.children].map(words), [
      "2026-08-24",
      "Spain pays half of every new heat pump until the end of the year",
      "12",
      "[1] [3]"
    ])
  })

  it("shows the newest of a long timeline, and folds away what was before", () => {
    const columns = [
      { name: "Day", kind: "date" as const },
      { name: "Story", kind: "text" as const }
    ]
    const rows = Array.from({ length: 19 }, (_, n) => ({
      cells: [`2026-10-${String(n + 1).padStart(2, "0")}`, `Story ${n + 1}`],
      citations: []
    }))
    const shown = drawn({ id: "timeline", section: null, title: "", description: "", chart: "timeline", columns, rows })
    assert.strictEqual(words(shown.querySelector("summary")!), "7 earlier rows")
    assert.strictEqual(words(shown.querySelector("figure > table tbody tr:last-child th")!), "2026-10-19")
    assert.strictEqual(words(shown.querySelector("details tbody tr:last-child th")!), "2026-10-07")
  })

  it("folds away what is too long for a screen, with bars on the same scale", () => {
    const bars = drawn(
      daily(
        "bars",
        Array.from({ length: 40 }, (_, n) => 40 - n)
      )
    )
    assert.strictEqual(all(bars, "tbody tr").length, 40)
    assert.strictEqual(all(bars, "details tbody tr").length, 28)
    assert.strictEqual(words(bars.querySelector("summary")!), "28 more rows")
    assert.strictEqual(share(bars.querySelector("details .bar rect")!, "width"), 70)
    assert.strictEqual(
      all(
        drawn(
          daily(
            "bars",
            Array.from({ length: 15 }, () => 1)
          )
        ),
        "details"
      ).length,
      0
    )
  })

  it("lets no cell become markup", () => {
    for (const exhibit of extremes) {
      const document = drawn(exhibit)
      assert.strictEqual(document.querySelectorAll("script, img, [onload], [style]").length, 0)
      assert.notInclude(document.body.innerHTML, "\u202e")
      assert.strictEqual(words(document.querySelector("figcaption b")!), line(exhibit.title))
    }
    assert.include(line(hostile), "<script>alert(1)</script>")
  })

  it("says to those who cannot see it what is drawn", () => {
    const plots = samples.flatMap((exhibit) => all(drawn(exhibit), ".plot"))
    assert.strictEqual(plots.length, 2)
    for (const plot of plots) assert.strictEqual(plot.getAttribute("role"), "img")
    const [coverage] = plots
    assert.strictEqual(coverage!.querySelector("title")!.textContent, "Coverage over time")
    assert.match(
      coverage!.querySelector("desc")!.textContent,
      /^Stories on the niche a week; .* From 2026-08-24 to 2026-11-16, values between 0 and 13 stories\.$/
    )
  })

  it("draws a column for each value and a line with gaps", () => {
    const columns = drawn(daily("columns", [1, null, 3]))
    const heights = all(columns, ".plot > rect").map((rect) => share(rect, "height"))
    assert.strictEqual(heights.length, 2)
    assert.approximately(heights[1]! / heights[0]!, 3, 0.001)
    const lines = drawn(daily("lines", [1, 2, null, 3, null, null]))
    assert.match(lines.querySelector("path")!.getAttribute("d")!, /^M[^M]+L[^M]+M[^ML]+$/)
    assert.strictEqual(all(lines, "circle").length, 1)
  })

  it("puts days at their distance in time, the earliest at the left, in whatever order they come", () => {
    const rows = [9, 0, 3].map((n) => ({ cells: [day(n), n], citations: [] }))
    const path = drawn({ ...daily("lines", []), rows })
      .querySelector("path")!
      .getAttribute("d")
    assert.strictEqual(path!.match(/[ML][\d.]+/g)!.join(" "), "M0 L33.333 L100")
  })

  it("puts the first place of a ranking at the top", () => {
    const path = (isRanking: boolean) =>
      drawn(daily("lines", [1, 9]), { isRanking })
        .querySelector("path")!
        .getAttribute("d")!
        .match(/(?<= )[\d.]+/g)!
        .map(Number)
    const [first, ninth] = path(true)
    assert.strictEqual(first, 0)
    assert.isAbove(ninth!, 100)
    assert.isAbove(path(false)[0]!, path(false)[1]!)
  })

  for (const [what, values] of [
    ["one row", [5]],
    ["nothing known", [null, null]],
    ["zeros", [0, 0, 0]],
    ["equal values", [7, 7, 7]],
    ["negative values", [-3, -1, -2]],
    ["the largest numbers", [Number.MAX_VALUE, -Number.MAX_VALUE, 0]],
    ["the smallest numbers", [Number.MIN_VALUE, -Number.MIN_VALUE]]
  ] as const) {
    it(`can be of ${what}`, () => {
      for (const chart of ["columns", "lines", "bars", "timeline", "none"] as const) {
        const document = drawn(daily(chart, values))
        staysInside(document)
        assert.notMatch(document.body.innerHTML, /NaN|Infinity|undefined/)
        assert.strictEqual(all(document, "tbody tr").length, values.length)
      }
    })
  }

  it.prop("has bars whose lengths are proportional to their values", [Schema.Array(value)], ([values]) => {
    const known = values.filter((value) => value !== null)
    const bars = all(drawn(daily("bars", values)), ".bar rect")
    assert.strictEqual(bars.length, known.length)
    const [low, high] = [Math.min(0, ...known), Math.max(0, ...known)]
    const whole = high / 2 - low / 2
    if (whole < 1e-300) return
    bars.forEach((bar, n) => {
      assert.approximately(share(bar, "width"), (Math.abs(known[n]! / 2) / whole) * 100, 0.002)
      assert.isAtLeast(share(bar, "x"), 0)
      assert.isAtMost(share(bar, "x") + share(bar, "width"), 100.002)
    })
  })

  it.prop(
    "never leaves its plot",
    [Schema.Array(Schema.Tuple([value, value])), Schema.Literals(["columns", "lines"]), Schema.Boolean],
    ([pairs, chart, isRanking]) => {
      const positive = (value: number | null) => (value === null || !isRanking ? value : 1 + (Math.abs(value) % 500))
      const exhibit: Exhibit = {
        ...daily(chart, []),
        columns: [{ name: "Day", kind: "date" }, ...["one", "two"].map((name) => ({ name, kind: "number" as const }))],
        rows: pairs.map((pair, n) => ({ cells: [day(n), ...pair.map(positive)], citations: [] }))
      }
      if (pairs.length > 0) staysInside(drawn(exhibit, { isRanking: chart === "lines" && isRanking }))
    }
  )

  it("draws numbers of different units apart", () => {
    const cells: ReadonlyArray<ExhibitCell> = [day(0), 1, 1_000, 2]
    const units = ["stories", "searches", "stories"]
    const columns = [
      { name: "Day", kind: "date" as const },
      ...units.map((unit, n) => ({ name: `N${n}`, kind: "number" as const, unit }))
    ]
    const document = drawn({ ...daily("columns", []), columns, rows: [{ cells, citations: [] }] })
    assert.deepStrictEqual(
      all(document, ".plot").map((plot) => plot.querySelectorAll(":scope > rect").length),
      [2, 1]
    )
  })

  it("is bounded, and says what is left out", () => {
    const text = (exhibit: Exhibit) => all(drawn(exhibit), ".note").map(words).join(" ")
    const many = Array.from({ length: 1_000 }, (_, n) => n)
    assert.strictEqual(text(daily("bars", many.slice(0, 100))), "")
    const bars = drawn(daily("bars", many))
    assert.strictEqual(all(bars, "tbody tr").length, 100)
    assert.include(text(daily("bars", many)), "the first 100 of 1,000 rows; the report as JSON has all")
    const columns = drawn(daily("columns", many))
    assert.strictEqual(all(columns, "tbody tr").length, 366)
    assert.include(words(all(columns, "tbody tr").at(-1)!), "999")
    assert.include(text(daily("columns", many)), "the last 366 of 1,000 rows")
    const wide: Exhibit = {
      ...daily("lines", []),
      columns: [
        { name: "Day", kind: "date" },
        ...many.slice(0, 7).map((n) => ({ name: `${n}`, kind: "number" as const }))
      ],
      rows: [{ cells: [day(0), ...many.slice(0, 7)], citations: [] }]
    }
    assert.include(text(wide), "The first 5 of 7 columns are drawn; the table has all.")
    assert.strictEqual(all(drawn(wide), "tbody td").length, 7)
  })
})

describe("numbers", () => {
  it("have separators, and no more digits than they were given", () => {
    assert.deepStrictEqual([1_234_567, 2.655, 0.1 + 0.2, -31.25, 0, 1.5e300, 2e-9].map(exactly), [
      "1,234,567",
      "2.655",
      "0.3",
      "-31.25",
      "0",
      "1.5E300",
      "2E-9"
    ])
    assert.deepStrictEqual([1_234_567, 950, 0.00012].map(shortly), ["1.23M", "950", "1.2E-4"])
    assert.strictEqual(cellText(null), "–")
  })

  it("have their unit above them, once", () => {
    assert.strictEqual(columnTitle({ name: "Revenue", kind: "number", unit: "USD" }), "Revenue (USD)")
    assert.strictEqual(columnTitle({ name: "Stories", kind: "number", unit: "stories" }), "Stories")
  })
})
