/** Student's t for 97.5 %, by degrees of freedom from 1 to 10; from there on it hardly changes. */
const t975 = [12.7, 4.3, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23]

/**
 * The line through values taken at even intervals (least squares): how much they grow from one to the next, and the
 * error of that with 97.5 % confidence. The values must be independent, or the error comes out too small.
 */
export const slope = (values: ReadonlyArray<number>): { readonly each: number; readonly error: number } => {
  const count = values.length
  const middle = (count - 1) / 2
  const mean = values.reduce((sum, value) => sum + value, 0) / count
  const spread = values.reduce((sum, _, x) => sum + (x - middle) ** 2, 0)
  const each = values.reduce((sum, value, x) => sum + (x - middle) * (value - mean), 0) / spread
  const rest = values.reduce((sum, value, x) => sum + (value - mean - each * (x - middle)) ** 2, 0)
  return { each, error: t975[Math.min(count - 3, 9)]! * Math.sqrt(rest / (count - 2) / spread) }
}
