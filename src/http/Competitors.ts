import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../api/Api.ts"
import { Caller } from "../domain/Caller.ts"
import { knownCompetitors } from "../reports/evidence/Trade.ts"
import { Companies } from "../storage/companies/Companies.ts"
import { Competitors } from "../storage/companies/Competitors.ts"
import { Signals } from "../storage/signals/Signals.ts"
import { forCaller } from "./ForCaller.ts"
import { envelopedJson } from "./JsonEnvelope.ts"

/** What is given: null is nothing. */
const given = <A extends object>(payload: A) =>
  Object.fromEntries(Object.entries(payload).filter(([, value]) => value !== null)) as {
    [K in keyof A]: Exclude<A[K], null>
  }

export const competitorsLayer = HttpApiBuilder.group(
  Api,
  "competitors",
  Effect.fnUntraced(function* (handlers) {
    const competitors = yield* Competitors
    const signals = yield* Signals
    const companies = yield* Companies
    return handlers.handleAll({
      list: ({ query }) =>
        Effect.flatMap(Caller, ({ account }) => Effect.map(competitors.listJson(account, query), envelopedJson)),
      create: ({ payload }) => forCaller(({ account }) => competitors.create(account, given(payload))),
      signals: ({ params, query }) =>
        forCaller(({ account }) =>
          competitors.find(account, params.competitor_id).pipe(
            Effect.flatMap((competitor) => knownCompetitors([competitor])),
            Effect.flatMap(([competitor]) => signals.mentioning(competitor!, query.limit)),
            Effect.provideService(Companies, companies)
          )
        ),
      update: ({ params, payload }) =>
        forCaller(({ account }) => competitors.update(account, params.competitor_id, given(payload))),
      remove: ({ params }) =>
        forCaller(({ account }) => competitors.update(account, params.competitor_id, { status: "archived" }))
    })
  })
)
