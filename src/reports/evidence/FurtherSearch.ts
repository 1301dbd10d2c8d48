import { Effect } from "effect"
import type { Signal, SignalId } from "../../domain/Signal.ts"
import { type CalendarDate, toCalendarDate } from "../../domain/Timestamp.ts"
import { inSteps } from "../../storage/database/Batch.ts"
import type { SearchIndex } from "../../storage/search/SearchIndex.ts"
import type { Signals } from "../../storage/signals/Signals.ts"
import { contentStems, isStopWord, words } from "../../text/Words.ts"
import type { Concept } from "./Concept.ts"
import { isGeneric } from "./Lexicon.ts"
import * as News from "./News.ts"
import type { NewsSearch } from "./NewsSearch.ts"
import { type Passage, passageOf, termsOf } from "./Passage.ts"
import type { Candidate, Piece } from "./Piece.ts"
import { fold } from "./Ranking.ts"
import { reasonsByWords, type Relevance, threshold } from "./Relevance.ts"
import { each } from "./Steps.ts"

/*
 * More news for a report that is being written: what answers a question that its plan asks. It is searched for in what
 * is stored, in the report's own time, and it must be about the niche as all evidence must.
 */

/** A piece that answers questions and is not among the report's sources. */
export interface FurtherPiece {
  readonly piece: Candidate
  readonly questions: ReadonlyArray<string>
}

/** The best for each of these questions; the questions are a model's words. */
export type Further = (questions: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<FurtherPiece>>

/** Questions of a report, words of one, news read for it, and pieces that come of it. */
const most = { questions: 8, characters: 300, words: 12, read: 40, pieces: 3 }

/** The niche's own words count so much less in the search than those of the question. */
const ownWeight = 0.5

/** Of a question's words a piece must have two, and this share of their weight: a rare word weighs more. */
const enough = { words: 2, share: 0.33 }

interface Given {
  readonly index: SearchIndex["Service"]
  readonly signals: Signals["Service"]
  readonly excerptsOf: NewsSearch["excerptsOf"]
  readonly concept: Concept
  /** The report's time. */
  readonly since: CalendarDate | null
  readonly before: Date
  /** What is known to be about the niche, and what a model took for something else. */
  readonly known: ReadonlyMap<SignalId, News.Judged>
  readonly refused: ReadonlySet<SignalId>
  readonly relevance: (passage: Passage) => Relevance
  readonly playersIn: (text: string) => ReadonlyArray<{ readonly name: string }>
  /** What the report has already. */
  readonly pieces: ReadonlyArray<Piece>
}

const passageOfNews = (signal: Signal, more = ""): Passage =>
  passageOf({
    title: signal.title,
    text: `${signal.snippet}\n${more}`,
    language: signal.language,
    url: signal.url
  })

/** What a question asks about the niche: its words that say something, but for those of the niche. */
const wordsOf = (question: string, own: ReadonlySet<string>): ReadonlyArray<string> =>
  [...new Set(words(question.slice(0, most.characters)))]
    .filter(
      (word) => !isStopWord(word) && !isGeneric(word) && word.length > 1 && !contentStems(word).every((s) => own.has(s))
    )
    .slice(0, most.words)

/** How well texts answer a question, 0 to 1, by its words in them; 0 with too few of them. */
const answering = (asked: ReadonlyArray<string>, rarity: (word: string) => number) => {
  const whole = asked.reduce((sum, word) => sum + rarity(word), 0)
  return ({ language, terms }: Passage): number => {
    const found = asked.filter((word) => termsOf(word, language).every((term) => terms.has(term)))
    const share = found.reduce((sum, word) => sum + rarity(word), 0) / whole
    return found.length < Math.min(enough.words, asked.length) ? 0 : share
  }
}

export const furtherOf = (given: Given): Further => {
  const { before, concept, excerptsOf, index, known, pieces, playersIn, refused, relevance, signals, since } = given
  const filters = { until: before, ...(since !== null && { since: new Date(since) }) }
  const own = new Set(contentStems([concept.niche, ...concept.words].join(" ")))
  const today = toCalendarDate(before)

  /** News that is about the niche, with why; null for what is not. */
  const judged = (signal: Signal): News.Judged | null => {
    if (signal.published_at > today || refused.has(signal.id)) return null
    const before = known.get(signal.id)
    if (before !== undefined) return before
    const { score, ...why } = relevance(passageOfNews(signal))
    return score < threshold ? null : { signal, score, reasons: reasonsByWords(why) }
  }

  /** The best pieces for one question, the best first. */
  const answersTo = Effect.fnUntraced(function* (question: string) {
    const asked = wordsOf(question, own)
    if (asked.length === 0) return []
    const terms = [
      ...asked.map((text) => ({ text, weight: 1 })),
      ...concept.words.map((text) => ({ text, weight: ownWeight }))
    ]
    const { documents, frequency } = yield* index.frequencies([
      ...new Set(asked.flatMap((word) => termsOf(word, "en")))
    ])
    const rarity = (word: string) =>
      Math.log1p(documents / Math.max(1, Math.min(...termsOf(word, "en").map(frequency))))
    const answers = answering(asked, rarity)
    const found = yield* each(yield* signals.matching({ terms, ...filters, limit: most.read }), judged)
    const news = found.filter((one) => one !== null)
    const sentence = (passage: Passage): Relevance => ({ score: answers(passage), matched: [], concepts: [] })
    const excerpts = yield* excerptsOf(
      news.map(({ signal }) => signal),
      sentence,
      before
    )
    const weighed = yield* each(news, (one) => {
      const excerpt = excerpts.get(one.signal.id) ?? null
      const mentioned = playersIn(News.textOf(one.signal)).map(({ name }) => name)
      const score = answers(passageOfNews(one.signal, excerpt ?? ""))
      return { score, piece: { ...News.ofSignal(one, mentioned, excerpt, before), score } }
    })
    const fitting = weighed.flatMap(({ piece, score }) => (score < enough.share ? [] : [piece]))
    // What the report tells already comes first, so that other words for it are folded into it.
    const told = yield* inSteps(fold([...pieces.map((piece) => ({ ...piece, score: 2 })), ...fitting]))
    const stories = new Set(pieces.flatMap(({ story }) => story ?? []))
    const others = told.filter((piece) => !("n" in piece) && !stories.has(piece.story ?? ""))
    return [...Map.groupBy(others, ({ story, url }) => story ?? url).values()]
      .map(([best]) => best!)
      .slice(0, most.pieces)
  })

  return Effect.fnUntraced(function* (questions) {
    const asked = [...new Set(questions)].slice(0, most.questions)
    const answers = yield* Effect.forEach(asked, answersTo, { concurrency: 4 })
    const all = answers.flatMap((found, at) => found.map((piece) => ({ piece, question: asked[at]! })))
    return [...Map.groupBy(all, ({ piece }) => piece.story ?? piece.url).values()].map((found) => {
      const [{ piece }] = found as [(typeof found)[number]]
      const of = found.map(({ question }) => question)
      return { piece: { ...piece, reasons: [...(piece.reasons ?? []), { kind: "question", of }] }, questions: of }
    })
  })
}
