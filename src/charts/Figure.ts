import type { Exhibit } from "../domain/Exhibit.ts"
import { cut } from "../text/Cut.ts"
import { html, type Html, type Part } from "../text/Html.ts"
import { cellText, columnTitle, exactly, isCited, line, shownRows } from "./Cells.ts"
import { bar, type AxisPoint, plot, type Series, swatch } from "./Plot.ts"
import { lengths, type Scale } from "./Scale.ts"

/** What depends on where a figure stands. */
export interface Setting {
  /** How a citation is shown; undefined where there is no such source. */
  readonly marker?: (n: number) => Html | undefined
  /** The values are ranks: the first is at the top. */
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
      ? [{ index, name: line(name), unit: line(unit), values }]
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
const month = new Intl.DateTimeFormat("en", { month: "short", timeZone: "UTC" })

/** `21 Nov` or `Nov 2026` */
const dateLabel = (time: number, isLong: boolean): string => {
  const date = new Date(time)
  return isLong ? `${month.format(date)} ${date.getUTCFullYear()}` : `${date.getUTCDate()} ${month.format(date)}`
}

const timeOf = (text: string): number => (day.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN)

const longestLabel = 11

/** The rows as points along an axis: days by their distance, anything else one after the other. */
const pointsOf = (rows: Exhibit["rows"]): ReadonlyArray<AxisPoint> => {
  const names = rows.map(({ cells }) => cellText(cells[0]!))
  const times = names.map(timeOf)
  if (times.some(Number.isNaN)) return names.map((name) => ({ name, label: cut(name, longestLabel), time: null }))
  const isLong = times.at(-1)! - times[0]! > 366 * 86_400_000
  return names.map((name, index) => ({ name, label: dateLabel(times[index]!, isLong), time: times[index]! }))
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

/** The range of the values, for people who cannot see the chart. */
const range = (points: ReadonlyArray<AxisPoint>, { series, unit }: Group): string => {
  const values = series.flatMap(({ values }) => values.filter((value) => value !== null))
  const [low, high] = [Math.min(...values), Math.max(...values)].map(exactly)
  return `From ${points[0]!.name} to ${points.at(-1)!.name}, values between ${low} and ${high}${unit === "" ? "" : ` ${unit}`}.`
}

const plots = (exhibit: Exhibit, kind: "columns" | "lines", shown: Exhibit["rows"], isRanking: boolean): Part => {
  const rows = inOrder(shown)
  const { all, groups } = drawable(exhibit.columns, rows)
  const points = pointsOf(rows)
  return html`${groups.map(
    (group) =>
      html`${legend(group, kind)}
      ${plot({
        title: line(exhibit.title),
        description: `${line(exhibit.description)} ${range(points, group)}`.trim(),
        kind,
        points,
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

/** A cell that says what it is where there is no room for columns. */
const cell = (kind: string, title: string, body: Part): Html =>
  body === null
    ? html`<td class="${kind}"></td>`
    : html`<td class="${kind}" data-label="${title}"><span>${body}</span></td>`

/** The markers of the sources that are there. */
const cited = (citations: ReadonlyArray<number>, marker: (n: number) => Html | undefined): Part => {
  const markers = citations.flatMap((n) => marker(n) ?? [])
  return markers.length === 0 ? null : markers.map((marker) => html`${marker} `)
}

const table = (
  exhibit: Exhibit,
  rows: Exhibit["rows"],
  bars: ReadonlyMap<number, Drawn>,
  { marker }: Setting
): Html => {
  const columns = exhibit.columns.map((column, index) => ({
    title: columnTitle(column),
    kind: bars.has(index) ? "drawn" : column.kind === "number" ? "number" : "words"
  }))
  const isSourced = marker !== undefined && isCited(exhibit)
  const body = rows.map(({ citations, cells: [first, ...others] }) => {
    const shown = others.map((value, n): Html => {
      const { kind, title } = columns[n + 1]!
      const drawn = typeof value === "number" ? bars.get(n + 1) : undefined
      const text = date(cellText(value))
      return cell(kind, title, drawn === undefined ? text : [text, bar(drawn.n, value as number, drawn.scale)])
    })
    return html`<tr>
      <th scope="row">${date(cellText(first!))}</th>
      ${shown}${isSourced && cell("cited", sourcesTitle, cited(citations, marker))}
    </tr>`
  })
  return html`<table class="${exhibit.chart}">
    <thead>
      <tr>
        ${columns.map(({ kind, title }) => html`<th scope="col" class="${kind}">${title}</th>`)}
        ${isSourced && html`<th scope="col" class="cited">${sourcesTitle}</th>`}
      </tr>
    </thead>
    <tbody>
      ${body}
    </tbody>
  </table>`
}

/** What a screen folds away, and paper does not. */
const folded = (summary: string, body: Html): Html =>
  html`<details>
    <summary>${summary}</summary>
    ${body}
  </details>`

/** As many rows as are shown at once, and as few as are not worth folding away. */
const [atOnce, few] = [12, 3]

/** A timeline that begins with its oldest day: of that a reader wants to see the end. */
const endsWithNewest = ({ chart }: Exhibit, rows: Exhibit["rows"]): boolean =>
  chart === "timeline" && String(rows[0]?.cells[0]) < String(rows.at(-1)?.cells[0])

/** A table of which a screen shows the first rows, or the newest. */
const longTable = (exhibit: Exhibit, rows: Exhibit["rows"], setting: Setting): Html => {
  const bars = barsOf(exhibit, rows)
  const first = rows.length <= atOnce + few ? rows.length : atOnce
  if (first < rows.length && endsWithNewest(exhibit, rows)) {
    const earlier = rows.slice(0, -first)
    return html`${folded(`${earlier.length} earlier rows`, table(exhibit, earlier, bars, setting))}
    ${table(exhibit, rows.slice(-first), bars, setting)}`
  }
  const more = rows.slice(first)
  return html`${table(exhibit, rows.slice(0, first), bars, setting)}
  ${more.length > 0 && folded(`${more.length} more rows`, table(exhibit, more, bars, setting))}`
}

/** The same with the days of its rows in front: they are what a timeline goes by. */
const byDay = (exhibit: Exhibit): Exhibit => {
  const at = exhibit.chart === "timeline" ? exhibit.columns.findIndex(({ kind }) => kind === "date") : 0
  if (at < 1) return exhibit
  const inFront = <A>(all: ReadonlyArray<A>): ReadonlyArray<A> => [all[at]!, ...all.toSpliced(at, 1)]
  return {
    ...exhibit,
    columns: inFront(exhibit.columns),
    rows: exhibit.rows.map((row) => ({ ...row, cells: inFront(row.cells) }))
  }
}

/** Room in rem that a column needs: for its longest figure in one piece, or for words that wrap. */
const room = { perDigit: 0.45, date: 5, words: 5.75, least: 4.5, between: 0.75, sources: 3.5 }

/** As much as a page has (see charts.css). */
const mostRoom = 44

/** Whether the table of an exhibit needs more room than a page has if its figures are to stay whole. */
const isWide = ({ chart, columns }: Exhibit, rows: Exhibit["rows"], isSourced: boolean): boolean => {
  // Below a plot it scrolls.
  if (chart === "columns" || chart === "lines") return false
  const widths = columns.map(({ kind }, index) => {
    const digits = Math.max(
      0,
      ...rows.map((row) => (numberAt(row, index) === null ? 0 : cellText(row.cells[index]!).length))
    )
    const figure = Math.max(room.least, digits * room.perDigit)
    return room.between + (kind === "number" ? figure : kind === "date" ? room.date : room.words)
  })
  return widths.reduce((sum, width) => sum + width, isSourced ? room.sources : 0) > mostRoom
}

/** An exhibit as a figure: drawn, and as the table that it is. */
export const exhibitFigure = (given: Exhibit, setting: Setting = {}): Html => {
  const exhibit = byDay(given)
  const { chart, description } = exhibit
  const title = line(exhibit.title)
  const { left, rows } = shownRows(exhibit)
  const isSourced = setting.marker !== undefined && isCited(exhibit)
  return html`<figure class="${isWide(exhibit, rows, isSourced) ? "exhibit wide" : "exhibit"}">
    <figcaption><b>${title}</b>${description !== "" && html` <span>${line(description)}</span>`}</figcaption>
    ${
      chart === "columns" || chart === "lines"
        ? html`${plots(exhibit, chart, rows, setting.isRanking === true)}
          ${folded(
            "The numbers",
            html`<div class="scroll" tabindex="0" role="region" aria-label="${title}: the numbers">
              ${table(exhibit, rows, new Map(), setting)}
            </div>`
          )}`
        : longTable(exhibit, rows, setting)
    }
    ${left !== null && html`<p class="note">${left}</p>`}
  </figure>`
}
