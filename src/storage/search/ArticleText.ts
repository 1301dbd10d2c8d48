import type { SqlClient } from "effect/sql"

/** For a query on `signals`: the beginning of the article on a signal's page, as the search index wants it. */
export const articleText = (sql: SqlClient.SqlClient) => sql`
  (select left(text, 4000) from articles where page = sha256(convert_to(signals.url, 'UTF8'))) as article`
