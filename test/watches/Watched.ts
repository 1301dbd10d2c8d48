import { Effect } from "effect"
import type { AccountId } from "../../src/domain/Account.ts"
import { noConditions, type WatchConditions, type WatchSubject } from "../../src/domain/Watch.ts"
import { Signals } from "../../src/storage/signals/Signals.ts"
import { WatchEvents } from "../../src/storage/watches/WatchEvents.ts"
import { Watches } from "../../src/storage/watches/Watches.ts"

/** A watch of the account that is called News. */
export const watch = Effect.fnUntraced(function* (
  account: AccountId,
  subject: WatchSubject,
  conditions: Partial<WatchConditions> = {}
) {
  const given = { name: "News", subject, conditions: { ...noConditions, ...conditions }, endpoints: [] }
  return yield* (yield* Watches).create(account, given)
})

/** Tells the stories of all that is stored. */
export const tell = Effect.gen(function* () {
  const signals = yield* Signals
  while ((yield* signals.tellStories(100)).length > 0);
})

/** The account's events, the oldest first. */
export const eventsOf = (account: AccountId) =>
  Effect.flatMap(WatchEvents, (events) => events.after(account, 0, { limit: 100 }))

export const titlesOf = (account: AccountId) =>
  Effect.map(eventsOf(account), (events) => events.map(({ title }) => title))
