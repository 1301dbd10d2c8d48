import { Context, Effect, Layer } from "effect"
import type { AccountId } from "../../domain/Account.ts"
import type { ReportRequest, SourceKind } from "../../domain/Report.ts"
import { type CalendarDate, toCalendarDate } from "../../domain/Timestamp.ts"
import { Companies } from "../../storage/Companies.ts"
import { Competitors } from "../../storage/Competitors.ts"
import { Signals } from "../../storage/signals/Signals.ts"
import { SocialTrends } from "../../storage/SocialTrends.ts"
import { TrackedKeywords } from "../../storage/TrackedKeywords.ts"
import { TrendingKeywords } from "../../storage/TrendingKeywords.ts"
import * as Facts from "./Facts.ts"
import * as News from "./News.ts"
import type { Piece } from "./Piece.ts"
import { choose } from "./Ranking.ts"
import { confirm, isNamedIn, namesCompany, relevance, shortName, type Topic, topicOf } from "./Topic.ts"

/** What a report may rest on, the most important first, numbered from 1. */
export interface Evidence {
  readonly pieces: ReadonlyArray<Piece>
  /** What was looked for and not found, in sentences for the reader. */
  readonly gaps: ReadonlyArray<string>
  /** The day for which it was gathered: nothing in it is from a later one. */
  readonly asOf?: CalendarDate
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
 * How many tokens all quotes together come to at most. The limits above rarely reach it; where titles are long or a
 * script takes many bytes the least important pieces give way, so that a model with a small window reads all that is
 * numbered.
 */
export const tokenBudget = 8_000

/** News looked through for the pieces above: enough that fifty copies of one story leave room for the others. */
const signalsRead = 300

/** Companies looked at for each name or word searched, and searches for one report at a time. */
const companiesRead = { perSearch: 20, concurrency: 4 }

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
      const signals = yield* Signals
      const trending = yield* TrendingKeywords
      const social = yield* SocialTrends
      const competitors = yield* Competitors
      const tracked = yield* TrackedKeywords
      const companies = yield* Companies

      const search = Effect.fnUntraced(function* (queries: ReadonlyArray<string>) {
        const { perSearch, concurrency } = companiesRead
        const asked = [...new Set(queries.map((query) => query.slice(0, 100)))].filter((query) => query.length > 1)
        const found = yield* Effect.forEach(asked, (q) => companies.search({ q, limit: perSearch }), { concurrency })
        return [...new Map(found.flat().map((company) => [company.id, company])).values()]
      })

      return {
        gather: Effect.fnUntraced(function* (account: AccountId, request: ReportRequest, before: Date) {
          const asked = topicOf(request)
          const today = toCalendarDate(before)
          const [read, keywords, topics, watched, followed] = yield* Effect.all(
            [
              signals.matching({ terms: asked.terms, before, limit: signalsRead }),
              trending.list({}),
              social.list("feed", 100),
              competitors.list(account, { status: "active" }),
              tracked.list(account)
            ],
            { concurrency: "unbounded" }
          )
          const topic = confirm(asked, read.map(News.textOf))
          const news = read.filter(
            (signal) => signal.published_at <= today && relevance(News.textOf(signal), topic) > 0
          )

          // Who belongs to the niche: competitors that the request or the news names, companies by industry or name.
          const texts = [request.niche, request.context ?? "", ...news.map(News.textOf)]
          const [named, unnamed] = partition(watched, ({ name }) => texts.some((text) => namesCompany(text, name)))
          const names = [...named.map(({ name }) => shortName(name)), ...News.namesIn(news)]
          const listed = (yield* search([...topic.terms, ...names])).flatMap((company) => {
            const score = relevance(`${company.name} ${company.industry ?? ""}`, topic)
            const dated = company.revenue_period_end ?? today
            return dated <= today && (score > 0 || isNamedIn(texts, company.name)) ? [{ item: company, score }] : []
          })
          const players = [...named, ...listed.map(({ item }) => item)].map(({ name }) => name)

          // What is searched for in several countries is one thing, and Google's social topics are those searches
          // again.
          const searches = Map.groupBy(keywords, ({ keyword }) => keyword.toLowerCase())
          const discussed = topics.filter(
            ({ platform, title }) => platform !== "google_trends" || !searches.has(title.toLowerCase())
          )

          const pieces = choose(
            [
              ...news.map((signal) => News.ofSignal(signal, topic, players, before)),
              ...matching([...searches.values()], topic, ([first]) => first!.keyword).map(Facts.ofTrendingKeyword),
              ...matching(discussed, topic, ({ title }) => title).map(Facts.ofSocialTrend),
              ...named.map(Facts.ofCompetitor),
              ...matching(
                followed.filter((keyword) => Facts.isMeasured(keyword, today)),
                topic,
                ({ keyword }) => keyword
              ).map((found) => Facts.ofTrackedKeyword(found, today)),
              ...listed.map(Facts.ofCompany)
            ],
            limits,
            tokenBudget
          )
          return { pieces, gaps: gapsOf(pieces, unnamed), asOf: today }
        })
      }
    })
  )
}

/** The items whose words are about the topic, with how much. */
const matching = <A>(items: ReadonlyArray<A>, topic: Topic, textOf: (item: A) => string) =>
  items.map((item) => ({ item, score: relevance(textOf(item), topic) })).filter(({ score }) => score > 0)

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
