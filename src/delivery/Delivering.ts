import { Effect, Layer, Queue } from "effect"
import { Deliveries, type Taken } from "../storage/watches/Deliveries.ts"
import { Sender } from "./Sender.ts"

/** Endpoints that are sent to at a time. One that waits for its receiver is a socket and an event in memory. */
const concurrency = 1_024

/** Places that slow receivers leave to the others, however many there are. */
const keptForQuick = 256

/** Mails on their way at a time: the operator's mail server takes few connections. */
const mostMails = 32

const isMail = ({ target }: Taken) => target.kind === "mail"

/** How often is looked for what is due. */
const lookEvery = "1 second"

/** A database that is away is asked again after this. */
const pause = "10 seconds"

/**
 * Sends what is due, as long as it lives. Each process does; leases in the database decide who sends what. Of each
 * endpoint one event is in memory at a time, however many wait.
 */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const deliveries = yield* Deliveries
    const sender = yield* Sender
    const ended = yield* Queue.sliding<void>(1)
    let free = concurrency
    let freeMails = mostMails

    const deliver = Effect.fnUntraced(
      function* (taken: Taken) {
        const { attempt, verdict } = yield* sender.send(taken)
        yield* deliveries.settle(taken, attempt, verdict)
        if (typeof verdict === "object" && "disabled" in verdict)
          yield* Effect.logWarning(`Endpoint ${taken.endpoint} is disabled: ${verdict.disabled}`)
      },
      // A delivery whose result could not be stored is sent again when its lease ends.
      Effect.catchCause((cause) => Effect.logWarning("How a delivery went could not be stored", cause)),
      (sent, taken) =>
        Effect.ensuring(
          sent,
          Effect.suspend(() => {
            free++
            if (isMail(taken)) freeMails++
            return Queue.offer(ended, undefined)
          })
        )
    )

    const look = Effect.gen(function* () {
      const among = { slow: Math.max(0, free - keptForQuick), mail: freeMails }
      const [took, taken] = yield* Effect.timed(free === 0 ? Effect.succeed([]) : deliveries.take(free, among))
      free -= taken.length
      freeMails -= taken.filter(isMail).length
      yield* Effect.forEach(taken, (one) => Effect.forkScoped(deliver(one)), { discard: true })
      yield* Effect.raceFirst(Queue.take(ended), Effect.sleep(lookEvery))
      // Where thousands are due, looking takes a while: half of the time is for others who ask the database.
      yield* Effect.sleep(took)
    })

    yield* look.pipe(
      Effect.catchCause((cause) =>
        Effect.andThen(Effect.logWarning("Events could not be taken for delivery", cause), Effect.sleep(pause))
      ),
      Effect.forever,
      Effect.forkScoped
    )
  })
)
