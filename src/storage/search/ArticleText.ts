import type { SqlClient } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import type { SearchDocument } from "./SearchIndex.ts"

/**
 * For a query on `signals`: the beginning of a signal's article, as the search index wants it. The article of a signal
 * is the one on the page at its address, so that one page can be the article of several.
 */
export const articleText = (sql: SqlClient.SqlClient) => sql`
  (select left(text, 4000) from articles where page = sha256(convert_to(signals.url, 'UTF8'))) as article`

/** The signals that meet the condition, as the search index wants them. */
export const searchDocuments = (sql: SqlClient.SqlClient, condition: Fragment) => sql<SearchDocument>`
  select id, title, snippet, source, language, published_at, published_at_estimated, first_seen_at, ${articleText(sql)}
  from signals where ${condition}`
