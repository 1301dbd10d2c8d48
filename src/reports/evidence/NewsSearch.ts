import { Effect } from "effect"
import { searchTerm } from "../../domain/Interest.ts"
import type { Signal, SignalId } from "../../domain/Signal.ts"
import { type CalendarDate, toCalendarDate } from "../../domain/Timestamp.ts"
import type { WeightedTerm } from "../../search/Query.ts"
import { Articles } from "../../storage/signals/Articles.ts"
import { SearchIndex } from "../../storage/search/SearchIndex.ts"
import { Signals } from "../../storage/signals/Signals.ts"
import { abbreviationsIn } from "./Abbreviations.ts"
import { type Concept, namesOf, withAbbreviations } from "./Concept.ts"
import { excerptOf } from "./Excerpt.ts"
import type { Consultation } from "./model/Consultation.ts"
import * as News from "./News.ts"
import { type Passage, passageOf, termsOf } from "./Passage.ts"
import { mostNamed, type Relevance, searchTermsOf } from "./Relevance.ts"
import { assess } from "./Selection.ts"
import { sharedWords } from "./SharedWords.ts"
import { each } from "./Steps.ts"

/** News looked through for a report's pieces: enough that fifty copies of one story leave room for the others. */
const signalsRead = { first: 200, matching: 80, found: 100, ofPublisher: 40, like: 125, near: 125 }

/**
 * How many expressions are searched for, of those that the index has in the languages of most texts. (Relevance uses
 * all expressions.) One query of many words costs more than several of few. What `enough` texts have is not worth more.
 */
const searched = { terms: 240, atOnce: 20, languages: 8, enough: 100 }

/** News with its relevance. */
type Found = Relevance & Pick<News.Judged, "signal" | "reasons">

/** Finds the news about a niche among all that is stored, and what the articles behind it say. */
export const newsSearch = Effect.gen(function* () {
  const signals = yield* Signals
  const articles = yield* Articles
  const index = yield* SearchIndex

  /** News about the niche since that day, the most relevant first. */
  const newsOf = Effect.fnUntraced(function* (
    asked: Concept,
    since: CalendarDate | null,
    before: Date,
    select: Consultation["select"]
  ) {
    const filters = { until: before, ...(since !== null && { since: new Date(since) }) }
    const languages = (yield* index.languages).slice(0, searched.languages)
    /** What has any of the terms: the best of the first question, and of each further one. */
    const matching = Effect.fnUntraced(function* (asked: ReadonlyArray<WeightedTerm>, first: number) {
      const all = yield* each(asked, (term) => ({
        term,
        forms: languages.map((language) => termsOf(term.text, language)).filter((form) => form.length > 0)
      }))
      const { frequency } = yield* index.frequencies([...new Set(all.flatMap(({ forms }) => forms.flat()))])
      /** In how many texts an expression can be at most. */
      const most = (forms: ReadonlyArray<ReadonlyArray<string>>) =>
        Math.max(0, ...forms.map((form) => Math.min(...form.map(frequency))))
      // Many phrases have words that texts have, but seldom together: what more texts have comes before them.
      const terms = all
        .map(({ forms, term }) => ({
          term,
          worth: term.weight * Math.log1p(Math.min(searched.enough, most(forms)))
        }))
        .filter(({ worth }) => worth > 0)
        .toSorted((one, other) => other.worth - one.worth)
        .slice(0, searched.terms)
        .map(({ term }) => term)
        .toSorted((one, other) => other.weight - one.weight)
      const questions = Array.from({ length: Math.ceil(terms.length / searched.atOnce) }, (_, n) =>
        terms.slice(n * searched.atOnce, (n + 1) * searched.atOnce)
      )
      const found = yield* Effect.forEach(questions, (terms, n) =>
        signals.matching({ terms, ...filters, limit: n === 0 ? first : signalsRead.matching })
      )
      return found.flat()
    })
    const terms = searchTermsOf(asked)
    const [first, found] = yield* Effect.all(
      [
        matching(terms, signalsRead.first),
        Effect.map(
          signals.foundBy({ terms: [searchTerm(asked.niche)], limit: signalsRead.found }),
          (found) => new Set(found.map(({ id }) => id))
        )
      ],
      { concurrency: 2 }
    )
    const abbreviations = yield* each(first, (signal) => abbreviationsIn(News.textOf(signal)))
    const concept = withAbbreviations(asked, abbreviations.flat())
    const known = new Set(terms.map(({ text }) => text.toLowerCase()))
    const added = searchTermsOf(concept).filter(({ text }) => !known.has(text.toLowerCase()))
    const more = added.length === 0 ? [] : yield* matching(added, signalsRead.matching)
    const read = [...new Map([...first, ...more].map((signal) => [signal.id, signal])).values()]
    const itemOf = (signal: Signal) => ({
      signal,
      passage: passageOf({
        title: signal.title,
        text: signal.snippet,
        language: signal.language,
        url: signal.url
      }),
      publisher: signal.source,
      searched: found.has(signal.id)
    })
    const assessed = yield* assess(
      concept,
      yield* each(read, itemOf),
      {
        frequencies: index.frequencies,
        textsOf: (publishers) =>
          Effect.forEach(
            publishers,
            (publisher) => signals.list({ sources: [publisher], ...filters, limit: signalsRead.ofPublisher }),
            { concurrency: 4 }
          ).pipe(Effect.flatMap((lists) => each(lists.flat(), itemOf)))
      },
      ({ signal }) => signal.id
    )
    const today = toCalendarDate(before)
    const candidates = assessed
      .filter(({ item }) => item.signal.published_at <= today)
      .map((one): Found => ({ ...one, signal: one.item.signal, reasons: News.reasonsOf(one) }))
      .toSorted((one, other) => other.score - one.score)
    const judged = new Map(candidates.map((one) => [one.signal.id, one]))
    /** News that says what the niche and its names mean, in any words; none without a model of vectors. */
    const near = Effect.map(
      signals.nearest({ text: namesOf(concept).join(", "), ...filters, limit: signalsRead.near }),
      (found) =>
        found.map(
          (signal): Found => judged.get(signal.id) ?? { signal, score: 0, matched: [], concepts: [], reasons: [] }
        )
    )
    /** News that shares words with some of these. */
    const sharing = Effect.fnUntraced(function* (about: ReadonlyArray<Found>) {
      const terms = yield* sharedWords(
        about.map(({ signal }) => signal),
        index
      )
      if (terms.length === 0) return []
      const found = yield* signals.matching({ terms, ...filters, limit: signalsRead.like })
      return found.map((signal): Found => {
        const { passage } = itemOf(signal)
        const has = ({ text }: WeightedTerm) => termsOf(text, passage.language).some((term) => passage.terms.has(term))
        const of = terms.filter(has).map(({ text }) => text)
        const reasons = [{ kind: "related" as const, of: of.slice(0, mostNamed) }]
        return judged.get(signal.id) ?? { signal, score: 0, matched: [], concepts: [], reasons }
      })
    })
    const like = (about: ReadonlyArray<Found>) =>
      Effect.map(Effect.all([near, sharing(about)]), ([near, sharing]) => [...near, ...sharing])
    return { concept, news: yield* select(candidates, like) }
  })

  /** What the articles behind signals say about the niche, a sentence of each. */
  const excerptsOf = Effect.fnUntraced(function* (
    signals: ReadonlyArray<Signal>,
    relevance: (passage: Passage) => Relevance,
    before: Date
  ) {
    const texts = yield* articles.textsOf(
      signals.map(({ id }) => id),
      before
    )
    const excerpts = new Map<SignalId, string>()
    for (const signal of signals) {
      const text = texts.get(signal.id)
      if (text === undefined) continue
      const { language } = signal
      const excerpt = yield* excerptOf({ text, language, known: News.quotesOf(signal) }, relevance)
      if (excerpt !== null) excerpts.set(signal.id, excerpt)
    }
    return excerpts
  })

  return { newsOf, excerptsOf }
})

export type NewsSearch = Effect.Success<typeof newsSearch>
