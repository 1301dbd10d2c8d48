import { Effect, Schema } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { inTurn } from "../database/Batch.ts"
import { rowsAs } from "../database/Rows.ts"
import { articleText, documentColumns } from "./ArticleText.ts"
import { analysisVersion, type SearchDocuments } from "./SearchDocuments.ts"

/** Signals indexed at a time. */
const piece = 250

/** What the catch-up needs. */
interface Given {
  readonly sql: SqlClient.SqlClient
  readonly documents: SearchDocuments
  /** Creates the best index that the database supports now; null if it exists. */
  readonly change: Effect.Effect<unknown, SqlError.SqlError> | null
  /** The cached statistics of all documents are out of date. */
  readonly forgetCounts: Effect.Effect<void>
}

/** Indexes signals that are not indexed yet: they are older than the index, or follow other rules. */
export const makeCatchUp = ({ change, documents, forgetCounts, sql }: Given) => {
  const UnindexedSignal = Schema.Struct({
    id: Schema.Int,
    title: Schema.String,
    snippet: Schema.String,
    source: Schema.String,
    brought_by: Schema.Array(Schema.String),
    language: Schema.NullOr(Schema.String),
    published_at: Schema.Date,
    published_at_estimated: Schema.Boolean,
    first_seen_at: Schema.Date,
    article: Schema.NullOr(Schema.String)
  })
  const unindexed = (below: number, limit: number) =>
    rowsAs(UnindexedSignal).all(sql`
      select ${documentColumns(sql)}, ${articleText(sql)} from signals where id < ${below} order by signals.id desc limit ${limit}`)

  const pending = Effect.map(
    sql<{ pending: number }>`
      select count(*)::int as pending from signals where id < (select below from search_state)`,
    ([row]) => row!.pending
  )

  /** One batch in one transaction: if the process dies, the next one continues from there. */
  const indexPiece = inTurn(
    sql,
    "signals"
  )(
    Effect.gen(function* () {
      const [state] = yield* sql<{
        below: number
        analysis: number
      }>`select below::float8 as below, analysis from search_state for update`
      if (state === undefined) return false
      if (state.analysis !== analysisVersion) {
        // Other rules: counts start from zero, and documents are made anew.
        // Locked in the same order as where words are counted, so that the two do not deadlock.
        yield* sql`truncate search_uncounted, search_words, search_languages, search_documents, search_sources`
        yield* sql`
          update search_state set analysis = ${analysisVersion}, documents = 0, title_terms = 0, text_terms = 0,
                 below = (select coalesce(max(id), 0) + 1 from signals)`
        return true
      }
      const rows = yield* unindexed(state.below, piece)
      if (rows.length === 0) {
        if (state.below > 1) yield* sql`update search_state set below = 1`
        return false
      }
      yield* documents.write(rows)
      yield* sql`update search_state set below = ${rows.at(-1)!.id}`
      // Cached answers do not have them yet.
      yield* sql`select pg_notify('sonde_changes', 'signals')`
      return true
    })
  )

  let changed = change === null

  const catchUp = Effect.fnUntraced(function* (limit: number) {
    if (!changed && change !== null) {
      yield* change
      changed = true
      yield* forgetCounts
    }
    let more = true
    for (let done = 0; more && done < limit; done += piece) {
      more = yield* indexPiece
      yield* documents.finish
      yield* Effect.yieldNow
    }
    // Of the last ones, too: no write may follow.
    yield* documents.countWords
    yield* forgetCounts
    return more ? yield* pending : 0
  })

  return { catchUp, pending }
}
