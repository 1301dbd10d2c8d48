/** The value that this share of the sorted samples does not exceed (nearest rank). */
export const percentile = (samples: ReadonlyArray<number>, share: number): number => {
  const sorted = samples.toSorted((one, other) => one - other)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

export const median = (samples: ReadonlyArray<number>): number => percentile(samples, 0.5)

/** Three significant digits, without an exponent. */
export const digits = (value: number): string =>
  Math.abs(value) >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(3)))

/** Rows as aligned columns, numbers to the right. */
export const aligned = (rows: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<string> => {
  const widths = rows[0]!.map((_, n) => Math.max(...rows.map((row) => row[n]!.length)))
  return rows.map((row) =>
    row
      .map((cell, n) => (n === 0 ? cell.padEnd(widths[n]!) : cell.padStart(widths[n]!)))
      .join("  ")
      .trimEnd()
  )
}
