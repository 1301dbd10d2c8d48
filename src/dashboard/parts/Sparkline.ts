import { html, type Html } from "../../text/Html.ts"

const width = 96
const height = 24
/** Room for the line's own width and for the dot at its end. */
const margin = 3

/**
 * A small line beside a number that says the same; a gap where a value is missing. `lowIsGood` turns it over: the first
 * place of a ranking is at the top.
 */
export const sparkline = (
  values: ReadonlyArray<number | null>,
  options: { readonly lowIsGood?: boolean } = {}
): Html => {
  const known = values.filter((value) => value !== null)
  if (known.length < 2) return html`<span class="quiet">–</span>`
  const [low, high] = [Math.min(...known), Math.max(...known)]
  const x = (index: number) => (margin + (index / (values.length - 1)) * (width - 2 * margin)).toFixed(1)
  const y = (value: number) => {
    const share = high === low ? 0.5 : (value - low) / (high - low)
    return (margin + (options.lowIsGood === true ? share : 1 - share) * (height - 2 * margin)).toFixed(1)
  }
  const path = values
    .map((value, index) =>
      value === null ? "" : `${index === 0 || values[index - 1] === null ? "M" : "L"}${x(index)} ${y(value)}`
    )
    .join("")
  const last = values.findLastIndex((value) => value !== null)
  return html`<svg
    class="spark"
    viewBox="0 0 ${width} ${height}"
    width="${width}"
    height="${height}"
    aria-hidden="true"
    focusable="false"
  >
    <path d="${path}" />
    <circle cx="${x(last)}" cy="${y(values[last]!)}" r="2" />
  </svg>`
}
