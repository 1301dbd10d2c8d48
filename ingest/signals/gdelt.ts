import { Duration, Effect, Result, Schema } from "effect"
import type { NewSignal } from "../../src/domain/Signal.ts"
import { SourceName } from "../../src/domain/Source.ts"
import { hostOf } from "../../src/text/Host.ts"
import { Fetch } from "../fetch/Fetch.ts"
import { decodeText } from "../feed/Charset.ts"
import { decodeReferences } from "../feed/Html.ts"
import { MAX_NAME, MAX_TITLE } from "../feed/Limits.ts"
import { line } from "../feed/Text.ts"
import { canonicalUrl, resolveUrl } from "../feed/Url.ts"
import { address, interval, service } from "../list/Definition.ts"
import type { Document } from "../parse/Document.ts"
import { parseJson } from "../parse/Json.ts"
import { reader } from "../parse/Reader.ts"
import { reading } from "../parse/Reading.ts"
import { type Found, foundIn, query, searches } from "./searches.ts"

/** A row of GDELT's article list (DOC 2.0, mode ArtList); it has more, which nobody needs. */
const Article = Schema.Struct({
  url: Schema.String,
  title: Schema.String,
  seendate: Schema.optionalKey(Schema.NullOr(Schema.String)),
  domain: Schema.optionalKey(Schema.NullOr(Schema.String))
})

/** A search without results is an empty object. */
const Answer = Schema.Struct({ articles: Schema.optionalKey(Schema.Array(Schema.Unknown)) })

/** Titles come into the JSON as publishers write them: with backslashes that escape nothing, and with controls. */
const repaired = (text: string): string =>
  text
    .replace(/\\(["\\/bfnrt]|u[\da-f]{4})|\\/gi, (found, escaped) => (escaped === undefined ? "\\\\" : found))
    // oxlint-disable-next-line no-control-regex
    .replace(/[\u0000-\u001f]+/g, " ")

/** `20240615T123000Z`: when GDELT first saw the article, which is mostly soon after it came out, or years later. */
const seenAt = (written: string | null | undefined): Date | null => {
  const iso = written?.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z") ?? ""
  const time = iso.includes(":") ? Date.parse(iso) : Number.NaN
  return Number.isNaN(time) ? null : new Date(time)
}

/** GDELT sets titles word by word, with a space before each comma. */
const titleOf = (written: string): string =>
  line(decodeReferences(written), MAX_TITLE).replace(/(?<! ) +([,.;:!?])(?= |$)/g, "$1")

const toSignal = ({ domain, seendate, title, url: written }: typeof Article.Type): NewSignal | null => {
  const url = resolveUrl(written, written)
  if (url === null) return null
  const identity = canonicalUrl(url)
  return {
    identity,
    guid: identity,
    title: titleOf(title),
    snippet: "",
    url,
    source: line(domain ?? "", MAX_NAME) || (hostOf(url) ?? url),
    published_at: seenAt(seendate),
    dated: "seen"
  }
}

/** Its refusals come as text with status 200; this one says to slow down, all others mean the search. */
const asksForRest = /limit requests|rate limit|too many requests/i

/** The articles of an answer, each on its own; null where GDELT asks for a rest in their place. */
export const readArticles = (document: Document): Result.Result<Found | null, string> => {
  const text = decodeText(document.bytes, document.contentType ?? undefined)
  if (!text.trimStart().startsWith("{")) {
    const said = line(text, 500)
    return asksForRest.test(said)
      ? Result.succeed(null)
      : Result.fail(`GDELT does not take a search: ${line(said, 120)}`)
  }
  const read = (text: string) => parseJson(text, Answer, "a list of articles")
  return read(text).pipe(
    Result.orElse(() => read(repaired(text))),
    Result.flatMap(({ articles = [] }) => foundIn(articles, Article, toSignal))
  )
}

const articles = reader(import.meta.url, readArticles)

/** GDELT counts one request in five seconds for an address, by a clock of its own: twice that is safe. */
const pause = Duration.seconds(10)

/** What the world's news says about competitors and niches, as GDELT finds it in the full text of articles. */
export const gdelt = service(
  {
    base: address("https://api.gdeltproject.org"),
    // A run makes ten searches; every hour, a hundred interests have their turn twice a day.
    every: interval(Duration.hours(1))
  },
  Effect.fnUntraced(function* ({ base, every }) {
    const { read } = yield* reading
    const fetch = yield* Fetch
    const url = `${base}/api/v2/doc/doc`
    const source = yield* searches({
      name: SourceName.make("gdelt"),
      title: "GDELT, searches for what accounts follow",
      site: "GDELT",
      url,
      missing: null,
      every,
      dated: "seen",
      perRun: 10,
      pause,
      ask: Effect.fnUntraced(function* (wanted) {
        // A word alone is refused as a phrase, and so are words of one or two letters.
        const words = wanted.words.filter((word) => wanted.kind === "competitor" || word.length > 2)
        const asked = words.length === 1 ? words[0]! : query({ ...wanted, words })
        const parameters = new URLSearchParams({
          query: asked,
          mode: "artlist",
          format: "json",
          sort: "datedesc",
          timespan: "1week",
          maxrecords: "75"
        })
        const { answer, value } = yield* read(articles, `${url}?${parameters}`, { accept: "application/json" })
        return value ?? (yield* fetch.rest(answer.url))
      })
    })
    return [source]
  }),
  { switchable: true }
)
