import { hostnameOf } from "../text/Host.ts"
import { unspacedScripts } from "../text/Scripts.ts"

/*
 * When two items are one story: the same canonical URL, or the same article under another one. The second is told by
 * the title alone, so it is decided for precision: two stories shown as one hide news, one story shown twice only
 * repeats it.
 *
 *   - The words are equal in order, once case, accents, punctuation, articles, the publisher's name (` - Reuters`),
 *     alarms (`UPDATE 2-`, `Breaking:`) and attributions (`, sources say`) are off and figures are written one way
 *     (`$1.2 billion`, `$1.2bn`). Every other word counts, every number above all: "Q1 results" is not "Q2 results". A
 *     title that was cut off with an ellipsis is the one that it begins.
 *   - There are at least six words; shorter titles are used again for other news.
 *   - They appeared within a day of each other, from nine words on within three: wire stories are taken up for days,
 *     but "Markets open higher ahead of central bank meeting" is written anew on some mornings.
 *   - They stand on different hosts: what a site says twice under two addresses is a rubric ("What to know before the
 *     opening bell") or two filings of one form. Of one publisher on two hosts (its feed, and an aggregator's link to
 *     it), half a day.
 */

/** What of an item tells its story. */
export interface Headline {
  readonly title: string
  /** Publisher's name. */
  readonly source: string
  readonly url: string
  readonly published_at: Date
}

const hour = 3_600_000
const fewestWords = 6
/** A title with so many more words than the shortest heading is hardly ever repeated by chance. */
const longTitle = 9
const cutTitle = 8

/** Nothing further apart is the same story. */
export const storyWindowMillis = 72 * hour

/**
 * Numbers with sign and decimals, currency signs and words; scripts that don't space words go by pairs of characters.
 */
const word = new RegExp(
  String.raw`(?<![\p{L}\p{N}])[+−\-](?=[\p{Sc}\d])|\p{Sc}|%|(?<!\d)\d+(?:\.\d+)+|[${unspacedScripts}]{1,2}|[[\p{L}\p{M}\p{N}]--[${unspacedScripts}]]+`,
  "gv"
)

const alarm =
  /^\W*(?:(?:breaking(?: news)?|exclusive|just in|live(?: updates)?|watch|video|updated?|wrapup|corrected|refile|rpt)(?: ?\d+-|(?: ?\d+)?\s*(?::|\||\]| [-–—] ))\s*)+/u

const attribution =
  /(?:,|:| [-–—])\s*(?:(?:according to )?(?:a )?(?:new )?(?:media )?(?:reports?|sources?|officials?|wsj|ft|nyt|reuters|bloomberg)(?: (?:says?|said|reports?|reported))?|live updates)\s*$/u

const agencies = new Set(
  (
    "reuters|ap|ap news|associated press|the associated press|afp|bloomberg|bloomberg news|bloomberg com|dow jones|dpa|pti|ani|ians|upi|" +
    "xinhua|kyodo|tass|ansa|efe|cnbc|cnn|bbc|bbc news|yahoo finance|yahoo news|msn|marketwatch|wsj|pr newswire|business wire|globenewswire"
  ).split("|")
)

const magnitudes: Readonly<Record<string, string>> = {
  million: "m",
  mn: "m",
  mln: "m",
  billion: "bn",
  bln: "bn",
  b: "bn",
  trillion: "tn",
  trn: "tn"
}

const skipped = new Set(["a", "an", "the", "and", "amp"])

const plain = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .normalize("NFC")
    .toLowerCase()

const wordsOf = (text: string): ReadonlyArray<string> => {
  const readable = text
    .replace(/(?<=\p{L})['’‘ʼ](?=\p{L})/gu, "")
    .replace(/(?<![\p{L}\p{N}])(?:\p{L}\.){2,}/gu, (letters) => letters.replaceAll(".", ""))
    .replace(/(?<=\d),(?=\d{3}(?!\d))/g, "")
    .replace(/(?<=\d)\s*(?:per ?cent|pct)(?!\p{L})/gu, "%")
    .replace(/(?<![\p{L}\p{N}])us(?=\$)/gu, "")
    .replace(/(?<=\d)\s*(million|mn|mln|m|billion|bn|bln|b|trillion|tn|trn)(?![\p{L}\p{N}])/gu, (_, size: string) => {
      return ` ${magnitudes[size] ?? size}`
    })
  return [...readable.matchAll(word)].map(([each]) => (each === "−" ? "-" : each)).filter((each) => !skipped.has(each))
}

/** Who carries a page: its host, without what one publisher calls its servers. */
const carrierOf = (url: string): string => hostnameOf(url)?.replace(/^(?:www|m|amp|feeds|rss)\./, "") ?? url

/** A title and what stands behind its last dash or bar; null where there is nothing on one side. */
const cutAtMark = (title: string): readonly [rest: string, last: string] | null => {
  for (const { 0: mark, index } of [...title.matchAll(/\s[-–—·•]|[|｜»]/g)].toReversed()) {
    const [rest, last] = [title.slice(0, index).trimEnd(), title.slice(index + mark.length).trim()]
    if (rest !== "" && last !== "") return [rest, last]
    if (mark === "|" || mark === "｜") return null
  }
  return null
}

/** The title without what stands behind the last dash or bar, where that is the publisher's or an agency's name. */
const withoutPublisher = (title: string, { source, url }: Headline): string => {
  const [rest, last] = cutAtMark(title) ?? []
  if (rest === undefined || last === undefined) return title
  const name = wordsOf(last)
  if (name.length === 0 || name.length > 5) return title
  const own = new Set([...wordsOf(plain(source)), ...carrierOf(url).split(".")])
  const said = name.join(" ")
  return agencies.has(said) || carrierOf(url).split(".").includes(name.join("")) || name.every((each) => own.has(each))
    ? withoutPublisher(rest, { title: rest, source, url, published_at: new Date(0) })
    : title
}

/** A headline made ready to compare. */
export interface Story {
  /**
   * The key by which stories are looked up: FNV-1a (32 bits, signed) of the first six words. Other titles may share it;
   * `sameStory` decides.
   */
  readonly key: number
  readonly words: ReadonlyArray<string>
  /** The title ends in an ellipsis: it goes on elsewhere. */
  readonly cut: boolean
  readonly publisher: string
  /** Sites that carry it. */
  readonly hosts: ReadonlySet<string>
  readonly at: number
}

const keyOf = (words: ReadonlyArray<string>): number => {
  let hash = 0x811c9dc5
  const text = words.slice(0, fewestWords).join(" ")
  for (let n = 0; n < text.length; n++) hash = Math.imul(hash ^ text.charCodeAt(n), 0x01000193)
  return hash | 0
}

/**
 * The story that an item tells, which the pages at `alsoAt` are known to carry too; null where its title is too short
 * to tell.
 */
export const storyOf = (headline: Headline, alsoAt: ReadonlyArray<string> = []): Story | null => {
  const title = withoutPublisher(plain(headline.title), headline).replace(alarm, "").replace(attribution, "")
  const cut = /\.\.\.\s*$/.test(title)
  // The word before the ellipsis may be half of one.
  const words = cut ? wordsOf(title).slice(0, -1) : wordsOf(title)
  if (words.length < fewestWords) return null
  return {
    key: keyOf(words),
    words,
    cut,
    publisher: plain(headline.source),
    hosts: new Set([headline.url, ...alsoAt].map(carrierOf)),
    at: headline.published_at.getTime()
  }
}

const begins = (short: Story, long: Story): boolean =>
  short.cut && short.words.length >= cutTitle && short.words.every((each, n) => each === long.words[n])

/** Whether two items with different URLs are the same article, by the rule above. */
export const sameStory = (one: Story, other: Story): boolean => {
  if (one.key !== other.key || !one.hosts.isDisjointFrom(other.hosts)) return false
  const length = Math.min(one.words.length, other.words.length)
  const within = one.publisher === other.publisher ? 12 * hour : length < longTitle ? 24 * hour : storyWindowMillis
  if (Math.abs(one.at - other.at) > within) return false
  const equal = one.words.length === other.words.length && one.words.every((each, n) => each === other.words[n])
  return equal || begins(one, other) || begins(other, one)
}
