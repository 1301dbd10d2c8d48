import { isDoing, trades } from "../../search/CompanySense.ts"
import { isStopWord, stem, stems } from "../../text/Words.ts"
import { accountIn } from "../check/Accounts.ts"
import { reporting } from "../check/ClaimWords.ts"
import { namesOf } from "../check/Clauses.ts"
import { having } from "../check/FigureWords.ts"
import { remembered } from "../check/Remembered.ts"
import { isMovement } from "../check/SentenceFigures.ts"
import { isToCome } from "./FigureScope.ts"
import { legalForms } from "./Names.ts"

/*
 * The words with which sentences say what a figure is of, in one form for one thing, and who is named in them.
 */

/** Words which say that somebody has, or reports, a figure, and nothing of what it is. */
const telling = new Set([
  ...having,
  ...reporting,
  ...stems(
    `post posts posted publish published show shows showed generate generates generated record records recorded book books
    booked achieve achieves achieved reach reaches reached total totals totalled amount amounts amounted come comes came
    stand stands stood find finds found hit hits make makes made see saw give gives gave annual yearly year quarter month
    week day overall group company firm lag liegt betrug beträgt erzielt erzielte erreichte meldet meldete hatte`
  )
])

/** Whether a word says nothing of what a figure is. */
export const isTelling = (word: string): boolean => telling.has(word)

/** Sentences have so many words at most that it is worth to remember. */
const mostWords = 5_000

/** Whether a word says something of what a figure is, rather than how much it is, when, or who tells it. */
export const saysWhat = remembered(
  (word) => !/\d/.test(word) && !isMovement(word) && !isTelling(word) && !isToCome(word),
  mostWords
)

const staff = stems("employ employs employed employee employees staff staffers workers workforce personnel headcount")

export const revenue = stem("revenue")

/** One word for all words of the same measure. */
export const measureOf = remembered((word) => {
  const account = accountIn([word])
  return account === "revenue" || account === "loss" ? stem(account) : staff.has(word) ? "workforce" : word
}, mostWords)

/** Words that name a part of a company, or tell which of several things of one name is meant. */
export const dividing = stems(`
  division unit segment arm subsidiary business branch brand site department region net gross operating adjusted
  underlying old first second third fourth fifth
`)

export const isOfAccounts = (words: Iterable<string>): boolean => [...words].some((word) => accountIn([word]) !== null)

const legalForm = new RegExp(String.raw`,? (?:& )?(?:${legalForms.likely})(?![\p{L}\p{N}-])\.?`, "gu")

const trade = String.raw`(?:\p{Ll}*maker|start-up|${[...trades].join("|")})`

/** What somebody is, before the name: "German battery maker Varta". */
const apposition = new RegExp(String.raw`(?<=^|\b[Tt]he )(?:[\p{L}-]+ ){0,3}${trade} (?=\p{Lu})`, "u")

/** Who was named before: "after the airline reported". */
const anaphor = new RegExp(String.raw`\b[Tt]he ${trade}(?:['’]s)?(?= \p{Ll})`, "gu")

/** Why something is so says nothing of what it is. */
const cause = /,? (?:because|thanks to|owing to|(?:helped|hurt|driven|lifted|boosted|hit) by)\b[^,;:]*/g

/** A sentence, with figures as English writes them, in which the same thing is said in the same words. */
export const plain = (sentence: string): string =>
  sentence
    .replace(legalForm, "")
    .replace(apposition, "")
    .replace(anaphor, "")
    .replace(cause, "")
    .replace(/(?<=\p{Ll} )cost(?:s|ing)? (?=[$€£\d])/gu, "had a price of ")
    .replace(/\b(?:full|whole|entire|the) year (?=(?:19|20)\d\d\b)/gi, "")
    .replace(/\bturn(?:s|ed)? over (?=[$€£\d])/gi, "had sales of ")

/** The words that stand before another: "net" of "net debt". */
export const modifiersIn = (text: string): ReadonlySet<string> =>
  new Set(
    Array.from(text.matchAll(/(?<![\p{L}-])([\p{L}-]+) (?=(\p{Ll}[\p{L}-]*))/gu), ([, word, next]) =>
      isStopWord(next!) ? [] : [measureOf(stem(word!.toLowerCase()))]
    ).flat()
  )

/** Verbs, which tell what is done. */
const predicate = /(?<=\b(?:has|have|had|is|are|was|were|been|will|be) )\p{Ll}+/gu

/** What a text says is done. */
export const doneIn = (text: string): ReadonlySet<string> => new Set((text.match(predicate) ?? []).map(stem))

/** What opens a sentence and is no name: "Inflation in Turkey". */
const common = /^\p{Lu}\p{Ll}+(?= (?:in|of|at|for|among|by|from|to|on|between) )/u

/** The names in a sentence, without what something is measured by. */
export const ownersIn = (sentence: string): ReadonlySet<string> => {
  const opening = stem(common.exec(sentence)?.[0].toLowerCase() ?? "")
  return new Set(namesOf(sentence).filter((word) => word !== opening && accountIn([word]) === null))
}

const whoever = /(?<![\p{L}\p{N}&-])((?:\p{Lu}[\p{L}\p{N}&-]* ){0,5}\p{Lu}[\p{L}\p{N}&-]*), (?:which|who) $/u

/** Of whom "which" goes on to speak, where a text ends with it. */
export const antecedentIn = (text: string): ReadonlySet<string> => stems((whoever.exec(text)?.[1] ?? "").toLowerCase())

/** In a headline all of whose words have capitals it is not known which are names. */
export const isTitled = (headline: string): boolean => !/(?<!\p{L})\p{Ll}{4,}/u.test(headline)

/** Who is named in a text of which the next sentence goes on to speak. */
export const namedIn = (text: string): ReadonlySet<string> => {
  const [, first = "", next = ""] = /^(\p{Lu}[\p{L}\p{N}&-]*)(?:['’]?\s?)([\p{L}]*)/u.exec(text) ?? []
  // "Batteries are in demand" begins with a capital and names nobody.
  const isName = next === "s" || /^\p{Lu}/u.test(next) || isDoing(next)
  return new Set(namesOf(text).filter((name) => isName || name !== stem(first.toLowerCase())))
}
