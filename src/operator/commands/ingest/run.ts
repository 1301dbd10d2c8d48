import { Console, Effect, Schema, Stream } from "effect"
import { Argument, Command } from "effect/cli"
import { clean } from "../../../text/Text.ts"
import { Operator } from "../../Operator.ts"
import { Json, print } from "../../Output.ts"
import type { RunEvent } from "../../Protocol.ts"

type Attempt = Exclude<RunEvent, { readonly event: "started" }>

const wentWell = (attempt: Attempt) => attempt.event === "finished" && attempt.error === null

const reason = (attempt: Attempt): string => {
  if (attempt.event === "skipped") return `skipped: ${attempt.reason}`
  if (attempt.error !== null) return `${attempt.state}: ${attempt.error}`
  if (attempt.result === null) return "unchanged"
  const { fetched, changed, skipped, ...counts } = attempt.result
  const leftOut = Object.entries(skipped).map(([reason, count]) => `${count} left out (${reason})`)
  return [`${fetched} read`, `${counts.new} new`, `${changed} changed`, ...leftOut].join(", ")
}

/** Nothing went well: what a script should notice. */
class NothingRead extends Schema.TaggedError<NothingRead>()("NothingRead", { message: Schema.String }) {}

const progress = (event: RunEvent) =>
  event.event === "started"
    ? Console.error(`${event.name}: reading`)
    : Console.log(clean(`${event.name}: ${reason(event)}`))

/** A run that says nothing for this long is reported as still under way. */
const reminderAfter = "10 seconds"

/** Says on stderr, as long as it lives, which sources are being read and how many are done. */
const heartbeat = (reading: ReadonlySet<string>, done: () => number) =>
  Effect.suspend(() =>
    reading.size === 0 ? Effect.void : Console.error(`${done()} done, still reading ${[...reading].join(", ")}`)
  ).pipe(Effect.delay(reminderAfter), Effect.forever)

const summary = (attempts: ReadonlyArray<Attempt>): string => {
  const count = (matches: (attempt: Attempt) => boolean) => attempts.filter(matches).length
  const failed = count((attempt) => attempt.event === "finished" && attempt.error !== null)
  const skipped = count(({ event }) => event === "skipped")
  return `${count(wentWell)} read, ${failed} failed, ${skipped} skipped`
}

export const run = Command.make(
  "run",
  {
    source: Argument.String("source").pipe(Argument.withDescription("A name that `sonde ingest list` shows, or `all`"))
  },
  Effect.fnUntraced(function* ({ source }) {
    const operator = yield* Operator
    const json = yield* Json
    const reading = new Set<string>()
    let done = 0
    const attempts = yield* operator.runSources({ name: source }).pipe(
      Stream.tap((event) => {
        if (event.event === "started") reading.add(event.name)
        else if (reading.delete(event.name)) done += 1
        return json ? Effect.void : progress(event)
      }),
      Stream.filter((event) => event.event !== "started"),
      Stream.runCollect,
      Effect.raceFirst(heartbeat(reading, () => done))
    )
    yield* print(attempts, summary(attempts))
    if (attempts.length > 0 && !attempts.some(wentWell)) {
      const [first] = attempts
      yield* new NothingRead({
        // People have just read why.
        message: attempts.length === 1 && json ? clean(`${first!.name}: ${reason(first!)}`) : "nothing could be read"
      })
    }
  })
).pipe(
  Command.withDescription(
    "Run one source, or all, now, whether due or not, and say how it went. Fails when nothing could be read."
  )
)
