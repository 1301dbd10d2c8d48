import { Duration, Effect, Layer, Option } from "effect"
import { Credentials } from "../access/Credentials.ts"
import { Gate } from "../access/Gate.ts"
import { IdentityProvider } from "../access/IdentityProvider.ts"
import { KeyRing } from "../access/KeyRing.ts"
import { KnownKeys } from "../access/KnownKeys.ts"
import { Limits } from "../access/Limits.ts"
import { Operators } from "../access/Operators.ts"
import { SignIn } from "../access/SignIn.ts"
import { Tokens } from "../access/Tokens.ts"
import { Usage } from "../access/Usage.ts"
import { Settings } from "../config/Settings.ts"
import { Evidences } from "../reports/evidence/Evidence.ts"
import { NicheModel } from "../reports/evidence/model/NicheModel.ts"
import * as OpenAiNicheModel from "../reports/evidence/model/OpenAiNicheModel.ts"
import * as ExtractiveWriter from "../reports/writers/extractive/ExtractiveWriter.ts"
import * as OpenAiWriter from "../reports/writers/openai/OpenAiWriter.ts"
import { judgeLayer } from "./Judge.ts"
import { Claims } from "../reports/Claims.ts"
import { ReportDesk } from "../reports/ReportDesk.ts"
import * as ReportWorkers from "../reports/ReportWorkers.ts"

/** Tokens of the configured identity provider; without one, none are accepted. */
const tokensLayer = (fetch: typeof globalThis.fetch) =>
  Layer.unwrap(
    Effect.map(Settings, (settings) =>
      Option.match(Option.all([settings.OIDC_ISSUER, settings.OIDC_AUDIENCE]), {
        onNone: () => Tokens.layerNone,
        onSome: ([issuer, audience]) => Tokens.layer({ issuer, audience, jwksUrl: settings.OIDC_JWKS_URL }, fetch)
      })
    )
  )

const limitsLayer = Layer.unwrap(
  Effect.map(Settings, (settings) => Limits.layer({ perMinute: settings.RATE_LIMIT_PER_MINUTE }))
)

/** Who is calling, and how often; over the storage that it is given. The identity provider is reached by `fetch`. */
export const accessLayer = (fetch: typeof globalThis.fetch = globalThis.fetch) =>
  Layer.mergeAll(Credentials.layer, Gate.layer, IdentityProvider.layer(fetch), KeyRing.layer, SignIn.layer).pipe(
    Layer.provideMerge(Layer.mergeAll(KnownKeys.layer, limitsLayer, Operators.layer, Usage.layer)),
    Layer.provide(tokensLayer(fetch))
  )

/** The configured model writes, and where it can't, what needs none; without a model that one writes everything. */
const writerLayer = Layer.unwrap(
  Effect.map(Settings, (settings) =>
    Option.match(settings.OPENAI_API_KEY, {
      onNone: () => ExtractiveWriter.layer,
      onSome: (apiKey) =>
        OpenAiWriter.layer({
          apiKey,
          baseUrl: settings.OPENAI_BASE_URL,
          model: settings.OPENAI_MODEL,
          timeout: Duration.seconds(settings.OPENAI_TIMEOUT_SECONDS),
          maxOutputTokens: settings.OPENAI_MAX_OUTPUT_TOKENS,
          maxTokens: settings.OPENAI_MAX_TOKENS_PER_REPORT,
          prices: { input: settings.OPENAI_INPUT_PRICE, output: settings.OPENAI_OUTPUT_PRICE }
        }).pipe(Layer.provide([ExtractiveWriter.layer, judgeLayer(apiKey)]))
    })
  )
)

/** Where claims are checked; by rules alone without a model. */
const claimsLayer = Layer.unwrap(
  Effect.map(Settings, ({ OPENAI_API_KEY }) =>
    Option.match(OPENAI_API_KEY, {
      onNone: () => Claims.layer,
      onSome: (key) => Layer.provide(Claims.layer, judgeLayer(key))
    })
  )
)

/** Where reports are ordered, who writes them, and where claims are checked. */
export const reportsLayer = Layer.unwrap(
  Effect.map(Settings, (settings) =>
    Layer.mergeAll(ReportDesk.layer({ perHour: settings.REPORTS_PER_HOUR }), writerLayer, claimsLayer)
  )
)

/** How long the model may help to find the evidence of a report, if it may take that long at all. */
const longestSearch = Duration.minutes(1)

/** The configured model helps to find the evidence. */
const nicheModelLayer = Layer.unwrap(
  Effect.map(Settings, (settings) =>
    Option.match(settings.OPENAI_API_KEY, {
      onNone: () => Layer.succeed(NicheModel, null),
      onSome: (apiKey) =>
        OpenAiNicheModel.layer({
          apiKey,
          baseUrl: settings.OPENAI_BASE_URL,
          model: settings.OPENAI_MODEL,
          timeout: Duration.min(longestSearch, Duration.seconds(settings.OPENAI_TIMEOUT_SECONDS)),
          maxOutputTokens: settings.OPENAI_MAX_OUTPUT_TOKENS,
          maxTokens: settings.OPENAI_MAX_TOKENS_PER_REPORT,
          prices: { input: settings.OPENAI_INPUT_PRICE, output: settings.OPENAI_OUTPUT_PRICE }
        })
    })
  )
)

/** What an attempt may take beyond the model's time: for evidence and checks, which take seconds. */
const besideModel = Duration.minutes(1)

/** Writes the reports that are ordered, as long as it lives. */
export const reportWorkersLayer = Layer.unwrap(
  Effect.map(Settings, (settings) =>
    ReportWorkers.layer({
      workers: settings.REPORT_WORKERS,
      attemptTimeout: Duration.sum(
        Duration.sum(besideModel, longestSearch),
        Duration.seconds(settings.OPENAI_TIMEOUT_SECONDS)
      )
    })
  )
).pipe(Layer.provide(Layer.provide(Evidences.layer, nicheModelLayer)))
