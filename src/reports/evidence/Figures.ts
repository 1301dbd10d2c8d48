import { isStopWord } from "../../search/Languages.ts"
import { contentStems, stem, words } from "../../text/Words.ts"
import { movementOf } from "../check/ClaimWords.ts"
import {
  isCalendar,
  isPeriod,
  isYear,
  kindOf,
  plainText,
  quantities,
  valueOf,
  withoutNumbers
} from "../check/Numbers.ts"
import { remembered } from "../check/Remembered.ts"

/** A figure as a sentence writes it, with what it counts where the next words say so. */
export interface Figure {
  /** Word for word. */
  readonly text: string
  readonly kind: string
  readonly value: number
  /** Stems of what is counted; empty where the sentence does not say it right behind the figure. */
  readonly noun: ReadonlyArray<string>
  /** What stands around an amount, which has no noun of its own: its nearest word before it, and the others. */
  readonly around: { readonly nearest: string | undefined; readonly stems: ReadonlySet<string> }
  /** "About", "more than": the figure stands for others; "after", "from": for another time. */
  readonly vague: boolean
}

const mostNouns = 3

/** What is done by, or to, what a figure counts: "14,200 shops put oat milk first". */
const verb =
  /^(?:its|put|puts|sell|sells|sold|use|uses|used|buy|buys|bought|get|got|make|makes|made|take|takes|took|pay|pays|paid|say|says|said|run|runs|ran|lost|won|rose|fell|came|went|need|needs|want|own|offer|offers|serve|serves|stand|stood|open|opened)$/

/** The words behind a figure, up to the first that ends what it counts. */
const nounAfter = (rest: string): string => {
  const found = /^(?: of)?((?: [\p{L}’'-]+){1,4})/u.exec(rest)?.[0] ?? ""
  const all = found.split(" ").slice(1)
  const from = all[0] === "of" ? 1 : 0
  const end = all.findIndex(
    (word, at) => at >= from && (isStopWord(word.toLowerCase(), "en") || verb.test(word.toLowerCase()))
  )
  // "58 of the", "1,100 of its": what they are stands elsewhere.
  return end === from ? "" : all.slice(0, Math.min(end === -1 ? all.length : end, from + mostNouns)).join(" ")
}

/** "6 a.m." is no figure. */
const clock = /^\s?[ap]\.?m\b/i

const isVague =
  /\b(?:about|around|roughly|approximately|some|circa|nearly|almost|more than|over|at least|up to|fewer than|less than|under|as many as|another|from|after|against|by|between|compared (?:with|to)|than|to [$€£]?[\d.,]+)\s?$/i

/** One end of a range, or what it was earlier. */
const isPartial =
  /^(?:\s?(?:to|[-–]|and|or)\s?[$€£]?\d| (?:a|one|two) (?:year|month|quarter)s? (?:earlier|before|ago)\b)/i

/** What was counted ends with the first word in the plural: "40 older homes found". */
const counted = (noun: string): string => {
  const all = noun.split(" ")
  const plural = all.findIndex((word) => /[^s]s$/.test(word))
  return all.slice(0, plural === -1 ? all.length : plural + 1).join(" ")
}

/** "Fell in a year to": how it came to be an amount does not tell what it is of. */
const isOfCourse = (word: string): boolean => movementOf(word) !== null || /^(?:year|month|week)$/.test(word)

/** Words of a clause to either side of an amount that tell what it is of. */
const reach = 7

/** So many characters to either side have these words: what is farther is not read for each figure again. */
const readAround = 300

const aroundOf = (text: string, start: number, end: number): Figure["around"] => {
  const stemsOf = (clause: string) => contentStems(withoutNumbers(clause)).filter((word) => !isOfCourse(word))
  const left = text.slice(Math.max(0, start - readAround), start)
  const before = stemsOf(left.split(/[;:]/).at(-1)!).slice(-reach)
  const behind = stemsOf(text.slice(end, end + readAround).split(/[;:]|, (?:after|from|up|down)\b/)[0]!)
  return { nearest: before.at(-1), stems: new Set([...before, ...behind.slice(0, reach)]) }
}

/** Of so many sentences it is remembered what stands in them: each is compared with those of all other tellings. */
const sentences = 500

/** The figures of a sentence, without dates and years. */
export const figuresIn = remembered((sentence): ReadonlyArray<Figure> => {
  const text = plainText(sentence)
  return quantities(text).flatMap(({ end, readings, start }): ReadonlyArray<Figure> => {
    const [reading] = readings
    const kind = kindOf(reading!)
    const value = Number(valueOf(reading!))
    const own = text.slice(start, end)
    const isYear = kind === "number" && /^(?:19|20)\d\d$/.test(own)
    if (isPeriod(kind) || isYear || clock.test(text.slice(end)) || !/\d/.test(own) || Number.isNaN(value)) return []
    const noun = kind === "number" || kind === "percent" ? nounAfter(text.slice(end)) : ""
    return [
      {
        text: kind === "number" && noun !== "" ? `${own} ${counted(noun)}` : own,
        kind,
        value,
        noun: words(noun).map(stem),
        around: aroundOf(text, start, end),
        vague: isVague.test(text.slice(Math.max(0, start - readAround), start)) || isPartial.test(text.slice(end))
      }
    ]
  })
}, sentences)

/** Figures that are roundings of each other do not differ. */
const near = 0.05

/** So many words around two amounts, and this share of the fewer, tell that they are of the same thing. */
const sameAmount = { words: 4, share: 0.6 }

const isAmount = ({ kind }: Figure): boolean => kind !== "number" && kind !== "percent"

/** Whether what stands around two amounts says that they are of the same thing. */
const areAroundSame = ({ around: own }: Figure, { around: its }: Figure): boolean => {
  const shared = own.stems.intersection(its.stems).size
  return (
    ((own.nearest !== undefined && its.stems.has(own.nearest)) ||
      (its.nearest !== undefined && own.stems.has(its.nearest))) &&
    shared >= sameAmount.words &&
    shared >= sameAmount.share * Math.min(own.stems.size, its.stems.size)
  )
}

/** Whether two exact figures of one kind are of the same thing: by their noun phrase, or by what is around them. */
const areOfSame = (one: Figure, other: Figure): boolean =>
  one.kind === other.kind && (isAmount(one) ? areAroundSame(one, other) : one.noun.join(" ") === other.noun.join(" "))

/** Days, periods and years of a sentence. */
const timesIn = remembered(
  (sentence) =>
    quantities(plainText(sentence))
      .flatMap(({ readings: [reading] }) => (isCalendar(kindOf(reading!)) || isYear(reading!) ? [reading!] : []))
      .sort()
      .join(" "),
  sentences
)

/**
 * The first figures of two sentences that differ about the same thing: both exact, of one kind, and either of the same
 * noun phrase of at least two words, or amounts of one time amid the same words, which the other sentence counts
 * nowhere alike. Null where that is not sure.
 */
export const difference = (one: string, other: string): readonly [Figure, Figure] | null => {
  const exact = (sentence: string) =>
    figuresIn(sentence).filter(
      (figure) => !figure.vague && (isAmount(figure) || figure.noun.length > (figure.kind === "percent" ? 0 : 1))
    )
  const theirs = exact(other)
  const [when, then] = theirs.length === 0 ? ["", ""] : [timesIn(one), timesIn(other)]
  const areOfOneTime = when === "" || then === "" || when === then
  for (const own of exact(one)) {
    const same = theirs.filter((its) => areOfSame(own, its) && (areOfOneTime || !isAmount(own)))
    const [first] = same
    if (first === undefined) continue
    const isNear = ({ kind, value }: Figure) =>
      kind === own.kind && Math.abs(value - own.value) <= near * Math.max(value, own.value)
    if (!(isAmount(own) ? theirs : same).some(isNear)) return [own, first]
  }
  return null
}
