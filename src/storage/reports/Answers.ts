import { Context, DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { recordset } from "../database/Batch.ts"
import { orDefect } from "../database/Defect.ts"
import { rowsAs } from "../database/Rows.ts"

/** What a model said, with the tokens that it took. */
export const Answer = Schema.Struct({
  text: Schema.String,
  /** Why there is no use in the text; null when there may be. */
  unusable: Schema.NullOr(Schema.String),
  tokens: Schema.Struct({ input: Schema.Int, output: Schema.Int })
})
export type Answer = typeof Answer.Type

/** What models have answered within the last day, by hashes (hex) of who was asked what. */
export class Answers extends Context.Service<
  Answers,
  {
    /** Null if nothing is known. */
    readonly find: (hash: string) => Effect.Effect<Answer | null>
    /** The first answer to a question stands. */
    readonly add: (hash: string, answer: Answer) => Effect.Effect<void>
  }
>()("sonde/storage/Answers") {
  static readonly layer = Layer.effect(
    Answers,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const Kept = Schema.Struct({ answer: Answer })
      const select = (hash: string) =>
        rowsAs(Kept).first(sql`select answer from answers where hash = decode(${hash}, 'hex')`)

      return {
        find: (hash) =>
          select(hash).pipe(
            Effect.map((row) => row?.answer ?? null),
            orDefect
          ),
        add: Effect.fnUntraced(function* (hash, answer) {
          yield* sql`
            insert into answers (hash, answer, answered_at)
            select decode(hash, 'hex'), answer, ${yield* DateTime.nowAsDate}
            from json_to_recordset(${recordset([{ hash, answer }])}::json) as x(hash text, answer jsonb)
            on conflict do nothing`
        }, orDefect)
      }
    })
  )

  static readonly layerMemory = Layer.sync(Answers, () => {
    const known = new Map<string, Answer>()
    return {
      find: (hash) => Effect.sync(() => known.get(hash) ?? null),
      add: (hash, answer) => Effect.sync(() => void (known.has(hash) || known.set(hash, answer)))
    }
  })
}
