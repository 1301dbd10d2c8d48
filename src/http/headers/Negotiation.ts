/*
 * Content negotiation: by `Accept` (RFC 9110, section 12.5.1), and by `Accept-Encoding` (section 12.5.3).
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

const rangesOf = (header: string): ReadonlyArray<Range> =>
  header
    .toLowerCase()
    .split(",")
    .map((range) => rangeOf(range.trim()))

/** The weight of what has these names, the most exact one first; undefined when no range has any of them. */
const weightOf = (names: ReadonlyArray<string>, ranges: ReadonlyArray<Range>): number | undefined => {
  for (const name of names) {
    const weights = ranges.filter((range) => range.name === name).map(({ weight }) => weight)
    if (weights.length > 0) return Math.max(...weights)
  }
  return undefined
}

/** The one with most weight, of equal ones the first; undefined when none has any. */
const heaviest = <A extends string>(names: ReadonlyArray<A>, weight: (name: A) => number | undefined): A | undefined =>
  names
    .map((name) => ({ name, weight: weight(name) ?? 0 }))
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)[0]?.name

/**
 * The one of these types that the caller likes best, of equally liked ones the first; undefined when it accepts none.
 */
export const preferred = (accept: string | undefined, types: readonly [string, ...ReadonlyArray<string>]) => {
  if (accept === undefined || accept.trim() === "") return types[0]
  const ranges = rangesOf(accept)
  return heaviest(types, (type) => weightOf([type, `${type.split("/")[0]}/*`, "*/*"], ranges))
}

/** The value of a parameter that the caller gives with a type: `true` for `bom` of `text/csv; bom=true`. */
export const parameterOf = (accept: string | undefined, type: string, parameter: string): string | undefined => {
  for (const range of (accept ?? "").toLowerCase().split(",")) {
    const [name, ...parameters] = range.split(";").map((part) => part.trim())
    const found = parameters.find((given) => given.startsWith(`${parameter}=`))
    if (name === type && found !== undefined) return found.slice(parameter.length + 1)
  }
  return undefined
}

/** What a caller says of content codings. */
export interface AcceptedCodings<Coding extends string> {
  /** The one that the client prefers; undefined if it accepts none of them. */
  readonly coding: Coding | undefined
  /** It takes an answer without a coding too. */
  readonly plain: boolean
}

/**
 * What the caller likes best of these codings, of equally liked ones the first. Without a header, and where it accepts
 * nothing that there is, answers are plain: an error that cannot be sent would help nobody.
 */
export const acceptedCodings = <Coding extends string>(
  accept: string | undefined,
  codings: ReadonlyArray<Coding>
): AcceptedCodings<Coding> => {
  if (accept === undefined) return { coding: undefined, plain: true }
  const ranges = rangesOf(accept)
  // No coding is always accepted unless it is ruled out, but what is named is liked more.
  const plain = weightOf(["identity", "*"], ranges) ?? 0.0001
  const coding = heaviest(codings, (name) => weightOf([name, "*"], ranges))
  const liked = coding !== undefined && weightOf([coding, "*"], ranges)! >= plain
  return liked ? { coding, plain: plain > 0 } : { coding: undefined, plain: true }
}
