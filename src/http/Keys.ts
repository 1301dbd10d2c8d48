import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { boundsOf } from "../access/KeyBounds.ts"
import { KeyRing } from "../access/KeyRing.ts"
import { Api } from "../api/Api.ts"
import { ok } from "../api/Envelope.ts"
import { Caller } from "../domain/Caller.ts"
import { Settings } from "../config/Settings.ts"
import { parseExpiry } from "../domain/Timestamp.ts"

export const keysLayer = HttpApiBuilder.group(
  Api,
  "keys",
  Effect.fnUntraced(function* (handlers) {
    const keys = yield* KeyRing
    const { TOKEN_KEY_MAX_DAYS } = yield* Settings
    return handlers.handleAll({
      list: () => Effect.flatMap(Caller, ({ account }) => Effect.map(keys.list(account), ok)),
      create: ({ payload: { expires_at, ...key } }) =>
        Effect.flatMap(Caller, (caller) =>
          Effect.map(
            keys.create(
              caller.account,
              { ...key, expires_at: expires_at ? parseExpiry(expires_at) : null },
              boundsOf(caller, TOKEN_KEY_MAX_DAYS)
            ),
            ok
          )
        ),
      rotate: ({ params }) =>
        Effect.flatMap(Caller, (caller) =>
          Effect.map(keys.rotate(caller.account, params.key_id, boundsOf(caller, TOKEN_KEY_MAX_DAYS)), ok)
        ),
      deactivate: ({ params }) =>
        Effect.flatMap(Caller, ({ account }) => Effect.map(keys.deactivate(account, params.key_id), ok)),
      usage: ({ params }) =>
        Effect.flatMap(Caller, ({ account }) => Effect.map(keys.activity(account, params.key_id), ok)),
      remove: ({ params }) => Effect.flatMap(Caller, ({ account }) => keys.remove(account, params.key_id))
    })
  })
)
