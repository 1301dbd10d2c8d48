import { Context, DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import {
  type ArticleOutcome,
  ArticleState,
  openingWords,
  quotationLength,
  type SignalArticle
} from "../../domain/Article.ts"
import { SignalId, submittedWithinDays, usableDate } from "../../domain/Signal.ts"
import { SourceName } from "../../domain/Source.ts"
import { storyOf } from "../../domain/Story.ts"
import { Timestamp } from "../../domain/Timestamp.ts"
import { inTurn, recordset } from "../database/Batch.ts"
import { timestamp } from "../database/Columns.ts"
import { orDefect } from "../database/Defect.ts"
import { rowsAs } from "../database/Rows.ts"
import { searchDocuments } from "../search/ArticleText.ts"
import { type SearchDocument, SearchIndex } from "../search/SearchIndex.ts"
import * as SqlSearchIndex from "../search/SqlSearchIndex.ts"

/** A page to read. */
export const WantedArticle = Schema.Struct({
  url: Schema.String,
  signal: SignalId,
  /** The source that brought the signal. */
  source_name: SourceName,
  /** How many tries it had, with this one. */
  attempts: Schema.Int,
  queued_at: Schema.Date
})
export type WantedArticle = typeof WantedArticle.Type

/** How far the reading of a page is. */
const PageState = Schema.Struct({
  url: Schema.String,
  state: ArticleState,
  /** Why it is in this state; for a page that is queued, why the last try failed. */
  reason: Schema.NullOr(Schema.String),
  /** Whether it may be taken now. */
  due: Schema.Boolean
})
export type PageState = typeof PageState.Type

/** The pages behind signals, each once, and what they say. */
export class Articles extends Context.Service<
  Articles,
  {
    /** Queues the pages of these signals, except known ones. Returns how many are new. */
    readonly want: (signals: ReadonlyArray<SignalId>) => Effect.Effect<number>
    /** The same for so many of the newest signals. */
    readonly wantNewest: (limit: number) => Effect.Effect<number>
    /**
     * Takes the due page that has waited longest, and starts its rest: nobody else gets it before the rest is over,
     * even if the process dies. `rests` are in seconds, one for each attempt; the last one is repeated. With `among`
     * only the pages behind these signals.
     */
    readonly begin: (
      rests: ReadonlyArray<number>,
      among?: ReadonlyArray<SignalId>
    ) => Effect.Effect<WantedArticle | null>
    /** How far the pages behind these signals are, each once; without those that were never queued. */
    readonly states: (signals: ReadonlyArray<SignalId>) => Effect.Effect<ReadonlyArray<PageState>>
    /**
     * Stores the outcome of a queued page: the first one is final. The page's own date, if it is plausible, replaces
     * the estimated one of the signal that has this page's identity (other signals may be parts of it), and one that is
     * some days newer of a source that is `undated`: that knows only when a page was seen or submitted. Search finds
     * all signals of the page by the beginning of the text.
     */
    readonly settle: (
      url: string,
      identity: string,
      outcome: ArticleOutcome,
      undated?: ReadonlyArray<SourceName>
    ) => Effect.Effect<void>
    /**
     * The page failed and is tried again: not before its rest is over, and not before `until`. If no request was sent,
     * this was no attempt, and the page does not rest.
     */
    readonly postpone: (
      url: string,
      why: { readonly reason: string; readonly until: Date; readonly asked: boolean }
    ) => Effect.Effect<void>
    /** What is known about the page behind a signal; null if it was never queued. */
    readonly ofSignal: (id: SignalId) => Effect.Effect<SignalArticle | null>
    /** The beginnings of the articles behind signals, of those that were read by then and whose text is still kept. */
    readonly textsOf: (signals: ReadonlyArray<SignalId>, until: Date) => Effect.Effect<ReadonlyMap<SignalId, string>>
  }
>()("sonde/storage/Articles") {
  static readonly layer = Layer.effect(
    Articles,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const index = yield* SearchIndex

      const pageOf = (url: string) => sql`sha256(convert_to(${url}, 'UTF8'))`

      const isBehind = (signals: ReadonlyArray<number>) => sql`
        page = any(array(select sha256(convert_to(url, 'UTF8')) from signals where id = any(${signals.map(BigInt)}::bigint[])))`

      const want = Effect.fnUntraced(function* (ids: ReadonlyArray<SignalId>) {
        if (ids.length === 0) return 0
        const now = yield* DateTime.nowAsDate
        const rows = yield* sql`
          insert into articles (page, url, signal_id, state, attempts, queued_at, next_attempt_at)
          select sha256(convert_to(url, 'UTF8')), url, id, 'queued', 0, ${now}, ${now}
          from signals where id = any(${ids.map(BigInt)}::bigint[]) order by id desc
          on conflict do nothing returning 1`
        return rows.length
      })

      const newest = (limit: number) => sql<{ id: number }>`
        select id::float8 as id from (select id, url from signals order by id desc limit ${limit}) newest
        where not exists (select from articles where page = sha256(convert_to(newest.url, 'UTF8')))`

      const begin = (now: Date, rests: ReadonlyArray<number>, among: ReadonlyArray<SignalId> | undefined) =>
        rowsAs(WantedArticle).first(sql`
          update articles set
            attempts = attempts + 1, reason = null,
            next_attempt_at = ${now}::timestamptz
              + make_interval(secs => (${rests}::int[])[least(attempts + 1, ${rests.length}::int)])
          from signals
          where signals.id = signal_id and page = (
            select page from articles where next_attempt_at <= ${now} ${among === undefined ? sql`` : sql`and ${isBehind(among)}`}
            order by next_attempt_at, signal_id desc limit 1 for update skip locked
          )
          returning articles.url, signal_id::float8 as signal, source_name, attempts, queued_at`)

      const states = (now: Date, signals: ReadonlyArray<SignalId>) =>
        rowsAs(PageState).all(sql`
          select url, state, reason, coalesce(next_attempt_at <= ${now}, false) as due
          from articles where ${isBehind(signals)} order by url collate "C"`)

      /** Gives a signal the date of its page. Returns its id if it changed. */
      const redate = Effect.fnUntraced(function* (
        identity: string,
        date: Date,
        undated: ReadonlyArray<SourceName>,
        now: Date
      ) {
        // A page says nothing of tomorrow.
        if (date > now) return null
        const [signal] = yield* sql<
          Pick<SearchDocument, "id" | "title" | "source" | "first_seen_at"> & { url: string }
        >`
          select id::float8 as id, title, url, source, first_seen_at from signals
          where identity = sha256(convert_to(${identity}, 'UTF8')) and (
            published_at_estimated or source_name = any(${undated}::text[])
              and published_at > ${date}::timestamptz + make_interval(days => ${submittedWithinDays}::int))`
        if (signal === undefined) return null
        const published_at = usableDate(date, signal.first_seen_at)
        if (published_at === null) return null
        const story = storyOf({ ...signal, published_at })?.key ?? null
        yield* sql`
          update signals set published_at = ${published_at}, published_at_estimated = false, story = ${story}, updated_at = ${now}
          where id = ${signal.id}`
        return signal.id
      })

      const settle = Effect.fnUntraced(function* (
        url: string,
        identity: string,
        outcome: ArticleOutcome,
        undated: ReadonlyArray<SourceName>
      ) {
        const now = yield* DateTime.nowAsDate
        const row = recordset([outcome])
        const settled: ReadonlyArray<unknown> = yield* sql`
          update articles set state = x.state, reason = x.reason, next_attempt_at = null, fetched_at = ${now},
            text = x.text, sha256 = x.sha256, author = x.author, language = x.language, published_at = x.published_at
          from json_to_recordset(${row}::json)
            as x(state text, reason text, text text, sha256 text, author text, language text, published_at timestamptz)
          where page = ${pageOf(url)} and articles.state = 'queued'
          returning 1`
        if (settled.length === 0) return
        const dated = outcome.published_at === null ? null : yield* redate(identity, outcome.published_at, undated, now)
        const read = outcome.text === null ? null : url
        yield* index.write(yield* searchDocuments(sql, sql`url = ${read} or id = ${dated}`))
      })

      const postpone: Articles["Service"]["postpone"] = (url, { asked, reason, until }) => {
        const next = asked ? sql`greatest(next_attempt_at, ${until})` : sql`${until}`
        return orDefect(
          Effect.asVoid(sql`
            update articles set reason = ${reason}, next_attempt_at = ${next}, attempts = attempts - ${asked ? 0 : 1}::int
            where page = ${pageOf(url)} and state = 'queued'`)
        )
      }

      const StoredArticle = Schema.Struct({
        state: ArticleState,
        reason: Schema.NullOr(Schema.String),
        opening: Schema.NullOr(Schema.String),
        author: Schema.NullOr(Schema.String),
        language: Schema.NullOr(Schema.String),
        published_at: Schema.NullOr(Timestamp),
        fetched_at: Schema.NullOr(Timestamp),
        sha256: Schema.NullOr(Schema.String)
      })
      const found = (id: SignalId) =>
        rowsAs(StoredArticle).first(sql`
          select state, reason, left(text, ${2 * quotationLength}) as opening, author, language,
            ${timestamp("published_at")} as published_at, ${timestamp("fetched_at")} as fetched_at, sha256
          from articles where page = (select sha256(convert_to(url, 'UTF8')) from signals where id = ${id})`)

      const SignalText = Schema.Struct({ id: SignalId, text: Schema.String })
      const texts = (ids: ReadonlyArray<SignalId>, until: Date) =>
        rowsAs(SignalText).all(sql`
          select signals.id::float8 as id, left(text, ${articleBeginning}::int) as text
          from signals join articles on page = sha256(convert_to(signals.url, 'UTF8'))
          where signals.id = any(${ids.map(BigInt)}::bigint[]) and state = 'read' and text is not null and fetched_at <= ${until}`)

      return {
        want: (ids) => orDefect(want(ids)),
        wantNewest: (limit) =>
          orDefect(Effect.flatMap(newest(limit), (rows) => want(rows.map(({ id }) => SignalId.make(id))))),
        begin: (rests, among) => orDefect(Effect.flatMap(DateTime.nowAsDate, (now) => begin(now, rests, among))),
        states: (signals) => orDefect(Effect.flatMap(DateTime.nowAsDate, (now) => states(now, signals))),
        settle: (url, identity, outcome, undated = []) =>
          orDefect(inTurn(sql, "signals")(settle(url, identity, outcome, undated))),
        postpone,
        ofSignal: (id) => orDefect(Effect.map(found(id), (row) => (row === null ? null : shown(row)))),
        textsOf: (ids, until) =>
          orDefect(Effect.map(texts(ids, until), (rows) => new Map(rows.map(({ id, text }) => [id, text]))))
      }
    })
  ).pipe(Layer.provide(SqlSearchIndex.layer))
}

/** How many characters of an article a report reads at most. */
export const articleBeginning = 12_000

/** An article as the API shows it, from what is stored. */
export const shown = ({
  opening,
  ...article
}: Omit<SignalArticle, "quotations"> & { readonly opening: string | null }): SignalArticle => ({
  ...article,
  quotations: opening === null ? [] : [openingWords(opening)]
})
