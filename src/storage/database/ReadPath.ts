import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Option } from "effect"
import type { Acquirer, Borrower } from "effect/sql/SqlConnection"
import * as Statement from "effect/sql/Statement"
import type { WatchedTable } from "../../domain/WatchedTable.ts"
import { isUnavailable, stateOf } from "./Unavailable.ts"

/** The servers that statements of one read go to: all to the first, until it fails and the next is the first. */
export interface ReadPath {
  servers: ReadonlyArray<PgClient.PgClient>
}

/** Where statements go that write nothing; null stands for the primary, where all others go in any case. */
export const CurrentReadPath = Context.Reference<ReadPath | null>("sonde/storage/ReadPath", {
  defaultValue: () => null
})

/** What the answer in hand will be remembered by: it must be as new as what is known of these tables. */
export const RememberedBy = Context.Reference<ReadonlyArray<WatchedTable>>("sonde/storage/RememberedBy", {
  defaultValue: () => []
})

/** Reads on the primary whatever the request reads: for what is remembered, and for what decides who may read. */
export const fromPrimary: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R> = Effect.provideService(
  CurrentReadPath,
  null
)

/**
 * What one server refuses and the next may do: a write or an unlogged table on a standby (25006, 0A000), a read that
 * was in the way of what is replayed (40001), and all that passes by itself, but for a statement that took too long.
 */
const isForNext = (error: unknown): boolean =>
  stateOf(error) === "0A000" || (isUnavailable(error) && stateOf(error) !== "57014")

/**
 * The client of the primary, whose statements outside of transactions go by {@link CurrentReadPath}. After a
 * transaction or a write a read goes on at the primary, so it sees what it has written.
 */
export const routed = (primary: PgClient.PgClient): PgClient.PgClient => {
  const lend = (server: PgClient.PgClient): Borrower => {
    const { reserve } = server
    return (f) => Effect.scoped(Effect.flatMap(reserve, f)) as any
  }
  const onPrimary = lend(primary)

  const along =
    (path: ReadPath): Borrower =>
    (f) =>
      Effect.suspend(() => {
        const [server = primary, ...others] = path.servers
        return Effect.catchIf(
          lend(server)(f) as Effect.Effect<any, unknown, any>,
          (error) => others.length > 0 && isForNext(error),
          () => {
            if (path.servers[0] === server) path.servers = others
            return along(path)(f)
          }
        )
      }) as any

  const borrower: Borrower = (f) =>
    Effect.flatMap(
      Effect.serviceOption(primary.transactionService),
      Option.match({
        onSome: ([connection]) => f(connection),
        onNone: () =>
          Effect.flatMap(Effect.service(CurrentReadPath), (path) => (path === null ? onPrimary : along(path))(f))
      })
    )
  const acquirer: Acquirer = Effect.flatMap(
    Effect.serviceOption(primary.transactionService),
    Option.match({ onSome: ([connection]) => Effect.succeed(connection), onNone: () => primary.reserve })
  )

  const statement = Statement.make(
    acquirer,
    PgClient.makeCompiler(),
    [["db.system.name", "postgresql"]],
    undefined,
    borrower
  )
  const client: PgClient.PgClient = Object.assign(statement, {
    ...primary,
    ...statement,
    withTransaction: <A, E, R>(effect: Effect.Effect<A, E, R>) =>
      Effect.flatMap(Effect.service(CurrentReadPath), (path) => {
        if (path !== null) path.servers = [primary]
        return primary.withTransaction(effect)
      }),
    withoutTransforms: () => client,
    safe: undefined as any
  })
  return Object.assign(client, { safe: client })
}
