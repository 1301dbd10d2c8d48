import { it, layer, type Vitest } from "@effect/vitest"
import { Effect, Layer, type Scope } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { describe } from "vitest"
import * as Storage from "../../src/storage/Storage.ts"
import { forEachDatabase } from "./Databases.ts"

/** What the clock says when a promise begins. */
export const start = new Date("2026-03-10T12:00:00Z")

/** How a promise is stated: like `it.effect`, each time on an empty store with the clock at {@link start}. */
export interface Promises<S> {
  readonly effect: <A, E>(name: string, self: () => Effect.Effect<A, E, S | Scope.Scope>) => void
  readonly prop: <const Arbs extends Vitest.Arbitraries, A, E>(
    name: string,
    arbitraries: Arbs,
    self: (values: Parameters<Parameters<typeof it.effect.prop<Arbs, A, E>>[2]>[0]) => Effect.Effect<A, E, S>,
    runs: number
  ) => void
}

/**
 * One suite for every form of a store: in memory, and `store` on the embedded database and on a real Postgres, so that
 * none of them drifts from the others.
 */
export const contract = <S extends Layer.Success<typeof Storage.layerMemory>>(
  name: string,
  store: Layer.Layer<S, never, SqlClient.SqlClient>,
  promises: (it: Promises<S>) => void
): void => {
  describe(name, () => {
    describe("memory", () => promises(on<S, never>(it.effect, Storage.layerMemory)))
    forEachDatabase((_, database) =>
      layer(database, { excludeTestServices: true })((it) =>
        promises(on(it.effect, Layer.provideMerge(store, Layer.effectDiscard(empty))))
      )
    )
  })
}

const on = <S, R>(tester: Vitest.Tester<R | Scope.Scope>, store: Layer.Layer<S, never, R>): Promises<S> => {
  // A clock for each promise, and none of it for the pool of connections: that would tick through all the years.
  const fresh = <A, E>(self: () => Effect.Effect<A, E, S | Scope.Scope>) =>
    Effect.andThen(TestClock.setTime(start.getTime()), Effect.provide(Effect.suspend(self), store)).pipe(
      Effect.provide(TestClock.layer())
    )
  return {
    effect: (name, self) => tester(name, () => fresh(self)),
    prop: (name, arbitraries, self, runs) =>
      tester.prop(name, arbitraries, (values) => fresh(() => self(values)), { arbitrary: { runs } })
  }
}

/**
 * Empties every table but what migrations put there. Truncating costs the same for a table that nobody has used, so it
 * is left alone: one without a page has held no row, not even in a transaction that was rolled back, and its own
 * sequence tells whether a row was refused before it was written.
 */
const empty = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ tables: string | null }>`
    select string_agg(format('%I', relname), ', ') as tables from pg_class as used
    where relkind = 'r' and relnamespace = 'public'::regnamespace and relname not in ('migrations', 'id_keys')
      and (pg_relation_size(oid) > 0 or exists (
        select from pg_sequence join pg_depend on classid = 'pg_class'::regclass and objid = seqrelid
        where refobjid = used.oid and deptype in ('a', 'i') and pg_sequence_last_value(seqrelid) is not null
      ))`
  if (row!.tables !== null) yield* sql.unsafe(`truncate ${row!.tables} restart identity cascade`)
}).pipe(Effect.orDie)
