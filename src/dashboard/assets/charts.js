/*
 * Draws the charts of a page from the tables in them, with uPlot, in the colours of the page, and again whenever width
 * or colours change.
 */

const { uPlot } = /** @type {{ uPlot: typeof import("uplot") }} */ (/** @type {unknown} */ (globalThis))

const height = 220

/** @param {string} name */
const color = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim()

/**
 * The numbers of a chart: days in seconds, and for each series its values.
 * @param {HTMLTableElement} table
 */
const read = (table) => {
  const rows = [...(table.tBodies[0]?.rows ?? [])]
  const names = [...(table.tHead?.rows[0]?.cells ?? [])].slice(1).map((cell) => cell.textContent.trim())
  const days = rows.map((row) => Date.parse(`${row.cells[0]?.textContent.trim()}T00:00:00Z`) / 1000)
  const columns = names.map((_, index) =>
    rows.map((row) => {
      const value = row.cells[index + 1]?.dataset["value"] ?? ""
      return value === "" ? null : Number(value)
    })
  )
  return { names, days, columns }
}

const short = new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 3 })
const whole = new Intl.NumberFormat("en")

/** @param {(number | null)[]} values */
const isWhole = (values) => values.every((value) => value === null || Number.isInteger(value))

/**
 * @param {HTMLElement} figure
 * @param {HTMLElement} plot
 * @param {HTMLTableElement} table
 */
const draw = (figure, plot, table) => {
  const kind = figure.dataset["chart"]
  const { columns, days, names } = read(table)
  const [ink, line] = [color("--muted"), color("--line")]
  const font = `12px ${getComputedStyle(document.body).fontFamily}`
  /** @type {import("uplot").Axis} */
  const axis = { stroke: ink, font, grid: { stroke: line, width: 1 }, ticks: { stroke: line, width: 1, size: 4 } }
  const single = columns.length === 1
  return new uPlot(
    {
      width: plot.clientWidth,
      height,
      // Days are days in UTC, wherever the reader is.
      tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), "Etc/UTC"),
      legend: { live: true },
      cursor: { points: { size: 7 }, drag: { x: false, y: false } },
      scales: {
        x: { time: true },
        y: {
          dir: kind === "rank" ? -1 : 1,
          range: (_, _low, high) =>
            kind === "rank" ? [1, Math.max(10, high + 1)] : [0, Math.max(high, isWhole(columns.flat()) ? 4 : 1) * 1.05]
        }
      },
      axes: [
        {
          ...axis,
          grid: { show: false },
          size: 32,
          space: 70,
          incrs: [1, 2, 3, 5, 7, 14, 30].map((days) => days * 86_400),
          values: (_, splits) => splits.map(dayName)
        },
        {
          ...axis,
          size: 46,
          incrs: [1, 2, 5]
            .flatMap((one) => [0, 1, 2, 3, 4, 5, 6, 7, 8].map((power) => one * 10 ** power))
            .sort((a, b) => a - b),
          values: (_, splits) => splits.map((value) => short.format(value))
        }
      ],
      hooks: {
        // Away from the chart, the words under it tell of the last day.
        ready: [(chart) => chart.setLegend({ idx: days.length - 1 })],
        setCursor: [(chart) => chart.cursor.idx === null && chart.setLegend({ idx: days.length - 1 })]
      },
      series: [
        { label: "Day", value: (_, seconds) => (seconds === null ? "–" : dayName(seconds)) },
        ...names.map((label, index) => {
          const stroke = color(`--series-${index + 1}`)
          /** @type {import("uplot").Series} */
          const series = {
            label,
            stroke,
            width: 2,
            value: (_, value) => (value === null ? "–" : whole.format(value)),
            points: {
              show: kind !== "bars" && columns[index]?.filter((value) => value !== null).length === 1,
              size: 6
            },
            ...(kind === "bars" && {
              fill: stroke,
              width: 0,
              ...(uPlot.paths.bars && { paths: uPlot.paths.bars({ size: [0.7, 28], radius: 0.15 }) })
            }),
            ...(single && kind === "lines" && { fill: `${stroke}22` })
          }
          return series
        })
      ]
    },
    [days, ...columns],
    plot
  )
}

const dayForm = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" })

/** @param {number} seconds */
const dayName = (seconds) => dayForm.format(new Date(seconds * 1000))

const dark = matchMedia("(prefers-color-scheme: dark)")

for (const figure of document.querySelectorAll("figure[data-chart]")) {
  const [plot, table] = [figure.querySelector(".plot"), figure.querySelector("table")]
  if (!(figure instanceof HTMLElement) || !(plot instanceof HTMLElement) || table === null) continue
  figure.classList.add("drawn")
  let chart = draw(figure, plot, table)
  new ResizeObserver(() => {
    if (plot.clientWidth !== chart.width) chart.setSize({ width: plot.clientWidth, height })
  }).observe(plot)
  dark.addEventListener("change", () => {
    chart.destroy()
    chart = draw(figure, plot, table)
  })
}
