import { randomUUID } from "node:crypto"
import { Context, DateTime, Duration, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Expansion } from "../../domain/Expansion.ts"
import { recordset } from "../database/Batch.ts"
import { orDefect } from "../database/Defect.ts"
import { rowsAs } from "../database/Rows.ts"

/** A question to a model about a niche. */
export interface ExpansionKey {
  /** SHA-256 (hex) of all that tells this question from others. */
  readonly hash: string
  readonly niche: string
  /** `openai:<model>`. */
  readonly model: string
}

/** By what the caller whose turn it is to ask is told from others. */
export type TurnToken = string

/**
 * What is known, or whose turn it is to ask: the caller's, with a token for it, or somebody's who is asking already
 * (`wait`).
 */
export type Turn = { readonly known: Expansion } | { readonly ask: TurnToken } | "wait"

/** Ends the turns of all who ask, on a database whose processes have all ended. */
export const endTurns = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`delete from expansions where expansion is null`
)

/** What models have said about niches. */
export class Expansions extends Context.Service<
  Expansions,
  {
    /**
     * The answer, if there is one. Without one the first caller is to ask, and to `keep` the answer or to `release` the
     * turn; who does neither within `timeout` has lost it, and takes nothing from who has it then.
     */
    readonly turn: (key: ExpansionKey, timeout: Duration.Duration) => Effect.Effect<Turn>
    /** The first answer stands. */
    readonly keep: (hash: string, expansion: Expansion) => Effect.Effect<void>
    readonly release: (hash: string, token: TurnToken) => Effect.Effect<void>
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
        turn: Effect.fnUntraced(function* ({ hash, model, niche }: ExpansionKey, timeout: Duration.Duration) {
          const kept = yield* known(hash)
          if (kept !== null) return { known: kept }
          const token: TurnToken = randomUUID()
          const now = yield* DateTime.nowAsDate
          const taken: ReadonlyArray<unknown> = yield* sql`
            insert into expansions (hash, niche, model, asked_at, turn)
            values (decode(${hash}, 'hex'), ${niche}, ${model}, ${now}, ${token})
            on conflict (hash) do update set asked_at = excluded.asked_at, turn = excluded.turn
            where expansions.expansion is null
              and expansions.asked_at <= ${new Date(now.getTime() - Duration.toMillis(timeout))}
            returning 1`
          if (taken.length > 0) return { ask: token }
          // Answered meanwhile, or still asked.
          const answered = yield* known(hash)
          return answered === null ? ("wait" as const) : { known: answered }
        }, orDefect),
        keep: Effect.fnUntraced(function* (hash, expansion) {
          yield* sql`
            update expansions set expansion = x.expansion
            from json_to_recordset(${recordset([{ expansion }])}::json) as x(expansion jsonb)
            where hash = decode(${hash}, 'hex') and expansions.expansion is null`
        }, orDefect),
        release: (hash, token) =>
          Effect.asVoid(
            sql`delete from expansions where hash = decode(${hash}, 'hex') and expansion is null and turn = ${token}`
          ).pipe(orDefect)
      }
    })
  )

  static readonly layerMemory = Layer.sync(Expansions, () => {
    const rows = new Map<string, { askedAt: number; token: TurnToken; expansion: Expansion | null }>()
    return {
      turn: Effect.fnUntraced(function* ({ hash }: ExpansionKey, timeout: Duration.Duration) {
        const now = (yield* DateTime.nowAsDate).getTime()
        const row = rows.get(hash)
        if (row?.expansion != null) return { known: row.expansion }
        if (row !== undefined && row.askedAt > now - Duration.toMillis(timeout)) return "wait" as const
        const token: TurnToken = randomUUID()
        rows.set(hash, { askedAt: now, token, expansion: null })
        return { ask: token }
      }),
      keep: (hash, expansion) =>
        Effect.sync(() => {
          const row = rows.get(hash)
          if (row !== undefined) row.expansion ??= expansion
        }),
      release: (hash, token) =>
        Effect.sync(() => {
          const row = rows.get(hash)
          if (row?.expansion === null && row.token === token) rows.delete(hash)
        })
    }
  })
}
