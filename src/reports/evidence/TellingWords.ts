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
 * The words with which sentences say what a figure measures, in one form for each thing, and the names in them.
 */

/** Words which say that somebody has or reports a figure, but not what it measures. */
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

/** Whether a word says nothing about what a figure measures. */
export const isTelling = (word: string): boolean => telling.has(word)

/** How many words are cached. */
const mostWords = 5_000

/** Whether a word says what a figure measures, and not how much it is, when, or who reports it. */
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

/** Words that name a part of a company, or say which of several things with one name is meant. */
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

/** The reason for something says nothing about what a figure measures. */
const cause = /,? (?:because|thanks to|owing to|(?:helped|hurt|driven|lifted|boosted|hit) by)\b[^,;:]*/g

/** A sentence with English figures, and with one wording for each thing. */
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

/** Verbs: they say what is done. */
const predicate = /(?<=\b(?:has|have|had|is|are|was|were|been|will|be) )\p{Ll}+/gu

/** What a text says is done. */
export const doneIn = (text: string): ReadonlySet<string> => new Set((text.match(predicate) ?? []).map(stem))

/** What opens a sentence and is no name: "Inflation in Turkey". */
const common = /^\p{Lu}\p{Ll}+(?= (?:in|of|at|for|among|by|from|to|on|between) )/u

/** The names in a sentence, without names of measures. */
export const ownersIn = (sentence: string): ReadonlySet<string> => {
  const opening = stem(common.exec(sentence)?.[0].toLowerCase() ?? "")
  return new Set(namesOf(sentence).filter((word) => word !== opening && accountIn([word]) === null))
}

const whoever = /(?<![\p{L}\p{N}&-])((?:\p{Lu}[\p{L}\p{N}&-]* ){0,5}\p{Lu}[\p{L}\p{N}&-]*), (?:which|who) $/u

/** The name that "which" refers to, if a text ends with it. */
export const antecedentIn = (text: string): ReadonlySet<string> => stems((whoever.exec(text)?.[1] ?? "").toLowerCase())

/** Whether all words of a headline have capitals, so that they show no names. */
export const isTitled = (headline: string): boolean => !/(?<!\p{L})\p{Ll}{4,}/u.test(headline)

/** The name in a text that the next sentence refers to. */
export const namedIn = (text: string): ReadonlySet<string> => {
  const [, first = "", next = ""] = /^(\p{Lu}[\p{L}\p{N}&-]*)(?:['’]?\s?)([\p{L}]*)/u.exec(text) ?? []
  // "Batteries are in demand" begins with a capital and names nobody.
  const isName = next === "s" || /^\p{Lu}/u.test(next) || isDoing(next)
  return new Set(namesOf(text).filter((name) => isName || name !== stem(first.toLowerCase())))
}

/** For each sentence, whom the sentences before it named last; null is the headline, which names its own. */
export const namedBefore = (
  headline: string,
  sentences: ReadonlyArray<string | null>
): ReadonlyArray<ReadonlySet<string>> => {
  let names: ReadonlySet<string> = isTitled(headline) ? new Set() : namedIn(headline)
  return sentences.map((sentence) => {
    const before = names
    const own = sentence === null ? new Set<string>() : namedIn(sentence)
    if (own.size > 0) names = own
    return before
  })
}
