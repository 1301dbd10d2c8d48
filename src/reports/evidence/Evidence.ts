import { Context, Effect, Layer } from "effect"
import type { AccountId } from "../../domain/Account.ts"
import type { Company } from "../../domain/Company.ts"
import { searchTerm } from "../../domain/Interest.ts"
import type { ReportRequest, SourceKind } from "../../domain/Report.ts"
import type { Signal, SignalId } from "../../domain/Signal.ts"
import { type CalendarDate, toCalendarDate } from "../../domain/Timestamp.ts"
import type { WeightedTerm } from "../../search/Query.ts"
import { Articles } from "../../storage/Articles.ts"
import { Companies } from "../../storage/Companies.ts"
import { Competitors } from "../../storage/Competitors.ts"
import { inSteps } from "../../storage/database/Batch.ts"
import { SearchIndex } from "../../storage/search/SearchIndex.ts"
import { Searches } from "../../storage/Searches.ts"
import { Signals } from "../../storage/signals/Signals.ts"
import { SocialTrends } from "../../storage/SocialTrends.ts"
import { TrackedKeywords } from "../../storage/TrackedKeywords.ts"
import { TrendingKeywords } from "../../storage/TrendingKeywords.ts"
import { windowStart } from "../check/Formulas.ts"
import type { Tokens } from "../model/Tokens.ts"
import { abbreviationsIn } from "./Abbreviations.ts"
import {
  type Concept,
  conceptOf,
  namesOf,
  withAbbreviations,
  withCompanies,
  withExpansion,
  withOtherNames
} from "./Concept.ts"
import { excerptOf } from "./Excerpt.ts"
import * as Facts from "./Facts.ts"
import { loadLexicon } from "./Lexicon.ts"
import { type Consultation, consult } from "./model/Consultation.ts"
import { NicheModel } from "./model/NicheModel.ts"
import { finderOf, isMeant, namesAmong, shortName } from "./Names.ts"
import * as News from "./News.ts"
import { type Passage, passageOf, termsOf } from "./Passage.ts"
import type { Piece } from "./Piece.ts"
import { choose } from "./Ranking.ts"
import { type Relevance, relevanceOf, searchTermsOf, threshold } from "./Relevance.ts"
import { assess } from "./Selection.ts"
import { each } from "./Steps.ts"

/** What a report may rest on, the most important first, numbered from 1. */
export interface Evidence {
  readonly pieces: ReadonlyArray<Piece>
  /** What was looked for and not found, in sentences for the reader. */
  readonly gaps: ReadonlyArray<string>
  /** The day for which it was gathered: nothing in it is from a later one. */
  readonly asOf?: CalendarDate
  /** The first day, if the news since then was too little and older news was added. */
  readonly widened?: CalendarDate
  /** What a model cost that helped to find it. */
  readonly tokens?: Tokens
}

/**
 * How many pieces of each kind a report rests on at most: 30 news items of up to 600 characters are some 6,000 tokens,
 * and more than a reader follows up; the other kinds are a line each.
 */
export const limits = {
  signal: 30,
  trending_keyword: 6,
  social_trend: 6,
  competitor: 8,
  tracked_keyword: 6,
  company: 6
}

/**
 * The most tokens of all quotes together. The limits above rarely reach it. With long titles, or a script of many
 * bytes, the least important pieces are dropped, so that a model with a small context window can read all numbered
 * pieces.
 */
export const tokenBudget = 8_000

/** News looked through for the pieces above: enough that fifty copies of one story leave room for the others. */
const signalsRead = { first: 200, matching: 80, found: 100, ofPublisher: 40 }

/** The articles of so much of the best news are read for a sentence to quote: twice as many as a report rests on. */
const articlesRead = 60

/** Older news is read only if there are fewer stories than this. */
const enoughNews = 5

/**
 * How many expressions are searched for, of those that the index has in the languages of most texts. (Relevance uses
 * all expressions.) One query of many words costs more than several of few. What `enough` texts have is not worth more.
 */
const searched = { terms: 160, atOnce: 20, languages: 8, enough: 100 }

/** Companies looked at for each name or word searched, searches at a time, and companies whose names count. */
const companiesRead = { perSearch: 20, concurrency: 4, asNames: 30 }

/**
 * An account may have any number of competitors with 20 other names each. Of these so many count as names of the niche,
 * so many phrases are excluded, and companies of so many names are looked up. Texts are looked through for all names.
 */
const competitorsRead = { asNames: 200, exclude: 200, searched: 40 }

/** News with its relevance. */
type Found = Relevance & Pick<News.Judged, "signal" | "reasons">

/** Collects what is stored about a niche. */
export class Evidences extends Context.Service<
  Evidences,
  {
    /** Nothing published or first seen after `before`; nothing that doesn't concern the niche. */
    readonly gather: (account: AccountId, request: ReportRequest, before: Date) => Effect.Effect<Evidence>
  }
>()("sonde/reports/Evidences") {
  static readonly layer = Layer.effect(
    Evidences,
    Effect.gen(function* () {
      const answers = yield* Searches
      const signals = yield* Signals
      const articles = yield* Articles
      const index = yield* SearchIndex
      const trending = yield* TrendingKeywords
      const social = yield* SocialTrends
      const competitors = yield* Competitors
      const tracked = yield* TrackedKeywords
      const companies = yield* Companies
      const model = yield* NicheModel

      const search = Effect.fnUntraced(function* (queries: ReadonlyArray<string>) {
        const { perSearch, concurrency } = companiesRead
        const asked = [...new Set(queries.map((query) => query.slice(0, 100)))].filter((query) => query.length > 1)
        const found = yield* Effect.forEach(asked, (q) => companies.search({ q, limit: perSearch }), { concurrency })
        return [...new Map(found.flat().map((company) => [company.id, company])).values()]
      })

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
            publisher: signal.source,
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
        return { concept, news: yield* select(candidates) }
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

      return {
        gather: Effect.fnUntraced(function* (account: AccountId, request: ReportRequest, before: Date) {
          yield* loadLexicon
          const { expansion, outcome, select } = yield* consult(model, request.niche, index)
          const otherNames = yield* answers.names(searchTerm(request.niche))
          const plain = withExpansion(withOtherNames(conceptOf(request), otherNames), expansion)
          const today = toCalendarDate(before)
          const [keywords, topics, watched, followed, ofIndustry] = yield* Effect.all(
            [
              trending.list({}),
              social.list("feed", 100),
              competitors.list(account, { status: "active" }),
              tracked.list(account),
              search(namesOf(plain))
            ],
            { concurrency: "unbounded" }
          )
          const own = relevanceOf(plain)
          const judged = new Map<Company["id"], { readonly company: Company; readonly score: number }>()
          const judgeCompanies = (companies: ReadonlyArray<Company>) =>
            each(companies, (company) => {
              if (judged.has(company.id)) return
              const about = passageOf({ title: company.industry ?? "", text: company.name, language: "en" })
              judged.set(company.id, { company, score: own(about).score })
            })
          yield* judgeCompanies(ofIndustry)
          const inIndustry = [...judged.values()].filter(({ score }) => score >= threshold)
          const asked = withCompanies(
            plain,
            [
              ...namesAmong(watched, competitorsRead.asNames),
              ...inIndustry.slice(0, companiesRead.asNames).map(({ company }) => shortName(company.name))
            ],
            watched.flatMap(({ exclude }) => exclude).slice(0, competitorsRead.exclude)
          )

          const since = request.since ?? windowStart(today)
          const recent = yield* newsOf(asked, since, before, select)
          // A request with its own first day gets no older news.
          const isFew = request.since === undefined && News.storiesIn(recent.news) < enoughNews
          const all = isFew ? yield* newsOf(asked, null, before, select) : recent
          const widened = all.news.length > recent.news.length
          const { concept, news } = widened ? all : recent
          const read = news.map(({ signal }) => signal)
          const judge = relevanceOf(concept)

          // Who belongs to the niche: competitors that the request or the news names, companies by industry or name.
          const texts = [request.niche, request.context ?? "", ...read.map(News.textOf)]
          const naming = new Set((yield* each(texts, finderOf(watched))).flat())
          const [named, unnamed] = partition(watched, (competitor) => naming.has(competitor))
          const inNews = News.commonNames(
            yield* each(read, (signal) => ({ signal, names: News.namesIn(News.textOf(signal)) }))
          )
          yield* judgeCompanies(yield* search([...namesAmong(named, competitorsRead.searched), ...inNews]))
          const companiesIn = finderOf([...judged.values()].map(({ company }) => company))
          const mentions = yield* each(texts, (text) => companiesIn(text).map((company) => ({ company, text })))
          const textsOf = Map.groupBy(mentions.flat(), ({ company }) => company)
          const listed = [...judged.values()].flatMap(({ company, score }) => {
            const dated = company.revenue_period_end ?? today
            const isOfIndustry = score >= threshold
            const isNamed = isMeant(
              (textsOf.get(company) ?? []).map(({ text }) => text),
              company.name
            )
            return dated <= today && (isOfIndustry || isNamed)
              ? [
                  {
                    item: company,
                    score: isOfIndustry ? score : 0,
                    matched: isNamed ? [shortName(company.name)] : [company.industry ?? company.name],
                    concepts: []
                  }
                ]
              : []
          })
          const playersIn = finderOf([...named, ...listed.map(({ item }) => item)])
          const excerpts = yield* excerptsOf(read.slice(0, articlesRead), judge, before)
          const reported = yield* each(news, (found) => {
            const mentioned = playersIn(News.textOf(found.signal)).map(({ name }) => name)
            const excerpt = excerpts.get(found.signal.id) ?? null
            return { signal: found.signal, piece: News.ofSignal(found, mentioned, excerpt, before) }
          })

          const matching = <A>(items: ReadonlyArray<A>, textOf: (item: A) => string) =>
            each(items, (item) => {
              const found = judge(passageOf({ title: textOf(item) }))
              return found.score >= threshold ? [{ item, ...found }] : []
            }).pipe(Effect.map((found) => found.flat()))

          // A search in several countries is one piece, and Google's social topics repeat these searches.
          const searches = Map.groupBy(keywords, ({ keyword }) => keyword.toLowerCase())
          const discussed = topics.filter(
            ({ platform, title }) => platform !== "google_trends" || !searches.has(title.toLowerCase())
          )

          const ofSearches = yield* matching([...searches.values()], ([first]) => first!.keyword)
          const ofTopics = yield* matching(discussed, ({ title }) => title)
          const ofKeywords = yield* matching(
            followed.filter((keyword) => Facts.isMeasured(keyword, today)),
            ({ keyword }) => keyword
          )
          const pieces = yield* inSteps(
            choose(
              [
                ...News.oncePerStory(reported),
                ...ofSearches.map(Facts.ofTrendingKeyword),
                ...ofTopics.map(Facts.ofSocialTrend),
                ...named.map(Facts.ofCompetitor),
                ...ofKeywords.map((found) => Facts.ofTrackedKeyword(found, today)),
                ...listed.map(Facts.ofCompany)
              ],
              limits,
              tokenBudget
            )
          )
          const { gaps, tokens } = yield* outcome
          return {
            pieces,
            gaps: [...gapsOf(pieces, unnamed), ...gaps],
            tokens,
            asOf: today,
            ...(widened && { widened: since })
          }
        })
      }
    })
  )
}

const partition = <A>(items: ReadonlyArray<A>, test: (item: A) => boolean): readonly [Array<A>, Array<A>] => [
  items.filter(test),
  items.filter((item) => !test(item))
]

const sought: Readonly<Record<SourceKind, string>> = {
  signal: "News about the niche",
  trending_keyword: "Trending searches that match the niche",
  social_trend: "Social topics that match the niche",
  competitor: "Your competitors in the evidence",
  tracked_keyword: "Figures for tracked keywords of yours that match the niche",
  company: "Companies of the niche"
}

/** How many names a gap lists. */
const namesListed = 10

const gapsOf = (pieces: ReadonlyArray<Piece>, unnamed: ReadonlyArray<{ readonly name: string }>) => {
  const missing = Object.entries(sought).filter(([kind]) => pieces.every((piece) => piece.kind !== kind))
  const names = unnamed.slice(0, namesListed).map(({ name }) => name)
  const more = unnamed.length > namesListed ? ", …" : ""
  return [
    ...missing.map(([, what]) => `${what}: none found.`),
    ...(names.length > 0 ? [`Competitors on your list that no evidence names: ${names.join(", ")}${more}.`] : [])
  ]
}
