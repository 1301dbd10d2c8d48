import { Effect } from "effect"
import { Signals } from "../../src/storage/signals/Signals.ts"
import { FeedParser } from "../feed/FeedParser.ts"
import { feedIn } from "../FeedDocument.ts"
import { Fetch } from "../fetch/Fetch.ts"
import { done, fromFetch, type Source, tally, unchanged } from "../Source.ts"
import type { FeedEntry } from "../list/SourcesFile.ts"
import { toSignals } from "./FeedItem.ts"

/** News from a feed of the operator's list: RSS, Atom or JSON Feed. */
export const feed = Effect.fnUntraced(function* (entry: FeedEntry) {
  const fetch = yield* Fetch
  const parser = yield* FeedParser
  const signals = yield* Signals
  return {
    name: entry.name,
    kind: "signals",
    platform: null,
    title: entry.title ?? new URL(entry.url).hostname,
    url: entry.url,
    missing: null,
    every: entry.every,
    run: Effect.fnUntraced(function* (validators) {
      const fetched = yield* fetch.get(entry.url, { validators }).pipe(Effect.mapError(fromFetch))
      if (fetched.status === 304) return unchanged(fetched)
      const document = yield* feedIn(parser, fetched)
      const mapped = toSignals(document, fetched.url, entry.title)
      const { empty, overLimit, cutOff } = document.dropped
      const dropped = { empty, over_limit: overLimit, cut_off: cutOff }
      const written = yield* signals.upsert(entry.name, mapped.signals)
      return done(
        fetched,
        {
          fetched: document.items.length + empty + overLimit + cutOff,
          ...written,
          skipped: {
            ...tally(mapped.skipped),
            ...Object.fromEntries(Object.entries(dropped).filter(([, count]) => count > 0))
          }
        },
        document.ttlMinutes === null ? null : document.ttlMinutes * 60
      )
    })
  } satisfies Source
})
