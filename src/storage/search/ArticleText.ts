import type { SqlClient } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import type { SearchDocument } from "./SearchIndex.ts"

/**
 * For a query on `signals`: the beginning of a signal's article, as the search index wants it. The article of a signal
 * is the one on the page at its address, so that one page can be the article of several.
 */
export const articleText = (sql: SqlClient.SqlClient) => sql`
  (select left(text, 4000) from articles where page = sha256(convert_to(signals.url, 'UTF8'))) as article`

/** What else the search index wants to know of signals. */
export const documentColumns = (sql: SqlClient.SqlClient) => sql`
  signals.id::float8 as id, signals.title, signals.snippet, signals.source, signals.language, signals.published_at,
  signals.published_at_estimated, signals.first_seen_at,
  array(
    select s.source_name from signal_sightings s where s.signal_id = signals.id union select signals.source_name
    order by 1
  ) as brought_by`

/** The signals that meet the condition, as the search index wants them. */
export const searchDocuments = (sql: SqlClient.SqlClient, condition: Fragment) => sql<SearchDocument>`
  select ${documentColumns(sql)}, ${articleText(sql)} from signals where ${condition}`
