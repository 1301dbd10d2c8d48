import { DateTime, Effect, Layer, Schedule } from "effect"
import { Settings } from "../config/Settings.ts"
import { Retention } from "../storage/Retention.ts"
import { SlotQueue } from "../queue/SlotQueue.ts"

const work = "retention"

/** How often each process offers the day's slot: a day begins within the hour, whoever is there. */
const lookEvery = "1 hour"

/** Keeps the database tidy: once a day, by one of the processes on it, removes what is past its time. */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const settings = yield* Settings
    const retention = yield* Retention
    const queue = yield* SlotQueue
    const policy = {
      signals: settings.RETENTION_SIGNALS_DAYS,
      trending: settings.RETENTION_TRENDING_DAYS,
      runs: settings.RETENTION_RUNS_DAYS,
      usage: settings.RETENTION_USAGE_DAYS,
      audit: settings.RETENTION_AUDIT_DAYS
    }

    const sweep = Effect.flatMap(retention.sweep(policy), (swept) =>
      Effect.logDebug("Removed what is past its time", swept)
    )

    const offerToday = Effect.flatMap(DateTime.now, (now) =>
      queue.offer("housekeeping", { name: work, at: DateTime.toDateUtc(DateTime.startOf(now, "day")) })
    )

    yield* offerToday.pipe(
      Effect.catchCause((cause) => Effect.logWarning("The day's housekeeping could not be offered", cause)),
      Effect.repeat(Schedule.spaced(lookEvery)),
      Effect.forkScoped
    )
    yield* Effect.forkScoped(queue.work("housekeeping", () => sweep))
  })
)
