import { termOf, words } from "./Analysis.ts"
import { fold, isStopWord } from "./Languages.ts"

/*
 * What of a signal is compared when stories are told: its words with their weights, its figures, its names, and the
 * keys by which an index finds others like it.
 */

/** Signals further apart are not compared. */
export const storyWindow = 4 * 24 * 3_600_000

const settings = {
  /** Words of the snippet that count, and their weight beside those of the title. */
  snippet: { words: 40, weight: 0.5 },
  /**
   * Words are weighted as if there were so many more signals that lack them: few enough that what a small store of one
   * market has in every sixth signal counts as common.
   */
  priorSignals: 300,
  /** Signals are compared if they share one of so many of their heaviest words, each at least this rare. */
  keys: { most: 8, rare: 0.25 },
  /** Words of the title that count. */
  title: 60,
  longestTitle: 400,
  /** Characters of the snippet in which figures are looked for. */
  longestSnippet: 400
}

/** What of a signal tells its story. */
export interface StoryText {
  readonly title: string
  readonly snippet: string
  /** Publisher's name. */
  readonly source: string
  readonly language: string
  readonly published_at: Date
}

/** Its words, each once. */
export interface StoryWords {
  readonly title: ReadonlyArray<string>
  readonly snippet: ReadonlyArray<string>
  /** Those that are names; null where case does not tell. */
  readonly names: ReadonlySet<string> | null
}

/** In how many of all signals a term is. */
export interface Frequencies {
  readonly documents: number
  readonly frequency: (term: string) => number
}

/** A signal made ready to compare, in plain JSON: it is stored like this. */
export interface Fingerprint {
  readonly at: number
  readonly publisher: number
  readonly language: string
  /** The words by their hashes, the title's first. */
  readonly terms: ReadonlyArray<number>
  /** Their weights in thousandths. */
  readonly weights: ReadonlyArray<number>
  /** How many of the words are the title's. */
  readonly titled: number
  /** The words by which it finds others, the heaviest. */
  readonly keys: ReadonlyArray<number>
  /** The heaviest name of the title; null without one, undefined where case does not tell names. */
  readonly subject?: number | null
  /** Figures of the title, which must agree. */
  readonly figures: ReadonlyArray<string>
  /** Numerals of title and snippet but years; not there in fingerprints of earlier versions. */
  readonly amounts?: ReadonlyArray<string>
  /** The hash of the whole title. */
  readonly form: number
}

/** FNV-1a, 32 bits with sign. */
const hashOf = (text: string): number => {
  let hash = 0x811c9dc5
  for (let n = 0; n < text.length; n++) hash = Math.imul(hash ^ text.charCodeAt(n), 0x01000193)
  return hash | 0
}

const isTelling = (word: string, language: string): boolean => {
  const plain = fold(word)
  return (
    (plain.length > 1 || /[^\p{L}\p{N}]|\p{sc=Han}/u.test(plain)) &&
    !isStopWord(plain, language) &&
    !isStopWord(plain, "en")
  )
}

/** Whose dealings in shares are reported. */
const roles = "insiders?|directors?|officers?|chairman|president|c[efot]o|coo|[es]?vp|holders?"

/** A few words between two others. */
const few = String.raw`\s+(?:\S+\s+){0,5}?`

/**
 * `Director sells 2,000 shares`, `Insider selling:`. Of many such notices each has other figures and another role.
 * Other news of shares and of who moves them (`Shares fall 3 % after CEO speaks`) differs by its figures.
 */
const dealing = new RegExp(
  String.raw`\b(?:${roles})${few}(?:sells|sold|selling|buys|bought|buying|acquires|disposes\s+of)${few}(?:shares|stock)\b` +
    String.raw`|^\W*insider\s+(?:selling|buying)\s*[:–—-].*`,
  "i"
)

const isDealing = (title: string): boolean => dealing.test(title)

const isRole = new RegExp(`^(?:${roles})$`, "i")

/** A word of a text, and what its case says. */
interface Cased {
  readonly term: string
  readonly isCapital: boolean
  /** It begins the text or a sentence of it. */
  readonly isFirst: boolean
  /** A figure or a role: of notices of dealings each has its own. */
  readonly isOwn: boolean
}

const casedWords = (text: string, most: number, language: string): ReadonlyArray<Cased> => {
  const found = words(text).slice(0, most)
  return found.flatMap(({ end, start, word }, n) => {
    if (!isTelling(word, language)) return []
    const [written, before] = [text.slice(start, end), text.slice(found[n - 1]?.end ?? 0, start)]
    const ofRole = isRole.test(word)
    return [
      {
        term: termOf(word, language),
        // Also a digit inside: 5G.
        isCapital: !ofRole && (/\p{Lu}/u.test(written) || (/\p{L}/u.test(written) && /\d/.test(written))),
        isFirst: n === 0 || /[.!?“"‘«]/.test(before),
        isOwn: ofRole || /^\d+$/.test(word)
      }
    ]
  })
}

/** Whether the text writes every word with a capital, or knows none. */
const isCaseless = (found: ReadonlyArray<Cased>): boolean => {
  const inside = found.filter(({ isFirst }) => !isFirst)
  return inside.length > 0 && (inside.every(({ isCapital }) => isCapital) || !found.some(({ isCapital }) => isCapital))
}

/** The names among the words: those with a capital inside of a sentence, or else the title's first word. */
const namesOf = (title: ReadonlyArray<Cased>, snippet: ReadonlyArray<Cased>): ReadonlySet<string> | null => {
  const telling = [title, snippet].filter((found) => !isCaseless(found)).flat()
  const names = new Set(telling.flatMap(({ isCapital, isFirst, term }) => (isCapital && !isFirst ? [term] : [])))
  if (title.some(({ term }) => names.has(term))) return names
  if (isCaseless(title)) return null
  const [first] = title
  return first?.isCapital === true ? names.add(first.term) : names
}

/** The words by which a signal is compared. */
export const wordsOf = ({ language, snippet, title }: StoryText): StoryWords => {
  const plain = title.slice(0, settings.longestTitle)
  const all = casedWords(plain, settings.title, language)
  const own = isDealing(plain) ? all.filter(({ isOwn }) => !isOwn) : all
  const more = casedWords(snippet, settings.snippet.words, language)
  const terms = new Set(own.map(({ term }) => term))
  return {
    title: [...terms],
    snippet: [...new Set(more.map(({ term }) => term)).difference(terms)],
    names: namesOf(own, more)
  }
}

const ordinals: Readonly<Record<string, string>> = { first: "1", second: "2", third: "3", fourth: "4" }

const figure = /\d+(?:[.,:]\d+)*|(?<![\p{L}\p{N}])(?:first|second|third|fourth)(?![\p{L}\p{N}])/gu

const normal = (numeral: string): string => numeral.replace(/[.,](?=\d{3}(?!\d))/g, "").replaceAll(",", ".")

/** The figures of a title in one way of writing, without those of a dealing. */
const figuresOf = (title: string): ReadonlyArray<string> => {
  const found = title.replace(dealing, " ").toLowerCase().matchAll(figure)
  return [...new Set(found.map(([written]) => ordinals[written] ?? normal(written)))]
}

const isYear = /^(?:19|20)\d\d$/

/** The numerals of a text but years, in one way of writing. */
const amountsOf = (text: string): ReadonlyArray<string> => {
  const found = text.matchAll(/\d+(?:[.,:]\d+)*/g).map(([numeral]) => normal(numeral))
  return [...new Set(found)].filter((each) => !isYear.test(each))
}

/** A signal made ready to compare, by how rare its words are at the time. */
export const fingerprint = (
  text: StoryText,
  { names, snippet, title }: StoryWords,
  corpus: Frequencies
): Fingerprint => {
  const { most, rare } = settings.keys
  const all = Math.log(corpus.documents + settings.priorSignals)
  const weigh = (words: ReadonlyArray<string>, share: number) =>
    words.map((word) => {
      const rarity = Math.max(0, 1 - Math.log(Math.max(1, corpus.frequency(word))) / all)
      return { word, term: hashOf(word), rarity, weight: Math.round(1_000 * share * rarity) }
    })
  const titled = weigh(title, 1)
  const weighed = [...titled, ...weigh(snippet, settings.snippet.weight)]
  const heaviest = (words: typeof weighed, most: number) =>
    words.toSorted((one, other) => other.weight - one.weight || one.term - other.term).slice(0, most)
  const plain = text.title.slice(0, settings.longestTitle)
  return {
    at: text.published_at.getTime(),
    publisher: hashOf(text.source),
    language: text.language,
    terms: weighed.map(({ term }) => term),
    weights: weighed.map(({ weight }) => weight),
    titled: title.length,
    keys: heaviest(
      weighed.filter(({ rarity }) => rarity >= rare),
      most
    ).map(({ term }) => term),
    ...(names !== null && {
      subject:
        heaviest(
          titled.filter(({ word }) => names.has(word)),
          1
        )[0]?.term ?? null
    }),
    figures: figuresOf(plain),
    amounts: amountsOf(`${plain} ${text.snippet.slice(0, settings.longestSnippet)}`),
    form: hashOf(plain.toLowerCase())
  }
}

/** Keys stand for a word in one span of time, so that what an index finds by them is bounded. */
const span = 2 * storyWindow

const keyIn = (term: number, at: number): number => Math.imul(term ^ Math.imul(at, 0x9e3779b1), 0x85ebca6b) | 0

/** By which the signal is found. */
export const keysOf = (of: Fingerprint): ReadonlyArray<number> =>
  of.keys.map((term) => keyIn(term, Math.floor(of.at / span)))

/** By which it finds others: in its own span of time and the one that is nearer. */
export const soughtKeysOf = (of: Fingerprint): ReadonlyArray<number> => {
  const at = of.at / span
  const own = Math.floor(at)
  return of.keys.flatMap((term) => [keyIn(term, own), keyIn(term, at - own < 0.5 ? own - 1 : own + 1)])
}
