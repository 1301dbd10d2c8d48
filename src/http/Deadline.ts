import { Duration, Effect } from "effect"
import { HttpServerRequest, type HttpServerResponse } from "effect/http"
import { Settings } from "../Config.ts"
import { makeAlarm } from "./Alarm.ts"
import { unavailable } from "./Failures.ts"

/** Where a caller waits on purpose: POST, until the report is written. */
const waiting = /^[^?]*\/reports\/?(\?|$)/

/** Longer than any answer takes that is not waited for on purpose: a database that is silent for so long is not there. */
const deadline = Duration.seconds(10)

/** A body that comes slowly is the sender's affair; Node bounds it. */
const isArriving = (source: object): boolean => "complete" in source && source.complete === false

/**
 * No request stays without an answer: what takes longer is 503. A network that swallows packets breaks no connection, so a
 * query over it would wait for as long as the operating system does, a quarter of an hour. Only who orders a report may wait
 * as long again as the service lets them.
 */
export const withDeadline = Effect.gen(function* () {
  const { REPORT_WAIT_SECONDS } = yield* Settings
  const usual = yield* makeAlarm(deadline)
  const patient = yield* makeAlarm(Duration.sum(deadline, Duration.seconds(REPORT_WAIT_SECONDS)))

  return Effect.fnUntraced(function* <E, R>(app: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>) {
    const { method, source, url } = yield* HttpServerRequest.HttpServerRequest
    const alarm = method === "POST" && waiting.test(url) ? patient : usual
    // In a fiber that is not waited for once the deadline has passed: a query takes seconds to let go of a dead connection.
    const answering = yield* Effect.forkDetach(app, { startImmediately: true })
    const done = answering.pollUnsafe()
    if (done !== undefined) return yield* done
    return yield* Effect.callback<HttpServerResponse.HttpServerResponse, E>((resume) => {
      let end = alarm.set(function ring() {
        if (isArriving(source)) end = alarm.set(ring)
        else {
          // In this order: who is interrupted at once has ended otherwise.
          resume(unavailable)
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
