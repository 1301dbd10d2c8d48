import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../api/Api.ts"
import { ok } from "../api/Envelope.ts"
import { Caller } from "../domain/Caller.ts"
import { today } from "../domain/Timestamp.ts"
import { dayFault } from "../domain/TrackedKeyword.ts"
import { validationError } from "../domain/ValidationError.ts"
import { TrackedKeywords } from "../storage/keywords/TrackedKeywords.ts"
import { TrendingKeywords } from "../storage/keywords/TrendingKeywords.ts"
import { forCaller } from "./ForCaller.ts"

export const seoLayer = HttpApiBuilder.group(
  Api,
  "seo",
  Effect.fnUntraced(function* (handlers) {
    const tracked = yield* TrackedKeywords
    const trending = yield* TrendingKeywords
    return handlers.handleAll({
      keywords: () => forCaller(({ account }) => tracked.list(account)),
      create: ({ payload }) =>
        Effect.flatMap(Caller, ({ account }) =>
          // The volume is unknown until a source gives one.
          Effect.map(tracked.create(account, { ...payload, search_volume: null }), ok)
        ),
      remove: ({ params }) => Effect.flatMap(Caller, ({ account }) => tracked.remove(account, params.keyword_id)),
      positions: Effect.fnUntraced(function* ({ params, payload: { positions } }) {
        const { account } = yield* Caller
        const now = yield* today
        const faults = positions.flatMap(({ date }, n) => {
          const message = dayFault(date, now)
          return message === null ? [] : [{ location: ["body", "positions", n, "date"], message }]
        })
        if (faults.length > 0) return yield* validationError(faults)
        return ok(yield* tracked.record(account, params.keyword_id, positions))
      }),
      trending: ({ query }) => Effect.map(trending.list(query), ok),
      history: ({ query }) => Effect.map(trending.history(query), ok)
    })
  })
)
