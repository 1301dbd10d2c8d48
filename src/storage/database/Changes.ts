import { PgClient, PgConnection } from "@effect/sql-pg"
import { Clock, Context, Deferred, Duration, Effect, Exit, Fiber, Layer, Option, Queue, Schedule } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import { performance } from "node:perf_hooks"
import { isWatched, type WatchedTable, watchedTables } from "../../domain/WatchedTable.ts"
import { StandbyServers } from "./Database.ts"
import type { LogPositions } from "./LogPositions.ts"
import { ifPrimaryAnswers } from "./ReadPath.ts"

/** What an open transaction has written: announced at its end, when others can see it. */
const Pending = Context.Reference<Set<WatchedTable> | null>("sonde/storage/Changes/Pending", {
  defaultValue: () => null
})

/**
 * Tells caches when rows have changed. Changes by this process are known at once, changes by others within a second.
 * While that cannot be promised, nothing may be taken from a cache.
 */
export class Changes extends Context.Service<
  Changes,
  {
    /**
     * A number that differs after each change of these tables; undefined while changes may be missed. What was read
     * after taking the number is valid while the number stays the same.
     */
    readonly version: (tables: ReadonlyArray<WatchedTable>) => number | undefined
    /** From now on waits for the next change of these tables, which the effect that this gives ends with. */
    readonly next: (tables: ReadonlyArray<WatchedTable>) => Effect.Effect<Effect.Effect<void>>
    /** Says that rows of a table may have changed; inside of {@link together} it counts from its end on. */
    readonly changed: (table: WatchedTable) => Effect.Effect<void>
    /**
     * Ends when everything is known that anybody had committed before it began; false if that cannot be found out. It
     * asks the database where there are standbys, and is true at once elsewhere.
     */
    readonly upToNow: Effect.Effect<boolean>
    /** Runs a transaction that several writers take part in. */
    readonly together: <A, E, R>(transaction: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  }
>()("sonde/storage/Changes") {
  /** For storage that this process alone writes to. */
  static readonly layerAlone = Layer.sync(Changes, () => make(() => true).service)

  /** For a database that others write to as well: it tells of their changes. */
  static readonly layer = Layer.effect(
    Changes,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const log = (yield* StandbyServers)?.log ?? null
      let goodUntil = 0
      const { bump, service } = make(
        () => performance.now() < goodUntil,
        (table) => log?.wrote(table)
      )
      const heard = (payload: string) => {
        if (isWatched(payload)) return bump(payload)
        const [subject = payload, position] = payload.split(between)
        if (position === undefined) log?.wrote(subject)
        else log?.wroteAt(subject, BigInt(position), performance.now())
      }
      const lend = (since: number) => {
        goodUntil = since + leaseMillis
      }
      const waiting = new Waiting()
      const listening = listen(sql, heard, log === null ? beatAlone : beatWith(log), waiting)
      yield* hear(listening, lend).pipe(
        Effect.catchCause((cause) => Effect.logDebug("Changes of other processes are not heard at the moment", cause)),
        Effect.andThen(
          Effect.sync(() => {
            lend(-Infinity)
            waiting.giveUp()
          })
        ),
        Effect.repeat(Schedule.spaced("1 second")),
        // On the system clock, like the pool's housekeeping, whatever clock the program runs on.
        Effect.provideService(Clock.Clock, Clock.Clock.defaultValue()),
        Effect.forkScoped
      )
      if (log === null) return service
      return { ...service, upToNow: Effect.suspend(() => waiting.until(goodUntil)) }
    })
  )
}

/** Stands between who has written and the position in the log from which on that is seen. */
export const between = " at "

/** Those who wait for the answer to a question that is asked after they came. */
class Waiting {
  #next: Array<(answered: boolean) => void> = []
  #asked: ReadonlyArray<(answered: boolean) => void> = []
  #wake: (() => void) | null = null

  /** Until the question is answered; at the latest until that moment, and then false. */
  until(last: number): Effect.Effect<boolean> {
    return Effect.callback<boolean>((resume) => {
      const left = last - performance.now()
      if (left <= 0) return resume(Effect.succeed(false))
      const timer = setTimeout(() => resume(Effect.succeed(false)), left)
      this.#next.push((answered) => {
        clearTimeout(timer)
        resume(Effect.succeed(answered))
      })
      this.#wake?.()
    })
  }

  /** To be called before a question. */
  asking(): void {
    this.#asked = this.#next
    this.#next = []
  }

  answered(): void {
    for (const tell of this.#asked) tell(true)
    this.#asked = []
  }

  giveUp(): void {
    for (const tell of [...this.#asked, ...this.#next]) tell(false)
    this.#asked = []
    this.#next = []
  }

  /** Ends as soon as somebody waits. */
  readonly somebody = Effect.callback<void>((resume) => {
    if (this.#next.length > 0) return resume(Effect.void)
    this.#wake = () => resume(Effect.void)
    return Effect.sync(() => (this.#wake = null))
  })
}

/** How long a sign of life is valid. Cached rows are never older than this, even if the network fails. */
const leaseMillis = 900

/** How often a sign of life is asked for: often enough that two may be late. */
const pulse = Duration.millis(300)

/** The same where there are standbys: until the primary was asked, nobody knows whether they have a change. */
const pulseOfLog = Duration.millis(100)

/** The least distance between two questions: those who wait together share the answer. */
const leastPulse = Duration.millis(5)

/** A connection that is silent for so long is given up for a new one. */
const longestSilenceMillis = 3_000

const make = (hears: () => boolean, wrote: (table: string) => void = () => undefined) => {
  const versions = new Map<string, number>(watchedTables.map((table) => [table, 0]))
  const waiting = new Set<(table: string) => void>()
  const bump = (table: string) => {
    versions.set(table, (versions.get(table) ?? 0) + 1)
    wrote(table)
    for (const tell of waiting) tell(table)
  }
  const service: Changes["Service"] = {
    version: (tables) => {
      if (!hears()) return undefined
      // Each version only grows, so the sum differs when any of them does.
      let sum = 0
      for (const table of tables) sum += versions.get(table)!
      return sum
    },
    next: (tables) =>
      Effect.sync(() => {
        const next = Deferred.makeUnsafe<void>()
        const tell = (table: string) => {
          if (!(tables as ReadonlyArray<string>).includes(table)) return
          waiting.delete(tell)
          Deferred.doneUnsafe(next, Effect.void)
        }
        waiting.add(tell)
        return Effect.ensuring(
          Deferred.await(next),
          Effect.sync(() => waiting.delete(tell))
        )
      }),
    upToNow: Effect.succeed(true),
    changed: (table) =>
      Effect.map(Effect.service(Pending), (pending) => void (pending === null ? bump(table) : pending.add(table))),
    together: (transaction) =>
      Effect.flatMap(Effect.service(Pending), (outer) => {
        if (outer !== null) return transaction
        const pending = new Set<WatchedTable>()
        return transaction.pipe(
          Effect.provideService(Pending, pending),
          Effect.ensuring(Effect.sync(() => pending.forEach(bump)))
        )
      })
  }
  return { bump, service }
}

/** Hears of changes until the connection breaks or falls silent. */
const hear = Effect.fnUntraced(function* (
  listening: (lend: (since: number) => void) => Effect.Effect<void, unknown>,
  lend: (since: number) => void
) {
  let last = performance.now()
  // In a fiber that is not waited for: leaving a dead connection takes time.
  const fiber = yield* Effect.forkDetach(
    listening((since) => {
      last = since
      lend(since)
    })
  )
  const silence = Effect.suspend(() =>
    performance.now() - last < longestSilenceMillis
      ? Effect.void
      : Effect.fail(new Error("The database has fallen silent"))
  ).pipe(Effect.repeat(Schedule.spaced(pulse)))
  yield* Effect.raceFirst(Fiber.join(fiber), silence).pipe(Effect.ensuring(Effect.sync(() => fiber.interruptUnsafe())))
})

/** What is asked for a sign of life, and how often. */
interface Beat {
  readonly every: Duration.Duration
  readonly begin: (session: PgConnection.PgConnection) => Effect.Effect<void, SqlError>
  readonly ask: (session: PgConnection.PgConnection, since: number) => Effect.Effect<void, SqlError>
}

const beatAlone: Beat = {
  every: pulse,
  begin: () => Effect.void,
  ask: (session) => Effect.asVoid(session.query("select 1"))
}

/** Which server this is, and on which timeline of the log: as a row, so that those that follow it have it, too. */
const whichPrimary = `
  with this as (
    select system_identifier as system,
           ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer as timeline
    from pg_control_system()
  ), told as (insert into timelines select system, timeline from this on conflict do nothing)
  select system, timeline from this`

/** Where there are standbys, the answer is how far the log is. */
const beatWith = (log: LogPositions): Beat => ({
  every: pulseOfLog,
  begin: (session) =>
    Effect.map(session.query(whichPrimary), ({ rows: [row] }) => {
      log.missed()
      log.primary = { system: row!["system"] as bigint, timeline: row!["timeline"] as number }
    }),
  ask: Effect.fnUntraced(function* (session, since) {
    log.asking()
    const { rows } = yield* session.query("select (pg_current_wal_flush_lsn() - '0/0')::bigint as position")
    log.answered(rows[0]!["position"] as bigint, since)
  })
})

/**
 * Hears of changes on a connection of its own until it breaks. A query on that connection is answered after what was to
 * be heard before: an answer is a sign of life from the moment at which it was asked for.
 */
const listen = (sql: PgClient.PgClient, heard: (payload: string) => void, beat: Beat, waiting: Waiting) =>
  Effect.fnUntraced(function* (lend: (since: number) => void) {
    const connection = yield* PgConnection.make(sql.config)
    const session = yield* connection.pin
    const notifications = yield* session.listen("sonde_changes")
    // What happened before is not known.
    watchedTables.forEach(heard)
    yield* beat.begin(session)
    // In one go, so that nobody believes to have heard what another fiber has only taken out of the queue.
    const hearAll = Effect.sync(() => {
      for (let next; (next = Queue.takeUnsafe(notifications)) !== undefined;) {
        if (Exit.isSuccess(next)) heard(next.value.payload)
        else return
      }
    })
    const once = Effect.gen(function* () {
      const since = performance.now()
      waiting.asking()
      yield* beat.ask(session, since)
      yield* hearAll
      lend(since)
      waiting.answered()
    })
    const pause = Effect.andThen(Effect.sleep(leastPulse), Effect.raceFirst(Effect.sleep(beat.every), waiting.somebody))
    yield* Effect.raceFirst(
      Effect.forever(Effect.andThen(Queue.peek(notifications), hearAll)),
      Effect.forever(Effect.andThen(once, pause))
    )
  }, Effect.scoped)

/**
 * What `read` gives, and the version by which it may be remembered: it reads from the primary then. Undefined where
 * that cannot be: then it reads as its request does.
 */
export const withVersion = <A, E, R>(
  changes: Changes["Service"],
  tables: ReadonlyArray<WatchedTable>,
  read: Effect.Effect<A, E, R>
) =>
  Effect.gen(function* () {
    const version = changes.version(tables)
    const value = version === undefined ? Option.none<A>() : yield* ifPrimaryAnswers(read)
    return Option.isSome(value) ? { value: value.value, version } : { value: yield* read, version: undefined }
  })

/** What `read` gives, remembered until rows of these tables change. */
export const untilChanged = <A, E, R>(
  changes: Changes["Service"],
  tables: ReadonlyArray<WatchedTable>,
  read: Effect.Effect<A, E, R>
) => {
  let known: { readonly value: A; readonly version: number } | null = null
  return {
    read: Effect.gen(function* () {
      if (known !== null && known.version === changes.version(tables)) return known.value
      const { value, version } = yield* withVersion(changes, tables, read)
      known = version === undefined ? null : { value, version }
      return value
    }),
    /** Has the next call read again. */
    forget: Effect.sync(() => void (known = null))
  }
}
