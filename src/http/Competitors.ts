import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../api/Api.ts"
import { ok } from "../api/Envelope.ts"
import { Caller } from "../api/Security.ts"
import { Competitors } from "../storage/Competitors.ts"

export const competitorsLayer = HttpApiBuilder.group(
  Api,
  "competitors",
  Effect.fnUntraced(function* (handlers) {
    const competitors = yield* Competitors
    return handlers.handleAll({
      list: ({ query }) => Effect.flatMap(Caller, ({ account }) => Effect.map(competitors.list(account, query), ok)),
      create: ({ payload }) =>
        Effect.flatMap(Caller, ({ account }) => Effect.map(competitors.create(account, payload), ok)),
      update: ({ params, payload }) =>
        Effect.flatMap(Caller, ({ account }) =>
          Effect.map(competitors.update(account, params.competitor_id, payload), ok)
        ),
      remove: ({ params }) =>
        Effect.flatMap(Caller, ({ account }) =>
          Effect.map(competitors.update(account, params.competitor_id, { status: "archived" }), ok)
        )
    })
  })
)
