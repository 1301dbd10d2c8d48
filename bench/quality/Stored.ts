import { Effect } from "effect"
import { TestClock } from "effect/testing"
import type { Capture } from "../../harness/captures/Captures.ts"
import { readDocument } from "../../ingest/feed/Document.ts"
import { toSignals } from "../../ingest/signals/FeedItem.ts"
import type { NewSignal, Signal } from "../../src/domain/Signal.ts"
import { SourceName } from "../../src/domain/Source.ts"
import { Signals } from "../../src/storage/signals/Signals.ts"
import { idOf } from "./search/News.ts"

/** A stored signal, and the ids of all captured items that it stands for. */
export interface Stored extends Pick<Signal, "id" | "title" | "url" | "story_id"> {
  readonly ids: ReadonlyArray<string>
}

/** On this day the benches read what has no day of its own. */
export const today = new Date("2026-11-21T12:00:00Z")

/**
 * Stores the captured feeds, each on the day on which it is told to have been read; gives their items and what became
 * of them.
 */
export const store = Effect.fnUntraced(function* (
  files: ReadonlyArray<Capture>,
  seen: ReadonlyMap<string, Date> = new Map()
) {
  const signals = yield* Signals
  const items: Array<NewSignal> = []
  for (const [n, { bytes }] of files.entries()) {
    const url = `https://feed-${n}.example/`
    const feed = yield* Effect.promise(() => readDocument({ bytes, contentType: undefined, url }))
    const mapped = toSignals(feed, url).signals
    const days = mapped.flatMap(({ identity }) => seen.get(idOf(identity)) ?? [])
    yield* TestClock.setTime((days[0] ?? today).getTime())
    yield* signals.upsert(SourceName.make(`feed:${n}`), mapped)
    items.push(...mapped)
  }
  yield* TestClock.setTime(today.getTime())
  while ((yield* signals.tellStories(100)).length > 0);
  const listed = yield* signals.list({ limit: items.length })
  const byUrl = Map.groupBy(items, ({ url }) => url)
  const stored = listed.map(({ also_in, id, story_id, title, url }): Stored => {
    // Some feeds give several items one address; their titles tell them apart.
    const own = byUrl.get(url) ?? []
    const same = own.filter((item) => item.title === title)
    const others = also_in.flatMap((other) => (other.url === url ? [] : (byUrl.get(other.url) ?? [])))
    const ids = [...(same.length > 0 ? same : own), ...others].map(({ identity }) => idOf(identity))
    return { id, title, url, story_id, ids: [...new Set(ids)] }
  })
  return { items, stored }
})
