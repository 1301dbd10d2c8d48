import { type Fingerprint, storyWindow } from "./StoryFingerprint.ts"

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
 *     shares are one story whatever the figures of the dealing. Texts of two publishers that have figures, and none in
 *     common, must be more alike: who tells of one event shares some.
 *   - Titles of one publisher that are equal to the word tell nothing: then the snippets must be alike.
 *   - The further apart in time, the more alike they must be, and a story ends two weeks after its first signal.
 */

const day = 24 * 3_600_000

const settings = {
  /**
   * How alike two signals must be, in one language or two, of two publishers or one; more for each day after the first.
   */
  least: { between: 0.22, acrossLanguages: 0.13, ofPublisher: 0.3, perDay: 0.02 },
  /** Of texts that both have figures, and none in common, so many times that is asked. */
  otherFigures: 1.75,
  /** So many words must be shared, one of them a title's. */
  shared: 3,
  /** Snippets under equal titles of one publisher. */
  snippets: 0.5,
  /** A publisher's words are weighted as if it had so many more signals that lack them. */
  priorOfPublisher: 8
}

/** In how many of its signals a publisher uses each word. */
export class PublisherWords {
  #signals = 0
  readonly #counts = new Map<number, number>()

  add(terms: ReadonlyArray<number>): void {
    this.#signals++
    for (const term of terms) this.#counts.set(term, (this.#counts.get(term) ?? 0) + 1)
  }

  /** From 1 for a word that no other signal of the publisher has, to nearly 0 for one that all have. */
  rarity(term: number): number {
    const all = this.#signals + settings.priorOfPublisher
    return Math.max(0.02, 1 - Math.log(Math.max(1, this.#counts.get(term) ?? 1)) / Math.log(all))
  }
}

/** A fingerprint with what comparisons look up. */
export class Compared {
  readonly print: Fingerprint
  readonly weights: ReadonlyMap<number, number>
  readonly title: ReadonlySet<number>

  constructor(print: Fingerprint) {
    this.print = print
    this.weights = new Map(print.terms.map((term, n) => [term, print.weights[n]!]))
    this.title = new Set(print.terms.slice(0, print.titled))
  }
}

/** Whether the figures of two titles can be those of one story. */
export const figuresAgree = (one: ReadonlyArray<string>, other: ReadonlyArray<string>): boolean => {
  const [fewer, more] = one.length < other.length ? [one, other] : [other, one]
  return fewer.every((figure) => more.includes(figure))
}

const haveOtherFigures = ({ amounts: own = [] }: Fingerprint, { amounts: others = [] }: Fingerprint): boolean =>
  own.length > 0 && others.length > 0 && !own.some((amount) => others.includes(amount))

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
export const likeness = (one: Compared, other: Compared, words: PublisherWords | undefined): number => {
  const [print, others] = [one.print, other.print]
  const apart = Math.abs(print.at - others.at)
  if (apart > storyWindow || !figuresAgree(print.figures, others.figures)) return 0
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
  // Titles of two words are enough if both have nothing else.
  const enough = Math.min(settings.shared, Math.max(2, one.weights.size), Math.max(2, other.weights.size))
  if (titled === 0 || shared < enough || !subjectsAgree(one, other)) return 0
  for (const [term, weight] of other.weights) otherSquare += (weight * rarity(term)) ** 2
  const { acrossLanguages, between, ofPublisher: within, perDay } = settings.least
  const kind = ofPublisher ? within : print.language === others.language ? between : acrossLanguages
  const times = !ofPublisher && haveOtherFigures(print, others) ? settings.otherFigures : 1
  const least = times * (kind + perDay * Math.max(0, apart / day - 1))
  return dot === 0 ? 0 : dot / Math.sqrt(square * otherSquare) / least
}
