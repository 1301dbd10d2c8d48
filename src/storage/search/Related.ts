import { Clock, Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { SignalId } from "../../domain/Signal.ts"
import { likest, questionOf, termsOf } from "../../search/Likeness.ts"
import type { Candidate } from "../../search/Ranking.ts"
import type { Candidates } from "./Candidates.ts"
import { candidateColumns } from "./Conditions.ts"
import type { CountsReader } from "./Counts.ts"
import type { Matches } from "./Matches.ts"
import { fewMatches, isFew, type SearchPlan } from "./SearchPlan.ts"
import { matchesAtMost, unitsOf } from "./Units.ts"

/** What signals that are like another one are found with. */
interface Given {
  readonly sql: SqlClient.SqlClient
  readonly counts: CountsReader
  readonly matches: Matches
  readonly candidatesOf: Candidates
}

export const makeRelated = ({ candidatesOf, counts: { corpusOf, read }, matches: { meeting }, sql }: Given) =>
  Effect.fnUntraced(function* (id: number, limit: number) {
    const [own] = yield* sql<Candidate>`
      select ${candidateColumns(sql)} from search_documents where signal_id = ${id}::int`
    if (own === undefined) return []
    const counts = yield* read
    const corpus = yield* corpusOf(counts, termsOf(own.terms))
    const plan = questionOf(own, corpus, counts.languages)
    if (plan.empty) return []
    const asOf = yield* Clock.currentTimeMillis
    const narrowed = { filters: { except: id }, asOf, newest: 2 ** 31 - 1, upTo: counts.newest }
    const units = unitsOf(plan, corpus)
    const asked: SearchPlan = { counts, corpus, plan, units, matches: matchesAtMost(units) }
    const candidates = isFew(asked)
      ? yield* meeting(counts.engine, units, narrowed, { limit: fewMatches[counts.engine] })
      : yield* candidatesOf(asked, narrowed, 0)
    return likest(own, candidates, plan, corpus, asOf)
      .slice(0, limit)
      .map((match) => SignalId.make(match.id))
  })
