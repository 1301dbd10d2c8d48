import { PgClient } from "@effect/sql-pg"
import { Clock, Context, Duration, Effect, Layer, Schedule } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import type { AccountId } from "../../domain/Account.ts"
import type { WatchedTable } from "../../domain/WatchedTable.ts"
import { between, Changes } from "./Changes.ts"
import { StandbyServers } from "./Database.ts"
import { CurrentReadPath, answerTime, RememberedBy } from "./ReadPath.ts"
import { isUnavailable, reasonOf } from "./Unavailable.ts"

/** How a standby is. */
export interface StandbyState {
  /** Its host and port. */
  readonly name: string
  /** Why nothing is read from it; null when it is in use. */
  readonly problem: string | null
  /** Everything that was committed so many seconds ago can be seen on it; null while that is not known. */
  readonly lag: number | null
  /** Reads that this process has begun on it. */
  readonly reads: number
}

interface Standing {
  /** Those that are named, but for the one that is the primary at the moment. */
  readonly standbys: ReadonlyArray<StandbyState>
  /** Reads that went to the primary, because no standby had what they must show. */
  readonly onPrimary: number
}

/** Decides which server a read goes to: to a standby of the database, or to the primary. */
export class Standbys extends Context.Service<
  Standbys,
  {
    /**
     * Runs what only reads, on a standby that has all that this process and the account have written and that is as new
     * as the answer has to be; on the primary when there is none. It goes on at the primary when the standby fails.
     */
    readonly reading: <A, E, R>(account: AccountId, effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
    /** The same for what has to see all that is stored by now, by whomever: a standby gets a second for it. */
    readonly readingNow: <A, E, R>(account: AccountId, effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
    /** Reads from the primary; while it is away from a standby that has all that is known of these tables. */
    readonly evenAlone: <A, E, R>(
      tables: ReadonlyArray<WatchedTable>,
      effect: Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E, R>
    /**
     * To be called before a write of the account is acknowledged: what it reads from then on, in any process, shows
     * what it has written. Fails when the primary is away, and then the write must not be acknowledged.
     */
    readonly wrote: (account: AccountId) => Effect.Effect<void, SqlError>
    readonly standing: Effect.Effect<Standing>
  }
>()("sonde/storage/Standbys") {
  /** Without standbys, all is read from the primary. */
  static readonly layerNone = Layer.succeed(Standbys, {
    reading: (_, effect) => effect,
    readingNow: (_, effect) => effect,
    evenAlone: (_, effect) => effect,
    wrote: () => Effect.void,
    standing: Effect.succeed({ standbys: [], onPrimary: 0 })
  })

  static readonly layer = Layer.unwrap(
    Effect.map(StandbyServers, (found) => (found === null ? Standbys.layerNone : Layer.effect(Standbys, make(found))))
  )
}

/** The problem of a standby in the first moments. */
export const unknown = "how far it is behind is not known yet"

/** How often a standby is asked how far it is. */
const lookEvery = Duration.millis(100)

/** How long a read that must see everything waits for a standby. */
const longestWait = Duration.seconds(1)

interface Standby {
  readonly server: PgClient.PgClient
  readonly name: string
  /** Undefined until it has been looked at. */
  problem: string | null | undefined
  position: bigint
  reads: number
  isPrimary: boolean
}

const subjectOf = (account: AccountId): string => `account ${account}`

const make = Effect.fnUntraced(function* ({
  log,
  maxLag,
  servers
}: NonNullable<Context.Service.Shape<typeof StandbyServers>>) {
  const primary = yield* PgClient.PgClient
  const changes = yield* Changes
  const bound = Duration.toMillis(maxLag)
  let onPrimary = 0
  let turn = 0

  const standbys = servers.map(({ drop, name, reads, watch }) => {
    const standby: Standby = { server: reads, name, problem: undefined, position: 0n, reads: 0, isPrimary: false }
    const become = Effect.fnUntraced(function* (problem: string | null) {
      const before = standby.problem
      standby.problem = problem
      if (problem === before) return
      if (problem === null) return yield* Effect.logInfo(`Standby ${name} is read from`)
      // What it says afterwards may change with each attempt.
      const tell = typeof before === "string" ? Effect.logDebug : Effect.logWarning
      yield* tell(`Standby ${name} is not read from: ${problem}`)
    })
    const look = Effect.suspend(() => {
      const { system, timeline } = log.primary ?? { system: 0n, timeline: 0 }
      return watch<{ follows: boolean; position: bigint; system: bigint; current: boolean; timeline: number | null }>`
        select pg_is_in_recovery() as follows,
               case when not pg_is_in_recovery() then
                 ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer end as timeline,
               (select system_identifier from pg_control_system()) as system,
               exists (select from timelines where system = ${system} and timeline = ${timeline}) as current,
               (coalesce(pg_last_wal_replay_lsn(), '0/0') - '0/0')::bigint as position`
    }).pipe(
      Effect.flatMap(([row]) => {
        const { current, follows, position, system, timeline } = row!
        standby.position = position
        standby.isPrimary = log.primary?.system === system && log.primary.timeline === timeline
        if (!follows) return become("it is no standby")
        if (log.primary === null) return become(null)
        if (log.primary.system !== system) return become("it is not a copy of the database of DATABASE_URL")
        return become(current ? null : "it has not followed the primary yet that has taken over")
      }),
      Effect.catch((error) => {
        standby.isPrimary = false
        // One that answers may finish what it is asked, also when it has just become the primary.
        drop()
        return become(reasonOf(error))
      })
    )
    return { standby, look }
  })

  const lagOf = ({ position }: Standby, now: number): number | undefined => {
    const since = log.shows(position)
    return since === undefined ? undefined : Math.max(0, now - since)
  }

  /** A standby that has all that these subjects have written, each in its turn. */
  const ableFor = (subjects: ReadonlyArray<string>): Standby | undefined => {
    const needed = log.of(subjects)
    if (needed === undefined) return undefined
    const now = performance.now()
    const able = standbys.filter(
      ({ standby }) =>
        standby.problem === null && standby.position >= needed && (lagOf(standby, now) ?? Infinity) <= bound
    )
    return able[turn++ % able.length]?.standby
  }

  const along = <A, E, R>(servers: ReadonlyArray<PgClient.PgClient>, effect: Effect.Effect<A, E, R>) =>
    Effect.provideService(effect, CurrentReadPath, { servers })

  /** For the next second nobody waits for the primary whom a standby can answer. */
  let awayUntil = 0

  /** The primary first, as long as it answers in time. */
  const primaryFirst = <A, E, R>(standby: Standby | undefined, effect: Effect.Effect<A, E, R>) => {
    if (standby === undefined) return along([primary], effect)
    if (performance.now() < awayUntil) return along([standby.server, primary], effect)
    return Effect.provideService(effect, CurrentReadPath, {
      servers: [primary, standby.server],
      isUrgent: true,
      onFailure: () => {
        awayUntil = performance.now() + Duration.toMillis(answerTime)
      }
    })
  }

  const reading = <A, E, R>(account: AccountId, effect: Effect.Effect<A, E, R>) =>
    Effect.flatMap(Effect.all([Effect.service(RememberedBy), changes.upToNow]), ([tables, isHeard]) => {
      const standby = ableFor([...tables, subjectOf(account)])
      // While nothing is heard of the primary, others may have written for the account.
      if (standby === undefined || !isHeard) {
        onPrimary++
        return primaryFirst(standby, effect)
      }
      standby.reads++
      return along([standby.server, primary], effect)
    })

  const onMachineTime = Effect.provideService(Clock.Clock, Clock.Clock.defaultValue())

  yield* Effect.forEach(
    standbys,
    ({ look }) => look.pipe(Effect.repeat(Schedule.spaced(lookEvery)), onMachineTime, Effect.forkScoped),
    { discard: true }
  )

  return Standbys.of({
    reading,
    readingNow: (account, effect) =>
      Effect.sync(() => log.wrote(subjectOf(account))).pipe(
        Effect.andThen(
          Effect.sync(() => ableFor([subjectOf(account)])).pipe(
            Effect.repeat({ until: (able) => able !== undefined, schedule: Schedule.spaced("20 millis") }),
            Effect.timeoutOption(longestWait),
            onMachineTime
          )
        ),
        Effect.andThen(reading(account, effect))
      ),
    evenAlone: (tables, effect) => Effect.suspend(() => primaryFirst(ableFor(tables), effect)),
    wrote: (account) => {
      const subject = subjectOf(account)
      // What is committed is at this position or before it. The notice waits for standbys as any commit does.
      return primary<{ position: bigint }>`
        with log as (select (pg_current_wal_flush_lsn() - '0/0')::bigint as position)
        select position, pg_notify('sonde_changes', ${subject + between} || position) from log`.pipe(
        Effect.map(([row]) => log.wroteAt(subject, row!.position, performance.now())),
        Effect.retry({ while: isUnavailable, times: 20, schedule: Schedule.spaced("250 millis") }),
        onMachineTime
      )
    },
    standing: Effect.sync(() => {
      const now = performance.now()
      return {
        standbys: standbys.flatMap(({ standby }) => {
          if (standby.isPrimary) return []
          const lag = lagOf(standby, now)
          const isBehind = lag === undefined || lag > bound
          const isUnknown = standby.problem === undefined || log.of([]) === undefined
          const problem = standby.problem ?? (isBehind ? (isUnknown ? unknown : "it is too far behind") : null)
          return [{ name: standby.name, problem, lag: lag === undefined ? null : lag / 1_000, reads: standby.reads }]
        }),
        onPrimary
      }
    })
  })
})
