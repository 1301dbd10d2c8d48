import { countsNothing, isPeriod, isYear, kindOf, quantities, type Quantity, valueOf } from "./Numbers.ts"
import { percentOf } from "./Rounding.ts"
import { isCurrency } from "./Units.ts"
import { differenceAt } from "./Ways.ts"
import { isStopWord, stem } from "../../text/Words.ts"

/*
 * What figures can be calculated with, and what the words around each tell of it: what it counts, whether it is a part
 * of another, or by how much something differs.
 */

/** A figure of a sentence, and what the words around it tell of it. */
export interface Amount extends Pick<Quantity, "start" | "end"> {
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

/** A sentence of the evidence with its figures. */
export interface Line {
  readonly text: string
  readonly amounts: ReadonlyArray<Amount>
}

/** No more figures of a sentence are calculated with. */
export const mostAmounts = 12
/** What stands before or behind a figure is no further away. */
const near = 40

/** What says that a figure is by how much others differ. */
const comparing =
  "more|less|fewer|higher|lower|above|below|under|over|cheaper|dearer|longer|shorter|larger|smaller|bigger|wider|heavier|lighter|earlier|later|behind|ahead|to go|short|too (?:many|few|much|little)"
const differsAfter = new RegExp(`^(?:\\s\\p{L}+){0,4}\\s(?:${comparing})\\b`, "iu")
const differsBefore =
  /\b(?:by|sav(?:es?|ed|ing)|los(?:es?|t|ing)|gain(?:s|ed|ing)?|add(?:s|ed|ing)?|cuts?|cutting|rais(?:es?|ed|ing)|a (?:gap|difference|rise|fall|drop|increase|decrease|decline) of|another|further|remaining|(?:up|down)(?:\sby)?)\s(?:(?:about|around|roughly|nearly|almost|some|over|just|an? (?:additional|extra|further))\s)?$/i
/** "88 million a year earlier" differs by nothing. */
const timeBehind = /\s(?:an?|one|the) (?:hour|day|week|month|quarter|year) (?:earlier|later)\b/i

/** Whether a figure is by how much something differs. */
export const differs = (text: string, { end, start }: Pick<Quantity, "end" | "start">): boolean =>
  differsAfter.test(text.slice(end, end + near).replace(timeBehind, "")) ||
  differsBefore.test(text.slice(Math.max(0, start - near), start))

/** The next words behind a figure: what it counts. */
export const nounsAfter = (text: string, end: number): ReadonlyArray<string> =>
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

/** By what span of time a figure is counted. */
export const perOf = (text: string, { end, start }: Pick<Quantity, "end" | "start">): string | null => {
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

/** The figures of a sentence. */
export const amountsOf = (text: string): ReadonlyArray<Amount> =>
  quantities(text)
    .values()
    .flatMap(({ end, readings, start }): ReadonlyArray<Amount> => {
      const kind = kindOf(readings[0]!)
      if (kind === "share") {
        return [
          {
            start,
            end,
            kind: "percent",
            value: percentOf(readings[0]!)!,
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
          start,
          end,
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
    .take(mostAmounts)
    .toArray()
