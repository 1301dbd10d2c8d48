import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { SourceName } from "../../src/domain/Source.ts"
import { Signals } from "../../src/storage/signals/Signals.ts"
import { type Answer, World } from "../../harness/World.ts"
import { tagged } from "../support/News.ts"

const news = (n: number, title: string, more: { readonly source?: string; readonly snippet?: string } = {}) => ({
  identity: `https://one.example/${n}`,
  guid: `${n}`,
  title,
  snippet: more.snippet ?? "",
  url: `https://one.example/${n}`,
  source: more.source ?? "One",
  // The day of first sight stands in for it: the clock begins in 1970, before the web.
  published_at: null,
  language: n % 2 === 0 ? "en" : "de"
})

const ready = Effect.gen(function* () {
  const { send, session } = yield* World
  const signals = yield* Signals
  return {
    store: (...given: ReadonlyArray<ReturnType<typeof news>>) => signals.upsert(SourceName.make("feed:one"), given),
    page: (query: string) =>
      Effect.flatMap(session(), (secret) => send(`/dashboard/signals${query}`, { session: secret }))
  }
})

/** Addresses of links whose text begins so, as the browser reads them. */
const linksTo = ({ text }: Answer, words: string): ReadonlyArray<string> =>
  [...text.matchAll(/<a\s[^>]*?href="([^"]*)"[^>]*>\s*([^<]*)/g)]
    .filter(([, , said]) => said!.trim().startsWith(words))
    .map(([, href]) => href!.replaceAll("&amp;", "&").slice("/dashboard/signals".length))

const titles = ({ text }: Answer): ReadonlyArray<string> =>
  [...text.matchAll(/<p class="title">\s*<a[^>]*>([^]*?)<\/a>/g)].map(([, title]) => title!)

const status = ({ text }: Answer): string => /role="status">([^]*?)<\/p>/.exec(text)![1]!.replace(/\s+/g, " ").trim()

describe("the page of signals", () => {
  it.effect("goes on by cursor from the first page to the last, each signal once", () =>
    Effect.gen(function* () {
      const { page, store } = yield* ready
      yield* store(...Array.from({ length: 60 }, (_, n) => news(n, `Story ${n}`)))
      for (const [question, late] of [
        ["", 100],
        ["?q=story", 200]
      ] as const) {
        const seen: Array<string> = []
        let answer = yield* page(question)
        assert.match(status(answer), late === 100 ? /^60 signals$/ : /^62 signals for “story”$/)
        for (let pages = 0; ; pages++) {
          seen.push(...titles(answer).map((title) => title.replace(/<\/?mark>/g, "")))
          const [next] = linksTo(answer, "Load more")
          if (next === undefined) break
          // What comes in meanwhile moves nothing.
          yield* store(news(late + pages, `Story ${late + pages}`))
          answer = yield* page(next)
          assert.include(answer.text, "Back to the first")
        }
        assert.strictEqual(new Set(seen).size, seen.length)
        assert.lengthOf(seen, late === 100 ? 60 : 62)
      }
    }).pipe(Effect.provide(World.layer))
  )

  it.effect("is narrowed by links that say how many are left, and widened by the same", () =>
    Effect.gen(function* () {
      const { page, store } = yield* ready
      for (let n = 0; n < 12; n++) {
        yield* store(news(n, `Prices ${n}`, { source: n < 5 ? "A & B “Daily”" : "Other" }))
        if (n === 2) yield* TestClock.adjust("1 day")
      }
      const all = yield* page("?q=prices")
      assert.match(all.text, /A &amp; B “Daily” <span class="count">5<\/span>/)
      const [publisher] = linksTo(all, "A &amp; B")
      const narrowed = yield* page(publisher!)
      assert.match(status(narrowed), /^5 signals for “prices”/)
      // Another question keeps what the list is narrowed by.
      assert.include(narrowed.text, 'type="hidden" name="source" value="A &amp; B “Daily”"')
      const [language] = linksTo(narrowed, "German")
      const both = yield* page(language!)
      assert.match(status(both), /^2 signals/)
      const day = linksTo(both, "").find((href) => href.includes("since="))
      const three = yield* page(day!)
      assert.match(status(three), /^1 signal for/)
      assert.lengthOf(titles(three), 1)
      const back = new URLSearchParams(linksTo(three, "A &amp; B")[0])
      assert.isFalse(back.has("source"))
      assert.strictEqual(back.get("language"), "de")
    }).pipe(Effect.provide(World.layer))
  )

  it.effect("is narrowed by the tags of sources, from page to page", () =>
    Effect.gen(function* () {
      const { page, store } = yield* ready
      yield* store(...Array.from({ length: 30 }, (_, n) => news(n, `Prices ${n}`)))
      yield* (yield* Signals).upsert(SourceName.make("feed:two"), [news(30, "Prices elsewhere")])
      assert.notMatch((yield* page("")).text, /Narrow by [a-z, ]*tag/)
      yield* tagged("feed:one", "rivals")
      for (const question of ["", "?q=prices"]) {
        const [tag] = linksTo(yield* page(question), "rivals")
        const narrowed = yield* page(tag!)
        assert.match(status(narrowed), /^30 signals/)
        assert.include(narrowed.text, 'type="hidden" name="tag" value="rivals"')
        const next = yield* page(linksTo(narrowed, "Load more")[0]!)
        assert.lengthOf(titles(next), 5)
        assert.notInclude(next.text, "elsewhere")
        assert.strictEqual(linksTo(narrowed, "rivals")[0], question)
      }
      assert.include((yield* page("?q=prices&tag=rivals")).text, "tags=rivals")
      assert.match((yield* page("?tag=nobody")).text, /No signal passes these filters/)
    }).pipe(Effect.provide(World.layer))
  )

  it.effect("sets off what was asked for, as text", () =>
    Effect.gen(function* () {
      const { page, store } = yield* ready
      const snippet = `${"before ".repeat(60)}cheap <b onclick="x()">batteries</b> & more ${"after ".repeat(20)}`.trim()
      yield* store(news(0, "<script>Batteries</script> everywhere", { snippet }))
      const { text } = yield* page("?q=battery+cheap")
      assert.include(text, "&lt;script&gt;<mark>Batteries</mark>&lt;/script&gt; everywhere")
      assert.include(
        text,
        "<mark>cheap</mark> &lt;b onclick=&quot;x()&quot;&gt;<mark>batteries</mark>&lt;/b&gt; &amp; more"
      )
      assert.match(text, /<p class="snippet">… before/)
      const { text: plain } = yield* page("")
      assert.notInclude(plain, "<mark>")
    }).pipe(Effect.provide(World.layer))
  )

  it.effect("says what was meant, and leads there", () =>
    Effect.gen(function* () {
      const { page, store } = yield* ready
      yield* store(news(0, "Semiconductor prices"))
      const [meant] = linksTo(yield* page("?q=semicondctor&language=en"), "semiconductor")
      assert.strictEqual(meant, "?q=semiconductor&language=en")
      assert.match(status(yield* page(meant!)), /^1 signal for “semiconductor”/)
    }).pipe(Effect.provide(World.layer))
  )

  it.effect("takes what a form leaves empty for not asked, and says what it cannot take", () =>
    Effect.gen(function* () {
      const { page, store } = yield* ready
      yield* store(news(0, "Early"))
      yield* TestClock.adjust("1 day")
      yield* store(news(1, "Late"))
      assert.match(status(yield* page("?q=&since=&before=&sort=&source=&language=")), /^2 signals$/)
      assert.deepStrictEqual(titles(yield* page("?since=1970-01-02")), ["Late"])
      assert.deepStrictEqual(titles(yield* page("?before=1970-01-02")), ["Early"])
      const none = yield* page("?q=nothing&since=1970-01-05")
      assert.match(status(none), /^0 signals/)
      assert.deepStrictEqual(linksTo(none, "Search all"), ["?q=nothing"])
      for (const [query, word] of [
        ["?since=yesterday", "since"],
        ["?sort=oldest", "sort"],
        ["?language=english", "language"],
        ["?cursor=x", "cursor"]
      ] as const) {
        const refused = yield* page(query)
        assert.strictEqual(refused.status, 422)
        assert.include(refused.text, word)
      }
    }).pipe(Effect.provide(World.layer))
  )

  it.effect("leads from a signal to the others on its story, and to related stories", () =>
    Effect.gen(function* () {
      const { page, store } = yield* ready
      const { send, session } = yield* World
      yield* store(
        news(0, "Fujitsu closes its plant in Augsburg", { source: "Wire & Co" }),
        news(2, "Augsburg plant to close as Fujitsu leaves Germany"),
        news(4, "Lisbon airport gets a second runway"),
        news(6, "Residents near Lisbon sue over noise")
      )
      yield* (yield* Signals).tellStories(100)
      const list = yield* page("?q=runway")
      assert.notInclude(list.text, "more on this story")
      const { text } = yield* page("?q=fujitsu")
      const [, link] = /<a href="(\/dashboard\/stories\/\d+)">1 more on this story<\/a>/.exec(text)!
      const story = yield* send(link!, { session: yield* session() })
      assert.strictEqual(story.status, 200)
      assert.lengthOf(titles(story), 2)
      assert.include(story.text.replace(/\s+/g, " "), "Carried by 2 publishers, in English.")
      assert.notInclude(story.text, "more on this story")
      assert.include(story.text, "None yet")
      // A story that one signal tells leads to others that are like it, each once, and not to itself.
      const [, alone] = /<a href="(\/dashboard\/stories\/\d+)">related<span class="sr"> to Lisbon/.exec(list.text)!
      const lone = yield* send(alone!, { session: yield* session() })
      const [own, likest, ...rest] = titles(lone)
      assert.deepStrictEqual(
        [own, likest],
        ["Lisbon airport gets a second runway", "Residents near Lisbon sue over noise"]
      )
      assert.isAtMost(rest.length, 1)
      for (const none of ["/dashboard/stories/99", "/dashboard/stories/x"])
        assert.strictEqual((yield* send(none, { session: yield* session() })).status, 404, none)
    }).pipe(Effect.provide(World.layer))
  )
})
