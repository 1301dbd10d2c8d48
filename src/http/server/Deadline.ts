import { Context, Duration, Effect } from "effect"
import { HttpServerRequest, type HttpServerResponse } from "effect/http"
import { makeAlarm } from "./Alarm.ts"
import { unavailable } from "../middleware/Failures.ts"
import { routeOf } from "./Routes.ts"

/**
 * Longer than any answer takes that is not waited for on purpose: a database that is silent for so long is not there.
 */
const deadline = Duration.seconds(10)

/**
 * Who makes the caller wait on purpose says for how long the request in hand may take, rounded up to whole deadlines,
 * on top of its own.
 */
export class ExtendDeadline extends Context.Reference<(longer: Duration.Duration) => Effect.Effect<void>>(
  "sonde/http/ExtendDeadline",
  { defaultValue: () => () => Effect.void }
) {}

/** A body that comes slowly is the sender's affair; Node bounds it. */
const isArriving = (source: object): boolean => "complete" in source && source.complete === false

const tooLong = (method: string, url: string) =>
  Effect.logWarning(`No answer within ${Duration.toSeconds(deadline)} s: ${method} ${routeOf(url)}`)

/**
 * No request stays without an answer: what takes longer is 503. A network that swallows packets breaks no connection,
 * so a query over it would wait for as long as the operating system does, a quarter of an hour.
 */
export const withDeadline = Effect.gen(function* () {
  const alarm = yield* makeAlarm(deadline)

  return Effect.fnUntraced(function* <E, R>(app: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>) {
    const { method, source, url } = yield* HttpServerRequest.HttpServerRequest
    let extensions = 0
    const extend = (longer: Duration.Duration) =>
      Effect.sync(() => {
        extensions += Math.ceil(Duration.toMillis(longer) / Duration.toMillis(deadline))
      })
    // In a fiber that is not waited for once the deadline has passed: a query takes seconds to let go of a dead
    // connection.
    const answering = yield* Effect.forkDetach(Effect.provideService(app, ExtendDeadline, extend), {
      startImmediately: true
    })
    const done = answering.pollUnsafe()
    if (done !== undefined) return yield* done
    return yield* Effect.callback<HttpServerResponse.HttpServerResponse, E>((resume) => {
      let end = alarm.set(function ring() {
        if (isArriving(source) || extensions-- > 0) end = alarm.set(ring)
        else {
          // The order matters: a fiber that is interrupted at once would have ended in another way.
          resume(Effect.andThen(tooLong(method, url), unavailable))
          answering.interruptUnsafe()
        }
      })
      answering.addObserver((exit) => {
        end()
        resume(exit)
      })
      return Effect.sync(() => {
        end()
        answering.interruptUnsafe()
      })
    })
  })
})
