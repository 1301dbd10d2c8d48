import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import { maxAlsoIn, Signal } from "../../domain/Signal.ts"
import { calendarDate } from "../database/Columns.ts"
import { arrayOf, type Json, readJson } from "../database/Json.ts"
import { type Company, mentions } from "./Mentions.ts"
import { makeSignalIntake, type SignalIntake } from "./SignalIntake.ts"
import { makeMemory } from "../memory/Signals.ts"

/** News from all sources, each story once. */
export class Signals extends Context.Service<
  Signals,
  {
    /**
     * Without `q` newest first. With `q` every term must match (title counts more than snippet), best first, then newest;
     * quoted phrases and `-term` as in web search; stop words or exclusions alone match nothing.
     */
    readonly list: (query: { readonly q?: string; readonly limit: number }) => Effect.Effect<ReadonlyArray<Signal>>
    readonly listJson: (query: {
      readonly q?: string
      readonly limit: number
    }) => Effect.Effect<Json<ReadonlyArray<Signal>>>
    /**
     * Signals that match any of the terms (words or phrases), best first, none published or first seen after `before`: what
     * a report may rest on.
     */
    readonly matching: (query: {
      readonly terms: ReadonlyArray<string>
      readonly before: Date
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<Signal>>
    /** What searches for any of the terms found, newest first. */
    readonly foundBy: (query: {
      readonly terms: ReadonlyArray<string>
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<Signal>>
    /** What mentions the company by the rule of Mentions.ts, newest first. A search is known by the name that it was made for. */
    readonly mentioning: (company: Company, limit: number) => Effect.Effect<ReadonlyArray<Signal>>
  } & SignalIntake
>()("sonde/storage/Signals") {
  static readonly layer = Layer.effect(
    Signals,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const columns = sql`
        id, title, snippet, url, source, ${calendarDate("published_at")} as published_at, published_at_estimated,
        coalesce((
          select json_agg(json_build_object('source', others.source, 'url', others.url))
          from (
            select s.source, s.url from signal_sightings s
            where s.signal_id = signals.id and s.url is not null and (s.source, s.url) <> (signals.source, signals.url)
            group by s.source, s.url order by min(s.seen_at), s.source collate "C", s.url collate "C" limit ${maxAlsoIn}
          ) others
        ), '[]') as also_in`

      const newest = ({ limit }: { readonly limit: number }) => sql`
        select ${columns} from signals order by signals.published_at desc, id desc limit ${limit}`

      /** The best that match. Not prepared: a plan for whatever is asked would be a walk through all signals for a rare word. */
      const best = (query: Fragment, among: Fragment, limit: number) => sql`
        select ${columns} from signals where search @@ (${query}) and ${among}
        order by ts_rank(search, ${query}) desc, signals.published_at desc, id desc
        limit ${limit}`

      /** A query that no index can answer, of exclusions or stop words alone, finds nothing, and nothing is read for it. */
      const search = ({ q, limit }: { readonly q: string; readonly limit: number }) => {
        const query = sql`websearch_to_tsquery('english', ${plain(q)})`
        return best(query, sql`querytree(${query}) not in ('', 'T')`, limit)
      }

      const list = readJson({
        Request: Schema.Struct({ q: Schema.optionalKey(Schema.String), limit: Schema.Int }),
        Value: Schema.Array(Signal),
        execute: ({ q, limit }) =>
          q === undefined ? arrayOf(sql, newest({ limit })) : arrayOf(sql, search({ q, limit })).unprepared
      })

      const matching = SqlSchema.findAll({
        Request: Schema.Struct({ terms: Schema.Array(Schema.String), before: Schema.Date, limit: Schema.Int }),
        Result: Signal,
        execute: ({ terms, before, limit }) => {
          const phrases = terms.map((term) => sql`phraseto_tsquery('english', ${term})`)
          return best(
            sql.join(" || ", false)([sql`''::tsquery`, ...phrases]),
            sql`published_at <= ${before} and first_seen_at <= ${before}`,
            limit
          ).unprepared
        }
      })

      const foundBy = SqlSchema.findAll({
        Request: Schema.Struct({ terms: Schema.Array(Schema.String), limit: Schema.Int }),
        Result: Signal,
        execute: ({ terms, limit }) => sql`
          select ${columns} from signals
          where id = any(array(select signal_id from signal_searches where term = any(${terms}::text[])))
          order by signals.published_at desc, id desc limit ${limit}`
      })

      const mentioning = SqlSchema.findAll({
        Request: Schema.Struct({ name: Schema.String, domain: Schema.String, limit: Schema.Int }),
        Result: Signal,
        execute: ({ limit, ...company }) =>
          sql`
          select ${columns} from signals where id in (${mentions(sql, company, limit)})
          order by signals.published_at desc, id desc limit ${limit}`.unprepared
      })

      return {
        list: (query) => Effect.orDie(list.value(query)),
        listJson: (query) => Effect.orDie(list.json(query)),
        matching: (query) => Effect.orDie(matching({ ...query, terms: query.terms.map(plain) })),
        foundBy: (query) => Effect.orDie(foundBy(query)),
        mentioning: ({ domain, name }, limit) => Effect.orDie(mentioning({ name: plain(name), domain, limit })),
        ...makeSignalIntake(sql)
      }
    })
  )

  static readonly layerMemory = Layer.sync(Signals, makeMemory)
}

/** Postgres takes no U+0000 in text, not even in a query. */
const plain = (text: string): string => text.replaceAll("\u0000", " ")
