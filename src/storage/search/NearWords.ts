import { Effect, Option, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { fold } from "../../search/Languages.ts"
import { planOf, type Query } from "../../search/Query.ts"
import { leastMeant, meant, type Meant, mostWrong, noneMeant, suspects, tolerance } from "../../search/Typos.ts"
import { ifPrimaryAnswers } from "../database/ReadPath.ts"
import { rowsAs } from "../database/Rows.ts"
import { meets } from "./Matches.ts"
import { sampled } from "./SearchDocuments.ts"
import type { SearchPlan } from "./SearchPlan.ts"
import { filterTags } from "./Tags.ts"
import { anyOf, rowsOf } from "./Units.ts"

/** Looks for words that were probably meant by others; for none without pg_trgm (`typos`). */
export const makeNearWords = (sql: SqlClient.SqlClient, typos: boolean) => {
  const SimilarWord = Schema.Struct({ word: Schema.String, terms: Schema.Array(Schema.String), documents: Schema.Int })
  const similar = (word: string, most: number) =>
    rowsAs(SimilarWord).all(sql`
      select word, array_agg(term) as terms, sum(documents)::int as documents from search_words
      where word <> '' and word % ${word} and length(word) between ${word.length - most}::int and ${word.length + most}::int
            and documents > 0
      group by word order by similarity(word, ${word}) desc, documents desc limit 200`)

  /** The languages of up to so many documents that have one of each of these. */
  const languagesOf = ({ counts }: SearchPlan, terms: ReadonlyArray<ReadonlyArray<string>>, limit: number) =>
    Effect.map(
      sql<{ language: string }>`
        select language from search_documents
        where ${meets(sql, counts.engine, terms.map(anyOf).join(" & "))} limit ${limit}`.unprepared,
      (rows) => rows.map(({ language }) => language)
    )

  return Effect.fnUntraced(function* (query: Query, asked: SearchPlan) {
    if (!typos) return noneMeant
    const [unknown, rare] = [new Map<string, string>(), new Map<string, string>()]
    for (const word of suspects(query)) {
      const terms = rowsOf(planOf({ units: [{ kind: "any", words: [word] }] }, asked.plan.languages), 0).flat()
      const counted = terms.reduce((sum, term) => sum + asked.corpus.frequency(term), 0)
      if (terms.length === 0 || counted > mostWrong * sampled.oneIn) continue
      const own = yield* languagesOf(asked, [terms], mostWrong + 1)
      if (own.length > mostWrong) continue
      const plain = fold(word)
      // A transaction takes the primary, and a question is answered without it, too.
      const known = yield* ifPrimaryAnswers(
        sql.withTransaction(
          Effect.andThen(
            sql`select set_config('pg_trgm.similarity_threshold', '0.2', true)`,
            similar(plain, tolerance(plain))
          )
        )
      )
      if (Option.isNone(known)) break
      const other = meant({ word, terms, documents: own.length }, known.value)
      if (other === null) continue
      if (own.length === 0) unknown.set(word, other.word)
      else {
        // A word of another language is no mistake, however much it is like a frequent one.
        const tags = own.flatMap((language) => filterTags({ language }).flat())
        const least = leastMeant(own.length)
        if ((yield* languagesOf(asked, [other.terms, [...new Set(tags)]], least)).length === least)
          rare.set(word, other.word)
      }
    }
    return { unknown, rare } satisfies Meant
  })
}

export type NearWords = ReturnType<typeof makeNearWords>
