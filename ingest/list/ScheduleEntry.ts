import { Cron, Duration, Option, Result, Schema, SchemaGetter } from "effect"
import { Interval, intervalFault, shortestInterval } from "./Entry.ts"

/** Occurrences that are looked at: a month of them, for one that comes twice a day. */
const lookedAt = 60

/** The shortest time between two occurrences from now on, in milliseconds; null when there are none. */
const shortestGap = (cron: Cron.Cron): number | null => {
  const times: Array<number> = []
  try {
    for (const time of Cron.sequence(cron)) if (times.push(time.getTime()) === lookedAt) break
  } catch {
    return null // 30 February and the like
  }
  return Math.min(...times.slice(1).map((time, index) => time - times[index]!))
}

/** What is wrong with a cron expression; true if nothing is. */
const cronFault = (text: string): string | true => {
  const cron = Cron.parse(text, "UTC")
  if (Result.isFailure(cron)) return 'must be an interval ("2 hours") or a cron expression ("30 6 * * 1-5")'
  const gap = shortestGap(cron.success)
  if (gap === null) return "must name times that exist"
  const shortest = Duration.toMillis(shortestInterval)
  return gap >= shortest || "must leave at least 15 minutes between two times"
}

/**
 * An interval, or a cron expression in UTC (`minute hour day month weekday`). A fault is told of the one that is meant.
 */
const Written = Schema.String.check(
  Schema.makeFilter<string>((text) => {
    const every = Duration.fromInput(text as Duration.Input)
    return Option.isSome(every) ? intervalFault(every.value) : cronFault(text)
  })
)

const CronTimes = Schema.String.check(Schema.makeFilter<string>(cronFault)).pipe(
  Schema.decodeTo(Schema.declare(Cron.isCron), {
    decode: SchemaGetter.transform((text: string) => Cron.parseUnsafe(text, "UTC")),
    encode: SchemaGetter.transform((cron: Cron.Cron) => Cron.format(cron))
  })
)

/** The operator's own times for sources, by their names. */
export const ScheduleEntry = Schema.Record(
  Schema.String,
  Written.pipe(Schema.decodeTo(Schema.Union([Interval, CronTimes])))
)

/** An interval, or the times of a cron expression; they replace what the source has of its own. */
export type Times = { readonly every: Duration.Duration } | { readonly cron: Cron.Cron }

export const timesOf = (schedule: typeof ScheduleEntry.Type): ReadonlyMap<string, Times> =>
  new Map(
    Object.entries(schedule).map(([name, times]) => [name, Cron.isCron(times) ? { cron: times } : { every: times }])
  )
