import { Context, Duration, Effect } from "effect"
import { HttpServerRequest, type HttpServerResponse } from "effect/http"
import { makeAlarm } from "./Alarm.ts"
import { unavailable } from "../middleware/Failures.ts"
import { routeOf } from "./Routes.ts"

/** Longer than any answer takes that does not wait on purpose: a database that takes longer is away. */
const deadline = Duration.seconds(10)

/** Endpoints that wait on purpose say how much longer the current request may take; rounded up to whole deadlines. */
export class ExtendDeadline extends Context.Reference<(longer: Duration.Duration) => Effect.Effect<void>>(
  "sonde/http/ExtendDeadline",
  { defaultValue: () => () => Effect.void }
) {}

/** The time to receive a body is not counted; Node limits it. */
const isArriving = (source: object): boolean => "complete" in source && source.complete === false

const tooLong = (method: string, url: string) =>
  Effect.logWarning(`No answer within ${Duration.toSeconds(deadline)} s: ${method} ${routeOf(url)}`)

/**
 * Answers 503 when a request takes too long. Packets lost by a network break no connection, so a query could wait a
 * quarter of an hour for the operating system.
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
    // In a fiber of its own, not waited for after the deadline: a query takes seconds to leave a dead connection.
    const answering = yield* Effect.forkDetach(Effect.provideService(app, ExtendDeadline, extend), {
      startImmediately: true
    })
    const done = answering.pollUnsafe()
    if (done !== undefined) return yield* done
    return yield* Effect.callback<HttpServerResponse.HttpServerResponse, E>((resume) => {
      let end = alarm.set(function ring() {
        if (isArriving(source) || extensions-- > 0) end = alarm.set(ring)
        else {
          // The order matters: if the fiber were interrupted first, it would end with another result.
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
