import type { ReportSource } from "../../domain/Report.ts"
import { inEnglish } from "./InEnglish.ts"
import { isPeriod, isYear, kindOf, plainText, quantities, type Quantity, valueOf } from "./Numbers.ts"
import { isComputed, isRounded } from "./Rounding.ts"
import { split } from "./Sentences.ts"
import { isCurrency, isSpan } from "./Units.ts"
import { isStopWord, stem } from "../../text/Words.ts"

/*
 * Figures that every reader works out from two that stand beside each other: by how much something rose, what two
 * things come to, what share one is of the other. Only where the words ask for it, since of many figures almost
 * anything can be worked out. What takes more needs a judge's calculation (Calculation.ts).
 */

interface Amount {
  readonly kind: string
  readonly value: number
  /** The words after it, of which one says what it counts: 48 jobs; of lengths and weights the unit does. */
  readonly nouns: ReadonlyArray<string>
  /** Whether it says by how much something differs: 35 cents more than, rose by 5. */
  readonly differs: boolean
}

interface Line {
  readonly text: string
  readonly amounts: ReadonlyArray<Amount>
}

interface Read {
  readonly lines: ReadonlyArray<Line>
  readonly years: ReadonlyArray<number>
  /** What its figures give, by what is asked for. */
  readonly given: Map<string, ReadonlySet<string>>
}

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

const amountsOf = (text: string): ReadonlyArray<Amount> =>
  quantities(text)
    .flatMap(({ end, readings, start }): ReadonlyArray<Amount> => {
      const kind = kindOf(readings[0]!)
      if (isPeriod(kind) || isYear(readings[0]!)) return []
      const nouns = counted.has(kind) || isCurrency(kind) ? nounsAfter(text, end) : [kind]
      // 1.800 is a thousand and eight hundred in much of Europe.
      return readings
        .filter((reading) => [kind, "number"].includes(kindOf(reading)) && Number(valueOf(reading)) > 0)
        .map((reading) => ({
          kind: kindOf(reading),
          value: Number(valueOf(reading)),
          nouns,
          differs: differs(text, { end, start })
        }))
    })
    .slice(0, mostAmounts)

const memo = new WeakMap<ReportSource, Read>()

const read = (source: ReportSource): Read => {
  const known = memo.get(source)
  if (known !== undefined) return known
  const plain = plainText(`${source.title}\n${source.quote}`)
  const text = inEnglish(plain) ?? plain
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
  const made = { lines, years: years.slice(0, mostAmounts).map(Number), given: new Map() }
  memo.set(source, made)
  return made
}

/** What says that a figure is what others come to. */
const totals = /^With\b|\b(?:together|combined|altogether|in total|in all|all told|the sum|both|before)\b/i

/** What says, beside a figure, that it is by how much something differs. */
const comparing = "more|less|fewer|higher|lower|above|below|under|over|cheaper|dearer|longer|shorter|larger|smaller"
const differsAfter = new RegExp(`^(?:\\s\\p{L}+){0,2}\\s(?:${comparing})\\b`, "iu")
const differsBefore =
  /\b(?:by|sav(?:es?|ed|ing)|los(?:es?|t|ing)|gain(?:s|ed|ing)?|a (?:gap|difference) of)\s(?:(?:about|around|roughly|nearly|almost|some|over)\s)?$/i

const differs = (text: string, { end, start }: Pick<Quantity, "end" | "start">): boolean =>
  differsAfter.test(text.slice(end, end + 40)) || differsBefore.test(text.slice(Math.max(0, start - 40), start))

/** What says in evidence that a figure is a part of another. */
const remains = /\b(?:the (?:rest|remainder|others?)|remaining|of (?:them|which|whom))\b/i

/** One of two that stands without its unit has that of the other. */
const unitOfBoth = (one: Amount, other: Amount): string | null =>
  one.kind === other.kind
    ? one.kind
    : one.kind === "number"
      ? other.kind
      : other.kind === "number"
        ? one.kind
        : isCurrency(one.kind) && other.kind === "cent"
          ? one.kind
          : null

const valueIn = (unit: string, { kind, value }: Amount): number =>
  kind === "cent" && unit !== "cent" ? value / 100 : value

/** What two figures give, as readings. */
const givenBy = (one: Amount, other: Amount, line: string, claim: Asked): ReadonlyArray<string> => {
  const unit = unitOfBoth(one, other)
  if (one.kind === "percent" || other.kind === "percent") {
    const [part, share] = one.kind === "percent" ? [other, one] : [one, other]
    if (one.kind !== other.kind) return claim.totals ? [`${part.kind}:${round((100 * part.value) / share.value)}`] : []
  }
  if (unit === null) return []
  const [a, b] = [valueIn(unit, one), valueIn(unit, other)]
  const [least, most] = [Math.min(a, b), Math.max(a, b)]
  const sum = `${unit}:${round(a + b)}`
  // By how much a share has changed is told in points.
  const difference = `${unit === "percent" ? "points" : unit}:${round(most - least)}`
  const changed = one.differs || other.differs
  return [
    ...(claim.totals || (changed && line !== "") ? [sum] : []),
    ...(claim.changes || (changed && line !== "") || remains.test(line) ? [difference] : []),
    ...(claim.shares && !isSpan(unit) && !/^(?:percent|points|times)$/.test(unit)
      ? [
          `percent:${round((100 * least) / most)}`,
          `percent:${round((100 * (most - least)) / least)}`,
          `percent:${round((100 * (most - least)) / most)}`
        ]
      : [])
  ]
}

const round = (value: number): number => Number(value.toPrecision(9))

/** What the words of a claim ask to be worked out. */
interface Asked {
  readonly totals: boolean
  readonly changes: boolean
  readonly shares: boolean
  readonly years: boolean
}

/** What makes so many: the second hall is one of two, a mill and the other two are three. */
const countedBy: ReadonlyMap<number, RegExp> = new Map([
  [2, /\bsecond\b/gi],
  [3, /\bother (?:two|2)\b/gi],
  [4, /\bother (?:three|3)\b/gi],
  [5, /\bother (?:four|4)\b/gi]
])

/** Whether a small number is how many of something evidence speaks of. */
const isCounted = (text: string, { end, readings: [reading] }: Quantity, lines: ReadonlyArray<Line>): boolean => {
  const pattern = kindOf(reading!) === "number" ? countedBy.get(Number(valueOf(reading!))) : undefined
  if (pattern === undefined) return false
  const nouns = nounsAfter(text, end)
  return lines.some(({ text }) =>
    Array.from(text.matchAll(pattern)).some(({ 0: { length }, index }) =>
      nounsAfter(text, index + length).some((noun) => nouns.includes(noun))
    )
  )
}

/** A small number without a unit comes out of almost any others. */
const isSmall = ({ readings: [reading] }: Quantity): boolean =>
  kindOf(reading!) === "number" && Number(valueOf(reading!)) < 5

/** What figures of a source give, as readings. */
const calculated = ({ lines, years }: Read, asked: Asked): ReadonlySet<string> => {
  const given = new Set<string>()
  for (const [index, line] of lines.entries())
    for (const [at, one] of line.amounts.entries()) {
      for (const other of line.amounts.slice(at + 1))
        for (const each of givenBy(one, other, line.text, asked)) given.add(each)
      for (const [further, next] of lines.slice(index + 1).entries())
        for (const other of next.amounts)
          if (further === 0 || one.nouns.some((noun) => other.nouns.includes(noun)))
            for (const each of givenBy(one, other, "", asked)) given.add(each)
      const each = /\beach\b/i.test(line.text) && asked.totals
      if (each)
        for (const other of line.amounts)
          if (other !== one && one.kind === "number") given.add(`${other.kind}:${round(one.value * other.value)}`)
    }
  if (asked.years) for (const one of years) for (const other of years) if (one > other) given.add(`year:${one - other}`)
  return given
}

const givenIn = (source: ReportSource, asked: Asked): ReadonlySet<string> => {
  const known = read(source)
  const key = JSON.stringify(asked)
  const given = known.given.get(key) ?? calculated(known, asked)
  known.given.set(key, given)
  return given
}

/** Whether a claim's figure follows from figures of one of these sources. */
export const isInferred = (text: string, quantity: Quantity, sources: ReadonlyArray<ReportSource>): boolean => {
  const kinds = quantity.readings.map(kindOf)
  const asked = {
    totals: totals.test(text),
    changes: differs(text, quantity),
    shares: kinds.some((kind) => /^(?:percent|share|times)$/.test(kind)),
    years: kinds.includes("year")
  }
  return sources.some((source) => {
    if (isCounted(text, quantity, read(source).lines)) return true
    if (isSmall(quantity)) return false
    const given = givenIn(source, asked)
    return (
      isRounded(text, quantity, given) ||
      (asked.shares
        ? quantity.readings.some((reading) => isComputed(reading, given))
        : quantity.readings.some((reading) => given.has(reading)))
    )
  })
}
