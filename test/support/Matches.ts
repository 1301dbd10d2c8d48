import { assert } from "@effect/vitest"

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** As much of a value as the expectation speaks of. */
const partOf = (actual: unknown, expected: unknown): unknown => {
  if (Array.isArray(actual) && Array.isArray(expected)) return actual.map((item, n) => partOf(item, expected[n]))
  if (typeof actual !== "object" || actual === null || !isPlain(expected)) return actual
  const members = actual as Readonly<Record<string, unknown>>
  return Object.fromEntries(Object.entries(expected).map(([name, part]) => [name, partOf(members[name], part)]))
}

/** The value has what is expected: its objects may have other members too, its lists no other items. */
export const assertMatches = (actual: unknown, expected: unknown, message?: string): void =>
  assert.deepStrictEqual(partOf(actual, expected), expected, message)
