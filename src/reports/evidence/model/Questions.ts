import { Schema } from "effect"
import { type Expansion, ExpansionTerm } from "../../../domain/Expansion.ts"
import { searchTerm } from "../../../domain/Interest.ts"
import { clean } from "../../../text/Text.ts"
import { contentStems, words } from "../../../text/Words.ts"
import type { Question } from "../../model/Chat.ts"
import { fencedQuestion } from "../../model/Fence.ts"
import { jsonSchema, readJson } from "../../model/Json.ts"
import { withoutInstructions } from "../../writers/openai/Instructions.ts"
import { bareOf } from "../Concept.ts"
import { isGeneric } from "../Lexicon.ts"
import type { Shown, Standing } from "./NicheModel.ts"

/*
 * What a model is asked about a niche: in which words news speaks of it, and which of some texts are about it.
 */

/** Terms and phrases of an answer; what is more, or longer, is left out. */
const limits = { terms: 20, exclude: 10, length: 60, words: 5 }

/** Texts in one question: a model that gets more of them looks less closely. */
export const textsPerQuestion = 25

/** So much of a text is shown. */
const shown = { title: 300, publisher: 100, text: 300 }

export const expansionRules = [
  "You help a search engine to find news about a niche: a market, an industry, a company, a product, a policy or a subject in",
  `a place. Headlines seldom use the niche's own words. Name up to ${limits.terms} other expressions by which its news can be`,
  "recognised. Answer with one JSON object and nothing else.",
  "",
  "- Give expressions as they stand in headlines and first sentences: other names and abbreviations of the niche, its",
  "  products, brands and technologies, the companies, authorities and people that make its news, and what happens in it.",
  "- Choose those that stand in much of the news about the niche and in little other news. No word that fits any business.",
  "- One to four words each, in their usual form, names with their capitals. No variants of one word.",
  "- `languages` says in which languages the texts are, the most frequent first. For the first three, and for the language",
  "  of the niche, add expressions that their news uses instead.",
  "- `kind`: `name` for another name, an abbreviation or a translation of the niche as a whole; `term` for all else.",
  "- `alone`: true if a text with this expression is about the niche, whatever else it says. False if that is so only",
  "  beside something else of the niche, as for a company with several businesses or a word with several senses.",
  `- \`exclude\`: up to ${limits.exclude} phrases of two or more words in which a word of the niche, or of an expression, means something`,
  "  else, as `apple pie` for the company. Leave it empty if there are none that news uses."
]

const ExpansionAnswer = Schema.Struct({
  terms: Schema.Array(ExpansionTerm),
  exclude: Schema.Array(Schema.String)
})

/** Asks in which words news speaks of a niche. */
export const expansionQuestion = (niche: string, languages: ReadonlyArray<string>): Question =>
  fencedQuestion({
    step: "expansion",
    rules: expansionRules,
    user: (fenced) => [fenced([JSON.stringify({ niche, languages })])],
    schema: jsonSchema(ExpansionAnswer)
  })

/** An expression in clean text; null if it is too long, or says nothing by itself. */
const tidied = (text: string): string | null => {
  if (text.length > 4 * limits.length) return null
  const said = bareOf(clean(text.normalize("NFKC")))
  const parts = words(said)
  const isTelling =
    said.length >= 2 &&
    said.length <= limits.length &&
    parts.length <= limits.words &&
    parts.some((word) => !isGeneric(word) && contentStems(word).length > 0)
  return isTelling ? said : null
}

const distinct = <A>(given: ReadonlyArray<A>, textOf: (one: A) => string): ReadonlyArray<A> =>
  [...new Map(given.toReversed().map((one) => [searchTerm(textOf(one)), one])).values()].toReversed()

/** What a model knows about a niche, or null when its answer has another form. */
export const readExpansion = (text: string, niche: string): Expansion | null => {
  const answer = readJson(ExpansionAnswer, text)
  if (answer === null) return null
  const own = searchTerm(niche)
  const terms = answer.terms.slice(0, 2 * limits.terms).flatMap((term) => {
    const said = tidied(term.text)
    return said === null || searchTerm(said) === own ? [] : [{ ...term, text: said }]
  })
  // A phrase within the niche, or a single word, would take the niche's own texts away.
  const exclude = answer.exclude.slice(0, 2 * limits.exclude).flatMap((phrase) => {
    const said = tidied(phrase)
    return said === null || words(said).length < 2 || own.includes(searchTerm(said)) ? [] : [said]
  })
  return {
    terms: distinct(terms, ({ text }) => text).slice(0, limits.terms),
    exclude: distinct(exclude, (phrase) => phrase).slice(0, limits.exclude)
  }
}

export const topicRules = [
  "You choose the evidence for a market report about a niche. Below are numbered texts: the titles of news with the beginning",
  "of what its publisher says of it. Which of them would an analyst of this niche keep? Answer with one JSON object and",
  "nothing else: `about` has the numbers of the texts about the niche, `bears_on` the numbers of those that only bear on it.",
  "A list is empty if there are none.",
  "",
  "- `about`: the niche is what the text, or a good part of it, is about: its products, the companies in that business, their",
  "  customers, prices, rules, technology, research.",
  "- `bears_on`: the text is about something else that an analyst of the niche should know: what else a company of the niche does",
  "  as a business, a part of the market or a neighbour to it, a policy or an event that touches it, or the niche as one of",
  "  several subjects of the text, as in a list, a calendar or a review of the week. This is the wider net: if you hesitate",
  "  whether to keep such a text, keep it here.",
  "",
  "Leave out a text that only shares words with the niche, mentions it in passing, is a joke or a picture, or tells of a company of the",
  "niche something that has nothing to do with the niche. If the niche names a place, a company or a group of people, the text must",
  "concern these. Go by what the text says: where it leaves open what it is about, leave it out.",
  "",
  "The language of a text doesn't count, nor its age, nor how good or important it is."
]

const TopicAnswer = <Number extends Schema.Constraint>(number: Number) =>
  Schema.Struct({ about: Schema.Array(number), bears_on: Schema.Array(number) })

const AnyTopicAnswer = TopicAnswer(Schema.Int)

/** What is shown of a text: all that a judgement rests on. */
export const shownOf = ({ published_at, published_at_estimated, snippet, source, title }: Shown) => ({
  publisher: withoutInstructions(clean(source.slice(0, shown.publisher))),
  ...(!published_at_estimated && { date: published_at }),
  title: withoutInstructions(clean(title.slice(0, shown.title))),
  text: withoutInstructions(clean(snippet.slice(0, shown.text)))
})

/** Asks which texts are about a niche. They are numbered from 1. */
export const topicQuestion = (niche: string, texts: ReadonlyArray<Shown>): Question => {
  const lines = texts.map((text, index) => JSON.stringify({ n: index + 1, ...shownOf(text) }))
  return fencedQuestion({
    step: "relevance",
    rules: topicRules,
    user: (fenced) => [fenced([JSON.stringify({ niche }), ...lines])],
    schema: jsonSchema(TopicAnswer(Schema.Literals(texts.map((_, index) => index + 1))))
  })
}

/**
 * How each of the texts stands to the niche; null when the answer has another form, or names more texts than there are.
 */
export const readStandings = (text: string, count: number): ReadonlyArray<Standing> | null => {
  const answer = readJson(AnyTopicAnswer, text)
  if (answer === null || [...answer.about, ...answer.bears_on].some((n) => n < 1 || n > count)) return null
  const [about, bearsOn] = [new Set(answer.about), new Set(answer.bears_on)]
  return Array.from({ length: count }, (_, index) =>
    about.has(index + 1) ? "about" : bearsOn.has(index + 1) ? "bears_on" : "neither"
  )
}
