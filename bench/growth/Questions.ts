import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { AccountId } from "../../src/domain/Account.ts"
import type { NewCompany } from "../../src/domain/Company.ts"
import { toCalendarDate } from "../../src/domain/Timestamp.ts"
import { Evidences } from "../../src/reports/evidence/Evidence.ts"
import { Companies } from "../../src/storage/Companies.ts"
import { Reports } from "../../src/storage/Reports.ts"
import { Signals } from "../../src/storage/signals/Signals.ts"
import { SocialTrends } from "../../src/storage/SocialTrends.ts"
import { TrendingKeywords } from "../../src/storage/TrendingKeywords.ts"
import { questions as companyQuestions } from "../companies/Questions.ts"
import { account } from "./Fill.ts"
import { competitor, niche, nowhere, phrase, popular, rareWord } from "./Planted.ts"

/** What the service is asked. */
export interface Question {
  readonly name: string
  /** Whether what is looked at to tell the best grows with what is stored. */
  readonly every: boolean
  /** Ways to ask it, in turn. */
  readonly ask: ReadonlyArray<Effect.Effect<unknown, unknown>>
}

const limit = 20

/** The word that comes next to being in every fifth signal. */
const commonWord = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ word: string }>`
    select word from ts_stat('select to_tsvector(''english'', text) from parts')
    order by abs(ndoc - (select count(*) from parts) / 5.0), word limit 1`
  return row!.word
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
  const word = yield* commonWord
  const one = (name: string, ask: Effect.Effect<unknown, unknown>): Question => ({ name, every: false, ask: [ask] })
  const all = (name: string, ask: Effect.Effect<unknown, unknown>): Question => ({ name, every: true, ask: [ask] })
  const gather = (niche: string) =>
    Effect.suspend(() => evidences.gather(owner, { niche, report_type: "trend_report", context: null }, new Date()))
  return [
    one("signals, newest", signals.page({ limit })),
    one("signals, a rare word", signals.page({ q: rareWord, limit })),
    one("signals, a phrase", signals.page({ q: `"${phrase}"`, limit })),
    one("signals, no match", signals.page({ q: nowhere, limit })),
    all("signals, a word in every fifth", signals.page({ q: word, limit })),
    one("competitor's signals", signals.mentioning(competitor, limit)),
    all(`competitor's signals, one in ${popular.every}`, signals.mentioning(popular, limit)),
    one("evidence of a report", gather(niche)),
    all("evidence, a niche in every fifth", gather(word)),
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
      every: false,
      ask: companyQuestions(companies, 48).map((q) => search.search({ q, limit }))
    }
  ]
})
