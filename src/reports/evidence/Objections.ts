import { namesOf } from "../check/Clauses.ts"
import { isPeriod, kindOf, plainText, quantities } from "../check/Numbers.ts"
import { contentStems, nameStems, stem, words } from "../../text/Words.ts"
import { eitherWay } from "./EitherWay.ts"
import { perPiece } from "./PerPiece.ts"
import type { Telling } from "./StatedFigures.ts"
import { isTelling, namedBefore, namedIn } from "./TellingWords.ts"

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

const headlineOf = ({ headline, title }: Telling): string => headline ?? title

/** A sentence, and whom it speaks of: whom it names, or else whom the sentences before it named last. */
interface Said {
  readonly text: string
  readonly of: ReadonlySet<string>
}

const saidIn = perPiece((piece: Telling): ReadonlyArray<Said> => {
  const headline = headlineOf(piece)
  const texts = piece.sentences.flatMap(({ text, verbatim }) => (verbatim ? [text] : []))
  const named = namedBefore(
    headline,
    texts.map((text) => (text === headline ? null : text))
  )
  return texts.map((text, at) => {
    const own = namedIn(text)
    return { text, of: own.size > 0 ? own : named[at]! }
  })
})

/** What a text is about, besides names; its first word may be either. */
const subjectsIn = (text: string): ReadonlySet<string> => {
  const names = new Set(nameStems(text))
  return new Set(contentStems(text).filter((word) => !names.has(word) && !isTelling(word)))
}

const states = (text: string, { reading }: Figure): boolean =>
  !objecting.test(plainText(text)) && quantities(plainText(text)).some(({ readings }) => readings[0] === reading)

/**
 * The sentence in which a piece reports a disputed figure: one that names its owner, or one that speaks of whom the
 * piece named last and has a word in common with what disputes it: "Utilisation of its bays climbed to 19%".
 */
const tellingOf = (piece: Telling, figure: Figure, disputing: Telling): string | undefined => {
  const stating = saidIn(piece).filter(({ text }) => states(text, figure))
  const about = subjectsIn([headlineOf(disputing), figure.sentence].join("\n"))
  const found =
    stating.find(({ text }) => words(text).some((word) => stem(word) === figure.owner)) ??
    stating.find(({ of, text }) => of.has(figure.owner) && !about.isDisjointFrom(subjectsIn(text)))
  return found?.text
}

/** The figures that a piece of news disputes. */
export const objectionsOf = perPiece((piece: Telling): ReadonlyArray<Figure> =>
  saidIn(piece).flatMap(({ text }) => objectionIn(text) ?? [])
)

/** The sentences in which one of two pieces disputes a figure that the other reports; null if neither does. */
export const objectionBetween = eitherWay((one: Telling, other: Telling) => {
  for (const objection of objectionsOf(one)) {
    const told = tellingOf(other, objection, one)
    if (told !== undefined) return [objection.sentence, told]
  }
  return null
})
