import { Effect } from "effect"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { atOnce, inSteps } from "../../storage/database/Batch.ts"
import { contentStems, singular, words } from "../../text/Words.ts"
import { paused } from "./Steps.ts"
import { loadDictionary } from "./Translations.ts"

/*
 * What markets are called, and what their news is about. A niche of two words is in few headlines: news about Tesla,
 * BYD or a "gigafactory" seldom says "electric vehicles". The topics are in lexicon/*.txt, in a format that each file
 * explains at its head.
 */

/** One topic of the lexicon's files. */
export interface LexiconTopic {
  readonly name: string
  readonly aliases: ReadonlyArray<string>
  /** Codes of industries (SIC) with four digits. */
  readonly sic: ReadonlyArray<string>
  /** Words and phrases that are typical of the topic's news. */
  readonly terms: ReadonlyArray<string>
  /** Names of topics that are part of this one: their news counts as its news. */
  readonly narrower: ReadonlyArray<string>
  /** Phrases in which the topic's words mean something else. */
  readonly exclude: ReadonlyArray<string>
  /** Where the topic is a country or a region: whose news is its own news, though it does not name it. */
  readonly home: Home | null
}

/** Languages that are written in hardly any other place, and domains of countries. */
export interface Home {
  readonly languages: ReadonlyArray<string>
  readonly countries: ReadonlyArray<string>
}

/** A topic that is near a niche: 1 is a topic of that name. */
export interface Near {
  readonly topic: LexiconTopic
  readonly score: number
}

/** What a topic is called, or a term of it. */
export interface Entry {
  readonly topic: LexiconTopic
  readonly text: string
}

export interface Lexicon {
  readonly topics: ReadonlyArray<LexiconTopic>
  /** The names of countries and regions. */
  readonly placeNames: ReadonlyArray<string>
  /** The topic of this name or alias; case, accents, hyphens, spaces and plurals make no difference. */
  readonly named: (name: string) => LexiconTopic | undefined
  /** Whether a topic has this as a term: then it tells something by itself. */
  readonly isTerm: (text: string) => boolean
  /** The names, aliases and terms that begin with this word in any case, each with its topic. */
  readonly beginning: (word: string) => ReadonlyArray<Entry>
  /** The topics of an industry, by its SIC code. */
  readonly ofIndustry: (sic: string) => ReadonlyArray<LexiconTopic>
  /** The topics that share the niche's words, the nearest first. */
  readonly nearest: (niche: string, limit?: number) => ReadonlyArray<Near>
}

interface File {
  readonly name: string
  readonly text: string
}

/** Without accents. */
const fold = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "")

/** One form for all spellings of a name: `E-Commerce`, `e commerce`, `ecommerce`. */
const keyOf = (name: string): string => words(fold(name)).map(singular).join("")

const indent = "  "

const hasWords = (entry: string): boolean => /[\p{L}\p{N}]/u.test(entry)

const isSic = (code: string): boolean => /^\d{4}$/.test(code)

const list = (part: string): ReadonlyArray<string> => part.split(",").map((entry) => entry.trim())

/** The topics of one file; a malformed line is an error that names it. */
const parse = ({ name: file, text }: File): ReadonlyArray<LexiconTopic> => {
  const topics: Array<LexiconTopic> = []
  let open: {
    name: string
    aliases: Array<string>
    sic: Array<string>
    terms: Array<string>
    narrower: Array<string>
    exclude: Array<string>
    home: { languages: Array<string>; countries: Array<string> } | null
  } | null = null
  let openedAt = 0
  /** The entries of the open topic, to find duplicates. */
  let known = new Set<string>()

  const fail = (at: number, why: string): never => {
    throw new Error(`${file}:${at}: ${why}`)
  }
  const close = () => {
    if (open !== null && open.terms.length === 0) fail(openedAt, "the topic has no terms")
    open = null
  }
  const add = (at: number, into: Array<string>, entries: ReadonlyArray<string>) => {
    for (const entry of entries) {
      const key = entry.toLowerCase()
      if (!hasWords(entry)) fail(at, "an entry between commas is empty")
      if (known.has(key)) fail(at, `"${entry}" stands in the topic twice`)
      known.add(key)
      into.push(entry)
    }
  }

  text.split("\n").forEach((line, n) => {
    const at = n + 1
    if (line.startsWith("#")) return
    if (line.trim() === "") return close()
    if (!line.startsWith(indent)) {
      close()
      const [name, aliases, ...more] = line.split("=")
      if (more.length > 0) fail(at, 'a second "=" in the line of a name')
      if (!hasWords(name!) || name !== name!.trimStart()) fail(at, "a topic begins at the margin with its name")
      known = new Set([name!.trim().toLowerCase()])
      open = { name: name!.trim(), aliases: [], sic: [], terms: [], narrower: [], exclude: [], home: null }
      openedAt = at
      if (aliases !== undefined) add(at, open.aliases, list(aliases))
      topics.push(open)
      return
    }
    if (open === null) return fail(at, "this line is indented, but no topic is above it")
    const part = line.slice(indent.length)
    if (part.startsWith(" ")) fail(at, "a part of a topic is indented by two spaces")
    if (part.startsWith("sic ")) {
      const codes = part.slice(4).split(" ")
      const wrong = codes.find((code) => !isSic(code))
      if (wrong !== undefined) fail(at, `"${wrong}" is no SIC code of four digits`)
      add(at, open.sic, codes)
    } else if (part.startsWith("@ ")) {
      const codes = part.slice(2).split(" ")
      const wrong = codes.find((code) => !/^\.?[a-z]{2}$/.test(code))
      if (wrong !== undefined) fail(at, `"${wrong}" is neither a language nor a country's domain`)
      open.home = {
        languages: codes.filter((code) => !code.startsWith(".")),
        countries: codes.flatMap((code) => (code.startsWith(".") ? [code.slice(1)] : []))
      }
    } else if (part.startsWith("= ")) add(at, open.aliases, list(part.slice(2)))
    else if (part.startsWith("> ")) open.narrower.push(...list(part.slice(2)))
    else if (part.startsWith("~ ")) add(at, open.exclude, list(part.slice(2)))
    else add(at, open.terms, list(part))
  })
  close()
  return topics
}

/** The weight of a word by its place: a name says what the topic is, a term what else is said about it. */
const ofName = 1
const ofTerm = 0.6

/** The least nearness of a topic whose name the niche contains. */
const named = 0.5

/**
 * The share of a niche that a near topic must have, and the share of the nearest topic's score that a further one must
 * reach.
 */
const least = 0.35
const leastBeside = 0.5

interface Phrase {
  readonly topic: LexiconTopic
  readonly stems: ReadonlyArray<string>
  readonly weight: number
}

const stemsOf = (text: string): ReadonlyArray<string> => [...new Set(contentStems(fold(text)))]

/** Words that fit every niche, so they do not distinguish any. */
const generic = new Set(
  (
    "analysis business businesses company companies field firm firms global industries industry international maker makers " +
    "manufacturer manufacturers market markets niche player players price prices pricing producer producers product products " +
    "provider providers report reports sector sectors service services supplier suppliers trend trends vendor vendors world " +
    "worldwide affordable best big cheap emerging future growing growth large latest modern new outlook popular small top " +
    "challenge challenges ecosystem forecast forecasts guide guides idea ideas insight insights landscape opportunities " +
    "opportunity overview situation tip tips way ways " +
    "branche firmen hersteller industrie markt märkte preise unternehmen entreprise entreprises fabricants marché marchés prix " +
    "secteur empresa empresas fabricantes industria industrias indústria indústrias mercado mercados precios preços setor " +
    "setores aziende mercati mercato prezzi settore bedrijven markten prijzen bransch företag marknad marknaden priser " +
    "chancen überblick tendances tendencias tendências tendenze cosas choses cose dinge рынок рынка рынки компании цены отрасль"
  ).split(" ")
)

/** Whether a word, in lower case, fits every niche. */
export const isGeneric = (word: string): boolean => generic.has(word)

const isWithin = (part: ReadonlyArray<string>, whole: ReadonlyArray<string>): boolean =>
  part.length < whole.length && part.every((stem) => whole.includes(stem))

/** The phrases of a topic; a hyphenated one also as one word. */
const phrasesOf = (topic: LexiconTopic): ReadonlyArray<Phrase> => {
  const phrases = (texts: ReadonlyArray<string>, weight: number) =>
    texts
      .flatMap((text) => (text.includes("-") ? [text, text.replaceAll("-", "")] : [text]))
      .map((text) => ({ topic, stems: stemsOf(text), weight }))
  return [...phrases([topic.name, ...topic.aliases], ofName), ...phrases(topic.terms, ofTerm)]
}

const entriesOf = (topic: LexiconTopic): ReadonlyArray<Entry> =>
  [topic.name, ...topic.aliases, ...topic.terms].map((text) => ({ topic, text }))

/** The word with which a text begins, without what is set behind it: `target` of `Target, Inc.`. */
const firstOf = (text: string): string => text.toLowerCase().split(/[\s,]/, 1)[0]!

/** A function that finds the topics that share a niche's words, the nearest first. */
function* nearestAmong(topics: ReadonlyArray<LexiconTopic>) {
  const byStem = new Map<string, Array<Phrase>>()
  const spread = new Map<string, Set<LexiconTopic>>()
  for (const phrase of (yield* paused(topics, phrasesOf)).flat()) {
    for (const stem of phrase.stems) {
      byStem.set(stem, byStem.get(stem) ?? [])
      byStem.get(stem)!.push(phrase)
      spread.set(stem, (spread.get(stem) ?? new Set()).add(phrase.topic))
    }
  }
  const most = Math.log(1 + topics.length)
  /** The weight of a word: the fewer topics have it, the higher; a word of no topic could be about anything. */
  const telling = (stem: string): number => {
    const having = spread.get(stem)?.size
    return having === undefined ? most / 2 : Math.log(1 + topics.length / having)
  }
  const sum = (stems: Iterable<string>): number => [...stems].reduce((all, stem) => all + telling(stem), 0)

  return (niche: string, own: LexiconTopic | undefined, limit: number): ReadonlyArray<Near> => {
    const specific = words(niche).filter((word) => !isGeneric(word))
    const stems = new Set(stemsOf(specific.join(" ")))
    const phrases = new Set([...stems].flatMap((stem) => byStem.get(stem) ?? []))
    const whole = [...phrases].filter((phrase) => phrase.stems.every((stem) => stems.has(stem)))
    // "Heat pumps" contains the name "pumps", but is about something else.
    const parts = new Set(whole.filter((phrase) => whole.some((other) => isWithin(phrase.stems, other.stems))))
    const inNiche = new Set(
      whole.flatMap((phrase) => (phrase.weight < ofName || parts.has(phrase) ? [] : [phrase.topic]))
    )
    // A word of the niche counts for a topic by how much of the topic's phrase is in the niche.
    const counts = new Map<LexiconTopic, Map<string, number>>()
    for (const phrase of phrases) {
      if (parts.has(phrase) && phrase.stems.length === 1) continue
      const shared = phrase.stems.filter((stem) => stems.has(stem))
      const share = phrase.weight * Math.sqrt(sum(shared) / sum(phrase.stems))
      const best = counts.get(phrase.topic) ?? new Map<string, number>()
      counts.set(phrase.topic, best)
      for (const stem of shared) best.set(stem, Math.max(best.get(stem) ?? 0, share))
    }
    const scored = [...counts].map(([topic, best]) => {
      const score = [...best].reduce((all, [stem, share]) => all + share * telling(stem), 0) / sum(stems)
      return { topic, score: topic === own ? 1 : Math.max(inNiche.has(topic) ? named : 0, score) }
    })
    const first = Math.max(0, ...scored.map(({ score }) => score))
    return scored
      .filter(({ score }) => score >= Math.max(least, first * leastBeside))
      .sort((one, other) => other.score - one.score)
      .slice(0, limit)
  }
}

function* lexiconOf(files: Iterable<File>): Generator<void, Lexicon> {
  const topics: Array<LexiconTopic> = []
  const byName = new Map<string, LexiconTopic>()
  const bySic = new Map<string, Array<LexiconTopic>>()
  const add = (file: File, topic: LexiconTopic): void => {
    topics.push(topic)
    for (const name of [topic.name, ...topic.aliases]) {
      const other = byName.get(keyOf(name))
      if (other !== undefined) {
        throw new Error(`${file.name}: "${name}" of "${topic.name}" is a name of "${other.name}"`)
      }
      byName.set(keyOf(name), topic)
    }
    for (const code of topic.sic) bySic.set(code, [...(bySic.get(code) ?? []), topic])
  }
  for (const file of files) {
    const parsed = parse(file)
    yield
    yield* paused(parsed, (topic) => add(file, topic))
    yield
  }
  for (const topic of topics) {
    const unknown = topic.narrower.find((name) => byName.get(keyOf(name))?.name !== name)
    if (unknown !== undefined) throw new Error(`"${unknown}" under "${topic.name}" is the name of no topic`)
  }
  const nearest = yield* nearestAmong(topics)
  const entries = (yield* paused(topics, entriesOf)).flat()
  const byBeginning = new Map<string, Array<Entry>>()
  yield* paused(entries, (entry) => {
    const first = firstOf(entry.text)
    const known = byBeginning.get(first)
    if (known === undefined) byBeginning.set(first, [entry])
    else known.push(entry)
  })
  return {
    topics,
    placeNames: topics.flatMap(({ aliases, home, name }) => (home === null ? [] : [name, ...aliases])),
    named: (name) => byName.get(keyOf(name)),
    isTerm: (text) => {
      const own = text.toLowerCase()
      return topics.some(({ terms }) => terms.some((term) => term.toLowerCase() === own))
    },
    beginning: (word) => byBeginning.get(firstOf(word)) ?? [],
    ofIndustry: (sic) => bySic.get(sic) ?? [],
    nearest: (niche, limit = 3) => nearest(niche, byName.get(keyOf(niche)), limit)
  }
}

/** A lexicon made from these files. */
export const makeLexicon = (files: ReadonlyArray<File>): Lexicon => atOnce(lexiconOf(files))

const directory = join(import.meta.dirname, "lexicon")

/** The files that ship with Sonde. Each is read when it is its turn. */
function* shippedFiles(): Generator<File> {
  const names = readdirSync(directory).filter((name) => name.endsWith(".txt"))
  for (const name of names.sort()) yield { name, text: readFileSync(join(directory, name), "utf8") }
}

let shipped: Lexicon | undefined

/** The lexicon that ships with Sonde, read on first use. */
export const lexicon = (): Lexicon => (shipped ??= atOnce(lexiconOf(shippedFiles())))

function* load(): Generator<void, void> {
  const loaded = yield* lexiconOf(shippedFiles())
  shipped ??= loaded
  yield* loadDictionary()
}

/** Reads the lexicon and its translations in steps, so that their first use doesn't keep others waiting. */
export const loadLexicon: Effect.Effect<void> = Effect.suspend(() =>
  shipped === undefined ? inSteps(load()) : Effect.void
)
