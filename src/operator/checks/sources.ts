import { Cause, Duration, Effect, Stream } from "effect"
import type { IngestEvent, SourceName } from "../../domain/Source.ts"
import { type IngestActions, IngestControl, type SourceReport } from "../../ports/IngestControl.ts"
import type { CheckEvent, Finding } from "../Protocol.ts"
import { adviceFor } from "./advice.ts"

/**
 * Eight at a time and 20 seconds for each at worst: enough for the sixty sources of a good list, were they all stuck.
 */
const longest = Duration.minutes(3)

/** Servers' clocks are usually right to the second; certificates and slots suffer from a minute on. */
const mostSkew = 60

const found = (finding: Finding): CheckEvent => ({ event: "found", finding })

const findingOf = (
  event: Extract<IngestEvent, { readonly _tag: "Finished" | "Skipped" }>,
  paused: ReadonlySet<string>
): Finding => {
  const base = { area: "sources", name: event.name } as const
  if (paused.has(event.name)) return { ...base, state: "ok", message: "is paused", advice: null }
  if (event._tag === "Skipped")
    return {
      ...base,
      state: "warning",
      message: event.reason,
      advice: "Set what is missing, or pause the source: sonde sources pause <name>"
    }
  if (event.error !== null) return { ...base, state: "failed", message: event.error, advice: adviceFor(event.error) }
  if (event.idle !== null) return { ...base, state: "ok", message: `nothing to read: ${event.idle}`, advice: null }
  const read = event.result === null ? "nothing new since the last time" : `${event.result.fetched} items read`
  return event.state === "empty"
    ? { ...base, state: "warning", message: "reached, but it has no items", advice: "Look at it in a browser" }
    : { ...base, state: "ok", message: read, advice: null }
}

/** What the sources' errors have in common, where this machine seems offline. */
const networkOf = (sources: ReadonlyArray<Pick<SourceReport, "offline_since">>): ReadonlyArray<Finding> => {
  const silent = sources.flatMap(({ offline_since: since }) => since ?? [])
  const [since] = silent.toSorted()
  if (since === undefined) return []
  return [
    {
      area: "sources",
      name: "network",
      state: "failed",
      message: `this machine seems offline: since ${since} UTC nobody has answered for ${silent.length} sources`,
      advice: "Look at its network, its name server and its firewall; the sources are tried again by themselves"
    }
  ]
}

const clockOf = (skews: ReadonlyArray<number>): ReadonlyArray<Finding> => {
  if (skews.length === 0) return []
  const skew = skews.toSorted((one, other) => one - other)[Math.floor(skews.length / 2)]!
  const base = { area: "clock", name: "clock" } as const
  return Math.abs(skew) <= mostSkew
    ? [
        {
          ...base,
          state: "ok",
          message: `agrees with ${skews.length} servers to ${Math.abs(skew)} seconds`,
          advice: null
        }
      ]
    : [
        {
          ...base,
          state: "failed",
          message: `is ${Math.abs(skew)} seconds ${skew > 0 ? "behind" : "ahead of"} the sources' servers`,
          advice: "Set this machine's clock, with NTP for example"
        }
      ]
}

/** Says that SOURCES_FILE has changed since it was read into the list. */
const fileChanged = ({ list }: IngestActions): Stream.Stream<CheckEvent> =>
  Stream.unwrap(
    Effect.map(list.changedFile, (file) =>
      file === null
        ? Stream.empty
        : Stream.succeed(
            found({
              area: "sources",
              name: "SOURCES_FILE",
              state: "warning",
              message: `${file} has changed since it was read into the list of sources`,
              advice: "Bring its changes in with `sonde sources import`, or leave SOURCES_FILE unset"
            })
          )
    )
  )

const tried = Effect.fnUntraced(function* (ingest: IngestActions) {
  const waiting = new Set<SourceName>((yield* ingest.sources).map(({ name }) => name))
  const paused = new Set<string>((yield* ingest.status).flatMap(({ name, paused }) => (paused ? [name] : [])))
  const skews: Array<number> = []
  const reading = new Map<SourceName, string>()
  const each = ingest.run("all").pipe(
    Stream.orDie,
    Stream.interruptWhen(Effect.sleep(longest)),
    Stream.map((event): CheckEvent => {
      if (event._tag === "Started") return { event: "checking", name: event.name, of: event.of }
      if (event._tag === "Progressed") {
        const { done, name, of } = event
        if (done > 0) reading.set(name, `${done} of ${of}`)
        return { event: "progressed", name, done, of }
      }
      waiting.delete(event.name)
      if (event._tag === "Finished" && event.skew_seconds !== null) skews.push(event.skew_seconds)
      return found(findingOf(event, paused))
    })
  )
  // One request a second is all that some hosts are asked for.
  const unfinished = (name: SourceName): Finding => {
    const read = reading.get(name)
    const base = { area: "sources", name } as const
    return read === undefined
      ? {
          ...base,
          state: "warning",
          message: `could not be tried within ${Duration.toMinutes(longest)} minutes`,
          advice: "Try it alone: sonde ingest run <name>"
        }
      : { ...base, state: "ok", message: `${read} questions asked; the rest is for its schedule`, advice: null }
  }
  const rest = Stream.unwrap(
    Effect.map(ingest.status, (sources) =>
      Stream.fromIterable([...[...waiting].map(unfinished), ...networkOf(sources), ...clockOf(skews)].map(found))
    )
  )
  return fileChanged(ingest).pipe(Stream.concat(each), Stream.concat(rest))
})

/** Runs every configured source once, within a few minutes, and judges the clock by what their servers say. */
export const checkSources = Stream.unwrap(
  Effect.flatMap(IngestControl, ({ open }) => open).pipe(
    Effect.flatMap(tried),
    // A list that cannot be used is a defect to every other command; here it is what was looked for.
    Effect.catchCause((cause) => {
      const error = Cause.squash(cause)
      const message = error instanceof Error ? error.message : String(error)
      return Effect.succeed(
        Stream.succeed(
          found({ area: "sources", name: "SOURCES_FILE", state: "failed", message, advice: "Mend the list" })
        )
      )
    })
  )
)
