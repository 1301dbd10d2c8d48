import { Context, Effect, Layer } from "effect"
import { type JudgeTrial, JudgeUnavailable } from "../../domain/JudgeTrial.ts"
import { Verdicts } from "../../storage/reports/Verdicts.ts"
import { Judge } from "./Judge.ts"
import { tryJudge } from "./Trial.ts"

const failed = (message: string) => new JudgeUnavailable({ message })

/** With a larger share of unanswered pairs the figures of the others mean little. */
const mostUnanswered = 0.05

/** Tries the configured judge on the pairs of claim and evidence that come with Sonde. */
export class JudgeTrials extends Context.Service<
  JudgeTrials,
  {
    /** Keeps the figures, which reports name from then on. */
    readonly run: Effect.Effect<JudgeTrial, JudgeUnavailable>
  }
>()("sonde/reports/JudgeTrials") {
  static readonly layer = Layer.effect(
    JudgeTrials,
    Effect.gen(function* () {
      const judge = yield* Judge
      const verdicts = yield* Verdicts
      return {
        run: Effect.gen(function* () {
          // Loaded when it is needed: no start waits for it.
          const { pairs } = yield* Effect.promise(() => import("./Pairs.ts"))
          const trial = yield* tryJudge(judge, pairs).pipe(
            Effect.mapError(({ reason }) => failed(`The judge (${judge.name}) could not be used: ${reason}.`))
          )
          if (trial.unanswered > mostUnanswered * pairs.length)
            return yield* failed(
              `The judge (${judge.name}) gave no usable answer about ${trial.unanswered} of ${pairs.length} pairs. Nothing was kept.`
            )
          yield* verdicts.keepTrial(judge.identity, trial)
          return trial
        })
      }
    })
  )

  static readonly layerNone = Layer.succeed(JudgeTrials, {
    run: Effect.fail(failed("No model is configured that could judge: set OPENAI_API_KEY."))
  })
}
