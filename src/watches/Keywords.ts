import { DateTime, Effect } from "effect"
import type { AccountId } from "../domain/Account.ts"
import { dayBefore, toCalendarDate } from "../domain/Timestamp.ts"
import type { Position, TrackedKeyword } from "../domain/TrackedKeyword.ts"
import { TrackedKeywords } from "../storage/TrackedKeywords.ts"
import { type OwnOccurrence, WatchEvents } from "../storage/WatchEvents.ts"
import { ActiveWatches, type WatchOf } from "./ActiveWatches.ts"
import { contentOf, occurrence } from "./Occurrences.ts"

/*
 * Search positions and watches: the newest position of a keyword is compared with the one of the last day before it
 * that has one. A watch has one event of each kind for a day, however often that day's position is set.
 */

const placeOf = ({ position }: Position): string => (position === null ? "not found" : `position ${position}`)

/** How far the position has moved; a keyword that came or went has moved as far as can be. */
const moved = (before: Position, after: Position): number =>
  before.position === after.position
    ? 0
    : before.position === null || after.position === null
      ? Infinity
      : Math.abs(before.position - after.position)

const within = ({ position }: Position, top: number): boolean => position !== null && position <= top

const occurrencesOf = (
  owned: WatchOf<"keyword">,
  { id, keyword, position_history, target_url }: TrackedKeyword,
  now: Date
): ReadonlyArray<OwnOccurrence> => {
  const [before, after] = position_history.slice(-2)
  // Positions of long ago are history, not news.
  if (before === undefined || after === undefined || after.date < toCalendarDate(dayBefore(now))) return []
  const { moved_by, top } = owned.watch.subject
  const change = { what: "position", before: before.position, after: after.position }
  const told = (key: string, title: string) =>
    occurrence(owned, now, {
      key: `${key}:${after.date}`,
      content: contentOf("keyword", { title, change, link: { kind: "keyword", id, url: after.url ?? target_url } })
    })
  const places = `${placeOf(after)}, before that ${placeOf(before)}`
  return [
    ...(top !== undefined && within(before, top) !== within(after, top)
      ? [told("top", `“${keyword}” ${within(after, top) ? "has entered" : "has left"} the first ${top}: ${places}`)]
      : []),
    ...(moved_by !== undefined && moved(before, after) >= moved_by
      ? [told("moved", `“${keyword}” has moved: ${places}`)]
      : [])
  ]
}

/** Records the events of the accounts' keywords, or of those named, after positions were set. */
export const recordPositions = Effect.fnUntraced(function* (of: {
  readonly account?: AccountId
  readonly ids?: ReadonlyArray<TrackedKeyword["id"]>
}) {
  const keywords = yield* TrackedKeywords
  const { of: active } = yield* (yield* ActiveWatches).read
  const watched = active("keyword").filter(
    ({ account, watch }) =>
      (of.account === undefined || of.account === account) && (of.ids?.includes(watch.subject.keyword_id) ?? true)
  )
  const now = yield* DateTime.nowAsDate
  const found: Array<OwnOccurrence> = []
  for (const [account, own] of Map.groupBy(watched, ({ account }) => account)) {
    const byId = new Map((yield* keywords.list(account)).map((keyword) => [keyword.id, keyword]))
    for (const one of own) {
      const keyword = byId.get(one.watch.subject.keyword_id)
      if (keyword !== undefined) found.push(...occurrencesOf(one, keyword, now))
    }
  }
  yield* (yield* WatchEvents).record(found)
})
