import { Clock, Effect } from "effect"
import { SignalId } from "../../domain/Signal.ts"
import { analyse, articleTerms, fromText, toText, vocabularyOf } from "../../search/Analysis.ts"
import { likest, questionOf, termsOf } from "../../search/Likeness.ts"
import { type Plan, planOf, type Query, withWords } from "../../search/Query.ts"
import { compare, type Corpus, type Match, newest as newestFirst, scorer, startOfMinute } from "../../search/Ranking.ts"
import {
  type Known,
  knownOf,
  languageOfAll,
  languageOfMost,
  languagesOfSmallWord,
  leastMeant,
  likeliest,
  type Meant,
  mostLookedUp,
  mostWrong,
  nearest,
  noneMeant,
  rowsIn,
  splitsOf,
  standIns,
  suspects,
  tellingWords,
  termsIn,
  writtenAs
} from "../../search/Typos.ts"
import { forgivenBy } from "../search/Forgiving.ts"
import { languageOfDocument } from "../search/SearchDocuments.ts"
import { Embedder } from "../search/Embedder.ts"
import { facetsOf } from "../search/Facets.ts"
import { type OwnIndex, withoutCluster } from "../search/Clustered.ts"
import { withMeaning, withoutMeaning } from "../search/Meaning.ts"
import type { Nearness } from "../search/Vectors.ts"
import { makeMemoryVectors } from "./Vectors.ts"
import { mostCounted } from "../../domain/SignalSearch.ts"
import {
  fewForTypos,
  listedAt,
  mostRanked,
  nothingFound,
  type SearchDocument,
  type SearchFilters,
  type SearchRequest
} from "../search/SearchIndex.ts"

/*
 * The same index without a database: every document is a candidate for every question. It keeps what it was told and
 * nothing else, as an engine of its own would.
 */

interface Indexed {
  readonly document: SearchDocument
  readonly language: string
  readonly terms: string
  /** How often it was written. */
  readonly revision: number
}

export const makeMemory = Effect.gen(function* () {
  const embedder = yield* Embedder
  const { known, words } = makeWords()
  const index = withoutCluster(words)
  return embedder === null ? withoutMeaning(index) : yield* withMeaning(index, embedder, makeMemoryVectors(known))
})

const makeWords = () => {
  const indexed = new Map<number, Indexed>()

  const candidate = ({ document, language, terms }: Indexed) => ({
    id: document.id,
    at: listedAt(document),
    language,
    terms
  })

  /** What is known of all documents, until they change. */
  const corpora = new Map<number, Corpus>()

  /** What is known of the documents up to one, so that a list goes on as it began. */
  const corpus = (newest = Math.max(0, ...indexed.keys())): Corpus => {
    let found = corpora.get(newest)
    if (found === undefined) corpora.set(newest, (found = count(newest)))
    return found
  }

  const count = (newest: number): Corpus => {
    const frequencies = new Map<string, number>()
    let [documents, titleTerms, textTerms] = [0, 0, 0]
    for (const each of indexed.values()) {
      if (each.document.id > newest) continue
      documents++
      const { text, title } = fromText(each.terms)
      titleTerms += title.length
      textTerms += text.length
      for (const term of termsOf(each.terms)) frequencies.set(term, (frequencies.get(term) ?? 0) + 1)
    }
    return {
      documents,
      titleLength: titleTerms / Math.max(1, documents),
      textLength: textTerms / Math.max(1, documents),
      frequency: (term) => frequencies.get(term) ?? 0
    }
  }

  const languageCounts = (): ReadonlyMap<string, number> => {
    const counts = new Map<string, number>()
    for (const { language } of indexed.values()) counts.set(language, (counts.get(language) ?? 0) + 1)
    return counts
  }

  const languages = (): ReadonlyArray<string> =>
    [...languageCounts()].sort((one, other) => other[1] - one[1]).map(([language]) => language)

  const fits = ({ document, language }: Indexed, filters: SearchFilters): boolean =>
    (filters.since === undefined || document.published_at >= filters.since) &&
    (filters.before === undefined || document.published_at < filters.before) &&
    (filters.until === undefined ||
      (document.published_at <= filters.until && document.first_seen_at <= filters.until)) &&
    (filters.sources === undefined || filters.sources.includes(document.source)) &&
    (filters.language === undefined || filters.language === language) &&
    (filters.broughtBy === undefined || filters.broughtBy.some((name) => document.brought_by.includes(name))) &&
    filters.except !== document.id

  const matching = (plan: Plan, filters: SearchFilters, newest: number, asOf: number): Array<Match> => {
    const score = scorer(plan, corpus(newest), asOf)
    return [...indexed.values()]
      .filter((each) => each.document.id <= newest && fits(each, filters))
      .map((each) => score(candidate(each)))
      .filter((match) => match !== null)
  }

  const vocabulary = (): ReadonlyArray<Known> =>
    knownOf(
      [...indexed.values()].flatMap(({ document, language }) => {
        const text = { title: document.title, text: document.snippet, source: document.source, language }
        return [...vocabularyOf(text)].map(([word, term]) => ({ word, term, documents: 1 }))
      })
    )

  /** The languages of documents that have a word, or two in a row, each as it is found in its language. */
  const languagesWith = (terms: ReadonlyMap<string, string>): ReadonlyArray<string> =>
    [...indexed.values()].flatMap((each) => {
      const term = terms.get(each.language)
      return term !== undefined && ` ${each.terms} `.includes(` ${term} `) ? [each.language] : []
    })

  const meantBy = (query: Query, languages: ReadonlyArray<string>): Meant => {
    const [unknown, rare] = [new Map<string, ReadonlyArray<string>>(), new Map<string, string>()]
    const quotedMeant = new Map<string, string>()
    const known = vocabulary()
    const lookedUp = suspects(query)
      .map((suspect) => {
        const terms = termsIn(suspect.word, languages)
        return { ...suspect, terms, own: languagesWith(terms) }
      })
      .filter(({ own, quoted, terms }) => terms.size > 0 && own.length <= (quoted ? 0 : mostWrong))
      .toSorted((one, other) => one.own.length - other.own.length)
      .slice(0, mostLookedUp)
    const wrong = new Set(lookedUp.map(({ word }) => word))
    const told = tellingWords(query)
      .filter((word) => !wrong.has(word))
      .map((word) => {
        const small = languagesOfSmallWord(word).filter((language) => languages.includes(language))
        return small.length > 0 ? small : languagesWith(termsIn(word, languages))
      })
      .filter(({ length }) => length > 0)
    const isTold = told.length > 0
    const asked = isTold ? languageOfAll(told) : languageOfMost(languageCounts())
    for (const { own, quoted, terms, word } of lookedUp) {
      const all = nearest({ word, terms: [...terms.values()], documents: own.length }, languages, known)
        .map((each) => {
          const forms = termsIn(each.known.word, languages)
          const among = languagesWith(forms)
          return { ...each, forms, among, spoken: among.filter((language) => asked.has(language)).length }
        })
        .filter(({ among }) => among.length > 0)
      const near = own.length > 0 ? all : likeliest(all, isTold)
      const [best] = near
      if (best === undefined) {
        const split =
          own.length > 0 ? undefined : splitsOf(word).find((two) => languagesWith(rowsIn(two, languages)).length > 0)
        if (split !== undefined && quoted) quotedMeant.set(word, split.join(" "))
        else if (split !== undefined) unknown.set(word, [split.join(" ")])
        continue
      }
      const least = leastMeant(own.length)
      const isFrequent = ({ among, forms, known }: typeof best) =>
        among.filter((language) => own.includes(language) && (known.terms.get(forms.get(language)!) ?? 0) >= least)
          .length >= least
      if (quoted) quotedMeant.set(word, best.known.word)
      else if (own.length === 0) unknown.set(word, standIns(near, isTold))
      else if (isFrequent(best)) rare.set(word, best.known.word)
    }
    const texts = [...indexed.values()].map(({ document: { snippet, title } }) => `${title} ${snippet}`)
    const written = new Map(
      [...Array.from(unknown.values(), ([best]) => best!), ...rare.values(), ...quotedMeant.values()].flatMap(
        (word) => {
          const as = writtenAs(word, texts)
          return as === null ? [] : [[word, as] as const]
        }
      )
    )
    return { unknown, rare, quoted: quotedMeant, written }
  }

  const search = (request: SearchRequest, now: number) => {
    const { after, filters, forgiving, limit, query, sort } = request
    const known = filters.language === undefined ? languages() : [filters.language]
    const onlyExcluded = query.units.every(({ kind }) => kind === "not")
    if (planOf(query, known).empty || onlyExcluded) return nothingFound
    const mended = forgiving === true ? meantBy(query, known) : noneMeant
    const { meant, near } = forgivenBy(mended)
    const plan = planOf(withWords(query, mended.unknown), known)
    const ranked = after !== undefined && "asOf" in after ? after : undefined
    const dated = after !== undefined && "at" in after ? after : undefined
    const newest = ranked?.newest ?? Math.max(0, ...indexed.keys())
    const asOf = ranked?.asOf ?? startOfMinute(now)
    const order = sort === "newest" ? newestFirst : compare
    const matches = matching(plan, filters, newest, asOf).sort(order)
    if (sort === "relevance" && near.size > 0 && matches.length < fewForTypos) {
      const seen = new Set(matches.map(({ id }) => id))
      const others = matching(planOf(withWords(query, near), known), filters, newest, asOf).sort(order)
      matches.push(...others.filter(({ id }) => !seen.has(id)))
    }
    const rest = dated === undefined ? matches : matches.filter((match) => newestFirst(dated, match) < 0)
    const offset = ranked?.offset ?? 0
    const page = rest.slice(offset, offset + limit)
    const isMore = rest.length > offset + limit
    const last = page.at(-1)
    const next =
      !isMore || last === undefined
        ? null
        : sort === "newest"
          ? { at: last.at, id: last.id }
          : offset + limit < mostRanked
            ? { asOf, newest, offset: offset + limit }
            : null
    return {
      start: sort === "newest" ? null : { asOf, newest, offset: 0 },
      ids: page.map(({ id }) => SignalId.make(id)),
      next,
      total: { count: Math.min(matches.length, mostCounted), exact: matches.length <= mostCounted },
      meant,
      near
    }
  }

  const asking = (request: SearchRequest) => Effect.map(Clock.currentTimeMillis, (now) => search(request, now))

  const words: OwnIndex = {
    write: (documents) =>
      Effect.sync(() => {
        corpora.clear()
        for (const document of documents) {
          const language = languageOfDocument(document)
          const own = analyse({ title: document.title, text: document.snippet, source: document.source, language })
          const beside = articleTerms(document.article ?? "", language, own)
          const terms = toText({ ...own, other: [...own.other, ...beside] }, [])
          const revision = (indexed.get(document.id)?.revision ?? 0) + 1
          indexed.set(document.id, { document, language, terms, revision })
        }
      }),
    bring: (source, ids) =>
      Effect.sync(() => {
        for (const id of ids) {
          const { document, ...rest } = indexed.get(id)!
          const brought_by = [...new Set([...document.brought_by, source])]
          indexed.set(id, { ...rest, document: { ...document, brought_by } })
        }
      }),
    forget: (documents) =>
      Effect.sync(() => {
        corpora.clear()
        documents.forEach(({ id }) => indexed.delete(id))
      }),
    search: asking,
    facets: (ids) =>
      Effect.sync(() =>
        facetsOf(
          ids.length,
          ids.map((id) => {
            const { document, language } = indexed.get(id)!
            return { ...document, language }
          })
        )
      ),
    frequencies: () => Effect.sync(() => corpus()),
    related: (id, limit) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const own = indexed.get(id)
        if (own === undefined) return []
        const [mine, known] = [candidate(own), corpus()]
        const all = [...indexed.values()].map(candidate)
        return likest(mine, all, questionOf(mine, known, languages()), known, now)
          .slice(0, limit)
          .map((match) => SignalId.make(match.id))
      }),
    languages: Effect.sync(languages),
    state: Effect.sync(() => ({ engine: "memory" as const, indexed: indexed.size, pending: 0 })),
    finish: Effect.void,
    catchUp: () => Effect.succeed(0)
  }

  /** What it knows of each signal, for whoever compares what they mean. */
  const known = () =>
    new Map(
      [...indexed].map(([id, each]) => {
        const { document, revision } = each
        return [
          id,
          {
            words: { id, revision, title: document.title, snippet: document.snippet },
            candidate: candidate(each),
            isWithin: ({ filters, newest }: Nearness) => id <= newest && fits(each, filters)
          }
        ]
      })
    )

  return { known, words }
}
