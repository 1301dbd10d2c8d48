import { Duration, Effect, Schema } from "effect"
import type { NewSignal } from "../../src/domain/Signal.ts"
import { SourceName } from "../../src/domain/Source.ts"
import { CountryCode } from "../../src/domain/TrendingKeyword.ts"
import { MAX_BYTES } from "../feed/Limits.ts"
import { address, interval, service, usually } from "../list/Definition.ts"
import { reading } from "../parse/Reading.ts"
import { news } from "./FeedItem.ts"
import { query, searches } from "./searches.ts"

/** The publisher stands behind the title, and the text only says both again. */
const tidy = (signal: NewSignal): NewSignal => {
  const suffix = ` - ${signal.source}`
  const title = signal.title.endsWith(suffix) ? signal.title.slice(0, -suffix.length) : signal.title
  return { ...signal, title: title || signal.title, snippet: "" }
}

/** Google's answers are meant for people: a few searches, slowly. */
const pause = Duration.seconds(5)

/**
 * What Google News finds about competitors and niches. Google's terms of service do not allow programs without further
 * ado, so the operator decides: off until the list of sources says `terms_accepted`.
 */
export const googleNews = service(
  {
    base: address("https://news.google.com"),
    every: interval(Duration.hours(1)),
    /** Whether the operator has read Google's terms of service and agrees to them. */
    terms_accepted: usually(Schema.Boolean, false),
    language: usually(
      Schema.String.check(Schema.isPattern(/^[a-z]{2}$/, { expected: "the code of a language, such as en" })),
      "en"
    ),
    country: usually(CountryCode, "US")
  },
  Effect.fnUntraced(function* ({ base, country, every, language, terms_accepted }) {
    const { read } = yield* reading
    const url = `${base}/rss/search`
    const edition = { hl: `${language}-${country}`, gl: country, ceid: `${country}:${language}` }
    const source = yield* searches({
      name: SourceName.make("google-news"),
      title: "Google News, searches for what accounts follow",
      site: "Google News",
      url,
      missing: terms_accepted
        ? null
        : 'off: read Google\'s terms of service (policies.google.com/terms), and when you agree set "terms_accepted" to true in "google_news" of the list of sources',
      every,
      perRun: 10,
      pause,
      ask: Effect.fnUntraced(function* (wanted) {
        const parameters = new URLSearchParams({ q: `${query(wanted)} when:7d`, ...edition })
        const { value } = yield* read(news, `${url}?${parameters}`, { maxBytes: MAX_BYTES }, null)
        return { fetched: value.items, signals: value.signals.map(tidy), skipped: value.skipped }
      })
    })
    return [source]
  }),
  { switchable: true }
)
