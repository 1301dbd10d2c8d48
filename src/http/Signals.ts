import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../api/Api.ts"
import { Signals } from "../storage/signals/Signals.ts"
import { passOn } from "./PassOn.ts"

export const signalsLayer = HttpApiBuilder.group(
  Api,
  "signals",
  Effect.fnUntraced(function* (handlers) {
    const signals = yield* Signals
    return handlers.handle("list", ({ query }) => Effect.map(signals.listJson(query), passOn))
  })
)
