/*
 * Content negotiation by `Accept` (RFC 9110, section 12.5.1).
 */

interface Range {
  readonly name: string
  readonly weight: number
}

const rangeOf = (text: string): Range => {
  const [name = "", ...parameters] = text.split(";").map((part) => part.trim())
  const weight = parameters
    .map((parameter) => /^q=([01](?:\.\d{0,3})?)$/.exec(parameter)?.[1])
    .find((q) => q !== undefined)
  return { name, weight: weight === undefined ? 1 : Math.min(1, Number(weight)) }
}

/** The weight of a type: that of the range that names it most exactly, 0 when none does. */
const weightOf = (type: string, ranges: ReadonlyArray<Range>): number => {
  for (const name of [type, `${type.split("/")[0]}/*`, "*/*"]) {
    const weights = ranges.filter((range) => range.name === name).map(({ weight }) => weight)
    if (weights.length > 0) return Math.max(...weights)
  }
  return 0
}

/**
 * The one of these types that the caller likes best, of equally liked ones the first; undefined when it accepts none.
 */
export const preferred = (accept: string | undefined, types: readonly [string, ...ReadonlyArray<string>]) => {
  if (accept === undefined || accept.trim() === "") return types[0]
  const ranges = accept
    .toLowerCase()
    .split(",")
    .map((range) => rangeOf(range.trim()))
  const weighed = types.map((type) => ({ type, weight: weightOf(type, ranges) })).filter(({ weight }) => weight > 0)
  return weighed.toSorted((one, other) => other.weight - one.weight)[0]?.type
}
