import type { Exhibit } from "../../src/domain/Exhibit.ts"

export const day = (n: number): string => new Date(Date.UTC(2026, 7, 24 + n)).toISOString().slice(0, 10)

/** Text that would like to be markup, wherever it stands. */
export const hostile = `<script>alert(1)</script> | [9](javascript:alert(1)) **x** "' onload=x \u202e\u0000 ${"Überlänge".repeat(12)} 漢字漢字漢字漢字漢字漢字`

/** One exhibit of every kind, as a report has them. */
export const samples: ReadonlyArray<Exhibit> = [
  {
    id: "timeline",
    section: null,
    title: "What happened when",
    description: "The 4 most carried stories on the niche from 2026-08-24 to 2026-11-21.",
    chart: "timeline",
    columns: [
      { name: "Story", kind: "text" },
      { name: "Day", kind: "date" },
      { name: "Carried by", kind: "number", unit: "publishers" }
    ],
    rows: [
      { cells: ["Spain pays half of every new heat pump until the end of the year", day(0), 12], citations: [1, 3] },
      { cells: ["Aldervane opens a factory for compressors", day(12), 4], citations: [2] },
      {
        cells: ["Sales in Germany fall for the third month in a row, says the association", day(60), 7],
        citations: [3]
      },
      { cells: ["Aldervane recalls 4,000 units", day(89), null], citations: [] }
    ]
  },
  {
    id: "coverage",
    section: "news",
    title: "Coverage over time",
    description: "Stories on the niche a week; those that several publishers carried count once.",
    chart: "columns",
    columns: [
      { name: "Week from", kind: "date" },
      { name: "Stories", kind: "number", unit: "stories" }
    ],
    rows: [0, 3, 5, 2, 8, 13, 4, null, 6, 11, 9, 1, 2].map((value, n) => ({
      cells: [day(7 * n), value],
      citations: []
    }))
  },
  {
    id: "share_of_voice",
    section: "news",
    title: "Who is in the news",
    description: "Stories that name each company, of 41 on the niche.",
    chart: "bars",
    columns: [
      { name: "Company", kind: "text" },
      { name: "Stories", kind: "number", unit: "stories" }
    ],
    rows: [
      { cells: ["Aldervane", 17], citations: [1, 2] },
      { cells: ["Nordheat Wärmetechnik & Söhne", 9], citations: [3] },
      { cells: ["Kerbwell", 1], citations: [3] },
      { cells: ["Brightlane", 0], citations: [] }
    ]
  },
  {
    id: "companies",
    section: "companies",
    title: "The companies’ numbers",
    description: "Of the last period that each has published.",
    chart: "bars",
    columns: [
      { name: "Company", kind: "text" },
      { name: "Revenue", kind: "number", unit: "USD" },
      { name: "Change", kind: "number", unit: "%" },
      { name: "Period ends", kind: "date" }
    ],
    rows: [
      { cells: ["Aldervane", 1_234_567_890, 12.5, "2026-06-30"], citations: [1] },
      { cells: ["Nordheat", 310_000_000, -31.25, "2025-12-31"], citations: [2] },
      { cells: ["Kerbwell", null, null, null], citations: [3] }
    ]
  },
  {
    id: "search_interest",
    section: "search_interest",
    title: "What people search for",
    description: "Searches a day on Google; a gap: not on the list that day.",
    chart: "lines",
    columns: [
      { name: "Day", kind: "date" },
      { name: "heat pump", kind: "number", unit: "searches" },
      { name: "heat pump grant 2026", kind: "number", unit: "searches" },
      { name: "aldervane recall", kind: "number", unit: "searches" }
    ],
    rows: Array.from({ length: 30 }, (_, n) => ({
      cells: [
        day(60 + n),
        20_000 + 900 * n,
        n % 9 === 4 ? null : 38_000 - 500 * n + (n % 5) * 1_500,
        n === 3 ? 8_000 : n > 24 ? 4_000 * (n - 24) : null
      ],
      citations: [1]
    }))
  },
  {
    id: "figures",
    section: "no_such_section",
    title: "Figures, and who says so",
    description: "Where two sources differ, both are here.",
    chart: "none",
    columns: [
      { name: "What", kind: "text" },
      { name: "Figure", kind: "number" },
      { name: "Unit", kind: "text" },
      { name: "Who says so", kind: "text" },
      { name: "Day", kind: "date" }
    ],
    rows: [
      { cells: ["Heat pumps sold in Spain in 2025", 2_655_000, "units", "Volt Daily", "2026-03-01"], citations: [1] },
      {
        cells: ["Heat pumps sold in Spain in 2025", 2_600_000, "units", "The Meridian Ledger", "2026-03-04"],
        citations: [2]
      },
      { cells: ["Price of a heat pump", 0.5, "of that of 2022", "Volt Daily", null], citations: [3] }
    ]
  }
]

/** Exhibits whose words are hostile and whose numbers are extreme, of every kind. */
export const extremes: ReadonlyArray<Exhibit> = (["columns", "lines", "bars", "timeline", "none"] as const).map(
  (chart): Exhibit => ({
    id: chart,
    section: null,
    title: `${chart} ${hostile}`,
    description: hostile,
    chart,
    columns: [
      { name: `Name ${hostile}`, kind: "text" },
      { name: `First ${hostile}`, kind: "number", unit: hostile },
      { name: "Second", kind: "number", unit: hostile },
      { name: "Third", kind: "number" }
    ],
    rows: [
      { cells: [hostile, 1.7e308, -1.7e308, -0.000001234], citations: [1, 99] },
      { cells: ["", -5, null, 1e-9], citations: [] },
      { cells: [`${hostile} again`, null, 123_456_789.123, 0], citations: [3] }
    ]
  })
)
