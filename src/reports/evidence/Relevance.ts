import type { SourceReason } from "../../domain/Report.ts"
import { words as wordsOf } from "../../search/Analysis.ts"
import { hasOtherSenses } from "../../search/CommonNames.ts"
import { sensed, senseOf } from "../../search/CompanySense.ts"
import { fallback } from "../../search/Languages.ts"
import type { WeightedTerm } from "../../search/Query.ts"
import { singular } from "../../text/Words.ts"
import type { Concept, Expression, Group } from "./Concept.ts"
import { lexicon } from "./Lexicon.ts"
import { withTrade } from "./Trade.ts"
import { headOf, isStopTerm, type Passage, rowOf, termsOf } from "./Passage.ts"

/*
 * How much a text is about a niche, 0 to 1, and why. Each expression in the text is a piece of evidence that leaves
 * some doubt. The doubts are multiplied, and the relevance is 1 minus the product.
 */

/** The weight of an expression by its kind. A rare single word weighs more than a common one. */
const weights = {
  name: 0.9,
  phrase: 0.8,
  proper: { least: 0.35, rare: 0.4 },
  single: { least: 0.2, rare: 0.45 },
  /** The share of this that counts of a common word of a topic that is only a part of the niche, or near it. */
  wordOfPart: 0.7,
  /** The niche itself, word for word; a text may have a common word of it in passing. */
  whole: { title: 1, text: 0.85, word: 0.6 }
}

/**
 * What a mention counts, by where it is: the title says what an article is about, its publisher's country where it
 * happens.
 */
const prominence = { title: 1, text: 0.65, word: 0.5, home: 0.5 }

/** A single mention after so many characters of terms is said in passing, and counts only this share. */
const passing = { after: 250, counts: 0.7 }

/**
 * From this score on a word of the niche counts as present; if too few are present, they count `partial`. Words of a
 * name that is not there as a whole count `ofName`: data of Facebook are not its data privacy.
 */
const least = { word: 0.3, partial: 0.6, ofName: 0.6 }

/** From here on a text is about the niche. */
export const threshold = 0.55

/** How rare a term is: 1 where no other text has it, 0 where all have. */
export type Rarity = (term: string) => number

/** The rarity if nothing is known about other texts. */
export const anyRarity: Rarity = () => 0.6

export interface Relevance {
  readonly score: number
  /** The expressions found, the strongest first. */
  readonly matched: ReadonlyArray<string>
  /** Where these come from: topics of the lexicon, or the niche itself. */
  readonly concepts: ReadonlyArray<string>
}

/** The most expressions that a reason names. */
export const mostNamed = 5

/** Why its words count as being about the niche. */
export const reasonsByWords = ({ concepts, matched }: Omit<Relevance, "score">): ReadonlyArray<SourceReason> =>
  [
    { kind: "terms" as const, of: matched.slice(0, mostNamed) },
    { kind: "concept" as const, of: concepts.slice(0, mostNamed) }
  ].filter(({ of }) => of.length > 0)

/** An expression, prepared for texts of one language. */
interface Sought {
  readonly text: string
  readonly first: string
  readonly row: string
  readonly weight: number
  /** A name must have its capitals, and mean the company if it is an everyday word; a word has one of its forms. */
  readonly written: (() => Pick<RegExp, "test">) | null
}

interface SoughtGroup {
  readonly group: Group
  readonly sought: ReadonlyArray<Sought>
  readonly exclude: ReadonlyArray<{ readonly first: string; readonly row: string }>
}

const isName = (text: string): boolean =>
  /\p{Lu}/u.test(text) && text.split(/\s+/).every((word) => /^[\p{Lu}\p{N}]/u.test(word))

/** `RSS`, `iOS`, `COVID-19`: only proper names are written like this. */
const isDistinct = (word: string): boolean => /^\p{Lu}{2}|\p{Ll}\p{Lu}/u.test(word)

/** `iPhone`, `WeChat`: words that only names are. */
const isCoined = (word: string): boolean => /\p{Ll}\p{Lu}/u.test(word)

/** Made when it is first needed: most expressions are in no text. */
const lazily = <A extends Pick<RegExp, "test">>(make: () => A): (() => A) => {
  let made: A | undefined
  return () => (made ??= make())
}

/** A name as it is written, or in capitals: `Nvidia` is also `NVIDIA`. */
const inCapitals = (name: string): string => {
  const [as, capitals] = [RegExp.escape(name), RegExp.escape(name.toUpperCase())]
  return as === capitals ? as : `(?:${as}|${capitals})`
}

/**
 * A name with its capitals, and with endings of a few letters: "Oper" is not in "Operação", but a compound may go on.
 */
const writtenAs = (text: string, isHead = false): RegExp =>
  new RegExp(
    String.raw`(?<![\p{L}\p{N}])${text
      .split(/[\s-]+/)
      .map(inCapitals)
      .join(String.raw`[\s-]+`)}${isHead ? "" : String.raw`(?!\p{L}{4})`}`,
    "u"
  )

/** Languages in which the forms of a word differ by few letters at its end. */
const shortEndings = new Set(["en", "de", "fr", "es", "pt", "it", "nl"])

/**
 * The forms of a word, where they can be told by its letters. Different words can have the same stem: universities are
 * not the universe, and the Portuguese "táxis" are not taxes.
 */
const formsAs = (word: string, language: string): (() => RegExp) | null => {
  if (!shortEndings.has(language) || !/^\p{sc=Latin}+$/u.test(word)) return null
  return lazily(() => {
    const bare = singular(word.toLowerCase()).replace(/(?<=.{4})(?:ing|ed)$/, "")
    const cut = bare.length < 5 ? 0 : bare.length < 7 ? 1 : 2
    const start = bare
      .slice(0, bare.length - cut)
      .replace(/[aou]/g, (vowel) => `[${vowel}${{ a: "ä", o: "ö", u: "ü" }[vowel]}]`)
    const most = cut + (word.length - bare.length) + 2
    return new RegExp(String.raw`(?<![\p{L}\p{N}])${start}\p{L}{0,${most}}(?!\p{L})`, "iu")
  })
}

/** A niche of one name must match letter by letter: Uber is not über. */
const lettersOf = (text: string): (() => RegExp) | null =>
  isName(text) ? lazily(() => new RegExp(writtenAs(text), "iu")) : null

/** The indexes of names among the words of a niche; none if all words are written like names. */
const namesAmong = (words: ReadonlyArray<string>): ReadonlyArray<number> => {
  const names = words.flatMap((word, n) => (isName(word) ? [n] : []))
  return names.length === words.length ? [] : names
}

const soughtOf = (text: string, language: string, weight: number): Sought => {
  const row = rowOf(text, language)
  const [, first = "", ...more] = row.split(" ")
  // "Datenschutz" is also in "Datenschutzbehörde".
  const head = more.length === 1 ? headOf(first, language) : null
  const written = isName(text)
    ? lazily(() => writtenAs(text, head !== null))
    : head === null && more.length === 1
      ? formsAs(text, language)
      : null
  return { text, first: head ?? first, row: head === null ? row : ` ${first}`, weight, written }
}

/** A name of a company that is an everyday word: `Orange` is no juice, and `Visa` no visa. */
const companyOf = (text: string) => {
  const isMeant = senseOf(withTrade({ name: text }))
  return { test: (written: string) => isMeant(sensed(written)) }
}

/** What it says in the words in which the lexicon says it. */
const originalOf = ({ text, translates }: Expression): string => translates?.text ?? text

/** A single word that is no name, and not what a topic is called. */
const isCommonWord = (expression: Expression): boolean => {
  const text = originalOf(expression)
  return expression.kind === "term" && wordsOf(text).length === 1 && !isCoined(text) && !isName(text)
}

/** Whether it names a company by an everyday word. In other languages than English nouns may have capitals. */
const isCompany = ({ text, translates }: Expression): boolean =>
  translates === undefined && isName(text) && hasOtherSenses(text.toLowerCase())

/** The single word of an expression as a term; undefined if there are several. */
const termOfSingle = ({ text, translates }: Expression): string | undefined => {
  const terms = termsOf(text, translates?.language ?? fallback)
  return terms.length === 1 ? terms[0] : undefined
}

/** A translation weighs what it translates: a phrase may be one long word, and German nouns are no names. */
const weightOf = (expression: Expression, rarity: Rarity): number => {
  const { kind, text, translates } = expression
  const several = [text, originalOf(expression)].some((each) => wordsOf(each).length > 1)
  const proper = translates === undefined && isName(text)
  if (kind === "name" && (several || proper)) return weights.name
  if (several || (translates === undefined && isCoined(text))) return weights.phrase
  const { least, rare } = proper ? weights.proper : weights.single
  return least + rare * rarity(termOfSingle(expression) ?? "")
}

/**
 * The weight of an expression in a group. A common word that is typical of a part of the niche has other senses, too:
 * a car bomb is no news of the car industry.
 */
const weightIn = (share: number, expression: Expression, rarity: Rarity): number =>
  weightOf(expression, rarity) * (share < 1 && isCommonWord(expression) ? weights.wordOfPart : 1)

/** How prominently a passage has an expression: 1 in its title, less in its text, 0 if it does not have it. */
const prominenceOf = (passage: Passage, { first, row, written }: Sought, inText: number): number => {
  if (!passage.terms.has(first)) return 0
  const at = passage.title.includes(row) ? -1 : passage.text.indexOf(row)
  const inPassing = at > passing.after && !passage.text.includes(row, at + 1)
  const found =
    at >= 0 ? (inPassing ? passing.counts * inText : inText) : passage.title.includes(row) ? prominence.title : 0
  return found === 0 || (written !== null && !written().test(passage.written)) ? 0 : found
}

/** The passage without the phrases in which words mean something else. */
const masked = (passage: Passage, exclude: SoughtGroup["exclude"]): Passage => {
  let { text, title } = passage
  for (const { first, row } of exclude) {
    if (!passage.terms.has(first)) continue
    title = title.replaceAll(row, " ~ ")
    text = text.replaceAll(row, " ~ ")
  }
  return { ...passage, text, title }
}

/** How many of the niche's words a text must have: both of two, two of three, three of four. */
const enough = (count: number): number => (count <= 2 ? count : Math.ceil((count * 2) / 3))

/** `-er` is cut only from longer words: "chargers" becomes "charge", but "numbers" does not become "numb". */
const leastCut = 5

/**
 * A word and its singular: the stemmers of other languages leave English plurals as they are, and German texts say
 * "Startup", not "startups". They may cut more of the singular, and then it is another word: "dealers", "Deal".
 */
const numbersOf = (word: string, language: string = fallback): ReadonlyArray<string> => {
  const one = singular(word)
  const isKept = language === fallback || rowOf(one, language).trim() === one.toLowerCase()
  return one === word || !isKept ? [word] : [word, one]
}

/** "Charging" also means chargers, and vice versa. */
const formsOf = (word: string): ReadonlyArray<string> => {
  const cut = /^(.+?)(?:ing|ers?)$/i.exec(word)?.[1]
  if (cut === undefined || cut.length < leastCut) return numbersOf(word)
  return [...numbersOf(word), /ing$/i.test(word) ? `${cut}er` : `${cut}ing`]
}

/** The most expressions to search for. */
const mostSearched = 800

/** The terms of the single words among the expressions: their weight depends on how rare they are. */
export const expressionsOf = ({ alternatives, groups }: Concept): ReadonlyArray<string> => [
  ...new Set(
    [...groups, ...alternatives.flatMap((each) => each.groups)].flatMap(({ expressions }) =>
      expressions.flatMap((expression) => termOfSingle(expression) ?? [])
    )
  )
]

/** What to search for, with weights: the niche, its words, and the strongest expressions for them. */
export const searchTermsOf = (concept: Concept): ReadonlyArray<WeightedTerm> => {
  const found = new Map<string, WeightedTerm>()
  const add = (text: string, weight: number) => {
    const key = text.toLowerCase()
    if (weight > (found.get(key)?.weight ?? 0)) found.set(key, { text, weight })
  }
  for (const { groups, niche, translations, words } of [concept, ...concept.alternatives]) {
    add(niche, weights.whole.title)
    for (const word of words) for (const form of formsOf(word)) add(form, weights.name)
    for (const { text } of translations.flat()) add(text, weights.name)
    for (const { expressions, share } of groups)
      for (const each of expressions) add(each.text, share * weightOf(each, anyRarity))
  }
  return [...found.values()].toSorted((one, other) => other.weight - one.weight).slice(0, mostSearched)
}

interface Asked {
  /** The names of places other than the niche's, as terms. */
  readonly elsewhere: ReadonlySet<string>
  readonly exclude: SoughtGroup["exclude"]
  readonly whole: Sought
  readonly words: ReadonlyArray<ReadonlyArray<Sought>>
  readonly groups: ReadonlyArray<SoughtGroup>
}

/** A function that scores how much a passage is about a niche, or about the best match among its alternatives. */
export const relevanceOf = (concept: Concept, rarity: Rarity = anyRarity): ((passage: Passage) => Relevance) => {
  const all = [concept, ...concept.alternatives].map((each) => relevanceTo(each, rarity))
  return (passage) =>
    all.map((relevance) => relevance(passage)).reduce((best, one) => (one.score > best.score ? one : best))
}

const regionTerms = new Map<string, ReadonlyArray<{ readonly name: string; readonly term: string }>>()

/** The names of places that are one term in a language. */
const regionsIn = (language: string) => {
  let found = regionTerms.get(language)
  if (found === undefined) {
    found = lexicon().placeNames.flatMap((name) => {
      const [term, ...more] = termsOf(name, language)
      return term === undefined || more.length > 0 ? [] : [{ name, term }]
    })
    regionTerms.set(language, found)
  }
  return found
}

/** Which place a text names: the niche's, only others, or none. Null if the niche names none. */
export const regionNamedIn = (concept: Concept): ((passage: Passage) => "here" | "elsewhere" | null) | null => {
  const regions = [concept, ...concept.alternatives].flatMap((each) => each.regions)
  if (regions.length === 0) return null
  const names = new Set(regions.flatMap((region) => region.names))
  const topics = new Set(regions.flatMap((region) => lexicon().named(region.names[0]!) ?? []))
  const texts = [...topics].flatMap((topic) => [topic.name, ...topic.aliases, ...topic.terms])
  const asked = new Map<string, { readonly here: ReadonlyArray<Sought>; readonly elsewhere: ReadonlySet<string> }>()
  return (passage) => {
    const { language } = passage
    let own = asked.get(language)
    if (own === undefined) {
      const elsewhere = regionsIn(language).flatMap(({ name, term }) => (names.has(name) ? [] : [term]))
      own = { here: texts.map((text) => soughtOf(text, language, 1)), elsewhere: new Set(elsewhere) }
      asked.set(language, own)
    }
    if (own.here.some((each) => prominenceOf(passage, each, prominence.text) > 0)) return "here"
    return own.elsewhere.isDisjointFrom(passage.terms) ? null : "elsewhere"
  }
}

/** How strong several pieces of evidence are together. */
const strengthBy = (matched: ReadonlyArray<{ readonly weight: number }>): number =>
  1 - matched.reduce((doubt, { weight }) => doubt * (1 - weight), 1)

const relevanceTo = (concept: Concept, rarity: Rarity): ((passage: Passage) => Relevance) => {
  const { niche, words } = concept
  const needed = enough(words.length)
  const asked = new Map<string, Asked>()
  const weighed = new Map<Expression, number>(
    concept.groups.flatMap(({ expressions, share }) =>
      expressions.map((each) => [each, weightIn(share, each, rarity)] as const)
    )
  )
  const names = namesAmong(words)
  const wholeInText = words.length > 1 || isName(niche) ? weights.whole.text : weights.whole.word
  const here = new Set(concept.regions.flatMap((place) => place.names))
  const prepare = (language: string): Asked => {
    const whole = soughtOf(niche, language, 1)
    return {
      elsewhere:
        here.size === 0
          ? new Set()
          : new Set(regionsIn(language).flatMap(({ name, term }) => (here.has(name) ? [] : [term]))),
      exclude: (concept.exclude ?? []).map((text) => soughtOf(text, language, 1)),
      whole: { ...whole, written: isName(niche) ? (words.length === 1 ? lettersOf(niche) : null) : whole.written },
      words: words.map((word, n) =>
        [
          ...formsOf(word),
          ...concept.translations[n]!.flatMap((other) => (other.language === language ? [other.text] : []))
        ].map((form) => {
          const sought = soughtOf(form, language, 1)
          const asName = isDistinct(form) ? lazily(() => writtenAs(form)) : words.length === 1 ? lettersOf(form) : null
          return { ...sought, written: asName ?? (isName(form) ? null : sought.written) }
        })
      ),
      groups: concept.groups
        .toSorted((one, other) => other.share - one.share)
        .map((group) => ({
          group,
          sought: [
            ...new Map(
              group.expressions
                .filter(({ translates }) => translates === undefined || translates.language === language)
                .flatMap((each) =>
                  (language === fallback ? [each.text] : numbersOf(each.text, language)).map((text) => ({
                    ...soughtOf(text, language, weighed.get(each)!),
                    ...(isCompany(each) && { written: lazily(() => companyOf(each.text)) }),
                    text: each.text
                  }))
                )
                .toSorted((one, other) => one.weight - other.weight)
                .map((each) => [each.row, each])
            ).values()
          ].filter(({ first, text }) => first !== "" && (isName(text) || !isStopTerm(first, language))),
          exclude: group.exclude.map((text) => soughtOf(text, language, 1))
        }))
    }
  }
  const strengthOf = (whole: Passage, { exclude, group, sought }: SoughtGroup) => {
    const passage = masked(whole, exclude)
    const matched: Array<{ readonly text: string; readonly row: string; readonly weight: number }> = []
    for (const each of sought) {
      const weight = prominenceOf(passage, each, prominence.text) * each.weight
      if (weight > 0) matched.push({ text: each.text, row: each.row, weight })
    }
    return { group, matched, strength: strengthBy(matched) }
  }
  return (given) => {
    let own = asked.get(given.language)
    if (own === undefined) asked.set(given.language, (own = prepare(given.language)))
    const passage = masked(given, own.exclude)
    const matched = new Map<string, number>()
    const concepts = new Set<string>()
    const note = (text: string, weight: number) => matched.set(text, Math.max(weight, matched.get(text) ?? 0))

    const whole = prominenceOf(passage, own.whole, wholeInText)
    if (whole > 0) note(niche, 2)
    const found = own.groups.map((each) => strengthOf(passage, each))

    // Names stand for the niche only beside something of it: the same companies are in other markets' news, too.
    const isNamed = ({ group }: (typeof found)[number]) => group.beside === true
    const written = own.words.map((forms) =>
      Math.max(0, ...forms.map((form) => prominenceOf(passage, form, prominence.word)))
    )
    const hasWord = written.some((each) => each > 0)
    /** How much of what the niche says the text says in the same words. */
    const said = written.filter((each) => each > 0).length / words.length
    const isWhole = (n: number) =>
      concept.named.every((topic) => !topic.has(n) || [...topic].every((other) => written[other]! > 0))
    const isBeside = hasWord || found.some((each) => each.strength > 0 && !isNamed(each))

    // Expressions for the niche as a whole. What several topics share is one piece of evidence.
    let doubt = 1
    const counted = new Set<string>()
    for (const each of found) {
      const { group, matched: by, strength } = each
      if (strength === 0 || group.covers.size < words.length || (isNamed(each) && !isBeside)) continue
      const fresh = by.filter(({ row }) => !counted.has(row))
      fresh.forEach(({ row }) => counted.add(row))
      doubt *= 1 - strengthBy(fresh) * group.share * (group.broader === true ? said : 1)
      concepts.add(group.of)
      by.forEach(({ text, weight }) => note(text, weight * group.share))
    }

    // A country's own news seldom names it.
    const isHome = ({ countries, languages }: (typeof concept.regions)[number]) =>
      passage.local === true ||
      (passage.country !== null && countries.includes(passage.country)) ||
      languages.includes(passage.language)
    const homes = concept.regions.filter((place) => isHome(place) && own.elsewhere.isDisjointFrom(passage.terms))
    // Expressions for some of its words.
    const there = words.map((word, n) => {
      let best = written[n]! * (isWhole(n) ? 1 : least.ofName)
      if (best > 0) note(word, best)
      if (best < prominence.home && homes.some(({ covers }) => covers.has(n))) best = prominence.home
      for (const { group, matched: by, strength } of found) {
        if (!group.covers.has(n) || group.covers.size === words.length || group.broader === true) continue
        if (strength * group.share <= best) continue
        best = strength * group.share
        concepts.add(group.of)
        by.forEach(({ text, weight }) => note(text, weight * group.share))
      }
      return best
    })
    const sum = there.reduce((sum, each) => sum + each, 0)
    const isThere = (each: number) => each >= least.word
    // What names several topics is about all of them: not all news of social media is about "social media influencers".
    const isEnough =
      there.filter(isThere).length >= needed &&
      concept.named.every((topic) => [...topic].some((n) => isThere(there[n]!))) &&
      (names.length === 0 || names.some((n) => isThere(there[n]!)))
    const score = Math.max(
      whole,
      1 - doubt,
      isEnough ? Math.min(1, sum / needed) : (sum / words.length) * least.partial
    )
    return {
      score,
      matched: [...matched].sort((one, other) => other[1] - one[1]).map(([text]) => text),
      concepts: [...concepts]
    }
  }
}
