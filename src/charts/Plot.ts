import { html, type Html, type Part } from "../text/Html.ts"
import { shortly } from "./Cells.ts"
import { ranks, rounded, type Scale } from "./Scale.ts"

/*
 * Columns and lines as SVG. Across, everything is a share of the width, so that one drawing fits any width while its
 * text keeps its size; down, it is pixels. Room for the words around the plot is padding, in charts.css.
 */

/** A column of numbers that is drawn; `n` chooses its colour. */
export interface Series {
  readonly n: number
  readonly name: string
  readonly values: ReadonlyArray<number | null>
}

/** A point on the axis: what it is called in full, and below it. */
export interface AxisPoint {
  readonly name: string
  readonly label: string
  /** Milliseconds, where the axis is time. */
  readonly time: number | null
}

/** How high the plot is, without the words around it. */
export const height = 160

/**
 * How wide plots are at least, without the words beside them, and which labels fit there, and so in any wider one:
 * `few` on a phone of 360 px, `many` in a figure of 40 rem (charts.css).
 */
const narrowest = { few: 240, many: 560 }

const gap = 10

const round = (value: number): number => Math.round(value * 1000) / 1000 + 0

/** At most this wide in 12 px: letters of East Asia are as wide as they are high. */
const widthOf = (label: string): number =>
  [...label].reduce(
    (sum, letter) => sum + (letter.codePointAt(0)! > 0x2e7f ? 13 : /[a-z0-9 ]/.test(letter) ? 8 : 12),
    0
  )

interface Band {
  readonly from: number
  readonly middle: number
  readonly to: number
}

/** Where each point lies, in percent of the width: in equal bands. */
const inBands = (count: number): ReadonlyArray<Band> =>
  Array.from({ length: count }, (_, index) => ({
    from: (index / count) * 100,
    middle: ((index + 0.5) / count) * 100,
    to: ((index + 1) / count) * 100
  }))

/** Where each point lies: from end to end, in proportion to time where that is known. */
const alongTheAxis = (all: ReadonlyArray<AxisPoint>): ReadonlyArray<Band> => {
  const at = all.map(({ time }, index) => time ?? index)
  const [first, last] = [at[0]!, at.at(-1)!]
  const middles = at.map((time) => (last === first ? 50 : ((time - first) / (last - first)) * 100))
  return middles.map((middle, index) => ({
    from: index === 0 ? 0 : (middles[index - 1]! + middle) / 2,
    middle,
    to: index === middles.length - 1 ? 100 : (middle + middles[index + 1]!) / 2
  }))
}

interface Label {
  readonly text: string
  readonly anchor: "start" | "middle" | "end"
  readonly x: number
  readonly from: number
  readonly to: number
}

/** Where a name stands: below the middle of its point, or at the end of the axis that it would stick out of. */
const labelAt = (text: string, middle: number, room: number): Label => {
  const wide = widthOf(text)
  const at = (middle / 100) * room
  if (at < wide / 2) return { text, anchor: "start", x: 0, from: 0, to: wide }
  if (at + wide / 2 > room) return { text, anchor: "end", x: 100, from: room - wide, to: room }
  return { text, anchor: "middle", x: middle, from: at - wide / 2, to: at + wide / 2 }
}

/** Names every point below the axis, or every second, third … so that names don't touch in a plot of this width. */
const labels = (all: ReadonlyArray<AxisPoint>, bands: ReadonlyArray<Band>, room: number): ReadonlyArray<Html> => {
  const every = all.map(({ label }, index) => labelAt(label, bands[index]!.middle, room))
  const chosen = (step: number) => every.filter((_, index) => index % step === 0)
  const fits = (some: ReadonlyArray<Label>) =>
    some.every(({ from }, index) => index === 0 || some[index - 1]!.to + gap <= from)
  const step = every.findIndex((_, index) => fits(chosen(index + 1))) + 1
  return chosen(step).map(
    ({ anchor, text, x }) => html`<text x="${round(x)}%" y="${height + 18}" text-anchor="${anchor}">${text}</text>`
  )
}

/** Lines across the plot at round values, named at its left. */
const grid = ({ share, ticks }: Scale): ReadonlyArray<Html> =>
  ticks.map((tick) => {
    const y = round((1 - share(tick)) * height)
    return html`<line class="${tick === 0 ? "zero" : "grid"}" x1="0" x2="100%" y1="${y}" y2="${y}" />
      <text x="-8" y="${y + 4}" text-anchor="end">${shortly(tick)}</text>`
  })

const columns = (series: ReadonlyArray<Series>, bands: ReadonlyArray<Band>, { share }: Scale): ReadonlyArray<Part> =>
  series.map(({ n, values }, which) =>
    values.map((value, index) => {
      if (value === null) return null
      const { from, to } = bands[index]!
      const wide = ((to - from) * 0.8) / series.length
      const [base, end] = [(1 - share(0)) * height, (1 - share(value)) * height]
      return html`<rect
        class="series-${n}"
        x="${round(from + (to - from) * 0.1 + which * wide)}%"
        width="${round(wide)}%"
        y="${round(Math.min(base, end))}"
        height="${round(Math.abs(base - end))}"
      />`
    })
  )

/** One line for each series, with a gap where a value is missing; a value between gaps is a dot. */
const lines = (series: ReadonlyArray<Series>, bands: ReadonlyArray<Band>, { share }: Scale): ReadonlyArray<Part> => {
  const y = (value: number) => round((1 - share(value)) * height)
  const isAlone = (values: Series["values"], index: number) =>
    (values[index - 1] ?? null) === null && (values[index + 1] ?? null) === null
  return series.map(({ n, values }) => {
    const path = values
      .map((value, index) =>
        value === null
          ? ""
          : `${(values[index - 1] ?? null) === null ? "M" : "L"}${round(bands[index]!.middle)} ${y(value)}`
      )
      .join("")
    return [
      // The path is stretched to the width, its stroke is not.
      html`<svg width="100%" height="${height}" viewBox="0 0 100 ${height}" preserveAspectRatio="none">
        <path class="series-${n}" d="${path}" vector-effect="non-scaling-stroke" />
      </svg>`,
      values.map(
        (value, index) =>
          value !== null &&
          isAlone(values, index) &&
          html`<circle class="series-${n}" cx="${round(bands[index]!.middle)}%" cy="${y(value)}" r="3" />`
      )
    ]
  })
}

/** The values of a point, shown when somebody points at it. */
const hints = (all: ReadonlyArray<AxisPoint>, series: ReadonlyArray<Series>, bands: ReadonlyArray<Band>) =>
  all.map(({ name }, index) => {
    const { from, to } = bands[index]!
    const values = series.map(({ name, values }) => {
      const value = values[index] ?? null
      return `${name} ${value === null ? "–" : shortly(value)}`
    })
    return html`<g class="hint">
      <title>${name}: ${values.join(", ")}</title>
      <rect x="${round(from)}%" width="${round(to - from)}%" y="0" height="${height}" />
    </g>`
  })

/** What is drawn, of the same unit. There is at least one point, and one value. */
export interface Plot {
  readonly title: string
  readonly description: string
  readonly kind: "columns" | "lines"
  readonly points: ReadonlyArray<AxisPoint>
  readonly series: ReadonlyArray<Series>
  /** The values are ranks: the first is at the top. */
  readonly isRanking: boolean
}

/** Draws columns or lines. */
export const plot = ({ description, isRanking, kind, points: all, series, title }: Plot): Html => {
  const values = series.flatMap(({ values }) => values.filter((value) => value !== null))
  const scale = (isRanking ? ranks : rounded)(values)
  const bands = kind === "columns" ? inBands(all.length) : alongTheAxis(all)
  return html`<svg class="plot ${kind}" role="img">
    <title>${title}</title>
    <desc>${description}</desc>
    ${grid(scale)} ${(kind === "columns" ? columns : lines)(series, bands, scale)}
    <g class="few">${labels(all, bands, narrowest.few)}</g>
    <g class="many">${labels(all, bands, narrowest.many)}</g>
    ${hints(all, series, bands)}
  </svg>`
}

/** A length beside a number, from zero to its value. */
export const bar = (n: number, value: number, { share }: Scale): Html => {
  const [zero, end] = [share(0), share(value)]
  return html`<svg class="bar" aria-hidden="true">
    <rect
      class="series-${n}"
      x="${round(Math.min(zero, end) * 100)}%"
      width="${round(Math.abs(end - zero) * 100)}%"
      height="100%"
    />
    ${zero > 0 && html`<line class="zero" x1="${round(zero * 100)}%" x2="${round(zero * 100)}%" y1="0" y2="100%" />`}
  </svg>`
}

/** A piece of what a series is drawn with. */
export const swatch = (n: number, kind: Plot["kind"]): Html =>
  kind === "columns"
    ? html`<svg class="swatch columns" aria-hidden="true"><rect class="series-${n}" width="100%" height="100%" /></svg>`
    : html`<svg class="swatch lines" aria-hidden="true">
        <path class="series-${n}" d="M0 5H28" />
      </svg>`
