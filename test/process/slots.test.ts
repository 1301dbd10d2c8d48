import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer, Option, Redacted, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import * as Database from "../../src/storage/database/Database.ts"
import { newMigratedPostgres } from "../support/Databases.ts"
import { spawnProgram } from "../../harness/Service.ts"
import { slotWeb } from "../support/SlotWeb.ts"

/** Slots to be done: some dozens with every run of the tests, and 200 with `npm run slots`. */
const slots = Number(process.env["SLOTS"] ?? 40)

/** One kill and one stop for every so many slots. */
const slotsPerRound = 40

const sources = 10

/** Repeats the question until the answer is yes. */
const until = <E, R>(question: Effect.Effect<boolean, E, R>, what: string) =>
  question.pipe(
    Effect.repeat({ until: (yes) => yes, schedule: Schedule.spaced("50 millis") }),
    Effect.timeoutOrElse({ duration: "60 seconds", orElse: () => Effect.die(new Error(`in vain: ${what}`)) })
  )

const world = Effect.gen(function* () {
  const url = yield* newMigratedPostgres
  const database = Database.layer({ databaseUrl: Option.some(url), dataDir: "", maxConnections: 2 })
  const sql = Context.get(yield* Layer.build(database), SqlClient.SqlClient)
  const web = yield* slotWeb

  const start = (name: string) =>
    Effect.acquireRelease(
      Effect.sync(() =>
        spawnProgram("test/support/SlotWorker.ts", {
          WORKER_NAME: name,
          WORKER_ORIGIN: web.origin,
          WORKER_DATABASE: Redacted.value(url),
          WORKER_SOURCES: String(sources),
          WORKER_EVERY: "2 seconds"
        })
      ),
      ({ child, exited }) =>
        Effect.promise(() => {
          child.kill("SIGKILL")
          return exited
        })
    )

  const count = (rows: Effect.Effect<ReadonlyArray<{ n: number }>, unknown>) =>
    Effect.map(Effect.orDie(rows), ([row]) => row!.n)

  return {
    sql,
    web,
    start,
    successes: count(sql<{ n: number }>`select count(*)::int as n from runs where state in ('ok', 'empty')`),
    /** Transactions of others. */
    transactions: count(sql<{ n: number }>`
      select count(*)::int as n from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null`),
    /** Runs that have not ended. */
    underWay: count(sql<{ n: number }>`select count(*)::int as n from runs where finished_at is null`),
    /** Slots of these sources that were begun, and of which no run has ended yet. */
    open: (names: ReadonlyArray<string>) =>
      count(sql<{ n: number }>`
        select count(*)::int as n from runs join sources on name = source_name and slot = next_check_at
        where source_name in ${sql.in(names.map((name) => `feed:${name}`))} and finished_at is null`),
    runs: sql<{
      source: string
      slot: Date
      done: number
      broken_off: number
      stopped: number
      failed: ReadonlyArray<string>
    }>`
      select source_name as source, slot,
             count(*) filter (where state in ('ok', 'empty'))::int as done,
             count(*) filter (where error like 'its process died%')::int as broken_off,
             count(*) filter (where error like 'stopped%')::int as stopped,
             coalesce(array_agg(coalesce(error, 'still open'))
               filter (where state not in ('ok', 'empty') or finished_at is null), '{}') as failed
      from runs group by 1, 2 order by 1, 2`
  }
})

describe("two processes on one database", () => {
  it.live(
    `do each of ${slots} slots once, while they are killed and stopped in the middle of runs`,
    () =>
      Effect.gen(function* () {
        const { open, runs, sql, start, successes, transactions, underWay, web } = yield* world
        let one = yield* start("one")
        const other = yield* start("other")
        const done = (n: number) =>
          until(
            Effect.map(successes, (count) => count >= n),
            `${n} slots done; ${one.output()} ${other.output()}`
          )
        const inMidRun = (worker: string) =>
          until(
            Effect.sync(() => web.heldBy(worker).length > 0),
            `${worker} is in the middle of a run`
          )

        for (let round = 1; round * slotsPerRound <= slots; round++) {
          yield* done((round - 1) * slotsPerRound + 10)

          web.hold("one")
          yield* inMidRun("one")
          one.child.kill("SIGKILL")
          yield* Effect.promise(() => one.exited)
          web.release("one")
          one = yield* start("one")
          yield* done((round - 1) * slotsPerRound + 20)

          // Stopped until the first process has taken its slots over; only then it gets its answers, and is woken.
          web.hold("other")
          yield* inMidRun("other")
          // Stopped while it stores something, it would keep the turn of all who store until that session ends.
          yield* until(
            Effect.map(transactions, (open) => open === 0),
            "nobody is storing anything"
          )
          other.child.kill("SIGSTOP")
          const left = web.heldBy("other")
          const before = web.requests.length
          yield* until(
            Effect.sync(() => left.every((name) => web.requests.slice(before).some(({ source }) => source === name))),
            "the slots of the stopped process are taken over"
          )
          web.release("other")
          yield* until(
            Effect.map(open(left), (open) => open === 0),
            "they are done"
          )
          other.child.kill("SIGCONT")
          yield* done(round * slotsPerRound)
        }
        yield* done(slots)

        for (const worker of ["one", "other"]) web.hold(worker)
        yield* inMidRun("one")
        yield* inMidRun("other")
        // The process that was away may still be asking for a slot that it has lost: that is no run any more.
        yield* until(
          Effect.map(underWay, (runs) => runs >= 2),
          "two runs are under way"
        )
        for (const { child, exited } of [one, other]) {
          child.kill("SIGTERM")
          yield* Effect.promise(() => exited)
        }

        const ended = yield* runs
        const current = new Map(
          (yield* sql<{ name: string; slot: Date }>`select name, next_check_at as slot from sources`).map(
            ({ name, slot }) => [name, slot.getTime()]
          )
        )
        const past = ended.filter(({ slot, source }) => slot.getTime() !== current.get(source))
        assert.isAtLeast(past.length, slots)
        assert.deepStrictEqual(
          past.filter(({ done, failed }) => done !== 1 || failed.length > 0),
          [],
          "each slot that is past has exactly one successful run"
        )
        assert.deepStrictEqual(
          ended.filter(({ done, slot, source }) => slot.getTime() === current.get(source) && done > 0),
          [],
          "what is done is not due any more"
        )
        const sum = (column: "broken_off" | "stopped") => ended.reduce((sum, run) => sum + run[column], 0)
        assert.isAtLeast(sum("broken_off"), 2 * Math.floor(slots / slotsPerRound), "kills and stops hit runs")
        assert.isAtLeast(sum("stopped"), 2, "a process that is told to end gives its slots back")
        assert.strictEqual(yield* underWay, 0, "no run is left open")

        const [rows] = yield* sql<{ signals: number; urls: number; sightings: number }>`
          select count(*)::int as signals, count(distinct url)::int as urls,
                 (select count(*)::int from signal_sightings) as sightings from signals`
        assert.deepStrictEqual(rows, { signals: web.served(), urls: web.served(), sightings: web.served() })
        assert.deepStrictEqual(new Set(web.requests.map(({ worker }) => worker)), new Set(["one", "other"]))

        // A slot that a process was about to take as it ended is free once that lease is over.
        yield* start("heir")
        yield* until(
          Effect.map(runs, (runs) => runs.every(({ done, stopped }) => stopped === 0 || done === 1)),
          "the next process does what was given back"
        )
      }).pipe(Effect.scoped),
    { timeout: 120_000 + slots * 2_000 }
  )
})
