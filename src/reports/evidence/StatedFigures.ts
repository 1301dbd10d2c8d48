import { dayOf } from "../check/Age.ts"
import { readable } from "../check/InEnglish.ts"
import { type Amount, amountOf } from "../check/Rounding.ts"
import { type Figure, figuresOf } from "../check/SentenceFigures.ts"
import { publishedOn } from "../check/Times.ts"
import { isCurrency } from "../check/Units.ts"
import { figuresIn } from "./Figures.ts"
import { isExpected, isOfWhole, isScoping, partsAt, timeOf } from "./FigureScope.ts"
import { isMarked } from "./NamedNumbers.ts"
import { perPiece } from "./PerPiece.ts"
import type { Candidate } from "./Piece.ts"
import {
  antecedentIn,
  doneIn,
  isOfAccounts,
  isTelling,
  measureOf,
  modifiersIn,
  namedBefore,
  ownersIn,
  plain,
  revenue,
  saysWhat
} from "./TellingWords.ts"

/*
 * What sentences say that something comes to, so that tellings can be compared: whose it is, what is measured, for
 * when, in which unit, and whether it is a forecast.
 */

export type Telling = Pick<
  Candidate,
  "kind" | "headline" | "title" | "sentences" | "published_at" | "published_at_estimated"
>

/** A figure with what it is said of. */
export interface Stated {
  readonly sentence: string
  /** As it stands there. */
  readonly text: string
  /** Its unit, or that it is a number. */
  readonly kind: string
  /** Its rate and span, whether it is a change, and whether it is a forecast: only figures of one form are compared. */
  readonly form: string
  /** For when it is; empty where that is not told. */
  readonly time: string
  /** Whose it is and what is measured. Where its own part of the sentence names nobody, who was named before. */
  readonly words: ReadonlySet<string>
  /** Of these the names that its own part has. */
  readonly names: ReadonlySet<string>
  /** The word nearest before it. */
  readonly nearest: string | undefined
  /** The words before it that stand before another: "net" of "net debt". */
  readonly modifiers: ReadonlySet<string>
  /** The words behind it, without what is done: "300 jobs were lost in Wales". */
  readonly behind: ReadonlySet<string>
  /** Whether it is a change without a time. */
  readonly isUndated: boolean
  /** Whether it is what something was changed to. */
  readonly isAfter: boolean
  readonly value: number
  /** How far it may be from another that says the same. */
  readonly leeway: number
  /** Whether its time was over when it was reported, so that it no longer changes. */
  readonly isFinal: boolean
  /** The day on which it was reported; null if unknown. */
  readonly day: string | null
}

/** How far figures that agree may be apart, as a share: further if one is, or may be, rounded. */
const near = { exact: 0.01, rounded: 0.05, around: 0.1 }

/** How far a figure may be from another that says the same. */
const leewayOf = ({ kind, side }: Figure, { step, value }: Amount): number =>
  Math.max(
    side === "around" ? near.around * value : near.exact * value,
    Math.min(near.rounded * value, step),
    kind === "percent" ? step / 2 : 0
  )

/** A thing without an owner needs this many words to be recognised. */
const fewest = 3

/** A sentence in English and plain words, the text that it was read from, and when that was published. */
interface Reading {
  readonly given: string
  readonly sentence: string
  readonly figures: ReadonlyArray<Figure>
  readonly owners: ReadonlySet<string>
  /** Null where that is not known. */
  readonly day: string | null
}

/** What a figure is read as; null where that is not sure: "1.100" is more than a thousand if it counts something. */
const amountAt = (sentence: string, { counting, end, kind, readings, start }: Figure): Amount | null => {
  const isUnsure = /^\D*\d{1,3}\.\d{3}(?!\d)/.test(sentence.slice(start, end))
  if (isUnsure && (kind !== "number" || counting.length === 0)) return null
  return amountOf(isUnsure ? readings.at(-1)! : readings[0]!)
}

/**
 * A figure as its original sentence writes it. It is found there as the k-th figure of its kind and value. Only the
 * English reading may know its unit.
 */
const asWritten = ({ figures, given, sentence }: Reading, figure: Figure, { kind, value }: Amount): string => {
  const textOf = ({ end, start }: Figure) => sentence.slice(start, end).trim()
  if (!/\d/.test(textOf(figure))) return textOf(figure)
  const k = figures.filter((other) => {
    const amount = other.start < figure.start && /\d/.test(textOf(other)) ? amountAt(sentence, other) : null
    return amount?.kind === kind && amount.value === value
  }).length
  const written = figuresIn(given).filter((one) => one.value === value)
  const alike = written.filter((one) => one.kind === kind)
  return (alike[k] ?? alike[0] ?? written.find((one) => one.kind === "number"))?.text ?? textOf(figure)
}

/** What must be known about a figure before it is compared with others. */
interface Comparable {
  readonly amount: Amount
  readonly time: string
  readonly isAhead: boolean
  readonly isFinal: boolean
}

/** What is known about a figure; null if it is not the whole amount of something, or its time cannot be determined. */
const comparableAt = ({ day, sentence }: Reading, figure: Figure): Comparable | null => {
  const amount = amountAt(sentence, figure)
  const parts = partsAt(sentence, figure)
  if (amount === null || !isOfWhole(sentence, figure, parts)) return null
  if (amount.kind === "number" && isMarked(sentence, figure)) return null
  const isLater = isExpected(parts)
  const time = timeOf(sentence, figure, day, isLater)
  if (time === null) return null
  const isOpen = time.until === null || day === null || time.until * 86_400_000 >= Date.parse(day)
  const isAhead = isLater || (isOpen && time.until !== null)
  return { amount, time: time.name, isAhead, isFinal: !isOpen && !isAhead }
}

/** The owner of a figure, and what it measures. */
interface Subject {
  readonly names: ReadonlySet<string>
  readonly owners: ReadonlySet<string>
  readonly thing: ReadonlyArray<string>
}

const isChange = ({ role }: Figure): boolean => role === "change"

const isTimeless = ({ spans }: Figure, { time }: Comparable): boolean => time === "" && spans.size === 0

const says = ({ spans }: Figure, word: string): boolean => saysWhat(word) && !spans.has(word)

/** The owner of a figure, and what it measures; null if the sentence says too little about that to compare it. */
const subjectAt = ({ owners, sentence }: Reading, figure: Figure, comparable: Comparable): Subject | null => {
  const { counting, kind, own, role, subject, upTo } = figure
  const all = [...(own.size === 0 ? subject : isScoping(sentence) ? upTo : own)]
    .map(measureOf)
    .filter((word) => says(figure, word))
  // A number that counts nothing can be a name.
  const isAlone = kind === "number" && counting.length === 0
  if (isAlone && role !== "level" && role !== "after" && !all.includes(revenue)) return null
  // Amounts that add up over a time, such as sales, cannot be compared without that time.
  const isOverTime = (isCurrency(kind) && isOfAccounts(all)) || (isChange(figure) && kind === "percent")
  if (isOverTime && isTimeless(figure, comparable)) return null
  const before = antecedentIn(sentence.slice(0, figure.part))
  const names = new Set([...before, ...all].filter((word) => owners.has(word)))
  const whose = names.size > 0 ? names : new Set([...figure.names].filter((name) => !isTelling(name)))
  const thing = all.filter((word) => !names.has(word))
  if (thing.length === 0 && figure.rate === null) return null
  return whose.size === 0 && thing.length < fewest ? null : { names, owners: whose, thing }
}

/** A figure as a sentence states it; null if it cannot be compared with others. */
const statedAs = (reading: Reading, figure: Figure): Stated | null => {
  const comparable = comparableAt(reading, figure)
  const subject = comparable === null ? null : subjectAt(reading, figure, comparable)
  if (comparable === null || subject === null) return null
  const { amount, isAhead, isFinal, time } = comparable
  const { given, sentence } = reading
  const done = doneIn(sentence.slice(figure.end))
  return {
    sentence: given,
    text: asWritten(reading, figure, amount),
    kind: amount.kind,
    form: [
      figure.rate ?? "",
      [...figure.spans].toSorted().join(" "),
      isChange(figure) ? "change" : "level",
      isAhead ? "ahead" : "told"
    ].join("; "),
    time,
    words: new Set([...subject.owners, ...subject.thing]),
    names: subject.names,
    nearest: [...figure.ahead].map(measureOf).findLast((word) => says(figure, word)),
    modifiers: modifiersIn(sentence.slice(figure.part, figure.start)),
    behind: new Set([...figure.behind].map(measureOf).filter((word) => says(figure, word) && !done.has(word))),
    isUndated: isChange(figure) && isTimeless(figure, comparable),
    isAfter: figure.role === "after",
    value: amount.value * (isChange(figure) && (figure.way ?? figure.moves) === "down" ? -1 : 1),
    leeway: leewayOf(figure, amount),
    isFinal,
    day: reading.day
  }
}

/** The figures that a piece of news has, and what it states by them. */
export interface Told {
  readonly figures: ReadonlyArray<Amount>
  readonly stated: ReadonlyArray<Stated>
}

/** The figures of a piece of news. */
export const toldBy = perPiece((piece: Telling): Told => {
  const source = { ...piece, n: 0, url: null, publisher: null, quote: "" }
  const [day, published] = [dayOf(source), publishedOn(source)]
  const headline = piece.headline ?? piece.title
  const texts = piece.sentences.flatMap(({ text, verbatim }) => (verbatim ? [text] : []))
  // One sentence may have too few words to tell its language.
  const read = readable(texts.join("\n")).split("\n")
  const plainly = texts.map((given, at) => plain(read.length === texts.length ? read[at]! : readable(given)))
  const named = namedBefore(
    plain(readable(headline)),
    plainly.map((sentence, at) => (texts[at] === headline ? null : sentence))
  )
  const readings = plainly.map((sentence, at): Reading => {
    const figures = figuresOf(sentence, { names: named[at]!, topic: new Set(), published })
    return { given: texts[at]!, sentence, figures, owners: ownersIn(sentence), day }
  })
  return {
    figures: readings.flatMap(({ figures }) =>
      figures.flatMap(({ readings }) => readings.flatMap((reading) => amountOf(reading) ?? []))
    ),
    stated: readings.flatMap((reading) => reading.figures.flatMap((figure) => statedAs(reading, figure) ?? []))
  }
})
