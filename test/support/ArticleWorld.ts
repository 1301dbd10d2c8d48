import { Duration, Effect, Layer } from "effect"
import { makeArticleReader, rests } from "../../ingest/articles/ArticleReader.ts"
import type { Fetch } from "../../ingest/fetch/Fetch.ts"
import { Ingest } from "../../ingest/Ingest.ts"
import type { Parser } from "../../ingest/parse/Parser.ts"
import { noValidators, type Source } from "../../ingest/Source.ts"
import type { NewSignal } from "../../src/domain/Signal.ts"
import { SourceName } from "../../src/domain/Source.ts"
import { Articles } from "../../src/storage/signals/Articles.ts"
import { Signals } from "../../src/storage/signals/Signals.ts"
import * as Storage from "../../src/storage/Storage.ts"

export const feed = SourceName.make("feed:news.example")

/** A source that lists pages of its own site. */
const sourceAt = (url: string): Source => ({
  name: feed,
  kind: "signals",
  platform: null,
  title: "News",
  url,
  missing: null,
  every: Duration.hours(1),
  run: () => Effect.succeed({ result: null, validators: noValidators, restSeconds: null })
})

/** Empty stores, and a source at this address. */
export const articleWorld = <E, R>(source: string, fetching: Layer.Layer<Fetch | Parser, E, R>) =>
  Ingest.layerOfSources([sourceAt(source)]).pipe(Layer.provideMerge(Storage.layerMemory), Layer.provideMerge(fetching))

const titleOf = (n: number): string =>
  `Report ${"abcdefghijklmnopqrstuvwxyz"[n % 26]!.repeat(1 + Math.floor(n / 26))} of today`

/** Signals of these pages, each of which is to be read. Their ids, in that order. */
export const wanted = Effect.fnUntraced(function* (urls: ReadonlyArray<string>) {
  const signals = yield* Signals
  const articles = yield* Articles
  const items = urls.map((url, n): NewSignal => {
    return { identity: url, guid: url, title: titleOf(n), snippet: "", url, source: "News", published_at: null }
  })
  yield* signals.upsert(feed, items)
  const stored = yield* signals.list({ limit: 100 })
  const ids = urls.map((url) => stored.find((signal) => signal.url === url)!.id)
  yield* articles.want(ids)
  return ids
})

/** Reads all that is due, one page after the other. */
export const readDue = Effect.gen(function* () {
  const articles = yield* Articles
  const read = yield* makeArticleReader
  return Effect.gen(function* () {
    for (let page = yield* articles.begin(rests); page !== null; page = yield* articles.begin(rests)) yield* read(page)
  })
})

/** What became of the pages of these signals. */
export const told = Effect.fnUntraced(function* (ids: ReadonlyArray<number>) {
  const articles = yield* Articles
  return yield* Effect.forEach(ids, (id) => articles.ofSignal(id as never))
})
