import type { ReportSource } from "../../domain/Report.ts"
import { firstSentencesOf } from "./FirstSentences.ts"
import { readable } from "./InEnglish.ts"
import { movementOf } from "./ClaimWords.ts"
import {
  countsNothing,
  isPeriod,
  isYear,
  kindOf,
  quantities,
  type Quantity,
  spelled,
  valueOf,
  withoutNumbers
} from "./Numbers.ts"
import { isRange } from "./Roles.ts"
import { percentOf, type Side, sideOf } from "./Rounding.ts"
import { partAround } from "./SentenceParts.ts"
import { isSpan } from "./Units.ts"
import { contentStems } from "../../text/Words.ts"
import { perSource } from "./PerSource.ts"

/*
 * Figures that are words: "doubled", "sevenfold", "twice", "hundreds of thousands", "zero". The evidence must have the
 * word, its equal, or figures from which it follows.
 */

/** A figure in a word: how many times as much, or from how many to how many. */
interface Worded {
  readonly start: number
  readonly end: number
  readonly word: string
  readonly means:
    | { readonly is: "times"; readonly value: number; readonly isOften: boolean }
    | { readonly is: "range"; readonly from: number; readonly to: number }
    | { readonly is: "zero" }
}

const factors: ReadonlyArray<readonly [RegExp, number]> = [
  [/^(?:doubl|verdoppel|duplic|dobr|raddopp|翻|倍増|twice)/u, 2],
  [/^(?:tripl|trebl|verdreifach|triplic|thrice)/u, 3],
  [/^(?:quadrupl|vervierfach|cuadruplic|quadruplic)/u, 4],
  [/^(?:quintupl|verfünffach)/u, 5],
  [/^(?:halv|halbier|dimezz|减半|半減)/u, 0.5]
]

const verbs =
  /(?<![\p{L}\p{N}-])(?:(?:doubl|tripl|trebl|quadrupl|quintupl|halv)(?:es?|ed|ing)(?![\p{L}\p{N}-])(?! (?:digit|glaz|deck|bed|cab|check|down|shift|standard|taxation))|twice|thrice|(?:verdoppel|verdreifach|vervierfach|verfünffach|halbier|duplic|triplic|cuadruplic|quadruplic|dobr(?=[aoe]u?)|raddopp|dimezz|doubl|tripl)\p{L}{1,8}|翻[一]?[番倍]|倍増|减半|半減)/giu
const folds =
  /(?<![\p{L}\p{N}.])(?:(\d{1,4}(?:\.\d{1,2})?)(?:x|[- ]?fold)|(two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|hundred|thousand)[- ]?fold|(zwei|drei|vier|fünf|zehn)fach)(?![\p{L}\p{N}])/giu
const german: Readonly<Record<string, number>> = { zwei: 2, drei: 3, vier: 4, fünf: 5, zehn: 10 }
const large: Readonly<Record<string, number>> = {
  dozen: 12,
  hundred: 100,
  thousand: 1e3,
  million: 1e6,
  billion: 1e9,
  trillion: 1e12
}
const sizes =
  /(?<![\p{L}\p{N}])(?:(tens|dozens|hundreds|thousands) of (thousands|millions|billions|trillions)|(hundreds|thousands|millions|billions|trillions)|(dozens|tens|scores)(?= of\b)|(?:several|(?:a )?few|many|a couple of) (dozen|hundred|thousand|million|billion)s?)(?![\p{L}\p{N}])/giu
const zero =
  /(?<!\b(?:net|near|at|from|to|below|above) )(?<![\p{L}\p{N}-])(?:zero|nil|nought)(?![\p{L}\p{N}-])(?! (?:emissions?|carbon|tolerance|waste|interest|hour))/giu
const nothing =
  /(?<![\p{L}\p{N}.,])(?:zero|nil|nought|no|none|not|never|nothing|nobody|without|0|kein\p{L}{0,2}|nicht|ohne|aucun\p{L}?|sans|pas|ning\p{L}{1,4}|sin|nessun\p{L}?|senza|nenhum\p{L}?|sem)(?![\p{L}\p{N}]|[.,]\d)|[无没零未不]|ゼロ/iu

const singular = (word: string): number =>
  large[word.toLowerCase().replace(/s$/, "")] ?? { tens: 10, scores: 20 }[word.toLowerCase()] ?? 1

/** From two of it on, below the next size that has a name. */
const rangeOf = (
  many: string | undefined,
  of: string | undefined,
  few: string | undefined
): readonly [number, number] => {
  if (few !== undefined) return [2 * singular(few), 10 * singular(few)]
  const [size, times] = [singular(of!), many === undefined ? 1 : singular(many)]
  // Thousands may be tens of thousands, and millions hundreds of millions.
  return many !== undefined
    ? [size * times, 10 * size * times]
    : [size, size < 1e3 ? 10 * size : size < 1e6 ? 100 * size : 1e3 * size]
}

/** The figures that are words in a text as {@link quantities} reads it. */
export const worded = (text: string): ReadonlyArray<Worded> => {
  const at = ({ 0: word, index }: RegExpExecArray) => ({
    start: index,
    end: index + word.length,
    word: word.toLowerCase()
  })
  return [
    ...Array.from(text.matchAll(verbs), (match): Worded => {
      const value = factors.find(([form]) => form.test(match[0].toLowerCase()))?.[1] ?? 2
      const behind = text.slice(match.index + match[0].length, match.index + match[0].length + 12)
      const isOften =
        /^(?:twice|thrice)$/i.test(match[0]) && !/^\s(?:as|the|what|its|that|their|his|her)\b/.test(behind)
      return { ...at(match), means: { is: "times", value, isOften } }
    }),
    ...Array.from(text.matchAll(folds), (match): Worded => {
      const [, digits, word, theirs] = match
      const value =
        digits !== undefined
          ? Number(digits)
          : theirs !== undefined
            ? german[theirs.toLowerCase()]!
            : (large[word!.toLowerCase()] ?? spelled(word!) ?? 0)
      return { ...at(match), means: { is: "times", value, isOften: false } }
    }),
    ...Array.from(text.matchAll(sizes), (match): Worded => {
      const [, many, of, plural, some, few] = match
      const [from, to] = rangeOf(many, of ?? plural ?? some, few)
      return { ...at(match), means: { is: "range", from, to } }
    }),
    ...Array.from(text.matchAll(zero), (match): Worded => ({ ...at(match), means: { is: "zero" } }))
  ]
}

interface Amount {
  readonly kind: string
  readonly value: number
  /** What it counts; null where it counts nothing of its own. */
  readonly noun: string | null
  /** Whether something changed from it. */
  readonly isFrom: boolean
  /** The words of its part of the sentence. */
  readonly said: ReadonlySet<string>
}

/** An amount, or the two ends of a range of which it is the middle: 15.5 of "14 to 17 million". */
interface Ranged extends Amount {
  readonly ends: readonly [number, number]
}

/** What tells how many times as much something is as something else, or as before. */
interface Ratio {
  readonly value: number
  /** The lowest and highest value that it can have if one of the two amounts is a range. */
  readonly ends: readonly [number, number]
  /** Whether it is one of different things: twice as many cars as vans. */
  readonly isAcross: boolean
  /** Which way it turned, where that is plain. */
  readonly to: "up" | "down" | null
  /** The words of its part of the sentence. */
  readonly said: ReadonlySet<string>
}

interface Read {
  readonly text: string
  readonly worded: ReadonlyArray<Worded>
  readonly amounts: ReadonlyArray<Amount>
  readonly ratios: ReadonlyArray<Ratio>
  /** The words of the parts of its sentences in which a figure stands. */
  readonly parts: ReadonlyArray<ReadonlySet<string>>
  readonly title: ReadonlySet<string>
}

/** No more figures of a sentence are compared. */
const mostAmounts = 12

const amountIn = (line: string, quantity: Quantity): ReadonlyArray<Amount> => {
  const [reading] = quantity.readings
  const kind = kindOf(reading!)
  if ((isPeriod(kind) && kind !== "share") || isYear(reading!)) return []
  const said = saidAt(line, quantity.start, quantity.end)
  if (kind === "share") {
    return [{ kind: "percent", value: percentOf(reading!)!, noun: null, isFrom: false, said }]
  }
  const value = Number(valueOf(reading!))
  if (!(value > 0)) return []
  const noun = countsNothing(line, quantity)
    ? null
    : (/^\s(?:\p{L}+)/u.exec(line.slice(quantity.end, quantity.end + 30))?.[0] ?? null)
  const isFrom = /\bfrom(?:\s\p{L}+)?\s$/iu.test(line.slice(Math.max(0, quantity.start - 30), quantity.start))
  return [{ kind, value, noun: kind === "number" ? noun : null, isFrom, said }]
}

/** The amounts of a sentence, the two ends of a range as one. */
const amountsIn = (line: string): ReadonlyArray<Ranged> => {
  const found = quantities(line)
    .slice(0, mostAmounts)
    .flatMap((quantity) => amountIn(line, quantity).map((amount) => ({ amount, quantity })))
  return found.flatMap(({ amount, quantity }, at) => {
    const [last, next] = [found[at - 1], found[at + 1]]
    if (last !== undefined && last.amount.kind === amount.kind && isRange(line, last.quantity, quantity)) return []
    const isOpen = next !== undefined && next.amount.kind === amount.kind && isRange(line, quantity, next.quantity)
    const ends = [amount.value, isOpen ? next.amount.value : amount.value] as const
    return [{ ...amount, value: (ends[0] + ends[1]) / 2, ends }]
  })
}

/** Where another part of a sentence begins. */
const joint = /[;:()]|,\s|\s(?:and|while|whereas|but|although|though|against|after)\s/gi

/** What every figure is of: times, and that there is so much. */
const idle = new Set(
  contentStems(
    "year month week quarter half day number amount total level size figure time last ago earlier previous period"
  )
)

/** What the part of a sentence is about that lies between these places, and what is around it. */
const saidAt = (line: string, start: number, end: number): ReadonlySet<string> =>
  new Set(
    contentStems(withoutNumbers(partAround(line, { start, end }, joint))).filter(
      (word) => !idle.has(word) && movementOf(word) === null
    )
  )

/** A ratio that the evidence states itself. */
const told = (value: number, said: ReadonlySet<string>): Ratio => ({
  value,
  ends: [value, value],
  isAcross: false,
  to: null,
  said
})

const read = perSource((source): Read => {
  const text = readable(`${source.title}\n${source.quote}`)
  const lines = firstSentencesOf(source).map((line) => ({ line, amounts: amountsIn(line) }))
  const ratios = lines.flatMap(({ amounts, line }, index) => {
    const next = lines[index + 1]
    const near = [
      ...amounts.map((amount) => ({ amount, in: line })),
      ...(next?.amounts ?? []).map((amount) => ({ amount, in: next!.line }))
    ]
    return amounts.flatMap((one, at) =>
      near
        .slice(at + 1)
        .filter(({ amount }) => areOfOneUnit(one, amount))
        .map(({ amount: other, in: its }): Ratio => {
          const said = [one.said, other.said] as const
          const from = one.isFrom ? one : other.isFrom && its === line ? other : null
          const [more, less] = one.value > other.value ? [one, other] : [other, one]
          return {
            value: more.value / less.value,
            ends: [more.ends[0] / less.ends[1], more.ends[1] / less.ends[0]],
            isAcross:
              (one.noun !== null && other.noun !== null && one.noun !== other.noun) ||
              (its === line && said.every(({ size }) => size > 0) && said[0].isDisjointFrom(said[1])),
            to: from === null ? null : from.value === Math.min(one.value, other.value) ? "up" : "down",
            said: new Set([...said[0], ...said[1]])
          }
        })
    )
  })
  const stated = lines.flatMap(({ amounts, line }) => [
    ...worded(line).flatMap(({ end, means, start }): ReadonlyArray<Ratio> =>
      means.is === "times" ? [told(Math.max(means.value, 1 / means.value), saidAt(line, start, end))] : []
    ),
    ...amounts.flatMap(({ kind, said, value }): ReadonlyArray<Ratio> => {
      const of = (value: number) => told(value, said)
      if (kind === "times") return [of(value)]
      if (kind !== "percent") return []
      return [of(1 + value / 100), ...(value < 100 ? [of(100 / value), of(100 / (100 - value))] : [])]
    })
  ])
  return {
    text,
    worded: worded(text),
    amounts: lines.flatMap(({ amounts }) => amounts),
    ratios: [...ratios, ...stated],
    parts: lines.flatMap(({ amounts }) => amounts.map(({ said }) => said)),
    title: new Set(contentStems(source.title))
  }
})

/** Whether two figures are of one unit; one that counts nothing has that of another. */
const areOfOneUnit = (one: Amount, other: Amount): boolean =>
  one.kind !== "times" &&
  other.kind !== "times" &&
  (one.kind === other.kind ||
    [[one, other] as const, [other, one] as const].some(
      ([bare, full]) => bare.kind === "number" && bare.noun === null && full.kind !== "percent" && !isSpan(full.kind)
    ))

/** How far a figure may lie from "doubled", and how far where it is "more than" or "nearly" that. */
const tolerance = { plain: 0.075, side: 0.5, below: 0.15 }

const fits = ({ ends: [least, most], value }: Ratio, times: number, side: Side | null): boolean =>
  side === "above"
    ? least >= times && most <= times * (1 + tolerance.side)
    : side === "below"
      ? most <= times && least >= times * (1 - tolerance.below)
      : Math.abs(value - times) <= times * tolerance.plain

/** Whether a source bears out a figure that is a word. */
const hasWorded = ({ end, means, start }: Worded, text: string, source: ReportSource): boolean => {
  const known = read(source)
  if (means.is === "zero") return nothing.test(known.text)
  if (means.is === "range")
    return (
      known.amounts.some(
        ({ kind, value }) => kind !== "percent" && !isSpan(kind) && value >= means.from && value < means.to
      ) || known.worded.some(({ means: its }) => its.is === "range" && its.from >= means.from && its.to <= means.to)
    )
  // Halved is the other way round: twice as much before.
  const times = means.value < 1 ? 1 / means.value : means.value
  const side = sideOf(text, { start, end })
  // Fined twice: a second fine, or two of them.
  if (means.isOften)
    return (
      (times === 2 && /\b(?:second|again|both)\b/i.test(known.text)) ||
      known.amounts.some(({ kind, value }) => (kind === "times" || kind === "number") && value === times) ||
      known.worded.some(({ means: its }) => its.is === "times" && its.value === times)
    )
  const isAcross = /^\sas\b/.test(text.slice(end, end + 4))
  const isTurn = !/^(?:twice|thrice)$|fold|fach|x$/i.test(text.slice(start, end))
  const to = isTurn ? (means.value < 1 ? "down" : "up") : null
  const bearing = known.ratios.filter(
    (ratio) =>
      (isAcross || !ratio.isAcross) && (to === null || ratio.to === null || ratio.to === to) && fits(ratio, times, side)
  )
  return bearing.length > 0 && !isOfOthers(saidAt(text, start, end), bearing, known)
}

/** Whether what a claim says is said in evidence of other figures only. */
const isOfOthers = (claimed: ReadonlySet<string>, bearing: ReadonlyArray<Ratio>, { parts, title }: Read): boolean => {
  const own = [...claimed].filter((word) => !title.has(word))
  const has = (said: ReadonlySet<string>) => own.some((word) => said.has(word))
  return parts.some(has) && !bearing.some(({ said }) => has(said))
}

/** The figures in words of a {@link readable} text that none of these sources bears out. */
export const multiplesMissing = (text: string, sources: ReadonlyArray<ReportSource>): ReadonlyArray<string> =>
  worded(text).flatMap((one) => (sources.some((source) => hasWorded(one, text, source)) ? [] : [`word:${one.word}`]))
