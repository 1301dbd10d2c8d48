import type { Exhibit } from "../domain/Exhibit.ts"
import { html, type Html, type Part } from "../text/Html.ts"
import { clean } from "../text/Text.ts"
import { cellText, columnTitle, exactly, isCited, shownRows } from "./Cells.ts"
import { bar, type Place, plot, type Series, swatch } from "./Plot.ts"
import { lengths, type Scale } from "./Scale.ts"

/** What depends on where a figure stands. */
export interface Setting {
  /** How a citation is shown; undefined where there is no such source. */
  readonly marker?: (n: number) => Html | undefined
  /** The values are places in a ranking: the first is at the top. */
  readonly isRanking?: boolean
}

/** As many as have a colour of their own. */
const mostSeries = 5

/** Columns of numbers that are drawn on the same scale, for they have the same unit. */
interface Group {
  readonly unit: string
  readonly series: ReadonlyArray<Series & { readonly index: number }>
}

const numberAt = ({ cells }: Exhibit["rows"][number], index: number): number | null => {
  const cell = cells[index]
  return typeof cell === "number" ? cell : null
}

/** What can be drawn: the columns after the first that have numbers, and how many there are beside these. */
const drawable = (columns: Exhibit["columns"], rows: Exhibit["rows"]) => {
  const all = columns.flatMap(({ kind, name, unit = "" }, index) => {
    const values = rows.map((row) => numberAt(row, index))
    return index > 0 && kind === "number" && values.some((value) => value !== null)
      ? [{ index, name: clean(name), unit: clean(unit), values }]
      : []
  })
  const drawn = all.slice(0, mostSeries).map((series, index) => ({ ...series, n: index + 1 }))
  const groups: ReadonlyArray<Group> = [...Map.groupBy(drawn, ({ unit }) => unit)].map(([unit, series]) => ({
    unit,
    series
  }))
  return { groups, all: all.length }
}

const day = /^\d{4}-\d{2}-\d{2}$/
const dayAndMonth = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" })
const monthAndYear = new Intl.DateTimeFormat("en-GB", { month: "short", year: "numeric", timeZone: "UTC" })

const timeOf = (text: string): number => (day.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN)

const longestLabel = 10

const shortened = (name: string): string => {
  const letters = [...name]
  return letters.length > longestLabel ? `${letters.slice(0, longestLabel).join("").trimEnd()}…` : name
}

/** The rows as places along an axis: days by their distance, anything else one after the other. */
const placesOf = (rows: Exhibit["rows"]): ReadonlyArray<Place> => {
  const names = rows.map(({ cells }) => cellText(cells[0]!))
  const times = names.map(timeOf)
  if (times.some(Number.isNaN)) return names.map((name) => ({ name, label: shortened(name), time: null }))
  const form = times.at(-1)! - times[0]! > 366 * 86_400_000 ? monthAndYear : dayAndMonth
  return names.map((name, index) => ({ name, label: form.format(times[index]), time: times[index]! }))
}

/** The earliest day first, if the rows are days. */
const inOrder = (rows: Exhibit["rows"]): Exhibit["rows"] => {
  const time = ({ cells }: Exhibit["rows"][number]) => timeOf(cellText(cells[0]!))
  return rows.some((row) => Number.isNaN(time(row))) ? rows : rows.toSorted((one, other) => time(one) - time(other))
}

const legend = ({ series, unit }: Group, kind: "columns" | "lines"): Part =>
  (series.length > 1 || unit !== "") &&
  html`<p class="legend">
    ${unit !== "" && html`<span>${unit}</span>`}
    ${series.length > 1 && series.map(({ n, name }) => html`<span>${swatch(n, kind)}${name}</span> `)}
  </p>`

/** The range of what is drawn, for who cannot see it. */
const range = (places: ReadonlyArray<Place>, { series, unit }: Group): string => {
  const values = series.flatMap(({ values }) => values.filter((value) => value !== null))
  const [low, high] = [Math.min(...values), Math.max(...values)].map(exactly)
  return `From ${places[0]!.name} to ${places.at(-1)!.name}, values between ${low} and ${high}${unit === "" ? "" : ` ${unit}`}.`
}

const plots = (exhibit: Exhibit, kind: "columns" | "lines", shown: Exhibit["rows"], isRanking: boolean): Part => {
  const rows = inOrder(shown)
  const { all, groups } = drawable(exhibit.columns, rows)
  const places = placesOf(rows)
  return html`${groups.map(
    (group) =>
      html`${legend(group, kind)}
      ${plot({
        title: clean(exhibit.title),
        description: `${clean(exhibit.description)} ${range(places, group)}`.trim(),
        kind,
        places,
        series: group.series,
        isRanking
      })}`
  )}
  ${all > mostSeries && html`<p class="note">The first ${mostSeries} of ${all} columns are drawn; the table has all.</p>`}`
}

const date = (text: string): Part => (day.test(text) ? html`<time>${text}</time>` : text)

interface Drawn {
  readonly n: number
  readonly scale: Scale
}

/** The scale of each column that has bars, by its index. */
const barsOf = (exhibit: Exhibit, rows: Exhibit["rows"]): ReadonlyMap<number, Drawn> => {
  if (exhibit.chart !== "bars") return new Map()
  return new Map(
    drawable(exhibit.columns, rows).groups.flatMap(({ series }) => {
      const scale = lengths(series.flatMap(({ values }) => values.filter((value) => value !== null)))
      return series.map(({ index, n }) => [index, { n, scale }] as const)
    })
  )
}

const sourcesTitle = "Sources"

const table = (exhibit: Exhibit, rows: Exhibit["rows"], { marker }: Setting): Html => {
  const { columns } = exhibit
  const bars = barsOf(exhibit, rows)
  const isSourced = marker !== undefined && isCited(exhibit)
  const kindOf = (index: number): string =>
    bars.has(index) ? "drawn" : columns[index]!.kind === "number" ? "number" : ""
  const head = columns.map(
    (column, index) => html`<th scope="col" class="${kindOf(index)}">${columnTitle(column)}</th>`
  )
  const body = rows.map(({ citations, cells }) => {
    const shown = cells.map((cell, index): Html => {
      const text = date(cellText(cell))
      if (index === 0) return html`<th scope="row">${text}</th>`
      const drawn = typeof cell === "number" ? bars.get(index) : undefined
      return html`<td class="${kindOf(index)}" data-label="${columnTitle(columns[index]!)}">
        <span>${text}</span>${drawn !== undefined && bar(drawn.n, cell as number, drawn.scale)}
      </td>`
    })
    return html`<tr>
      ${shown}
      ${isSourced && html`<td data-label="${sourcesTitle}"><span>${citations.map((n) => html`${marker(n)} `)}</span></td>`}
    </tr>`
  })
  const wide = columns.length + (isSourced ? 1 : 0) > 2
  return html`<table class="${exhibit.chart}${wide && " wide"}">
    <thead>
      <tr>
        ${head}${isSourced && html`<th scope="col">${sourcesTitle}</th>`}
      </tr>
    </thead>
    <tbody>
      ${body}
    </tbody>
  </table>`
}

/** An exhibit as a figure: drawn, and as the table that it is. */
export const exhibitFigure = (exhibit: Exhibit, setting: Setting = {}): Html => {
  const { chart, description } = exhibit
  const title = clean(exhibit.title)
  const { left, rows } = shownRows(exhibit)
  const body = table(exhibit, rows, setting)
  return html`<figure class="exhibit">
    <figcaption><b>${title}</b>${description !== "" && html` <span>${clean(description)}</span>`}</figcaption>
    ${
      chart === "columns" || chart === "lines"
        ? html`${plots(exhibit, chart, rows, setting.isRanking === true)}
            <details>
              <summary>The numbers</summary>
              <div class="scroll" tabindex="0" role="region" aria-label="${title}: the numbers">${body}</div>
            </details>`
        : body
    }
    ${left !== null && html`<p class="note">${left}</p>`}
  </figure>`
}
