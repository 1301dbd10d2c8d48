import type { ReportSource } from "../../domain/Report.ts"
import { readable } from "./InEnglish.ts"
import { countsNothing, isPeriod, isYear, kindOf, quantities, type Quantity, valueOf } from "./Numbers.ts"
import { isComputed, isRounded } from "./Rounding.ts"
import { roleAt } from "./Roles.ts"
import { split } from "./Sentences.ts"
import { isCurrency, isSpan } from "./Units.ts"
import { differenceAt, type Way as Side, wayAt } from "./Ways.ts"
import { contentStems, isStopWord, stem } from "../../text/Words.ts"

/*
 * Figures that every reader works out from others of the evidence: by how much something rose, what two things come to,
 * what share one is of the other, what was before. Of many figures almost anything can be worked out, so a figure that
 * tells little, such as 7 or 40, must also be asked for, by the claim's words or by how the evidence puts its figures.
 * What takes more needs a judge's calculation (Calculation.ts).
 */

interface Amount {
  readonly kind: string
  readonly value: number
  /** Whether it is told in words: a third. */
  readonly isFraction: boolean
  /** The words after it, of which one says what it counts: 48 jobs; of lengths and weights the unit does. */
  readonly nouns: ReadonlyArray<string>
  /** Whether it counts nothing of its own, and so may be in the unit of another. */
  readonly isBare: boolean
  /** Whether it says by how much something differs: 35 cents more than, rose by 5; and which way. */
  readonly differs: boolean
  readonly way: "up" | "down" | null
  /** Whether it compares with something else: 5 % more than. */
  readonly compares: boolean
  /** Whether something changed from it, or to it. */
  readonly turn: "from" | "to" | null
  /** Whether it is a part of another: 19 of them, of which 5, the rest. */
  readonly isPart: boolean
  /** How many times as much as before it is said to be: "doubled to 8". */
  readonly times: number | null
  /** By what span of time it is counted: 34 pounds a month. */
  readonly per: string | null
}

interface Line {
  readonly text: string
  readonly amounts: ReadonlyArray<Amount>
}

/** How a figure comes out of two others. */
type Way =
  | "rest"
  | "total"
  | "whole"
  | "change"
  | "part"
  | "before"
  | "rate"
  // Percentages: of a whole, of what was less, of what was more; and how many times as much.
  | "portion"
  | "rise"
  | "fall"
  | "times"

interface Read {
  readonly lines: ReadonlyArray<Line>
  readonly years: ReadonlyArray<number>
  /** What its figures give, by how, as readings. */
  readonly given: () => Given
}

type Given = Readonly<Record<Way | "shown", ReadonlySet<string>>>

/** What is behind so many sentences is not calculated with. */
const mostLines = 60
/** Nor more figures of a sentence. */
const mostAmounts = 12
/** Nor more of a source: each is calculated with each. */
const mostStored = 150

const nounsAfter = (text: string, end: number): ReadonlyArray<string> =>
  (/^(?:\s\p{L}+){1,3}/u.exec(text.slice(end, end + 50))?.[0] ?? "")
    .split(/\s/)
    .filter((word) => word.length > 2 && !isStopWord(word))
    .map((word) => stem(word.toLowerCase()))

const counted: ReadonlySet<string> = new Set(["number", "percent", "points", "times", "cent"])

/** What says that a figure is a part of one before it, or that one behind it is. */
const partBehind =
  /^(?:\s\p{L}+){0,2},?\s(?:of (?:it|its|them|these|those|which|whom|the|their|\d+|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b|were\b|was\b)/u
const partBefore = /\b(?:of (?:which|whom|them|its|their|her|his)|including|among them|out of)(?:\s\p{L}+){0,2}\s$/iu

const perSpan = /^(?:\s\p{L}+){0,2}(?:\s(?:per|an?|each|every)\s|\s?\/\s?)(hour|day|week|month|year)\b/iu
const perBefore = /\bper (hour|day|week|month|year)(?:\s\S+){0,3}\s$/iu
const monthlyBefore = /\b(hourly|daily|weekly|monthly|annual|yearly)\b/i
const adverbs: Readonly<Record<string, string>> = {
  hourly: "hour",
  daily: "day",
  weekly: "week",
  monthly: "month",
  annual: "year",
  yearly: "year"
}

/** What stands before or behind a figure is no further away. */
const near = 40

const perOf = (text: string, { end, start }: Pick<Quantity, "end" | "start">): string | null => {
  const before = text.slice(Math.max(0, start - near), start)
  const found =
    perSpan.exec(text.slice(end, end + near))?.[1] ??
    perBefore.exec(before)?.[1] ??
    adverbs[monthlyBefore.exec(before)?.[1]?.toLowerCase() ?? ""]
  return found?.toLowerCase() ?? null
}

const multiplied =
  /\b(halv|doubl|tripl|trebl|quadrupl)(?:es?|ed|ing)\b[^.,;]*\bto\s(?:(?:about|around|nearly|some|over)\s)?$/i
const factors: Readonly<Record<string, number>> = { halv: 0.5, doubl: 2, tripl: 3, trebl: 3, quadrupl: 4 }

const timesOf = (before: string): number | null => factors[multiplied.exec(before)?.[1]?.toLowerCase() ?? ""] ?? null

const turning = /\b(from|to)(?:\s(?:about|around|nearly|some|over|just|only|under))?\s$/i

const turnAt = (text: string, start: number): "from" | "to" | null =>
  (turning.exec(text.slice(Math.max(0, start - near), start))?.[1]?.toLowerCase() as "from" | "to" | undefined) ?? null

const amountsOf = (text: string): ReadonlyArray<Amount> =>
  quantities(text)
    .flatMap(({ end, readings, start }): ReadonlyArray<Amount> => {
      const kind = kindOf(readings[0]!)
      if (kind === "share") {
        const [part, whole] = valueOf(readings[0]!).split("/").map(Number) as [number, number]
        return [
          {
            kind: "percent",
            value: (100 * part) / whole,
            isFraction: true,
            nouns: nounsAfter(text, end),
            isBare: false,
            differs: false,
            way: differenceAt(text, { end, start }),
            compares: differsAfter.test(text.slice(end, end + near)),
            turn: null,
            isPart: true,
            times: null,
            per: null
          }
        ]
      }
      if (isPeriod(kind) || isYear(readings[0]!)) return []
      const nouns = counted.has(kind) || isCurrency(kind) ? nounsAfter(text, end) : [kind]
      const isPart =
        partBehind.test(text.slice(end, end + near)) || partBefore.test(text.slice(Math.max(0, start - near), start))
      // 1.800 is a thousand and eight hundred in much of Europe.
      return readings
        .filter((reading) => [kind, "number"].includes(kindOf(reading)) && Number(valueOf(reading)) > 0)
        .map((reading) => ({
          kind: kind === "basis points" ? "points" : kindOf(reading),
          value: Number(valueOf(reading)) / (kind === "basis points" ? 100 : 1),
          isFraction: false,
          nouns,
          isBare: countsNothing(text, { end }) || !/^\s\p{Ll}{2,}s(?!\p{L})/u.test(text.slice(end, end + near)),
          differs: differs(text, { end, start }),
          way: differenceAt(text, { end, start }),
          compares: differsAfter.test(text.slice(end, end + near)),
          turn: turnAt(text, start),
          isPart,
          times: timesOf(text.slice(Math.max(0, start - near), start)),
          per: perOf(text, { end, start })
        }))
    })
    .slice(0, mostAmounts)

const memo = new WeakMap<ReportSource, Read>()

const read = (source: ReportSource): Read => {
  const known = memo.get(source)
  if (known !== undefined) return known
  const text = readable(`${source.title}\n${source.quote}`)
  let left = mostStored
  const lines = text
    .split("\n")
    .flatMap(split)
    .slice(0, mostLines)
    .map((line) => {
      const amounts = amountsOf(line).slice(0, left)
      left -= amounts.length
      return { text: line, amounts }
    })
  const years = [
    ...new Set([source.published_at ?? "", text].flatMap((each) => each.match(/\b(?:19|20)\d\d\b/g) ?? []))
  ]
  let given: Given | null = null
  const made = {
    lines,
    years: years.slice(0, mostAmounts).map(Number),
    given: () => (given ??= calculated(lines))
  }
  memo.set(source, made)
  return made
}

/** What says that a figure is what others come to. */
export const totals =
  /^With\b|['’]s (?:two|three|four)\b|\b(?:together|combined|altogether|totals?|totall?ed|in all|all told|the sum|both|before|between them|(?:the|its|their) (?:two|three|four)|pair|overall|whole|amount(?:s|ed) to|c[ao]mes? to|all (?:the|its|their|of))\b/i

/** What says that a figure is by how much others differ, or what is left. */
const comparing =
  "more|less|fewer|higher|lower|above|below|under|over|cheaper|dearer|longer|shorter|larger|smaller|bigger|wider|heavier|lighter|earlier|later|behind|ahead|to go|short|too (?:many|few|much|little)"
const differsAfter = new RegExp(`^(?:\\s\\p{L}+){0,4}\\s(?:${comparing})\\b`, "iu")
const differsBefore =
  /\b(?:by|sav(?:es?|ed|ing)|los(?:es?|t|ing)|gain(?:s|ed|ing)?|add(?:s|ed|ing)?|cuts?|cutting|rais(?:es?|ed|ing)|a (?:gap|difference|rise|fall|drop|increase|decrease|decline) of|another|further|remaining|(?:up|down)(?:\sby)?)\s(?:(?:about|around|roughly|nearly|almost|some|over|just|an? (?:additional|extra|further))\s)?$/i
export const differsWithin =
  /\b(?:remain(?:s|ed|ing)?|left|keep(?:s|ing)?|kept|retain(?:s|ed|ing)?|the (?:rest|others?|remainder)|others?|outside|elsewhere|except|apart from|without|short of|missing|yet to|still (?:has|have|to|lacks?)|(?:becomes?|became|gets?|got|was|were|is|are) (?:\S+\s){1,6}(?:dearer|cheaper|longer|shorter)|instead|gap|difference|not)\b/i

/** What says that a share is what another leaves. */
export const rest =
  /\b(?:rest|remain(?:s|ed|ing|der)?|others?|still|left with|(?:is|are|was|were|be) left|keep(?:s|ing)?|kept|retain(?:s|ed|ing)?|else|elsewhere)\b/i

/** What says that a figure is of before, where the evidence tells today's and how it changed, or of afterwards. */
const before =
  /\b(?:before|previous(?:ly)?|earlier|had|last|prior|until|used to|once|ago|was|were|stood|expected|planned|after(?:wards)?|then|by the end|will|would|should)\b/i

/** "88 million a year earlier" differs by nothing. */
const timeBehind = /\s(?:an?|one|the) (?:hour|day|week|month|quarter|year) (?:earlier|later)\b/i

export const differs = (text: string, { end, start }: Pick<Quantity, "end" | "start">): boolean =>
  differsAfter.test(text.slice(end, end + near).replace(timeBehind, "")) ||
  differsBefore.test(text.slice(Math.max(0, start - near), start))

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

const round = (value: number): number => Number(value.toPrecision(9))

const relative = /^(?:percent|points|times)$/

/** What two figures give. */
const givenBy = (
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

/** What percentages of each other two figures give, and as what: of what was before, or of a whole. */
const partsOf = (
  one: Amount,
  other: Amount,
  [a, b]: readonly [number, number],
  line: string
): ReadonlyArray<readonly [Way, string]> => {
  const of = (part: number, whole: number): string => `percent:${round((100 * part) / whole)}`
  const [least, most] = [Math.min(a, b), Math.max(a, b)]
  const portion = ["portion", of(least, most)] as const
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

const calculated = (lines: ReadonlyArray<Line>): Given => {
  const given: Record<Way | "shown", Set<string>> = {
    rest: new Set(),
    total: new Set(),
    whole: new Set(),
    change: new Set(),
    part: new Set(),
    before: new Set(),
    rate: new Set(),
    portion: new Set(),
    rise: new Set(),
    fall: new Set(),
    times: new Set(),
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
                  /^(?:portion|rise|fall|times)$/.test(way) || sharesNoun(one, other) || !countApart(one, other)
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
      if (one.isFraction) given.shown.add(`percent:${round(one.value)}`)
      // Of what is a third, the rest is two thirds.
      if (one.kind === "percent" && one.value < 100) given.rest.add(`percent:${round(100 - one.value)}`)
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

/** What makes so many: the second hall is one of two, a mill and the other two are three. */
const countedBy: ReadonlyMap<number, RegExp> = new Map([
  [2, /\bsecond\b/gi],
  [3, /\bother (?:two|2)\b/gi],
  [4, /\bother (?:three|3)\b/gi],
  [5, /\bother (?:four|4)\b/gi]
])

/** Things in a row with names of their own: Holm and Wick, Holm, Wick and Norvia. */
const link = /, | (?:and|und|et|y|e) /
const enumeration = new RegExp(
  `(?<![\\p{L}'’-])\\p{Lu}[\\p{L}'’-]*(?:(?:${link.source})(?:the )?\\p{Lu}[\\p{L}'’-]*)+`,
  "gu"
)

/** Whether a text names so many one by one. */
const names = (text: string, many: number): boolean =>
  (text.match(enumeration) ?? []).some((all) => all.split(link).length === many)

/** What says that a number tells again how many there are: the two companies. */
const again = /\b(?:the|these|those|both|all)\s$/i
const owned = /(?:\b(?:its|their|his|her)|['’]s)\s$/i

/** So many letters in common make a noun one of two languages: plants, plantas. */
const common = 5

/**
 * Whether a small number, in words, only tells again how many there are of what it is about, the two companies; or of
 * what claim or evidence names one by one: two mills, in Holm and Wick. Not where evidence counts them.
 */
const isPlainCount = (
  text: string,
  { end, readings: [reading], start }: Quantity,
  lines: ReadonlyArray<Line>
): boolean => {
  if (!/^number:[23]$/.test(reading!) || /\d/.test(text.slice(start, end))) return false
  const [noun] = nounsAfter(text, end)
  if (noun === undefined || lines.some(({ amounts }) => amounts.some(({ nouns }) => nouns.includes(noun)))) return false
  const many = Number(valueOf(reading!))
  const isSpoken = () => lines.some((line) => line.text.toLowerCase().includes(noun.slice(0, common)))
  const before = text.slice(0, start)
  return (
    again.test(before) ||
    names(text.slice(end), many) ||
    lines.some((line) => names(line.text, many)) ||
    (owned.test(before) && isSpoken())
  )
}

/** What says that others come before: three are larger than the fourth-largest. */
const ahead = /\b(?:larger|bigger|greater|higher|faster|better|more|ahead|above|before|in front|outrank)/i

/** Whether a small number is how many of something evidence speaks of. */
const isCounted = (text: string, { end, readings: [reading] }: Quantity, lines: ReadonlyArray<Line>): boolean => {
  const kind = kindOf(reading!)
  const number = Number(valueOf(reading!))
  if (isSpan(kind) && number === 2) return lines.some((line) => /\b(?:second|next)\b/i.test(line.text))
  if (kind === "number" && ahead.test(text))
    for (const line of lines)
      if (quantities(line.text).some(({ readings }) => readings.includes(`ordinal:${number + 1}`))) return true
  const pattern = kind === "number" ? countedBy.get(number) : undefined
  if (pattern === undefined) return false
  const nouns = nounsAfter(text, end)
  return lines.some(({ text }) =>
    Array.from(text.matchAll(pattern)).some(({ 0: { length }, index }) =>
      nounsAfter(text, index + length).some((noun) => nouns.includes(noun))
    )
  )
}

/** How many digits of a figure tell something: two of 1,500. */
const tellingDigits = (reading: string): number =>
  valueOf(reading)
    .replace(".", "")
    .replace(/^0+/, "")
    .replace(/(?<!0)0+$/, "").length

/** So many digits come out of other figures by chance too seldom to ask for more. */
const telling = 3

const million = 1e6

const mantissa = (value: number): string => value.toExponential(8).split("e")[0]!

/** Whether evidence has the same digits in another unit or of another size: that is a mistake and no calculation. */
const isMistaken = (readings: ReadonlyArray<string>, lines: ReadonlyArray<Line>): boolean => {
  const [kind, value] = [kindOf(readings[0]!), Number(valueOf(readings[0]!))]
  if (!Number.isFinite(value) || tellingDigits(readings[0]!) < 2) return false
  return lines.some(({ amounts }) =>
    amounts.some(
      (amount) =>
        (amount.kind === kind && amount.value !== value && mantissa(amount.value) === mantissa(value)) ||
        (amount.value === value && amount.kind !== kind && kind !== "number")
    )
  )
}

/** A fraction in words is never exact: 64 % are two thirds. */
const inWords = 2

/** Whether a claim's figure follows from figures of one of these sources. */
export const isInferred = (text: string, quantity: Quantity, sources: ReadonlyArray<ReportSource>): boolean => {
  const { readings } = quantity
  const kinds = readings.map(kindOf)
  // A place in an order follows from nothing.
  if (kinds[0] === "ordinal") return false
  const per = perOf(text, quantity)
  // Three times a week is no share.
  const isShare = kinds.some((kind) => /^(?:percent|share)$/.test(kind) || (kind === "times" && per === null))
  const way = isShare ? wayAt(text, quantity) : null
  const isOf = (side: Side): boolean => isShare && (way === null || way === side)
  const digits = Math.max(...readings.map(tellingDigits))
  const isSmall = kinds[0] === "number" && Number(valueOf(readings[0]!)) < 5
  const tells = digits >= telling && kinds[0] !== "number"
  const differing = differs(text, quantity) || differsWithin.test(text)
  const asked: Readonly<Record<Way | "shown", boolean>> = {
    total: totals.test(text) || /\bin (?:two|three|four|2|3|4)\b/i.test(text),
    // A share of those who voted may be what the others leave.
    rest: rest.test(text) || (kinds[0] === "share" && /^\sof\s/.test(text.slice(quantity.end))),
    whole: false,
    change: differing || kinds[0] === "points" || roleAt(text, quantity, text) === "change",
    part: true,
    before: tells || before.test(text),
    rate: false,
    portion: isOf("part"),
    rise: isOf("up"),
    fall: isOf("down"),
    times: isShare,
    shown: true
  }
  // "8.1 billion against 7.4 billion" are amounts of the money that is spoken of.
  const meant = {
    ...quantity,
    readings: readings.flatMap((reading) =>
      isCurrency(kindOf(reading)) && Number(valueOf(reading)) >= million
        ? [reading, `number:${valueOf(reading)}`]
        : [reading]
    )
  }
  const beside = amountsOf(text).filter(
    ({ kind, value }) =>
      (kind === kinds[0] || (kind === "percent" && kinds[0] === "points")) && !readings.includes(`${kind}:${value}`)
  )
  const stems = new Set(contentStems(text))
  return sources.some((source) => {
    const known = read(source)
    const given = known.given()
    const fits = (all: ReadonlySet<string>): boolean =>
      isRounded(text, meant, all) || meant.readings.some((reading) => isComputed(reading, all))
    // By how much something rose is asked for too plainly to be there by chance.
    if ((way === "up" && fits(given.rise)) || (way === "down" && fits(given.fall))) return true
    if (isMistaken(readings, known.lines)) return false
    if (isCounted(text, quantity, known.lines) || isPlainCount(text, quantity, known.lines)) return true
    if (
      kinds.includes("year") &&
      known.years.some((one) => known.years.some((other) => readings.includes(`year:${one - other}`)))
    )
      return true
    if (isSmall) return fits(given.shown) || (differing && fits(given.change))
    const named = (all: ReadonlySet<string>, isNamed: (name: string) => boolean) =>
      new Set(
        [...all].flatMap((each) => {
          const [reading, name] = each.split(" ") as [string, string]
          return isNamed(name) ? [reading] : []
        })
      )
    if (per !== null && fits(named(given.rate, (span) => span === per))) return true
    // "3 % of turnover" tells the turnover.
    if (fits(named(given.whole, (noun) => stems.has(noun)))) return true
    // "Before it sold twelve, it had 76": one of the two stands in the claim.
    if (
      beside.some((one) =>
        known.lines.some(({ amounts }) =>
          amounts.some((other) =>
            fits(
              new Set(
                givenBy(one, other, "").flatMap(([way, reading]) =>
                  way === "total" || way === "change" ? [reading] : []
                )
              )
            )
          )
        )
      )
    )
      return true
    const ways = (Object.keys(asked) as ReadonlyArray<Way | "shown">).filter((way) => asked[way])
    if (ways.some((way) => fits(given[way]))) return true
    // Two thirds of a change.
    return readings.some((reading) => {
      if (kindOf(reading) !== "share") return false
      const [part, whole] = valueOf(reading).split("/").map(Number) as [number, number]
      return (["portion", "rise", "fall"] as const).some(
        (way) =>
          asked[way] &&
          [...given[way]].some((each) => Math.abs(Number(valueOf(each)) - (100 * part) / whole) <= inWords)
      )
    })
  })
}
