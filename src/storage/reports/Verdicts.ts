import { Context, DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { JudgeTrial } from "../../domain/JudgeTrial.ts"
import { Verdict } from "../../domain/Verdict.ts"
import { chunks, recordset } from "../database/Batch.ts"
import { orDefect } from "../database/Defect.ts"
import { rowsAs } from "../database/Rows.ts"

/** What judges have said, by hashes (hex) of who was asked what. */
export class Verdicts extends Context.Service<
  Verdicts,
  {
    /** Those that are known. */
    readonly find: (hashes: ReadonlyArray<string>) => Effect.Effect<ReadonlyMap<string, Verdict>>
    /** The first verdict about something stands. */
    readonly add: (verdicts: ReadonlyMap<string, Verdict>) => Effect.Effect<void>
    /** How the judge of this identity did when it was last tried; null if it never was. */
    readonly trial: (identity: string) => Effect.Effect<JudgeTrial | null>
    readonly keepTrial: (identity: string, trial: JudgeTrial) => Effect.Effect<void>
  }
>()("sonde/storage/Verdicts") {
  static readonly layer = Layer.effect(
    Verdicts,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const Known = Schema.Struct({ hash: Schema.String, verdict: Verdict })
      const select = (hashes: ReadonlyArray<string>) =>
        rowsAs(Known).all(sql`
          select encode(hash, 'hex') as hash, verdict from verdicts
          where hash = any(array(select decode(x, 'hex') from unnest(${hashes}::text[]) as x))`)

      const Tried = Schema.Struct({ result: JudgeTrial })
      const selectTrial = (judge: string) =>
        rowsAs(Tried).first(sql`select result from judge_trials where judge = ${judge}`)

      return {
        trial: (judge) =>
          selectTrial(judge).pipe(
            Effect.map((row) => row?.result ?? null),
            orDefect
          ),
        keepTrial: Effect.fnUntraced(function* (identity, trial) {
          yield* sql`
            insert into judge_trials (judge, result, tried_at)
            values (${identity}, ${JSON.stringify(trial)}::jsonb, ${yield* DateTime.nowAsDate})
            on conflict (judge) do update set result = excluded.result, tried_at = excluded.tried_at`
        }, orDefect),
        find: (hashes) =>
          hashes.length === 0
            ? Effect.succeed(new Map())
            : select(hashes).pipe(
                Effect.map((rows) => new Map(rows.map(({ hash, verdict }) => [hash, verdict]))),
                orDefect
              ),
        add: Effect.fnUntraced(function* (verdicts) {
          const now = yield* DateTime.nowAsDate
          for (const chunk of chunks([...verdicts].map(([hash, verdict]) => ({ hash, verdict }))))
            yield* sql`
              insert into verdicts (hash, verdict, judged_at)
              select decode(hash, 'hex'), verdict, ${now}
              from json_to_recordset(${recordset(chunk)}::json) as x(hash text, verdict jsonb)
              on conflict do nothing`
        }, orDefect)
      }
    })
  )

  static readonly layerMemory = Layer.sync(Verdicts, () => {
    const known = new Map<string, Verdict>()
    const trials = new Map<string, JudgeTrial>()
    return {
      trial: (judge) => Effect.sync(() => trials.get(judge) ?? null),
      keepTrial: (identity, trial) => Effect.sync(() => void trials.set(identity, trial)),
      find: (hashes) =>
        Effect.sync(
          () => new Map(hashes.flatMap((hash) => (known.has(hash) ? [[hash, known.get(hash)!] as const] : [])))
        ),
      add: (verdicts) =>
        Effect.sync(() => {
          for (const [hash, verdict] of verdicts) if (!known.has(hash)) known.set(hash, verdict)
        })
    }
  })
}
