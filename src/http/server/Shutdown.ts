import { Context, Effect, Latch, Layer } from "effect"

/**
 * The service's shutdown, in two steps. When it is announced, `/readyz` is 503 and connections close with their next
 * answer, so that a balancer sends requests elsewhere; all requests are still served. When it begins, requests in hand
 * are finished, and nothing waits that could be answered now.
 */
export class Shutdown extends Context.Service<
  Shutdown,
  {
    /** Announces the end. `reason` is for the log: a signal's name. */
    readonly announce: (reason: string) => Effect.Effect<void>
    readonly isAnnounced: () => boolean
    /** Waits until the end is announced. */
    readonly announced: Effect.Effect<void>
    /** Begins the end, announced or not. */
    readonly begin: (reason: string) => Effect.Effect<void>
    readonly hasBegun: () => boolean
    /** Waits for the beginning. */
    readonly begun: Effect.Effect<void>
    /** Counts a request as in hand while it is being answered. */
    readonly inHand: <A, E, R>(answer: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  }
>()("sonde/http/Shutdown") {
  static readonly layer = Layer.effect(
    Shutdown,
    Effect.gen(function* () {
      // The shutdown is begun from outside of the service, where the service's logger is not known.
      const services = yield* Effect.context<never>()
      const [announced, latch] = [yield* Latch.make(), yield* Latch.make()]
      let isAnnounced = false
      let begun = false
      let inHand = 0
      const leave = Effect.sync(() => {
        inHand--
      })
      const announce = Effect.suspend(() => {
        isAnnounced = true
        return Effect.asVoid(announced.open)
      })
      return {
        announce: (reason) =>
          Effect.andThen(Effect.logInfo(`stopping soon (${reason}): not ready for new clients`), announce).pipe(
            Effect.provideContext(services)
          ),
        isAnnounced: () => isAnnounced,
        announced: announced.await,
        begin: (reason) =>
          Effect.suspend(() => {
            if (begun) return Effect.void
            begun = true
            return Effect.andThen(
              Effect.logInfo(`stopping (${reason}), ${inHand} ${inHand === 1 ? "request" : "requests"} in hand`),
              Effect.andThen(announce, latch.open)
            )
          }).pipe(Effect.provideContext(services)),
        hasBegun: () => begun,
        begun: latch.await,
        inHand: (answer) =>
          Effect.suspend(() => {
            inHand++
            return Effect.ensuring(answer, leave)
          })
      }
    })
  )
}
