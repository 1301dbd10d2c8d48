import { isStopWord } from "../../search/Languages.ts"
import { isPeriod, kindOf, plainText, quantities, valueOf } from "../check/Numbers.ts"
import { remembered } from "../check/Remembered.ts"

/** A figure as a sentence writes it, with what it counts where the next words say so. */
export interface Figure {
  /** Word for word. */
  readonly text: string
  readonly kind: string
  readonly value: number
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

/** What was counted ends with the first word in the plural: "40 older homes found". */
const counted = (noun: string): string => {
  const all = noun.split(" ")
  const plural = all.findIndex((word) => /[^s]s$/.test(word))
  return all.slice(0, plural === -1 ? all.length : plural + 1).join(" ")
}

/** Of so many sentences it is remembered what stands in them: several tables and checks read the same ones. */
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
    const noun = kind === "number" ? nounAfter(text.slice(end)) : ""
    return [{ text: noun === "" ? own : `${own} ${counted(noun)}`, kind, value }]
  })
}, sentences)
