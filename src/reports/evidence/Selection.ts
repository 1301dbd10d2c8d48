import { Effect } from "effect"
import type { TermFrequencies } from "../../storage/search/SearchIndex.ts"
import { fallback } from "../../search/Languages.ts"
import type { Concept } from "./Concept.ts"
import { type Passage, passageOfPublisher, rowOf, termsOf } from "./Passage.ts"
import { expressionsOf, regionNamedIn, type Relevance, relevanceOf, threshold } from "./Relevance.ts"
import { each } from "./Steps.ts"

/*
 * Which of the candidates are about a niche. First each text is judged by itself. Then the texts that are clearly about
 * the niche help to judge the others: their publishers may write mostly about it.
 */

const settings = {
  /**
   * If this share of a publisher's texts is clearly about the niche, the share counts for its other texts. Texts about
   * the niche seldom have no word of it: for one that has none, the odds are so much less.
   */
  publisher: { least: 0.3, texts: 8, sureTexts: 3, sure: 0.9, name: 0.8, wordless: 0.3 },
  /** How many publishers are judged, those with the most texts about the niche first. */
  publishers: 8,
  /**
   * A publisher writes mostly about a place if so many of its texts name it, and at least these shares of those that
   * name any, and of all.
   */
  local: { texts: 2, ofNamed: 0.6, ofAll: 0.15 },
  /** The weights of a search for the niche that found the text, and of words of the context. */
  search: 0.4,
  context: { counts: 0.4, words: 3 },
  /** A word of the context that is in more than this share of all texts, and in so many, says nothing about any. */
  common: { share: 0.1, texts: 30 }
}

/** A text that may be about the niche. */
export interface Item {
  readonly passage: Passage
  readonly publisher: string
  /** A search for the niche found it. */
  readonly searched: boolean
}

/** Why a text counts as being about the niche. */
export interface Assessed<A> extends Relevance {
  readonly item: A
  /** Its publisher writes mostly about the niche. */
  readonly ofPublisher: boolean
  /** Words of the context in it. */
  readonly context: ReadonlyArray<string>
}

/** What is known from outside the candidates. */
export interface Known<A, R> {
  readonly frequencies: (terms: ReadonlyArray<string>) => Effect.Effect<TermFrequencies, never, R>
  /** The newest texts of publishers. */
  readonly textsOf: (publishers: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<A>, never, R>
}

const not = (share: number): number => 1 - share

/** The share of a publisher's texts that is about the niche; all of them if its name says so. */
interface Share {
  readonly any: number
  /** Of those that have no word of the niche. */
  readonly wordless: number
}

const noShare: Share = { any: 0, wordless: 0 }

const shareOf = (name: string, texts: ReadonlyArray<Passage>, relevance: (passage: Passage) => Relevance): Share => {
  const { least, name: named, sure, sureTexts, texts: enough, wordless } = settings.publisher
  if (texts.length < enough) return noShare
  const scores = texts.map((text) => relevance(text).score)
  const about = scores.filter((score) => score >= threshold * sure).length
  const ofName = Math.max(...scores) < threshold / 2 ? 0 : relevance(passageOfPublisher(name)).score
  const ofTexts = about < sureTexts ? 0 : about / (texts.length + 1)
  const byName = ofName >= threshold ? named * ofName : 0
  const any = Math.max(ofTexts, byName)
  const rest = (wordless * ofTexts) / (wordless * ofTexts + not(ofTexts))
  return any < least ? noShare : { any, wordless: Math.max(rest, byName) }
}

/** The publishers that write mostly about the niche's place: their texts seldom name it. */
const localPublishers = Effect.fnUntraced(function* <A extends Item, R>(
  concept: Concept,
  found: ReadonlyArray<A>,
  textsOf: Known<A, R>["textsOf"]
) {
  const place = regionNamedIn(concept)
  if (place === null) return new Set<string>()
  const publishers = [...Map.groupBy(found, ({ publisher }) => publisher)]
    .toSorted((one, other) => other[1].length - one[1].length)
    .slice(0, settings.publishers)
  const texts = yield* textsOf(publishers.map(([name]) => name))
  const places = yield* each(texts, ({ passage, publisher }) => ({ publisher, place: place(passage) }))
  const { ofAll, ofNamed, texts: enough } = settings.local
  const isLocal = (own: typeof places): boolean => {
    const named = own.filter((one) => one.place !== null).length
    const here = own.filter((one) => one.place === "here").length
    return here >= enough && here >= ofNamed * named && here >= ofAll * own.length
  }
  return new Set(
    [...Map.groupBy(places, ({ publisher }) => publisher)].flatMap(([name, own]) => (isLocal(own) ? [name] : []))
  )
})

/**
 * All candidates, and the newest texts of publishers that write about the niche, with their relevance and the reasons.
 */
export const assess = Effect.fnUntraced(function* <A extends Item, R>(
  concept: Concept,
  found: ReadonlyArray<A>,
  known: Known<A, R>,
  keyOf: (item: A) => unknown
) {
  const contextTerms = concept.context.map((word) => termsOf(word, fallback))
  const { documents, frequency } = yield* known.frequencies([...expressionsOf(concept), ...contextTerms.flat()])
  const mostCommon = Math.max(settings.common.texts, settings.common.share * documents)
  const context = concept.context.filter((_, n) => contextTerms[n]!.some((term) => frequency(term) <= mostCommon))
  const most = Math.log(1 + 2 * documents)
  const rarity = (term: string) => Math.log(1 + documents / Math.max(0.5, frequency(term))) / most
  const relevance = relevanceOf(concept, rarity)
  const remembered = new Map<Passage, Relevance>()
  const relevanceTo = (passage: Passage): Relevance => {
    let found = remembered.get(passage)
    if (found === undefined) remembered.set(passage, (found = relevance(passage)))
    return found
  }
  const read = (items: ReadonlyArray<Item>) => each(items, ({ passage }) => void relevanceTo(passage))
  const isSure = ({ passage }: Item) => relevanceTo(passage).score >= threshold
  yield* read(found)

  const here = yield* localPublishers(
    concept,
    found.filter(({ passage }) => relevanceTo(passage).score > 0),
    known.textsOf
  )
  const placed = (item: A): A =>
    here.has(item.publisher) ? { ...item, passage: { ...item.passage, local: true } } : item
  const candidates = found.map(placed)
  yield* read(candidates)

  // Publishers that write about the niche, or are named after it.
  const byPublisher = Map.groupBy(candidates, ({ publisher }) => publisher)
  const publishers = [...byPublisher]
    .map(([name, items]) => ({
      name,
      sure: items.filter(isSure).length + (relevanceTo(passageOfPublisher(name)).score >= threshold ? items.length : 0)
    }))
    .filter(({ sure }) => sure > 0)
    .toSorted((one, other) => other.sure - one.sure)
    .slice(0, settings.publishers)
  const texts = (yield* known.textsOf(publishers.map(({ name }) => name))).map(placed)
  const ofPublisher = Map.groupBy(texts, ({ publisher }) => publisher)
  const shares = new Map(
    publishers.map(({ name }) => [
      name,
      shareOf(
        name,
        (ofPublisher.get(name) ?? []).map(({ passage }) => passage),
        relevanceTo
      )
    ])
  )
  const items = [...new Map([...candidates, ...texts].map((item) => [keyOf(item), item])).values()]

  const contextOf = ({ language, text, title }: Passage) =>
    context.filter((word) => {
      const row = rowOf(word, language)
      return title.includes(row) || text.includes(row)
    })

  return yield* each(items, (item): Assessed<A> => {
    const { score, ...why } = relevanceTo(item.passage)
    const share = shares.get(item.publisher) ?? noShare
    const publisher = score === 0 ? share.wordless : share.any
    const ownContext = contextOf(item.passage)
    const others = [
      publisher,
      item.searched ? settings.search : 0,
      score === 0 ? 0 : settings.context.counts * Math.min(1, ownContext.length / settings.context.words)
    ]
    return {
      item,
      ...why,
      score: not(others.reduce((doubt, share) => doubt * not(share), not(score))),
      ofPublisher: publisher > 0,
      context: ownContext
    }
  })
})
