import { Context, DateTime, Duration, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Expansion } from "../domain/Expansion.ts"
import { recordset } from "./database/Batch.ts"
import { orDefect } from "./database/Defect.ts"
import { rowsAs } from "./database/Rows.ts"

/** Who is asked about which niche. */
export interface ExpansionKey {
  /** SHA-256 (hex) of all that tells this question from others. */
  readonly hash: string
  readonly niche: string
  /** `openai:<model>`. */
  readonly model: string
}

/** What is known, or whose turn it is to ask: the caller's (`ask`), or somebody's who is asking already (`wait`). */
export type Turn = Expansion | "ask" | "wait"

/** What models have said about niches. */
export class Expansions extends Context.Service<
  Expansions,
  {
    /**
     * The answer, if there is one. Without one the first caller is to ask, and to `keep` the answer or to `release` the
     * turn; who does neither within `patience` has lost it.
     */
    readonly turn: (key: ExpansionKey, patience: Duration.Duration) => Effect.Effect<Turn>
    /** The first answer stands. */
    readonly keep: (hash: string, expansion: Expansion) => Effect.Effect<void>
    readonly release: (hash: string) => Effect.Effect<void>
  }
>()("sonde/storage/Expansions") {
  static readonly layer = Layer.effect(
    Expansions,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const Known = Schema.Struct({ expansion: Schema.NullOr(Expansion) })
      const find = (hash: string) =>
        rowsAs(Known).first(sql`select expansion from expansions where hash = decode(${hash}, 'hex')`)
      const known = (hash: string) => Effect.map(find(hash), (row) => row?.expansion ?? null)

      return {
        turn: Effect.fnUntraced(function* ({ hash, model, niche }: ExpansionKey, patience: Duration.Duration) {
          const kept = yield* known(hash)
          if (kept !== null) return kept
          const now = yield* DateTime.nowAsDate
          const taken: ReadonlyArray<unknown> = yield* sql`
            insert into expansions (hash, niche, model, asked_at)
            values (decode(${hash}, 'hex'), ${niche}, ${model}, ${now})
            on conflict (hash) do update set asked_at = excluded.asked_at
            where expansions.expansion is null
              and expansions.asked_at <= ${new Date(now.getTime() - Duration.toMillis(patience))}
            returning 1`
          if (taken.length > 0) return "ask" as const
          // Answered meanwhile, or still asked.
          return (yield* known(hash)) ?? ("wait" as const)
        }, orDefect),
        keep: Effect.fnUntraced(function* (hash, expansion) {
          yield* sql`
            update expansions set expansion = x.expansion
            from json_to_recordset(${recordset([{ expansion }])}::json) as x(expansion jsonb)
            where hash = decode(${hash}, 'hex') and expansions.expansion is null`
        }, orDefect),
        release: (hash) =>
          Effect.asVoid(sql`delete from expansions where hash = decode(${hash}, 'hex') and expansion is null`).pipe(
            orDefect
          )
      }
    })
  )

  static readonly layerMemory = Layer.sync(Expansions, () => {
    const rows = new Map<string, { askedAt: number; expansion: Expansion | null }>()
    return {
      turn: Effect.fnUntraced(function* ({ hash }: ExpansionKey, patience: Duration.Duration) {
        const now = (yield* DateTime.nowAsDate).getTime()
        const row = rows.get(hash)
        if (row?.expansion != null) return row.expansion
        if (row !== undefined && row.askedAt > now - Duration.toMillis(patience)) return "wait" as const
        rows.set(hash, { askedAt: now, expansion: null })
        return "ask" as const
      }),
      keep: (hash, expansion) =>
        Effect.sync(() => {
          const row = rows.get(hash)
          if (row !== undefined) row.expansion ??= expansion
        }),
      release: (hash) =>
        Effect.sync(() => {
          if (rows.get(hash)?.expansion === null) rows.delete(hash)
        })
    }
  })
}
