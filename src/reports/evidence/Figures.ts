import { isStopWord } from "../../search/Languages.ts"
import { stem, words } from "../../text/Words.ts"
import { isPeriod, kindOf, plainText, quantities, valueOf } from "../check/Numbers.ts"

/** A figure as a sentence writes it, with what it counts where the next words say so. */
export interface Figure {
  /** Word for word. */
  readonly text: string
  readonly kind: string
  readonly value: number
  /** Stems of what is counted; empty where the sentence does not say it right behind the figure. */
  readonly noun: ReadonlyArray<string>
  /** "About", "more than": the figure stands for others. */
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
  /\b(?:about|around|roughly|approximately|some|circa|nearly|almost|more than|over|at least|up to|fewer than|less than|under|as many as|another)\s?$/i

/** The figures of a sentence, without dates and years. */
export const figuresIn = (sentence: string): ReadonlyArray<Figure> => {
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
        text: kind === "number" && noun !== "" ? `${own} ${noun}` : own,
        kind,
        value,
        noun: words(noun).map(stem),
        vague: isVague.test(text.slice(0, start))
      }
    ]
  })
}

/** Figures that are roundings of each other do not differ. */
const near = 0.05

/**
 * The first figures of two sentences that differ about the same thing: both exact, of one kind, and of the same noun
 * phrase of at least two words, which the other sentence counts nowhere alike. Null where that is not sure.
 */
export const difference = (one: string, other: string): readonly [Figure, Figure] | null => {
  const exact = (sentence: string) =>
    figuresIn(sentence).filter(({ kind, noun, vague }) => !vague && noun.length > (kind === "percent" ? 0 : 1))
  const theirs = exact(other)
  for (const own of exact(one)) {
    const same = theirs.filter(({ kind, noun }) => kind === own.kind && noun.join(" ") === own.noun.join(" "))
    const [first] = same
    if (first === undefined) continue
    const isNear = ({ value }: Figure) => Math.abs(value - own.value) <= near * Math.max(value, own.value)
    if (!same.some(isNear)) return [own, first]
  }
  return null
}
