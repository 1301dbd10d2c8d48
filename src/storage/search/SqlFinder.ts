import { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import type { Candidate } from "../../search/Ranking.ts"
import { makeCandidates } from "./Candidates.ts"
import { candidateColumns } from "./Conditions.ts"
import type { Engine } from "./Engine.ts"
import type { Finder } from "./Finder.ts"
import { makeMatches, mostLooked, stretchLength } from "./Matches.ts"
import { expected, isPhrase } from "./Units.ts"

/** With no more matches than this all are candidates. */
const few: Readonly<Record<Engine, number>> = { bm25: 1_000, gin: 3_000 }

/** No more matches than this are found by the index and sorted, more are found from the newest documents on. */
const mostSorted = 10_000

/** So often documents are looked through for a page. */
const mostRounds = 20

/** The database's own index. */
export const makeSqlFinder = (sql: SqlClient.SqlClient): Finder<SqlError.SqlError> => {
  const found = makeMatches(sql)
  const { meeting, stretch, total } = found
  return {
    newest: ({ counts }) => Effect.succeed(counts.newestId),
    document: (id) =>
      Effect.map(
        sql<Candidate>`select ${candidateColumns(sql)} from search_documents where signal_id = ${id}::bigint`,
        ([row]) => row ?? null
      ),
    few: ({ counts }) => few[counts.engine],
    matching: (asked, narrowed, limit) => meeting(asked, narrowed, { limit }),
    candidates: makeCandidates(sql, found),
    total,
    walk: (asked, narrowed, enough) => {
      const { counts, matches, units } = asked
      const isFound = Math.min(matches, expected(units, counts.documents)) <= mostSorted
      const through = units.some(isPhrase)
        ? stretchLength
        : Math.ceil((enough * counts.documents) / Math.max(1, matches))
      return {
        rounds: units.some(isPhrase) ? mostLooked / stretchLength : mostRounds,
        round: (n, last) => {
          const length = isFound ? enough * 4 ** n : n === 0 ? Math.min(stretchLength, through) : stretchLength
          const rows = isFound
            ? meeting(asked, narrowed, { limit: length, after: last })
            : stretch(asked, narrowed, length, last)
          return Effect.map(rows, (found) => ({ rows: found, isEnd: found.length < length }))
        }
      }
    }
  }
}
