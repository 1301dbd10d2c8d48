import { Context, DateTime, Effect, Layer, Order, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { SourceName } from "../../domain/Source.ts"
import { orDefect } from "../database/Defect.ts"
import { rowsAs } from "../database/Rows.ts"

/** What came of a search. */
export const Answered = Schema.Struct({
  /** How many items it found. */
  found: Schema.Int,
  /** What else the source calls the thing. */
  names: Schema.Array(Schema.String)
})
export type Answered = typeof Answered.Type

/**
 * Whose turn it is: sources can search for a few terms in a run, and there may be many. And what they answered last.
 */
export class Searches extends Context.Service<
  Searches,
  {
    /** The terms that the source has never searched for, in the given order, then those searched for longest ago. */
    readonly next: (
      source: SourceName,
      terms: ReadonlyArray<string>,
      limit: number
    ) => Effect.Effect<ReadonlyArray<string>>
    /** The source has searched for the term; `answered` is null where that failed. */
    readonly done: (source: SourceName, term: string, answered: Answered | null) => Effect.Effect<void>
    /** What the source answered, if it did since then. */
    readonly answer: (source: SourceName, term: string, since: Date) => Effect.Effect<Answered | null>
    /** What any source calls the thing in its last answer. */
    readonly names: (term: string) => Effect.Effect<ReadonlyArray<string>>
  }
>()("sonde/storage/Searches") {
  static readonly layer = Layer.effect(
    Searches,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      // Terms that nobody follows any more are forgotten on the way.
      const Turn = Schema.Struct({ term: Schema.String, searched_at: Schema.Date })
      const turns = (source: string, terms: ReadonlyArray<string>) =>
        rowsAs(Turn).all(sql`
          with forgotten as (
            delete from searches where source_name = ${source} and term <> all(${terms}::text[])
          )
          select term, searched_at from searches where source_name = ${source} and term = any(${terms}::text[])`)

      const answer = (source: string, term: string, since: Date) =>
        rowsAs(Answered).first(sql`
          select found, names from searches where source_name = ${source} and term = ${term} and answered_at >= ${since}`)

      const Name = Schema.Struct({ name: Schema.String })
      const names = (term: string) =>
        rowsAs(Name).all(sql`
          select name from searches, unnest(names) with ordinality as named(name, n) where term = ${term} order by source_name, n`)

      return {
        next: (source, terms, limit) =>
          turns(source, terms).pipe(
            Effect.map((rows) =>
              inTurn(new Map(rows.map(({ searched_at, term }) => [term, searched_at])), terms, limit)
            ),
            orDefect
          ),
        done: Effect.fnUntraced(function* (source: SourceName, term: string, answered: Answered | null) {
          const now = yield* DateTime.nowAsDate
          const { found = 0, names = [] } = answered ?? {}
          yield* sql`
            insert into searches (source_name, term, searched_at, answered_at, found, names)
            values (${source}, ${term}, ${now}, ${answered === null ? null : now}, ${found}, ${[...names]}::text[])
            on conflict (source_name, term) do update set searched_at = excluded.searched_at ${
              answered === null
                ? sql``
                : sql`, answered_at = excluded.answered_at, found = excluded.found, names = excluded.names`
            }`
        }, orDefect),
        answer: (source, term, since) => orDefect(answer(source, term, since)),
        names: (term) => orDefect(Effect.map(names(term), (rows) => rows.map(({ name }) => name)))
      }
    })
  )

  static readonly layerMemory = Layer.sync(Searches, () => {
    const searched = new Map<SourceName, Map<string, Date>>()
    const answers = new Map<SourceName, Map<string, Answered & { readonly at: Date }>>()
    const put = <A>(to: Map<SourceName, Map<string, A>>, source: SourceName, term: string, value: A) =>
      to.set(source, (to.get(source) ?? new Map<string, A>()).set(term, value))
    return {
      next: (source, terms, limit) =>
        Effect.sync(() => {
          for (const kept of [searched.get(source), answers.get(source)])
            for (const term of kept?.keys() ?? []) if (!terms.includes(term)) kept!.delete(term)
          return inTurn(searched.get(source) ?? new Map(), terms, limit)
        }),
      done: (source, term, answered) =>
        Effect.map(DateTime.nowAsDate, (now) => {
          put(searched, source, term, now)
          if (answered !== null) put(answers, source, term, { ...answered, at: now })
        }),
      answer: (source, term, since) =>
        Effect.sync(() => {
          const { at, ...answered } = answers.get(source)?.get(term) ?? { at: null, found: 0, names: [] }
          return at !== null && at >= since ? answered : null
        }),
      names: (term) =>
        Effect.sync(() =>
          [...answers.entries()]
            .toSorted(([one], [other]) => (one < other ? -1 : 1))
            .flatMap(([, terms]) => terms.get(term)?.names ?? [])
        )
    }
  })
}

const inTurn = (
  searched: ReadonlyMap<string, Date>,
  terms: ReadonlyArray<string>,
  limit: number
): ReadonlyArray<string> => {
  const turn = (term: string) => searched.get(term)?.getTime() ?? -Infinity
  return [...new Set(terms)].sort(Order.mapInput(Order.Number, turn)).slice(0, limit)
}
