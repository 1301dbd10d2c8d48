import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { boundsOf } from "../access/KeyBounds.ts"
import { KeyRing } from "../access/KeyRing.ts"
import { Api } from "../api/Api.ts"
import { Caller } from "../domain/Caller.ts"
import { Settings } from "../config/Settings.ts"
import { parseExpiry } from "../domain/Timestamp.ts"
import { forCaller } from "./ForCaller.ts"

export const keysLayer = HttpApiBuilder.group(
  Api,
  "keys",
  Effect.fnUntraced(function* (handlers) {
    const keys = yield* KeyRing
    const { TOKEN_KEY_MAX_DAYS } = yield* Settings
    return handlers.handleAll({
      list: () => forCaller(({ account }) => keys.list(account)),
      create: ({ payload: { expires_at, ...key } }) =>
        forCaller((caller) =>
          keys.create(
            caller.account,
            { ...key, expires_at: expires_at ? parseExpiry(expires_at) : null },
            boundsOf(caller, TOKEN_KEY_MAX_DAYS)
          )
        ),
      rotate: ({ params }) =>
        forCaller((caller) => keys.rotate(caller.account, params.key_id, boundsOf(caller, TOKEN_KEY_MAX_DAYS))),
      deactivate: ({ params }) => forCaller(({ account }) => keys.deactivate(account, params.key_id)),
      usage: ({ params }) => forCaller(({ account }) => keys.activity(account, params.key_id)),
      remove: ({ params }) => Effect.flatMap(Caller, ({ account }) => keys.remove(account, params.key_id))
    })
  })
)
