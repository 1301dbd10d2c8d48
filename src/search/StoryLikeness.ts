import { termOf, words } from "./Analysis.ts"
import { fold, isStopWord } from "./Languages.ts"

/*
 * When two signals tell one story, in other words than a copy (domain/Story.ts knows copies). Two stories shown as one
 * hide news, one story shown twice only repeats it, so this is decided for precision. Measured and tuned with
 * `npm run bench -- stories`.
 *
 *   - Compared are the words of the title and, at half their weight, the first words of the snippet, each weighted by
 *     how rare it is among all signals (tf-idf), as the cosine of the two.
 *   - Of one publisher, words that it uses in most of its signals hardly count: a form that it fills in, a column's
 *     name, its own topic.
 *   - The name that tells most in one title must stand in the other signal.
 *   - Figures in the titles must agree: "19 %" is not "91 %", Q2 is not Q3. Only notices of dealings in a company's own
 *     shares are one story whatever the figures of the dealing.
 *   - Titles of one publisher that are equal to the word tell nothing: then the snippets must be alike.
 *   - The further apart in time, the more alike they must be, and a story ends two weeks after its first signal.
 */

const hour = 3_600_000
const day = 24 * hour

const settings = {
  /** Nothing further apart is compared. */
  window: 4 * day,
  /** From the first signal of a story to its last, so that no story goes on for ever from one signal to the next. */
  span: 14 * day,
  /** How alike two signals must be, in one language or two, of two publishers or one; and how much more for each day after the first. */
  least: { between: 0.22, acrossLanguages: 0.13, ofPublisher: 0.3, perDay: 0.02 },
  /** So many words must be shared, one of them a title's. */
  shared: 3,
  /** Snippets under equal titles of one publisher. */
  snippets: 0.5,
  /** Words of the snippet that count, and their weight beside those of the title. */
  snippet: { words: 40, weight: 0.5 },
  /** Words are weighted as if there were so many more signals, and so many more of each publisher, that lack them. */
  prior: { signals: 1_000, ofPublisher: 8 },
  /** Signals are compared if they share one of so many of their heaviest words, each at least this rare. */
  keys: { most: 8, rare: 0.35 },
  /** Words of the title that count. */
  title: 60,
  longestTitle: 400
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

/** The names among the words: those with a capital inside of a sentence, or else the title's first. */
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

/** The figures of a title in one way of writing, without those of a dealing. */
const figuresOf = (title: string): ReadonlyArray<string> => {
  const found = title
    .replace(dealing, " ")
    .toLowerCase()
    .matchAll(figure)
    .map(([written]) => ordinals[written] ?? written.replace(/[.,](?=\d{3}(?!\d))/g, "").replaceAll(",", "."))
  return [...new Set(found)]
}

/** A signal made ready to compare, by how rare its words are at the time. */
export const fingerprint = (
  text: StoryText,
  { names, snippet, title }: StoryWords,
  corpus: Frequencies
): Fingerprint => {
  const { most, rare } = settings.keys
  const all = Math.log(corpus.documents + settings.prior.signals)
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
    form: hashOf(plain.toLowerCase())
  }
}

/** Keys stand for a word in one span of time, so that what an index finds by them is bounded. */
const span = 2 * settings.window

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

/** In how many of its signals a publisher uses each word. */
class PublisherWords {
  #signals = 0
  readonly #counts = new Map<number, number>()

  add(terms: ReadonlyArray<number>): void {
    this.#signals++
    for (const term of terms) this.#counts.set(term, (this.#counts.get(term) ?? 0) + 1)
  }

  /** From 1 for a word that no other signal of the publisher has, to nearly 0 for one that all have. */
  rarity(term: number): number {
    const all = this.#signals + settings.prior.ofPublisher
    return Math.max(0.02, 1 - Math.log(Math.max(1, this.#counts.get(term) ?? 1)) / Math.log(all))
  }
}

/** A fingerprint with what comparisons look up. */
class Compared {
  readonly print: Fingerprint
  readonly weights: ReadonlyMap<number, number>
  readonly title: ReadonlySet<number>

  constructor(print: Fingerprint) {
    this.print = print
    this.weights = new Map(print.terms.map((term, n) => [term, print.weights[n]!]))
    this.title = new Set(print.terms.slice(0, print.titled))
  }
}

const agree = (one: ReadonlyArray<string>, other: ReadonlyArray<string>): boolean => {
  const [fewer, more] = one.length < other.length ? [one, other] : [other, one]
  return fewer.every((figure) => more.includes(figure))
}

/** Whether the figures of both titles can be those of one story. */
const figuresAgree = (one: Fingerprint, other: Fingerprint): boolean => agree(one.figures, other.figures)

const snippetLikeness = (one: Fingerprint, other: Fingerprint): number => {
  const [own, others] = [new Set(one.terms.slice(one.titled)), new Set(other.terms.slice(other.titled))]
  const all = own.union(others).size
  return all === 0 ? 1 : own.intersection(others).size / all
}

/**
 * Whether both can be about the same. Titles are made from forms: "Acme beats estimates" shares most with "Zenith beats
 * estimates". So the name that tells most in one title must stand in the other signal; where case tells no names, all
 * words of one title in the other.
 */
const subjectsAgree = (one: Compared, other: Compared): boolean => {
  const [own, others] = [one.print.subject, other.print.subject]
  if (own === undefined || others === undefined)
    return one.title.isSubsetOf(other.title) || other.title.isSubsetOf(one.title)
  return own === null || others === null || other.weights.has(own) || one.weights.has(others)
}

/** How alike two signals are as a multiple of what is asked of them: one story from 1 on. */
const likeness = (one: Compared, other: Compared, words: PublisherWords | undefined): number => {
  const [print, others] = [one.print, other.print]
  const apart = Math.abs(print.at - others.at)
  if (apart > settings.window || !figuresAgree(print, others)) return 0
  const ofPublisher = print.publisher === others.publisher
  if (ofPublisher && print.form === others.form && snippetLikeness(print, others) < settings.snippets) return 0
  const rarity = (term: number) => (ofPublisher && words !== undefined ? words.rarity(term) : 1)
  let [dot, square, otherSquare, shared, titled] = [0, 0, 0, 0, 0]
  for (const [term, weight] of one.weights) {
    const weighed = weight * rarity(term)
    square += weighed * weighed
    const another = other.weights.get(term)
    if (another === undefined) continue
    dot += weighed * another * rarity(term)
    shared++
    if (one.title.has(term) || other.title.has(term)) titled++
  }
  // A title of two words is enough where both are nothing but that.
  const enough = Math.min(settings.shared, Math.max(2, one.weights.size), Math.max(2, other.weights.size))
  if (titled === 0 || shared < enough || !subjectsAgree(one, other)) return 0
  for (const [term, weight] of other.weights) otherSquare += (weight * rarity(term)) ** 2
  const { acrossLanguages, between, ofPublisher: within, perDay } = settings.least
  const kind = ofPublisher ? within : print.language === others.language ? between : acrossLanguages
  const least = kind + perDay * Math.max(0, apart / day - 1)
  return dot === 0 ? 0 : dot / Math.sqrt(square * otherSquare) / least
}

/** A signal with its story; null for one that has none yet. */
export interface Told<Story = number> {
  readonly id: number
  readonly story: Story
  readonly print: Fingerprint
}

/** What of a story's stored signals a signal that joins must agree with. */
export interface StoryOutline {
  readonly story: number
  /** When its signals were published: the first and the last. */
  readonly first: number
  readonly last: number
  /** Those of each title. */
  readonly figures: ReadonlyArray<ReadonlyArray<string>>
}

/** What is known of signals that are to be told their stories. */
export interface Untold {
  /** With the story that each had before its words changed. */
  readonly untold: ReadonlyArray<Told<number | null>>
  /** Stored signals that share a key with one of them, or the story. */
  readonly told: ReadonlyArray<Told>
  /** The stories of those. */
  readonly outlines: ReadonlyArray<StoryOutline>
  /** Other signals of their publishers, which show how those write. */
  readonly ofPublishers: ReadonlyArray<Pick<Fingerprint, "publisher" | "terms">>
  /** Stories that only have signals among `untold`. */
  readonly vacant: Iterable<number>
}

/** A story while signals join it. */
class Story {
  #first: number
  #last: number
  /** Each set of figures once. */
  readonly #figures: Map<string, ReadonlyArray<string>>

  constructor({ figures, first, last }: Omit<StoryOutline, "story">) {
    this.#first = first
    this.#last = last
    this.#figures = new Map(figures.map((of) => [of.join(" "), of]))
  }

  add({ at, figures }: Fingerprint): void {
    this.#first = Math.min(this.#first, at)
    this.#last = Math.max(this.#last, at)
    this.#figures.set(figures.join(" "), figures)
  }

  admits({ at, figures }: Fingerprint): boolean {
    return (
      Math.max(this.#last, at) - Math.min(this.#first, at) <= settings.span &&
      this.#figures.values().every((others) => agree(figures, others))
    )
  }
}

/**
 * The story of each. A signal joins the story of the signal that it is most like, unless its figures contradict
 * another signal of that story or it is too far from its first or last; one that had a story stays while it fits. What
 * is like no other keeps a story that nobody else is in, or gets a new one: negative numbers stand for those. In steps,
 * as comparing takes its time.
 */
export function* tellStories(of: Untold): Generator<void, Map<number, number>> {
  const publishers = new Map<number, PublisherWords>()
  for (const { publisher, terms } of [...of.ofPublishers, ...of.untold.map(({ print }) => print)]) {
    const words = publishers.get(publisher) ?? new PublisherWords()
    words.add(terms)
    publishers.set(publisher, words)
  }

  const stories = new Map(of.outlines.map(({ story, ...outline }) => [story, new Story(outline)]))
  const byKey = new Map<number, Array<{ readonly story: number; readonly compared: Compared }>>()
  const place = (story: number, compared: Compared) => {
    const { at, figures, keys } = compared.print
    const known = stories.get(story)
    if (known === undefined) stories.set(story, new Story({ first: at, last: at, figures: [figures] }))
    else known.add(compared.print)
    for (const key of keys) {
      const others = byKey.get(key)
      if (others === undefined) byKey.set(key, [{ story, compared }])
      else others.push({ story, compared })
    }
  }
  for (const [n, { print, story }] of of.told.entries()) {
    place(story, new Compared(print))
    if (n % 100 === 99) yield
  }

  /** The stories that the signal fits, the best first. */
  const fitting = (compared: Compared): ReadonlyArray<number> => {
    const best = new Map<number, number>()
    const others = new Map(
      compared.print.keys.flatMap((key) => byKey.get(key) ?? []).map((one) => [one.compared, one.story])
    )
    for (const [other, story] of others) {
      const worth = likeness(compared, other, publishers.get(compared.print.publisher))
      if (worth >= 1 && worth > (best.get(story) ?? 0)) best.set(story, worth)
    }
    return [...best]
      .filter(([story]) => stories.get(story)!.admits(compared.print))
      .toSorted((one, other) => other[1] - one[1] || one[0] - other[0])
      .map(([story]) => story)
  }

  const given = new Map<number, number>()
  const free = new Set(of.vacant)
  let created = 0
  const inOrder = of.untold.toSorted((one, other) => one.print.at - other.print.at || one.id - other.id)
  for (const { id, print, story: own } of inOrder) {
    const compared = new Compared(print)
    const found = fitting(compared)
    const isFree = own !== null && free.has(own)
    const story = own !== null && found.includes(own) ? own : (found[0] ?? (isFree ? own : --created))
    free.delete(story)
    given.set(id, story)
    place(story, compared)
    yield
  }
  return given
}
