import { Duration, Effect, Layer, Option, type Redacted } from "effect"
import { Settings } from "../config/Settings.ts"
import { JudgeTrials } from "../reports/judge/JudgeTrials.ts"
import * as OpenAiJudge from "../reports/judge/OpenAiJudge.ts"

/** The configured judge, beside a writer with this key. */
export const judgeLayer = (writerKey: Redacted.Redacted<string>) =>
  Layer.unwrap(
    Effect.map(Settings, (settings) => {
      const { JUDGE_API_KEY, JUDGE_BASE_URL, JUDGE_FORM, JUDGE_MODEL } = settings
      // What another model costs is not known by the writer's prices.
      const priceOf = (own: Option.Option<number>, writers: number) =>
        Option.getOrElse(own, () => (Option.isNone(JUDGE_MODEL) ? writers : 0))
      return OpenAiJudge.layer({
        model: Option.getOrElse(JUDGE_MODEL, () => settings.OPENAI_MODEL),
        baseUrl: Option.getOrElse(JUDGE_BASE_URL, () => settings.OPENAI_BASE_URL),
        // The key of one server is not for another.
        apiKey: Option.getOrElse(JUDGE_API_KEY, () => (Option.isSome(JUDGE_BASE_URL) ? null : writerKey)),
        form: JUDGE_FORM,
        timeout: Duration.seconds(settings.OPENAI_TIMEOUT_SECONDS),
        maxOutputTokens: settings.OPENAI_MAX_OUTPUT_TOKENS,
        prices: {
          input: priceOf(settings.JUDGE_INPUT_PRICE, settings.OPENAI_INPUT_PRICE),
          output: priceOf(settings.JUDGE_OUTPUT_PRICE, settings.OPENAI_OUTPUT_PRICE)
        }
      })
    })
  )

/** The operator's way to try it. */
export const judgeTrialsLayer = Layer.unwrap(
  Effect.map(Settings, ({ OPENAI_API_KEY }) =>
    Option.match(OPENAI_API_KEY, {
      onNone: () => JudgeTrials.layerNone,
      onSome: (key) => Layer.provide(JudgeTrials.layer, judgeLayer(key))
    })
  )
)
