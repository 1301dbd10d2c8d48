import { DateTime, Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Operators } from "../access/Operators.ts"
import { Api } from "../api/Api.ts"
import { ok } from "../api/Envelope.ts"
import { Caller } from "../domain/Caller.ts"
import { Settings } from "../config/Settings.ts"
import { maxActiveKeys } from "../domain/ApiKey.ts"
import { hourBefore } from "../reports/Quota.ts"
import { Accounts } from "../storage/accounts/Accounts.ts"
import { ApiKeys } from "../storage/accounts/ApiKeys.ts"
import { AuditTrail } from "../storage/accounts/AuditTrail.ts"
import { Reports } from "../storage/reports/Reports.ts"
import { WatchEvents } from "../storage/watches/WatchEvents.ts"
import { forCaller } from "./ForCaller.ts"

export const accountLayer = HttpApiBuilder.group(
  Api,
  "account",
  Effect.fnUntraced(function* (handlers) {
    const accounts = yield* Accounts
    const events = yield* WatchEvents
    const keys = yield* ApiKeys
    const operators = yield* Operators
    const reports = yield* Reports
    const settings = yield* Settings
    const trail = yield* AuditTrail
    return handlers.handleAll({
      get: Effect.fnUntraced(function* () {
        const { account, scopes, session } = yield* Caller
        const { count } = yield* reports.countSince(account, hourBefore(yield* DateTime.nowAsDate))
        return ok({
          account: yield* accounts.name(account),
          sign_in: session ?? ("token" as const),
          operator: yield* operators.includes(account, session),
          scopes,
          keys: { active: yield* keys.countActive(account), limit: maxActiveKeys },
          reports: { last_hour: count, limit: settings.REPORTS_PER_HOUR === 0 ? null : settings.REPORTS_PER_HOUR },
          events: { unread: yield* events.unread(account) }
        })
      }),
      audit: ({ query }) => forCaller(({ account }) => trail.list(account, query))
    })
  })
)
