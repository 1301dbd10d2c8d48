import { Effect } from "effect"
import { Signals } from "../../src/storage/signals/Signals.ts"
import { MAX_BYTES } from "../feed/Limits.ts"
import { Fetch } from "../fetch/Fetch.ts"
import { Parser } from "../parse/Parser.ts"
import { done, fromFetch, type Source, tally, unchanged } from "../Source.ts"
import type { FeedEntry } from "../list/SourcesFile.ts"
import { news } from "./FeedItem.ts"

/** News from a feed of the operator's list: RSS, Atom or JSON Feed. */
export const feed = Effect.fnUntraced(function* (entry: FeedEntry) {
  const fetch = yield* Fetch
  const parser = yield* Parser
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
      const fetched = yield* fetch.get(entry.url, { validators, maxBytes: MAX_BYTES }).pipe(Effect.mapError(fromFetch))
      if (fetched.status === 304) return unchanged(fetched)
      const read = yield* parser.read(news, fetched, entry.title)
      const { empty, overLimit, cutOff } = read.dropped
      const dropped = { empty, over_limit: overLimit, cut_off: cutOff }
      const written = yield* signals.upsert(entry.name, read.signals)
      return done(
        fetched,
        {
          fetched: read.items + empty + overLimit + cutOff,
          ...written,
          skipped: {
            ...tally(read.skipped),
            ...Object.fromEntries(Object.entries(dropped).filter(([, count]) => count > 0))
          }
        },
        read.ttlMinutes === null ? null : read.ttlMinutes * 60
      )
    })
  } satisfies Source
})
