import { namesOf } from "../check/Clauses.ts"
import { isPeriod, kindOf, plainText, quantities } from "../check/Numbers.ts"
import { stem, words } from "../../text/Words.ts"
import { eitherWay } from "./EitherWay.ts"
import { perPiece } from "./PerPiece.ts"
import type { Telling } from "./StatedFigures.ts"

/*
 * Pieces that dispute somebody's figure, and pieces that report that figure: "this sits badly with the 19% that
 * Voltmarsh reported". Only plain English expressions are known.
 */

/** Expressions before a figure that a sentence disputes. */
const objecting =
  /(?<!\b(?:not|never|no longer|hardly|n['’]t) )\b(?:(?:sits? badly|at odds|inconsistent|incompatible) with|(?:contradict|refut)(?:e?s|e?d|ing)?|contrary to|disput(?:es|ed|ing)|(?:does|do|did)(?: not|n['’]t) (?:fit|match|square with)|compared (?:with|to)(?= [^,;:]*\bclaim(?:s|ed)\b)) (?<rest>[^;:]+)/i

/** Somebody's figure. */
interface Figure {
  readonly sentence: string
  readonly reading: string
  /** The stem of the name's first word. */
  readonly owner: string
}

/** The figure that a sentence disputes, with its owner; null if it disputes none. */
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
  words(sentence).some((word) => stem(word) === owner) &&
  !objecting.test(plainText(sentence)) &&
  quantities(plainText(sentence)).some(({ readings }) => readings[0] === reading)

/** The figures that a piece of news disputes. */
export const objectionsOf = perPiece((piece: Telling): ReadonlyArray<Figure> =>
  textsOf(piece).flatMap((text) => objectionIn(text) ?? [])
)

/** The sentences in which one of two pieces disputes a figure that the other reports; null if neither does. */
export const objectionBetween = eitherWay((one: Telling, other: Telling) => {
  for (const objection of objectionsOf(one)) {
    const told = textsOf(other).find((sentence) => tells(sentence, objection))
    if (told !== undefined) return [objection.sentence, told]
  }
  return null
})
