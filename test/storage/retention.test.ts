import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { AccountId } from "../../src/domain/Account.ts"
import { SourceName } from "../../src/domain/Source.ts"
import { toTimestamp } from "../../src/domain/Timestamp.ts"
import { noConditions } from "../../src/domain/Watch.ts"
import { Articles } from "../../src/storage/signals/Articles.ts"
import { Changes } from "../../src/storage/database/Changes.ts"
import { Deliveries } from "../../src/storage/watches/Deliveries.ts"
import { Endpoints } from "../../src/storage/watches/Endpoints.ts"
import { Retention, type RetentionPolicy } from "../../src/storage/Retention.ts"
import { Signals } from "../../src/storage/signals/Signals.ts"
import { WatchEvents } from "../../src/storage/watches/WatchEvents.ts"
import { Watches } from "../../src/storage/watches/Watches.ts"
import { contentOf } from "../../src/watches/Occurrences.ts"
import { start } from "../support/Contract.ts"
import { forEachDatabase } from "../support/Databases.ts"
import { assertMatches } from "../support/Matches.ts"

const forGood: RetentionPolicy = { signals: 0, articles: 0, trending: 0, runs: 0, usage: 0, audit: 0, events: 0 }

/** Two rows of each kind: one of today, and one of so many days ago. More of those when a count is given. */
const aged = Effect.fnUntraced(function* (days: number, count = 1) {
  const sql = yield* SqlClient.SqlClient
  const old = new Date(start.getTime() - days * 24 * 3_600_000)
  yield* sql`truncate accounts, api_keys, signals, trending_keywords, social_snapshots, sources, reports, idempotency_keys, api_key_usage, runs, sessions, login_links, audit_events, answers, verdicts, expansions, host_turns cascade`
  yield* sql`insert into accounts (id, name, created_at) overriding system value values (1, 'a', now())`
  yield* sql`
    insert into api_keys (id, account_id, name, hash, prefix, last4, scopes, created_at)
    overriding system value values (1, 1, 'k', '\\x00', 'p', 'l', '{}', now())`
  yield* sql`insert into sources (name, kind, configured) values ('s', 'signals', true)`
  for (const [n, [at, many]] of [[start, 1] as const, [old, count] as const].entries()) {
    yield* sql`
      insert into signals (identity, source_name, title, snippet, url, source, published_at, published_at_estimated,
                           first_seen_at, updated_at)
      select decode(md5(${n}::text || i), 'hex'), 's', 't', '', 'https://a.example/' || ${n}::text || '/' || i, 's', ${at}, false, ${at}, ${at}
      from generate_series(1, ${many}) i`
    yield* sql`
      insert into signal_sightings (source_name, guid, signal_id, seen_at)
      select 's', identity, id, first_seen_at from signals on conflict do nothing`
    yield* sql`
      insert into trending_keywords (country, keyword, first_seen_at, seen_at)
      values ('US', ${`k${n}`}, ${old}, ${at}) on conflict do nothing`
    yield* sql`insert into trending_snapshots (country, keyword, day) values ('US', 'k0', ${at}::timestamptz::date)`
    yield* sql`
      insert into social_snapshots (platform, story, score_kind, day, score)
      values ('x', '\\x00', 'posts', ${at}::timestamptz::date, 1)`
    yield* sql`insert into runs (source_name, started_at) select 's', ${at} from generate_series(1, ${many})`
    yield* sql`insert into api_key_usage (key_id, hour, endpoint, count) values (1, ${at}, 'signals', 1)`
    yield* sql`insert into audit_events (account_id, at, action, by) values (1, ${at}, 'signed_in', 'dashboard')`
    yield* sql`
      insert into sessions (hash, account_id, kind, created_at, seen_at, expires_at)
      values (decode(md5(${n}::text), 'hex'), 1, 'link', ${at}, ${at}, ${at}::timestamptz + interval '1 hour')`
    yield* sql`insert into verdicts (hash, verdict, judged_at) values (decode(md5(${n}::text), 'hex'), '{}', ${at})`
    yield* sql`insert into host_turns (host, free_at, held_until) values (${`h${n}.example`}, ${at}, ${at})`
    yield* sql`insert into answers (hash, answer, answered_at) values (decode(md5(${n}::text), 'hex'), '{}', ${at})`
    yield* sql`
      insert into expansions (hash, niche, model, asked_at) values (decode(md5(${n}::text), 'hex'), 'n', 'm', ${at})`
    yield* sql`
      insert into login_links (hash, account_id, expires_at)
      values (decode(md5(${n}::text), 'hex'), 1, ${at}::timestamptz + interval '1 hour')`
    yield* sql`
      insert into reports (account_id, niche, report_type, title, status, created_at, removed)
      values (1, 'n', 't', 't', 'completed', ${at}, true)`
    yield* sql`
      insert into idempotency_keys (account_id, route, key, fingerprint, claim, busy_until, created_at)
      values (1, 'POST /reports', ${`k${n}`}, '\\x00', gen_random_uuid(), ${at}, ${at})`
  }
})

const rows = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [counts] = yield* sql<Record<string, number>>`
    select (select count(*)::int from signals) as signals, (select count(*)::int from signal_sightings) as sightings,
           (select count(*)::int from trending_keywords) as keywords, (select count(*)::int from trending_snapshots) as snapshots,
           (select count(*)::int from social_snapshots) as social,
           (select count(*)::int from runs) as runs, (select count(*)::int from api_key_usage) as usage,
           (select count(*)::int from audit_events) as audit, (select count(*)::int from sessions) as sessions,
           (select count(*)::int from login_links) as links, (select count(*)::int from idempotency_keys) as keys, (select count(*)::int from reports) as reports`
  return counts!
})

const sweep = (policy: Partial<RetentionPolicy>) =>
  Effect.flatMap(Retention, (retention) => retention.sweep({ ...forGood, ...policy }))

forEachDatabase((name, database) => {
  const storage = Layer.mergeAll(
    Retention.layer,
    Signals.layer,
    Articles.layer,
    Endpoints.layer,
    Watches.layer,
    Layer.provideMerge(WatchEvents.layer, Deliveries.layer)
  )
  layer(storage.pipe(Layer.provideMerge(Changes.layerAlone), Layer.provideMerge(database)), {
    excludeTestServices: true
  })(`retention on ${name}`, (it) => {
    const promise = (
      text: string,
      body: Effect.Effect<void, unknown, Layer.Success<typeof storage> | Changes | SqlClient.SqlClient>
    ) =>
      it.effect(text, () =>
        Effect.andThen(TestClock.setTime(start.getTime()), body).pipe(Effect.provide(TestClock.layer()))
      )

    promise(
      "keeps everything for good but what models said, what is forgotten after a day, and sessions and links that nobody can use any more",
      Effect.gen(function* () {
        yield* aged(10_000)
        assert.deepStrictEqual(yield* sweep({}), {
          verdicts: 1,
          expansions: 1,
          answers: 1,
          host_turns: 1,
          idempotency_keys: 1,
          sessions: 1,
          login_links: 1,
          reports: 1
        })
        assert.deepStrictEqual(yield* rows, {
          signals: 2,
          sightings: 2,
          keywords: 2,
          snapshots: 2,
          social: 2,
          runs: 2,
          usage: 2,
          audit: 2,
          sessions: 1,
          links: 1,
          keys: 1,
          reports: 1
        })
      })
    )

    promise(
      "removes what is older than its time, each kind by its own, with what belongs to it",
      Effect.gen(function* () {
        yield* aged(31)
        const { version } = yield* Changes
        const before = version(["signals", "trending_keywords"])
        assert.deepStrictEqual(yield* sweep({ signals: 30, trending: 30, runs: 30, usage: 30, audit: 30 }), {
          signals: 1,
          trending_keywords: 1,
          trending_snapshots: 1,
          social_snapshots: 1,
          runs: 1,
          api_key_usage: 1,
          audit_events: 1,
          verdicts: 0,
          expansions: 0,
          answers: 1,
          host_turns: 1,
          idempotency_keys: 1,
          sessions: 1,
          login_links: 1,
          reports: 1
        })
        assert.notStrictEqual(version(["signals", "trending_keywords"]), before, "what was remembered of them is void")
        assert.deepStrictEqual(new Set(Object.values(yield* rows)), new Set([1]))
        assertMatches(yield* sweep({ signals: 30, runs: 30 }), { signals: 0, runs: 0 })
      })
    )

    promise(
      "empties the texts of articles that were fetched longer ago, and keeps what else is known of them",
      Effect.gen(function* () {
        yield* aged(31)
        const sql = yield* SqlClient.SqlClient
        yield* sql`
          insert into articles (page, url, signal_id, state, attempts, queued_at, fetched_at, text, sha256)
          select sha256(id::text::bytea), url, id, 'read', 1, first_seen_at, first_seen_at, 'text', 'hash' from signals`
        const kept = sql<{ texts: number; pages: number; hashes: number }>`
          select count(text)::int as texts, count(*)::int as pages, count(sha256)::int as hashes from articles`
        yield* sweep({})
        assert.deepStrictEqual(yield* kept, [{ texts: 2, pages: 2, hashes: 2 }])
        const { version } = yield* Changes
        const before = version(["articles"])
        assertMatches(yield* sweep({ articles: 30 }), { articles: 1 })
        assert.notStrictEqual(version(["articles"]), before, "what was remembered of them is void")
        assert.deepStrictEqual(yield* kept, [{ texts: 1, pages: 2, hashes: 2 }])
        yield* sweep({ signals: 30 })
        assert.deepStrictEqual(yield* kept, [{ texts: 1, pages: 1, hashes: 1 }])
      })
    )

    promise(
      "makes search forget the words of texts that it empties, and keeps pages that younger signals lead to",
      Effect.gen(function* () {
        yield* aged(31)
        const sql = yield* SqlClient.SqlClient
        yield* sql`truncate signals cascade`
        const articles = yield* Articles
        const signals = yield* Signals
        const url = "https://news.example/live"
        const item = (title: string) => ({
          title,
          identity: title,
          guid: title,
          url,
          snippet: "",
          source: "News",
          published_at: null
        })
        const found = (q: string) => Effect.map(signals.list({ q, limit: 5 }), (all) => all.map(({ title }) => title))
        yield* signals.upsert(SourceName.make("s"), [item("Part one of today")])
        yield* articles.wantNewest(1)
        const nothing = { reason: null, author: null, language: null, published_at: null }
        yield* articles.settle(url, url, { ...nothing, state: "read", text: "It was in Ostrava.", sha256: "hash" })
        yield* TestClock.adjust("20 days")
        yield* signals.upsert(SourceName.make("s"), [item("Part two of tomorrow")])
        assert.lengthOf(yield* found("Ostrava"), 2)
        yield* TestClock.adjust("11 days")
        yield* sweep({ signals: 30 })
        assert.deepStrictEqual(yield* found("Ostrava"), ["Part two of tomorrow"])
        const [left] = yield* signals.list({ limit: 5 })
        assert.deepInclude(yield* articles.ofSignal(left!.id), { state: "read", quotations: ["It was in Ostrava."] })
        yield* TestClock.adjust("1 second")
        yield* sweep({ articles: 30 })
        assert.deepStrictEqual(yield* found("Ostrava"), [])
        assert.deepStrictEqual(yield* found("tomorrow"), ["Part two of tomorrow"])
        assert.deepInclude(yield* articles.ofSignal(left!.id), { state: "read", quotations: [] })
      })
    )

    promise(
      "removes events that nobody waits for, tells none of them again, and keeps the last time of a watch's reports",
      Effect.gen(function* () {
        yield* aged(31)
        const sql = yield* SqlClient.SqlClient
        const account = AccountId.make(1)
        const endpoints = yield* Endpoints
        const deliveries = yield* Deliveries
        const events = yield* WatchEvents
        const watches = yield* Watches
        const hook = (name: string) =>
          endpoints.create(account, { name, target: { kind: "json", url: "https://hooks.example/" } }, null)
        const [used, paused] = [yield* hook("used"), yield* hook("paused")]
        yield* endpoints.update(account, paused.id, { status: "paused" })
        const subject = { kind: "search", q: "tea" } as const
        const watch = (...ids: ReadonlyArray<typeof used.id>) =>
          watches.create(account, { name: "Tea", subject, conditions: noConditions, endpoints: ids })
        const [silent, sent, waiting] = [yield* watch(), yield* watch(used.id), yield* watch(paused.id)]
        yield* sql`
          insert into signal_stories (signal_id, story_id, publisher, print, keys) select min(id), 7, 1, '', '{}' from signals`
        const record = ({ id }: typeof silent, ...keys: ReadonlyArray<string>) =>
          Effect.flatMap(DateTime.nowAsDate, (send_at) =>
            events.record(
              keys.map((key) => {
                const content = contentOf("search", { title: key, link: { kind: "watch", id: 1, url: null } })
                return { account, watch: id, key, content, send_at, cooldownMillis: 0 }
              })
            )
          )
        yield* record(silent, "story:7", "story:8", "topic:tea")
        yield* record(sent, "story:7")
        yield* record(waiting, "story:7")
        const [report] = yield* sql<{ id: number }>`
          insert into reports (account_id, niche, report_type, title, status, created_at)
          values (1, 'n', 't', 't', 'completed', ${start}) returning id`
        for (const days of [0, 2])
          yield* sql`
            insert into watch_reports (watch_id, slot, report_id)
            values (${silent.id}, ${new Date(start.getTime() - days * 24 * 3_600_000)}, ${report!.id})`
        yield* TestClock.adjust("29 days")
        assertMatches(yield* sweep({ events: 30 }), { watch_events: 0, watch_reports: 1 })
        yield* TestClock.adjust("2 days")
        yield* record(silent, "story:9")
        assertMatches(yield* sweep({ events: 30 }), { watch_events: 4, watch_reports: 0 })
        const left = Effect.map(events.after(account, 0, { limit: 9 }), (all) =>
          all.map(({ title, watch }) => [watch.id, title])
        )
        assert.deepStrictEqual(
          yield* left,
          [
            [sent.id, "story:7"],
            [silent.id, "story:9"]
          ] as never,
          "one is on its way"
        )
        assert.strictEqual(yield* record(silent, "story:7", "topic:tea", "story:9"), 0, "its story still gets articles")
        const keys = sql<{ key: string }>`select key from watch_keys where watch_id = ${silent.id} order by key`
        assert.deepStrictEqual(yield* keys, [{ key: "story:7" }, { key: "topic:tea" }], "there is no story 8 any more")
        const [taken] = yield* deliveries.take(9)
        const attempt = { at: toTimestamp(start), delivered: true, status: 200, error: null, took_ms: 1, answer: null }
        yield* deliveries.settle(taken!, attempt, "delivered")
        assertMatches(yield* sweep({ events: 30 }), { watch_events: 1 })
        yield* sql`delete from signal_stories`
        yield* sweep({ events: 30 })
        assert.deepStrictEqual(yield* keys, [{ key: "topic:tea" }])
        yield* TestClock.adjust("364 days")
        yield* sweep({ events: 30 })
        assert.deepStrictEqual(yield* keys, [{ key: "topic:tea" }])
        yield* TestClock.adjust("2 days")
        yield* sweep({ events: 30 })
        assert.deepStrictEqual(yield* keys, [], "a topic may come up again after a year")
        yield* watches.remove(account, silent.id)
        assert.deepStrictEqual(yield* keys, [])
      })
    )

    promise(
      "leaves what is younger",
      Effect.gen(function* () {
        yield* aged(29)
        assertMatches(yield* sweep({ signals: 30, trending: 30, runs: 30, usage: 30, audit: 30 }), {
          signals: 0,
          trending_keywords: 0,
          trending_snapshots: 0,
          social_snapshots: 0,
          runs: 0,
          api_key_usage: 0,
          audit_events: 0
        })
      })
    )

    promise(
      "looks at the oldest signals alone: those behind a thousand that stay wait for them",
      Effect.gen(function* () {
        yield* aged(31)
        const sql = yield* SqlClient.SqlClient
        yield* sql`
          insert into signals (identity, source_name, title, snippet, url, source, published_at, published_at_estimated,
                               first_seen_at, updated_at)
          select decode(md5('more' || i), 'hex'), 's', 't', '', 'https://a.example/more/' || i, 's', at, false, at, at
          from generate_series(1, 1100) i,
               lateral (select ${start}::timestamptz - case i when 1100 then 31 else 0 end * interval '1 day' as at) seen`
        assertMatches(yield* sweep({ signals: 30 }), { signals: 1 })
        yield* sql`delete from signals where url like '%/more/2%'`
        assertMatches(yield* sweep({ signals: 30 }), { signals: 1 })
      })
    )

    promise(
      "removes more than one statement carries",
      Effect.gen(function* () {
        yield* aged(31, 2_500)
        assertMatches(yield* sweep({ signals: 30, runs: 30 }), { signals: 2_500, runs: 2_500 })
        assertMatches(yield* rows, { signals: 1, sightings: 1, runs: 1 })
      })
    )
  })
})
