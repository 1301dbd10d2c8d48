import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { KeyRing } from "../access/KeyRing.ts"
import { Api } from "../api/Api.ts"
import { ok } from "../api/Envelope.ts"
import { Caller } from "../api/Security.ts"
import { parseExpiry } from "../domain/Timestamp.ts"

export const keysLayer = HttpApiBuilder.group(
  Api,
  "keys",
  Effect.fnUntraced(function* (handlers) {
    const keys = yield* KeyRing
    return handlers.handleAll({
      list: () => Effect.flatMap(Caller, ({ account }) => Effect.map(keys.list(account), ok)),
      create: ({ payload: { expires_at, ...key } }) =>
        Effect.flatMap(Caller, ({ account }) =>
          Effect.map(keys.create(account, { ...key, expires_at: expires_at ? parseExpiry(expires_at) : null }), ok)
        ),
      rotate: ({ params }) =>
        Effect.flatMap(Caller, ({ account }) => Effect.map(keys.rotate(account, params.key_id), ok)),
      deactivate: ({ params }) =>
        Effect.flatMap(Caller, ({ account }) => Effect.map(keys.deactivate(account, params.key_id), ok)),
      usage: ({ params }) =>
        Effect.flatMap(Caller, ({ account }) => Effect.map(keys.activity(account, params.key_id), ok)),
      remove: ({ params }) => Effect.flatMap(Caller, ({ account }) => keys.remove(account, params.key_id))
    })
  })
)
