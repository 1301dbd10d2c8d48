import { Clock, Effect, Exit } from "effect"
import { modelCalled, modelCost, modelTokens } from "../../telemetry/Metrics.ts"
import type { Reply } from "./Chat.ts"

/** US dollars for a million tokens; 0 where they are not known. */
export interface Prices {
  readonly input: number
  readonly output: number
}

export const unknownPrices: Prices = { input: 0, output: 0 }

/** Counts a call of the model: how it ended and how long it took, and the tokens of an answer with what they cost. */
export const metered =
  (prices: Prices) =>
  <E, R>(call: Effect.Effect<Reply, E, R>): Effect.Effect<Reply, E, R> =>
    Effect.flatMap(Clock.currentTimeMillis, (begun) =>
      Effect.onExit(call, (exit) =>
        Effect.map(Clock.currentTimeMillis, (now) => {
          modelCalled({ outcome: Exit.isSuccess(exit) ? "answered" : "failed" }, (now - begun) / 1_000)
          if (!Exit.isSuccess(exit)) return
          const { input, output } = exit.value.tokens
          modelTokens({ direction: "input" }, input)
          modelTokens({ direction: "output" }, output)
          const cost = (input * prices.input + output * prices.output) / 1e6
          if (cost > 0) modelCost({}, cost)
        })
      )
    )
