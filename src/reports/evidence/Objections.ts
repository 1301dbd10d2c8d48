import { namesOf } from "../check/Clauses.ts"
import { isPeriod, kindOf, plainText, quantities } from "../check/Numbers.ts"
import { stem, stems, words } from "../../text/Words.ts"
import type { Telling } from "./StatedFigures.ts"

/*
 * Where one telling speaks against somebody's figure, and another tells that figure: "this sits badly with the 19% that
 * Voltmarsh reported". Only plain expressions in English are known.
 */

/** What a sentence speaks against stands behind these. */
const objecting =
  /(?<!\b(?:not|never|no longer|hardly|n['’]t) )\b(?:(?:sits? badly|at odds|inconsistent|incompatible) with|(?:contradict|refut)(?:e?s|e?d|ing)?|contrary to|disput(?:es|ed|ing)|(?:does|do|did)(?: not|n['’]t) (?:fit|match|square with)|compared (?:with|to)(?= [^,;:]*\bclaim(?:s|ed)\b)) (?<rest>[^;:]+)/i

/** Somebody's figure. */
interface Figure {
  readonly sentence: string
  readonly reading: string
  /** The stem of the name's first word. */
  readonly owner: string
}

/** Whose figure a sentence speaks against; null where it speaks against none. */
const objectionIn = (sentence: string): Figure | null => {
  const rest = objecting.exec(plainText(sentence))?.groups?.["rest"]
  if (rest === undefined) return null
  const [reading] = quantities(rest).flatMap(({ readings: [first] }) => (isPeriod(kindOf(first!)) ? [] : [first!]))
  const names = new Set(namesOf(rest))
  const owner = words(rest)
    .map(stem)
    .find((word) => names.has(word))
  return reading === undefined || owner === undefined ? null : { sentence, reading, owner }
}

const textsOf = ({ sentences }: Telling): ReadonlyArray<string> =>
  sentences.flatMap(({ text, verbatim }) => (verbatim ? [text] : []))

const tells = (sentence: string, { owner, reading }: Figure): boolean =>
  stems(words(sentence).join(" ")).has(owner) &&
  !objecting.test(plainText(sentence)) &&
  quantities(plainText(sentence)).some(({ readings }) => readings[0] === reading)

/** By the sentences of a piece, which stay the same list however often it is copied. */
const known = new WeakMap<Telling["sentences"], ReadonlyArray<Figure>>()

/** Whose figures a piece of news speaks against; read once. */
const objectionsOf = (piece: Telling): ReadonlyArray<Figure> => {
  const objections = known.get(piece.sentences) ?? textsOf(piece).flatMap((text) => objectionIn(text) ?? [])
  known.set(piece.sentences, objections)
  return objections
}

const objectionOf = (one: Telling, other: Telling): readonly [objection: string, told: string] | null => {
  for (const objection of objectionsOf(one)) {
    const told = textsOf(other).find((sentence) => tells(sentence, objection))
    if (told !== undefined) return [objection.sentence, told]
  }
  return null
}

/** The sentences in which one of two tellings speaks against a figure that the other tells; null where neither does. */
export const objectionBetween = (one: Telling, other: Telling): readonly [string, string] | null => {
  const found = objectionOf(one, other)
  if (found !== null) return found
  const [objection, told] = objectionOf(other, one) ?? []
  return objection === undefined || told === undefined ? null : [told, objection]
}
