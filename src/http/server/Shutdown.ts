import { Context, Effect, Latch, Layer } from "effect"

/**
 * The end of the service's life. From its beginning on nothing waits any longer for what it could answer now,
 * connections are closed with their next answer, and requests in hand are finished.
 */
export class Shutdown extends Context.Service<
  Shutdown,
  {
    /** Begins the end. `reason` is for the log: a signal's name. */
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
      // Whoever begins the end stands outside of the service, where its logger is not known.
      const services = yield* Effect.context<never>()
      const latch = yield* Latch.make()
      let begun = false
      let inHand = 0
      const leave = Effect.sync(() => {
        inHand--
      })
      return {
        begin: (reason) =>
          Effect.suspend(() => {
            if (begun) return Effect.void
            begun = true
            return Effect.andThen(
              Effect.logInfo(`stopping (${reason}), ${inHand} ${inHand === 1 ? "request" : "requests"} in hand`),
              latch.open
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
