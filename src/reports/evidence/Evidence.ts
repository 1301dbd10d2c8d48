import { Context, Effect, Layer } from "effect"
import type { AccountId } from "../../domain/Account.ts"
import type { Company } from "../../domain/Company.ts"
import type { Competitor } from "../../domain/Competitor.ts"
import { searchTerm } from "../../domain/Interest.ts"
import type { ReportRequest } from "../../domain/Report.ts"
import type { CallRecord } from "../../domain/ReportCall.ts"
import { type CalendarDate, toCalendarDate } from "../../domain/Timestamp.ts"
import { Companies } from "../../storage/companies/Companies.ts"
import { Competitors } from "../../storage/companies/Competitors.ts"
import { inSteps } from "../../storage/database/Batch.ts"
import { SearchIndex } from "../../storage/search/SearchIndex.ts"
import { Searches } from "../../storage/sources/Searches.ts"
import { Signals } from "../../storage/signals/Signals.ts"
import { Standbys } from "../../storage/database/Standbys.ts"
import { SocialTrends } from "../../storage/social/SocialTrends.ts"
import { TrackedKeywords } from "../../storage/keywords/TrackedKeywords.ts"
import { TrendingKeywords } from "../../storage/keywords/TrendingKeywords.ts"
import { windowStart } from "../check/Formulas.ts"
import { knownCompetitors, withTrade } from "./Trade.ts"
import { conceptOf, namesOf, withCompanies, withExpansion, withOtherNames } from "./Concept.ts"
import * as Facts from "./Facts.ts"
import { type Further, furtherOf } from "./FurtherSearch.ts"
import { gapsOf } from "./Gaps.ts"
import { loadLexicon } from "./Lexicon.ts"
import { consult } from "./model/Consultation.ts"
import { NicheModel } from "./model/NicheModel.ts"
import { finderOf, isMeant, namesAmong, shortName } from "./Names.ts"
import { marketOf } from "./FoundMarket.ts"
import type { Market } from "./Market.ts"
import * as News from "./News.ts"
import { newsSearch } from "./NewsSearch.ts"
import { passageOf } from "./Passage.ts"
import { namesOf as namesOfPiece, type Piece } from "./Piece.ts"
import { choose, fold } from "./Ranking.ts"
import { relevanceOf, threshold } from "./Relevance.ts"
import { each } from "./Steps.ts"
import { oncePerStory } from "./Tellings.ts"

/** What a report may rest on, the most important first, numbered from 1. */
export interface Evidence {
  readonly pieces: ReadonlyArray<Piece>
  /** All that was found, for whoever counts over it. */
  readonly market?: Market
  /** What was looked for and not found, in sentences for the reader. */
  readonly gaps: ReadonlyArray<string>
  /** The day for which it was gathered: nothing in it is from a later one. */
  readonly asOf?: CalendarDate
  /** The first day, if the news since then was too little and older news was added. */
  readonly widened?: CalendarDate
  /** What the calls of a model took that helped to find it. */
  readonly calls?: ReadonlyArray<CallRecord>
  /** Searches for more that answers questions, while the report is written. */
  readonly further?: Further
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

/** So many news items where a model judges them: it is right so often that more of them are worth reading. */
export const newsJudged = 40

/**
 * The most tokens of all quotes together. The limits above rarely reach it. With long titles, or a script of many
 * bytes, the least important pieces are dropped, so that a model with a small context window can read all numbered
 * pieces.
 */
export const tokenBudget = 8_000

/** The articles of so much of the best news are read for a sentence to quote: twice as many as a report rests on. */
const articlesRead = 60

/** Older news is read only if there are fewer stories than this. */
const enoughNews = 5

/** Companies looked at for each name or word searched, searches at a time, and companies whose names count. */
const companiesRead = { perSearch: 20, concurrency: 4, asNames: 30 }

/**
 * An account may have any number of competitors with 20 other names each. Of these so many count as names of the niche,
 * so many phrases are excluded, and companies of so many names are looked up. Texts are looked through for all names.
 */
const competitorsRead = { asNames: 200, exclude: 200, searched: 40 }

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
      const { excerptsOf, newsOf } = yield* newsSearch
      const trending = yield* TrendingKeywords
      const social = yield* SocialTrends
      const competitors = yield* Competitors
      const tracked = yield* TrackedKeywords
      const companies = yield* Companies
      const index = yield* SearchIndex
      const signals = yield* Signals
      const model = yield* NicheModel

      const search = Effect.fnUntraced(function* (queries: ReadonlyArray<string>) {
        const { perSearch, concurrency } = companiesRead
        const asked = [...new Set(queries.map((query) => query.slice(0, 100)))].filter((query) => query.length > 1)
        const found = yield* Effect.forEach(asked, (q) => companies.search({ q, limit: perSearch }), { concurrency })
        return [...new Map(found.flat().map((company) => [company.id, company])).values()]
      })

      /** Competitors with what tells them from everyday words. */
      const knownRivals = (rivals: ReadonlyArray<Competitor>) =>
        Effect.provideService(knownCompetitors(rivals), Companies, companies)

      const standbys = yield* Standbys

      return {
        gather: Effect.fnUntraced(
          function* (account: AccountId, request: ReportRequest, before: Date) {
            yield* loadLexicon
            const { expansion, outcome, refused, select } = yield* consult(model, request.niche, index)
            const otherNames = yield* answers.names(searchTerm(request.niche))
            const plain = withExpansion(withOtherNames(conceptOf(request), otherNames), expansion)
            const today = toCalendarDate(before)
            const [keywords, topics, watched, followed, ofIndustry] = yield* Effect.all(
              [
                trending.list({}),
                social.list("feed", 100),
                Effect.flatMap(competitors.list(account, { status: "active" }), knownRivals),
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
            const companiesIn = finderOf(
              yield* each(judged.values(), ({ company }) => ({ ...withTrade(company), company }))
            )
            const mentions = yield* each(texts, (text) => companiesIn(text).map(({ company }) => ({ company, text })))
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
            const players = [...named, ...(yield* each(listed, ({ item }) => withTrade(item)))]
            const playersIn = finderOf(players)
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
            const earlierDays = <A extends { readonly date: string }>(days: ReadonlyArray<A>) =>
              days.filter(({ date }) => date < today)
            const searchDays = yield* trending.historyOf(ofSearches.flatMap(({ item }) => item))
            const topicDays = yield* social.historyOf(ofTopics.map(({ item }) => item))
            const daysOf = new Map(searchDays.map(({ country, days, keyword }) => [`${country} ${keyword}`, days]))
            const asSearched = ofSearches.map(({ item, ...found }) => ({
              ...found,
              item: item.map((search) => ({
                ...search,
                before: earlierDays(daysOf.get(`${search.country} ${search.keyword}`) ?? [])
              }))
            }))
            const asDiscussed = ofTopics.map(({ item, ...found }, n) => ({
              ...found,
              item: { ...item, before: earlierDays(topicDays[n]?.days ?? []) }
            }))
            const candidates = {
              searches: asSearched.map((found) => ({ found, piece: Facts.ofTrendingKeyword(found, today) })),
              topics: asDiscussed.map((found) => ({ found, piece: Facts.ofSocialTrend(found, today) })),
              companies: listed.map((found) => ({ found, piece: Facts.ofCompany(found) }))
            }
            const inStories = (name: string) =>
              News.storiesIn(reported.filter(({ piece }) => namesOfPiece(piece).includes(name)))
            const ofNews = yield* inSteps(oncePerStory(reported))
            const told = yield* inSteps(
              fold([
                ...ofNews,
                ...candidates.searches.map(({ piece }) => piece),
                ...candidates.topics.map(({ piece }) => piece),
                ...named.map((competitor) => Facts.ofCompetitor(competitor, inStories(competitor.name))),
                ...ofKeywords.map((found) => Facts.ofTrackedKeyword(found, today)),
                ...candidates.companies.map(({ piece }) => piece)
              ])
            )
            const chosen = choose(told, { ...limits, signal: model === null ? limits.signal : newsJudged }, tokenBudget)
            const pieces = [...chosen.values()]
            const market = yield* marketOf(told, chosen, candidates, [...watched, ...players])
            // News need not name a competitor whose figures are evidence.
            const shown = new Set(
              (yield* each(
                pieces.map(({ quote }) => quote),
                finderOf(unnamed)
              )).flat()
            )
            const { calls, gaps: unasked } = yield* outcome
            return {
              pieces,
              market,
              gaps: [
                ...gapsOf(
                  pieces,
                  unnamed.filter((competitor) => !shown.has(competitor))
                ),
                ...unasked
              ],
              calls,
              asOf: today,
              ...(widened && { widened: since }),
              further: furtherOf({
                index,
                signals,
                excerptsOf,
                concept,
                since: widened ? null : since,
                before,
                known: new Map(news.map((one) => [one.signal.id, one])),
                refused,
                relevance: judge,
                playersIn,
                pieces
              })
            }
          },
          (gathering, account) => standbys.readingNow(account, gathering)
        )
      }
    })
  )
}

const partition = <A>(items: ReadonlyArray<A>, test: (item: A) => boolean): readonly [Array<A>, Array<A>] => [
  items.filter(test),
  items.filter((item) => !test(item))
]
