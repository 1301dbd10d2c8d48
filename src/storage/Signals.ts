import { Context, DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { type NewSignal, Signal, SignalId, type Written } from "../domain/Signal.ts"
import type { SourceName } from "../domain/Source.ts"
import { toCalendarDate } from "../domain/Timestamp.ts"
import { chunks, inTurn, recordset } from "./Batch.ts"
import { calendarDate } from "./Columns.ts"
import { anyOf, score, webSearch } from "./EnglishText.ts"
import { changes, listed, type Listed, type StoredSignal } from "./SignalChanges.ts"

/** News from all sources, each story once. */
export class Signals extends Context.Service<
  Signals,
  {
    /**
     * Without `q` newest first. With `q` every term must match (title counts more than snippet), best first, then newest;
     * quoted phrases and `-term` as in web search; stop words alone match nothing.
     */
    readonly list: (query: { readonly q?: string; readonly limit: number }) => Effect.Effect<ReadonlyArray<Signal>>
    /**
     * Signals that match any of the terms (words or phrases), best first, none published or first seen after `before`: what
     * a report may rest on.
     */
    readonly matching: (query: {
      readonly terms: ReadonlyArray<string>
      readonly before: Date
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<Signal>>
    /**
     * Stores what a source lists, newest first. An item is recognised by (source, guid), else by its identity; what changed
     * is updated, the rest is left alone. A story's words are those of the source that brought it first; others only add
     * their sighting, and a date where there was none. A date that is missing, more than a day ahead or older than the web
     * is replaced by the time of first sight. Safe to race and to repeat.
     */
    readonly upsert: (source: SourceName, items: ReadonlyArray<NewSignal>) => Effect.Effect<Written>
    /** Remembers that a search for the term found the items that the source knows by these guids; those not stored are passed over. */
    readonly link: (term: string, source: SourceName, guids: ReadonlyArray<string>) => Effect.Effect<void>
    /** What searches for any of the terms found, newest first. */
    readonly foundBy: (query: {
      readonly terms: ReadonlyArray<string>
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<Signal>>
  }
>()("sonde/storage/Signals") {
  static readonly layer = Layer.effect(
    Signals,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const columns = sql`
        id, title, snippet, url, source, ${calendarDate("published_at")} as published_at, published_at_estimated`
      const sha256 = (column: "guid" | "identity") => sql`sha256(convert_to(x.${sql(column)}, 'UTF8'))`

      const newest = SqlSchema.findAll({
        Request: Schema.Struct({ limit: Schema.Int }),
        Result: Signal,
        execute: ({ limit }) => sql`
          select ${columns} from signals order by signals.published_at desc, id desc limit ${limit}`
      })

      const search = SqlSchema.findAll({
        Request: Schema.Struct({ q: Schema.String, limit: Schema.Int }),
        Result: Signal,
        execute: ({ q, limit }) => sql`
          select ${columns} from signals, websearch_to_tsquery('english', ${q}) query
          where search @@ query
          order by ts_rank(search, query) desc, signals.published_at desc, id desc
          limit ${limit}`
      })

      const matching = SqlSchema.findAll({
        Request: Schema.Struct({ terms: Schema.Array(Schema.String), before: Schema.Date, limit: Schema.Int }),
        Result: Signal,
        execute: ({ terms, before, limit }) => sql`
          with wanted as (
            select string_agg('(' || phrase::text || ')', ' | ')::tsquery as query
            from (select phraseto_tsquery('english', term) from unnest(${terms}::text[]) as term) as terms(phrase)
            where numnode(phrase) > 0
          )
          select ${columns} from signals, wanted
          where search @@ query and signals.published_at <= ${before} and first_seen_at <= ${before}
          order by ts_rank(search, query) desc, signals.published_at desc, id desc
          limit ${limit}`
      })

      const foundBy = SqlSchema.findAll({
        Request: Schema.Struct({ terms: Schema.Array(Schema.String), limit: Schema.Int }),
        Result: Signal,
        execute: ({ terms, limit }) => sql`
          select ${columns} from signals
          where id in (select signal_id from signal_searches where term = any(${terms}::text[]))
          order by signals.published_at desc, id desc limit ${limit}`
      })

      const link = (term: string, source: SourceName, guids: ReadonlyArray<string>) => sql`
        insert into signal_searches (term, signal_id)
        select distinct ${term}, signal_id
        from json_to_recordset(${recordset(guids.map((guid) => ({ guid })))}::json) as x(guid text)
        join signal_sightings on source_name = ${source} and signal_sightings.guid = ${sha256("guid")}
        on conflict do nothing`

      const recognise = SqlSchema.findAll({
        Request: Schema.Struct({ source: Schema.String, items: Schema.String }),
        Result: Schema.Struct({
          n: Schema.Int,
          sighted: Schema.Boolean,
          id: SignalId,
          source_name: Schema.String,
          title: Schema.String,
          snippet: Schema.String,
          url: Schema.String,
          source: Schema.String,
          published_at: Schema.Date,
          published_at_estimated: Schema.Boolean
        }),
        execute: ({ source, items }) => sql`
          select x.n, g.signal_id is not null as sighted, s.id, s.source_name, s.title, s.snippet, s.url, s.source,
                 s.published_at, s.published_at_estimated
          from json_to_recordset(${items}::json) as x(n integer, guid text, identity text)
          left join lateral (
            select signal_id from signal_sightings where source_name = ${source} and guid = ${sha256("guid")} limit 1
          ) g on true
          cross join lateral (
            select * from signals
            where id = coalesce(g.signal_id, (select id from signals where identity = ${sha256("identity")}))
            limit 1 -- one look-up for each item, whatever the planner believes of the table
          ) s`
      })

      const insert = (source: SourceName, rows: ReadonlyArray<object>, now: Date) => sql`
        insert into signals (identity, source_name, title, snippet, url, source, published_at, published_at_estimated,
                             first_seen_at, updated_at)
        select ${sha256("identity")}, ${source}, title, snippet, url, source, published_at, published_at_estimated,
               ${now}, ${now}
        from json_to_recordset(${recordset(rows)}::json) as x(identity text, title text, snippet text, url text,
             source text, published_at timestamptz, published_at_estimated boolean)
        on conflict do nothing`

      const update = (rows: ReadonlyArray<object>, now: Date) => sql`
        update signals set title = x.title, snippet = x.snippet, url = x.url, source = x.source,
               published_at = x.published_at, published_at_estimated = x.published_at_estimated, updated_at = ${now}
        from json_to_recordset(${recordset(rows)}::json) as x(id integer, title text, snippet text, url text,
             source text, published_at timestamptz, published_at_estimated boolean)
        where signals.id = x.id`

      const sight = (source: SourceName, rows: ReadonlyArray<object>, now: Date) => sql`
        insert into signal_sightings (source_name, guid, signal_id, seen_at)
        select ${source}, ${sha256("guid")},
               coalesce(x.id, (select id from signals where identity = ${sha256("identity")})), ${now}
        from json_to_recordset(${recordset(rows)}::json) as x(id integer, guid text, identity text)
        on conflict do nothing`

      const upsert = Effect.fnUntraced(function* (source: SourceName, items: ReadonlyArray<NewSignal>) {
        const now = yield* DateTime.nowAsDate
        const rows = listed(items)
        const known: Array<StoredSignal | null> = rows.map(() => null)
        const sightings = new Map(rows.flatMap(({ guid, item }, n) => (guid === null ? [] : [[n, { guid, item }]])))
        const keys = rows.map(({ guid, item }, n) => ({ n, guid, identity: item.identity }))
        for (const chunk of chunks(keys)) {
          for (const { n, sighted, ...stored } of yield* recognise({ source, items: recordset(chunk) })) {
            known[n] = stored
            if (sighted) sightings.delete(n)
          }
        }
        const changed = changes(source, rows, known, now)
        for (const chunk of chunks(changed.insert)) yield* insert(source, chunk, now)
        for (const chunk of chunks(changed.update)) yield* update(chunk, now)
        const unsighted = [...sightings].map(([n, { guid, item }]) => ({
          id: known[n]?.id ?? null,
          guid,
          identity: item.identity
        }))
        for (const chunk of chunks(unsighted)) yield* sight(source, chunk, now)
        return { new: changed.insert.length, changed: changed.update.length }
      })

      return {
        list: ({ q, limit }) => Effect.orDie(q === undefined ? newest({ limit }) : search({ q: plain(q), limit })),
        matching: (query) => Effect.orDie(matching({ ...query, terms: query.terms.map(plain) })),
        upsert: (source, items) =>
          items.length === 0
            ? Effect.succeed({ new: 0, changed: 0 })
            : Effect.orDie(inTurn(sql, "signals")(upsert(source, items))),
        link: (term, source, guids) => Effect.orDie(Effect.asVoid(link(term, source, guids))),
        foundBy: (query) => Effect.orDie(foundBy(query))
      }
    })
  )

  static readonly layerMemory = Layer.sync(Signals, () => {
    const signals = new Map<number, StoredSignal & { readonly first_seen_at: Date }>()
    const identities = new Map<string, number>()
    const sightings = new Map<string, number>()
    const found = new Map<string, Set<number>>()
    const sighting = (source: SourceName, guid: string) => JSON.stringify([source, guid])

    const recognise = (source: SourceName, { guid, item }: Listed): StoredSignal | null => {
      const sighted = guid === null ? undefined : sightings.get(sighting(source, guid))
      return signals.get(sighted ?? identities.get(item.identity) ?? 0) ?? null
    }

    const newest = (one: StoredSignal, other: StoredSignal): number =>
      other.published_at.getTime() - one.published_at.getTime() || other.id - one.id

    const find = (query: ReturnType<typeof webSearch>, limit: number, before?: Date) =>
      [...signals.values()]
        .filter((signal) => before === undefined || (signal.published_at <= before && signal.first_seen_at <= before))
        .map((signal) => {
          const { title, snippet, source } = signal
          const fields = [title, snippet, source].map((text, n) => ({ text, weight: weights[n]! }))
          return { signal, score: score(fields, query) }
        })
        .filter((found) => found.score !== null)
        .sort((one, other) => other.score! - one.score! || newest(one.signal, other.signal))
        .slice(0, limit)
        .map(({ signal }) => shown(signal))

    return {
      list: ({ q, limit }) =>
        Effect.sync(() =>
          q === undefined ? [...signals.values()].sort(newest).slice(0, limit).map(shown) : find(webSearch(q), limit)
        ),
      matching: ({ terms, before, limit }) => Effect.sync(() => find(anyOf(terms), limit, before)),
      upsert: (source, items) =>
        Effect.map(DateTime.nowAsDate, (now) => {
          const rows = listed(items)
          const known = rows.map((row) => recognise(source, row))
          const changed = changes(source, rows, known, now)
          for (const { identity, ...signal } of changed.insert) {
            const id = signals.size + 1
            identities.set(identity, id)
            signals.set(id, { ...signal, id, source_name: source, first_seen_at: now })
          }
          for (const change of changed.update) signals.set(change.id, { ...signals.get(change.id)!, ...change })
          rows.forEach(({ guid, item }, n) => {
            if (guid !== null) sightings.set(sighting(source, guid), known[n]?.id ?? identities.get(item.identity)!)
          })
          return { new: changed.insert.length, changed: changed.update.length }
        }),
      link: (term, source, guids) =>
        Effect.sync(() => {
          const ids = guids.flatMap((guid) => sightings.get(sighting(source, guid)) ?? [])
          found.set(term, new Set([...(found.get(term) ?? []), ...ids]))
        }),
      foundBy: ({ terms, limit }) =>
        Effect.sync(() =>
          [...new Set(terms.flatMap((term) => [...(found.get(term) ?? [])]))]
            .map((id) => signals.get(id)!)
            .sort(newest)
            .slice(0, limit)
            .map(shown)
        )
    }
  })
}

/** What title, snippet and publisher weigh: ts_rank's weights of A, B and C. */
const weights = [1, 0.4, 0.2]

/** Postgres takes no U+0000 in text, not even in a query. */
const plain = (text: string): string => text.replaceAll("\u0000", " ")

const shown = ({ id, title, snippet, url, source, published_at, published_at_estimated }: StoredSignal): Signal => ({
  id: SignalId.make(id),
  title,
  snippet,
  url,
  source,
  published_at: toCalendarDate(published_at),
  published_at_estimated
})
