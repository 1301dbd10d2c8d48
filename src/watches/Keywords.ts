import { DateTime, Effect } from "effect"
import type { AccountId } from "../domain/Account.ts"
import { dayBefore, toCalendarDate } from "../domain/Timestamp.ts"
import type { Position, TrackedKeyword } from "../domain/TrackedKeyword.ts"
import { TrackedKeywords } from "../storage/keywords/TrackedKeywords.ts"
import { type OwnOccurrence, WatchEvents } from "../storage/watches/WatchEvents.ts"
import { ActiveWatches, type WatchOf } from "./ActiveWatches.ts"
import { contentOf, occurrence } from "./Occurrences.ts"

/*
 * Search positions and watches: the newest position of a keyword is compared with the one of the last day before it
 * that has one. A watch has one event of each kind for a keyword and day, however often that day's position is set.
 */

const positionOf = ({ position }: Position): string => (position === null ? "not found" : `position ${position}`)

/** How far the position has moved; a keyword that came or went has moved as far as can be. */
const moved = (before: Position, after: Position): number =>
  before.position === after.position
    ? 0
    : before.position === null || after.position === null
      ? Infinity
      : Math.abs(before.position - after.position)

const within = ({ position }: Position, top: number): boolean => position !== null && position <= top

/** What a watch has to say of a position after another. */
export const positionEvents = (
  { moved_by, top }: WatchOf<"keyword">["watch"]["subject"],
  { id, keyword, target_url }: Pick<TrackedKeyword, "id" | "keyword" | "target_url">,
  before: Position,
  after: Position
): ReadonlyArray<Pick<OwnOccurrence, "key" | "content">> => {
  const change = { what: "position", before: before.position, after: after.position }
  const link = { kind: "keyword" as const, id, url: after.url ?? target_url }
  const told = (key: string, title: string) => ({
    key: `${key}:${id}:${after.date}`,
    content: contentOf("keyword", { title, change, link })
  })
  const places = `${positionOf(after)}, before that ${positionOf(before)}`
  return [
    ...(top !== undefined && within(before, top) !== within(after, top)
      ? [
          told(
            `top${top}`,
            `“${keyword}” ${within(after, top) ? "has entered" : "has left"} the first ${top}: ${places}`
          )
        ]
      : []),
    ...(moved_by !== undefined && moved(before, after) >= moved_by
      ? [told("moved", `“${keyword}” has moved: ${places}`)]
      : [])
  ]
}

const occurrencesOf = (owned: WatchOf<"keyword">, keyword: TrackedKeyword, now: Date): ReadonlyArray<OwnOccurrence> => {
  const [before, after] = keyword.position_history.slice(-2)
  // Positions of long ago are history, not news.
  if (before === undefined || after === undefined || after.date < toCalendarDate(dayBefore(now))) return []
  return positionEvents(owned.watch.subject, keyword, before, after).map((what) => occurrence(owned, now, what))
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
