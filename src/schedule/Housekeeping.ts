import { Clock, DateTime, Duration, Effect, Layer, Schedule } from "effect"
import { Settings } from "../config/Settings.ts"
import { elapsedMillis } from "../domain/Timestamp.ts"
import { Retention } from "../storage/Retention.ts"
import { SlotQueue } from "../queue/SlotQueue.ts"

const work = "retention"

/** Deleted rows are gone for good, so a process that has just started waits: the machine may still set its clock. */
const settling = "15 minutes"

/**
 * A clock that was set by more than this since the process last looked may be wrong for a while. Machines sleep for a
 * weekend.
 */
const longestLeap = Duration.toMillis("7 days")

/** How long such a clock has to stand before anything is removed by it. */
const probation = Duration.toMillis("1 day")

/** How often each process offers the day's slot, so that a day's work begins within the hour. */
const lookEvery = "1 hour"

/** Keeps the database tidy: once a day, by one of the processes on it, removes what is past its time. */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const settings = yield* Settings
    const retention = yield* Retention
    const queue = yield* SlotQueue
    const policy = {
      signals: settings.RETENTION_SIGNALS_DAYS,
      articles: settings.RETENTION_ARTICLES_DAYS,
      trending: settings.RETENTION_TRENDING_DAYS,
      runs: settings.RETENTION_RUNS_DAYS,
      usage: settings.RETENTION_USAGE_DAYS,
      audit: settings.RETENTION_AUDIT_DAYS,
      events: settings.RETENTION_EVENTS_DAYS
    }

    /** Changes only when the clock is set, in milliseconds. */
    const offset = Effect.zipWith(Clock.currentTimeMillis, elapsedMillis, (time, elapsed) => time - elapsed)
    let known = yield* offset
    let leapt = -Infinity

    /** Notes when the clock was set, by what has passed since the process began. */
    const watchClock = Effect.gen(function* () {
      const before = known
      known = yield* offset
      if (Math.abs(known - before) > longestLeap) leapt = yield* elapsedMillis
    })

    const sweep = Effect.gen(function* () {
      yield* watchClock
      if ((yield* elapsedMillis) - leapt < probation)
        return yield* Effect.logWarning("The clock was set by more than a week: nothing is removed before tomorrow")
      const swept = yield* retention.sweep(policy)
      yield* Effect.logDebug("Removed what is past its time", swept)
    })

    const offerToday = Effect.gen(function* () {
      yield* watchClock
      const day = DateTime.startOf(yield* DateTime.now, "day")
      yield* queue.offer("housekeeping", { name: work, at: DateTime.toDateUtc(day) })
    })

    yield* offerToday.pipe(
      Effect.catchCause((cause) => Effect.logWarning("The day's housekeeping could not be offered", cause)),
      Effect.repeat(Schedule.spaced(lookEvery)),
      Effect.delay(settling),
      Effect.forkScoped
    )
    yield* Effect.forkScoped(queue.work("housekeeping", () => sweep))
  })
)
