import { Context, DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { AccountId } from "../../domain/Account.ts"
import { maxId } from "../../domain/Id.ts"
import { SignalId, StoryId } from "../../domain/Signal.ts"
import { Timestamp, toTimestamp } from "../../domain/Timestamp.ts"
import { type WatchActivity, WatchId } from "../../domain/Watch.ts"
import { type EventContent, EventId, mostUnread, type Occurrence, WatchEvent } from "../../domain/WatchEvent.ts"
import { chunks, recordset, storable } from "../database/Batch.ts"
import { timestamp } from "../database/Columns.ts"
import { orDefect } from "../database/Defect.ts"
import { inTransaction } from "../database/Transaction.ts"
import { Deliveries } from "./Deliveries.ts"
import { eventContent } from "./EventContent.ts"
import { Watches } from "./Watches.ts"

/** Something that happened, and how long its watch is silent after an event. */
export interface OwnOccurrence extends Occurrence {
  readonly account: AccountId
  readonly cooldownMillis: number
}

/** News that matches a watch, and whose story has too few publishers so far. */
export interface WaitingMatch {
  readonly watch: WatchId
  readonly story: StoryId
  readonly signal: SignalId
  readonly content: EventContent
}

/** What watches have waited for, each once. */
export class WatchEvents extends Context.Service<
  WatchEvents,
  {
    /**
     * Stores what is new among it, in the caller's transaction where there is one, and returns how many events that
     * are. A watch has one event for each key, whoever records it how often. Within the cooldown after an event that is
     * sent, the next ones are stored without `send_at`; all others are on their way to the endpoints of their watches.
     * What belongs to a watch that is gone or paused is passed over.
     */
    readonly record: (occurrences: ReadonlyArray<OwnOccurrence>) => Effect.Effect<number>
    /** Those after an id, the oldest first; of one watch or of all. */
    readonly after: (
      account: AccountId,
      id: number,
      query: { readonly watch?: WatchId; readonly limit: number }
    ) => Effect.Effect<ReadonlyArray<WatchEvent>>
    /** The newest first, of one watch or of all, before an id where one is given. */
    readonly newest: (
      account: AccountId,
      query: { readonly watch?: WatchId; readonly before?: EventId; readonly limit: number }
    ) => Effect.Effect<ReadonlyArray<WatchEvent>>
    /** Somebody of the account has read these events, or all up to an id. */
    readonly markRead: (
      account: AccountId,
      events: { readonly ids: ReadonlyArray<EventId> } | { readonly upTo: EventId }
    ) => Effect.Effect<void>
    /** How many events of the account are unread, counted up to {@link mostUnread}. */
    readonly unread: (account: AccountId) => Effect.Effect<number>
    /** What the watches of an account had lately; those without events are left out. */
    readonly activity: (account: AccountId, watch?: WatchId) => Effect.Effect<ReadonlyMap<WatchId, WatchActivity>>
    /** The id of the account's last event; 0 before the first. */
    readonly last: (account: AccountId) => Effect.Effect<number>
    /** The same for several accounts; those without events are left out. */
    readonly lasts: (accounts: ReadonlyArray<AccountId>) => Effect.Effect<ReadonlyMap<AccountId, number>>
    /** Remembers matches until their stories have publishers enough. */
    readonly wait: (matches: ReadonlyArray<WaitingMatch>) => Effect.Effect<void>
    /** Forgets the matches of signals whose words or stories have changed. */
    readonly forget: (signals: ReadonlyArray<SignalId>) => Effect.Effect<void>
    /** The matches of these stories that wait, for each watch the oldest signal first. */
    readonly waiting: (stories: ReadonlyArray<StoryId>) => Effect.Effect<ReadonlyArray<WaitingMatch>>
    /** The stories have publishers enough: nothing of them waits for these watches any more. */
    readonly settle: (matches: ReadonlyArray<Pick<WaitingMatch, "watch" | "story">>) => Effect.Effect<void>
  }
>()("sonde/storage/WatchEvents") {
  static readonly layer = Layer.effect(
    WatchEvents,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const deliveries = yield* Deliveries

      const known = (occurrences: ReadonlyArray<OwnOccurrence>) =>
        Effect.map(
          sql<{ watch: number; key: string }>`
            select watch, key
            from json_to_recordset(${recordset(occurrences.flatMap(keysOf))}::json)
              as x(watch integer, key text)
            where exists (select from watch_events where watch_id = watch and key = x.key)
              or exists (select from watch_keys where watch_id = watch and key = x.key)`,
          (rows) => new Set(rows.map(({ key, watch }) => `${watch} ${key}`))
        )

      const fresh = Effect.fnUntraced(function* (occurrences: ReadonlyArray<OwnOccurrence>) {
        const stored = yield* known(occurrences)
        return occurrences.filter((one) => !keysOf(one).some(({ key, watch }) => stored.has(`${watch} ${key}`)))
      })

      /**
       * The last id of each account, whose events then wait for this transaction to end. In one order for everybody.
       */
      const lock = (accounts: ReadonlyArray<AccountId>) =>
        Effect.map(
          sql<{ account: AccountId; last: number }>`
            insert into event_counters (account_id, last)
            select account, 0 from unnest(${accounts}::integer[]) as account order by account
            on conflict (account_id) do update set last = event_counters.last
            returning account_id as account, last`,
          (rows) => new Map(rows.map(({ account, last }) => [account, last]))
        )

      const lastSent = (watches: ReadonlyArray<WatchId>, now: Date) =>
        Effect.map(
          sql<{ watch: WatchId; at: Date | null }>`
            select w.id as watch, (
              select max(at) from watch_events
              where watch_id = w.id and send_at is not null and at <= ${latestOf(now)}
            ) as at
            from watches w where id = any(${watches}::integer[]) and status = 'active' for key share`,
          (rows) => new Map(rows.map(({ at, watch }) => [watch, at]))
        )

      const record = Effect.fnUntraced(function* (given: ReadonlyArray<OwnOccurrence>) {
        const now = yield* DateTime.nowAsDate
        const unknown = yield* fresh(onceEach(given))
        if (unknown.length === 0) return 0
        const last = yield* lock([...new Set(unknown.map(({ account }) => account))])
        // Another transaction may have stored them while this one waited.
        const left = yield* fresh(unknown)
        const sent = yield* lastSent([...new Set(left.map(({ watch }) => watch))], now)
        const rows = numbered(left, now, last, sent)
        if (rows.length === 0) return 0
        for (const chunk of chunks(rows))
          yield* sql`
            insert into watch_events (account_id, n, watch_id, key, content, at, send_at)
            select account, id, watch, key, content, ${now}, send_at
            from json_to_recordset(${recordset(chunk)}::json)
              as x(account integer, id integer, watch integer, key text, content json, send_at timestamptz)`
        const counted = [...last].map(([account, last]) => ({ account, last }))
        yield* sql`
          update event_counters set last = x.last
          from json_to_recordset(${recordset(counted)}::json) as x(account integer, last integer)
          where account_id = x.account`
        yield* deliveries.queue(rows.map((row) => ({ ...row, at: now })))
        return rows.length
      }, inTransaction(sql))

      const select = SqlSchema.findAll({
        Request: Schema.Struct({
          account: AccountId,
          after: Schema.Int,
          before: Schema.Int,
          watch: Schema.NullOr(WatchId),
          limit: Schema.Int,
          newestFirst: Schema.Boolean
        }),
        Result: Schema.Struct({
          id: EventId,
          watch: WatchEvent.fields.watch,
          content: eventContent,
          at: WatchEvent.fields.at,
          send_at: WatchEvent.fields.send_at,
          read: Schema.Boolean
        }),
        execute: ({ account, after, before, limit, newestFirst, watch }) => sql`
          select e.n as id, json_build_object('id', w.id, 'name', w.name) as watch, e.content,
                 ${timestamp("e.at")} as at, ${timestamp("e.send_at")} as send_at, e.read
          from watch_events e join watches w on w.id = e.watch_id
          where e.account_id = ${account} and e.n > ${after} and e.n < ${before}::bigint
            ${watch === null ? sql`` : sql`and e.watch_id = ${watch}`}
          order by e.n ${newestFirst ? sql`desc` : sql``} limit ${limit}`
      })

      const events = (request: Parameters<typeof select>[0]) =>
        orDefect(Effect.map(select(request), (rows) => rows.map(({ content, ...row }) => ({ ...row, ...content }))))

      const selectActivity = SqlSchema.findAll({
        Request: Schema.Struct({ account: AccountId, watch: Schema.NullOr(WatchId), since: Schema.Date }),
        Result: Schema.Struct({ watch: WatchId, last_event_at: Timestamp, events_last_7_days: Schema.Int }),
        execute: ({ account, since, watch }) => sql`
          select w.id as watch, ${timestamp("last.at")} as last_event_at,
                 (select count(*) from watch_events where watch_id = w.id and at > ${since})::int as events_last_7_days
          from watches w
          cross join lateral (select max(at) as at from watch_events where watch_id = w.id) last
          where w.account_id = ${account} and (${watch}::integer is null or w.id = ${watch}) and last.at is not null`
      })

      const selectWaiting = SqlSchema.findAll({
        Request: Schema.Array(StoryId),
        Result: Schema.Struct({ watch: WatchId, story: StoryId, signal: SignalId, content: eventContent }),
        execute: (stories) => sql`
          select watch_id as watch, story_id::float8 as story, signal_id::float8 as signal, content from watch_matches
          where story_id = any(${stories.map(BigInt)}::bigint[]) order by watch_id, story_id, signal_id`
      })

      return {
        record: (occurrences) => (occurrences.length === 0 ? Effect.succeed(0) : orDefect(record(occurrences))),
        after: (account, id, { limit, watch = null }) =>
          events({ account, after: id, before: maxId + 1, watch, limit, newestFirst: false }),
        newest: (account, { before = maxId + 1, limit, watch = null }) =>
          events({ account, after: 0, before, watch, limit, newestFirst: true }),
        markRead: (account, events) =>
          orDefect(
            Effect.asVoid(sql`
              update watch_events set read = true where account_id = ${account} and not read and ${
                "ids" in events ? sql`n = any(${events.ids}::integer[])` : sql`n <= ${events.upTo}`
              }`)
          ),
        unread: (account) =>
          orDefect(
            Effect.map(
              sql<{ unread: number }>`
                select count(*)::int as unread
                from (select from watch_events where account_id = ${account} and not read limit ${mostUnread}) x`,
              ([row]) => row?.unread ?? 0
            )
          ),
        activity: Effect.fnUntraced(function* (account, only) {
          const since = weekBefore(yield* DateTime.nowAsDate)
          const rows = yield* selectActivity({ account, watch: only ?? null, since })
          return new Map(rows.map(({ watch, ...activity }) => [watch, activity]))
        }, orDefect),
        last: (account) =>
          orDefect(
            Effect.map(
              sql<{ last: number }>`select last from event_counters where account_id = ${account}`,
              ([row]) => row?.last ?? 0
            )
          ),
        lasts: (accounts) =>
          orDefect(
            Effect.map(
              sql<{ account: AccountId; last: number }>`
                select account_id as account, last from event_counters where account_id = any(${accounts}::integer[])`,
              (rows) => new Map(rows.map(({ account, last }) => [account, last]))
            )
          ),
        wait: Effect.fnUntraced(function* (matches) {
          for (const chunk of chunks(matches))
            yield* sql`
              insert into watch_matches (watch_id, story_id, signal_id, content)
              select x.watch, x.story, x.signal, x.content
              from json_to_recordset(${recordset(chunk)}::json)
                as x(watch integer, story bigint, signal bigint, content json)
              join watches w on w.id = x.watch
              on conflict do nothing`
        }, orDefect),
        forget: (signals) =>
          signals.length === 0
            ? Effect.void
            : Effect.asVoid(
                orDefect(sql`delete from watch_matches where signal_id = any(${signals.map(BigInt)}::bigint[])`)
              ),
        waiting: (stories) => (stories.length === 0 ? Effect.succeed([]) : orDefect(selectWaiting(stories))),
        settle: Effect.fnUntraced(function* (matches) {
          for (const chunk of chunks(matches))
            yield* sql`
              delete from watch_matches m
              using json_to_recordset(${recordset(chunk.map(({ story, watch }) => ({ story, watch })))}::json)
                as x(story bigint, watch integer)
              where m.watch_id = x.watch and m.story_id = x.story`
        }, orDefect)
      }
    })
  )

  /** Over the watches in memory. */
  static readonly layerMemory = Layer.effect(
    WatchEvents,
    Effect.gen(function* () {
      const watches = yield* Watches
      const deliveries = yield* Deliveries
      const counters = new Map<AccountId, number>()
      const stored = new Map<string, Row & { readonly at: Date }>()
      let waiting: ReadonlyArray<{ readonly match: WaitingMatch; readonly since: Date | undefined }> = []
      const sinces = Effect.map(
        watches.active(),
        (active) => new Map(active.map(({ since, watch }) => [watch.id, since]))
      )
      const read = new Set<string>()
      const readKey = (account: AccountId, id: EventId) => `${account} ${id}`

      const eventsOf = Effect.fnUntraced(function* (account: AccountId) {
        const names = new Map((yield* watches.list(account)).map(({ id, name }) => [id, name]))
        return [...stored.values()].flatMap((row): ReadonlyArray<WatchEvent> => {
          const name = names.get(row.watch)
          if (row.account !== account || name === undefined) return []
          const send_at = row.send_at === null ? null : toTimestamp(row.send_at)
          const known = {
            watch: { id: row.watch, name },
            at: toTimestamp(row.at),
            read: read.has(readKey(account, row.id))
          }
          return [{ id: row.id, ...known, send_at, ...row.content }]
        })
      })

      return {
        record: Effect.fnUntraced(function* (given) {
          const now = yield* DateTime.nowAsDate
          const active = new Set((yield* watches.active()).map(({ watch }) => watch.id))
          const left = onceEach(given).filter(
            (one) => !keysOf(one).some(({ key, watch }) => stored.has(`${watch} ${key}`))
          )
          const sent = new Map<WatchId, Date | null>()
          for (const { watch } of left) if (active.has(watch)) sent.set(watch, null)
          for (const { at, send_at, watch } of stored.values())
            if (send_at !== null && at <= latestOf(now) && sent.has(watch) && at >= (sent.get(watch) ?? at))
              sent.set(watch, at)
          const rows = numbered(left, now, counters, sent)
          for (const row of rows) stored.set(`${row.watch} ${row.key}`, { ...row, at: now })
          yield* deliveries.queue(rows.map((row) => ({ ...row, at: now })))
          return rows.length
        }),
        after: (account, id, { limit, watch }) =>
          Effect.map(eventsOf(account), (events) =>
            events.filter((event) => event.id > id && (watch === undefined || event.watch.id === watch)).slice(0, limit)
          ),
        newest: (account, { before = maxId + 1, limit, watch }) =>
          Effect.map(eventsOf(account), (events) =>
            events
              .filter((event) => event.id < before && (watch === undefined || event.watch.id === watch))
              .toReversed()
              .slice(0, limit)
          ),
        markRead: (account, events) =>
          Effect.map(eventsOf(account), (all) => {
            for (const { id } of all)
              if ("ids" in events ? events.ids.includes(id) : id <= events.upTo) read.add(readKey(account, id))
          }),
        unread: (account) =>
          Effect.map(eventsOf(account), (all) => Math.min(mostUnread, all.filter(({ read }) => !read).length)),
        activity: Effect.fnUntraced(function* (account, watch) {
          const since = toTimestamp(weekBefore(yield* DateTime.nowAsDate))
          const events = (yield* eventsOf(account)).filter((event) => watch === undefined || event.watch.id === watch)
          return new Map(
            [...Map.groupBy(events, (event) => event.watch.id)].map(([id, events]) => [
              id,
              {
                last_event_at: events.at(-1)!.at,
                events_last_7_days: events.filter(({ at }) => at > since).length
              }
            ])
          )
        }),
        last: (account) => Effect.sync(() => counters.get(account) ?? 0),
        lasts: () => Effect.sync(() => new Map(counters)),
        wait: (matches) =>
          Effect.map(sinces, (since) => {
            waiting = [...waiting, ...matches.map((match) => ({ match, since: since.get(match.watch) }))]
          }),
        forget: (signals) =>
          Effect.sync(() => void (waiting = waiting.filter(({ match }) => !signals.includes(match.signal)))),
        // Without what the question before has found.
        waiting: (stories) =>
          Effect.map(sinces, (now) =>
            waiting
              .flatMap(({ match, since }) => (now.get(match.watch)?.getTime() === since?.getTime() ? [match] : []))
              .filter(({ story }) => stories.includes(story))
              .toSorted((one, other) => one.watch - other.watch || one.story - other.story || one.signal - other.signal)
          ),
        settle: (matches) =>
          Effect.sync(() => {
            const settled = ({ story, watch }: WaitingMatch) =>
              matches.some((one) => one.watch === watch && one.story === story)
            waiting = waiting.filter(({ match }) => !settled(match))
          })
      }
    })
  )
}

const weekBefore = (now: Date): Date => new Date(now.getTime() - 7 * 86_400_000)

/** What an occurrence may be known by. */
const keysOf = ({ key, otherKeys = [], watch }: OwnOccurrence) => [key, ...otherKeys].map((key) => ({ watch, key }))

/** The first of each key, as keys are stored. */
const onceEach = (given: ReadonlyArray<OwnOccurrence>): ReadonlyArray<OwnOccurrence> => {
  const seen = new Set<string>()
  return given
    .map((one) => ({ ...one, key: storable(one.key), otherKeys: (one.otherKeys ?? []).map(storable) }))
    .filter(({ key, watch }) => seen.size < seen.add(`${watch} ${key}`).size)
}

/** An event that is about to be stored. */
interface Row {
  readonly account: AccountId
  readonly id: EventId
  readonly watch: WatchId
  readonly key: string
  readonly content: EventContent
  readonly send_at: Date | null
}

/** Whether an event is not sent, as another of its watch was sent so shortly before. */
export const isSilent = (previous: Date | null, at: Date, cooldownMillis: number): boolean =>
  previous !== null && Math.max(at.getTime() - previous.getTime(), 0) < cooldownMillis

/** Later events come from a clock that was wrong, and start no cooldown. Clocks of processes differ by less. */
const latestOf = (now: Date): Date => new Date(now.getTime() + 300_000)

/**
 * Gives occurrences their ids, and tells which of them are sent. `last` has the last id of each account and is counted
 * on; `sent` when each watch last had an event that was sent, null before the first: others are not there or paused.
 */
const numbered = (
  occurrences: ReadonlyArray<OwnOccurrence>,
  now: Date,
  last: Map<AccountId, number>,
  sent: ReadonlyMap<WatchId, Date | null>
): ReadonlyArray<Row> => {
  const before = new Map(sent)
  return occurrences.flatMap(({ account, content, cooldownMillis, key, send_at, watch }): ReadonlyArray<Row> => {
    const previous = before.get(watch)
    if (previous === undefined) return []
    const silent = isSilent(previous, now, cooldownMillis)
    if (!silent) before.set(watch, now)
    const id = EventId.make((last.get(account) ?? 0) + 1)
    last.set(account, id)
    return [{ account, id, watch, key, content, send_at: silent ? null : send_at }]
  })
}
