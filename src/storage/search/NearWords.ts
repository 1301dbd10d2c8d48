import { Effect, Option, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { fold } from "../../search/Languages.ts"
import { planOf, type Query } from "../../search/Query.ts"
import { meant, tolerance } from "../../search/Typos.ts"
import { ifPrimaryAnswers } from "../database/ReadPath.ts"
import { rowsAs } from "../database/Rows.ts"
import type { SearchPlan } from "./SearchPlan.ts"
import { rowsOf } from "./Units.ts"

/** No more words of a question than this are replaced. */
const mostMeant = 5

/** Looks for words that are nearly those asked for, and more frequent; none without pg_trgm (`typos`). */
export const makeNearWords = (sql: SqlClient.SqlClient, typos: boolean) => {
  const SimilarWord = Schema.Struct({ word: Schema.String, documents: Schema.Int })
  const similar = (word: string, least: number, most: number) =>
    rowsAs(SimilarWord).all(sql`
      select word, sum(documents)::int as documents from search_words
      where word <> '' and word % ${word} and length(word) between ${least}::int and ${most}::int and documents > 0
      group by word order by similarity(word, ${word}) desc, documents desc limit 200`)

  return Effect.fnUntraced(function* (query: Query, { corpus, plan }: SearchPlan) {
    const found = new Map<string, string>()
    if (!typos) return found
    const asked = new Set(query.units.flatMap(({ kind, words }) => (kind === "not" ? [] : words)))
    for (const word of asked) {
      const most = tolerance(word)
      if (most === 0 || !/^\p{L}+$/u.test(word) || found.size >= mostMeant) continue
      const own = rowsOf(planOf({ units: [{ kind: "any", words: [word] }] }, plan.languages), 0)
      const among = own.flat().reduce((sum, term) => sum + corpus.frequency(term), 0)
      const plain = fold(word)
      // A transaction takes the primary, and a question is answered without it, too.
      const known = yield* ifPrimaryAnswers(
        sql.withTransaction(
          Effect.andThen(
            sql`select set_config('pg_trgm.similarity_threshold', '0.2', true)`,
            similar(plain, plain.length - most, plain.length + most)
          )
        )
      )
      if (Option.isNone(known)) return found
      const other = meant(
        plain,
        known.value.filter(({ documents }) => documents > among)
      )
      if (other !== null) found.set(word, other)
    }
    return found
  })
}

export type NearWords = ReturnType<typeof makeNearWords>

/** A question with other words. */
export const withWords = (query: Query, instead: ReadonlyMap<string, string>): Query => ({
  units: query.units.map((unit) => ({ ...unit, words: unit.words.map((word) => instead.get(word) ?? word) }))
})
