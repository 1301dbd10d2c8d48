import { Context, DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { Platform } from "../../domain/SocialTrend.ts"
import {
  type Move,
  type RunResult,
  type RunState,
  type SourceHealth,
  SourceName,
  type Validators
} from "../../domain/Source.ts"
import { clean } from "../../text/Text.ts"
import { inTurn, recordset } from "../database/Batch.ts"
import { rowsAs } from "../database/Rows.ts"
import { readings, type SourceReadings, StoredSource, succeeded } from "./SourceReadings.ts"

/** A source as the registry knows it. */
export interface RegisteredSource {
  readonly name: SourceName
  readonly kind: SourceHealth["kind"]
  /** The platform of a source that lists social trends. */
  readonly platform: Platform | null
  /** False where credentials are missing: listed, never run. */
  readonly configured: boolean
  /** When a source that has no slot yet is due; without it nobody runs it until somebody does so by hand. */
  readonly first_slot?: Date
}

/** A moment at which a source is due. */
export interface SourceSlot {
  readonly name: SourceName
  readonly slot: Date
}

/** A run that has begun, and what the source needs for it. */
export interface BegunRun {
  readonly run: number
  readonly validators: Validators
  /** Failures in a row before this run. */
  readonly failures: number
  readonly move: Move | null
  /** How often this slot was begun before, and not ended. */
  readonly broken_off: number
}

/** A source that had failed as often as was asked. */
export interface FailingSource {
  readonly name: SourceName
  readonly at: Date
  readonly error: string | null
}

/** How a run ended, and when the next one is due. */
export interface RunOutcome {
  readonly state: RunState
  /** Null when nothing had changed, or when the run failed. */
  readonly result: RunResult | null
  readonly error: string | null
  /** Why there was nothing to ask for: such a run has reached nothing, and is no success. */
  readonly idle: string | null
  /**
   * False for a failure that is only recorded: it does not count in the row of failures, and can only delay the next
   * slot.
   */
  readonly counts: boolean
  /** Null: those that are known stay. */
  readonly validators: Validators | null
  readonly move: Move | null
  /** Whether a server has answered, whatever it said. */
  readonly reached?: boolean
  /** The host at which nobody answered. A run that asked nobody has neither. */
  readonly unreached?: string | null
  /** It will not come back: it has no slot until it is run by hand and answers. */
  readonly gone: boolean
  /** The next slot. Where the run does not count, the earliest moment for it; null leaves it where it is. */
  readonly next_check_at: Date | null
}

/** What ingestion remembers between two runs: the slot of each source, its validators, failures and runs. */
export class Sources extends Context.Service<
  Sources,
  {
    /** Makes the stored set equal to the registry's; what is remembered of a source that stays is kept. */
    readonly register: (sources: ReadonlyArray<RegisteredSource>) => Effect.Effect<void>
    /** Makes sure that a source can be run by hand; changes nothing of one that is known. */
    readonly ensure: (source: RegisteredSource) => Effect.Effect<void>
    /** The next slot of each source that has one, the earliest first: those that can run and are not gone. */
    readonly slots: Effect.Effect<ReadonlyArray<SourceSlot>>
    /**
     * Begins the run of a slot. From here on an earlier run of the slot counts no more, whether its process has died or
     * only been slow. Null when the slot is done, or the source not configured or not registered. With null for the
     * slot the run is one by hand: it begins whether due or not.
     */
    readonly begin: (name: SourceName, slot: Date | null) => Effect.Effect<BegunRun | null>
    /**
     * Ends a run and settles the next slot. False when the run does not count: another has taken its place, or it has
     * ended.
     */
    readonly finish: (name: SourceName, run: number, outcome: RunOutcome) => Effect.Effect<boolean>
    /** When a source, or any of them, had failed so often in a row; once for each row of failures, the newest first. */
    readonly failing: (query: {
      readonly source?: string
      readonly failures: number
      readonly since: Date
    }) => Effect.Effect<ReadonlyArray<FailingSource>>
    /** Gives a run up without an outcome: its slot stays due. */
    readonly abandon: (run: number) => Effect.Effect<void>
  } & SourceReadings
>()("sonde/storage/Sources") {
  static readonly layer = Layer.effect(
    Sources,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const all = () =>
        rowsAs(StoredSource).all(sql`
          select name, kind, platform, configured, state, gone, idle, last_success_at, next_check_at, failures, items, last_error,
                 moved_to, moved_sightings, reached_at, unreached_host, unreached_since
          from sources order by name collate "C"`)

      const write = (sources: ReadonlyArray<RegisteredSource>) => sql`
        insert into sources (name, kind, platform, configured, next_check_at)
        select * from json_to_recordset(${recordset(sources)}::json)
          as x(name text, kind text, platform text, configured boolean, first_slot timestamptz)`

      const register = Effect.fnUntraced(function* (sources: ReadonlyArray<RegisteredSource>) {
        yield* sql`delete from sources where name <> all(${sources.map(({ name }) => name)}::text[])`
        yield* sql`
          ${write(sources)} on conflict (name) do update
            set kind = excluded.kind, platform = excluded.platform, configured = excluded.configured,
                next_check_at = coalesce(sources.next_check_at, excluded.next_check_at)`
      })

      const Slot = Schema.Struct({ name: SourceName, slot: Schema.Date })
      const slots = () =>
        rowsAs(Slot).all(sql`
          select name, next_check_at as slot from sources
          where configured and not gone and next_check_at is not null
          order by next_check_at, name collate "C"`)

      // Whoever begins or ends a run holds the source's row first: a run is either ended before its successor begins,
      // or closed by it.
      const begin = (name: string, now: Date, slot: Date | null) =>
        rowsAs(Begun).first(sql`
          with source as (
            select name, etag, last_modified, failures, moved_to, moved_sightings from sources
            where name = ${name} and (${slot}::timestamptz is null or configured and next_check_at = ${slot})
          ), earlier as (
            select count(*)::int as broken_off from runs
            where source_name = ${name} and slot = ${slot} and error is distinct from ${stopped}
          ), closed as (
            update runs set finished_at = ${now}, error = ${superseded} from source
            where source_name = name and slot = ${slot} and finished_at is null
          ), run as (
            insert into runs (source_name, started_at, slot) select name, ${now}, ${slot}::timestamptz from source returning id
          )
          select run.id as run, etag, last_modified, failures, moved_to, moved_sightings, broken_off
          from source, earlier, run`)

      const finish = Effect.fnUntraced(function* (name: SourceName, run: number, outcome: RunOutcome) {
        const now = yield* DateTime.nowAsDate
        const {
          counts,
          gone,
          idle,
          move,
          next_check_at,
          reached = false,
          result,
          state,
          unreached = null,
          validators
        } = outcome
        const success = succeeded(state)
        const error = outcome.error === null ? null : clean(outcome.error)
        const counted = yield* sql`
          with source as (
            select name from sources where name = ${name} for update
          ), run as (
            update runs set finished_at = ${now}, state = ${state}, fetched = ${result?.fetched ?? 0},
                   new = ${result?.new ?? 0}, changed = ${result?.changed ?? 0},
                   skipped = ${JSON.stringify(result?.skipped ?? {})}::json, error = ${error}
            from source where id = ${run} and source_name = name and finished_at is null
            returning source_name
          )
          update sources set
            state = ${state}, last_error = ${error}, idle = ${idle},
            next_check_at = case when ${counts} then ${next_check_at}::timestamptz
                            else greatest(next_check_at, ${next_check_at}::timestamptz) end,
            gone = case when ${counts} then ${gone}::boolean else gone end,
            failures = case when ${success} then 0 when ${counts} then failures + 1 else failures end,
            last_success_at = case when ${success && idle === null} then ${now} else last_success_at end,
            items = coalesce(${result?.fetched ?? null}::int, items),
            etag = case when ${validators !== null} then ${validators?.etag ?? null} else etag end,
            last_modified = case when ${validators !== null} then ${validators?.last_modified ?? null} else last_modified end,
            moved_to = ${move?.to ?? null}, moved_sightings = ${move?.sightings ?? 0},
            reached_at = case when ${reached} then ${now} else reached_at end, unreached_host = ${unreached},
            unreached_since = case when ${unreached !== null} then coalesce(unreached_since, ${now}) end
          from run where name = run.source_name
          returning name`
        return counted.length > 0
      })

      return Sources.of({
        ...readings(Effect.orDie(Effect.suspend(all))),
        register: (sources) => Effect.orDie(inTurn(sql, "sources")(register(sources))),
        ensure: (source) => Effect.orDie(sql`${write([source])} on conflict do nothing`),
        slots: Effect.orDie(Effect.suspend(slots)),
        begin: Effect.fnUntraced(function* (name, slot) {
          const now = yield* DateTime.nowAsDate
          // Locked by a statement of its own, so that the next one sees the runs of those it had to wait for.
          const locked = sql`select 1 from sources where name = ${name} for update`
          const begun = yield* sql.withTransaction(Effect.andThen(locked, begin(name, now, slot)))
          if (begun === null) return null
          const { etag, last_modified, moved_sightings, moved_to, ...run } = begun
          const move = moved_to === null ? null : { to: moved_to, sightings: moved_sightings }
          return { ...run, validators: { etag, last_modified }, move }
        }, Effect.orDie),
        finish: (name, run, outcome) => Effect.orDie(finish(name, run, outcome)),
        failing: ({ failures, since, source = null }) =>
          Effect.orDie(sql<FailingSource>`
            with told as (
              select id, source_name, finished_at, error, state in ('ok', 'empty') as good,
                     count(*) filter (where state in ('ok', 'empty')) over (partition by source_name order by id) as streak
              from runs
              where finished_at >= ${since} and state is not null
                and (${source}::text is null or source_name = ${source})
            ), numbered as (
              select *, row_number() over (partition by source_name, streak order by id) as n from told where not good
            )
            select source_name as name, finished_at as at, error from numbered where n = ${failures}::integer
            order by finished_at desc, id desc limit ${mostFailing}`),
        abandon: (run) =>
          Effect.flatMap(
            DateTime.nowAsDate,
            (now) =>
              sql`update runs set finished_at = ${now}, error = ${stopped} where id = ${run} and finished_at is null`
          ).pipe(Effect.orDie)
      })
    })
  )
}

const Begun = Schema.Struct({
  run: Schema.Int,
  etag: Schema.NullOr(Schema.String),
  last_modified: Schema.NullOr(Schema.String),
  failures: Schema.Int,
  moved_to: Schema.NullOr(Schema.String),
  moved_sightings: Schema.Int,
  broken_off: Schema.Int
})

/** So many rows of failures are told, the newest. */
export const mostFailing = 1_000

/** What is remembered of a run that ended without an outcome. */
const superseded = "its process died or was away too long; the slot was taken up again"
const stopped = "stopped before it was done; the slot was given back"
