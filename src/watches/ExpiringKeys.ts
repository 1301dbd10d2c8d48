import { DateTime, Effect } from "effect"
import type { ApiKey } from "../domain/ApiKey.ts"
import { dayMillis, fromTimestamp } from "../domain/Timestamp.ts"
import { ApiKeys } from "../storage/accounts/ApiKeys.ts"
import { WatchEvents } from "../storage/watches/WatchEvents.ts"
import { ActiveWatches } from "./ActiveWatches.ts"
import { contentOf, occurrence } from "./Occurrences.ts"

/** What is said of a key that expires. */
export const expiryContent = ({ expires_at, id, last4, name }: Pick<ApiKey, "id" | "last4" | "name" | "expires_at">) =>
  contentOf("key", {
    title: `The API key “${name}” (…${last4}) expires on ${expires_at?.slice(0, 10)}`,
    change: { what: "expiry", before: null, after: expires_at },
    link: { kind: "key", id, url: null }
  })

/** Records which keys expire soon, each once for each number of days that a watch asks for. */
export const recordExpiringKeys = Effect.gen(function* () {
  const { of } = yield* (yield* ActiveWatches).read
  const keys = yield* ApiKeys
  const events = yield* WatchEvents
  const now = yield* DateTime.nowAsDate
  for (const [account, watches] of Map.groupBy(of("key"), ({ account }) => account)) {
    const active = (yield* keys.list(account)).filter(({ status }) => status === "active")
    const found = active.flatMap((key) => {
      const { expires_at, id } = key
      if (expires_at === null) return []
      const left = (fromTimestamp(expires_at).getTime() - now.getTime()) / dayMillis
      const content = expiryContent(key)
      return watches
        .filter(({ watch }) => left <= watch.subject.days)
        .map((owned) => occurrence(owned, now, { key: `key:${id}:${expires_at}:${owned.watch.subject.days}`, content }))
    })
    yield* events.record(found)
  }
})
