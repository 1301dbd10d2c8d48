import { detect, fallback, isStopWord } from "../../search/Languages.ts"
import { wordMatches } from "../../text/Words.ts"
import { isPeriod, kindOf, plainText, quantities, valueOf } from "../check/Numbers.ts"
import { remembered } from "../check/Remembered.ts"
import { isOfName, fractionsIn } from "./NamedNumbers.ts"

/** A figure as a sentence writes it, with what it counts where the next words say so. */
export interface Figure {
  /** Word for word. */
  readonly text: string
  readonly kind: string
  readonly value: number
}

/** How many words may name what a figure counts, and how many if they end in a plural. */
const mostNouns = { plain: 3, plural: 5 }

/** What is done by, or to, what a figure counts: "14,200 shops put oat milk first". */
const verb =
  /^(?:its|put|puts|sell|sells|sold|use|uses|used|buy|buys|bought|get|got|make|makes|made|take|takes|took|pay|pays|paid|say|says|said|run|runs|ran|lost|won|rose|fell|came|went|need|needs|want|own|offer|offers|serve|serves|stand|stood|open|opened)$/

/** The words after a figure that may name what it counts. */
const behind = (rest: string): ReadonlyArray<string> => {
  const [found = ""] = /^(?: [\p{L}’'-]+)*/u.exec(rest)!
  return found.split(" ").slice(1, 2 + mostNouns.plural)
}

/** The name of what is counted ends with the first word in the plural: "40 older homes found". */
const inEnglish = (words: ReadonlyArray<string>): ReadonlyArray<string> => {
  const from = words[0] === "of" ? 1 : 0
  const ends = words.findIndex(
    (word, at) => at >= from && (isStopWord(word.toLowerCase(), "en") || verb.test(word.toLowerCase()))
  )
  const own = words.slice(0, ends < 0 ? undefined : ends)
  // "58 of the", "58 of 80": another place says what they are.
  if (own.length === from) return []
  const plural = own.findIndex((word) => /[^s]s$/.test(word))
  return own.slice(0, from + (plural >= from && plural < from + mostNouns.plural ? plural - from + 1 : mostNouns.plain))
}

/** German words for more of the same ("weitere"), which other checks treat as small words. */
const further = /^(?:neu|weiter)e[nrs]?$/

/** Thousands, millions and billions in German, and what they count. */
const inScale = /^ (?:Tsd\.?|Mio\.?|Mrd\.?|Million(?:en)?|Milliarden?)(?: \p{Lu}[\p{L}-]*)?(?![\p{L}\p{N}])/u

/** Nouns have a capital, and what stands before them has none: "12 neue Werke", not "12 steigt die Zahl". */
const inGerman = (words: ReadonlyArray<string>): ReadonlyArray<string> => {
  const noun = words.findIndex((word) => /^\p{Lu}/u.test(word))
  const isOwn = words
    .slice(0, Math.max(0, noun))
    .every((word) => further.test(word) || (/e[nrs]?$/.test(word) && !isStopWord(word, "de")))
  return noun >= 0 && noun < mostNouns.plain && isOwn ? words.slice(0, noun + 1) : []
}

/** Nouns of other languages cannot be recognised, so the first word is taken, unless it is a small word. */
const inOther = (words: ReadonlyArray<string>, language: string): ReadonlyArray<string> => {
  if (/^(?:por ciento|por cento|per cento|pour cent)$/.test(words.slice(0, 2).join(" "))) return words.slice(0, 2)
  return isStopWord(words[0]?.toLowerCase() ?? "", language) ? [] : words.slice(0, 1)
}

/** What a figure counts, in a text of a language: the words after it, without what is said about them. */
const counted = (rest: string, language: string): string => {
  const [scale] = (language === "de" ? inScale.exec(rest) : null) ?? []
  if (scale !== undefined) return scale.trim()
  const words = behind(rest)
  const own = language === "en" ? inEnglish(words) : language === "de" ? inGerman(words) : inOther(words, language)
  return own.join(" ")
}

/** A sentence is short for a detector, so it counts as English unless more small words are of the detected language. */
const languageOf = (sentence: string): string => {
  const guess = detect(sentence)
  if (guess === null || guess === fallback) return fallback
  const words = Array.from(wordMatches(sentence.toLowerCase()), ([word]) => word)
  const small = (language: string) => words.filter((word) => isStopWord(word, language)).length
  return small(guess) > small(fallback) ? guess : fallback
}

/** "6 a.m." is no figure. */
const clock = /^\s?[ap]\.?m\b/i

/** How many sentences are cached with their figures, because several tables and checks read the same ones. */
const sentences = 500

/** A dash between words is none within a name: "the storm—12 people died". */
const withDashes = (sentence: string): string =>
  sentence.replace(/(?<=[\p{L}\d])—(?=[\p{L}\d])|(?<=\p{L})–(?=\d)/gu, ", ")

/** The figures of a sentence, without dates and years, and without numbers that count nothing. */
export const figuresIn = remembered((sentence): ReadonlyArray<Figure> => {
  const text = plainText(withDashes(sentence))
  const language = languageOf(text)
  const fractions = fractionsIn(text)
  const whole = fractions.map(({ end, start, value }) => ({
    start,
    figure: { text: text.slice(start, end), kind: "share", value }
  }))
  const others = quantities(text).flatMap(({ end, readings, start }) => {
    const [reading] = readings
    const kind = kindOf(reading!)
    const value = Number(valueOf(reading!))
    const own = text.slice(start, end)
    const isYear = kind === "number" && /^(?:19|20)\d\d$/.test(own)
    if (isPeriod(kind) || isYear || clock.test(text.slice(end)) || !/\d/.test(own) || Number.isNaN(value)) return []
    if (fractions.some((fraction) => start < fraction.end && end > fraction.start)) return []
    if (kind === "number" && isOfName(text, { start, end }, language)) return []
    const noun = kind === "number" ? counted(text.slice(end), language) : ""
    return [{ start, figure: { text: noun === "" ? own : `${own} ${noun}`, kind, value } }]
  })
  return [...whole, ...others].toSorted((one, other) => one.start - other.start).map(({ figure }) => figure)
}, sentences)
