import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../api/Api.ts"
import { Caller } from "../domain/Caller.ts"
import { SavedViews } from "../storage/signals/SavedViews.ts"
import { forCaller } from "./ForCaller.ts"

export const savedViewsLayer = HttpApiBuilder.group(
  Api,
  "views",
  Effect.fnUntraced(function* (handlers) {
    const views = yield* SavedViews
    return handlers.handleAll({
      list: () => forCaller(({ account }) => views.list(account)),
      create: ({ payload }) => forCaller(({ account }) => views.create(account, payload)),
      rename: ({ params, payload }) => forCaller(({ account }) => views.rename(account, params.view_id, payload.name)),
      remove: ({ params }) => Effect.flatMap(Caller, ({ account }) => views.remove(account, params.view_id))
    })
  })
)
