import { Duration, Effect, Schema } from "effect"
import { SourceName } from "../../src/domain/Source.ts"
import { Signals } from "../../src/storage/signals/Signals.ts"
import { hostnameOf } from "../../src/text/Host.ts"
import { MAX_BYTES } from "../feed/Limits.ts"
import { type Definition, interval } from "../list/Definition.ts"
import { WebAddress } from "../list/Entry.ts"
import { feedName } from "../list/FeedName.ts"
import { reading } from "../parse/Reading.ts"
import { counted, type Source, tally } from "../Source.ts"
import { news } from "./FeedItem.ts"

const Feed = Schema.Struct({
  url: WebAddress,
  name: Schema.optionalKey(
    Schema.String.check(
      Schema.isPattern(/^feed:[a-z0-9][a-z0-9._:-]{0,90}$/, {
        expected: "`feed:` and lower-case letters, digits, dots, colons, hyphens"
      })
    )
  ),
  title: Schema.optionalKey(Schema.String.check(Schema.isBetweenCodePoints(1, 200))),
  // Half an hour suits news: a publisher's feed holds more than a day's worth.
  every: interval(Duration.minutes(30))
})

/** A feed of the operator's list. */
export type Feed = typeof Feed.Type

/** The operator's name for the feed, or one that is made of its address. */
export const nameOf = ({ name, url }: Pick<Feed, "name" | "url">): SourceName =>
  name === undefined ? feedName(url) : SourceName.make(name)

const repeats = (feeds: ReadonlyArray<Feed>) => {
  const seen = new Map<string, number>()
  return feeds.flatMap((feed, index) => {
    const name = nameOf(feed)
    const first = seen.get(name)
    seen.set(name, first ?? index)
    return first === undefined
      ? []
      : [{ path: [index], issue: `same name as feeds[${first}], ${name}; give one a "name"` }]
  })
}

/** News from a feed: RSS, Atom or JSON Feed. */
export const source = Effect.fnUntraced(function* (feed: Feed) {
  const { runOf } = yield* reading
  const signals = yield* Signals
  const { every, title = null, url } = feed
  const name = nameOf(feed)
  return {
    name,
    kind: "signals",
    platform: null,
    title: title ?? hostnameOf(url) ?? url,
    url,
    missing: null,
    every,
    run: runOf(
      news,
      url,
      { maxBytes: MAX_BYTES },
      ({ dropped: { cutOff, empty, overLimit }, items, signals: found, skipped }) =>
        Effect.map(signals.upsert(name, found), (written) => ({
          fetched: items + empty + overLimit + cutOff,
          ...written,
          skipped: { ...tally(skipped), ...counted({ empty, over_limit: overLimit, cut_off: cutOff }) }
        })),
      title
    )
  } satisfies Source
})

const entry = Schema.Array(Feed).check(Schema.makeFilter(repeats))

/** The feeds of the operator's list. */
export const feeds: Definition<typeof entry, Effect.Services<ReturnType<typeof source>>> = {
  entry,
  switchable: false,
  sources: (entries) => Effect.forEach(entries, source)
}
