import { Context, DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import type { SourceName } from "../domain/Source.ts"
import { orDefect } from "./database/Defect.ts"

/** Whose turn it is: sources can search for a few terms in a run, and there may be many. */
export class Searches extends Context.Service<
  Searches,
  {
    /** The terms that the source has never searched for, in the given order, then those searched for longest ago. */
    readonly next: (
      source: SourceName,
      terms: ReadonlyArray<string>,
      limit: number
    ) => Effect.Effect<ReadonlyArray<string>>
    /** The source has searched for the term, whatever came of it. */
    readonly done: (source: SourceName, term: string) => Effect.Effect<void>
  }
>()("sonde/storage/Searches") {
  static readonly layer = Layer.effect(
    Searches,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      // Terms that nobody follows any more are forgotten on the way.
      const turns = SqlSchema.findAll({
        Request: Schema.Struct({ source: Schema.String, terms: Schema.Array(Schema.String) }),
        Result: Schema.Struct({ term: Schema.String, searched_at: Schema.Date }),
        execute: ({ source, terms }) => sql`
          with forgotten as (
            delete from searches where source_name = ${source} and term <> all(${terms}::text[])
          )
          select term, searched_at from searches where source_name = ${source} and term = any(${terms}::text[])`
      })

      return {
        next: (source, terms, limit) =>
          turns({ source, terms }).pipe(
            Effect.map((rows) =>
              inTurn(new Map(rows.map(({ searched_at, term }) => [term, searched_at])), terms, limit)
            ),
            orDefect
          ),
        done: Effect.fnUntraced(function* (source: SourceName, term: string) {
          yield* sql`
            insert into searches (source_name, term, searched_at)
            values (${source}, ${term}, ${yield* DateTime.nowAsDate})
            on conflict (source_name, term) do update set searched_at = excluded.searched_at`
        }, orDefect)
      }
    })
  )

  static readonly layerMemory = Layer.sync(Searches, () => {
    const searched = new Map<SourceName, Map<string, Date>>()
    return {
      next: (source, terms, limit) => Effect.sync(() => inTurn(searched.get(source) ?? new Map(), terms, limit)),
      done: (source, term) =>
        Effect.map(DateTime.nowAsDate, (now) => {
          searched.set(source, (searched.get(source) ?? new Map<string, Date>()).set(term, now))
        })
    }
  })
}

const inTurn = (
  searched: ReadonlyMap<string, Date>,
  terms: ReadonlyArray<string>,
  limit: number
): ReadonlyArray<string> => {
  const turn = (term: string) => searched.get(term)?.getTime() ?? -Infinity
  return [...new Set(terms)].sort((one, other) => compare(turn(one), turn(other))).slice(0, limit)
}

const compare = (one: number, other: number): number => (one < other ? -1 : one > other ? 1 : 0)
