import { Context, DateTime, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import type { Platform, SourceStatus } from "../domain/SocialTrend.ts"
import type { RunResult, RunState, SourceHealth, SourceName, Validators } from "../domain/Source.ts"
import { clean } from "../domain/Text.ts"
import type { Timestamp } from "../domain/Timestamp.ts"
import { inTurn, recordset } from "./Batch.ts"
import { readings, StoredSource, succeeded } from "./SourceReadings.ts"
import { makeMemory } from "./Sources.memory.ts"

/** A source as the registry knows it. */
export interface RegisteredSource {
  readonly name: SourceName
  readonly kind: SourceHealth["kind"]
  /** The platform of a source that lists social trends. */
  readonly platform: Platform | null
  /** False where credentials are missing: listed, never run. */
  readonly configured: boolean
}

/** How a run ended, and when the next one is due. */
export interface RunOutcome {
  readonly state: RunState
  /** Null when nothing had changed, or when the run failed. */
  readonly result: RunResult | null
  readonly error: string | null
  /** Null: those that are known stay. */
  readonly validators: Validators | null
  readonly next_check_at: Date
}

/** What ingestion remembers between two runs: when each source is due, its validators, failures and runs. */
export class Sources extends Context.Service<
  Sources,
  {
    /** Makes the stored set equal to the registry's; what is remembered of a source that stays is kept. */
    readonly register: (sources: ReadonlyArray<RegisteredSource>) => Effect.Effect<void>
    /** By name. */
    readonly list: Effect.Effect<ReadonlyArray<SourceHealth>>
    /**
     * Begins a run: returns its id with what the source needs, and puts `next_check_at` to `lease` first, so that a process
     * that dies in the run leaves a source that is taken up again, and no second process runs it meanwhile. Null when not
     * due (which `force` overrules), not configured or not registered. Of many that race for a due source one begins.
     */
    readonly begin: (
      name: SourceName,
      options: { readonly lease: Date; readonly force: boolean }
    ) => Effect.Effect<{ readonly run: number; readonly validators: Validators; readonly failures: number } | null>
    /** Ends a run; the second time nothing happens. */
    readonly finish: (name: SourceName, run: number, outcome: RunOutcome) => Effect.Effect<void>
    /** Freshness of one platform: newest success of its sources, and the state of the best of them. `feed` has them all. */
    readonly platform: (
      platform: Platform
    ) => Effect.Effect<{ readonly updated_at: Timestamp | null; readonly status: SourceStatus }>
    /** How many sources are fresh, stale, failed, not configured. */
    readonly summary: Effect.Effect<{
      readonly fresh: number
      readonly stale: number
      readonly failed: number
      readonly not_configured: number
    }>
  }
>()("sonde/storage/Sources") {
  static readonly layer = Layer.effect(
    Sources,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const all = SqlSchema.findAll({
        Request: Schema.Void,
        Result: StoredSource,
        execute: () => sql`
          select name, kind, platform, configured, state, last_success_at, next_check_at, failures, items, last_error
          from sources order by name collate "C"`
      })

      const register = Effect.fnUntraced(function* (sources: ReadonlyArray<RegisteredSource>) {
        yield* sql`delete from sources where name <> all(${sources.map(({ name }) => name)}::text[])`
        yield* sql`
          insert into sources (name, kind, platform, configured)
          select * from json_to_recordset(${recordset(sources)}::json)
            as x(name text, kind text, platform text, configured boolean)
          on conflict (name) do update
            set kind = excluded.kind, platform = excluded.platform, configured = excluded.configured`
      })

      const begin = SqlSchema.findOneOption({
        Request: Schema.Struct({ name: Schema.String, now: Schema.Date, lease: Schema.Date, force: Schema.Boolean }),
        Result: Schema.Struct({
          run: Schema.Int,
          etag: Schema.NullOr(Schema.String),
          last_modified: Schema.NullOr(Schema.String),
          failures: Schema.Int
        }),
        execute: ({ name, now, lease, force }) => sql`
          with begun as (
            update sources set next_check_at = ${lease}
            where name = ${name} and configured and (${force} or next_check_at is null or next_check_at <= ${now})
            returning name, etag, last_modified, failures
          ), run as (
            insert into runs (source_name, started_at) select name, ${now} from begun returning id
          )
          select run.id as run, etag, last_modified, failures from begun, run`
      })

      const finish = Effect.fnUntraced(function* (name: SourceName, run: number, outcome: RunOutcome) {
        const now = yield* DateTime.nowAsDate
        const { next_check_at, result, state, validators } = outcome
        const success = succeeded(state)
        const error = outcome.error === null ? null : clean(outcome.error)
        yield* sql`
          with run as (
            update runs set finished_at = ${now}, fetched = ${result?.fetched ?? 0}, new = ${result?.new ?? 0},
                   changed = ${result?.changed ?? 0}, skipped = ${JSON.stringify(result?.skipped ?? {})}::json,
                   error = ${error}
            where id = ${run} and source_name = ${name} and finished_at is null
            returning source_name
          ), old as (
            delete from runs where source_name = ${name} and started_at < ${new Date(now.getTime() - keptMillis)}
          )
          update sources set
            state = ${state}, next_check_at = ${next_check_at}, last_error = ${error},
            failures = case when ${success} then 0 else failures + 1 end,
            last_success_at = case when ${success} then ${now} else last_success_at end,
            items = coalesce(${result?.fetched ?? null}::int, items),
            etag = case when ${validators !== null} then ${validators?.etag ?? null} else etag end,
            last_modified = case when ${validators !== null} then ${validators?.last_modified ?? null} else last_modified end
          from run where name = run.source_name`
      })

      return Sources.of({
        ...readings(Effect.orDie(Effect.suspend(all))),
        register: (sources) => Effect.orDie(inTurn(sql, "sources")(register(sources))),
        begin: Effect.fnUntraced(function* (name, options) {
          const now = yield* DateTime.nowAsDate
          return Option.match(yield* begin({ name, now, ...options }), {
            onNone: () => null,
            onSome: ({ run, failures, ...validators }) => ({ run, failures, validators })
          })
        }, Effect.orDie),
        finish: (name, run, outcome) => Effect.orDie(finish(name, run, outcome))
      })
    })
  )

  static readonly layerMemory = Layer.sync(Sources, makeMemory)
}

/** How long a run is remembered. */
const keptMillis = 30 * 24 * 3_600_000
