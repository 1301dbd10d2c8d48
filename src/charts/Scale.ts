/** Where values lie between the lower end of a measure (0) and its upper end (1), and what is written beside it. */
export interface Scale {
  readonly ticks: ReadonlyArray<number>
  readonly share: (value: number) => number
}

/** About as many intervals as the height of a plot has room for. */
const intervals = 4

/** Smaller than anything that is counted or paid; smaller powers of ten are not exact. */
const nothing = 1e-300

const multiples = [1, 2, 5, 10]

/** The smallest of 1, 2, 5, 10, 20 … (or their tenths, hundredths …) that is at least as large. */
const roundStep = (least: number): number => {
  const power = 10 ** Math.floor(Math.log10(least))
  return power * (multiples.find((multiple) => multiple * power >= least) ?? 10)
}

// Halves, because the difference of the two largest numbers overflows.
const shareOf =
  (low: number, high: number) =>
  (value: number): number =>
    (value / 2 - low / 2) / (high / 2 - low / 2)

const ends = (values: ReadonlyArray<number>): readonly [low: number, high: number] => {
  const low = values.reduce((least, value) => Math.min(least, value), 0)
  const high = values.reduce((most, value) => Math.max(most, value), 0)
  return high / 2 - low / 2 < nothing ? [0, 1] : [low, high]
}

/** From zero to the largest value, or from the smallest where that is negative: lengths are proportional to values. */
export const lengths = (values: ReadonlyArray<number>): Scale => {
  const [low, high] = ends(values)
  return { ticks: [], share: shareOf(low, high) }
}

/** The same, with ends at round numbers. */
export const rounded = (values: ReadonlyArray<number>): Scale => {
  const [low, high] = ends(values)
  const step = Math.max(roundStep(high / intervals - low / intervals), values.every(Number.isInteger) ? 1 : 0)
  const [first, last] = [Math.floor(low / step), Math.ceil(high / step)]
  const bounded = (value: number) => Math.min(Math.max(value, -Number.MAX_VALUE), Number.MAX_VALUE)
  return {
    ticks: Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step).filter(Number.isFinite),
    share: shareOf(bounded(first * step), bounded(last * step))
  }
}

/** Places of a ranking, the first at the top. */
export const ranks = (values: ReadonlyArray<number>): Scale => {
  const last = values.reduce((most, value) => Math.max(most, value + 1), 10)
  const step = roundStep(last / intervals)
  const share = shareOf(last, 1)
  return {
    ticks: [1, ...Array.from({ length: Math.floor(last / step) }, (_, index) => (index + 1) * step)].filter(
      (tick, index) => index === 0 || tick > 1
    ),
    share
  }
}
