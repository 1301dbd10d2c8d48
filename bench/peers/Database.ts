import { createHash } from "node:crypto"
import postgres from "postgres"

/*
 * What every peer does behind its own way of HTTP: the same queries as the service's, by postgres.js as its
 * documentation has it, and the same check of the key.
 */

/** What is known of a key. */
export interface Key {
  readonly account_id: number
  readonly scopes: ReadonlyArray<string>
  readonly expires_at: Date | null
  readonly deactivated: boolean
}

const sha256 = (text: string): Buffer => createHash("sha256").update(text).digest()

/** Ten connections, as many as the service opens unless told. */
export const openDatabase = (url: string) => {
  const sql = postgres(url, { max: 10 })
  const day = (column: string) => sql`to_char(${sql(column)} at time zone 'utc', 'YYYY-MM-DD')`
  const instant = (column: string) => sql`to_char(${sql(column)} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS')`

  const signalColumns = sql`
    id::float8 as id, title, snippet, url, source, ${day("published_at")} as published_at, published_at_estimated,
    coalesce(language, (select d.language from search_documents d where d.signal_id = signals.id)) as language,
    coalesce((
      select json_agg(json_build_object('source', others.source, 'url', others.url))
      from (
        select s.source, s.url from signal_sightings s
        where s.signal_id = signals.id and s.url is not null and (s.source, s.url) <> (signals.source, signals.url)
        group by s.source, s.url order by min(s.seen_at), s.source collate "C", s.url collate "C" limit 10
      ) others
    ), '[]') as also_in,
    (select story_id::float8 from signal_stories where signal_id = signals.id) as story_id,
    greatest(1, (
      select count(*)::int from signal_stories own join signal_stories other using (story_id)
      where own.signal_id = signals.id
    )) as story_signals`

  return {
    key: async (text: string): Promise<Key | undefined> => {
      const [key] = await sql<Array<Key>>`
        select account_id, scopes, expires_at, deactivated_at is not null as deactivated
        from api_keys where hash = ${sha256(text)}`
      return key
    },

    newest: (limit: number) => sql`
      select ${signalColumns} from signals
      order by listed_at(published_at, published_at_estimated) desc, published_at_estimated, id desc limit ${limit}`,

    search: (q: string, limit: number) => sql`
      select ${signalColumns} from signals, websearch_to_tsquery('english', ${q.replaceAll(" ", " or ")}) query
      where to_tsvector('english', title || ' ' || snippet) @@ query
      order by ts_rank(to_tsvector('english', title || ' ' || snippet), query) desc, listed_at(published_at, published_at_estimated) desc, published_at_estimated, id desc
      limit ${limit}`,

    competitors: (account: number) => sql`
      select id, name, domain, status, aliases, exclude, ${instant("created_at")} as created_at from competitors
      where account_id = ${account} and status = any(${["active", "paused"]}::text[])
      order by competitors.created_at, seq`,

    report: async (account: number, id: number) => {
      const [report] = await sql`
        select id, niche, report_type, title, status, confidence, ${instant("created_at")} as created_at,
          executive_summary, sections, ${instant("completed_at")} as completed_at,
          case when status = 'processing' then step end as step, research, error
        from reports where id = ${id} and account_id = ${account} and not removed`
      return report
    }
  }
}

export type Database = ReturnType<typeof openDatabase>

/** Why a key does not let a request pass, as a status; undefined when it does. */
export const refusal = (key: Key | undefined, scope: string): 401 | 403 | undefined => {
  if (key === undefined || key.deactivated || (key.expires_at !== null && key.expires_at <= new Date())) return 401
  return key.scopes.includes(scope) ? undefined : 403
}

/** Keys by their hash for a minute, when the peer is to remember them. */
export const keyReader = (database: Database, remember: boolean): Database["key"] => {
  if (!remember) return database.key
  const known = new Map<string, { readonly key: Key; readonly until: number }>()
  return async (text) => {
    const hash = sha256(text).toString("base64")
    const found = known.get(hash)
    if (found !== undefined && found.until > Date.now()) return found.key
    const key = await database.key(text)
    if (key !== undefined) known.set(hash, { key, until: Date.now() + 60_000 })
    return key
  }
}

/** What a peer is told by its environment: where the data is, and whether it remembers keys and answers. */
export const settings = {
  databaseUrl: process.env["DATABASE_URL"] ?? "",
  remember: process.env["REMEMBER"] === "true"
}

/** Says where the peer listens, for whoever started it. */
export const announce = (port: number): void => console.log(`listening ${port}`)
