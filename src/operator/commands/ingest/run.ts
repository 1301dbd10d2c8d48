import { Effect, Schema, Stream } from "effect"
import { Argument, Command } from "effect/cli"
import { clean } from "../../../text/Text.ts"
import { Operator } from "../../Operator.ts"
import { Json, print } from "../../Output.ts"
import { makeProgress } from "../../Progress.ts"
import type { RunEvent } from "../../Protocol.ts"

type Attempt = Extract<RunEvent, { readonly event: "finished" | "skipped" }>

const isAttempt = (event: RunEvent): event is Attempt => event.event === "finished" || event.event === "skipped"

const wentWell = (attempt: Attempt) => attempt.event === "finished" && attempt.error === null

const reason = (attempt: Attempt): string => {
  if (attempt.event === "skipped") return `skipped: ${attempt.reason}`
  if (attempt.error !== null) return `${attempt.state}: ${attempt.error}`
  if (attempt.idle !== null) return `nothing to read: ${attempt.idle}`
  if (attempt.result === null) return "unchanged"
  const { fetched, changed, skipped, ...counts } = attempt.result
  const leftOut = Object.entries(skipped).map(([reason, count]) => `${count} left out (${reason})`)
  return [`${fetched} read`, `${counts.new} new`, `${changed} changed`, ...leftOut].join(", ")
}

/** Nothing went well: what a script should notice. */
class NothingRead extends Schema.TaggedError<NothingRead>()("NothingRead", { message: Schema.String }) {}

const summary = (attempts: ReadonlyArray<Attempt>): string => {
  const count = (matches: (attempt: Attempt) => boolean) => attempts.filter(matches).length
  const failed = count((attempt) => attempt.event === "finished" && attempt.error !== null)
  const skipped = count(({ event }) => event === "skipped")
  return `${count(wentWell)} read, ${failed} failed, ${skipped} skipped`
}

export const run = Command.make(
  "run",
  {
    source: Argument.String("source").pipe(Argument.withDescription("A name that `sonde sources list` shows, or `all`"))
  },
  Effect.fnUntraced(function* ({ source }) {
    const operator = yield* Operator
    const json = yield* Json
    const progress = yield* makeProgress
    const tell = (event: RunEvent) => {
      switch (event.event) {
        case "started":
          return progress.started(event.name, event.of)
        case "progressed":
          return progress.progressed(event.name, event.done, event.of)
        default:
          return Effect.andThen(
            progress.ended(event.name),
            json ? Effect.void : progress.write(clean(`${event.name}: ${reason(event)}`))
          )
      }
    }
    const attempts = yield* operator
      .runSources({ name: source })
      .pipe(Stream.tap(tell), Stream.filter(isAttempt), Stream.runCollect, progress.during)
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
    "Run one source, or all, now, whether due or not, and show the result. Exit code 1 if nothing could be read."
  )
)
