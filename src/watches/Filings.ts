import { DateTime, Effect } from "effect"
import { Companies } from "../storage/companies/Companies.ts"
import { Signals } from "../storage/signals/Signals.ts"
import type { SignalOfStory } from "../storage/signals/StoryGrouping.ts"
import { WatchEvents } from "../storage/watches/WatchEvents.ts"
import { ActiveWatches, type WatchOf } from "./ActiveWatches.ts"
import { contentOf, isNews } from "./News.ts"
import { occurrence } from "./Occurrences.ts"
import { bringersFor } from "./Tags.ts"

/*
 * Filings and watches: a filing is one of a company by the number under which the company files, whatever its title
 * calls it. Each filing is an event: those of a day are often called the same, and are not one story.
 */

/** Filings that watches tell: the watches of each signal. */
export type FilingsToTell = ReadonlyMap<SignalOfStory["id"], ReadonlyArray<WatchOf<"company">>>

/** The filings of watched companies among signals. */
export const filingsToTell = Effect.fnUntraced(function* (signals: ReadonlyArray<SignalOfStory>) {
  const told = new Map<SignalOfStory["id"], ReadonlyArray<WatchOf<"company">>>()
  const { of } = yield* (yield* ActiveWatches).read
  const watched = of("company").filter(({ watch }) => watch.subject.changes?.includes("filing") ?? true)
  if (watched.length === 0 || signals.length === 0) return told
  const filers = yield* (yield* Signals).filersOf(signals.map(({ id }) => id))
  if (filers.size === 0) return told
  const keys = yield* (yield* Companies).keysOf([...new Set(watched.map(({ watch }) => watch.subject.company_id))])
  const byKey = Map.groupBy(watched, ({ watch }) => keys.get(watch.subject.company_id))
  const isBrought = yield* bringersFor(
    watched.map(({ watch }) => watch.subject),
    [...filers.keys()]
  )
  for (const [id, filedBy] of filers)
    told.set(
      id,
      filedBy.flatMap((key) => byKey.get(key) ?? []).filter(({ watch }) => isBrought(watch.subject, id))
    )
  return told
})

/** Records the filings of watched companies among signals that were told their stories, in the same transaction. */
export const recordFilings = Effect.fnUntraced(function* (
  signals: ReadonlyArray<SignalOfStory>,
  filings: FilingsToTell
) {
  const now = yield* DateTime.nowAsDate
  const found = signals.flatMap((signal) =>
    (filings.get(signal.id) ?? [])
      .filter((owned) => isNews(owned, signal))
      .map((owned) => occurrence(owned, now, { key: `filing:${signal.id}`, content: contentOf(signal, "company", []) }))
  )
  yield* (yield* WatchEvents).record(found)
})
