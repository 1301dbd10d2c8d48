import { Duration, Effect } from "effect"
import type { NewSignal } from "../../src/domain/Signal.ts"
import { SourceName } from "../../src/domain/Source.ts"
import { MAX_BYTES } from "../feed/Limits.ts"
import { Fetch } from "../fetch/Fetch.ts"
import type { SourcesList } from "../list/SourcesFile.ts"
import { Parser } from "../parse/Parser.ts"
import { news } from "./FeedItem.ts"
import { query, searches, Unanswered } from "./searches.ts"

/** The publisher stands behind the title, and the text only says both again. */
const tidy = (signal: NewSignal): NewSignal => {
  const suffix = ` - ${signal.source}`
  const title = signal.title.endsWith(suffix) ? signal.title.slice(0, -suffix.length) : signal.title
  return { ...signal, title: title || signal.title, snippet: "" }
}

/** Google's answers are for people: a handful of searches at a walking pace. */
const pause = Duration.seconds(5)

/**
 * What Google News finds about competitors and niches. Google's terms of service do not allow programs without further ado, so the
 * operator decides: off until the list of sources says `terms_accepted`.
 */
export const googleNews = Effect.fnUntraced(function* (entry: NonNullable<SourcesList["googleNews"]>) {
  const fetch = yield* Fetch
  const parser = yield* Parser
  const { base, country, every, language } = entry
  const url = `${base}/rss/search`
  const edition = { hl: `${language}-${country}`, gl: country, ceid: `${country}:${language}` }
  return yield* searches({
    name: SourceName.make("google-news"),
    title: "Google News, searches for what accounts follow",
    url,
    missing: entry.termsAccepted
      ? null
      : 'off: read Google\'s terms of service (policies.google.com/terms), and when you agree set "terms_accepted" to true in "google_news" of the list of sources',
    every,
    perRun: 10,
    pause,
    ask: Effect.fnUntraced(function* (wanted) {
      const parameters = new URLSearchParams({ q: `${query(wanted)} when:7d`, ...edition })
      const fetched = yield* fetch.get(`${url}?${parameters}`, { maxBytes: MAX_BYTES })
      const { items, signals, skipped } = yield* parser
        .read(news, fetched, null)
        .pipe(Effect.mapError(({ message }) => new Unanswered({ message })))
      return { fetched: items, signals: signals.map(tidy), skipped }
    })
  })
})
