import type { Expansion } from "../../domain/Expansion.ts"
import type { ReportRequest } from "../../domain/Report.ts"
import { fold, isStopWord as isStopWordIn } from "../../search/Languages.ts"
import { contentStems, isStopWord, runs, words, stem } from "../../text/Words.ts"
import { type Abbreviation } from "./Abbreviations.ts"
import { type Home, isGeneric, lexicon, type LexiconTopic } from "./Lexicon.ts"
import { otherLanguages, type Translation, translationsOf } from "./Translations.ts"

/*
 * What a niche means, in a form that texts can be compared with. "Electric vehicle charging" also means news that says
 * "wallbox" or "EV". "Moscow restaurants" means neither all of Moscow nor all restaurants. So a concept has the niche's
 * words, and a text must have enough of them. It also has groups of expressions that stand for all or some of these
 * words.
 */

/** One way to say something. */
export interface Expression {
  readonly text: string
  /** Another name, or a typical term. */
  readonly kind: "name" | "term"
  /** The language in which it says what another expression says. It counts only in texts of that language. */
  readonly translates?: { readonly language: string; readonly text: string }
}

/** Expressions that stand for words of the niche. */
export interface Group {
  /** Where they come from: a topic, an abbreviation. */
  readonly of: string
  readonly expressions: ReadonlyArray<Expression>
  /** Phrases in which the words mean something else. */
  readonly exclude: ReadonlyArray<string>
  /** The indexes of the niche's words that they stand for. */
  readonly covers: ReadonlySet<number>
  /** How well they stand for them, up to 1. */
  readonly share: number
  /** They count only in a text that has something else of the niche. */
  readonly beside?: boolean
  /** They are about more than the niche, which is among their terms: they count as far as its words are beside them. */
  readonly broader?: boolean
}

/** A country or region, with the indexes of the words that name it. */
export interface Region extends Home {
  readonly names: ReadonlyArray<string>
  readonly covers: ReadonlySet<number>
}

export interface Concept {
  readonly niche: string
  /** The specific words of the niche; all words if none is specific. */
  readonly words: ReadonlyArray<string>
  /** What other languages call each of the words. */
  readonly translations: ReadonlyArray<ReadonlyArray<Translation>>
  readonly groups: ReadonlyArray<Group>
  /** The specific words of the context. */
  readonly context: ReadonlyArray<string>
  /** The topics that it names, by the indexes of their words: Facebook and data privacy in "Facebook data privacy". */
  readonly named: ReadonlyArray<ReadonlySet<number>>
  /** The countries and regions among its words. */
  readonly regions: ReadonlyArray<Region>
  /** The parts of a niche that names several: for "hotels and airlines" news about either one counts. */
  readonly alternatives: ReadonlyArray<Concept>
  /** Phrases in which the niche's own words mean something else. */
  readonly exclude?: ReadonlyArray<string>
}

/** Whether a part says which niche it is. */
const isTelling = (part: string): boolean =>
  words(part).some((word) => !isGeneric(word) && contentStems(word).length > 0)

/** The part from the first letter or digit to the last. */
export const bareOf = (part: string): string => {
  const all = [...runs(part)]
  const last = all.at(-1)
  return last === undefined ? "" : part.slice(all[0]!.index, last.index + last[0].length)
}

/** The parts of a text between spaces: `peer-to-peer` is one. */
const partsOf = (text: string): ReadonlyArray<string> => [
  ...new Set(
    text
      .normalize("NFKC")
      .split(/[\s,;:/&()"“”„«»]/u)
      .map((part) => bareOf(part).replace(/['’]s$/, ""))
      .filter((part) => part !== "" && !isStopWord(part.toLowerCase()))
  )
]

/**
 * Whether no word is known as English. Words of a niche in English can be other words elsewhere: "gift" is poison in
 * German.
 */
const isForeign = (words: ReadonlyArray<string>): boolean => words.every((word) => translationsOf(word).length === 0)

/** Whether a word carries no meaning of its own in another language that a niche may be in. */
const isForeignStopWord = (word: string): boolean =>
  otherLanguages.some((language) => isStopWordIn(fold(word.toLowerCase()), language))

const tellingOf = (text: string): ReadonlyArray<string> => {
  const all = partsOf(text)
  const parts = isForeign(all) ? all.filter((part) => /^\p{Lu}/u.test(part) || !isForeignStopWord(part)) : all
  // "Space tourism" is about space, "the fintech space" is not.
  const telling = parts.filter((part, n) => isTelling(part) && (n === 0 || part.toLowerCase() !== "space"))
  return telling.some((part) => part.toLowerCase() !== "space") ? telling : parts
}

/** Words with which people ask and tell of themselves, whatever their market is, by stem. */
const asking = new Set(
  (
    "year month week day today next last new own good best better big small make made take give get keep need want help " +
    "think know worry worried hope look start stop go come run use try ask decide decision choose option question plan " +
    "thing way lot part chain default case point time people business company firm team budget money cost price"
  )
    .split(" ")
    .map(stem)
)

/** Limits: no niche and no context needs more words. */
const most = { words: 12, context: 40, topics: 6, names: 12 }

/**
 * How well a topic stands for another one: as a part of it, as a name of the niche that others give it, with the same
 * industry, only near, or near a single name.
 */
const shares = { narrower: 0.95, otherName: 0.9, industry: 0.6, near: 0.5, name: 0.45 }

/** An expression, and what other languages say for it. */
const inAllLanguages = (kind: Expression["kind"], text: string, foreign = false): ReadonlyArray<Expression> => [
  { text, kind },
  ...translationsOf(text, foreign).map((other) => ({
    text: other.text,
    kind,
    translates: { language: other.language, text }
  }))
]

const expressionsOf = ({ aliases, name, terms }: LexiconTopic): ReadonlyArray<Expression> => [
  ...[name, ...aliases].flatMap((text) => inAllLanguages("name", text)),
  ...terms.flatMap((text) => inAllLanguages("term", text))
]

const groupOf = (topic: LexiconTopic, covers: ReadonlySet<number>, share: number): Group => ({
  of: topic.name,
  expressions: expressionsOf(topic),
  exclude: topic.exclude,
  covers,
  share
})

/**
 * The topics for a niche that is a topic itself: this topic, its parts, and topics that share its industry or words.
 */
const ofTopic = (own: LexiconTopic, niche: string, words: ReadonlyArray<string>): ReadonlyArray<Group> => {
  const { named, nearest, ofIndustry } = lexicon()
  const others = new Map<LexiconTopic, number>()
  for (const name of own.narrower) others.set(named(name)!, shares.narrower)
  const beside: ReadonlyArray<readonly [LexiconTopic, number]> = [
    ...own.sic.flatMap(ofIndustry).map((topic) => [topic, shares.industry] as const),
    ...nearest(niche, most.topics)
      .filter(({ topic }) => saidBy(topic, words).size === words.length)
      .map(({ score, topic }) => [topic, score * shares.near] as const)
  ]
  for (const [topic, share] of beside) if (topic !== own && !others.has(topic)) others.set(topic, share)
  const all = new Set(words.keys())
  return [groupOf(own, all, 1), ...[...others].map(([topic, share]) => groupOf(topic, all, share))]
}

/** The topic of a name, or of what a foreign name is in English. */
const topicNamed = (name: string, foreign: boolean): LexiconTopic | undefined => {
  const own = lexicon().named(name)
  if (own !== undefined || !foreign) return own
  return translationsOf(name, true)
    .flatMap(({ language, text }) => (language === "en" ? (lexicon().named(text) ?? []) : []))
    .at(0)
}

/** The names of topics in a niche, the longest first: "electric trucks in India" names trucks and India. */
const spansOf = (words: ReadonlyArray<string>) => {
  const found: Array<{ readonly topic: LexiconTopic; readonly span: ReadonlyArray<number> }> = []
  const free = new Set(words.keys())
  const foreign = isForeign(words)
  for (let length = words.length; length > 0; length--) {
    for (let start = 0; start + length <= words.length; start++) {
      const span = Array.from({ length }, (_, n) => start + n)
      const topic = span.every((n) => free.has(n))
        ? topicNamed(span.map((n) => words[n]).join(" "), foreign)
        : undefined
      if (topic === undefined) continue
      found.push({ topic, span })
      span.forEach((n) => free.delete(n))
    }
  }
  return found
}

/** The topics whose names are in a niche, with the indexes of the words that they stand for. */
const namedWithin = (words: ReadonlyArray<string>): ReadonlyMap<LexiconTopic, ReadonlySet<number>> => {
  const found = new Map<LexiconTopic, ReadonlySet<number>>()
  for (const { span, topic } of spansOf(words)) found.set(topic, new Set([...(found.get(topic) ?? []), ...span]))
  // "Transfers" names the football transfer market, which is also about the football of "football transfers".
  return new Map([...found].map(([topic, covers]) => [topic, covers.union(saidBy(topic, words))]))
}

/** The indexes of the words that a topic's name has. */
const saidBy = ({ name }: LexiconTopic, words: ReadonlyArray<string>): ReadonlySet<number> => saidIn([name], words)

/** The indexes of the words that these texts have. */
const saidIn = (texts: ReadonlyArray<string>, words: ReadonlyArray<string>): ReadonlySet<number> => {
  const stems = new Set(texts.flatMap(contentStems))
  return new Set(words.flatMap((word, n) => (contentStems(word).every((stem) => stems.has(stem)) ? [n] : [])))
}

/** The topics for words of a niche that is not a topic itself. */
const nearTopics = (niche: string, words: ReadonlyArray<string>): ReadonlyArray<Group> => {
  const { named, nearest } = lexicon()
  const found = new Map<LexiconTopic, Group>()
  // A topic near a company's name is not about the company.
  const isOneName = /^\p{Lu}/u.test(words[0]!)
  const within = namedWithin(words)
  for (const [topic, covers] of within) found.set(topic, groupOf(topic, covers, 1))
  for (const [topic, covers] of within) {
    for (const part of topic.narrower.map((name) => named(name)!))
      if (!found.has(part)) found.set(part, groupOf(part, covers, shares.narrower))
  }
  for (const { score, topic } of nearest(niche, most.topics)) {
    if (found.has(topic)) continue
    const names = [topic.name, ...topic.aliases]
    const covers = saidIn([...names, ...topic.terms], words)
    const broader = saidIn(names, words).size < covers.size
    // "Apple" is not about music, though "Apple Music" is one of its terms.
    const isBeside = words.length === 1 && (isOneName || saidBy(topic, words).size === 0)
    const share = (isBeside ? shares.name : 0.9) * Math.sqrt(score)
    if (covers.size > 0) found.set(topic, { ...groupOf(topic, covers, share), broader })
  }
  return [...found.values()]
}

const regionsAmong = (words: ReadonlyArray<string>): ReadonlyArray<Region> =>
  [...namedWithin(words)].flatMap(([{ aliases, home, name }, covers]) =>
    home === null ? [] : [{ ...home, names: [name, ...aliases], covers }]
  )

/** What other languages call several words of the niche together: "electric cars". */
const translatedSpans = (niche: string, words: ReadonlyArray<string>, foreign: boolean): ReadonlyArray<Group> =>
  words.flatMap((_, start) =>
    words.slice(start + 1).flatMap((_, more): ReadonlyArray<Group> => {
      const span = Array.from({ length: more + 2 }, (_, n) => start + n)
      const [, ...expressions] = inAllLanguages("name", span.map((n) => words[n]).join(" "), foreign)
      return expressions.length === 0
        ? []
        : [{ of: niche, expressions, exclude: [], covers: new Set(span), share: shares.narrower }]
    })
  )

/** The concept of one niche, without its context or alternatives. */
const single = (niche: string): Concept => {
  const words = tellingOf(niche).slice(0, most.words)
  const own = ownTopic(niche, words)
  const foreign = isForeign(words)
  return {
    niche,
    words,
    translations: words.map((word) => translationsOf(word, foreign)),
    groups: [
      ...(own === undefined ? nearTopics(niche, words) : ofTopic(own, niche, words)),
      ...translatedSpans(niche, words, foreign)
    ],
    regions: own === undefined ? regionsAmong(words) : [],
    named: own === undefined ? spansOf(words).map(({ span }) => new Set(span)) : [],
    context: [],
    alternatives: []
  }
}

const ownTopic = (niche: string, words: ReadonlyArray<string>): LexiconTopic | undefined =>
  lexicon().named(niche) ?? topicNamed(words.join(" "), isForeign(words))

/** Separators in a list, in the languages of the lexicon. */
const joining = new Set(["and", "or", "und", "oder", "et", "ou", "y", "o", "e", "och", "en", "&", "/"])

/** The items of a list: `hotels, airlines and railways`. */
const thingsOf = (niche: string): ReadonlyArray<string> => {
  const things: Array<Array<string>> = [[]]
  for (const word of niche.split(/\s/)) {
    if (joining.has(word.toLowerCase())) {
      things.push([])
      continue
    }
    things.at(-1)!.push(word)
    if (/[,;]$/.test(word)) things.push([])
  }
  return things.map((thing) => thing.join(" ")).filter((thing) => bareOf(thing) !== "")
}

/** What says that a list is one thing: trade between two countries is about both. */
const between = /\b(?:between|zwischen|entre|tra|tussen|mellan)\b/i

/** The place in a thing, in its words, and whether the thing is nothing else; null if it names none. */
const regionIn = (thing: string): { readonly place: string; readonly isAll: boolean } | null => {
  const words = tellingOf(thing)
  const [region] = regionsAmong(words)
  if (region === undefined) return null
  return { place: [...region.covers].map((n) => words[n]).join(" "), isAll: region.covers.size === words.length }
}

/**
 * The things of a list with a place, each in it: "hotels and airlines in Spain" are hotels in Spain, "tourism in Spain
 * and Portugal" is tourism in Portugal.
 */
const inTheirRegions = (things: ReadonlyArray<string>): ReadonlyArray<string> => {
  const places = things.map(regionIn)
  const at = places.findIndex((found) => found !== null && !found.isAll)
  if (at < 0) return things
  const { place } = places[at]!
  return things.map((thing, n) => {
    const own = places[n]!
    return own === null ? `${thing} ${place}` : own.isAll ? things[at]!.replace(place, () => thing) : thing
  })
}

/** The parts of a niche that is a list, if each is specific enough; none if it names one thing. */
const alternativesOf = (niche: string): ReadonlyArray<string> => {
  const things = thingsOf(niche)
  const isWhole = (thing: string): boolean => {
    const words = tellingOf(thing)
    return (
      words.length > 1 || isAcronym(thing) || lexicon().isTerm(bareOf(thing)) || ownTopic(thing, words) !== undefined
    )
  }
  return things.length > 1 &&
    !between.test(niche) &&
    ownTopic(niche, tellingOf(niche)) === undefined &&
    things.every(isWhole)
    ? inTheirRegions(things)
    : []
}

/** `NAFTA`: nobody writes a common word in capitals. */
const isAcronym = (thing: string): boolean => /^\p{Lu}[\p{Lu}\p{N}]+$/u.test(bareOf(thing))

/** The concept of a request's niche, before any stored text is read. */
export const conceptOf = ({ context, niche }: Pick<ReportRequest, "niche" | "context">): Concept => {
  const concept = single(niche)
  return {
    ...concept,
    alternatives: alternativesOf(niche).map(single),
    context: partsOf(context ?? "")
      .filter((word) => isTelling(word) && !asking.has(stem(word.toLowerCase())) && !concept.words.includes(word))
      .slice(0, most.context)
  }
}

/** Search words for companies of the niche: its words, and the names of its topic. */
export const namesOf = ({ groups, niche, words }: Concept): ReadonlyArray<string> => [
  ...new Set([
    niche,
    ...words,
    ...groups
      .filter(({ share }) => share === 1)
      .flatMap(({ expressions }) => expressions.flatMap(({ kind, text }) => (kind === "name" ? [text] : [])))
      .slice(0, most.names)
  ])
]

const withNames = (
  concept: Concept,
  names: ReadonlyArray<string>,
  { exclude = [], ...how }: Pick<Group, "beside" | "share"> & Partial<Pick<Group, "exclude">>
): Concept =>
  names.length === 0
    ? concept
    : {
        ...concept,
        groups: [
          ...concept.groups,
          {
            of: concept.niche,
            expressions: names.map((text) => ({ text, kind: "name" as const })),
            exclude,
            covers: new Set(concept.words.keys()),
            ...how
          }
        ]
      }

/** How well a company's name stands for the niche: not enough without more of the niche beside it. */
const companyShare = 0.5

/** The concept with names of companies, which count when something of the niche is beside them. */
export const withCompanies = (
  concept: Concept,
  names: ReadonlyArray<string>,
  exclude: ReadonlyArray<string>
): Concept => withNames(concept, names, { exclude, share: companyShare, beside: true })

/** The concept with other names of the niche, as sources gave them that were asked about it. */
export const withOtherNames = (concept: Concept, names: ReadonlyArray<string>): Concept =>
  withNames(concept, names, { share: shares.otherName })

/** How well expressions of a model stand for the niche, alone and beside something of the niche. */
const expanded = { alone: 0.8, beside: 0.5 }

/** The concept with the words in which a model would look for the niche. */
export const withExpansion = (concept: Concept, { exclude, terms }: Expansion): Concept => {
  const groupsOf = (alone: boolean): ReadonlyArray<Group> => {
    const expressions = terms.flatMap((term) => (term.alone === alone ? [{ text: term.text, kind: term.kind }] : []))
    const share = alone ? expanded.alone : expanded.beside
    const covers = new Set(concept.words.keys())
    return expressions.length === 0
      ? []
      : [{ of: concept.niche, expressions, exclude: [], covers, share, beside: !alone }]
  }
  return { ...concept, groups: [...concept.groups, ...groupsOf(true), ...groupsOf(false)], exclude }
}

const sameStems = (one: ReadonlyArray<string>, other: ReadonlyArray<string>): boolean =>
  one.length === other.length && one.every((stem, n) => stem === other[n])

/** The concept with abbreviations of its words, and with what its words abbreviate, as stored texts explain them. */
export const withAbbreviations = (concept: Concept, found: ReadonlyArray<Abbreviation>): Concept => {
  const stems = concept.words.map((word) => contentStems(word))
  const groups = new Map<string, Group>()
  const add = (text: string, covers: ReadonlyArray<number>) =>
    groups.set(`${text} ${covers.join()}`, {
      of: concept.niche,
      expressions: [{ text, kind: "name" }],
      exclude: [],
      covers: new Set(covers),
      share: 1
    })
  for (const { long, short } of found) {
    const own = contentStems(long)
    concept.words.forEach((word, n) => {
      if (word === short) add(long, [n])
      for (let end = n + 1; end <= stems.length; end++) {
        if (own.length > 1 && sameStems(stems.slice(n, end).flat(), own))
          add(
            short,
            Array.from({ length: end - n }, (_, m) => n + m)
          )
      }
    })
  }
  return groups.size === 0 ? concept : { ...concept, groups: [...concept.groups, ...groups.values()] }
}
