import type { SqlClient } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import { isOn, type Site, siteOf } from "../../text/Domain.ts"
import { runs } from "../../text/Words.ts"
import { type Named, namesOf } from "../../domain/Competitor.ts"
import { searchTerm } from "../../domain/Interest.ts"
import type { Signal } from "../../domain/Signal.ts"
import { isCommonName, type SensedText, senseOf } from "../../search/CompanySense.ts"
import { newestFirst } from "./Newest.ts"

/*
 * Which signals mention a company: those that a search for its name found, those whose title or snippet has the name
 * (its words in order, as they are written: "Acmes" is not Acme), and those on its site, also where a story stands
 * there among other places. Text search passes over a name of stop words alone ("AT&T"): of such a company there is
 * what searches found and what it published. Of a name that is an everyday word neither a search nor the word says that
 * the company is meant: search/CompanySense.ts tells.
 */

/** A company as an account knows it. */
export interface Company extends Named {
  readonly domain: string
}

/** A host as `site_of` in the database writes it. */
const backwards = (host: string): string => `${host.split("").toReversed().join("")}.`

const onSite = (sql: SqlClient.SqlClient, column: string, { host, subdomains }: Site): Fragment => {
  const key = backwards(host)
  // `/` is the character after `.`: the range holds what begins with the key, whatever the database's collation.
  return subdomains
    ? sql`site_of(${sql(column)}) ~>=~ ${key} and site_of(${sql(column)}) ~<~ ${`${key.slice(0, -1)}/`}`
    : sql`site_of(${sql(column)}) in (${key}, ${`${key}www.`})`
}

/**
 * The ids of the newest signals that mention the company: each way of finding them brings as many as are wanted in all.
 * `alike` are those that search finds by the stems of the name's words in a row; of a company whose name is an everyday
 * word only those that mean it.
 */
export const mentions = (
  sql: SqlClient.SqlClient,
  { domain, exclude = [], ...named }: Company,
  alike: ReadonlyArray<number>,
  limit: number
): Fragment => {
  const site = siteOf(domain)
  const newest = sql`order by ${newestFirst(sql)}`
  /**
   * Found first and sorted then: the planner would else walk through all signals from the newest on until enough of
   * them fit.
   */
  const found = (condition: Fragment) => sql`
    (select id from (select id, published_at, published_at_estimated from signals where ${condition} offset 0) found ${newest} limit ${limit})`
  const has = (text: string): Fragment =>
    sql`(to_tsvector('simple', title) @@ phraseto_tsquery('simple', ${text})
      or to_tsvector('simple', snippet) @@ phraseto_tsquery('simple', ${text}))`
  const kept = exclude.length === 0 ? sql`` : sql`and not ${sql.or(exclude.map(has))}`
  return sql`
    ${found(sql`id in (select signal_id from signal_searches where term = any(${distinctiveOf(named).map(searchTerm)}::text[])) ${kept}`)}
    union
    (select id from (
       select id, title, snippet, published_at, published_at_estimated from signals
       where id = any(${alike.map(BigInt)}::bigint[]) ${newest} offset 0
     ) alike
     where ${sql.or(namesOf(named).map(has))} ${kept}
     ${newest} limit ${limit})
    union
    ${found(onSite(sql, "signals.url", site))}
    union
    ${found(sql`id in (select signal_id from signal_sightings s where s.url is not null and ${onSite(sql, "s.url", site)})`)}`
}

const words = (text: string): ReadonlyArray<string> => [...runs(text.toLowerCase())].map(([word]) => word)

const names = (text: string, name: ReadonlyArray<string>): boolean => {
  const all = words(text)
  return name.length > 0 && all.some((_, at) => name.every((word, n) => all[at + n] === word))
}

const hasWords = ({ snippet, title }: SensedText, text: string): boolean => {
  const sought = words(text)
  return names(title, sought) || names(snippet, sought)
}

/** The names that say by themselves who is meant. */
const distinctiveOf = (company: Named): ReadonlyArray<string> => namesOf(company).filter((name) => !isCommonName(name))

/** Whether one of its names is an everyday word. */
export const isCommon = (company: Named): boolean => namesOf(company).some(isCommonName)

/** Tells whether a text names the company: by a name, and where that is an everyday word, in its sense. */
export const namedIn = (company: Named): ((text: SensedText) => boolean) => {
  const distinctive = distinctiveOf(company)
  const isMeant = senseOf(company)
  return (text) => distinctive.some((name) => hasWords(text, name)) || isMeant(text)
}

/** The same rule for signals at hand; `searched` are those that a search for a name found, by that name. */
export const mentionIn = (
  company: Company,
  searched: (signal: Signal, name: string) => boolean
): ((signal: Signal) => boolean) => {
  const site = siteOf(company.domain)
  const distinctive = distinctiveOf(company)
  const isNamed = namedIn(company)
  const exclude = company.exclude ?? []
  return (signal) =>
    [{ url: signal.url }, ...signal.also_in].some(({ url }) => isOn(url, site)) ||
    (!exclude.some((phrase) => hasWords(signal, phrase)) &&
      (distinctive.some((name) => searched(signal, name)) || isNamed(signal)))
}
