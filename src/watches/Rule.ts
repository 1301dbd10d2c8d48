import { type Named, namesOf } from "../domain/Competitor.ts"
import { shortName } from "../reports/evidence/Names.ts"
import type { SignalOfStory } from "../storage/signals/StoryGrouping.ts"
import { analyse, type Terms } from "../search/Analysis.ts"
import { isCommonName, senseOf, type SensedText } from "../search/CompanySense.ts"
import { detect, fallback, languages } from "../search/Languages.ts"
import { anyName, parse, planOf, type Query, type Unit } from "../search/Query.ts"

/*
 * When a text matches a question. Search returns whatever has any of the words, the best first. An alert is stricter: a
 * share of the words must be there.
 */

/** What a text must have. */
export interface Rule {
  readonly query: Query
  /** The share of the words of which any may match that must be there; of names one is enough. */
  readonly share: number
  /** Only texts of this language. */
  readonly language?: string
  /** Only texts of these publishers. */
  readonly sources?: ReadonlySet<string>
  /** Whether a text that has one of these words, in lower case, means what is asked for by it. */
  readonly meant?: { readonly words: ReadonlySet<string>; readonly isMeant: (text: SensedText) => boolean }
}

/** A question as people type it. */
export const ruleOf = ({
  language,
  q,
  share = 1,
  sources
}: {
  readonly q: string
  readonly share?: number
  readonly language?: string
  readonly sources?: ReadonlyArray<string>
}): Rule => ({
  query: parse(q),
  share,
  ...(language !== undefined && { language }),
  ...(sources !== undefined && { sources: new Set(sources) })
})

/**
 * One name is enough, and none of the phrases in which it means something else. A name that is an everyday word must
 * mean the company.
 */
export const ruleOfNames = ({ exclude = [], ...named }: Named): Rule => ({
  query: {
    units: [
      ...anyName(namesOf(named)).units,
      ...anyName(exclude).units.map((unit) => ({ ...unit, kind: "not" as const }))
    ]
  },
  share: 0,
  meant: {
    words: new Set(anyName(namesOf(named).filter(isCommonName)).units.map(({ words }) => words.join(" "))),
    isMeant: senseOf(named)
  }
})

/** What news calls a company: nobody writes its legal form. */
export const ruleOfCompany = (company: Named): Rule => ruleOfNames({ ...company, name: shortName(company.name) })

/** A text as rules read it. */
export interface Text {
  readonly language: string
  readonly source: string
  readonly written: SensedText
  readonly terms: Terms
  /** All terms of title and text, and words without their accents. */
  readonly all: ReadonlySet<string>
}

/** Reads a text; the publisher's name is not among its words. */
export const textOf = ({
  language,
  snippet,
  source,
  title,
  url
}: Pick<SignalOfStory, "language" | "snippet" | "source" | "title"> & Partial<Pick<SignalOfStory, "url">>): Text => {
  const terms = analyse({ title, text: snippet, source: "", language })
  const written = { title, snippet, ...(url !== undefined && { url }) }
  return { language, source, written, terms, all: new Set([...terms.title, ...terms.text, ...terms.other]) }
}

/** A title alone, in the language that it tells. */
export const titleText = (title: string): Text =>
  textOf({ title, snippet: "", source: "", language: detect(title) ?? fallback })

/** A rule made ready for texts of one language. */
export interface ReadyRule {
  readonly rule: Rule
  readonly must: ReadonlyArray<ReadyUnit>
  readonly any: ReadonlyArray<ReadyUnit>
  readonly not: ReadonlyArray<ReadyUnit>
  /** How many of `any` must be there. */
  readonly least: number
}

/**
 * Whether it asks for more than words that every text has, and words to exclude. A question of several words has none
 * to look for if all of them are stop words of one language (`the of`, `der die`). A single word may be one elsewhere
 * and a word of its own in English (`war`).
 */
export const canMatch = (rule: Rule): boolean => {
  const words = rule.query.units.flatMap(({ kind, words }) => (kind === "not" ? [] : words))
  const asked = rule.language !== undefined ? [rule.language] : words.length > 1 ? languages : [fallback]
  return asked.every((language) => readyFor(rule, language) !== null)
}

interface ReadyUnit {
  readonly terms: ReadonlyArray<string>
  /** As it was typed, in lower case. */
  readonly words: string
}

/** Makes a rule ready; null where it asks for nothing in that language. */
export const readyFor = (rule: Rule, language: string): ReadyRule | null => {
  if (rule.language !== undefined && rule.language !== language) return null
  const terms = planOf(rule.query, [language]).terms.get(language)!
  const of = (kind: Unit["kind"]): ReadonlyArray<ReadyUnit> =>
    rule.query.units.flatMap((unit, n) => {
      const own = (terms[n] ?? []).filter((term) => term !== null)
      return unit.kind === kind && own.length > 0 ? [{ terms: own, words: unit.words.join(" ") }] : []
    })
  const [must, any, not] = [of("must"), of("any"), of("not")]
  if (must.length + any.length === 0) return null
  // Of phrases that must match and words that may, the words count as in a search: they need not be there.
  const least = any.length === 0 ? 0 : Math.max(1, Math.ceil(rule.share * any.length))
  return { rule, must, any, not, least }
}

const inARow = (sought: ReadonlyArray<string>, terms: ReadonlyArray<string>): boolean =>
  terms.some((_, at) => sought.every((term, n) => terms[at + n] === term))

const has = ({ all, terms }: Text, { terms: sought }: ReadyUnit): boolean =>
  sought.every((term) => all.has(term)) &&
  (sought.length === 1 || inARow(sought, terms.title) || inARow(sought, terms.text))

/** The words and phrases of the rule that a text has; null where it does not match. */
export const matchOf = ({ any, least, must, not, rule }: ReadyRule, text: Text): ReadonlyArray<string> | null => {
  if (rule.sources !== undefined && !rule.sources.has(text.source)) return null
  if (!must.every((unit) => has(text, unit)) || not.some((unit) => has(text, unit))) return null
  const { meant } = rule
  const isMeant = ({ words }: ReadyUnit) => meant?.words.has(words) !== true || meant.isMeant(text.written)
  const found = any.filter((unit) => has(text, unit) && isMeant(unit))
  return found.length < least ? null : [...must, ...found].map(({ words }) => words)
}

/** Holds texts of any language against one rule: the words and phrases that a text has, or null. */
export const matcher = (rule: Rule): ((text: Text) => ReadonlyArray<string> | null) => {
  const byLanguage = new Map<string, ReadyRule | null>()
  return (text) => {
    let ready = byLanguage.get(text.language)
    if (ready === undefined) byLanguage.set(text.language, (ready = readyFor(rule, text.language)))
    return ready === null ? null : matchOf(ready, text)
  }
}
