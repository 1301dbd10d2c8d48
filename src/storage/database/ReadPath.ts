import { PgClient } from "@effect/sql-pg"
import { Clock, Context, Duration, Effect, Fiber, Option } from "effect"
import type { Acquirer, Borrower } from "effect/sql/SqlConnection"
import * as Statement from "effect/sql/Statement"
import type { WatchedTable } from "../../domain/WatchedTable.ts"
import { isUnavailable, stateOf } from "./Unavailable.ts"

/** The servers that statements of one read go to: all to the first, until it fails and the next is the first. */
export interface ReadPath {
  servers: ReadonlyArray<PgClient.PgClient>
  /** Whether the first counts as away when it does not answer in time. */
  readonly isUrgent?: boolean
  /** Called when a server has failed or counts as away, and the next is asked. */
  readonly onFailure?: (server: PgClient.PgClient) => void
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

/** How long the primary may take where a standby could answer. */
export const answerTime = Duration.seconds(1)

/**
 * Reads on the primary; none where the request has a standby to read from and the primary is away, or does not answer
 * in time.
 */
export const ifPrimaryAnswers = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<Option.Option<A>, E, R> =>
  Effect.flatMap(Effect.service(CurrentReadPath), (path) => {
    const asked = Effect.asSome(fromPrimary(effect))
    if (path === null || path.servers.length < 2) return asked
    return Effect.catchIf(
      within(asked),
      (error) => error === away || isForNext(error),
      () => Effect.succeedNone
    ) as Effect.Effect<Option.Option<A>, E, R>
  })

/**
 * What one server refuses and the next may do: a write or an unlogged table on a standby (25006, 0A000), a read that
 * was in the way of what is replayed (40001), and all that passes by itself, but for a statement that took too long.
 */
const isForNext = (error: unknown): boolean =>
  stateOf(error) === "0A000" || (isUnavailable(error) && stateOf(error) !== "57014")

const away = new Error("The server does not answer")

/**
 * Fails when it takes longer. In a fiber that is not waited for: leaving a server that hangs takes as long as it hangs.
 */
const within = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Effect.forkDetach(effect), (fiber) =>
    Effect.raceFirst(
      Fiber.join(fiber),
      Effect.andThen(onMachineTime(Effect.sleep(answerTime)), Effect.fail(away))
    ).pipe(Effect.ensuring(Effect.sync(() => fiber.interruptUnsafe())))
  )

const onMachineTime = Effect.provideService(Clock.Clock, Clock.Clock.defaultValue())

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
        const asked = lend(server)(f) as Effect.Effect<any, unknown, any>
        if (others.length === 0) return asked
        return Effect.catchIf(
          path.isUrgent === true ? within(asked) : asked,
          (error) => error === away || isForNext(error),
          () => {
            if (path.servers[0] === server) path.servers = others
            path.onFailure?.(server)
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
