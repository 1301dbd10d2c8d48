import { assert, describe, it } from "@effect/vitest"
import type { Feed, FeedItem } from "../../../ingest/feed/Feed.ts"
import { toSignals } from "../../../ingest/signals/FeedItem.ts"
import { snippetLength } from "../../../src/domain/Signal.ts"

const item = (given: Partial<FeedItem> = {}): FeedItem => ({
  guid: "guid-1",
  title: "Chip makers add capacity",
  link: "https://news.example/chips",
  summary: "",
  text: "Three makers of memory chips said on Monday that they will build.",
  publishedAt: new Date("2026-03-01T08:00:00Z"),
  author: null,
  categories: [],
  source: null,
  language: null,
  extensions: {},
  ...given
})

const feed = (items: ReadonlyArray<FeedItem>, given: Partial<Feed> = {}): Feed => ({
  format: "rss",
  title: "Example News",
  link: "https://news.example/",
  language: null,
  ttlMinutes: null,
  items,
  dropped: { empty: 0, overLimit: 0, cutOff: 0 },
  ...given
})

const url = "https://feeds.example/news.xml"
const signalOf = (given: Partial<FeedItem>, more: Partial<Feed> = {}) =>
  toSignals(feed([item(given)], more), url).signals[0]!

describe("an item of a feed", () => {
  it("becomes a signal", () => {
    assert.deepStrictEqual(toSignals(feed([item()]), url), {
      signals: [
        {
          identity: "https://news.example/chips",
          guid: "guid-1",
          title: "Chip makers add capacity",
          snippet: "Three makers of memory chips said on Monday that they will build.",
          url: "https://news.example/chips",
          source: "Example News",
          published_at: new Date("2026-03-01T08:00:00Z"),
          language: null
        }
      ],
      skipped: []
    })
  })

  it("has its own language, and else that of its feed", () => {
    assert.strictEqual(signalOf({ language: "de-AT" }, { language: "en-US" }).language, "de")
    assert.strictEqual(signalOf({}, { language: "en-US" }).language, "en")
  })

  it("has the language of its text where its feed plainly states a wrong one", () => {
    const german = {
      title: "Die Regierung will die Steuern senken",
      text: "Das teilte sie am Montag in Berlin mit, und das ist neu."
    }
    const japanese = { title: "電気自動車の充電インフラが拡大している", text: "政府は月曜日に発表した。" }
    assert.strictEqual(signalOf(german, { language: "en" }).language, "de")
    assert.strictEqual(signalOf(japanese, { language: "en" }).language, "ja")
    assert.strictEqual(signalOf({}, { language: "ja" }).language, "en")
    // What the item states of itself stays, and what tells little, or is of a language without known words.
    assert.strictEqual(signalOf({ ...german, language: "en" }, { language: "fr" }).language, "en")
    assert.strictEqual(signalOf({ title: "Volkswagen Dividende", text: "" }, { language: "en" }).language, "en")
    assert.strictEqual(signalOf({ title: "株価", text: "" }, { language: "en" }).language, "en")
    assert.strictEqual(signalOf(german, { language: "lb" }).language, "lb")
  })

  it("keeps its own link but is known by the canonical one", () => {
    const link = "https://News.example/chips?id=7&utm_source=rss#top"
    const signal = signalOf({ link })
    assert.strictEqual(signal.url, link)
    assert.strictEqual(signal.identity, "https://news.example/chips?id=7")
  })

  it("has the first words of its text as snippet, cut between words", () => {
    const { snippet } = signalOf({ text: "palabra ".repeat(200) })
    assert.isAtMost([...snippet].length, snippetLength)
    assert.match(snippet, /palabra…$/)
  })

  it("without title has its first words instead", () => {
    assert.match(signalOf({ title: "" }).title, /^Three makers of memory chips/)
  })

  it("without title and text is left out", () => {
    assert.deepStrictEqual(toSignals(feed([item({ title: "", text: "" })]), url), {
      signals: [],
      skipped: ["no_title"]
    })
  })

  it("without link has its guid as page when that is a URL", () => {
    const signal = signalOf({ link: null, guid: "https://news.example/p/1" })
    assert.strictEqual(signal.url, "https://news.example/p/1")
    assert.strictEqual(signal.identity, "https://news.example/p/1")
  })

  it("without page leads to the site and is known by its guid", () => {
    const one = signalOf({ link: null, guid: "a" })
    const other = signalOf({ link: null, guid: "b" })
    assert.strictEqual(one.url, "https://news.example/")
    assert.match(one.identity, /^https:\/\/news\.example\/#[\w-]{12}$/)
    assert.notStrictEqual(one.identity, other.identity)
  })

  it("without any URL is left out", () => {
    assert.deepStrictEqual(toSignals(feed([item({ link: null })], { link: null }), url).skipped, ["no_link"])
  })

  it("names its publisher: its own, else the operator's name of the feed, else the feed's, else the host", () => {
    assert.strictEqual(signalOf({ source: "Agency" }).source, "Agency")
    assert.strictEqual(toSignals(feed([item()]), url, "My name").signals[0]!.source, "My name")
    assert.strictEqual(signalOf({}).source, "Example News")
    assert.strictEqual(
      toSignals(feed([item()], { title: "" }), "https://www.pub.example/x").signals[0]!.source,
      "pub.example"
    )
  })

  it("brings no control character into storage", () => {
    const signal = signalOf({ title: "a\u0000b\nc", text: "d\u0007e", source: "f\u0085g" })
    assert.deepStrictEqual([signal.title, signal.snippet, signal.source], ["a b c", "d e", "f g"])
  })

  it("without a date has none", () => {
    assert.isNull(signalOf({ publishedAt: null }).published_at)
  })
})

describe("items of one document", () => {
  it("that share a link are told apart by their guids", () => {
    const shared = [
      item({ guid: "a", link: "https://news.example/live#1" }),
      item({ guid: "b", link: "https://news.example/live#2" })
    ]
    const { signals } = toSignals(feed(shared), url)
    assert.strictEqual(new Set(signals.map(({ identity }) => identity)).size, 2)
    assert.isTrue(signals.every(({ identity }) => /^https:\/\/news\.example\/live#[\w-]{12}$/.test(identity)))
    assert.deepStrictEqual(toSignals(feed(shared), url).signals, signals)
  })

  it("that are the same are one signal", () => {
    const { signals, skipped } = toSignals(feed([item(), item()]), url)
    assert.strictEqual(signals.length, 1)
    assert.deepStrictEqual(skipped, ["repeated"])
  })

  it("with the same story in two feeds have the same identity", () => {
    const [one, other] = [
      signalOf({ guid: "x" }),
      toSignals(
        feed([item({ guid: "y", link: "https://news.example/chips?utm_medium=mail" })], { title: "Other" }),
        "https://other.example/"
      ).signals[0]!
    ]
    assert.strictEqual(one.identity, other.identity)
  })
})
