import { DateTime, Effect } from "effect"
import { fromTimestamp } from "../domain/Timestamp.ts"
import { ApiKeys } from "../storage/accounts/ApiKeys.ts"
import { WatchEvents } from "../storage/watches/WatchEvents.ts"
import { ActiveWatches } from "./ActiveWatches.ts"
import { contentOf, occurrence } from "./Occurrences.ts"

const dayMillis = 86_400_000

/** Records which keys expire soon, each once. */
export const recordExpiringKeys = Effect.gen(function* () {
  const { of } = yield* (yield* ActiveWatches).read
  const keys = yield* ApiKeys
  const events = yield* WatchEvents
  const now = yield* DateTime.nowAsDate
  for (const [account, watches] of Map.groupBy(of("key"), ({ account }) => account)) {
    const active = (yield* keys.list(account)).filter(({ status }) => status === "active")
    const found = active.flatMap(({ expires_at, id, last4, name }) => {
      if (expires_at === null) return []
      const left = (fromTimestamp(expires_at).getTime() - now.getTime()) / dayMillis
      const content = contentOf("key", {
        title: `The API key “${name}” (…${last4}) expires on ${expires_at.slice(0, 10)}`,
        change: { what: "expiry", before: null, after: expires_at },
        link: { kind: "key", id, url: null }
      })
      return watches
        .filter(({ watch }) => left <= watch.subject.days)
        .map((owned) => occurrence(owned, now, { key: `key:${id}:${expires_at}`, content }))
    })
    yield* events.record(found)
  }
})
