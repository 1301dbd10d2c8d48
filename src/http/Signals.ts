import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../api/Api.ts"
import { ok } from "../api/Envelope.ts"
import { Signals } from "../storage/Signals.ts"

export const signalsLayer = HttpApiBuilder.group(
  Api,
  "signals",
  Effect.fnUntraced(function* (handlers) {
    const signals = yield* Signals
    return handlers.handle("list", ({ query }) => Effect.map(signals.list(query), ok))
  })
)
