import { exhibitFigure } from "../../charts/Figure.ts"
import type { Html } from "../../text/Html.ts"

/** What is drawn: a value, or none, of every series for each day. */
export interface ChartData {
  readonly series: ReadonlyArray<string>
  readonly days: ReadonlyArray<{ readonly date: string; readonly values: ReadonlyArray<number | null> }>
}

/** A chart over days, drawn as those of reports. `rank` has 1 at the top, since the first place is the best. */
export const chart = (options: {
  readonly caption: string
  readonly kind: "columns" | "lines" | "rank"
  readonly data: ChartData
  readonly about: string
}): Html => {
  const { about, caption, data, kind } = options
  return exhibitFigure(
    {
      id: kind,
      section: null,
      title: caption,
      description: about,
      chart: kind === "rank" ? "lines" : kind,
      columns: [{ name: "Day", kind: "date" }, ...data.series.map((name) => ({ name, kind: "number" as const }))],
      rows: data.days.map(({ date, values }) => ({ cells: [date, ...values], citations: [] }))
    },
    { isRanking: kind === "rank" }
  )
}
