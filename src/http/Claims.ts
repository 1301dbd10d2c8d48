import { Duration, Effect, Option } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../api/Api.ts"
import { ok } from "../api/Envelope.ts"
import { Settings } from "../config/Settings.ts"
import { Caller } from "../domain/Caller.ts"
import { Claims } from "../reports/Claims.ts"
import { ExtendDeadline } from "./server/Deadline.ts"

export const claimsLayer = HttpApiBuilder.group(
  Api,
  "claims",
  Effect.fnUntraced(function* (handlers) {
    const claims = yield* Claims
    const { OPENAI_API_KEY, OPENAI_TIMEOUT_SECONDS } = yield* Settings
    // A judge takes its time.
    const longer = Duration.seconds(Option.isSome(OPENAI_API_KEY) ? OPENAI_TIMEOUT_SECONDS : 0)
    return handlers.handleAll({
      check: Effect.fnUntraced(function* ({ payload }) {
        const { account } = yield* Caller
        yield* Effect.flatMap(ExtendDeadline, (extend) => extend(longer))
        return ok(yield* claims.check(account, payload))
      })
    })
  })
)
