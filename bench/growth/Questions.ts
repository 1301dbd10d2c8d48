import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { hostileSearches } from "../../harness/HostileSearches.ts"
import { AccountId } from "../../src/domain/Account.ts"
import type { NewCompany } from "../../src/domain/Company.ts"
import type { RankPosition } from "../../src/domain/SignalSearch.ts"
import { toCalendarDate } from "../../src/domain/Timestamp.ts"
import { Evidences } from "../../src/reports/evidence/Evidence.ts"
import { Companies } from "../../src/storage/companies/Companies.ts"
import { Reports } from "../../src/storage/reports/Reports.ts"
import { type SignalQuery, Signals } from "../../src/storage/signals/Signals.ts"
import { SocialTrends } from "../../src/storage/social/SocialTrends.ts"
import { TrendingKeywords } from "../../src/storage/keywords/TrendingKeywords.ts"
import { questions as companyQuestions } from "../companies/Questions.ts"
import { account } from "./Fill.ts"
import {
  commonSource,
  competitor,
  misspelt,
  niche,
  nowhere,
  oldSource,
  phrase,
  popular,
  rareSource,
  rareWord
} from "./Planted.ts"

/** What the service is asked. */
export interface Question {
  readonly name: string
  /**
   * From how many signals on the work may hardly grow: 0 where an index serves the question, more where matches are
   * read up to a bound, Infinity where all of them are read.
   */
  readonly judgedFrom: number
  /** Ways to ask it, in turn. */
  readonly ask: ReadonlyArray<Effect.Effect<unknown, unknown>>
}

/** How many an answer has. */
export const limit = 20

/** Words of the texts: for each share the word whose frequency is closest to it. */
const wordsIn = Effect.fnUntraced(function* (shares: ReadonlyArray<number>) {
  const sql = yield* SqlClient.SqlClient
  const words = yield* sql<{ word: string; share: number }>`
    select word, ndoc::float8 / (select count(*) from parts) as share
    from ts_stat('select to_tsvector(''simple'', text) from parts') order by word`
  const left = new Map(words.map(({ share, word }) => [word, share]))
  return shares.map((share) => {
    const [word] = [...left].reduce((best, each) =>
      Math.abs(each[1] - share) < Math.abs(best[1] - share) ? each : best
    )
    left.delete(word)
    return word
  })
})

/** From so many signals on, a common word matches more of them than are read. */
export const manySignals = 100_000
const bounded = { judgedFrom: manySignals }

/** What matches a filter and a word is counted up to 10,000, which a fiftieth of all signals reaches at 5 · 10^5. */
const counted = { judgedFrom: 10 * manySignals }

/** All its matches are counted at every size: fewer than 10,000 of 10^6. */
const uncommonEvery = 200

/** How far readers go. */
const deepRow = 5_000

/** The list as it is read and searched. */
export const signalQuestions = Effect.gen(function* () {
  const signals = yield* Signals
  const [word, second, third, fourth, ...rarer] = yield* wordsIn([
    0.2, 0.2, 0.2, 0.2, 0.15, 0.1, 0.1, 0.05, 0.05, 0.02, 0.01, 0.01
  ])
  const [uncommon] = yield* wordsIn([1 / uncommonEvery])
  const newest = (yield* signals.list({ limit: 1 }))[0]!.published_at
  const since = new Date(Date.parse(newest) - 30 * 86_400_000)
  const ask = (name: string, query: Partial<SignalQuery>, more: Partial<Question> = {}): Question => ({
    name,
    judgedFrom: 0,
    ask: [signals.page({ limit, ...query })],
    ...more
  })
  const four = `${word} ${second} ${third} ${fourth}`
  // As a reader turns a page: with the cursor of the page before, asked of the process that gave it.
  const first = yield* signals.page({ q: four, limit })
  const deep = { ...(first.next as RankPosition), offset: deepRow }
  let asked = 0
  return [
    ask("signals, newest", {}, bounded),
    ask("signals, a rare word", { q: rareWord }),
    ask("signals, a phrase", { q: `"${phrase}"` }),
    ask("signals, no match", { q: nowhere }),
    ask("signals, a misspelt word", { q: misspelt }, { judgedFrom: Infinity }),
    ask("signals, a misspelt word, in a language that has none", { q: misspelt, language: "de" }),
    ask("signals, a word in every fifth", { q: word! }, bounded),
    ask(`signals, a word in every ${uncommonEvery}th`, { q: uncommon! }, { judgedFrom: Infinity }),
    ask("signals, a word in every fifth, in the language of most", { q: word!, language: "en" }, bounded),
    ask("signals, four such words", { q: four }, bounded),
    ask("signals, a question of ten words", { q: [word, second, ...rarer].join(" ") }, bounded),
    ask("signals, a word in every fifth, by date", { q: word!, sort: "newest" }, bounded),
    ask("signals of a rare source", { broughtBy: [rareSource] }),
    ask("signals of a rare source, a word in every fifth", { broughtBy: [rareSource], q: word! }),
    ask("signals of many sources, one of them old", { broughtBy: [rareSource, commonSource, oldSource] }, bounded),
    ask("signals of an old source", { broughtBy: [oldSource] }, bounded),
    ask("signals of a source of every tenth, a word in every fifth", { broughtBy: [commonSource], q: word! }, counted),
    ask("signals, a word in every fifth, last 30 days", { q: word!, since }, { judgedFrom: Infinity }),
    ask("signals, four such words, with facets", { q: four, facets: true }, bounded),
    ask(`signals, four such words, row ${deepRow}`, { q: four, after: deep }, bounded),
    ask(
      `signals, four such words, row ${deepRow} asked elsewhere`,
      {},
      // Nobody has the pages before in memory.
      {
        ...bounded,
        ask: [Effect.suspend(() => signals.page({ q: four, limit, after: { ...deep, asOf: deep.asOf - ++asked } }))]
      }
    )
  ]
})

/**
 * The expensive question that costs this process the most processor time; for each question the least of several
 * rounds.
 */
export const dearest = Effect.fnUntraced(function* (rounds: number) {
  const signals = yield* Signals
  const [word] = yield* wordsIn([0.2])
  const each = yield* Effect.forEach(Object.entries(hostileSearches), ([name, question]) =>
    Effect.gen(function* () {
      const q = question.replaceAll("tin", word!)
      const times: Array<number> = []
      for (let n = 0; n < rounds; n++) {
        const before = process.cpuUsage()
        yield* signals.page({ q, limit, facets: true })
        const { system, user } = process.cpuUsage(before)
        times.push((system + user) / 1_000)
      }
      return { name, millis: Math.min(...times) }
    })
  )
  return each.reduce((most, one) => (one.millis > most.millis ? one : most))
})

/** Every list, search and report retrieval, asked of the services as the handlers ask it. */
export const questions = Effect.fnUntraced(function* (companies: ReadonlyArray<NewCompany>) {
  const signals = yield* Signals
  const evidences = yield* Evidences
  const reports = yield* Reports
  const search = yield* Companies
  const trending = yield* TrendingKeywords
  const social = yield* SocialTrends
  const owner = AccountId.make(account)
  const [word] = yield* wordsIn([0.2])
  const one = (name: string, ask: Effect.Effect<unknown, unknown>): Question => ({ name, judgedFrom: 0, ask: [ask] })
  const all = (name: string, ask: Effect.Effect<unknown, unknown>): Question => ({
    name,
    judgedFrom: Infinity,
    ask: [ask]
  })
  const gather = (niche: string) =>
    Effect.suspend(() => evidences.gather(owner, { niche, report_type: "trend_report", context: null }, new Date()))
  return [
    ...(yield* signalQuestions),
    one("competitor's signals", signals.mentioning(competitor, limit)),
    all(`competitor's signals, one in ${popular.every}`, signals.mentioning(popular, limit)),
    one("evidence of a report", gather(niche)),
    all("evidence, a niche in every fifth", gather(word!)),
    one("reports of an account", reports.listJson(owner, { skip: 0, limit })),
    one("trending, a country", trending.list({ country: "US" })),
    one("trending, all countries", trending.list({})),
    one("trending, history", trending.history({ country: "US" })),
    one(
      "trending, most searched",
      trending.mostSearched({ since: toCalendarDate(new Date(Date.now() - 86_400_000)), limit })
    ),
    one("social, all platforms", social.list("feed", 100)),
    one("social, a platform", social.list("reddit", 100)),
    {
      name: "companies, 12 kinds of search",
      judgedFrom: 0,
      ask: companyQuestions(companies, 48).map((q) => search.search({ q, limit }))
    }
  ]
})
