import type { Amount, Line } from "./Amounts.ts"
import { round } from "./Rounding.ts"
import { isCurrency, isSpan } from "./Units.ts"

/*
 * What figures of the evidence give when two of them are calculated with, or some in a row are added up.
 */

/** How a figure comes out of two others. */
export type Way =
  | "rest"
  | "total"
  | "whole"
  | "change"
  | "part"
  | "before"
  | "rate"
  // Percentages: of a whole, of what was less, of what was more; and how many times as much.
  | "portion"
  // A portion of things that are counted separately, with what each number counts.
  | "unlike"
  | "rise"
  | "fall"
  | "times"
  // The same in another form.
  | "same"

/** What figures give, by how, as readings. */
export type Given = Readonly<Record<Way | "shown", ReadonlySet<string>>>

/** What says in evidence that a figure is a part of another. */
const remains = /\b(?:the (?:rest|remainder|others?)|remaining|others|of (?:it|them|which|whom|its|their|his|her))\b/i

/** One of two that stands without its unit has that of the other. */
const unitOfBoth = (one: Amount, other: Amount): string | null =>
  one.kind === other.kind
    ? one.kind
    : one.kind === "number" && other.kind !== "percent"
      ? other.kind
      : other.kind === "number" && one.kind !== "percent"
        ? one.kind
        : isCurrency(one.kind) && other.kind === "cent"
          ? one.kind
          : isCurrency(other.kind) && one.kind === "cent"
            ? other.kind
            : null

const valueIn = (unit: string, { kind, value }: Amount): number =>
  kind === "cent" && unit !== "cent" ? value / 100 : value

/** Figures that are of others. */
const relative = /^(?:percent|points|times)$/

/** What two figures give. */
export const givenBy = (
  one: Amount,
  other: Amount,
  line: string,
  isNext = false
): ReadonlyArray<readonly [Way | "shown", string]> => {
  const found: Array<readonly [Way | "shown", string]> = []
  if ((one.kind === "points") !== (other.kind === "points") && (one.kind === "percent" || other.kind === "percent")) {
    const [level, change] = one.kind === "points" ? [other, one] : [one, other]
    found.push(["before", `percent:${round(level.value - change.value)}`])
    found.push(["before", `percent:${round(level.value + change.value)}`])
    if (change.value < level.value) found.push(["portion", `ratio:${round((100 * change.value) / level.value)}`])
    return found
  }
  if ((one.kind === "times") !== (other.kind === "times")) {
    const [amount, times] = one.kind === "times" ? [other, one] : [one, other]
    if (relative.test(amount.kind) || isSpan(amount.kind)) return []
    return [["before", `${amount.kind}:${round(amount.value / times.value)}`]]
  }
  if ((one.kind === "percent") !== (other.kind === "percent")) {
    const [amount, share] = one.kind === "percent" ? [other, one] : [one, other]
    if (relative.test(amount.kind) || isSpan(amount.kind)) return []
    const part = (amount.value * share.value) / 100
    const by = share.way === "up" ? amount.value + part : amount.value - part
    return [
      // What is 5 % more than another tells what the other is, either way round.
      ...(!isNext || share.way === null || !share.compares || by <= 0
        ? []
        : [by, amount.value ** 2 / by]
            .filter((level) => round(level) === Number(level.toPrecision(3)))
            .map((level) => ["shown", `${amount.kind}:${round(level)}`] as const)),
      [share.isPart ? "part" : "change", `${amount.kind}:${round(part)}`],
      ["change", `${amount.kind}:${round(amount.value - part)}`],
      ["total", `${amount.kind}:${round((100 * amount.value) / share.value)}`],
      ...share.nouns.map(
        (noun) => ["whole", `${amount.kind}:${round((100 * amount.value) / share.value)} ${noun}`] as const
      ),
      ["before", `${amount.kind}:${round((100 * amount.value) / (100 + share.value))}`],
      ...(share.value < 100
        ? [["before", `${amount.kind}:${round((100 * amount.value) / (100 - share.value))}`] as const]
        : []),
      ["before", `${amount.kind}:${round(amount.value + part)}`]
    ]
  }
  const unit = unitOfBoth(one, other)
  if (unit === null) return found
  const [a, b] = [valueIn(unit, one), valueIn(unit, other)]
  const [least, most] = [Math.min(a, b), Math.max(a, b)]
  const sum = `${unit}:${round(a + b)}`
  // By how much a share has changed is told in points; what is left of one, in percent.
  const left = `${unit}:${round(most - least)}`
  const difference = unit === "percent" ? `points:${round(most - least)}` : left
  const changed = line !== "" && (one.differs || other.differs)
  found.push(["total", sum], ["change", difference], ["rest", left])
  // A part is not added to its whole.
  const isOfOther = one.isPart || other.isPart
  if (changed) found.push(["before", left], ["shown", difference])
  if (changed && !isOfOther) found.push(["before", sum], ["shown", sum])
  if (line !== "" && (remains.test(line) || (unit !== "percent" && (one.isPart || other.isPart))))
    found.push(["shown", left])
  if (isSpan(unit) || relative.test(unit)) {
    if (unit === "percent") found.push(["portion", `ratio:${round((100 * least) / most)}`])
    return found
  }
  found.push(...partsOf(one, other, [a, b], line))
  if (least > 0) found.push(["times", `times:${round(most / least)}`])
  return found
}

/** What stands between two counts of different things: 9 offices and 10 plants. */
const inRow = /^(?:\s[\p{L}-]+){1,3}(?:,|,?\s(?:and|or))\s$/u

/** What each of two numbers counts if they count different things, and whether a claim must name both. */
const countedApart = (one: Amount, other: Amount, line: string): string | null => {
  const isApart =
    one.kind === "number" &&
    other.kind === "number" &&
    !one.isPart &&
    !other.isPart &&
    !one.isBare &&
    !other.isBare &&
    one.nouns.length > 0 &&
    other.nouns.length > 0 &&
    one.nouns[0] !== other.nouns[0]
  if (!isApart) return null
  const isRow = line !== "" && inRow.test(line.slice(one.end, other.start))
  return `${isRow ? "both" : "some"}:${one.nouns[0]}:${other.nouns[0]}`
}

/** Whether a claim with these words names what is counted. */
export const namesCounted = (name: string, stems: ReadonlySet<string>): boolean => {
  const [how, ...counted] = name.split(":")
  const isNamed = (noun: string) => stems.has(noun)
  return how === "both" ? counted.every(isNamed) : counted.some(isNamed)
}

/** What percentages of each other two figures give, and as what: of what was before, or of a whole. */
const partsOf = (
  one: Amount,
  other: Amount,
  [a, b]: readonly [number, number],
  line: string
): ReadonlyArray<readonly [Way, string]> => {
  const of = (part: number, whole: number): string => `percent:${round((100 * part) / whole)}`
  const [least, most] = [Math.min(a, b), Math.max(a, b)]
  const apart = countedApart(one, other, line)
  const portion: readonly [Way, string] =
    apart === null ? ["portion", of(least, most)] : ["unlike", `${of(least, most)} ${apart}`]
  if (one.kind !== other.kind && ![one, other].some(({ isBare, kind }) => isBare && kind === "number")) return [portion]
  if (line !== "" && one.way !== null && other.way === null) return changesOf(a, b, one.way, other, of)
  if (line !== "" && other.way !== null && one.way === null) return changesOf(b, a, other.way, one, of)
  const rise = ["rise", of(most - least, least)] as const
  const fall = ["fall", of(most - least, most)] as const
  if (line !== "" && (one.isPart || other.isPart)) return [portion, rise, ["fall", of(least, most)], fall]
  const from = one.turn === "from" ? a : other.turn === "from" ? b : null
  if (line === "" || from === null) return [portion, rise, fall]
  return [portion, from === least ? rise : fall]
}

/** What a change comes to in percent: of what was before it. */
const changesOf = (
  change: number,
  level: number,
  way: "up" | "down",
  { turn }: Amount,
  of: (part: number, whole: number) => string
): ReadonlyArray<readonly [Way, string]> => {
  const before = way === "up" ? level - change : level + change
  // What something is compared with is told as it stands: 30 more than the 120 of others.
  const bases = turn === "to" ? [before] : turn === "from" ? [level] : [before, level]
  return [
    ["portion", of(Math.min(change, level), Math.max(change, level))],
    ...bases.filter((base) => base > 0).map((base) => [way === "up" ? "rise" : "fall", of(change, base)] as const)
  ]
}

/** How often a span of time is in others. */
const spansIn: Readonly<Record<string, ReadonlyArray<readonly [string, number]>>> = {
  hour: [["day", 24]],
  day: [
    ["week", 7],
    ["year", 365]
  ],
  week: [["year", 52]],
  month: [["year", 12]],
  year: [
    ["month", 1 / 12],
    ["week", 1 / 52],
    ["day", 1 / 365]
  ]
}

const sharesNoun = (one: Amount, other: Amount): boolean => one.nouns.some((noun) => other.nouns.includes(noun))

/** Whether figures of two sentences count different things. */
const countApart = (one: Amount, other: Amount): boolean =>
  one.kind === "number" && other.kind === "number" && one.nouns.length > 0 && other.nouns.length > 0

/** How many figures in a row are added up. */
const longestSum = 6

/** What the figures of these sentences give. */
export const calculated = (lines: ReadonlyArray<Line>): Given => {
  const given: Record<Way | "shown", Set<string>> = {
    rest: new Set(),
    total: new Set(),
    whole: new Set(),
    change: new Set(),
    part: new Set(),
    before: new Set(),
    rate: new Set(),
    portion: new Set(),
    unlike: new Set(),
    rise: new Set(),
    fall: new Set(),
    times: new Set(),
    same: new Set(),
    shown: new Set()
  }
  const keep = (all: ReturnType<typeof givenBy>) => {
    for (const [way, reading] of all) given[way].add(reading)
  }
  for (const [index, { amounts, text }] of lines.entries())
    for (const [at, one] of amounts.entries()) {
      for (const [further, other] of amounts.slice(at + 1).entries()) keep(givenBy(one, other, text, further === 0))
      for (const [further, next] of lines.slice(index + 1).entries())
        for (const other of next.amounts)
          if (further < 2 || sharesNoun(one, other))
            keep(
              givenBy(one, other, "").filter(
                ([way]) =>
                  /^(?:portion|unlike|rise|fall|times)$/.test(way) || sharesNoun(one, other) || !countApart(one, other)
              )
            )
      // 402 million, 231 million and 187 million.
      let sum = one.value
      for (const [row, other] of amounts.slice(at + 1, at + longestSum).entries()) {
        if (other.kind !== one.kind) break
        sum += other.value
        if (row === 0) continue
        given.total.add(`${one.kind}:${round(sum)}`)
        // Shops that opened and shops that closed are no parts of one thing.
        if (one.kind === "number") continue
        const whole = sum
        for (const each of amounts.slice(at, at + row + 2))
          given.portion.add(`percent:${round((100 * each.value) / whole)}`)
      }
      if (one.times !== null) given.before.add(`${one.kind}:${round(one.value / one.times)}`)
      // A third is 33 %.
      if (one.isFraction) given.same.add(`percent:${round(one.value)}`)
      for (const [span, times] of spansIn[one.per ?? ""] ?? [])
        given.rate.add(`${one.kind}:${round(one.value * times)} ${span}`)
      if (/\b(?:each|apiece|every|one)\b/i.test(text))
        for (const line of lines.slice(Math.max(0, index - 1), index + 2))
          for (const other of line.amounts)
            if (other !== one && one.kind === "number" && Number.isInteger(one.value) && !relative.test(other.kind))
              given.total.add(`${other.kind}:${round(one.value * other.value)}`)
    }
  return given
}
